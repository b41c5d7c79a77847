"""Differences of first-order premises: a structure that one side allows and the other forbids."""

from hypothesis import given

from solver.as_json import diff_data
from solver.diff import DistinguishingStructure, columns, common_queries, diff
from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.language.problem import Add, Problem, Theory
from solver.results import Structure
from solver.structures import holds
from tests.effort import examples
from tests.solver.brute import BruteEngine
from tests.solver.strategies import first_order_signature, problems
from tui.diff_text import apart_text


def allowed(structure: Structure, side: Theory) -> bool:
    return all(holds(structure, p.formula, side.definitions) for p in side.premises)


def check(apart: DistinguishingStructure, allowing: Theory, forbidding: Theory) -> None:
    """What is shown is such a structure, and none is denied that a small domain has."""
    small = next(
        (
            structure
            for structure in BruteEngine(Theory(allowing.signature, ()), 2).structures
            if allowed(structure, allowing) and not allowed(structure, forbidding)
        ),
        None,
    )
    if small is not None:
        assert apart.exists is not False
    if isinstance(apart.world, Structure):
        assert apart.exists
        assert allowed(apart.world, allowing)
        assert not allowed(apart.world, forbidding)


@examples(25)
@given(problems(first_order_signature(monadic=True), premises=2, depth=2))
def test_a_structure_apart_is_one(problem: Problem) -> None:
    if "alpha" not in problem.variants:
        return
    before, after = theory(problem), theory(problem, "alpha")
    outcome = diff(problem, "alpha", timeout=60)
    listed = columns(before, after, common_queries(problem, before, after)) is not None
    assert (outcome.only_before is None) is listed
    if outcome.only_before is not None and outcome.only_after is not None:
        check(outcome.only_before, before, after)
        check(outcome.only_after, after, before)


LIKES = load_problem(
    {
        "parameters": {"a": "P", "b": "P", "L": "Function(2)", "F": "Function(1)"},
        "premise": ["forall x exists y L(x, y)", "~L(a, a)"],
        "variants": {"beta": [{"op": "add", "formula": "F(a)"}]},
    }
)


def test_both_ways_and_as_json() -> None:
    outcome = diff(LIKES, "beta")
    assert outcome.only_before is not None
    assert outcome.only_after is not None
    assert isinstance(outcome.only_before.world, Structure)
    (edit,) = LIKES.variants["beta"].edits
    assert isinstance(edit, Add)
    assert not holds(outcome.only_before.world, edit.formula)
    assert outcome.only_after == DistinguishingStructure(False)
    data = diff_data(outcome)
    assert data["only_before"]["exists"] is True
    assert data["only_before"]["structure"]["domain"]
    assert data["only_after"] == {"exists": False, "structure": None, "reason": ""}


def test_of_listed_models_nothing_more_is_told() -> None:
    problem = load_problem(
        {
            "parameters": {"A": "Bool"},
            "premise": ["A"],
            "variants": {"beta": [{"op": "drop", "premise": 0}]},
        }
    )
    outcome = diff(problem, "beta")
    assert (outcome.only_before, outcome.only_after) == (None, None)
    assert diff_data(outcome)["only_before"] is None


def test_what_is_not_known_is_not_told_as_known() -> None:
    assert "is not known (timeout)" in apart_text(
        DistinguishingStructure(None, None, "timeout"), "one", "other"
    )
    assert apart_text(DistinguishingStructure(False), "one", "other") == (
        "one allows no structure that other forbids."
    )
    assert "none could be shown" in apart_text(DistinguishingStructure(True), "one", "other")
