"""The formal JSON form: what loads, what is warned of, what is refused and how, and back again."""

import json
from dataclasses import replace

import pytest
from hypothesis import given

from solver.cancel import Budget, Cancel
from solver.errors import FormulaError, InputError, NotRead
from solver.kinds.registry import KINDS
from solver.language.dump import dump_problem
from solver.language.loader import load_problem, used_symbols
from solver.language.parser import parse_formula
from solver.language.printer import Notation
from solver.language.problem import Add, Define, Drop, Problem, Replace, Variant
from solver.language.syntax import (
    BOOL,
    And,
    EnumIs,
    EnumSort,
    IndividualSort,
    Not,
    PredicateSort,
    Prop,
    Signature,
    Symbol,
)
from tests.effort import examples
from tests.shared_data import shared_path
from tests.solver.strategies import first_order_problems, propositional_problems

WHOLE = {
    "parameters": {
        "A": "Bool",
        "a": "Person",
        "F": "Function(1)",
        "status": "Enum(going, not_going, open)",
    },
    "translation": {"A": "it rains", "F(x)": "x sings", "status": "the trip"},
    "premise": ["A \\rightarrow F(a)", "status = going | status = open"],
    "define": {"Rule1": "status = going"},
    "question": [
        "possible(A)",
        "necessary(F(a))",
        "enumerate_models(A, status)",
        "enumerate_models(F(x), x)",
        "count_models(A, status)",
        "unique_solution(A, status)",
        "has_alternative(A, status; A)",
        "projection(necessary; A, Rule1)",
        "enumerate_models(Rule1, A) under alpha",
        "difference(baseline, alpha; Rule1, A)",
        "union(alpha, baseline, alpha; status)",
        "intersection(alpha, baseline; F(x), x)",
        "symmetric_difference(alpha, baseline; A) given F(a)",
    ],
    "variants": {
        "alpha": [
            {"op": "drop", "premise": 1},
            {"op": "add", "formula": "\\neg A"},
            {"op": "replace", "premise": 0, "formula": "A -> status = open"},
            {"op": "define", "name": "Rule1", "formula": "status != open"},
        ]
    },
    "answer": ["possible", "unnecessary", "…"],
}


def test_a_whole_problem() -> None:
    problem = load_problem(WHOLE)
    assert problem.signature == Signature(
        {
            ("A", 0): Symbol("A", BOOL, "it rains"),
            ("a", 0): Symbol("a", IndividualSort("Person")),
            ("F", 1): Symbol("F", PredicateSort(1), "x sings", ("x",)),
            ("status", 0): Symbol("status", EnumSort(("going", "not_going", "open")), "the trip"),
        }
    )
    assert len(problem.premises) == 2
    assert problem.definitions == {"Rule1": EnumIs("status", "going")}
    assert {query.kind for query in problem.queries} == set(KINDS)
    assert problem.variants["alpha"] == Variant(
        "alpha",
        (
            Drop(1),
            Add(Not(Prop("A"))),
            Replace(0, parse_formula("A -> status = open", problem.signature)),
            Define("Rule1", Not(EnumIs("status", "open"))),
        ),
    )
    assert problem.warnings == ()
    assert used_symbols(problem) == tuple(problem.signature.symbols.values())


def test_types_in_any_case_and_labels() -> None:
    problem = load_problem(
        {
            "parameters": {"A": "bool", "F": "FUNCTION( 2 )", "n": "Int", "s": "enum(1,2)"},
            "premise": ["A", "F(n, n)", "s = 2"],
        }
    )
    assert [symbol.sort for symbol in problem.signature.symbols.values()] == [
        BOOL,
        PredicateSort(2),
        IndividualSort("Int"),
        EnumSort(("1", "2")),
    ]


def test_glosses_and_notes() -> None:
    problem = load_problem(
        {
            "parameters": {
                "F": "Function(1)",
                "G": "Function(1)",
                "P": "Function(2)",
                "a": "Thing",
            },
            "translation": {
                "F": "has the right",
                "G(x)": "y is secret",
                "P(x, y)": "x knows y",
                "Q": "glossed, not declared",
                "unused": "a note",
                "∀x F(x)": "another note",
                "P(x)": "of the wrong arity",
            },
            "premise": ["∀x (F(x) ∧ G(x) ∧ P(x, a))", "Q"],
        }
    )
    symbols = problem.signature.symbols
    assert (symbols[("F", 1)].gloss, symbols[("F", 1)].places) == ("has the right", ())
    assert symbols[("G", 1)].places == ("y",)
    assert symbols[("P", 2)].places == ("x", "y")
    assert symbols[("Q", 0)] == Symbol("Q", BOOL, "glossed, not declared", declared=False)
    assert problem.notes == {
        "unused": "a note",
        "∀x F(x)": "another note",
        "P(x)": "of the wrong arity",
    }
    assert problem.warnings == ()


