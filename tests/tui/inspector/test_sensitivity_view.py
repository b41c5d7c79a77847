"""Sensitivity: rows, marks, what is hidden, and no line too wide."""

import pytest

from items.formal import formal_item
from items.inspection.item_sensitivity import item_sensitivity
from items.models import Item
from tests.tui.inspector.researcher_session import demo
from tests.tui.inspector.test_item_view import choice_item
from tui.state.inspector.sensitivity import SensitivityView
from tui.text import width


def view_of(item: Item) -> SensitivityView:
    formal = formal_item(item)
    assert formal is not None
    view = SensitivityView(item, formal.problem.signature)
    view.restart()
    for row in item_sensitivity(item, formal):
        view.add_rows([row])
    view.state, view.is_complete = "", True
    return view


@pytest.fixture(scope="module")
def goat() -> SensitivityView:
    return view_of(demo()[0])


def test_every_premise_is_dropped_and_negated(goat: SensitivityView) -> None:
    lines = [line.text for line in goat.edit_lines(118, True)]
    assert lines[0].split()[:4] == ["▸", "≠", "drop", "1"]
    assert [line.split()[:3] for line in lines[1:6]] == [
        ["≠", "negate", "1"],
        ["≠", "drop", "2"],
        ["≠", "negate", "2"],
        ["≠", "drop", "3"],
        ["≠", "negate", "3"],
    ]
    assert "Under alpha" in lines
    # The right option comes first among what changes.
    assert "1 C: entailed → undetermined" in lines[0]
    assert any(line.split()[:3] == ["=", "drop", "1"] for line in lines)


def test_the_cursors_edit_with_every_answer(goat: SensitivityView) -> None:
    goat.move("alpha negate 1")
    assert goat.edit is not None
    assert (goat.edit.variant_name, goat.edit.operation, goat.edit.premise) == (
        "alpha",
        "negate",
        0,
    )
    assert goat.answers_title() == "Answers after: negate 1 under alpha"
    text = "\n".join(line.text for line in goat.answer_lines(100, False))
    assert "‼ The premises contradict one another then" in text
    assert "necessary(¬L)" in text
    assert "unnecessary  ≠ necessary" in text


def test_only_changes_can_be_shown() -> None:
    item = choice_item(["A", "B"], ["A", "C"])
    view = view_of(item)
    assert view.total == 2
    view.move("baseline drop 2")
    assert view.turn_changes()
    assert [row.row.edit for row in view.shown_rows()] == ["drop 1", "negate 1"]
    assert view.edit is not None
    assert view.edit.premise == 0
    assert not view.turn_changes()
    assert len(view.shown_rows()) == 4


def test_an_item_that_depends_on_nothing_says_so() -> None:
    view = view_of(choice_item(["A"], ["B", "C"]))
    assert view.total == 0
    view.turn_changes()
    assert "No single edit" in view.edit_lines(60, True)[0].text


def test_no_line_is_wider_than_its_pane() -> None:
    for id in ("demo/lamp-room", "demo/four-lamps-zh"):
        view = view_of(next(item for item in demo() if item.id == id))
        for cells in (44, 76, 116):
            for lines in (view.edit_lines(cells, True), view.answer_lines(cells, False)):
                assert max(width(line.text) for line in lines) <= cells
