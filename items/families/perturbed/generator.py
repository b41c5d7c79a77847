"""Twins of formalized items: one edit that changes the right answer, and one that does not.

Both edits are of one kind: a premise is dropped, or a literal is added. A premise is dropped from
the text only if the text is understood sentence by sentence: the item's family reads the rest back,
or there is one line per premise. A literal is added in the words of the bank if the item uses them,
otherwise in those of its gloss, and read back; it must not state or deny the statement in the
question or repeat a premise, and it is inserted at a random place among the premises. The meaning
of the texts is therefore known, and the solver proves the three answers. Counterfactual and
contrast sets: Kaushik et al. (2020), Gardner et al. (2020).
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, cast

from items.answers import Answer, ChoiceAnswer, TruthAnswer, VerdictAnswer
from items.executors.spool import NumberedValues
from items.families.agreement import (
    BALANCED,
    EDITS_ALIKE,
    MATCHED,
    MODE,
    NEIGHBOURS,
    PERTURBED,
)
from items.families.batches import PROVED, GeneratedItems
from items.families.perturbed.edits import KINDS, Edit, Kind, edited, edits_of, looks
from items.families.perturbed.texts import edited_texts, reads_back
from items.files.proofs import proof_words
from items.gold.check import check_item
from items.kinds.word import words_of
from items.models import Item, Question
from items.seeds import Draw
from items.shape.structure import BASE, TWINS
from items.wording.bank import LANGUAGES
from solver.cancel import Budget, GaveUp
from solver.queries import DEFAULT_TIMEOUT

VERSION = "3"
_OUTDATED_ATTRIBUTES = (
    "support_size",
    "noise",
    "premises",
    MATCHED,
    "arrangements",
    "gold_position",
)
"""Attributes that a family recorded for its own premises."""
Role = Literal["base", "flips", "keeps"]
NO_TEXT = "no edit whose wording is known"
ONE_SIDED = "no edit that changes the answer and one that does not"
NOT_ALIKE = "no edits that look alike for all answers"
UNMATCHED = "no matching items with the other answers"
NOT_THREE = "not one question with three truth values"


@dataclass(frozen=True)
class TwinRun:
    """A run over items; it maps a number to that item and its two twins."""

    items: tuple[Item, ...]
    seed: int = 0
    timeout: float = DEFAULT_TIMEOUT
    """Seconds per item, including its twins."""

    def __len__(self) -> int:
        return len(self.items)

    def __call__(self, index: int) -> GeneratedItems:
        """Return the item, its twin with another answer, and its twin with the same answer."""
        item = self.items[index]
        budget = Budget.of(self.timeout)
        try:
            reason = _unfit(item, budget)
            if reason:
                return GeneratedItems(rejected={reason: 1})
            return _with_twins(item, self.seed, budget)
        except GaveUp as stop:
            return GeneratedItems(rejected={_given_up(stop): 1})


@dataclass(frozen=True)
class BalancedTwinRun:
    """A run in which True, False and Unknown are equally frequent.

    Dropping or adding premises never turns a True statement False. With one twin that flips the
    answer of an item and one that keeps it, Unknown would be too frequent. Here a True or False
    item has one Unknown twin and two that keep its answer; an Unknown one has a True, a False and
    an Unknown twin. A number is mapped to such sets for one item of each answer, or to none. Labels
    are then balanced among the items themselves, among twins with one premise less, and among twins
    with one more.

    Dropped premises look alike, whatever the answer is afterwards, and so do added literals
    (`looks`): a premise without which nothing follows is dropped only if another item of the set
    can do without a similar one.
    """

    items: tuple[Item, ...]
    seed: int = 0
    timeout: float = DEFAULT_TIMEOUT
    """Seconds per item, including its twins; a set has the total for its items."""

    def __len__(self) -> int:
        return len(self._rows)

    @cached_property
    def _rows(self) -> tuple[tuple[Item, ...], ...]:
        return tuple(in_rows(self.items))

    def __call__(self, index: int) -> GeneratedItems:
        """Return three items with different answers, each with three twins."""
        row = self._rows[index]
        if len(row) < len(_LABELS):
            lone = UNMATCHED if _truth(row[0]) else NOT_THREE
            return GeneratedItems(rejected={lone: len(row)})
        budget = Budget.of(self.timeout * len(row))
        try:
            reasons = [_unfit(item, budget.at_most(self.timeout)) for item in row]
            reason = next(filter(None, reasons), "")
            if not reason:
                twins = _alike(row, self.seed, budget)
                if twins is not None:
                    return GeneratedItems(twins)
                return GeneratedItems(rejected={NOT_ALIKE: len(row)})
        except GaveUp as stop:
            reason = _given_up(stop)
        # The other items of the row are rejected too.
        return GeneratedItems(rejected={reason: 1, UNMATCHED: len(row) - 1})


_LABELS = tuple([TruthAnswer(value=v) for v in ("true", "false", "unknown")])


def in_rows(items: Iterable[Item]) -> Iterator[tuple[Item, ...]]:
    """Group one item of each answer as soon as the group is complete; incomplete groups come at the
    end. Items with other questions are yielded alone. Waiting items are not held in memory."""
    waiting = [NumberedValues() for _ in _LABELS]
    row = 0

    def next_row() -> tuple[Item, ...]:
        return tuple([Item.model_validate(line[row]) for line in waiting if row < len(line)])

    for item in items:
        if not _truth(item):
            yield (item,)
            continue
        waiting[_LABELS.index(cast(TruthAnswer, item.questions[0].gold))].append(
            item.model_dump(mode="json")
        )
        if all(row < len(line) for line in waiting):
            yield next_row()
            row += 1
    while any(row < len(line) for line in waiting):
        yield next_row()
        row += 1


def _truth(item: Item) -> bool:
    """Whether an item asks one question with three truth values."""
    return len(item.questions) == 1 and (
        isinstance(item.questions[0].gold, TruthAnswer) and not item.two_valued
    )


def _with_twins(item: Item, seed: int, budget: Budget) -> GeneratedItems:
    """The item and its two twins, by edits of one kind, or the reason for none. Raises GaveUp."""
    draw = Draw("perturbed", seed, item.content_hash)
    worded = False
    for kind in KINDS:
        twins: dict[Role, Item] = {}
        for edit in draw.shuffled(list(edits_of(item, kind))):
            gold = _gold_after(item, edit, budget)
            if gold is None:
                continue
            role: Role = "keeps" if gold == item.questions[0].gold else "flips"
            if role in twins:
                continue
            twin = _twin_item(item, edit, gold, role, role, draw)
            worded |= twin is not None
            if twin is not None and _proved(twin, budget):
                twins[role] = twin
            if len(twins) == 2:
                base = _linked(item, item.id, "base", "")
                return GeneratedItems((base, twins["flips"], twins["keeps"]))
    return GeneratedItems(rejected={ONE_SIDED if worded else NO_TEXT: 1})


# --- twins of several items, with edits that look alike ------------------------------------------

_Golds = list[tuple[Edit, Answer]]
_EDITED: tuple[Kind, ...] = ("drop", "drop", "add")
"""Kind of edit for a true, a false and an unknown item."""
_ByLook = dict[Answer, dict[Hashable, list[Edit]]]
"""Answer after an edit, to the look of the edit, to such edits."""


def _alike(row: Sequence[Item], seed: int, budget: Budget) -> tuple[Item, ...] | None:
    """A true, a false and an unknown item, each with its three twins; None if no edits look alike
    and yield the required answers."""
    draw = Draw("perturbed alike", seed, *[item.content_hash for item in row])
    edits = [_golds(item, kind, draw, budget) for item, kind in zip(row, _EDITED, strict=True)]
    for near in (True, False):
        all_twins = _alike_in(row, edits, draw, near, budget)
        if all_twins is not None:
            marks = {MODE: BALANCED, EDITS_ALIKE: NEIGHBOURS if near else "symbols"}
            return tuple(
                twin.model_copy(update={"attributes": {**twin.attributes, **marks}})
                for twin in all_twins
            )
    return None


def _alike_in(
    row: Sequence[Item], edits: Sequence[_Golds], draw: Draw, near: bool, budget: Budget
) -> tuple[Item, ...] | None:
    """The same, with edits that look alike; `near` includes the neighbours of symbols in the
    question."""
    true, false, unknown = _LABELS
    yes, no, open_ = (_by_look(item, own, near) for item, own in zip(row, edits, strict=True))
    pairs = [
        (first_look, second_look)
        for first_look in yes.get(unknown, ())
        for second_look in no.get(unknown, ())
        if _enough(yes.get(true, {}), first_look, second_look)
        and _enough(no.get(false, {}), first_look, second_look)
    ]
    added = [
        look
        for look in open_.get(true, ())
        if look in open_.get(false, ()) and look in open_.get(unknown, ())
    ]
    if not pairs or not added:
        return None
    for first_look, second_look in draw.shuffled(pairs):
        dropped = (
            _twins(
                row[0],
                yes,
                ((unknown, first_look), (true, first_look), (true, second_look)),
                draw,
                budget,
            ),
            _twins(
                row[1],
                no,
                ((unknown, second_look), (false, first_look), (false, second_look)),
                draw,
                budget,
            ),
        )
        for look in draw.shuffled(added) if all(dropped) else ():
            more = _twins(row[2], open_, tuple([(label, look) for label in _LABELS]), draw, budget)
            if more:
                return (*dropped[0], *dropped[1], *more)
    return None


def _enough(edits: Mapping[Hashable, Sequence[Edit]], first: Hashable, second: Hashable) -> bool:
    """Whether there is an edit of each look, or two if the looks are equal."""
    if first == second:
        return len(edits.get(first, ())) > 1
    return first in edits and second in edits


def _golds(item: Item, kind: Kind, draw: Draw, budget: Budget) -> _Golds:
    """The edits of a kind after which there is one right answer, with that answer."""
    edits = draw.shuffled(list(edits_of(item, kind)))
    golds = ((edit, _gold_after(item, edit, budget)) for edit in edits)
    return [(edit, gold) for edit, gold in golds if gold is not None]


def _by_look(item: Item, edits: _Golds, near: bool) -> _ByLook:
    by_look: _ByLook = {}
    for edit, gold in edits:
        by_look.setdefault(gold, {}).setdefault(looks(item, edit, near=near), []).append(edit)
    return by_look


def _twins(
    item: Item,
    edits: _ByLook,
    twin_kinds: Sequence[tuple[Answer, Hashable]],
    draw: Draw,
    budget: Budget,
) -> tuple[Item, ...]:
    """The item and a twin for each answer and look; empty if one of them cannot be rendered."""
    twins = [_linked(item, item.id, "base", "")]
    used_edits: list[Edit] = []
    times: Counter[Role] = Counter()
    for gold, look in twin_kinds:
        role: Role = "keeps" if gold == item.questions[0].gold else "flips"
        times[role] += 1
        name = role if times[role] == 1 else f"{role}-{times[role]}"
        for edit in edits[gold][look]:
            twin = None if edit in used_edits else _twin_item(item, edit, gold, role, name, draw)
            if twin is not None and _proved(twin, budget):
                twins.append(twin)
                used_edits.append(edit)
                break
        else:
            return ()
    return tuple(twins)


def _unfit(item: Item, budget: Budget) -> str:
    if item.formalization is None:
        return "no formalization"
    if len(item.questions) != 1 or item.questions[0].parts or item.questions[0].gold is None:
        return "not one question with a gold answer"
    if not isinstance(item.questions[0].gold, TruthAnswer | ChoiceAnswer | VerdictAnswer):
        return "not a truth, choice or verdict question"
    if item.language not in LANGUAGES:
        return "a language without sentences"
    return "" if _proved(item, budget) else "gold not proved"


def _proved(item: Item, budget: Budget) -> bool:
    """Whether both engines prove the gold. Raises GaveUp when the budget is used up."""
    proved = check_item(item, timeout=budget.left, shared_budget=budget).state == PROVED
    if not proved:
        budget.check()
    return proved


def _given_up(stop: GaveUp) -> str:
    return f"given up: {stop.reason}"


def _gold_after(item: Item, edit: Edit, budget: Budget) -> Answer | None:
    """The only right answer after an edit; None if there is none, or if the premises are
    inconsistent. Raises GaveUp when the budget is used up."""
    formal = edited(item, edit)
    right = []
    for gold in _answers(item.questions[0], item):
        question = item.questions[0].model_copy(update={"gold": gold})
        item_check = check_item(
            item.model_copy(update={"formalization": formal, "questions": (question,)}),
            engine="worlds",
            timeout=budget.left,
            shared_budget=budget,
        )
        if item_check.state != PROVED:
            budget.check()
        if item_check.inconsistent_variants:
            return None
        if item_check.state == PROVED:
            right.append(gold)
    return right[0] if len(right) == 1 else None


def _answers(question: Question, item: Item) -> Sequence[Answer]:
    if isinstance(question.gold, ChoiceAnswer):
        return [ChoiceAnswer(option=n) for n in range(len(question.options))]
    if isinstance(question.gold, TruthAnswer):
        two_valued = item.two_valued
        labels: tuple[Literal["true", "false", "unknown"], ...] = ("true", "false")
        return [TruthAnswer(value=v) for v in (labels if two_valued else (*labels, "unknown"))]
    return [VerdictAnswer(word=word) for word in words_of(question.kind or "")]


def _twin_item(
    item: Item, edit: Edit, gold: Answer, role: Role, name: str, draw: Draw
) -> Item | None:
    """The twin, with text and premises changed together; None if the words are not known."""
    question = item.questions[0].model_copy(update={"gold": gold})
    twin = item.model_copy(update={"questions": (question,), "explanation": ""})
    for text, place in edited_texts(item, edit, draw):
        formal = edited(item, edit, place)
        changed = twin.model_copy(update={"text": text, "formalization": formal})
        if reads_back(changed):
            return _linked(changed, f"{item.id}/{name}", role, edit.text)
    return None


def _linked(item: Item, name: str, role: Role, edit: str) -> Item:
    attributes = {
        k: v for k, v in item.attributes.items() if role == "base" or k not in _OUTDATED_ATTRIBUTES
    }
    base = name if role == "base" else name.rpartition("/")[0]
    link = {} if role == "base" else {BASE[0]: base}
    edited = {"of": base, "edit": edit, "version": VERSION}
    document = {**item.provenance.parameters, "perturbation": edited}
    return item.model_copy(
        update={
            "id": name,
            "attributes": {
                TWINS: base,
                **attributes,
                **link,
                MODE: PERTURBED,
                "perturbation": role,
                "proof": proof_words(item, PROVED),
            },
            "provenance": item.provenance.model_copy(update={"parameters": document}),
        }
    )
