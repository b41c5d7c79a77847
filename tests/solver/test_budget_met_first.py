"""Every primitive of every engine looks at the budget before it does anything, so that a kind that
asks again and again comes to an end, also where answers are known already."""

from collections.abc import Callable
from typing import Any

import pytest

from solver.cancel import NO_LIMIT, Budget, Cancel, GaveUp, check_whole, for_reading, whole_budget
from solver.engines.engine_choice import ExactEngine
from solver.engines.ground import GroundEngine
from solver.engines.region_engine import RegionEngine
from solver.engines.sat import SatEngine
from solver.engines.z3 import Z3Engine
from solver.errors import InputError
from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.language.problem import Target
from solver.language.syntax import Prop

PLAIN = theory(load_problem({"premise": ["A -> B", "A"], "question": []}))
QUANTIFIED = theory(load_problem({"premise": ["forall x (P(x) -> B)", "P(c)"], "question": []}))
B = Prop("B")
TARGET = Target("B", B, None)
PRIMITIVES: dict[str, Callable[[Any], object]] = {
    "satisfiable": lambda engine: engine.satisfiable(),
    "satisfiable with": lambda engine: engine.satisfiable(B),
    "world": lambda engine: engine.world(),
    "world with": lambda engine: engine.world(B),
    "assignments": lambda engine: engine.assignments([TARGET]),
    "some assignments": lambda engine: engine.assignments([TARGET], limit=0, most=1),
    "determines": lambda engine: engine.determines([TARGET], B),
    "supports": lambda engine: engine.supports(B, cap=4),
}
ENGINES = [
    (RegionEngine, PLAIN),
    (SatEngine, PLAIN),
    (ExactEngine, PLAIN),
    (ExactEngine, QUANTIFIED),
    (GroundEngine, QUANTIFIED),
    (Z3Engine, PLAIN),
    (Z3Engine, QUANTIFIED),
]


@pytest.mark.parametrize("name", PRIMITIVES)
@pytest.mark.parametrize(("kind", "subject"), ENGINES)
def test_a_primitive_that_is_asked_again_meets_the_token(
    kind: Any, subject: Any, name: str
) -> None:
    token = Cancel()
    engine = kind(subject, [B], [TARGET], budget=Budget.of(600, token))
    ask = PRIMITIVES[name]
    for _ in range(2):
        ask(engine)
    token.cancel()
    with pytest.raises(GaveUp, match="interrupted"):
        ask(engine)


@pytest.mark.parametrize("name", PRIMITIVES)
@pytest.mark.parametrize(("kind", "subject"), ENGINES)
def test_a_primitive_meets_a_budget_that_is_over(kind: Any, subject: Any, name: str) -> None:
    engine = kind(subject, [B], [TARGET], budget=Budget.of(600))
    PRIMITIVES[name](engine)
    engine.budget = Budget.of(0)
    with pytest.raises(GaveUp, match="timeout"):
        PRIMITIVES[name](engine)


def test_no_budget_outlives_the_whole_that_it_is_made_in() -> None:
    check_whole()
    with whole_budget(1_000.0) as outer:
        assert Budget.of(5_000.0).deadline == outer.deadline
        assert Budget.of(1.0).deadline < outer.deadline
        assert for_reading(NO_LIMIT).deadline < outer.deadline
        with whole_budget(5_000.0) as inner:
            assert inner.deadline == outer.deadline
        with whole_budget(0.0):
            assert Budget.of(10.0).is_over
            assert for_reading(NO_LIMIT).is_over
            with pytest.raises(GaveUp):
                check_whole()
            with pytest.raises(InputError):
                load_problem({"premise": ["A -> B"]})
        check_whole()
    assert not Budget.of(10.0).is_over
