"""Items that are still being read: shown as they come, filtered so far, complete at the end."""

import json
import threading
import time
from pathlib import Path

import pytest

from items.files.loading import LoadedItems, Watcher, load, load_all
from items.inspection.catalogue import Catalogue, View
from items.models import Item, Option, Provenance, Question
from items.sources import json_files
from solver.errors import InputError
from tests.bots.terminal import Terminal
from tests.effort import turns
from tests.tui.inspector.researcher_session import InspectorSession
from tui.apps.inspector import InspectorApp
from tui.console.incoming_items import IncomingItems
from tui.screens.inspector import browse
from tui.screens.inspector.browse import BrowseScreen
from tui.screens.inspector.figures import FigureRound
from tui.screens.inspector.inspector import BATCH_ITEMS


def item(n: int) -> Item:
    return Item(
        id=f"it/{n}",
        title=f"number {n}",
        text="even goats" if n % 2 == 0 else "odd goats",
        questions=(Question(id="1", kind="choice", options=(Option(text="a"), Option(text="b"))),),
        attributes={"level": n % 3},
        provenance=Provenance(benchmark="B"),
    )


ALL = tuple(item(n) for n in range(2 * BATCH_ITEMS + 100))


class Gate:
    """Items that come when they are let through."""

    def __init__(self, fault: Exception | None = None) -> None:
        self.gate = threading.Semaphore(0)
        self.fault = fault
        self.problems = (InputError("Record cannot be read", "line 7: expected more"),)

    def read(self, watcher: Watcher) -> LoadedItems:
        watcher.expect(len(ALL))
        for entry in ALL:
            self.gate.acquire()
            watcher.arrived(entry)
        if self.fault is not None:
            raise self.fault
        return LoadedItems(ALL, self.problems, "gate")

    def let_through(self, incoming: IncomingItems, n: int) -> None:
        """Let n items through, where no application runs."""
        wanted = len(incoming.items) + n
        self._release(n)
        until = time.monotonic() + 300
        while len(incoming.items) < wanted:
            assert time.monotonic() < until
            time.sleep(0.005)

    async def let_in(self, at: InspectorSession, incoming: IncomingItems, n: int) -> None:
        """Let n items through while an application runs: it holds reading after a key, and lets it
        go on in its own event loop."""
        wanted = len(incoming.items) + n
        self._release(n)
        until = time.monotonic() + 300
        while len(incoming.items) < wanted:
            assert time.monotonic() < until
            await at.pilot.pause(0.005)

    def _release(self, n: int) -> None:
        for _ in range(n):
            self.gate.release()


async def wait_for_text(at: InspectorSession, text: str, seconds: float = 300.0) -> None:
    until = time.monotonic() + seconds
    while text not in at.text():
        assert time.monotonic() < until, at.text()
        await at.pilot.pause(0.05)


@pytest.mark.slow
async def test_rows_appear_while_items_are_read_and_filters_say_so_far() -> None:
    gate = Gate()
    incoming = IncomingItems(gate.read)
    incoming.start()
    gate.let_through(incoming, 10)
    assert not incoming.settle(0.0)
    incoming.go_on()
    app = InspectorApp(incoming.items[:10], ["gate"], None, "test", incoming=incoming)
    async with app.run_test(size=(120, 35)) as pilot:
        at = InspectorSession(app, pilot)
        await wait_for_text(at, f"reading 10 of {len(ALL):,}")
        assert "it/9" in at.text()
        assert "it/10" not in at.text()
        await at.pilot.press("slash", *"even")
        await wait_for_text(at, "5 of 10 items so far")
        await gate.let_in(at, incoming, 6)
        await wait_for_text(at, "8 of 16 items so far")
        assert "it/14" in at.text()
        await at.pilot.press("escape")
        screen = app.screen
        assert isinstance(screen, BrowseScreen)
        await at.pilot.press("down", "down")
        selected = screen.view.item
        await gate.let_in(at, incoming, len(ALL) - 16)
        await wait_for_text(at, f"{len(ALL):,} items")
        assert screen.view.item is selected
        assert "so far" not in at.text()
        assert len(app.inspector.items) == len(ALL)
        assert app.inspector.problems == gate.problems
        assert screen.round.running or not app.inspector.catalogue.pending()


