"""Reading queries: the seven kinds, targets, the individual form, `given` and `under`."""

import pytest

from solver.errors import FormulaError
from solver.language.loader import load_problem
from solver.language.parser import parse_formula
from solver.language.problem import Problem, Query, Target
from solver.language.query_parser import split_queries
from solver.language.syntax import And, EnumIs, Equal, Not, Pred, Prop, Variable
from solver.language.syntax import Constant as Name
from tests.solver.engine_queries import query_for

A, B = Prop("A"), Prop("B")

PROBLEM: Problem = load_problem(
    {
        "parameters": {
            "A": "Bool",
            "B": "Bool",
            "status": "Enum(going, open)",
            "F": "Function(1)",
            "a": "Person",
            "b": "Person",
        },
        "define": {"Rule": "A & B"},
        "variants": {
            "alpha": [{"op": "define", "name": "New", "formula": "A"}],
            "反事实-1": [],
        },
    }
)


def query(text: str) -> Query:
    return query_for(PROBLEM, text, strict=True)


def error(text: str) -> FormulaError:
    with pytest.raises(FormulaError) as caught:
        query_for(PROBLEM, text)
    return caught.value


def test_possible_and_necessary() -> None:
    assert query("possible(A ∧ B)") == Query("possible", "possible(A ∧ B)", formula=And((A, B)))
    assert query(" necessary[ ∀x F(x) ] ").kind == "necessary"


def test_targets() -> None:
    outcome = query("enumerate_models(A, status, Rule, F(a), a = b, status = open)")
    assert outcome.targets == (
        Target("A", A),
        Target("status", None, "status"),
        Target("Rule", Prop("Rule")),
        Target("F(a)", Pred("F", (Name("a"),))),
        Target("a = b", Equal(Name("a"), Name("b"))),
        Target("status = open", EnumIs("status", "open")),
    )
    assert outcome.formula is None
    assert query("unique_solution(A)").targets == (Target("A", A),)


def test_the_individual_form() -> None:
    outcome = query("enumerate_models(\\neg F(x), x)")
    assert outcome.formula == Not(Pred("F", (Variable("x"),)))
    assert (outcome.variable, outcome.targets) == ("x", ())
    assert query("count_models(x = a ∧ A, x)").variable == "x"
    assert query("count_models(F(x), x) given F(a) under alpha").under == "alpha"


@pytest.mark.parametrize(
    "text", ["enumerate_models(A, B)", "count_models(F(a), B)", "enumerate_models(A, status)"]
)
def test_two_targets_are_no_individual_form(text: str) -> None:
    assert query(text).variable is None


def test_a_variable_that_does_not_occur_is_a_target() -> None:
    outcome = query_for(PROBLEM, "enumerate_models(A, z)")
    assert [target.key for target in outcome.targets] == ["A", "z"]


def test_has_alternative_and_projection() -> None:
    outcome = query("has_alternative(A, status; A)")
    assert (outcome.formula, len(outcome.targets)) == (A, 2)
    assert query("has_alternative(A, status)").formula is None
    outcome = query("projection(possible; A, A \\wedge B, Rule)")
    assert outcome.mode == "possible"
    assert [target.key for target in outcome.listed] == ["A", "A ∧ B", "Rule"]
    assert query("projection(necessary; A)").mode == "necessary"


@pytest.mark.parametrize(
    "suffix", ["", " given A", " given (A)", " given ~(A & A)", " under alpha"]
)
def test_the_individual_form_is_told_whatever_follows_it(suffix: str) -> None:
    outcome = query(f"enumerate_models(F(x) & B, x){suffix}")
    assert (outcome.variable, outcome.targets) == ("x", ())
    listed = query(f"enumerate_models(A, B){suffix}")
    assert (listed.variable, [t.key for t in listed.targets]) == (None, ["A", "B"])


@pytest.mark.parametrize(
    ("text", "given", "under"),
    [
        ("possible(A)", None, "baseline"),
        ("possible(A) given A | B", "A | B", "baseline"),
        ("possible(A) under alpha", None, "alpha"),
        ("possible(A) given B under alpha", "B", "alpha"),
        ("possible(A) under alpha given B", "B", "alpha"),
        ("possible(A)under 反事实-1", None, "反事实-1"),
        ("possible(New) under alpha", None, "alpha"),
        ("possible(A) under baseline", None, "baseline"),
    ],
)
def test_given_and_under(text: str, given: str | None, under: str) -> None:
    outcome = query(text)
    assert outcome.given == (parse_formula(given) if given else None)
    assert (outcome.under, outcome.text) == (under, text)


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("", 0, "found nothing"),
        ("posible(A)", 0, "posible is not a query"),
        ("possible A", 9, "expected a bracket after possible"),
        ("possible(A", 10, "the bracket that closes possible"),
        ("possible(A]", 10, "( is closed by ]"),
        ("possible(A, B)", 10, "the bracket that closes possible, found ,"),
        ("possible()", 9, "found )"),
        ("possible(A) B", 12, "given, under or the end, found B"),
        ("possible(A) given", 17, "found the end"),
        ("possible(A) under", 17, "the name of a variant"),
        ("possible(A) under gamma", 18, "there is no variant gamma"),
        ("possible(A) under alpha under alpha", 12, "under is allowed once"),
        ("possible(A &) under alpha", 12, "found )"),
        ("possible(New)", 9, "defined only under alpha"),
        ("enumerate_models()", 17, "found )"),
        ("enumerate_models(A & B)", 17, "a target is"),
        ("enumerate_models(A, A)", 20, "listed twice"),
        ("enumerate_models(F(a), a)", 23, "a is an individual"),
        ("enumerate_models(a)", 17, "a is an individual (Person), not a formula"),
        ("enumerate_models(F(x) & x, x)", 24, "x is a variable"),
        ("unique_solution(A; B)", 17, "closes unique_solution, found ;"),
        ("possible(status)", 9, "status is an Enum"),
        ("projection(A, B)", 11, "expected necessary or possible"),
        ("projection(sure; A)", 11, "necessary or possible"),
        ("projection(necessary A)", 21, "a semicolon"),
        ("projection(necessary)", 20, "a semicolon"),
        ("projection(necessary; A, A)", 25, "listed twice"),
        ("has_alternative(A; )", 19, "found )"),
    ],
)
def test_errors_say_where(text: str, position: int, reason: str) -> None:
    formula_error = error(text)
    assert reason in formula_error.reason
    assert formula_error.position == position


def test_errors_name_what_there_is() -> None:
    assert error("posible(A)").hint.startswith("Did you mean possible? Queries: possible, necess")
    assert error("possible(A) under alpa").hint == "Did you mean alpha?"


def test_queries_in_one_string() -> None:
    text = "possible(A, B); has_alternative(A; B)\n\nprojection(possible; A[b, c]), count_models(A)"
    assert split_queries(text) == (
        "possible(A, B)",
        "has_alternative(A; B)",
        "projection(possible; A[b, c])",
        "count_models(A)",
    )
