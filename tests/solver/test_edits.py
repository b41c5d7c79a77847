"""Variants applied, edits typed, and both refused where they do not fit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import FormulaError, InputError
from solver.language.edits import format_edit, read_edits, theory
from solver.language.loader import load_problem
from solver.language.problem import Add, Define, Drop, Edit, Premise, Problem, Replace, Variant
from solver.language.syntax import BOOL, IndividualSort, Not, Pred, PredicateSort, Prop
from solver.language.syntax import Constant as Name
from tests.solver.strategies import propositional_problems

A, B, C = Prop("A"), Prop("B"), Prop("C")
PROBLEM = load_problem(
    {
        "parameters": {"A": "Bool", "B": "Bool", "C": "Bool"},
        "premise": ["A", "¬B", "C"],
        "define": {"R": "A & B", "S": "R | C"},
        "variants": {
            "alpha": [
                {"op": "add", "formula": "B"},
                {"op": "drop", "premise": 0},
                {"op": "replace", "premise": 2, "formula": "¬C"},
                {"op": "add", "formula": "A"},
                {"op": "define", "name": "R", "formula": "A"},
                {"op": "define", "name": "New", "formula": "B"},
            ]
        },
    }
)


def test_the_baseline() -> None:
    plain = theory(PROBLEM)
    assert plain == theory(PROBLEM, "baseline")
    assert plain.premises == (Premise(0, A), Premise(1, Not(B)), Premise(2, C))
    assert plain.definitions == PROBLEM.definitions


def test_a_variant_keeps_the_numbers_of_the_baseline() -> None:
    changed = theory(PROBLEM, "alpha")
    assert changed.name == "alpha"
    assert changed.premises == (
        Premise(1, Not(B)),
        Premise(2, Not(C)),
        Premise(3, B),
        Premise(4, A),
    )
    assert changed.definitions == {"R": A, "S": PROBLEM.definitions["S"], "New": B}
    assert changed.signature is PROBLEM.signature


def test_new_symbols_of_an_edit_join_the_signature() -> None:
    changed = theory(PROBLEM, read_edits(["add D & P(d, d)"], PROBLEM).variant)
    added = {k: s.sort for k, s in changed.signature.symbols.items() if not s.declared}
    assert added == {("D", 0): BOOL, ("P", 2): PredicateSort(2), ("d", 0): IndividualSort()}


@pytest.mark.parametrize(
    ("text", "edit"),
    [
        ("drop 1", Drop(0)),
        (" negate  2 ", Replace(1, B)),
        ("negate 1", Replace(0, Not(A))),
        ("replace 3 A", Replace(2, A)),
        ("add R", Add(Prop("R"))),
        ("add F(a)", Add(Pred("F", (Name("a"),)))),
        ("define T A", Define("T", A)),
        ("define R ¬A", Define("R", Not(A))),
    ],
)
def test_edits_as_typed(text: str, edit: Edit) -> None:
    assert read_edits([text], PROBLEM).variant.edits == (edit,)
    assert read_edits([format_edit(edit)], PROBLEM).variant.edits == (edit,)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is not an edit"),
        ("dorp 1", "Did you mean drop?"),
        ("drop", "Write it as: drop 1"),
        ("drop A", "Write it as: drop 1"),
        ("drop 1 2", "Write it as: drop 1"),
        ("drop 0", "Premises go from 1 to 3"),
        ("drop 4", "There is no premise 4"),
        ("drop ²", "Write it as: drop 1"),
        ("drop " + "9" * 5000, "Write it as: drop 1"),
        ("replace 1", "Write it as: replace 1 FORMULA"),
        ("define T", "Write it as: define NAME FORMULA"),
        ("define A B", "A is a symbol"),
        ("define 1 B", "is not a name"),
    ],
)
def test_edits_that_cannot_be_read(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read_edits([text], PROBLEM)
    assert said in str(caught.value)


def test_the_formula_of_an_edit_is_wrong_at_its_place() -> None:
    with pytest.raises(FormulaError) as caught:
        read_edits(["replace 1 A ∧"], PROBLEM)
    assert (caught.value.position, caught.value.text) == (13, "replace 1 A ∧")
    with pytest.raises(FormulaError, match="not declared"):
        read_edits(["add Q"], PROBLEM, strict=True)


def test_several_edits_make_a_variant() -> None:
    variant = read_edits(["add T", "define T A"], PROBLEM, "typed").variant
    assert variant == Variant("typed", (Add(Prop("T")), Define("T", A)))
    assert ("T", 0) not in theory(PROBLEM, variant).signature.symbols
    with pytest.raises(InputError, match="Premise 1 is edited twice"):
        read_edits(["drop 1", "negate 1"], PROBLEM)


@pytest.mark.parametrize(
    ("edits", "said"),
    [
        ((Drop(3),), "There is no premise 4"),
        ((Drop(-1),), "There is no premise 0"),
        ((Drop(0), Replace(0, A)), "edited twice"),
        ((Define("R", A), Define("R", B)), "R is edited twice"),
        ((Define("R", Prop("S")),), "R → S → R"),
    ],
)
def test_variants_that_do_not_fit(edits: tuple[Edit, ...], said: str) -> None:
    with pytest.raises(InputError) as caught:
        theory(PROBLEM, Variant("wrong", edits))
    assert said in str(caught.value)


def test_a_variant_that_is_not_there() -> None:
    with pytest.raises(InputError, match="Did you mean alpha"):
        theory(PROBLEM, "alhpa")


@given(propositional_problems(), st.data())
def test_dropping_and_adding_back_changes_only_numbers(
    problem: Problem, data: st.DataObject
) -> None:
    if not problem.premises:
        return
    number = data.draw(st.integers(0, len(problem.premises) - 1))
    formula = problem.premises[number]
    changed = theory(problem, Variant("v", (Drop(number), Add(formula))))
    assert changed.premises[-1] == Premise(len(problem.premises), formula)
    before = [p for p in theory(problem).premises if p.number != number]
    assert list(changed.premises[:-1]) == before
