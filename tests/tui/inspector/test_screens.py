"""The ways through the researcher's screens, by keys and mouse."""

import json
import threading
from pathlib import Path

import pytest
from textual.events import Key
from textual.widgets import Input

from items.models import Item
from solver.cancel import Cancel, Cancelled
from tests.tui.inspector.researcher_session import InspectorSession, demo, open_inspector, record
from tui.apps.home import HomeApp
from tui.screens.home.home import HomeScreen
from tui.screens.inspector import item as item_module
from tui.screens.inspector.browse import BrowseScreen
from tui.screens.inspector.item import ItemScreen
from tui.screens.inspector.record import RecordScreen
from tui.state.inspector import item_findings as findings_module
from tui.state.inspector.item_findings import ItemFindings
from tui.widgets.grid import Grid
from tui.widgets.line_pane import LinePane
from tui.windows.modals import KeyTable


def browse_screen(at: InspectorSession) -> BrowseScreen:
    assert isinstance(at.app.screen, BrowseScreen), at.app.screen
    return at.app.screen


def item_screen(at: InspectorSession) -> ItemScreen:
    assert isinstance(at.app.screen, ItemScreen), at.app.screen
    return at.app.screen


@pytest.mark.slow
async def test_the_world_in_which_an_option_fails_is_reached_from_home(tmp_path: Path) -> None:
    app = HomeApp(tmp_path / "home.db")
    async with app.run_test(size=(120, 35)) as pilot:
        at = InspectorSession(app, pilot)
        await at.settle()
        await at.press("i")
        await at.press("enter")
        screen_text = at.text()
        assert "✗ Option A, “L”, fails in this world:" in screen_text
        assert "A goat sleeps on the roof. The baker whistles." in screen_text
        await at.press("escape")
        await at.press("escape")
        assert isinstance(app.screen, HomeScreen)


@pytest.mark.slow
async def test_at_80x24_panes_become_tabs_and_verdict_and_world_stay_together() -> None:
    async with open_inspector(size=(80, 24)) as at:
        await at.press("enter")
        assert "[3 Verdicts]" in at.text()
        assert "✗ Option A, “L”, fails in this world:" in at.text()
        await at.press("enter")
        assert "[4 World]" in at.text()
        assert "✗ Option A, “L”, fails in this world:" in at.text()
        await at.press("tab")
        assert "[1 Text]" in at.text()
        assert "fails in this world" not in at.text()
        await at.press("2")
        assert "[2 Premises]" in at.text()
        assert "not both the ferry is late" in at.text()


@pytest.mark.slow
async def test_filter_and_place_remain_when_an_item_closes() -> None:
    async with open_inspector() as at:
        await at.press("slash", "c", "l", "o", "c", "k", "enter")
        browse = browse_screen(at)
        listed_ids = [browse.view.catalogue.items[p].id for p in browse.view.places]
        assert (
            listed_ids[:2] == ["demo/backwards-clock", "demo/backwards-clock-zh"][: len(listed_ids)]
        )
        await at.press("enter")
        await at.press("n" if len(listed_ids) > 1 else "p")
        last = item_screen(at).view.item.id
        await at.press("escape")
        assert browse_screen(at) is browse
        assert browse.query_one(Input).value == "clock"
        assert browse.view.item is not None
        assert browse.view.item.id == last
        assert browse.query_one(Grid).cursor == browse.view.row
        await at.press("escape")
        assert len(browse.view.places) == len(demo())


@pytest.mark.slow
async def test_next_and_previous_stay_within_the_table() -> None:
    async with open_inspector() as at:
        await at.press("enter")
        assert at.header().lstrip().startswith(f"1/{len(demo())} demo/goat-on-the-roof")
        await at.press("p")
        assert at.header().lstrip().startswith(f"1/{len(demo())}")
        await at.press("n")
        assert at.header().lstrip().startswith(f"2/{len(demo())} demo/scenic-tram")
        assert "gold proved" in at.header()


async def test_columns_sort_by_key_and_by_click() -> None:
    async with open_inspector() as at:
        browse = at.app.screen
        assert isinstance(browse, BrowseScreen)
        await at.press("right", "s")
        assert browse.view.view.sort == "title"
        await at.press("s")
        assert browse.view.view.descending
        await at.pilot.click(Grid, offset=(4, 0))
        await at.settle()
        assert browse.view.view.sort == "id"
        assert "id▲" in at.text().replace(" ", "")


