"""The smallest world in which some formulas hold: the fewest individuals, then the fewest facts.

Owns what small means and the search. Where the formulas have a list of facts (Bools and ground
atoms), the least number of true ones is found exactly, with one more allowed each time. First-order
formulas get a finite structure of the fewest individuals that the search finds, with named ones
kept apart where they can be; then every true fact that is not needed is taken out, one by one. That
no world was found is never a verdict.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from solver.cancel import Budget, GaveUp
from solver.diff import columns
from solver.engines.finite import search
from solver.language.problem import Premise, Query, Theory
from solver.language.syntax import Count, Formula, Signature
from solver.queries import Session
from solver.results import Model, Structure, Verdict, World
from solver.structures import holds


@dataclass(frozen=True, slots=True)
class Smallest:
    """What came of looking for a smallest world."""

    world: World | None
    """None where there is none, or none was found in time."""
    least: bool
    """Whether no other world is smaller: of a list of facts always, of a structure not proved."""
    reason: str = ""
    """Why none was found in time; empty where one was found, or where there is none."""


def size(world: World) -> tuple[int, int]:
    """How large a world is: its individuals, then the facts that are true in it."""
    if isinstance(world, Structure):
        true = sum(map(len, world.predicates.values()))
        return len(world.domain), true + _true(world.values)
    return 0, _true(world)


def smallest(signature: Signature, formulas: Sequence[Formula], budget: Budget) -> Smallest:
    """The smallest world in which all the formulas hold, definitions written out."""
    *held, last = formulas
    theory = Theory(signature, tuple(Premise(n, formula) for n, formula in enumerate(held)))
    targets = columns(theory, theory, (Query("possible", "possible", last),))
    try:
        if targets is None:
            return _structure(signature, formulas, budget)
        facts = tuple(target.formula for target in targets if target.formula is not None)
        return _model(theory, last, facts, budget)
    except GaveUp as stop:
        return Smallest(None, False, stop.reason)


def _model(
    theory: Theory, formula: Formula, facts: tuple[Formula, ...], budget: Budget
) -> Smallest:
    """Whether there is a world at all comes first: then the search must end."""
    session = Session(theory, (), "auto", budget.left, budget.cancel, budget)
    for most in range(-1, len(facts) + 1):
        given = None if most < 0 else Count("at_most", most, facts)
        query = Query("possible", "possible", formula, given=given)
        answer = session.ask(query, want_supports=False).answer
        if answer.unknown:
            return Smallest(None, False, answer.reason or "the solver gave up")
        if answer.verdict is Verdict.POSSIBLE and (most >= 0 or not facts):
            return Smallest(answer.witness, True)
        if most < 0 and answer.verdict is not Verdict.POSSIBLE:
            return Smallest(None, True)
    return Smallest(None, False, "the engines contradict each other")


def _structure(signature: Signature, formulas: Sequence[Formula], budget: Budget) -> Smallest:
    outcome = search(signature, formulas, budget=budget)
    if outcome.structure is None:
        return Smallest(None, False, "timeout" if outcome.exceeded else "")
    world = outcome.structure
    try:
        for key, tuples in world.predicates.items():
            for elements in sorted(tuples):
                rest = world.predicates[key] - {elements}
                world = _kept(world, formulas, budget, {**world.predicates, key: rest}, None)
        for name, value in outcome.structure.values.items():
            if value is True:
                values = {**world.values, name: False}
                world = _kept(world, formulas, budget, None, values)
    except GaveUp:
        pass  # what was found so far is a world, if not the smallest
    return Smallest(world, False)


def _kept(
    world: Structure,
    formulas: Sequence[Formula],
    budget: Budget,
    predicates: Mapping[str, frozenset[tuple[str, ...]]] | None,
    values: Model | None,
) -> Structure:
    """The world with less in it if the formulas hold there too, else as it was."""
    less = replace(
        world,
        predicates=world.predicates if predicates is None else predicates,
        values=world.values if values is None else values,
    )
    fine = all(holds(less, formula, budget=budget) for formula in formulas)
    return less if fine else world


def _true(facts: Model) -> int:
    return sum(value is True for value in facts.values())
