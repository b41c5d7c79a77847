"""A misreading of somebody's own: what a rule rewrites, and what is wrong with a file."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from items.misreadings.misreading import Case, everywhere
from items.misreadings.registry import MISREADINGS
from items.misreadings.rewriting import rule_of
from items.models import Item, Question
from solver.errors import InputError
from solver.language.parser import parse_formula
from solver.language.printer import print_formula
from solver.language.problem import Premise, Query, Theory
from solver.language.syntax import Signature, walk
from study.diagnosis.own_misreading import register
from tui.cli import main

FILE = """
name = "or-as-if"
title = "Or as if"
description = "“A or B” is read as “if A, then B”."
pattern = "A ∨ B"
read_as = "A → B"
"""


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    yield
    MISREADINGS.refresh()


@pytest.mark.parametrize(
    ("pattern", "read_as", "formula", "wanted"),
    [
        ("A ∨ B", "A → B", "P ∨ Q", "P → Q"),
        ("A ∨ B", "A → B", "P ∨ Q ∨ R", "P → (Q ∨ R)"),
        ("A → B", "B → A", "(P ∧ Q) → ¬R", "¬R → (P ∧ Q)"),
        ("A ∨ A", "A", "P ∨ Q", None),
        ("∀x (F(x) → G(x))", "∃x (F(x) ∧ G(x))", "∀y (P(y) → ¬Q(y))", "∃y (P(y) ∧ ¬Q(y))"),
        ("¬(A ∧ B)", "¬A ∧ ¬B", "¬(P ∧ Q)", "¬P ∧ ¬Q"),
        ("¬(A ∧ B)", "¬A ∧ ¬B", "¬(P ∨ Q)", None),
        ("exactly(1; A, B)", "A ∨ B", "exactly(1; P, Q)", "P ∨ Q"),
        ("exactly(1; A, B)", "A ∨ B", "at_most(1; P, Q)", None),
        ("exactly(1; A, B)", "A ∨ B", "exactly(2; P, Q)", None),
    ],
)
def test_what_matches_is_read_otherwise(
    pattern: str, read_as: str, formula: str, wanted: str | None
) -> None:
    read = rule_of(parse_formula(pattern), parse_formula(read_as))(parse_formula(formula))
    assert (read and print_formula(read)) == (wanted and print_formula(parse_formula(wanted)))


def test_a_registered_misreading_explains_answers(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(FILE, encoding="utf-8")
    item = Item(
        id="x",
        text="T.",
        questions=(
            Question.model_validate({"id": "1", "kind": "necessary", "query": "necessary(B)"}),
        ),
        formalization={"premise": ["A ∨ B", "A"]},
    )
    items = tmp_path / "items.jsonl"
    items.write_text(item.model_dump_json(), encoding="utf-8")
    command = ["diagnose", str(items), "--options", "--json"]
    before = CliRunner().invoke(main, command)
    assert "or-as-if" not in before.stdout
    after = CliRunner().invoke(main, [*command, "--misreading", str(path)])
    assert after.exit_code == 0, after.output
    (question,) = json.loads(after.stdout)["questions"]
    answers = {entry["answer"]: entry for entry in question["answers"]}
    assert ["or-as-if"] in answers["necessary"]["combinations"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('"A ∨ B"', '"A ∨ "'), "line 5, pattern: expected a formula"),
        (('"A → B"', '"A → C"'), "line 6, read_as: expected only letters of the pattern, found C"),
        (('"A → B"', '"A ∨ B"'), "line 6, read_as: expected another formula than the pattern"),
        (('"A ∨ B"', '"A"'), "line 6, read_as: "),
        (
            ('"or-as-if"', '"converse"'),
            "line 2, name: expected a name that no other misreading has",
        ),
        (('"or-as-if"', '"Or As"'), "line 2, name"),
        (("pattern", "patern"), "patern"),
        (('"A → B"', '"A → B"\nsaid = "(a|a)*b"'), "line 7, said: expected words"),
        (('"A → B"', '"A → B"\nsaid = "unless|"'), "line 7, said: expected words"),
    ],
)
def test_a_mistake_is_named_with_its_place(
    change: tuple[str, str], said: str, tmp_path: Path
) -> None:
    path = tmp_path / "own.toml"
    path.write_text(FILE.replace(*change), encoding="utf-8")
    with pytest.raises(InputError) as error:
        register(path)
    assert said in error.value.message


@pytest.mark.parametrize(
    ("said", "sentence", "misread"),
    [
        ("or", "The doctor sings, or the nurse does.", True),
        ("or", "The doctor sings unless the nurse does.", False),
        ("unless|Or else", "The doctor sings OR   else the nurse does.", True),
        ("if", "The wife whistles.", False),
        ("除非", "医生唱歌，除非护士唱歌。", True),
        ("或者", "医生唱歌，除非护士唱歌。", False),
    ],
)
def test_the_words_of_a_sentence_say_whether_it_is_misread(
    said: str, sentence: str, misread: bool, tmp_path: Path
) -> None:
    path = tmp_path / "own.toml"
    path.write_text(f'{FILE}said = "{said}"\n', encoding="utf-8")
    formula = parse_formula("P ∨ Q")
    theory = Theory(Signature({}), (Premise(0, formula),))
    case = Case(theory, Query("necessary", "", formula=parse_formula("P")), {0: sentence})
    readings = list(MISREADINGS[register(path)].readings(case))
    assert [[*r.theory.formulas] for r in readings] == [[parse_formula("P → Q")]] * misread


def test_a_rule_that_doubles_what_it_reads_comes_to_an_end() -> None:
    """On forty levels it would make a formula of 2^40 parts."""
    misreading = everywhere(rule_of(parse_formula("¬A"), parse_formula("¬A ∨ (¬A ∧ ¬¬A)")))
    theory = Theory(Signature({}), (Premise(0, parse_formula("¬" * 40 + "P")),))
    readings = list(misreading(Case(theory, Query("necessary", "", formula=parse_formula("P")))))
    (reading,) = readings
    (formula,) = reading.theory.formulas
    assert sum(1 for _ in walk(formula)) < 10_000