def test_one_name_may_be_a_bool_and_a_predicate() -> None:
    data = {
        "parameters": {"F": "Bool", "F(x)": "Function(1)", "a": "Person"},
        "translation": {"F": "it is fine", "F(x)": "x is fine"},
        "premise": ["F -> F(a)"],
    }
    problem = load_problem(data)
    assert problem.signature.symbols[("F", 0)].gloss == "it is fine"
    assert problem.signature.symbols[("F", 1)].gloss == "x is fine"
    assert problem.warnings == ()
    assert load_problem(dump_problem(problem)) == problem


def test_premises_and_questions_as_one_string() -> None:
    problem = load_problem(
        {
            "premise": "H, (H → A), ((C ∨ F) → H), ¬B",
            "question": "necessary(B → H); enumerate_models(A, B)\ncount_models(A, H) given A;",
        }
    )
    assert len(problem.premises) == 4
    assert [query.text for query in problem.queries] == [
        "necessary(B → H)",
        "enumerate_models(A, B)",
        "count_models(A, H) given A",
    ]
    assert load_problem({"premise": "", "question": ""}) == load_problem({})


def test_what_is_warned_of() -> None:
    problem = load_problem(
        {
            "parameters": {"Alarm": "Bool", "a": "Bool", "x": "Person", "F": "Function(1)"},
            "premise": ["Alarm", "Alram -> ∀x F(x)", "¬Alram"],
        }
    )
    assert problem.warnings == (
        "Alram is not declared (premise 2); taken as a Bool. Did you mean Alarm?",
        "a is declared but not used.",
        "x is declared but not used.",
    )
    assert [symbol.name for symbol in used_symbols(problem)] == ["Alarm", "F", "Alram"]


def test_names_that_differ_in_digits_alone_are_not_proposed_for_one_another() -> None:
    problem = load_problem({"premise": ["c0_1 | c2_1", "c10_2", "lamp9", "lamb"]})
    assert [warning for warning in problem.warnings if "Did you mean" in warning] == [
        "lamb is not declared (premise 4); taken as a Bool. Did you mean lamp9?"
    ]


def test_a_query_over_individuals_uses_all_constants() -> None:
    data = {
        "parameters": {"F": "Function(1)", "a": "Person", "b": "Person"},
        "premise": ["F(a)"],
        "question": ["enumerate_models(F(x), x)"],
    }
    assert load_problem(data).warnings == ()
    assert len(used_symbols(load_problem(data))) == 3


def test_strict_refuses_what_is_declared_nowhere() -> None:
    with pytest.raises(FormulaError) as caught:
        load_problem({"parameters": {"A": "Bool"}, "premise": ["A", "A & B2"]}, strict=True)
    assert caught.value.title == "premise 2 cannot be read"
    assert caught.value.position == 4


def test_definitions_in_any_order() -> None:
    problem = load_problem(
        {"parameters": {"A": "Bool"}, "define": {"R": "S & A", "S": "¬A"}, "premise": ["R | S"]}
    )
    assert problem.definitions["R"] == And((Prop("S"), Prop("A")))


def test_names_of_variants_are_known_under_them_alone() -> None:
    data = {
        "parameters": {"A": "Bool"},
        "premise": ["A"],
        "question": ["possible(New & A) under beta"],
        "variants": {"beta": [{"op": "define", "name": "New", "formula": "¬A"}], "empty": []},
    }
    problem = load_problem(data)
    assert problem.warnings == ()
    assert problem.queries[0].under == "beta"
    for wrong in ("possible(New)", "possible(New) under empty"):
        with pytest.raises(FormulaError, match="defined only under beta"):
            load_problem({**data, "question": [wrong]})
    with pytest.raises(FormulaError, match="defined only under beta"):
        load_problem({**data, "premise": ["New"]})


