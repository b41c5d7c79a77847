"""The parts of an answer, and what shows each of them, against every world tried."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.inspection.claims import with_supports
from solver.inspection.evaluate import evaluate
from solver.inspection.members import Parts, with_parts
from solver.kinds import assignments, set_operation
from solver.kinds.base import AnswerClaim, conditional
from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.language.printer import print_formula
from solver.language.problem import Problem, Query, Target, Theory
from solver.language.syntax import Formula, negation
from solver.queries import Session, solve_problem
from solver.results import EngineAnswer, Supports, World
from tests.effort import examples
from tests.solver.brute import BruteEngine
from tests.solver.engine_queries import query_for
from tests.solver.strategies import formulas, propositional_signature
from tests.solver.test_set_operations import (
    PEOPLE,
    TRIP,
    compared_problems,
    oracle,
    rows,
)

PLENTY = 600.0
"""Seconds: trying every world beside the parts counts as their time, on a busy machine too."""


def answered(problem: Problem, query: Query) -> EngineAnswer:
    session = Session(theory(problem, query.under), (query,), timeout=PLENTY)
    return session.ask(query, want_supports=False).answer


def assumed(query: Query) -> tuple[Formula, ...]:
    return () if query.given is None else (query.given,)


def by_hand(problem: Problem, query: Query, said: AnswerClaim) -> bool:
    brute = BruteEngine(theory(problem, said.under))
    return brute.satisfiable(*assumed(query), said.formula)


def check_world(held: Theory, query: Query, said: AnswerClaim, world: World | None) -> None:
    """A model of the variant's premises in which what is said holds."""
    assert world is not None
    for formula in (*held.formulas, *assumed(query), said.formula):
        assert evaluate(formula, world, held.definitions).value is not False, print_formula(formula)


def check_supports(
    held: Theory, query: Query, said: AnswerClaim, supports: Supports | None
) -> None:
    """Minimal sets of the variant's premises that exclude what is said."""
    assert supports is not None
    assert supports.sets
    excluded = conditional(query, negation(said.formula))

    def suffices(numbers: tuple[int, ...]) -> bool:
        left = tuple(premise for premise in held.premises if premise.number in numbers)
        return not BruteEngine(replace(held, premises=left)).satisfiable(negation(excluded))

    for numbers in supports.sets:
        assert suffices(numbers)
        assert not any(suffices(tuple(m for m in numbers if m != n)) for n in numbers)


def check_parts(problem: Problem, query: Query) -> Iterator[tuple[object, bool]]:
    """Every part is as said and is shown; gives what they are called and whether they count."""
    parts = Parts(problem, query, timeout=PLENTY)
    members = parts.members(answered(problem, query))
    assert members.whole
    for member in members.members:
        for claim in member.claims:
            assert by_hand(problem, query, claim) is claim.can
        report = parts.report(member)
        assert set(report.worlds) == {claim.under for claim in member.claims if claim.can}
        for claim in member.claims:
            claim_theory = theory(problem, claim.under)
            if claim.can:
                check_world(claim_theory, query, claim, report.worlds[claim.under])
            else:
                check_supports(claim_theory, query, claim, report.supports[claim.under])
        key = member.key
        yield (frozenset(key.items()) if isinstance(key, dict) else key), member.held


@pytest.mark.slow
@examples(60)
@given(compared_problems())
def test_every_row_of_a_comparison_is_shown_on_every_side(problem: Problem) -> None:
    for query in problem.queries:
        parts = dict(check_parts(problem, query))
        assert not parts.pop(None), "that there is nothing else is no row of the answer"
        assert {key for key, is_held in parts.items() if is_held} == oracle(problem, query)
        # Every row that some side allows is named; of the others it is said that there are none.
        allowed = [
            rows(
                BruteEngine(theory(problem, name))
                .assignments(query.targets, *assumed(query))
                .models
            )
            for name in query.compared
        ]
        assert set(parts) == set().union(*allowed)


