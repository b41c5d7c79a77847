"""Twins of formalized items: one edit that changes the right answer, and one that does not.

Both edits are of one kind: a premise left out, or a literal added. A premise is left out of the
text only where the text is known sentence by sentence: the item's family reads the rest back, or
there is a line for each premise. A literal is added in the words of its gloss, and read back. So it
is known what the texts say, and the solver proves the three answers. Counterfactual and contrast
sets: Kaushik et al. (2020), Gardner et al. (2020).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Any, Literal

from items.answers import Answer, ChoiceAnswer, TruthAnswer, VerdictAnswer
from items.check import TRUTH_SCALE, check_item
from items.families.common import PROVED, Made
from items.families.readers import reader_of
from items.families.seeds import Draw
from items.harden.wording import Wording, glossed
from items.kinds.word import words_of
from items.models import Item, Question
from items.proofs import proof_words
from items.structure import TWINS
from items.wording.bank import LANGUAGES, language_of
from items.wording.conventions import without_conventions
from items.wording.tokens import sentences_of
from solver.errors import InputError
from solver.language.printer import print_formula
from solver.language.syntax import Formula, Not, Prop

_STALE = ("support_size", "noise", "premises", "matched", "arrangements", "gold_position")
"""Attributes that a family gave for its own premises."""
Kind = Literal["drop", "add"]
Role = Literal["base", "flips", "keeps"]
NO_TEXT = "no edit whose words are known"
ONE_SIDED = "no edit that changes the answer and one that does not"
NOT_ALL = "no edits that give all the answers wanted"
UNMATCHED = "no item of each other answer that has its twins too"
NOT_THREE = "not one question with three truth values"


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of the premises."""

    kind: Kind
    number: int = -1
    """Of the premise that is left out."""
    added: Formula | None = None

    @property
    def text(self) -> str:
        """As variants write it, premises counted from 1."""
        if self.added is None:
            return f"drop {self.number + 1}"
        return f"add {print_formula(self.added)}"


_Wanted = tuple[tuple[Role, frozenset[Answer]], ...]
"""The twins to make of an item: the role of each, and the answers it may have."""


@dataclass(frozen=True)
class Perturbed:
    """A run over items: called with a number it gives that item and its two twins."""

    items: tuple[Item, ...]
    seed: int = 0

    def __len__(self) -> int:
        return len(self.items)

    def __call__(self, index: int) -> Made:
        """The item, its twin with another answer, and its twin with the same answer."""
        item = self.items[index]
        reason = _unfit(item)
        if reason:
            return Made(rejected={reason: 1})
        gold = item.questions[0].gold
        others = frozenset(_answers(item.questions[0], item)) - {gold}
        assert gold is not None
        return _with_twins(item, (("flips", others), ("keeps", frozenset((gold,)))), self.seed)


@dataclass(frozen=True)
class Balanced:
    """A run in which True, False and Unknown come equally often.

    Premises left out or added never make a True statement False. So twins of one item that flip
    and that keep its answer, one of either, are Unknown too often. Here a True or False item has
    one twin that is Unknown and two that keep its answer; an Unknown one has a True, a False and an
    Unknown twin. Called with a number it gives such sets of one item of each answer, or none of
    them. Then labels are balanced among the items themselves, among those with a premise fewer and
    among those with one more.
    """

    bases: tuple[Item, ...]
    seed: int = 0

    def __len__(self) -> int:
        return len(self._rows)

    @cached_property
    def _rows(self) -> tuple[tuple[Item, ...], ...]:
        """One item of each answer; what is left alone."""
        by_label = [
            [item for item in self.bases if _is(item, value)]
            for value in ("true", "false", "unknown")
        ]
        fit = {item.id for items in by_label for item in items}
        rows = [tuple(filter(None, row)) for row in zip_longest(*by_label)]
        return (*rows, *((item,) for item in self.bases if item.id not in fit))

    def __call__(self, index: int) -> Made:
        """Three items of different answers, each with three twins."""
        row = self._rows[index]
        if len(row) < len(_LABELS):
            lone = UNMATCHED if _truth(row[0]) else NOT_THREE
            return Made(rejected={lone: len(row)})
        items: list[Item] = []
        for item in row:
            reason = _unfit(item)
            made = Made() if reason else _with_twins(item, _balancing(item), self.seed)
            if not made.items:
                # The others of the row are not made.
                return Made(rejected={**(made.rejected or {reason: 1}), UNMATCHED: len(row) - 1})
            items += made.items
        return Made(tuple(items))