@pytest.mark.parametrize(
    ("change", "title", "message"),
    [
        ({"premise": ["A", "A &"]}, "f.json: premise 2 cannot be read", "found the end"),
        ({"premise": "A, B &"}, "premise cannot be read", "found the end"),
        ({"premise": ["A", 3]}, "premise 2 cannot be read", "expected a string, found a number"),
        ({"premise": {"A": "B"}}, "premise cannot be read", "found an object"),
        ({"question": ["possible(A"]}, "question 1 cannot be read", "closes possible"),
        ({"question": ["possible(A) under gamma"]}, "question 1", "no variant gamma"),
        ({"parameters": ["A"]}, "parameters cannot be read", "expected an object, found a list"),
        ({"parameters": {"A": 1}}, "parameters.A cannot be read", "found a number"),
        ({"parameters": {"F": "Function"}}, "parameters.F", "number of places"),
        ({"parameters": {"F": "Function(0)"}}, "parameters.F", "number of places"),
        ({"parameters": {"F": "Function(100)"}}, "parameters.F", "from 1 to 99"),
        ({"parameters": {"F": f"Function({10**12})"}}, "parameters.F", "from 1 to 99"),
        ({"parameters": {"F": f"Function({'9' * 5000})"}}, "parameters.F", "from 1 to 99"),
        ({"parameters": {"s": "Enum()"}}, "parameters.s", "cannot name a value"),
        ({"parameters": {"s": "Enum(a, a)"}}, "parameters.s", "lists a value twice"),
        ({"parameters": {"s": "List(a)"}}, "parameters.s", "is no type"),
        ({"parameters": {"s t": "Bool"}}, "parameters.s t", "is not a name"),
        ({"parameters": {"forall": "Bool"}}, "parameters.forall", "is not a name"),
        ({"parameters": {"P(x)": "Function(2)"}}, "parameters.P(x)", "1 place,"),
        ({"translation": {"A": None}}, "translation.A", "found nothing"),
        ({"define": {"R": "R2", "R2": "A & R"}}, "define cannot be read", "R → R2 → R"),
        ({"define": {"R": "¬R"}}, "define", "R → R"),
        ({"define": {"A": "B"}}, "define", "A is declared in parameters and defined here"),
        ({"define": {"2": "B"}}, "define", "is not a name"),
        ({"define": {"R": "A &"}}, "define R cannot be read", "found the end"),
        ({"variants": []}, "variants", "expected an object, found a list"),
        ({"variants": {"a b": []}}, "variants", "cannot name a variant"),
        ({"variants": {"baseline": []}}, "variants", "cannot name a variant"),
        ({"variants": {"v": {}}}, "variants.v", "expected a list of edits"),
        ({"variants": {"v": ["drop 1"]}}, "variants.v[0]", "found a string"),
        ({"variants": {"v": [{"op": "flip"}]}}, "variants.v[0]", "op is 'flip'; expected one of"),
        ({"variants": {"v": [{"op": "drop"}]}}, "variants.v[0].premise", "found nothing"),
        ({"variants": {"v": [{"op": "drop", "premise": 2}]}}, "variants.v[0]", "from 0 to 1"),
        ({"variants": {"v": [{"op": "drop", "premise": True}]}}, "variants.v[0]", "a number"),
        ({"variants": {"v": [{"op": "add"}]}}, "variants.v[0].formula", "found nothing"),
        (
            {"variants": {"v": [{"op": "add", "formula": "A", "premise": 1}]}},
            "variants.v[0]",
            "add takes no premise",
        ),
        (
            {"variants": {"v": [{"op": "add", "formula": "A"}, {"op": "add", "formula": "A ∧"}]}},
            "variants.v[1]",
            "found the end",
        ),
        (
            {"variants": {"v": [{"op": "drop", "premise": 0}, {"op": "drop", "premise": 0}]}},
            "variants.v",
            "Premise 1 is edited twice",
        ),
        (
            {"variants": {"v": [{"op": "define", "name": "R", "formula": "¬R"}]}},
            "variants.v",
            "R → R",
        ),
        (
            {"variants": {"v": [{"op": "define", "name": "B", "formula": "A"}]}},
            "variants.v",
            "B is declared in parameters",
        ),
    ],
)
def test_errors_say_which_part(change: dict[str, object], title: str, message: str) -> None:
    data = {"parameters": {"A": "Bool", "B": "Bool"}, "premise": ["A", "B"], **change}
    with pytest.raises(InputError) as caught:
        load_problem(data, where="f.json")
    assert title in caught.value.title
    assert caught.value.title.startswith("f.json: ")
    assert message in caught.value.message