@examples(40)
@given(compared_problems())
def test_rows_of_sides_too_long_to_list_are_asked_one_by_one(problem: Problem) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for module in (assignments, set_operation):
            patch.setattr(module, "MAX_ASSIGNMENTS", 2)
        for query in problem.queries:
            members = Parts(problem, query, timeout=PLENTY).members(answered(problem, query))
            wanted = oracle(problem, query)
            for member in members.members:
                for claim in member.claims:
                    assert by_hand(problem, query, claim) is claim.can
                if isinstance(member.key, dict):
                    assert member.held is (frozenset(member.key.items()) in wanted)
            assert members.whole or len(members.members) <= 2 * (len(query.compared) + 1) + 1


@st.composite
def projections(draw: st.DrawFn) -> Problem:
    """One projection over a few formulas."""
    signature = propositional_signature(3)
    premises = tuple(draw(st.lists(formulas(signature, depth=2), max_size=3)))
    listed = draw(
        st.lists(formulas(signature, depth=2), min_size=1, max_size=4, unique_by=print_formula)
    )
    query = Query(
        "projection",
        "projection",
        mode=draw(st.sampled_from(["necessary", "possible"])),
        listed=tuple(Target(print_formula(formula), formula) for formula in listed),
        given=draw(st.none() | formulas(signature, depth=1)),
    )
    return Problem(signature, premises, {}, (query,))


@examples(60)
@given(projections())
def test_every_formula_of_a_projection_is_shown_or_excluded(problem: Problem) -> None:
    query = problem.queries[0]
    brute = BruteEngine(theory(problem))
    wanted = {}
    for target in query.listed:
        assert target.formula is not None
        fails = brute.satisfiable(*assumed(query), negation(target.formula))
        holds = brute.satisfiable(*assumed(query), target.formula)
        wanted[target.key] = holds if query.mode == "possible" else not fails
    assert dict(check_parts(problem, query)) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "enumerate_models(A, B, s)",
        "count_models(A, s)",
        "unique_solution(A, s)",
        "has_alternative(A, s)",
    ],
)
def test_every_row_of_a_list_has_its_world(text: str) -> None:
    query = query_for(TRIP, text)
    parts = list(check_parts(TRIP, query))
    possible = BruteEngine(theory(TRIP)).assignments(query.targets).models
    assert {key for key, _ in parts} == rows(possible)
    assert all(is_held for _, is_held in parts)


def test_individuals_are_told_side_by_side() -> None:
    query = query_for(PEOPLE, "difference(alpha, baseline; F(x), x)")
    members = Parts(PEOPLE, query).members(answered(PEOPLE, query)).members
    claims_by_key = {
        str(member.key): (member.held, [(claim.under, claim.can) for claim in member.claims])
        for member in members
    }
    assert claims_by_key == {
        "{'x': 'b'}": (True, [("alpha", True), ("baseline", False)]),
        "{'x': 'a'}": (False, [("alpha", True), ("baseline", True)]),
        "None": (False, [("baseline", False)]),
    }


def test_a_row_that_is_wrongly_said_is_caught() -> None:
    """The check of this file refuses a planted falsehood."""
    query = query_for(TRIP, "difference(alpha, beta-1; s)")
    parts = Parts(TRIP, query)
    member = parts.members(answered(TRIP, query)).members[0]
    claim = member.claims[0]
    world = parts.report(member).worlds[claim.under]
    with pytest.raises(AssertionError):
        check_world(theory(TRIP, "beta-1"), query, claim, world)
    with pytest.raises(AssertionError):
        check_supports(theory(TRIP, claim.under), query, claim, Supports(((0,),), True))


def test_parts_stand_where_nothing_else_shows_an_answer() -> None:
    problem = load_problem(
        {
            "parameters": {"A": "Bool", "B": "Bool"},
            "premise": ["A -> B"],
            "variants": {"alpha": [{"op": "add", "formula": "A"}]},
            "question": [
                "union(alpha, baseline; A)",
                "projection(possible; A, B)",
                "enumerate_models(A, B)",
                "necessary(B)",
            ],
        }
    )
    report = with_supports(problem, solve_problem(problem), "auto", 5.0)
    report = with_parts(problem, report, "auto", 5.0)
    has_parts = [query.parts is not None for query in report.queries]
    assert has_parts == [True, True, False, False]
