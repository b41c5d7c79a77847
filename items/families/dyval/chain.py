"""The reasoning chain of a strict DyVal task: from premises to the answer, step by step.

Owns the derivation. A step applies one rule to what is known of its parts, forwards (the body
holds, so the head does) or backwards (the head fails, so parts of the body do). The premises of the
steps are a minimal support of the answer: the trees of a task share only the root and, in
abduction, the leaf in the question, so each symbol on the way can be settled in only one way.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from items.families.dyval.strict_tasks import Lit, Rule, StrictTask
from items.families.dyval.tree import Op

GIVEN_PREMISE = -1
"""Premise number for the given value of an abductive question."""


@dataclass(frozen=True, slots=True)
class Step:
    """A consequence of one premise and earlier steps."""

    conclusion: Lit
    premise: int
    """Position among the premises as presented, from 0; GIVEN for the value in the question."""
    uses: tuple[int, ...] = ()
    """Positions of earlier steps."""


def chain(task: StrictTask) -> tuple[Step, ...]:
    """Return the steps to the symbol in the question or its denial; empty if neither follows."""
    derived: dict[Lit, tuple[int, tuple[Lit, ...]]] = {}
    if task.given is not None:
        derived[task.given] = (GIVEN_PREMISE, ())
    goal = [Lit(task.asked_symbol, True), Lit(task.asked_symbol, False)]
    grown = True
    while grown and not any(literal in derived for literal in goal):
        grown = False
        # Conclusions of a round are used only in the next one, so that the chain is shortest.
        now = set(derived)
        for number, rule in enumerate(task.lines):
            for conclusion, used in _follows(rule, now):
                if conclusion not in derived:
                    derived[conclusion] = (number, used)
                    grown = True
    reached = next((literal for literal in goal if literal in derived), None)
    return () if reached is None else tuple(_steps(reached, derived))


def support_size(steps: Sequence[Step]) -> int:
    """Return the number of premises used by the steps, including the given value."""
    return len({step.premise for step in steps})


def _follows(rule: Rule, literals: set[Lit]) -> Iterator[tuple[Lit, tuple[Lit, ...]]]:
    """The consequences of a rule, each with the literals used."""
    if not rule.body:
        yield rule.head, ()
        return
    known_body = tuple([literal for literal in rule.body if literal in literals])
    if rule.join is Op.AND and len(known_body) == len(rule.body):
        yield rule.head, known_body
    elif rule.join is not Op.AND and known_body:
        yield rule.head, known_body[:1]
    if rule.head.denied not in literals:
        return
    if rule.join is not Op.AND:
        for literal in rule.body:
            yield literal.denied, (rule.head.denied,)
    elif len(known_body) == len(rule.body) - 1:
        (open_,) = (literal for literal in rule.body if literal not in known_body)
        yield open_.denied, (rule.head.denied, *known_body)


def _steps(goal: Lit, derivations: Mapping[Lit, tuple[int, tuple[Lit, ...]]]) -> Iterator[Step]:
    places: dict[Lit, int] = {}

    def explained(literal: Lit) -> Iterator[Step]:
        premise, used = derivations[literal]
        for source in used:
            if source not in places:
                yield from explained(source)
        places[literal] = len(places)
        yield Step(literal, premise, tuple([places[source] for source in used]))

    yield from explained(goal)
