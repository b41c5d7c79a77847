"""Which single edits change an answer."""

import pytest
from hypothesis import given

from solver.cancel import Cancel, Cancelled
from solver.diff import changed
from solver.inspection.formula_standing import FormulaStanding, FormulaVerdict
from solver.inspection.sensitivity import Statement, sensitivity
from solver.language.edits import read_edits, theory
from solver.language.loader import load_problem
from solver.language.parser import parse_formula
from solver.language.problem import Problem
from solver.queries import ask
from tests.effort import examples
from tests.solver.strategies import propositional_problems

GOAT = {
    "premise": ["S -> B", "~(L & B)", "S", "C -> C"],
    "question": ["necessary(~L)", "count_models(S, B, L)", "possible(B)"],
    "variants": {"alpha": [{"op": "drop", "premise": 1}, {"op": "add", "formula": "~L"}]},
}


@pytest.mark.slow
def test_the_goat_hangs_on_three_premises() -> None:
    problem = load_problem(GOAT)
    rows = list(sensitivity(theory(problem), problem.queries, engine="both"))
    assert [row.edit for row in rows] == [
        f"{operation} {number}" for number in (1, 2, 3, 4) for operation in ("drop", "negate")
    ]
    by_edit = {row.edit: [effect.changed for effect in row.effects] for row in rows}
    assert by_edit["drop 1"] == [True, True, False]
    assert by_edit["drop 3"] == [True, True, False]
    assert by_edit["drop 4"] == [False, False, False]
    # Whatever is asked of contradictory premises, necessary stays and possible goes.
    assert by_edit["negate 4"] == [False, True, True]
    assert [row.consistent for row in rows if row.edit in ("drop 4", "negate 4")] == [True, False]


def test_edits_are_made_to_the_variant_that_is_asked_about() -> None:
    problem = load_problem(GOAT)
    statement = Statement("A", parse_formula("~L", problem.signature))
    rows = list(sensitivity(theory(problem, "alpha"), [statement], operations=("drop",)))
    assert [row.edit for row in rows] == ["drop 1", "drop 3", "drop 4", "drop 5"]
    pairs = {}
    for row in rows:
        after = row.effects[0].after
        assert isinstance(after, FormulaStanding)
        pairs[row.edit] = (after.verdict, row.effects[0].changed)
    assert pairs["drop 1"] == (FormulaVerdict.ENTAILED, False)
    assert pairs["drop 5"] == (FormulaVerdict.UNDETERMINED, True)


@given(propositional_problems())
@examples(30)
def test_rows_agree_with_the_same_edits_typed(problem: Problem) -> None:
    before = theory(problem)
    for row in sensitivity(before, problem.queries, engine="worlds"):
        after = theory(problem, read_edits([row.edit], problem).variant)
        for effect, query in zip(row.effects, problem.queries, strict=True):
            answer = ask(before, query, engine="worlds", want_supports=False).answer
            other = ask(after, query, engine="worlds", want_supports=False).answer
            assert effect.changed == changed(query, answer, other)


def test_it_can_be_stopped_between_rows() -> None:
    problem = load_problem(GOAT)
    cancel = Cancel()
    rows = sensitivity(theory(problem), problem.queries, cancel=cancel)
    next(rows)
    cancel.cancel()
    with pytest.raises(Cancelled):
        next(rows)