_LABELS = tuple([TruthAnswer(value=v) for v in ("true", "false", "unknown")])


def _truth(item: Item) -> bool:
    """Whether an item asks one question with three truth values."""
    return len(item.questions) == 1 and (
        isinstance(item.questions[0].gold, TruthAnswer)
        and item.attributes.get(TRUTH_SCALE) != "follows"
    )


def _is(item: Item, value: str) -> bool:
    gold = item.questions[0].gold if _truth(item) else None
    return isinstance(gold, TruthAnswer) and gold.value == value


def _balancing(item: Item) -> _Wanted:
    true, false, unknown = (frozenset((label,)) for label in _LABELS)
    if _is(item, "unknown"):
        return (("flips", true), ("flips", false), ("keeps", unknown))
    own = true if _is(item, "true") else false
    return (("flips", unknown), ("keeps", own), ("keeps", own))


def _with_twins(item: Item, wanted: _Wanted, seed: int) -> Made:
    """The item and all wanted twins, by edits of one kind; else why not."""
    draw = Draw("perturbed", seed, item.content_hash)
    worded = False
    for kind in ("drop", "add"):
        found: dict[int, Item] = {}
        for edit in draw.shuffled(list(_edits(item, kind))):
            gold = _gold_after(item, edit)
            place = next(
                (n for n, (_, golds) in enumerate(wanted) if n not in found and gold in golds),
                None,
            )
            if gold is None or place is None:
                continue
            role = wanted[place][0]
            again = sum(wanted[n][0] == role for n in found) + 1
            twin = _told(item, edit, gold, role, role if again == 1 else f"{role}-{again}")
            worded |= twin is not None
            if twin is not None and check_item(twin).state == PROVED:
                found[place] = twin
            if len(found) == len(wanted):
                base = _linked(item, item.id, "base", "")
                return Made((base, *(found[n] for n in range(len(wanted)))))
    wanting = ONE_SIDED if len(wanted) == 2 else NOT_ALL
    return Made(rejected={wanting if worded else NO_TEXT: 1})


def _unfit(item: Item) -> str:
    if item.formalization is None:
        return "no formalization"
    if len(item.questions) != 1 or item.questions[0].parts or item.questions[0].gold is None:
        return "not one question with a gold answer"
    if not isinstance(item.questions[0].gold, TruthAnswer | ChoiceAnswer | VerdictAnswer):
        return "not a truth, choice or verdict question"
    if item.language not in LANGUAGES:
        return "a language without sentences"
    return "" if check_item(item).state == PROVED else "gold not proved"


def _edits(item: Item, kind: Kind) -> Iterator[Edit]:
    formal = item.formalization or {}
    if kind == "drop":
        for number in range(len(formal.get("premise", ()))):
            yield Edit("drop", number)
        return
    for symbol in _glosses(item):
        yield Edit("add", added=Prop(symbol))
        yield Edit("add", added=Not(Prop(symbol)))


def _glosses(item: Item) -> dict[str, str]:
    """The Bool symbols that have a gloss."""
    formal = item.formalization or {}
    sorts = formal.get("parameters", {})
    return {
        name: str(gloss)
        for name, gloss in formal.get("translation", {}).items()
        if sorts.get(name, "Bool") == "Bool" and name.isidentifier()
    }


