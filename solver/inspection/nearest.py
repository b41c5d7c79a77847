"""The world nearest to a given one in which a formula holds: the fewest facts changed.

Owns what a fact is (the value of one Bool, Enum or ground atom) and the search, which asks for a
model that keeps at least so many facts, with one less each time. So whichever engine answers is
exact, and the first answer is the least. First-order premises have no list of facts.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from solver.cancel import Budget, Cancel, GaveUp
from solver.diff import columns
from solver.errors import InputError
from solver.language.problem import Query, Target, Theory
from solver.language.syntax import Count, EnumIs, Formula, Not
from solver.queries import DEFAULT_TIMEOUT, Session
from solver.results import EngineChoice, Model, Structure, Verdict


@dataclass(frozen=True, slots=True)
class Nearest:
    """What came of looking for the nearest world."""

    world: Model | None
    """With the facts changed; None where there is no such world, or where `reason` is given."""
    changed: Mapping[str, tuple[bool | str, bool | str]]
    """Fact to its value before and after; as many as have to change and no more."""
    reason: str = ""
    """Why it is not known; empty where it is."""


def nearest(
    theory: Theory,
    world: Model,
    formula: Formula,
    *,
    keep_premises: bool = True,
    engine: EngineChoice = "auto",
    timeout: float = DEFAULT_TIMEOUT,
    cancel: Cancel | None = None,
) -> Nearest:
    """The world with the fewest facts changed in which the formula holds, and with `keep_premises`
    all premises too. `timeout` is in seconds for the whole search.

    Raises InputError for first-order premises or formulas.
    """
    asked = Query("possible", "possible", formula)
    if not keep_premises:
        theory = Theory(theory.signature, (), theory.definitions)
    targets = columns(theory, theory, (asked,))
    if targets is None:
        raise InputError(
            "No nearest world",
            "first-order premises have no list of facts that could be changed one by one",
        )
    facts = {target.key: target for target in targets if target.key in world}
    kept = tuple(_literal(target, world[key]) for key, target in facts.items())
    budget = Budget.of(timeout, cancel)
    session = Session(theory, (asked,), engine, timeout, cancel, budget)
    for changes in range(-1, len(kept) + 1):
        # Whether it can hold at all comes first: then the search must end.
        given = None if changes < 0 else Count("at_least", len(kept) - changes, kept)
        try:
            answer = session.ask(
                Query("possible", "possible", formula, given=given), want_supports=False
            ).answer
        except GaveUp as stop:
            return Nearest(None, {}, stop.reason)
        if answer.unknown:
            return Nearest(None, {}, answer.reason or "the solver gave up")
        if changes < 0 and answer.verdict is not Verdict.POSSIBLE:
            return Nearest(None, {})
        found = answer.witness
        if changes >= 0 and answer.verdict is Verdict.POSSIBLE:
            if found is None or isinstance(found, Structure):
                return Nearest(None, {}, "the engine showed no world")
            after = {**world, **{key: found[key] for key in facts if key in found}}
            changed = {key: (world[key], after[key]) for key in facts if after[key] != world[key]}
            return Nearest(after, changed)
    return Nearest(None, {}, "the engines contradict each other")


def _literal(target: Target, value: bool | str) -> Formula:
    if target.enum is not None:
        return EnumIs(target.enum, str(value))
    assert target.formula is not None
    return target.formula if value else Not(target.formula)
