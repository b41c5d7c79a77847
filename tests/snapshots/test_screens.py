"""A few screens as they were when a person looked at them and found them good.

After a wanted change: `pytest tests/snapshots --snapshot-update`, and look at the pictures.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from items.models import Choice, Item, Option, Question
from sessions.record.clock import ManualClock
from study.design.protocol import parse_study
from tui.apps.home import HomeApp
from tui.apps.participant import ParticipantApp
from tui.screens.participant.task import Task

Compare = Callable[..., bool]

TEXT = (
    "The baker whistles, provided that a goat sleeps on the roof. It is not the case that both "
    "the ferry is late and the baker whistles. A goat sleeps on the roof."
)
OPTIONS = (
    "The ferry is late.",
    "Only if the ferry is late does the baker whistle.",
    "The ferry is not late.",
    "If the ferry is not late, no goat sleeps on the roof.",
)
CHOICE = Question(
    id="q",
    text="Which conclusion follows from the information given?",
    kind="choice",
    options=tuple(Option(text=text) for text in OPTIONS),
)
TABLE = Question(
    id="q",
    text="哪些情形是可能的？每种可能的情形占一行。",
    kind="enumerate_models",
    vocabulary=(
        Choice(key="I", label="依依来"),
        Choice(key="J", label="佳佳来"),
        Choice(key="hat=red", label="帽子：红色"),
        Choice(key="hat=green", label="帽子：绿色"),
    ),
)
PARTS = Question(
    id="q",
    text="What can be said about the rain?",
    parts=(
        Question(id="a", text="Is it possible that it is raining?", kind="possible"),
        Question(id="b", text="How many days does it rain?", kind="count_models"),
    ),
)
STUDY = """
title = "{title}"
language = "{language}"
confidence = true
consent = "You read short texts and answer questions. You may stop at any time."
contact = "the people at the next table"
[[blocks]]
source = "pool"
none_option = true
seconds_per_question = 120
"""


def participant(question: Question, text: str, title: str, language: str = "en") -> ParticipantApp:
    item = Item(id="i", text=text, questions=(question,), language=language)
    loaded = parse_study(STUDY.format(title=title, language=language), "study.toml")
    pools = {"pool": (item,)}
    return ParticipantApp(Task(loaded, ":memory:", "P1", clock=ManualClock(), pools=lambda: pools))


def after(*keys: str) -> Callable[[Pilot[None]], object]:
    """Press these, each once the screen has settled."""

    async def press(pilot: Pilot[None]) -> None:
        for key in keys:
            await pilot.pause()
            await pilot.press(key)
        await pilot.pause()
        await pilot.pause()

    return press


@pytest.mark.slow
@pytest.mark.parametrize("size", [(120, 35), (80, 24)], ids=["120x35", "80x24"])
def test_a_choice(snap_compare: Compare, size: tuple[int, int]) -> None:
    app = participant(CHOICE, TEXT, "Odd company")
    keys = after("y", "enter", "enter", "c", "4")
    assert snap_compare(app, terminal_size=size, run_before=keys)


@pytest.mark.slow
def test_a_long_text_at_80x24(snap_compare: Compare) -> None:
    app = participant(CHOICE, (TEXT + "\n\n") * 6, "Odd company")
    keys = after("y", "enter", "enter", "n", "pagedown")
    assert snap_compare(app, run_before=keys)


@pytest.mark.slow
def test_a_chinese_table_of_worlds(snap_compare: Compare) -> None:
    app = participant(TABLE, "依依和佳佳中有人来吃饭。依依来，佳佳就来。", "古怪的伙伴", "zh")
    keys = after("y", "enter", "enter", "plus", "a", "c", "plus", "b")
    assert snap_compare(app, run_before=keys)


@pytest.mark.slow
def test_parts_under_one_another(snap_compare: Compare) -> None:
    app = participant(PARTS, TEXT, "Rain")
    keys = after("y", "enter", "enter", "y", "enter", "1", "2")
    assert snap_compare(app, run_before=keys)


def test_consent(snap_compare: Compare) -> None:
    assert snap_compare(participant(CHOICE, TEXT, "Odd company"), run_before=after())


def test_home(snap_compare: Compare, tmp_path: Path) -> None:
    app = HomeApp(tmp_path / "home.db")
    assert snap_compare(app, terminal_size=(120, 35), run_before=after())
