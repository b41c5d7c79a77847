"""Worlds and verdicts as people read them."""

from itertools import product

import pytest

from solver import explain
from solver.explain import clause, structure_lines, verdict_words, world_in_words
from solver.language.loader import load_problem
from solver.language.parser import parse_formula
from solver.language.syntax import Formula, Signature
from solver.language.words import Language
from solver.results import Model, Structure, Verdict

SIGNATURE = load_problem(
    {
        "parameters": {
            "S": "Bool",
            "L": "Bool",
            "Z": "Bool",
            "status": "Enum(going, away)",
            "a": "Person",
            "b": "Person",
            "F": "Function(1)",
            "P": "Function(2)",
        },
        "translation": {
            "S": "A goat sleeps on the roof.",
            "L": "The ferry is late",
            "status": "the trip",
            "a": "Ann",
            "b": "Bob",
            "F(x)": "x sings",
            "P(x, y)": "x sings to y",
        },
    }
).signature
STRUCTURE = Structure(
    ("a", "e2"),
    {"a": "a", "b": "a"},
    {"F": frozenset({("a",)}), "P": frozenset({("e2", "a"), ("a", "e2")})},
    {"S": False, "status": "away"},
)


def test_a_world_is_told_without_its_symbols_being_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading declares the whole signature, once for each symbol: 3 s for 2,000 of them."""
    names = [f"p{n}" for n in range(50)]
    problem = load_problem({"premise": [*names, "F(a)"]})

    def refuse(text: str, *_: object, **__: object) -> Formula:
        raise AssertionError(f"{text} is read")

    monkeypatch.setattr(explain, "parse_formula", refuse)
    description = world_in_words({**dict.fromkeys(names, True), "F(a)": False}, problem.signature)
    assert description[:2] == ["p0 is true.", "p1 is true."]
    assert description[-1] == "F(a) is false."


def test_of_a_predicate_of_many_rows_some_are_shown_and_how_many_more() -> None:
    domain = tuple(f"e{n}" for n in range(1, 17))
    rows = frozenset(product(domain[:15], repeat=2))
    structure = Structure(domain, {}, {"P": rows}, {})
    more = len(rows) - explain.MOST_ROWS
    assert more > 0
    assert structure_lines(structure)[-1].endswith(f", {more} more")
    description = world_in_words(structure, SIGNATURE)
    assert description[-2] == f"For {more} more of x, y: x sings to y."
    assert description[-1] == "For no other x, y: x sings to y."
    assert len(description) == 1 + explain.MOST_ROWS + 2


def test_a_model_in_sentences() -> None:
    world: Model = {
        "S": True,
        "L": False,
        "Z": False,
        "status": "going",
        "F(a)": False,
        "a = b": False,
    }
    assert world_in_words(world, SIGNATURE) == [
        "A goat sleeps on the roof.",
        "It is not the case that the ferry is late.",
        "Z is false.",
        "The trip is going.",
        "It is not the case that Ann sings.",
        "Ann is not Bob.",
    ]


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ["A is true.", "B is false.", "F(a) is true.", "G(b) is false."]),
        ("zh", ["A为真。", "B为假。", "F(a)为真。", "G(b)为假。"]),
    ],
)
def test_symbols_without_a_gloss_are_true_or_false(
    language: Language, sentences: list[str]
) -> None:
    world: Model = {"A": True, "B": False, "F(a)": True, "G(b)": False}
    assert world_in_words(world, Signature(), language) == sentences


def test_a_premise_that_is_a_bare_name_is_told_as_a_clause() -> None:
    formulas = ["A", "~A", "A -> ~B", "~(A & B)"]
    clauses = [clause(parse_formula(text, Signature()), Signature()) for text in formulas]
    assert clauses == [
        "A is true",
        "A is false",
        "if A, then it is not the case that B",
        "not both A and B",
    ]


def test_an_individual_in_a_model() -> None:
    assert world_in_words({"x": "b"}, SIGNATURE) == ["x is Bob."]


def test_a_structure_in_sentences() -> None:
    assert world_in_words(STRUCTURE, SIGNATURE) == [
        "There are exactly 2 individuals: Ann, e2.",
        "Bob is Ann.",
        "It is not the case that a goat sleeps on the roof.",
        "The trip is away.",
        "Ann sings.",
        "It is not the case that e2 sings.",
        "Ann sings to e2.",
        "e2 sings to Ann.",
        "For no other x, y: x sings to y.",
    ]


def test_chinese_sentences() -> None:
    signature = load_problem(
        {
            "parameters": {"A": "Bool", "a": "Person", "F": "Function(1)", "P": "Function(2)"},
            "translation": {"A": "甲偷了", "a": "嘉豪", "F(x)": "x出差", "P(x, y)": "x认识y"},
        }
    ).signature
    structure = Structure(("a",), {"a": "a"}, {"F": frozenset(), "P": frozenset()}, {"A": False})
    assert world_in_words(structure, signature, "zh") == [
        "恰有一个个体：嘉豪。",
        "并非甲偷了。",
        "并非嘉豪出差。",
        "对任何x、y，“x认识y”都不成立。",
    ]


def test_structure_lines() -> None:
    assert structure_lines(STRUCTURE) == [
        "individuals: a, e2",
        "b = a",
        "S = false",
        "status = away",
        "F: a",
        "P: (a, e2), (e2, a)",
    ]
    empty = Structure(("e1",), {}, {"F": frozenset(), "P/2": frozenset({("e1", "e1")})})
    assert structure_lines(empty)[1:] == ["F: –", "P/2: (e1, e1)"]
    assert world_in_words(empty, SIGNATURE)[1:] == [
        "It is not the case that e1 sings.",
        "e1 sings to e1.",
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_verdict_has_words(language: Language) -> None:
    assert len({verdict_words(verdict, language) for verdict in Verdict}) == len(Verdict)


@pytest.mark.parametrize(
    ("gloss", "sentence"),
    [
        ("who signed the painting", "Who signed the painting: olga."),
        ("When it was finished", "When it was finished: olga."),
        ("the painter", "The painter is olga."),
        ("whoever painted", "Whoever painted is olga."),
    ],
)
def test_a_value_of_what_is_asked_for_follows_a_colon(gloss: str, sentence: str) -> None:
    signature = load_problem(
        {"parameters": {"painter": "Enum(olga, ines)"}, "translation": {"painter": gloss}}
    ).signature
    assert world_in_words({"painter": "olga"}, signature) == [sentence]