def _edited(item: Item, edit: Edit) -> dict[str, Any]:
    formal = dict(item.formalization or {})
    listed = list(formal.get("premise", ()))
    if edit.added is None:
        del listed[edit.number]
    else:
        listed.append(print_formula(edit.added))
    formal["premise"] = listed
    return formal


def _gold_after(item: Item, edit: Edit) -> Answer | None:
    """The only right answer after an edit; None where there is none, or the premises cannot all
    hold."""
    formal = _edited(item, edit)
    right = []
    for gold in _answers(item.questions[0], item):
        question = item.questions[0].model_copy(update={"gold": gold})
        item_check = check_item(
            item.model_copy(update={"formalization": formal, "questions": (question,)}),
            engine="worlds",
        )
        if item_check.inconsistent:
            return None
        if item_check.state == PROVED:
            right.append(gold)
    return right[0] if len(right) == 1 else None


def _answers(question: Question, item: Item) -> Sequence[Answer]:
    if isinstance(question.gold, ChoiceAnswer):
        return [ChoiceAnswer(option=n) for n in range(len(question.options))]
    if isinstance(question.gold, TruthAnswer):
        two = item.attributes.get(TRUTH_SCALE) == "follows"
        labels: tuple[Literal["true", "false", "unknown"], ...] = ("true", "false")
        return [TruthAnswer(value=v) for v in (labels if two else (*labels, "unknown"))]
    return [VerdictAnswer(word=word) for word in words_of(question.kind or "")]


# --- texts ---------------------------------------------------------------------------------------


def _told(item: Item, edit: Edit, gold: Answer, role: Role, name: str) -> Item | None:
    """The twin, its text changed as its premises are; None where the words are not known."""
    question = item.questions[0].model_copy(update={"gold": gold})
    twin = item.model_copy(
        update={
            "formalization": _edited(item, edit),
            "questions": (question,),
            "explanation": "",
        }
    )
    for text in _texts(item, edit):
        changed = twin.model_copy(update={"text": text})
        if _says_it(changed):
            return _linked(changed, f"{item.id}/{name}", role, edit.text)
    return None


def _texts(item: Item, edit: Edit) -> Iterator[str]:
    """Texts that may say what the edited premises say."""
    language = language_of(item.language)
    if edit.added is not None:
        wording = Wording(
            language,
            {name: glossed(name, gloss, language) for name, gloss in _glosses(item).items()},
        )
        try:
            sentence = wording.sentence(edit.added)
        except InputError:
            return
        if wording.reads_back(sentence, edit.added):
            end = "." if language == "en" else "。"
            joint = " " if language == "en" else ""
            yield f"{item.text.rstrip()}{joint}{sentence}{end}"
        return
    lines = item.text.split("\n")
    if len(lines) == len(item.formalization["premise"] if item.formalization else ()):
        yield "\n".join(lines[: edit.number] + lines[edit.number + 1 :])
        return
    if reader_of(item) is None:
        return
    end = ". " if language == "en" else "。"
    plain = without_conventions(item.text, language)
    before = item.text[: len(item.text) - len(plain)]
    sentences = list(sentences_of(plain, language))
    for place in range(len(sentences)):
        rest = sentences[:place] + sentences[place + 1 :]
        yield before + end.join(rest) + end.strip()


def _says_it(twin: Item) -> bool:
    """Whether the family's reader, if there is one, finds nothing else said than meant."""
    reader = reader_of(twin)
    return reader is None or next(iter(reader(twin)), None) is None


def _linked(item: Item, name: str, role: Role, edit: str) -> Item:
    attributes = {k: v for k, v in item.attributes.items() if role == "base" or k not in _STALE}
    base = name if role == "base" else name.rpartition("/")[0]
    document = {**item.provenance.parameters, "perturbation": {"of": base, "edit": edit}}
    return item.model_copy(
        update={
            "id": name,
            "attributes": {
                **attributes,
                TWINS: base,
                "perturbation": role,
                "proof": proof_words(item, PROVED),
            },
            "provenance": item.provenance.model_copy(update={"parameters": document}),
        }
    )