async def test_reading_pauses_for_a_key_and_continues_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gate = Gate()
    incoming = IncomingItems(gate.read)
    incoming.start()
    gate.let_through(incoming, 10)
    assert not incoming.settle(0.0)
    incoming.go_on()
    app = InspectorApp(incoming.items[:10], ["gate"], None, "test", incoming=incoming)
    while_moving: list[bool] = []
    noted = BrowseScreen.note_seen

    def note_move(screen: BrowseScreen) -> None:
        while_moving.append(incoming._may_run.is_set())
        noted(screen)

    # Nothing is taken in meanwhile: that lets reading go on, too.
    monkeypatch.setattr(browse, "ARRIVAL_SECONDS", 3600.0)
    async with app.run_test(size=(120, 35)) as pilot:
        at = InspectorSession(app, pilot)
        await wait_for_text(at, "reading 10 of")
        monkeypatch.setattr(BrowseScreen, "note_seen", note_move)
        for turn in range(1, 4):
            await pilot.press("down")
            until = time.monotonic() + 300
            while len(while_moving) < turn or not incoming._may_run.is_set():
                assert time.monotonic() < until
                await pilot.pause(0.01)
        assert while_moving == [False] * 3
        await gate.let_in(at, incoming, 20)
    # A reading thread that is left waiting makes a later command end this process abruptly.
    incoming.go_on()
    gate.let_through(incoming, len(ALL) - len(incoming.items))
    assert incoming.settle(300)


def test_after_a_hold_at_most_one_item_arrives() -> None:
    gate = Gate()
    incoming = IncomingItems(gate.read)
    incoming.start()
    gate.let_through(incoming, 5)
    incoming.hold()
    for _ in ALL[5:]:
        gate.gate.release()
    time.sleep(0.1)
    assert len(incoming.items) <= 6
    incoming.go_on()
    assert incoming.settle(300)
    assert tuple(incoming.items) == ALL