@pytest.mark.slow
async def test_a_facet_is_chosen_with_the_space_bar() -> None:
    async with open_inspector() as at:
        await at.press("f")
        browse = at.app.screen
        assert isinstance(browse, BrowseScreen)
        pane = browse.query_one("#facets", LinePane)
        assert pane.has_focus
        await at.press("down", "space")
        assert browse.view.view.facets
        assert len(browse.view.places) < len(demo())
        await at.press("escape")
        assert browse.query_one(Grid).has_focus


@pytest.mark.slow
async def test_id_and_formalization_are_copied_and_the_record_opens() -> None:
    async with open_inspector() as at:
        await at.press("y")
        assert at.app.clipboard == "demo/goat-on-the-roof"
        await at.press("Y")
        assert json.loads(at.app.clipboard)["premise"]
        await at.press("o")
        assert isinstance(at.app.screen, RecordScreen)
        assert '"id": "demo/goat-on-the-roof"' in at.text()
        await at.press("escape", "enter")
        await at.press("o")
        opened = at.app.screen
        assert isinstance(opened, RecordScreen)
        assert json.loads(opened.text)["id"] == "demo/goat-on-the-roof"
        assert "demo.jsonl, line 1" in at.header()


@pytest.mark.slow
async def test_an_item_without_a_file_shows_the_item_as_its_record() -> None:
    item = demo()[0].model_copy(update={"id": "nowhere"})
    async with open_inspector([item]) as at:
        await at.press("o")
        opened = at.app.screen
        assert isinstance(opened, RecordScreen)
        assert json.loads(opened.text)["id"] == "nowhere"
        assert "as read" in at.header()


@pytest.mark.slow
async def test_a_verdict_picked_with_the_mouse_shows_its_world() -> None:
    async with open_inspector() as at:
        await at.press("enter")
        view = item_screen(at).view
        await at.pilot.click("#verdicts", offset=(6, 3))
        await at.settle()
        assert view.selected == "0.1"
        assert "fails in this world:" in at.text()


@pytest.mark.slow
async def test_a_click_selects_a_premise_and_its_sentence() -> None:
    async with open_inspector() as at:
        await at.press("enter")
        await at.press("2", "down")
        screen = item_screen(at)
        assert screen.view.premise == 1
        lines = screen.query_one("#text", LinePane).lines
        marked = " ".join(p.text for line in lines for p in line.pieces if p.role == "marked")
        assert marked.startswith("It is not the case")


@pytest.mark.slow
async def test_notation_cycles_and_remains_for_the_next_item() -> None:
    async with open_inspector() as at:
        await at.press("enter")
        await at.press("t")
        assert "\\rightarrow" in at.text()
        await at.press("n")
        assert "\\rightarrow" in at.text()


@pytest.mark.slow
async def test_models_open_and_close() -> None:
    async with open_inspector() as at:
        await at.press("down", "enter")
        await at.press("m")
        assert "13 models" in at.header()
        await at.press("right", "space")
        assert "over 5 of 6 symbols" in at.header()
        await at.press("o")
        assert "over 1 of 6 symbols" in at.header()
        await at.press("o", "n")
        await at.press("escape")
        assert item_screen(at).view.item.id == demo()[2].id


@pytest.mark.slow
async def test_answers_are_shown_with_a_record(tmp_path: Path) -> None:
    path = tmp_path / "answers.db"
    record(path)
    async with open_inspector(database=path) as at:
        assert "67 %" in at.text()
        await at.press("enter")
        await at.press("a")
        assert "people 2/3 67 %" in at.header()
        assert "✗ A is wrong" in at.text()
        # A needs two misreadings; which, and a world that tells the first reading from the text.
        assert "Right if misread" in at.text()
        assert "Converse" in at.text()
        assert "Premise 1 is read as: B → S" in at.text()
        await at.press("tab", "tab", "pagedown")
        assert "The reading allows this world" in at.text()
        await at.press("tab", "down", "down")
        assert "This answer is right." in at.text()
        await at.press("n")
        assert "Nobody has answered this item yet." in at.text()


