"""The smallest world in which some formulas hold: fewest individuals, then fewest true facts.

Owns the definition of size and the search. If the formulas have a list of facts (Bools and ground
atoms), the least number of true facts is found exactly, by allowing one more each time. First-order
formulas get a finite structure in which different names denote different individuals. Names may
only share an individual if that is impossible, because a story in which Ada is Ben is less
informative than one with another individual. Sizes are tried in increasing order; at the first that
has a structure, the number of true facts is reduced until the solver proves that it is minimal. Not
finding a world is never a verdict.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from solver.cancel import Budget, GaveUp
from solver.diff import columns
from solver.engines.finite_structures import LeastStructure, least
from solver.language.miniscoping import disjunction
from solver.language.problem import Premise, Query, Theory
from solver.language.syntax import (
    Constant,
    Count,
    Equal,
    Formula,
    Signature,
    SymbolKey,
    Truth,
    symbols_of,
)
from solver.phrases import phrase
from solver.premise_relation import entails
from solver.queries import Session
from solver.results import Model, Structure, Verdict, World

_APART_SHARE = 0.7
"""Share of the time left for the search of a structure in which all names are different
individuals."""


@dataclass(frozen=True, slots=True)
class SmallestWorld:
    """The result of the search for a smallest world."""

    world: World | None
    """None if there is none, or if none was found in time."""
    least: bool
    """Whether it is proved that no other world is smaller; for structures, no other one with
    different individuals for different names, if there are any."""
    reason: str = ""
    """Why none was found in time, or why the one found is not proved to be the smallest; empty if
    it is, or if there is none."""


def size(world: World) -> tuple[int, int]:
    """The size of a world: number of individuals, then number of true facts."""
    if isinstance(world, Structure):
        true = sum(map(len, world.predicates.values()))
        return len(world.domain), true + _true(world.values)
    return 0, _true(world)


def smallest(signature: Signature, formulas: Sequence[Formula], budget: Budget) -> SmallestWorld:
    """The smallest world in which all formulas hold; definitions must be expanded."""
    theory = Theory(signature, tuple(Premise(n, formula) for n, formula in enumerate(formulas)))
    try:
        targets = columns(theory, theory, (), budget)
        if targets is None:
            return _structure(signature, formulas, budget)
        facts = tuple(target.formula for target in targets if target.formula is not None)
        return _model(theory, facts, budget)
    except GaveUp as stop:
        return SmallestWorld(None, False, stop.reason)


def _model(theory: Theory, facts: tuple[Formula, ...], budget: Budget) -> SmallestWorld:
    """The smallest model. First checks whether there is a model at all; then the search must
    succeed."""
    session = Session(theory, (), "auto", budget.left, budget.cancel, budget)
    for most in range(-1, len(facts) + 1):
        bound = None if most < 0 else Count("at_most", most, facts)
        query = Query("possible", "possible", Truth(True), given=bound)
        answer = session.ask(query, want_supports=False).answer
        if answer.unknown:
            return SmallestWorld(None, False, answer.reason or phrase("the solver gave up"))
        if answer.verdict is Verdict.POSSIBLE and (most >= 0 or not facts):
            return SmallestWorld(answer.witness, True)
        if most < 0 and answer.verdict is not Verdict.POSSIBLE:
            return SmallestWorld(None, True)
    return SmallestWorld(None, False, "the engines contradict each other")


def _structure(signature: Signature, formulas: Sequence[Formula], budget: Budget) -> SmallestWorld:
    used = frozenset[SymbolKey]().union(*map(symbols_of, formulas))
    names = [Constant(name) for name in signature.constants() if (name, 0) in used]
    ended = ""
    try:
        part = budget.at_most(budget.left * _APART_SHARE) if len(names) > 1 else budget
        answer = least(signature, formulas, distinct=True, budget=part)
    except GaveUp as stop:
        if len(names) < 2:
            raise
        answer, ended = LeastStructure(None, False), stop.reason
    if answer.structure is not None or len(names) < 2:
        return SmallestWorld(answer.structure, answer.proved, answer.reason)
    answer = least(signature, formulas, distinct=False, budget=budget)
    if answer.structure is None or not answer.proved or ended:
        return SmallestWorld(answer.structure, False, answer.reason or ended)
    equal: list[Formula] = [Equal(name, other) for name, other in combinations(names, 2)]
    shared = entails(
        formulas, disjunction(equal), signature, timeout=budget.left, cancel=budget.cancel
    )
    if shared.follows:
        return SmallestWorld(answer.structure, True)
    why = "a larger world may keep the names apart"
    return SmallestWorld(answer.structure, False, shared.reason or why)


def _true(facts: Model) -> int:
    return sum(value is True for value in facts.values())
