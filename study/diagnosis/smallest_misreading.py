"""The smallest misreading behind one answer, as it is shown: what was read, and a world that tells
it from the text.

Owns the reading that stands for a combination, and the world. Finding combinations is
`question_readings`'.
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
"""Readings looked at while somebody waits."""
CHECKED = 5
"""Combinations that the second engine is asked about: those that are shown."""


@dataclass(frozen=True, slots=True)
class ReadPremise:
    """A premise as it is read; `read` is None where it is left out, `stated` where it is added."""

    number: int
    stated: Formula | None
    read: Formula | None


@dataclass(frozen=True, slots=True)
class Smallest:
    """Under what one answer would be right."""

    combinations: tuple[Names, ...]
    """The smallest, which share the answer; none where it is a random error or undecided."""
    exhausted: bool
    """Whether every combination was looked at."""
    changed: tuple[ReadPremise, ...] = ()
    """Premises as the first combination reads them, where it misreads premises."""
    query: Query | None = None
    """The query as it is read, where that is misread."""
    world: World | None = None
    """A world that tells the premises as read from the text: one of the two holds in it."""
    allowed: bool = True
    """Whether the text allows that world and the reading does not; else the other way."""
    signature: Signature | None = None
    confirmed: frozenset[Names] = frozenset()
    """Combinations under which the second engine finds the answer right, too."""


def smallest(
    item: Item, place: int, answer: Answer, *, timeout: float, cancel: Cancel | None = None
) -> Smallest | None:
    """What makes an answer right; None where the item says nothing formal, or nothing is misread.
    What the second engine contradicts is left out.

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
    verdicts = {names: readings.checked(0, names) for names in explanation.combinations[:CHECKED]}
    combinations = tuple(n for n in explanation.combinations if verdicts.get(n) is not False)
    if not combinations:
        return Smallest((), explanation.exhausted and not verdicts)
    case = readings.reading(0, combinations[0])
    assert case is not None
    plain = readings.plain
    changed = tuple(_changed(plain, case))
    world, allowed = _telling(plain.theory, case.theory, changed, timeout, cancel)
    return Smallest(
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


def _changed(plain: Case, read: Case) -> list[ReadPremise]:
    formulas = {premise.number: premise.formula for premise in _written_out(plain)}
    document = {premise.number: premise.formula for premise in _written_out(read)}
    numbers = sorted({*formulas, *document})
    return [
        ReadPremise(n, formulas.get(n), document.get(n))
        for n in numbers
        if formulas.get(n) != document.get(n)
    ]


def _written_out(case: Case) -> list[Premise]:
    definitions = case.theory.definitions
    return [Premise(p.number, expand(p.formula, definitions)) for p in case.theory.premises]


def _telling(
    text: Theory,
    reading: Theory,
    changed: Sequence[ReadPremise],
    timeout: float,
    cancel: Cancel | None,
) -> tuple[World | None, bool]:
    """A world of the text that is none of the reading, else one of the reading that is none of the
    text."""
    if not changed:
        return None, True
    for theory, sides, allowed in (
        (text, [c.read for c in changed if c.read is not None], True),
        (reading, [c.stated for c in changed if c.stated is not None], False),
    ):
        if not sides:
            continue
        query = Query("possible", "", Not(conjunction(list(sides))))
        session = Session(theory, timeout=timeout, cancel=cancel)
        answer = session.ask(query, want_supports=False).answer
        if answer.verdict == Verdict.POSSIBLE:
            return answer.witness, allowed
    return None, True
