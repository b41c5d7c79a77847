"""Lists of assignments to many targets fit into the memory of a query."""

from collections.abc import Callable
from typing import Any

import pytest

from solver.cancel import MEMORY, MODELS, Budget, Cancel
from solver.engines import sat
from solver.engines.base import Engine, Listing
from solver.engines.diagram import listed
from solver.engines.region_engine import RegionEngine
from solver.engines.sat import SatEngine
from solver.engines.z3 import Z3Engine
from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.language.problem import Problem, Target
from solver.language.syntax import Prop
from solver.queries import solve_problem

NAMES = [f"p{n}" for n in range(6)]
TARGETS = tuple(Target(name, Prop(name)) for name in NAMES)
SMALL = Budget(float("inf"), Cancel(), memory=10 * (200 + 60 * len(NAMES)))
"""Has room for ten assignments."""


def problem(names: list[str] = NAMES) -> Problem:
    columns = ", ".join(names)
    return load_problem(
        {
            "premise": [f"{name} | ~{name}" for name in names] + [" | ".join(names)],
            "question": [f"difference(baseline, a; {columns})", f"enumerate_models({columns})"],
            "variants": {"a": [{"op": "add", "formula": f"~{names[0]}"}]},
        }
    )


def test_the_more_targets_the_fewer_assignments() -> None:
    budget = Budget.of(600.0)
    assert budget.listable(1) == MODELS
    assert budget.listable(2_000) < 5_000
    assert budget.listable(MEMORY) == 1
    assert SMALL.listable(len(NAMES)) == 10


@pytest.mark.parametrize("engine_of", [RegionEngine, SatEngine, Z3Engine])
def test_a_list_fits_into_memory_and_its_count_does_not_suffer(
    engine_of: Callable[..., Engine],
) -> None:
    engine = engine_of(theory(problem()), budget=SMALL)
    listing = engine.assignments(TARGETS, limit=50)
    assert (len(listing.models), listing.count, listing.complete) == (10, 63, True)
    whole = engine.assignments(TARGETS)
    assert len(whole.models) == 10
    few = engine.assignments(TARGETS, limit=3)
    assert (len(few.models), few.count) == (3, 63)


def test_a_diagram_lists_as_much() -> None:
    listing: Listing = listed(theory(problem()), (), TARGETS, 50, SMALL)
    assert (len(listing.models), listing.count) == (10, 63)


def test_the_sides_of_a_set_share_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    listed_at_once: list[int] = []
    real = SatEngine.assignments

    def noted(self: SatEngine, *arguments: Any, **options: Any) -> Listing:
        listing = real(self, *arguments, **options)
        listed_at_once.append(len(listing.models))
        return listing

    monkeypatch.setattr(SatEngine, "assignments", noted)
    # The first turn of listing is long enough for more than fit, and no diagram is tried.
    monkeypatch.setattr(sat, "_FIRST_TURN", 1e9)
    monkeypatch.setattr(sat, "_FIRST_TURN_OF_CUBES", 1e9)
    wide = problem([f"q{n}" for n in range(2_500)])
    report = solve_problem(
        wide, engine="worlds", timeout=600.0, queries=wide.queries[:1], want_supports=False
    )
    most = Budget.of(600.0).listable(2_500) // 3
    assert listed_at_once == [most]
    assert report.queries[0].answer.reason == f"more than {most:,} assignments under baseline"
