"""The smallest misreading behind one answer, as displayed: what was read, and a world that
separates it from the text.

Owns the reading that represents a combination, and the world. `question_readings` finds
combinations.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from items.answers import Answer
from items.formal import FormalItem, formal_item
from items.misreadings.misreading import Case
from items.models import Item
from solver.cancel import Budget, Cancel
from solver.language.miniscoping import conjunction
from solver.language.problem import Premise, Query, Theory
from solver.language.syntax import Formula, Not, Signature, expand
from solver.queries import Session
from solver.results import Verdict, World
from study.diagnosis.question_readings import QuestionReadings
from study.diagnosis.readings import Names

BOUND = 1_000
"""Maximum number of readings while somebody waits."""
CHECKED_COMBINATIONS = 5
"""Number of combinations that the second engine checks: those displayed."""


@dataclass(frozen=True, slots=True)
class ReadPremise:
    """A premise as it is read; `read_formula` is None where it is left out, `stated_formula` where
    it is added."""

    number: int
    stated_formula: Formula | None
    read_formula: Formula | None


@dataclass(frozen=True, slots=True)
class SmallestMisreadings:
    """The misreadings under which one answer would be right."""

    combinations: tuple[Names, ...]
    """The smallest combinations, which share the answer; none where it is a random error or
    undecided."""
    exhausted: bool
    """Whether every combination was examined."""
    changed_premises: tuple[ReadPremise, ...] = ()
    """Premises as the first combination reads them, if it misreads premises."""
    query: Query | None = None
    """The query as read, if it is misread."""
    world: World | None = None
    """A world that separates the premises as read from the text: exactly one of the two holds in
    it."""
    text_allows_world: bool = True
    """Whether the text allows that world and the reading does not; otherwise the reverse."""
    signature: Signature | None = None
    confirmed: frozenset[Names] = frozenset()
    """Combinations under which the second engine finds the answer right too."""


def smallest(
    item: Item, place: int, answer: Answer, *, timeout: float, cancel: Cancel | None = None
) -> SmallestMisreadings | None:
    """What makes an answer right; None where the item has no formalization, or nothing is misread.
    Combinations that the second engine contradicts are omitted.

    Raises InputError where the formalization cannot be read.
    """
    formal = formal_item(item, budget=Budget.of(timeout, cancel))
    if formal is None or not _decided(formal, place):
        return None
    readings = QuestionReadings(
        item, formal, place, [answer], bound=BOUND, timeout=timeout, cancel=cancel
    )
    explanation = readings.explained(0, both=False)
    if explanation.right:
        return None
    verdicts = {
        names: readings.checked(0, names)
        for names in explanation.combinations[:CHECKED_COMBINATIONS]
    }
    combinations = tuple(n for n in explanation.combinations if verdicts.get(n) is not False)
    if not combinations:
        return SmallestMisreadings((), explanation.exhausted and not verdicts)
    case = readings.reading(0, combinations[0])
    assert case is not None
    plain = readings.plain
    changed = tuple(_changed(plain, case))
    world, allowed = _telling(plain.theory, case.theory, changed, timeout, cancel)
    return SmallestMisreadings(
        combinations,
        explanation.exhausted and False not in verdicts.values(),
        changed,
        case.query if case.query != plain.query else None,
        world,
        allowed,
        case.theory.signature,
        frozenset(names for names, right in verdicts.items() if right),
    )


def _decided(formal: FormalItem, place: int) -> bool:
    return place in formal.queries or any(formal.options.get(place, ()))


def _changed(plain_case: Case, read_case: Case) -> list[ReadPremise]:
    formulas = {premise.number: premise.formula for premise in _written_out(plain_case)}
    read_formulas = {premise.number: premise.formula for premise in _written_out(read_case)}
    numbers = sorted({*formulas, *read_formulas})
    return [
        ReadPremise(n, formulas.get(n), read_formulas.get(n))
        for n in numbers
        if formulas.get(n) != read_formulas.get(n)
    ]


def _written_out(case: Case) -> list[Premise]:
    definitions = case.theory.definitions
    return [Premise(p.number, expand(p.formula, definitions)) for p in case.theory.premises]


def _telling(
    text: Theory,
    reading_theory: Theory,
    changed_premises: Sequence[ReadPremise],
    timeout: float,
    cancel: Cancel | None,
) -> tuple[World | None, bool]:
    """A world of the text but not of the reading; otherwise one of the reading but not of the
    text."""
    if not changed_premises:
        return None, True
    for theory, sides, allowed in (
        (text, [c.read_formula for c in changed_premises if c.read_formula is not None], True),
        (
            reading_theory,
            [c.stated_formula for c in changed_premises if c.stated_formula is not None],
            False,
        ),
    ):
        if not sides:
            continue
        query = Query("possible", "", Not(conjunction(list(sides))))
        session = Session(theory, timeout=timeout, cancel=cancel)
        answer = session.ask(query, want_supports=False).answer
        if answer.verdict == Verdict.POSSIBLE:
            return answer.witness, allowed
    return None, True