def test_what_is_not_an_object_is_refused() -> None:
    with pytest.raises(InputError, match="expected an object, found a list"):
        load_problem([], where="f.json")  # type: ignore[arg-type]


def test_definitions_that_nest_too_deep_together() -> None:
    chain = {f"R{n}": f"¬R{n + 1}" for n in range(250)}
    with pytest.raises(InputError, match="nest too deeply"):
        load_problem({"parameters": {"A": "Bool"}, "define": {**chain, "R250": "A"}})


def unwarned(problem: Problem) -> Problem:
    return replace(problem, warnings=())


@given(propositional_problems())
def test_propositional_problems_come_back(problem: Problem) -> None:
    for notation in Notation:
        data = json.loads(json.dumps(dump_problem(problem, notation)))
        assert unwarned(load_problem(data, strict=True)) == problem


@given(first_order_problems())
@examples(50)
def test_first_order_problems_come_back(problem: Problem) -> None:
    for notation in Notation:
        assert unwarned(load_problem(dump_problem(problem, notation), strict=True)) == problem


def test_every_shared_problem_loads_and_comes_back() -> None:
    path = shared_path("llmeval-logic/base/llmeval_logic_base.json")
    items = json.loads(path.read_text(encoding="utf-8"))
    for item in items:
        problem = load_problem(item["formalization"], strict=True, where=f"item {item['id']}")
        assert len(problem.premises) == len(item["formalization"]["premise"])
        for notation in Notation:
            assert load_problem(dump_problem(problem, notation)) == problem
        assert not [warning for warning in problem.warnings if "nowhere" in warning]


def test_every_shared_rubric_formula_is_read() -> None:
    folder = shared_path("llmeval-logic/base/rubrics")
    count = 0
    for path in sorted(folder.glob("*.json")):
        for item in json.loads(path.read_text(encoding="utf-8"))["items"]:
            check = item.get("z3_check") or {}
            for text in [check["formula"]] if "formula" in check else check.get("target", []):
                parse_formula(text)
                count += 1
    assert count > 400


def test_a_gloss_of_a_fact_is_not_a_gloss_of_its_predicate() -> None:
    problem = load_problem(
        {
            "parameters": {"F": "Function(1)", "a": "Person"},
            "translation": {"F(x)": "x sings", "a": "Ada", "F(a)": "Ada sings", "F(y)": "y hums"},
            "premise": ["F(a)"],
        }
    )
    symbol = problem.signature.symbols["F", 1]
    assert (symbol.gloss, symbol.places) == ("x sings", ("x",))
    assert problem.notes == {"F(a)": "Ada sings", "F(y)": "y hums"}


def doubled(times: int) -> dict[str, object]:
    """Definitions each of which mentions the one before twice."""
    define = {f"d{n}": f"d{n - 1} & (d{n - 1} | q)" for n in range(1, times)}
    return {"define": {"d0": "p", **define}, "premise": [f"d{times - 1}"]}


def test_definitions_that_double_are_refused_before_anyone_writes_them_out() -> None:
    assert len(load_problem(doubled(10)).definitions) == 10
    with pytest.raises(InputError, match="define cannot be read") as refusal:
        load_problem(doubled(40))
    assert "too large" in refusal.value.message


@pytest.mark.slow
def test_reading_ends_with_its_budget() -> None:
    data: dict[str, object] = {"premise": [" | ".join(f"r{n}" for n in range(30_000))]}
    with pytest.raises(NotRead, match="X: reading") as refusal:
        load_problem(data, where="X", budget=Budget.of(0.0))
    assert refusal.value.message == "timeout"
    cancel = Cancel()
    cancel.cancel()
    many = {"premise": [f"r{n}" for n in range(2000)]}
    with pytest.raises(NotRead) as stopped:
        load_problem(many, budget=Budget.of(60.0, cancel))
    assert stopped.value.message == "interrupted"
    assert len(load_problem(data).signature.symbols) == 30_000


def test_a_number_may_name_a_predicate_or_an_individual() -> None:
    problem = load_problem(
        {
            "parameters": {"1984": "Function(1)", "2000": "Year", "42.3b": "Function(2)"},
            "premise": ["1984(a)", "Before(a, 2000)", "42.3b(a, 2000)"],
        }
    )
    assert {("1984", 1), ("2000", 0), ("42.3b", 2)} <= problem.signature.symbols.keys()
    with pytest.raises(InputError, match="1984"):
        load_problem({"parameters": {"1984": "Bool"}, "premise": []})
