"""Functions of individuals: what they are read as, and that they mean the same."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import InputError
from solver.language.loader import load_problem
from solver.language.printer import print_formula
from solver.queries import solve_problem
from tests.effort import examples
from tests.solver.engine_queries import query_for


def printed_premises(*premises: str) -> list[str]:
    return [print_formula(formula) for formula in load_problem({"premise": premises}).premises]


def verdict(query: str, *premises: str) -> str | None:
    problem = load_problem({"premise": premises, "question": [query]})
    report = solve_problem(problem, want_supports=False)
    return report.queries[0].answer.verdict


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("P(f(a))", "∃v (f(a, v) ∧ P(v))"),
        ("f(a) = b", "f(a, b)"),
        ("b = f(a)", "f(a, b)"),
        ("f(a) != b", "¬f(a, b)"),
        ("f(a) = g(b)", "∃v (g(b, v) ∧ f(a, v))"),
        ("f(g(a)) = b", "∃v (g(a, v) ∧ f(v, b))"),
        ("P(f(a), v)", "∃v1 (f(a, v1) ∧ P(v1, v))"),
        ("exists e.(run(e) & (Subj(e) = x))", "∃e (run(e) ∧ Subj(e, x))"),
        ("all x.-P(f(x))", "∀x ¬∃v (f(x, v) ∧ P(v))"),
        ("∀x f(f(x)) = x", "∀x ∃v (f(x, v) ∧ f(v, x))"),
        ("∀xf(f(x)) = x", "∀x ∃v (f(x, v) ∧ f(v, x))"),
        ("∀xg(f(x)) = a", "∀x ∃v (f(x, v) ∧ g(v, a))"),
        ("∃x f(g(x)) ≠ x -> Q", "∃x (¬∃v (g(x, v) ∧ f(v, x)) → Q)"),
        ("∀x y (F(x, y))", "∀x ∀y F(x, y)"),
    ],
)
def test_a_function_is_a_relation_with_one_more_place(text: str, relation: str) -> None:
    assert printed_premises(text)[0] == relation


@pytest.mark.parametrize("text", ["∀xyf(f(x)) = y", "∀xyg(f(x)) = y"])
def test_two_variables_before_a_function_of_a_function_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        printed_premises(text)


def test_the_last_premises_say_that_a_function_has_one_value() -> None:
    problem = load_problem({"premise": ["P(f(a))", "Q(g(a, b))"], "question": ["possible(P(a))"]})
    assert [print_formula(formula) for formula in problem.premises[2:]] == [
        "∀x1 ∃v ∀w (f(x1, w) ↔ w = v)",
        "∀x1 ∀x2 ∃v ∀w (g(x1, x2, w) ↔ w = v)",
    ]
    assert "f, g" in problem.warnings[0]


@pytest.mark.parametrize(
    ("query", "premises", "expected"),
    [
        ("necessary(f(a) = f(b))", ["a = b"], "necessary"),
        ("necessary(f(a) = f(b))", ["P(f(a))"], "unnecessary"),
        ("necessary(P(f(b)))", ["P(f(a))", "a = b"], "necessary"),
        ("necessary(b = c)", ["f(a) = b", "f(a) = c"], "necessary"),
        ("necessary(exists x P(x))", ["all x.P(f(x))"], "necessary"),
        ("necessary(~P(f(a)))", ["f(a) = b", "~P(b)"], "necessary"),
        ("possible(P(f(a)) & ~P(f(a)))", ["Q(a)"], "impossible"),
    ],
)
def test_functions_mean_what_they_mean(query: str, premises: Sequence[str], expected: str) -> None:
    assert verdict(query, *premises) == expected


@pytest.mark.parametrize(
    "premises",
    [
        ["sleeps(b)", "believes(a, sleeps(b))"],
        ["believes(a, sleeps(b))", "sleeps(b)"],
        ["f(a, b)", "P(f(a))"],
        ["P(f(a))", "f(a, b) -> P(a)", "f(a)"],
    ],
)
def test_a_name_is_a_predicate_or_a_function(premises: Sequence[str]) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        load_problem({"premise": premises})


def test_a_declared_predicate_is_not_a_function() -> None:
    declared: Mapping[str, object] = {
        "parameters": {"F": "Function(1)", "P": "Function(1)"},
        "premise": ["P(F(a))"],
    }
    with pytest.raises(InputError) as caught:
        load_problem(declared)
    assert "F(…) is a formula elsewhere" in caught.value.message


def test_a_further_query_has_the_functions_of_its_problem_and_no_others() -> None:
    problem = load_problem({"premise": ["P(f(a))"]})
    query = query_for(problem, "necessary(P(f(b)))")
    assert query.formula is not None
    assert print_formula(query.formula) == "∃v (f(b, v) ∧ P(v))"
    with pytest.raises(InputError, match="cannot be read"):
        query_for(problem, "necessary(P(g(b)))")


TABLE = st.lists(st.integers(0, 1), min_size=2, max_size=2)


@pytest.mark.slow
@given(TABLE, TABLE, st.integers(0, 1), st.booleans(), st.booleans())
@examples(8)
def test_a_structure_with_functions_is_one_with_their_relations(
    f: list[int], g: list[int], a: int, p0: bool, p1: bool
) -> None:
    """P(f(g(a))) in a structure of two elements, by the tables and by the solver."""
    names = ["zero", "one"]
    facts = ["zero != one", "all x.(x = zero | x = one)", f"a = {names[a]}"]
    facts += [f"{h}({names[n]}) = {names[t[n]]}" for h, t in (("f", f), ("g", g)) for n in (0, 1)]
    facts += [
        f"{'' if holds else '-'}P({name})" for name, holds in zip(names, (p0, p1), strict=True)
    ]
    expected = "necessary" if (p0, p1)[f[g[a]]] else "unnecessary"
    assert verdict("necessary(P(f(g(a))))", *facts) == expected