def test_the_wait_ends_early_for_more_items_than_can_arrive(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gate = Gate()
    incoming = IncomingItems(gate.read)
    waits: list[float] = []
    wait = incoming._has_ended.wait

    def noted(seconds: float | None = None) -> bool:
        waits.append(seconds or 0.0)
        return wait(seconds)

    monkeypatch.setattr(incoming._has_ended, "wait", noted)
    incoming.start()
    gate.let_through(incoming, 10)
    assert not incoming.settle(20.0)
    assert sum(waits) < 10
    incoming.go_on()
    gate.let_through(incoming, len(ALL) - 10)
    assert incoming.settle(300.0)
    assert tuple(incoming.items) == ALL


async def test_figures_that_nobody_paused_are_not_called_paused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    released = threading.Event()
    monkeypatch.setattr(FigureRound, "_load_stored", lambda _self: released.wait(300))
    # The table may have its room before figures begin to come, or after.
    begin = BrowseScreen.ready
    monkeypatch.setattr(
        BrowseScreen, "ready", lambda screen: screen.set_timer(0.2, lambda: begin(screen))
    )
    app = InspectorApp(ALL[:13], ["gate"], None, "test")
    try:
        async with app.run_test(size=(120, 35)) as pilot:
            at = InspectorSession(app, pilot)
            await wait_for_text(at, "figures 0 of 13 · working")
            await pilot.press("c")
            await wait_for_text(at, "figures 0 of 13 · paused")
            released.set()
    finally:
        released.set()


async def test_an_error_while_reading_is_reported_and_items_read_remain() -> None:
    gate = Gate(InputError("File cannot be read", "disk: gone"))
    incoming = IncomingItems(gate.read)
    incoming.start()
    gate.let_through(incoming, 3)
    assert not incoming.settle(0.0)
    incoming.go_on()
    app = InspectorApp(incoming.items[:3], ["gate"], None, "test", incoming=incoming)
    async with app.run_test(size=(120, 35)) as pilot:
        at = InspectorSession(app, pilot)
        await wait_for_text(at, "reading 3 of")
        await gate.let_in(at, incoming, len(ALL) - 3)
        await wait_for_text(at, f"{len(ALL):,} items")
        assert [p.message for p in app.inspector.problems] == ["disk: gone"]


def test_reading_pauses_while_the_first_screen_is_built() -> None:
    gate = Gate()
    for _ in ALL:
        gate.gate.release()
    incoming = IncomingItems(gate.read)
    went_on = threading.Event()
    incoming._has_first = went_on
    incoming._may_run.clear()
    incoming.start()
    assert went_on.wait(300)
    time.sleep(0.1)
    assert len(incoming.items) == 1
    incoming.go_on()
    assert incoming.settle(300)
    assert len(incoming.items) == len(ALL)
    assert incoming.result.items == ALL


def test_a_fault_before_the_first_item_is_raised() -> None:
    def read(watcher: Watcher) -> LoadedItems:
        raise InputError("No such source", "nothing: there")

    incoming = IncomingItems(read)
    incoming.start()
    assert incoming.settle(None)
    with pytest.raises(InputError, match="No such source"):
        _ = incoming.result


@pytest.mark.parametrize("sort", ["", "title"])
def test_a_grown_table_equals_one_built_at_once(sort: str) -> None:
    grown = Catalogue(ALL[:7])
    view = View("even goats", {"level": frozenset({"1", "2"})}, sort=sort)
    grown.select(view)
    grown.facet("level", view)
    for start in range(7, len(ALL), 300):
        grown.extend(ALL[start : start + 300])
        places = grown.select(view)
        assert all("even" in ALL[place].text for place in places)
        assert len(places) == len(set(places))
    grown.settle()
    whole = Catalogue(ALL)
    assert grown.select(view) == whole.select(view)
    assert grown.facet("level", View()) == whole.facet("level", View())
    assert grown.facets == whole.facets
    assert grown.items == whole.items


class Noted(Watcher):
    def __init__(self) -> None:
        self.ids: list[str] = []
        self.records = 0
        self.estimated = False

    def expect(self, records: int, *, estimated: bool = False) -> None:
        self.records += records
        self.estimated = self.estimated or (estimated and records > 0)

    def arrived(self, item: Item) -> None:
        self.ids.append(item.id)


def lines(folder: Path, name: str, ids: range) -> Path:
    path = folder / name
    path.write_text(
        "".join(
            json.dumps({"id": f"it/{n}", "text": "t", "questions": [{"text": "?", "gold": "x"}]})
            + "\n"
            for n in ids
        ),
        encoding="utf-8",
    )
    return path


def test_a_watcher_gets_every_item_once_and_the_expected_number(tmp_path: Path) -> None:
    path = lines(tmp_path, "one.jsonl", range(500))
    other = lines(tmp_path, "other.jsonl", range(450, 700))
    noted = Noted()
    loaded = load_all([path, other], watcher=noted)
    assert noted.ids == [item.id for item in loaded.items]
    assert len(noted.ids) == 700
    assert noted.records == 750
    assert not noted.estimated
    assert len(loaded.problems) == 50


def test_items_and_bad_lines_of_a_long_file_keep_their_places(tmp_path: Path) -> None:
    path = lines(tmp_path, "one.jsonl", range(450))
    text = path.read_text(encoding="utf-8").split("\n")
    text[300] = "{nope"
    text[10] = ""
    path.write_text("\n".join(text), encoding="utf-8")
    loaded = load(path)
    assert len(loaded.items) == 448
    (problem,) = loaded.problems
    assert "line 301" in problem.message


@pytest.mark.parametrize("form", ["lines", "list"])
def test_of_a_large_file_the_number_of_records_is_called_an_estimate(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_files, "LONG_FILE_BYTES", 50_000)
    monkeypatch.setattr(json_files, "BLOCK", 10_000)
    path = lines(tmp_path, "one.jsonl", range(2_000))
    if form == "list":
        records = path.read_text(encoding="utf-8").splitlines()
        path = tmp_path / "one.json"
        path.write_text(f"[{','.join(records)}]", encoding="utf-8")
    noted = Noted()
    load(path, watcher=noted)
    assert noted.estimated
    assert 1_800 < noted.records < 2_400


async def test_the_header_marks_an_estimate() -> None:
    gate = Gate()
    incoming = IncomingItems(gate.read)
    incoming.start()
    gate.let_through(incoming, 10)
    assert not incoming.settle(0.0)
    incoming.expect(70, estimated=True)
    app = InspectorApp(incoming.items[:10], ["gate"], None, "test", incoming=incoming)
    async with app.run_test(size=(120, 35)) as pilot:
        at = InspectorSession(app, pilot)
        await wait_for_text(at, f"reading 10 of about {len(ALL) + 70:,}")
        await gate.let_in(at, incoming, len(ALL) - 10)
        await wait_for_text(at, f"{len(ALL):,} items")


@pytest.mark.slow
@pytest.mark.scaled
def test_the_first_rows_of_many_items_are_there_before_the_last_is_read(tmp_path: Path) -> None:
    count = turns(6_000, 60_000)
    path = lines(tmp_path, "many.jsonl", range(count))
    database = str(tmp_path / "one.db")
    environment = {"COUNTERMODEL_DB": database}
    with Terminal(["inspect", str(path)], (120, 35), environment) as at:
        at.await_text(f"of {count:,}")
        at.send("\x1b[B")
        at.await_text(f"{count:,} items")
        at.send("\x11")
        assert at.end() == 0
