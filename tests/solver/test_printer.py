"""Writing formulas: few brackets, and reading back gives the same tree."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.language.loader import load_problem
from solver.language.parser import parse_formula
from solver.language.printer import Notation, print_formula
from solver.language.syntax import Formula, Signature
from tests.shared_data import shared_path
from tests.solver.strategies import formulas, signatures


@pytest.mark.parametrize(
    "text",
    [
        "A ∧ B ∧ C ∨ D → E → G ↔ H ↔ I",
        "(A ∧ B) ∧ C",
        "(A → B) → C",
        "A ↔ (B ↔ C)",
        "A → (B ↔ C)",
        "¬(A ∧ B)",
        "¬¬A",
        "a ≠ b",
        "¬(a ≠ b)",
        "∀x (F(x) → G(x))",
        "∀x ∀y (P(x, y) → P(y, x))",
        "(∀x F(x)) → C",
        "C → ∀x F(x)",
        "∀x F(x) ↔ C",
        "∀x (x = a)",
        "¬∃x (F(x) ∧ G(x))",
        "∀x (F(x) → G(x)) ∧ C",
        "A ∧ (∀x ¬F(x)) ∨ C",
        "exactly_one(A, B ∨ C, ¬D)",
        "at_least(2; A, B, C)",
        "⊤ → ⊥",
    ],
)
def test_unicode_has_no_bracket_too_many(text: str) -> None:
    assert print_formula(parse_formula(text)) == text


def test_the_other_notations() -> None:
    formula = parse_formula("∀x (¬F(x) ∨ x ≠ a) → (∃y G(y)) ∧ A ↔ ⊤")
    assert print_formula(formula, Notation.LATEX) == (
        r"\forall x (\neg F(x) \vee x \neq a) \rightarrow (\exists y G(y)) \wedge A"
        r" \leftrightarrow \top"
    )
    assert print_formula(formula, Notation.ASCII) == (
        "forall x (~F(x) | x != a) -> (exists y G(y)) & A <-> true"
    )


@given(signatures().flatmap(lambda s: st.tuples(st.just(s), formulas(s))))
def test_reading_what_was_written_gives_the_same_tree(case: tuple[Signature, Formula]) -> None:
    signature, formula = case
    for notation in Notation:
        assert parse_formula(print_formula(formula, notation), signature) == formula


@given(signatures().flatmap(lambda s: st.tuples(st.just(s), formulas(s, variables=("z",)))))
def test_open_formulas_come_back_too(case: tuple[Signature, Formula]) -> None:
    signature, formula = case
    for notation in Notation:
        text = print_formula(formula, notation)
        assert parse_formula(text, signature, bound=("z",)) == formula


def test_every_shared_formula_comes_back() -> None:
    path = shared_path("llmeval-logic/base/llmeval_logic_base.json")
    items = json.loads(path.read_text(encoding="utf-8"))
    count = 0
    for item in items:
        problem = load_problem(item["formalization"], where=f"item {item['id']}")
        for formula in problem.premises:
            for notation in Notation:
                text = print_formula(formula, notation)
                assert parse_formula(text, problem.signature, strict=True) == formula
            count += 1
    assert count > 400
