"""Formulas in words, in two languages: gloss by gloss, and nothing ambiguous."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.language.loader import load_problem
from solver.language.parser import parse_formula
from solver.language.parser_parts import MAX_DEPTH
from solver.language.printer import print_formula
from solver.language.syntax import And, Formula, Or, Prop, Signature
from solver.language.words import words
from tests.solver.strategies import formulas, propositional_signature, signatures

ENGLISH = load_problem(
    {
        "parameters": {
            "S": "Bool",
            "B": "Bool",
            "L": "Bool",
            "Z": "Bool",
            "status": "Enum(going, away)",
            "mood": "Enum(going, away)",
            "a": "Person",
            "b": "Person",
            "F": "Function(1)",
            "P": "Function(2)",
            "Q": "Function(2)",
        },
        "translation": {
            "S": "A goat sleeps on the roof.",
            "B": "the baker whistles",
            "L": "The ferry is late",
            "status": "the trip",
            "mood": "the mood",
            "a": "Ann",
            "b": "Bob",
            "F(x)": "x sings",
            "P(x, y)": "x sings to y",
            "Q": "has … as a friend",
        },
    }
).signature
CHINESE = load_problem(
    {
        "parameters": {
            "A": "Bool",
            "B": "Bool",
            "C": "Bool",
            "a": "Person",
            "b": "Person",
            "F": "Function(1)",
            "G": "Function(1)",
            "P": "Function(2)",
            "R": "Function(2)",
        },
        "translation": {
            "A": "甲偷了",
            "B": "乙偷了。",
            "C": "丙偷了",
            "a": "嘉豪",
            "b": "小明",
            "F": "是正常人",
            "G(x)": "y是秘密",
            "P": "是...的直系后代",
            "R": "...明确指定...为继承人",
        },
    }
).signature


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("S -> B", "if a goat sleeps on the roof, then the baker whistles"),
        ("¬(L ∧ B)", "not both the ferry is late and the baker whistles"),
        ("¬(L ∨ B)", "neither the ferry is late nor the baker whistles"),
        ("¬L", "it is not the case that the ferry is late"),
        ("S ↔ B", "a goat sleeps on the roof if and only if the baker whistles"),
        ("S ∧ B ∧ Z", "a goat sleeps on the roof, the baker whistles, and Z"),
        ("¬B ∧ L", "(it is not the case that the baker whistles), and the ferry is late"),
        ("¬(B ∧ L ∧ Z)", "not all of these hold: the baker whistles; the ferry is late; Z"),
        ("exactly_one(B, L)", "exactly one of these holds: the baker whistles; the ferry is late"),
        (
            "at_least(2; B, L, Z)",
            "at least 2 of these hold: the baker whistles; the ferry is late; Z",
        ),
        ("B ∨ L → Z", "if the baker whistles, or the ferry is late, then Z"),
        ("(B → L) → Z", "if (if the baker whistles, then the ferry is late), then Z"),
        ("¬(B → L)", "it is not the case that (if the baker whistles, then the ferry is late)"),
        ("∀x (F(x) → P(x, a))", "for every x, if x sings, then x sings to Ann"),
        ("∃y P(a, y)", "there is y such that Ann sings to y"),
        ("¬∃x P(x, x)", "there is no x such that x sings to x"),
        ("P(b, a)", "Bob sings to Ann"),
        ("Q(a, b)", "Ann has Bob as a friend"),
        ("a = b", "Ann is Bob"),
        ("a ≠ b", "Ann is not Bob"),
        ("status = going", "the trip is going"),
        ("status ≠ going", "the trip is not going"),
        ("status = mood", "the trip is the same as the mood"),
        ("F(a, b)", "F(Ann, Bob)"),
    ],
)
def test_english(text: str, said: str) -> None:
    signature = (
        ENGLISH
        if text != "F(a, b)"
        else Signature({key: symbol for key, symbol in ENGLISH.symbols.items() if key != ("F", 1)})
    )
    assert words(parse_formula(text, signature), signature) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A → B", "如果甲偷了，那么乙偷了"),
        ("¬A", "并非甲偷了"),
        ("¬(A ∧ B)", "“甲偷了”和“乙偷了”不同时成立"),
        ("¬(A ∨ B)", "“甲偷了”和“乙偷了”都不成立"),
        ("A ∧ B ∧ C", "甲偷了，乙偷了，并且丙偷了"),
        ("A ↔ ¬B", "甲偷了，当且仅当并非乙偷了"),
        ("exactly_one(A, B, C)", "下列各项中恰有一项成立：甲偷了；乙偷了；丙偷了"),
        ("∀x (F(x) → P(x, a))", "对每个x，如果x是正常人，那么x是嘉豪的直系后代"),
        ("∃x R(a, x)", "存在x，使得嘉豪明确指定x为继承人"),
        ("G(b)", "小明是秘密"),
        ("a ≠ b", "嘉豪不是小明"),
    ],
)
def test_chinese(text: str, said: str) -> None:
    assert words(parse_formula(text, CHINESE), CHINESE, "zh") == said


@given(signatures().flatmap(lambda s: st.tuples(st.just(s), formulas(s))))
def test_every_formula_has_words(case: tuple[Signature, Formula]) -> None:
    signature, formula = case
    assert words(formula, signature, "en")
    assert words(formula, signature, "zh")


@given(
    formulas(propositional_signature(2, enums=False), depth=3),
    formulas(propositional_signature(2, enums=False), depth=3),
)
def test_different_formulas_read_differently(formula: Formula, other: Formula) -> None:
    signature = propositional_signature(2, enums=False)
    if formula != other:
        for language in ("en", "zh"):
            assert words(formula, signature, language) != words(other, signature, language)


def test_the_deepest_formula_has_words_and_text() -> None:
    formula: Formula = Prop("A")
    for level in range(MAX_DEPTH - 1):
        formula = And((formula, Prop("B"))) if level % 2 else Or((formula, Prop("C")))
    text = print_formula(formula)
    assert parse_formula(text) == formula
    assert words(formula, Signature()).count("(") == MAX_DEPTH - 2
