"""Measures of difficulty: what is vacuous, and what is not known."""

from typing import Any

import pytest

from items.files.loading import load
from items.inspection.compute_figures import compute_figures
from items.inspection.difficulty import MEASURES, measures, text_length
from items.inspection.figures import Figures
from items.inspection.vacuity import is_vacuous
from items.models import Item
from tests.items.source_files import write_lines


def item(tmp_path: Any, premises: list[str], question: dict[str, Any], **more: Any) -> Item:
    record = {
        "id": "x",
        "text": "Text.",
        "questions": [question],
        "formalization": {"premise": premises},
        **more,
    }
    return load(write_lines(tmp_path / "x.jsonl", record), strict=True).items[0]


@pytest.mark.parametrize(
    ("premises", "query", "gold", "vacuous"),
    [
        (["A -> B", "B -> C"], "necessary(A -> C)", "necessary", False),
        (["~A"], "necessary(A -> C)", "necessary", True),
        (["C"], "necessary(A -> C)", "necessary", True),
        (["A", "~A"], "necessary(A -> C)", "necessary", True),
        (["A"], "necessary(A | C)", "necessary", None),
        (["A -> B"], "necessary(A -> C)", "unnecessary", None),
        (["A -> B"], "possible(A -> C)", "possible", None),
        (["A -> C"], "necessary(A -> C) given ~A", "necessary", True),
        (["A -> C"], "necessary(A -> C) given B", "necessary", False),
    ],
)
def test_vacuous_implications(
    tmp_path: Any, premises: list[str], query: str, gold: str, vacuous: bool | None
) -> None:
    outcome = item(tmp_path, premises, {"query": query, "gold": gold})
    assert is_vacuous(outcome) is vacuous


@pytest.mark.parametrize(
    ("type_", "options", "gold", "query", "vacuous"),
    [
        ("3c1e", ["A -> C", "C -> A", "B", "~B"], "A", None, False),
        ("3c1e", ["A -> C", "A", "B", "C"], "B", None, None),
        ("3e1c", ["A -> C", "A -> B", "B -> C", "C -> A"], "D", None, False),
        ("3e1c", ["A -> C", "A -> B", "(A & ~B) -> D", "C -> A"], "D", None, True),
        ("missing", ["C -> D", "D", "A", "B"], "A", "necessary(A -> D)", False),
        ("missing", ["C -> D", "D", "A", "B"], "B", "necessary(A -> D)", True),
    ],
)
def test_vacuous_options(
    tmp_path: Any,
    type_: str,
    options: list[str],
    gold: str,
    query: str | None,
    vacuous: bool | None,
) -> None:
    question = {"options": [{"text": o, "formula": o} for o in options], "gold": gold}
    question |= {"query": query} if query else {}
    outcome = item(tmp_path, ["A -> B", "B -> C"], question, attributes={"question_type": type_})
    assert is_vacuous(outcome) is vacuous


def test_definitions_are_written_out(tmp_path: Any) -> None:
    outcome = item(tmp_path, ["~A"], {"query": "necessary(Rule)", "gold": "necessary"})
    formal = {"premise": ["~A"], "define": {"Rule": "A -> C"}}
    assert is_vacuous(outcome.model_copy(update={"formalization": formal})) is True


def test_no_formalization_or_a_broken_one() -> None:
    demo = load("builtin:demo").items[0]
    assert is_vacuous(demo.model_copy(update={"formalization": None})) is None
    assert is_vacuous(demo.model_copy(update={"formalization": {"premise": ["A ->"]}})) is None


def test_measures(tmp_path: Any) -> None:
    outcome = item(
        tmp_path,
        ["A -> B", "B -> C", "D"],
        {"text": "So?", "query": "necessary(A -> C)", "gold": "necessary"},
    )
    worked_out = compute_figures(outcome)
    assert Figures.from_json(worked_out.to_json()) == worked_out
    known = measures(outcome, worked_out)
    assert tuple(known) == MEASURES
    assert known == {
        "models": 4,
        "support": 2,
        "premises": 3,
        "symbols": 4,
        "vacuous": 0,
        "characters": 8,
    }
    assert text_length(outcome) == 8
    unknown = measures(outcome, None)
    assert [name for name, value in unknown.items() if value is not None] == ["characters"]
    early = {key: value for key, value in worked_out.to_json().items() if key != "vacuous"}
    assert Figures.from_json(early) is None, "worked out again"
    huge = Figures(3, 5000, "proved", 1 << 5000, 2)
    assert measures(outcome, huge)["models"] == float("inf")
