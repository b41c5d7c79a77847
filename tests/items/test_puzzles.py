"""Knights and knaves, AR-LSAT and Logic-LM programs: what of each is formalized."""

from pathlib import Path
from typing import Any

import pytest

from items.answers import ChoiceAnswer, TruthAnswer
from items.files.loading import LoadedItems, load
from tests.items.source_files import write_json
from tests.items.verified import verify
from tests.shared_data import shared_path

ISLAND: dict[str, Any] = {
    "quiz": "You meet Ann and Bo. Ann said that Bo is a knave. So who is a knight?",
    "names": ["Ann", "Bo"],
    "statements": (
        "(('lying', 1), ('and', ('lying', 0), ('->', ('telling-truth', 1), ('lying', 1))))"
    ),
    "solution": [True, False],
}
PASSAGE: dict[str, Any] = {
    "id": "p1",
    "passageId": "1",
    "passage": "Three hats hang in a row.",
    "questions": [
        {"id": "p1_1", "question": "Which hat?", "options": list("uvwxy"), "answer": "E"},
        {"id": "p1_2", "question": "Which hook?", "options": list("uvwxy"), "answer": "Q"},
    ],
}
PROGRAM: dict[str, Any] = {
    "id": "lm_0",
    "context": "Every owl is awake. Ada is an owl.",
    "question": "Is Ada awake?",
    "answer": "A",
    "options": ["A) True", "B) False", "C) Uncertain"],
    "raw_logic_programs": [
        "Predicates:\nOwl(x) ::: x is an owl.\nAwake(x) ::: x is awake.\nPremises:\n"
        "∀x (Owl(x) → Awake(x)) ::: Every owl is awake.\nOwl(ada) ::: Ada is an owl.\n"
        "Conclusion:\nAwake(ada) ::: Ada is awake."
    ],
}


def loaded(tmp_path: Path, *records: dict[str, Any]) -> LoadedItems:
    return load(write_json(tmp_path / "set.json", list(records)))


def test_each_person_is_a_symbol_and_says_a_premise(tmp_path: Path) -> None:
    (item,) = loaded(tmp_path, ISLAND).items
    assert item.text == "You meet Ann and Bo. Ann said that Bo is a knave."
    assert item.formalization is not None
    assert item.formalization["premise"] == ["Ann ↔ ¬Bo", "Bo ↔ (¬Ann ∧ (Bo → ¬Bo))"]
    assert item.questions[0].query == "unique_solution(Ann, Bo)"
    assert verify([item]).to_json()["agree"] == 1
    (wrong,) = loaded(tmp_path, {**ISLAND, "solution": [False, True]}).items
    assert len(verify([wrong]).to_json()["disagree"]) == 1


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"statements": "(('shouting', 1), ('lying', 0))"}, "field statements"),
        ({"statements": "(('lying', 7), ('lying', 0))"}, "field statements"),
        ({"statements": "(('lying', 1),)"}, "expected 2 statements, found 1"),
        ({"statements": "open('x')"}, "expected a tuple of statements"),
        ({"solution": [True]}, "field solution"),
        ({"names": ["Ann", "Ann"]}, "names that differ"),
    ],
)
def test_a_bad_island_is_reported(tmp_path: Path, change: dict[str, Any], expected: str) -> None:
    outcome = loaded(tmp_path, {**ISLAND, **change}, ISLAND)
    assert len(outcome.items) == 1
    assert expected in str(outcome.problems[0])


def test_each_question_of_a_passage_is_an_item_without_formulas(tmp_path: Path) -> None:
    outcome = loaded(tmp_path, PASSAGE)
    (item,) = outcome.items
    assert (item.id, item.text) == ("p1_1", PASSAGE["passage"])
    assert item.questions[0].gold == ChoiceAnswer(option=4)
    assert item.formalization is None
    assert item.attributes["passage"] == "p1"
    assert "questions[1], field answer: expected a letter of ABCDE" in str(outcome.problems[0])


def test_a_program_is_a_formalization_with_glosses(tmp_path: Path) -> None:
    (item,) = loaded(tmp_path, PROGRAM).items
    assert item.formalization is not None
    assert item.formalization["translation"] == {"Owl(x)": "x is an owl", "Awake(x)": "x is awake"}
    assert item.questions[0].gold == TruthAnswer(value="true")
    assert verify([item]).to_json()["agree"] == 1


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"answer": "D"}, "field answer: expected True, False or Uncertain"),
        ({"raw_logic_programs": []}, "field raw_logic_programs"),
        ({"raw_logic_programs": ["Facts:\nOwl(ada)"]}, "expected Predicates:, Premises:"),
        ({"raw_logic_programs": ["Premises:\nOwl(ada)"]}, "one formula after Conclusion:"),
        (
            {"raw_logic_programs": ["Premises:\nOwl(ada))\nConclusion:\nOwl(ada)"]},
            "Did you mean: Owl(ada)",
        ),
    ],
)
def test_a_bad_program_is_reported(tmp_path: Path, change: dict[str, Any], expected: str) -> None:
    outcome = loaded(tmp_path, {**PROGRAM, **change}, {**PROGRAM, "id": "lm_1"})
    assert [item.id for item in outcome.items] == ["lm_1"]
    assert expected in str(outcome.problems[0])


def test_published_islands_have_the_published_solutions() -> None:
    pytest.importorskip("pyarrow")
    outcome = load(shared_path("puzzles/knights-3.parquet"))
    figures = verify(outcome.items, engine="worlds").to_json()
    assert outcome.problems == ()
    assert figures["agree"] == len(outcome.items) > 0


def test_published_passages_give_an_item_a_question() -> None:
    outcome = load(shared_path("puzzles/ar-lsat-dev.json"))
    assert outcome.problems == ()
    assert len({item.attributes["passage"] for item in outcome.items}) == 40
    assert all(len(item.questions[0].options) == 5 for item in outcome.items)


@pytest.mark.slow
def test_published_programs_are_read_where_all_their_formulas_are() -> None:
    outcome = load(shared_path("formalisations/logic-lm-folio-gpt-4.json"))
    assert len(outcome.items) + len(outcome.problems) == 204
    assert len(outcome.problems) <= 20
