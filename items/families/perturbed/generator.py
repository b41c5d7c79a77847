"""Twins of formalized items: one edit that changes the right answer, and one that does not.

Both edits are of one kind: a premise left out, or a literal added. A premise is left out of the
text only where the text is known sentence by sentence: the item's family reads the rest back, or
there is a line for each premise. A literal is added in the words of its gloss, and read back. So it
is known what the texts say, and the solver proves the three answers. Counterfactual and contrast
sets: Kaushik et al. (2020), Gardner et al. (2020).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Perturbed:
    """A run over items: called with a number it gives that item and its two twins."""

    items: tuple[Item, ...]
    seed: int = 0

    def __call__(self, index: int) -> Made:
        """The item, its twin with another answer, and its twin with the same answer."""
        item = self.items[index]
        reason = _unfit(item)
        if reason:
            return Made(rejected={reason: 1})
        draw = Draw("perturbed", self.seed, item.content_hash)
        worded = False
        for kind in ("drop", "add"):
            items: dict[Role, Item] = {}
            for edit in draw.shuffled(list(_edits(item, kind))):
                gold = _gold_after(item, edit)
                role: Role = "keeps" if gold == item.questions[0].gold else "flips"
                if gold is None or role in items:
                    continue
                twin = _told(item, edit, gold, role)
                worded |= twin is not None
                if twin is not None and check_item(twin).state == PROVED:
                    items[role] = twin
                if len(items) == 2:
                    base = _linked(item, item.id, "base", "")
                    return Made((base, items["flips"], items["keeps"]))
        return Made(rejected={ONE_SIDED if worded else NO_TEXT: 1})


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


def _told(item: Item, edit: Edit, gold: Answer, role: Role) -> Item | None:
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
            return _linked(changed, f"{item.id}/{role}", role, edit.text)
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