async def test_figures_are_stored_by_content_and_read_back(tmp_path: Path) -> None:
    from sessions.record.solver_figures import load
    from sessions.storage.database import Database

    path = tmp_path / "kept.db"
    items = demo()[:3]
    for _time in range(2):
        async with open_inspector(items, database=path) as at:
            await at.wait_until(lambda: not browse_screen(at).view.catalogue.pending())
            assert "✓ proved" in at.text()
    with Database.open(path) as db:
        assert set(load(db)) == {item.content_hash for item in items}


@pytest.mark.slow
async def test_esc_stops_the_work_and_late_results_are_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    go = threading.Event()
    work = findings_module.work_out
    slow = demo()[0].id

    def work_out(item: Item, cancel: Cancel, seconds: float = 5.0) -> ItemFindings:
        if item.id == slow:
            go.wait(300)
            if cancel.cancelled and not go.is_set():
                raise Cancelled
        return work(item, Cancel())

    monkeypatch.setattr(item_module, "work_out", work_out)
    async with open_inspector() as at:
        await at.pilot.press("enter")
        await at.pilot.pause()
        screen = item_screen(at)
        assert "working" in at.text()
        await at.pilot.press("escape")
        await at.pilot.pause()
        assert at.app.screen is screen
        assert screen.view.state.startswith("stopped")
        await at.pilot.press("r")
        await at.pilot.press("n")
        await at.pilot.pause()
        go.set()
        await at.settle()
        assert screen.view.item.id == demo()[1].id
        assert screen.view.analysis is not None
        assert screen.view.analysis.item.id == demo()[1].id
        await at.pilot.press("p")
        await at.settle()
        assert screen.view.analysis.item.id == demo()[0].id


@pytest.mark.slow
async def test_small_terminals_are_reported_and_nothing_is_lost() -> None:
    async with open_inspector() as at:
        await at.press("enter")
        await at.pilot.resize_terminal(60, 20)
        await at.settle()
        assert "too small" in at.text()
        await at.pilot.resize_terminal(120, 35)
        await at.settle()
        assert "✗ Option A, “L”, fails in this world:" in at.text()


@pytest.mark.slow
async def test_one_key_switches_between_dark_and_light() -> None:
    async with open_inspector() as at:
        await at.press("f8")
        assert at.app.theme == "countermodel-light"
        await at.press("f8")
        assert at.app.theme == "countermodel-dark"


@pytest.mark.slow
async def test_every_action_is_on_the_help_screen() -> None:
    async with open_inspector() as at:
        await at.press("enter")
        await at.press("f1")
        help_text = at.text()
        await at.press("pagedown")
        help_text += at.text()
        for message in ("Open the next item.", "Copy the item's formalization.", "Keys of this"):
            assert message in help_text


@pytest.mark.slow
@pytest.mark.parametrize(
    "keys", [(), ("f",), ("enter",), ("enter", "m"), ("enter", "h"), ("enter", "c")]
)
async def test_the_help_says_in_sentences_what_keys_do(keys: tuple[str, ...]) -> None:
    async with open_inspector() as at:
        await at.press(*keys, "f1")
        rows = at.app.screen.query_one(KeyTable).rows
        assert len(rows) > 3
        assert [effect for _key, effect in rows if not effect.endswith(".")] == []


@pytest.mark.slow
async def test_two_keys_at_once_on_the_home_screen_open_one_thing(tmp_path: Path) -> None:
    app = HomeApp(tmp_path / "home.db")
    async with app.run_test(size=(120, 35)) as pilot:
        at = InspectorSession(app, pilot)
        await at.settle()
        focused = app.focused
        assert focused is not None
        for key in (Key("i", "i"), Key("enter", "\r"), Key("i", "i")):
            focused.post_message(key)
        await at.settle()
        assert isinstance(app.screen, BrowseScreen)
        assert len(app.screen_stack) == 2


@pytest.mark.slow
async def test_a_key_pressed_twice_at_once_opens_one_screen() -> None:
    async with open_inspector() as at:
        focused = at.app.focused
        assert focused is not None
        for _time in range(2):
            focused.post_message(Key("enter", "\r"))
        await at.settle()
        assert [screen.name for screen in at.app.screen_stack[1:]] == ["browse", "item"]
        inspector = item_screen(at).inspector
        for _time in range(2):
            inspector.open("models", inspector.browse.item)
        await at.settle()
        assert [screen.name for screen in at.app.screen_stack[2:]] == ["item", "models"]
