"""Panes fit what they show, whether it comes before the first layout or after it."""

import threading
from collections.abc import Callable
from dataclasses import replace

import pytest
from textual.geometry import Region
from textual.pilot import Pilot

from items.inspection.analysis_run import analyse
from items.models import Item
from solver.cancel import Cancel
from tests.tui.inspector.researcher_session import InspectorSession, demo
from tui.apps.inspector import InspectorApp
from tui.screens.inspector import item as item_module
from tui.screens.inspector.browse import BrowseScreen
from tui.screens.inspector.item import ItemScreen
from tui.state.inspector.item_findings import ROUNDS, ItemFindings, undecided, work_out
from tui.widgets.line_pane import LinePane
from tui.widgets.panes import share

ITEM = demo()[0]
SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 35)], ids=["80x24", "120x35"])


class Gate:
    """Work whose result comes when it is let through."""

    def __init__(self, result: ItemFindings) -> None:
        self.result = result
        self.open = threading.Event()

    def work_out(self, item: Item, cancel: Cancel, seconds: float = 5.0) -> ItemFindings:
        assert self.open.wait(300)
        return self.result


async def look(pilot: Pilot[None], before: Callable[[InspectorApp], None]) -> InspectorSession:
    """Open the item, once the table has no work left that could change the picture."""
    app = pilot.app
    assert isinstance(app, InspectorApp)
    at = InspectorSession(app, pilot)
    await at.settle()
    browse = app.screen
    assert isinstance(browse, BrowseScreen)
    browse.round.stop()
    before(app)
    await pilot.press("enter")
    await pilot.pause()
    assert isinstance(app.screen, ItemScreen)
    return at


def regions(at: InspectorSession) -> dict[str, Region]:
    return {pane.id or "": pane.region for pane in at.app.screen.query(LinePane) if pane.display}


@pytest.mark.slow
@SIZES
async def test_verdicts_before_and_after_the_layout_give_the_same_picture(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    known = work_out(ITEM, Cancel())
    gate = Gate(known)
    monkeypatch.setattr(item_module, "work_out", gate.work_out)

    async with InspectorApp([ITEM], ["x"], None, "t").run_test(size=size) as pilot:
        at = await look(pilot, lambda app: app.inspector.remember(ITEM, known))
        early, early_panes = at.text(), regions(at)

    async with InspectorApp([ITEM], ["x"], None, "t").run_test(size=size) as pilot:
        at = await look(pilot, lambda _app: None)
        assert "working" in at.text()
        before = regions(at)
        gate.open.set()
        await at.settle()
        late, late_panes = at.text(), regions(at)

    assert early == late
    assert early_panes == late_panes
    assert late_panes["verdicts"].height > before["verdicts"].height


@SIZES
async def test_a_pane_is_as_high_as_its_lines_where_there_is_room(size: tuple[int, int]) -> None:
    known = work_out(ITEM, Cancel())
    async with InspectorApp([ITEM], ["x"], None, "t").run_test(size=size) as pilot:
        at = await look(pilot, lambda app: app.inspector.remember(ITEM, known))
        verdicts = at.app.screen.query_one("#verdicts", LinePane)
        right = at.app.screen.query_one("#right")
        needs = [
            len(pane.lines) + pane.styles.gutter.height
            for pane in right.query(LinePane)
            if pane.display
        ]
        heights = [pane.region.height for pane in right.query(LinePane) if pane.display]
        assert heights == share(right.size.height, needs)
        assert sum(heights) == right.size.height
        assert len(verdicts.lines) > 1


@pytest.mark.slow
async def test_the_panes_follow_the_terminal_from_small_to_large_and_back() -> None:
    known = work_out(ITEM, Cancel())
    async with InspectorApp([ITEM], ["x"], None, "t").run_test(size=(80, 24)) as pilot:
        at = await look(pilot, lambda app: app.inspector.remember(ITEM, known))
        small = at.text()
        await pilot.resize_terminal(120, 35)
        await pilot.pause()
        assert set(regions(at)) == {"text", "premises", "verdicts", "world"}
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert at.text() == small


@pytest.mark.parametrize(
    ("total", "needs", "heights"),
    [
        (20, [5, 5], [5, 15]),
        (20, [3, 30], [3, 17]),
        (20, [30, 30], [10, 10]),
        (21, [30, 30], [11, 10]),
        (6, [30, 30], [4, 4]),
        (20, [30, 2, 30], [9, 2, 9]),
    ],
)
def test_panes_share_a_height(total: int, needs: list[int], heights: list[int]) -> None:
    assert share(total, needs) == heights


def test_options_without_time_for_z3_are_open() -> None:
    analysis = analyse(ITEM)
    assert undecided(analysis) == 0
    question_analysis, *others = analysis.questions
    assert question_analysis.check is not None
    late = replace(
        question_analysis.check, by_engine={**question_analysis.check.by_engine, "z3": None}
    )
    assert (
        undecided(replace(analysis, questions=(replace(question_analysis, check=late), *others)))
        == 1
    )


class Open(ItemFindings):
    """What a round came to that left something open."""

    undecided = 2


@pytest.mark.slow
async def test_a_round_is_shown_while_the_next_is_under_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = work_out(ITEM, Cancel())
    rounds: list[float] = []
    last = threading.Event()

    def work(_item: Item, _cancel: Cancel, seconds: float = 0.0) -> ItemFindings:
        rounds.append(seconds)
        if seconds < ROUNDS[-1]:
            return Open(known.analysis, known.alignments, known.decisive_claims)
        assert last.wait(300)
        return known

    monkeypatch.setattr(item_module, "work_out", work)
    async with InspectorApp([ITEM], ["x"], None, "t").run_test(size=(120, 35)) as pilot:
        at = await look(pilot, lambda _app: None)
        screen = at.app.screen
        assert isinstance(screen, ItemScreen)
        while not screen.view.state.startswith("working ██░ 2 open"):
            await pilot.pause()
        assert screen.view.analysis is not None
        assert "✗ Option A, “L”, fails in this world:" in at.text()
        last.set()
        await at.settle()
        assert screen.view.state == ""
        assert rounds == list(ROUNDS)


@pytest.mark.parametrize("late", ["text", "premises"])
async def test_a_late_word_of_an_earlier_focus_changes_no_pane(late: str) -> None:
    """While figures come in, the message that a pane got the focus may come when another has it."""
    app = InspectorApp([ITEM], ["x"], None, "t")
    async with app.run_test(size=(80, 24)) as pilot:
        at = await look(pilot, lambda _app: None)
        await at.settle()
        screen = app.screen
        assert isinstance(screen, ItemScreen)
        pane = screen.query_one(f"#{late}", LinePane)
        assert not pane.has_focus
        pane.post_message(LinePane.Entered(pane))
        await at.settle()
        await pilot.resize_terminal(81, 24)
        await at.settle()
        assert screen.pane == "verdicts"
        assert screen.view.premise is None
        assert set(regions(at)) == {"verdicts", "world"}
        assert "[3 Verdicts]" in at.text()
        screen.query_one("#world", LinePane).focus()
        await at.settle()
        assert "[4 World]" in at.text()
