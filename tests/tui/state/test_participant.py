"""The view state of the item screen: what Enter does, what the clock says, who gets the room."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from items.models import Item
from study.course.timing import SECOND, Remaining
from study.design.planning import make_plan
from tests.study.samples import BREATHS, POOLS, sample
from tui.state.question_view import QuestionView, clock, share

STUDY = """
title = "Sample"
consent = "Yes?"
confidence = true
[qualification]
source = "gate"
[[blocks]]
source = "main"
seconds_per_question = 20
[[blocks]]
source = "kinds"
order = "fixed"
confidence = false
"""


def view(block: int, step: int) -> QuestionView:
    plan = make_plan(sample(STUDY).study, POOLS, 0)
    entry = plan.blocks[block].steps[step]
    items = {item.content_hash: item for pool in POOLS.values() for item in pool}
    item: Item = items[entry.item_hash]
    return QuestionView(plan, entry, item, "Sample")


def test_enter_goes_from_answer_to_confidence_to_confirm() -> None:
    at = view(1, 0)
    assert at.enter().effect == "missing"
    at.drafts[0].press("a", "a")
    assert at.enter().effect == "confidence"
    at.place = 1
    assert at.enter().effect == "missing"
    assert at.confidence is not None
    at.confidence.press("4", "4")
    assert at.enter().effect == "confirm"
    assert at.enter_says() == "confirm A"


def test_enter_goes_through_the_parts_in_turn_and_back() -> None:
    at = view(2, -1)
    assert at.question.id == BREATHS.id
    at.place = 1
    at.drafts[1].press("y", "y")
    assert (at.enter().effect, at.enter().place) == ("part", 0)
    at.place = 0
    assert at.enter().effect == "missing"
    at.drafts[0].press("n", "n")
    assert at.enter().effect == "confirm"


@pytest.mark.parametrize(
    ("block", "step", "where"),
    [
        (0, 0, "Qualification · item 1 of 6"),
        (1, 2, "Block 1 of 2 · item 3 of 7"),
        (2, 3, "Block 2 of 2 · item 1 of 2 · question 4 of 11"),
    ],
)
def test_the_database_is_in_the_users_data_folder(block: int, step: int, where: str) -> None:
    assert view(block, step).place_text() == where


def test_a_rating_is_offered_only_where_it_is_asked_for() -> None:
    assert view(2, 0).confidence is None
    rated, other = view(1, 0), view(2, 0)
    assert "1–5" in [hint.key for hint in rated.keys()]  # noqa: SIM118
    assert "1–5" not in [hint.key for hint in other.keys()]  # noqa: SIM118


@pytest.mark.parametrize(
    ("question", "block", "text", "level"),
    [
        (None, None, "", "plain"),
        (107.0, None, "◷ 01:47 left", "plain"),
        (30.0, 400.0, "! ◷ 00:30 left", "soon"),
        (9.2, None, "!! ◷ 00:10 left !!", "last"),
        (107.0, 65.0, "◷ 01:05 left in block", "plain"),
        (None, 3700.0, "◷ 1:01:40 left in block", "plain"),
        (0.0, None, "!! ◷ 00:00 left !!", "last"),
    ],
)
def test_the_clock_shows_the_time_left(
    question: float | None, block: float | None, text: str, level: str
) -> None:
    def ns(seconds: float | None) -> int | None:
        return None if seconds is None else round(seconds * SECOND)

    clock_state = clock(Remaining(ns(question), ns(block)))
    assert (clock_state.text, clock_state.level) == (text, level)


@given(st.integers(8, 60), st.integers(1, 200), st.integers(1, 80))
def test_room_is_divided_completely(room: int, text: int, answer: int) -> None:
    above, below = share(room, text, answer)
    assert above <= room
    assert above + below <= room
    assert above >= min(text, 4)
    assert below >= min(answer, room // 2 - 1)
    if text + answer <= room:
        assert (above, below) == (text, answer)
