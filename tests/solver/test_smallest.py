"""The smallest world against all worlds, and against every structure of a few elements."""

from hypothesis import given

from solver.cancel import Budget
from solver.inspection.smallest import size, smallest
from solver.language.loader import load_problem
from solver.language.problem import Theory
from solver.language.syntax import Formula, Not, expand
from solver.results import Structure
from solver.structures import holds
from tests.effort import examples
from tests.solver import truth_tables
from tests.solver.brute import BruteEngine


@given(truth_tables.theories(), truth_tables.formulas())
@examples(150)
def test_no_world_has_fewer_true_facts(theory: Theory, formula: Formula) -> None:
    premises = [expand(premise.formula, theory.definitions) for premise in theory.premises]
    asked = [*premises, expand(formula, theory.definitions)]
    outcome = smallest(theory.signature, asked, Budget.of(20))
    keys = [name for name, _ in theory.signature.symbols if name not in theory.definitions]
    worlds = [
        world
        for world in truth_tables.all_worlds(keys)
        if all(truth_tables.holds(entry, world, {}) for entry in asked)
    ]
    assert outcome.least
    assert (outcome.world is None) == (not worlds)
    if outcome.world is not None:
        assert not isinstance(outcome.world, Structure)
        shown = {**dict.fromkeys(keys, False), **outcome.world}
        assert all(truth_tables.holds(entry, shown, {}) for entry in asked)
        assert size(outcome.world) == min(size(world) for world in worlds)


def test_a_structure_has_no_fact_that_is_not_needed() -> None:
    problem = load_problem(
        {
            "parameters": {"F": "Function(1)", "P": "Function(2)", "a": "Person"},
            "premise": ["forall x exists y P(x, y)", "exists x F(x)"],
            "question": ["necessary(F(a))"],
        }
    )
    asked = [*problem.premises, Not(problem.queries[0].formula)]  # type: ignore[arg-type]
    outcome = smallest(problem.signature, asked, Budget.of(20))
    assert isinstance(outcome.world, Structure)
    assert all(holds(outcome.world, entry) for entry in asked)
    # Nobody but a cannot be F, so there are two; each needs one whom it is P to, one of them is F.
    assert size(outcome.world) == (2, 3)
    brute = BruteEngine(Theory(problem.signature, ()), 2)
    fitting = [
        structure
        for structure in brute.structures
        if all(holds(structure, formula) for formula in asked)
    ]
    assert min(map(size, fitting)) == (2, 3)


def test_no_world_and_no_time_are_told_apart() -> None:
    problem = load_problem({"parameters": {"A": "Bool"}, "premise": ["A", "~A"], "question": []})
    never = smallest(problem.signature, problem.premises, Budget.of(20))
    assert (never.world, never.least, never.reason) == (None, True, "")
    late = smallest(problem.signature, problem.premises[:1], Budget.of(0))
    assert (late.world, late.least, late.reason) == (None, False, "timeout")
