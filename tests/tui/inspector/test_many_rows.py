"""Panes of an item with many premises and questions: they draw the lines near the cursor."""

from dataclasses import replace
from functools import cache

import pytest

from items.inspection.analysis_run import analyse
from items.models import Item
from solver.inspection.formula_standing import FormulaVerdict
from tui.state.draft import Line
from tui.state.inspector.drawn_rows import BLOCK_ROWS, drawn_rows
from tui.state.inspector.item_view import ItemView
from tui.state.inspector.premise_pane import MOST_WARNINGS, premise_lines
from tui.state.inspector.text_pane import text_lines
from tui.state.inspector.verdict_pane import verdict_lines

MANY = 350
QUESTIONS = 310


@cache
def item(number: int) -> Item:
    """This number of facts, and a question about each."""
    return Item.model_validate(
        {
            "id": "many",
            "text": "Very much is said.",
            "questions": [
                {
                    "id": f"{n + 1}",
                    "kind": "possible",
                    "text": "?",
                    "query": f"possible(P{n})",
                }
                for n in range(min(number, QUESTIONS))
            ],
            "formalization": {
                "premise": [f"P{n}" for n in range(number)],
            },
        }
    )


@cache
def view(number: int = MANY) -> ItemView:
    item_view = ItemView(item(number))
    item_view.know(analyse(item(number), engine="worlds"))
    return item_view


def hits(lines: list[Line]) -> list[str]:
    return list(dict.fromkeys(line.target for line in lines if line.target is not None))


@pytest.mark.parametrize("place", [None, 0, 99, 100, 250, 299, 300, MANY - 1])
def test_the_rows_around_the_cursor_are_drawn_and_the_ends_can_be_picked(place: int | None) -> None:
    item_view = view()
    item_view.premise = place
    lines = premise_lines(item_view, 60, True)
    picked = hits(lines)
    assert picked[0] == "0"
    assert picked[-1] == f"{MANY - 1}"
    assert len(picked) <= 3 * BLOCK_ROWS + 2
    current = place or 0
    for near in {max(current - 1, 0), current, min(current + 1, MANY - 1)}:
        assert f"{near}" in picked
    at = picked.index(f"{current}")
    assert at == 0 or picked[at - 1] == f"{current - 1}"
    assert at == len(picked) - 1 or picked[at + 1] == f"{current + 1}"


def test_omitted_rows_are_reported() -> None:
    item_view = view()
    item_view.premise = 250
    lines = [line.text.strip() for line in premise_lines(item_view, 60, True)]
    assert lines[0] == "▲ 100 more before"
    item_view.premise = None
    assert "▼ 50 more after" in [line.text.strip() for line in premise_lines(item_view, 60, True)]


def test_verdicts_and_questions_follow_the_selected_one() -> None:
    item_view = view()
    for place in (0, 200, QUESTIONS - 1):
        item_view.select(f"{place}")
        picked = hits(verdict_lines(item_view, 60, True))
        assert len(picked) <= 3 * BLOCK_ROWS + 2
        assert {"0", f"{place}", f"{QUESTIONS - 1}"} <= set(picked)
        text = [line.text.split("  ")[0] for line in text_lines(item_view, 60, False)]
        assert f"Question {place + 1}" in text
        assert sum(line.startswith("Question ") for line in text) <= 3 * BLOCK_ROWS
    item_view.select("0")


def test_of_many_warnings_the_first_are_shown() -> None:
    lines = [line.text for line in premise_lines(view(), 60, False)]
    analysis = view().analysis
    assert analysis is not None
    warnings = analysis.check.warnings
    warned = [line for line in lines if line.startswith(" ! ")]
    assert len(warnings) == MANY
    assert len(warned) == MOST_WARNINGS
    assert f"{MANY - MOST_WARNINGS} more warnings" in lines[-1]


def test_a_short_list_is_drawn_completely() -> None:
    item_view = view(8)
    assert hits(premise_lines(item_view, 60, True)) == [f"{n}" for n in range(8)]
    assert hits(verdict_lines(item_view, 60, True)) == [f"{n}" for n in range(8)]
    assert drawn_rows(3 * BLOCK_ROWS, 0).last == 3 * BLOCK_ROWS
    assert not drawn_rows(3 * BLOCK_ROWS, 0).after()


def test_options_decided_for_the_gold_are_reported_as_decided() -> None:
    choice = Item.model_validate(
        {
            "id": "choice",
            "text": "A.",
            "questions": [
                {
                    "id": "1",
                    "kind": "choice",
                    "options": [{"text": f, "formula": f} for f in ("A", "~A")],
                    "gold": {"kind": "choice", "option": 0},
                }
            ],
            "formalization": {"parameters": {"A": "Bool"}, "premise": ["A"]},
        }
    )
    analysis = analyse(choice)
    view = ItemView(choice)
    view.know(analysis)
    message = "Decided when the gold answer was checked."
    assert message not in "".join(line.text for line in verdict_lines(view, 200, False))
    (question,) = analysis.questions
    options = tuple(
        replace(
            option,
            standing=replace(option.standing, verdict=FormulaVerdict.UNKNOWN, reason="timeout"),
        )
        for option in question.options
        if option.standing is not None
    )
    view.know(replace(analysis, questions=(replace(question, options=options),)))
    lines = [line.text.strip() for line in verdict_lines(view, 200, False)]
    assert "✓ proved" in lines[0]
    assert lines[1].startswith(message)
