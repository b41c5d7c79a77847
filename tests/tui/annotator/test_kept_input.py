"""An annotator's input is stored and applies to what was on the screen: kills, a locked database,
simultaneous keys."""

import signal
from pathlib import Path

import pytest
from textual.events import Paste

from items.models import Item, Question
from sessions.annotation.desk import Desk
from sessions.record.clock import ManualClock
from sessions.storage.database import SCREEN_WAITS, DamagedError, Database
from solver.errors import OutsideError
from study.annotation.checks import MAX_TEXT, StandingVerdict
from tests.bots.terminal import Terminal
from tests.effort import rng
from tests.sessions.annotation_samples import play, saying, small_queue
from tests.tui.annotator.annotator_session import SUBMIT, Judging, judging
from tests.tui.at_rest import wait_until
from tests.tui.locked_record import locked_record
from tui.screens.annotator import formal, windows
from tui.screens.annotator.agreement import AgreementScreen
from tui.screens.annotator.formal import FormalScreen
from tui.screens.annotator.windows import GuidelinesModal, TextModal
from tui.widgets.prose import Prose
from tui.windows.modals import LeaveModal, RecordLockedModal
from tui.windows.pad_drafts import PadDraft

FIRST, FURTHER = SCREEN_WAITS


@pytest.mark.slow
async def test_codes_are_accepted_with_enter_and_discarded_with_escape(tmp_path: Path) -> None:
    async with judging(small_queue(tmp_path / "q"), tmp_path / "r.db", "a") as at:
        await at.press("minus", "b", "1", "escape")
        assert at.screen.judging.checks.verdict("why") is None
        await at.press("b", "1", "2", "enter")
        assert at.screen.judging.checks.verdict("why") == ("vague", "wrong")
        await at.press("b", "1", "escape")
        assert at.screen.judging.checks.verdict("why") == ("vague", "wrong")
        await at.press("b", "1", "2", "enter")
        assert at.screen.judging.checks.verdict("why") == (), "none found is an answer"


@pytest.mark.slow
async def test_what_does_not_fit_into_a_reason_is_reported(tmp_path: Path) -> None:
    async with judging(small_queue(tmp_path / "q"), tmp_path / "r.db", "a") as at:
        await at.press("minus", "f2")
        assert isinstance(at.app.screen, TextModal)
        at.app.post_message(Paste("r" * (MAX_TEXT + 300)))
        await at.settle()
        words = at.app.screen.query_one("#how", Prose)
        assert words.text.startswith("Full at 20,000 characters; the last 300 were left out.")
        await at.press("x")
        assert "the last one was left out" in words.text
        await at.pilot.press("y", "z")
        await at.settle()
        assert "left out" in words.text, "it stays while the text is full"
        await at.press("backspace")
        assert "left out" not in words.text
        await at.press("escape")
        current = at.screen.judging.current
        assert current is not None
        assert current.verdicts["clear"] == StandingVerdict("no", "r" * (MAX_TEXT - 1))


@pytest.mark.slow
async def test_nothing_is_judged_on_a_terminal_that_is_too_small(tmp_path: Path) -> None:
    async with judging(small_queue(tmp_path / "q"), tmp_path / "r.db", "a") as at:
        await at.press("a")
        await at.pilot.resize_terminal(60, 15)
        await at.settle()
        await at.press("plus", "a", SUBMIT, "f6")
        await at.pilot.resize_terminal(80, 24)
        await at.settle()
        assert at.screen.judging.checks.verdict("clear") == "yes"
        assert (at.screen.desk.progress.done, at.screen.desk.progress.skipped) == (0, 0)
        await at.press(SUBMIT)
        assert at.screen.desk.progress.done == 1


async def test_noise_in_the_file_is_reported_at_the_desk_and_typed_text_remains(
    tmp_path: Path,
) -> None:
    path = tmp_path / "r.db"
    noise: dict[Path, bytes] = {}

    async def sit() -> None:
        async with judging(small_queue(tmp_path / "q"), path, "a") as at:
            await at.press("a")
            for file in (path, Path(f"{path}-wal")):
                noise[file] = rng().randbytes(file.stat().st_size)
                with file.open("r+b") as out:
                    out.write(noise[file])
            await at.press("minus")
            assert isinstance(at.app.screen, TextModal)
            await at.press(*"late")
            await at.press("escape")
            if isinstance(at.app.screen, TextModal):
                assert "late" in at.text()
                await at.press("escape")
            assert at.screen.store_error is not None
            assert "database is damaged" in at.screen.store_error
            assert "check-db --rescue" in at.screen.store_error
            await at.press("escape")
            assert isinstance(at.app.screen, LeaveModal)
            screen_text = " ".join(at.text().split())
            assert (
                "The last change is not stored. The database is damaged. Keep the file"
                in screen_text
            )
            await at.press("y")

    with pytest.raises(DamagedError):  # told again when the screen is gone
        await sit()
    assert path.read_bytes() == noise[path], "nothing is written over it"


@pytest.mark.slow
async def test_a_locked_database_is_reported_and_nothing_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    async with judging(small_queue(tmp_path / "q"), path, "a") as at:
        await at.press("a")
        first = at.item
        with Database.open(path) as other:
            other.connection.execute("BEGIN EXCLUSIVE")
            at.screen.sitting.beat()
            await at.press("minus", SUBMIT, "f6")
            checks = at.screen.judging.checks
            assert checks.verdict("clear") == "yes", "what is shown is what is stored"
            assert (at.item, at.screen.desk.progress.done) == (first, 0)
            while isinstance(at.app.screen, TextModal):
                await at.press("escape")
            await at.press("escape")
            assert isinstance(at.app.screen, LeaveModal), "what was typed last is nowhere"
            await at.press("escape")
            assert at.screen.judging.current is not None
            other.connection.execute("ROLLBACK")
        at.screen.action_flag_entry()
        assert at.screen.store_error is None, "the next Esc need not ask"
        await at.press(SUBMIT)
        assert at.screen.desk.progress.done == 1
        assert at.item not in ("", first)


@pytest.mark.slow
async def test_keys_are_handled_while_another_program_locks_the_record(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    async with judging(small_queue(tmp_path / "q"), path, "a") as at:
        await at.press("a")
        with locked_record(path) as record:
            await at.press("f4")
            assert "The database is in use" in (at.screen.store_error or "")
            assert record.longest_stall() <= FIRST + FURTHER
            assert not at.screen.desk.state.flagged
            for key in ("down", "up", "plus", "tab", "tab"):
                await at.press(key)
                assert record.longest_stall() <= 2 * FURTHER
            await at.press("f1")
            assert isinstance(at.app.screen, GuidelinesModal), "and it is still held"
            await at.press("escape", "ctrl+b")
            pad = at.app.screen
            assert isinstance(pad, FormalScreen)
            record.longest_stall()
            pad.pad.area.insert("A")
            pad.keep()
            assert pad.store_error
            pad.keep()
            await at.press("B", "C")
            assert pad.pad.area.text.endswith("ABC")
            assert record.longest_stall() <= 2 * FURTHER
            record.let_go()
            pad.keep()
            assert not pad.store_error


@pytest.mark.slow
async def test_unstored_input_is_reported_once(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    async with judging(small_queue(tmp_path / "q"), path, "a") as at:
        with locked_record(path):
            await at.press("f4", "plus", "f4")
            notices = [notice.message for notice in at.app._notifications]
            assert len(notices) == 1
            assert "The database is in use" in notices[0]


async def test_others_verdicts_are_not_shown_if_that_cannot_be_recorded(tmp_path: Path) -> None:
    queue, path = small_queue(tmp_path / "q"), tmp_path / "r.db"
    with Database.open(path) as db:
        for who in ("a", "b"):
            play(db, queue, who, saying(()), ManualClock())
    async with judging(queue, path, "a") as at:
        desk = at.screen.desk
        with locked_record(path) as record:
            at.screen.action_agreement()
            await at.settle()
            assert "The database is in use" in (at.screen.store_error or "")
            at.screen.action_my_entries()
            await at.settle()
            assert "The database is in use" in " ".join(at.text().split())
            assert not desk.state.shown_entries
            record.let_go()
        await at.press("escape")
        at.screen.action_agreement()
        assert desk.state.shown_entries
        await at.settle()
        assert isinstance(at.app.screen, AgreementScreen)


@pytest.mark.slow
async def test_leaving_reports_that_the_record_is_locked(tmp_path: Path) -> None:
    queue, path = small_queue(tmp_path / "q"), tmp_path / "r.db"
    async with judging(queue, path, "a") as at:
        await at.press("a")
        with locked_record(path) as record:
            await at.press("escape", "y")
            assert isinstance(at.app.screen, RecordLockedModal)
            await at.press("n")
            assert at.screen.judging.current is not None
            await at.press("escape", "y")
            record.let_go()
            await wait_until(at.pilot, lambda: at.app.return_code is not None)
    async with judging(queue, path, "a") as at:
        with locked_record(path) as record:
            await at.press("escape", "y", "y")
            assert at.app.return_code == 0
            assert record.longest_stall() <= FIRST + FURTHER, "whoever cannot wait need not"


@pytest.mark.slow
async def test_a_text_that_cannot_be_stored_stays_on_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the scratchpad and in the window of a reason: Esc alone does not throw it away, and it is
    tried again."""
    monkeypatch.setattr(formal, "AGAIN_SECONDS", 2.0)
    monkeypatch.setattr(windows, "AGAIN_SECONDS", 2.0)
    path = tmp_path / "r.db"
    async with judging(small_queue(tmp_path / "q"), path, "a") as at:
        await at.press("ctrl+b")
        pad = at.app.screen
        assert isinstance(pad, FormalScreen)
        with Database.open(path) as other:
            other.connection.execute("BEGIN EXCLUSIVE")
            await at.press("A")
            await at.settle()
            await at.press("escape")
            assert isinstance(at.app.screen, LeaveModal)
            assert "Not kept. The database is in use" in " ".join(at.text().split())
            await at.press("n")
            assert "not kept" in at.text()
            other.connection.execute("ROLLBACK")
        await wait_until(at.pilot, lambda: not pad.store_error)
        await at.settle()
        assert "not kept" not in at.text()
        work = pad.sitting.desk.state.on_screen
        assert work is not None
        assert work.pad.endswith("A")
        await at.press("escape")
        await at.press("minus", "f2")
        assert isinstance(at.app.screen, TextModal)
        at.app.clear_notifications()
        with Database.open(path) as other:
            other.connection.execute("BEGIN EXCLUSIVE")
            await at.press(*"why", "escape")
            assert isinstance(at.app.screen, TextModal)
            assert "Esc again closes the window and discards the text" in at.text()
            how = at.app.screen.query_one("#how", Prose)
            assert "The database is in use" in how.text, "the window says why"
            assert not at.app._notifications, "a notice would cover it"
            await at.press("t")
            assert at.app.screen.written == "whyt"
            other.connection.execute("ROLLBACK")
            await at.press("escape")
        current = at.screen.judging.current
        assert current is not None
        assert current.verdicts["clear"] == StandingVerdict("no", "whyt")


@pytest.mark.slow
async def test_esc_asks_before_leaving_an_item_that_is_begun(tmp_path: Path) -> None:
    queue, path = small_queue(tmp_path / "q"), tmp_path / "r.db"
    async with judging(queue, path, "a") as at:
        await at.press("a")
        first = at.item
        await at.press("escape")
        assert isinstance(at.app.screen, LeaveModal)
        assert "kept as drafts" in at.text()
        await at.press("n")
        assert (at.item, at.screen.judging.is_begun) == (first, True)
        await at.press("escape", "y")
    async with judging(queue, path, "a") as at:
        assert at.screen.judging.checks.verdict("clear") == "yes"
        await at.press(SUBMIT)
        assert not at.screen.judging.is_begun, "the next item is not begun: Esc leaves at once"


async def test_an_item_that_could_not_be_opened_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_more: object, **_options: object) -> None:
        raise OutsideError("The database is in use by another program", "r.db: locked")

    async with judging(small_queue(tmp_path / "q"), tmp_path / "r.db", "a") as at:
        await at.press("a")
        with monkeypatch.context() as patch:
            patch.setattr(Desk, "_deal", fails)
            await at.press(SUBMIT)
            assert "could not be opened" in at.text()
            await at.press(SUBMIT)
            assert "could not be opened" in at.text()
        await at.press(SUBMIT)
        assert at.item
        assert at.screen.desk.progress.done == 1


async def typed(at: Judging, *keys: str) -> None:
    """Type into the scratchpad and leave it once its work is done."""
    await at.press(*keys)
    await at.settle()
    await at.press("escape")


@pytest.mark.slow
async def test_the_scratchpads_text_is_stored(tmp_path: Path) -> None:
    queue, path = small_queue(tmp_path / "q"), tmp_path / "r.db"
    async with judging(queue, path, "a") as at:
        await at.press("ctrl+b")
        assert isinstance(at.app.screen, FormalScreen)
        await typed(at, "A", "enter")
        await at.press("f6", "ctrl+b")
        assert isinstance(at.app.screen, FormalScreen)
        second = at.app.screen.pad.area.text
        assert second.startswith("# Text"), "a scratchpad belongs to its entry"
        await typed(at, "B")
        skipped = at.screen.desk.state.skipped[0]
    async with judging(queue, path, "a") as at:
        await at.press("ctrl+b")
        assert isinstance(at.app.screen, FormalScreen)
        assert at.app.screen.pad.area.text == f"{second}B"
        await typed(at, "backspace")
        state = at.screen.desk.state
        assert state.current_entry is not None
        assert state.work[skipped].pad.startswith("# Text")
        assert state.work[skipped].pad.endswith("\nA\n")
        assert state.work[state.current_entry].pad == "", "as it was given"


@pytest.mark.slow
async def test_continuous_typing_does_not_delay_storing_a_scratchpad(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(formal, "KEEP_SECONDS", 1000.0)
    queue, path = small_queue(tmp_path / "q"), tmp_path / "r.db"
    async with judging(queue, path, "a") as at:
        await at.press("ctrl+b")
        screen = at.app.screen
        assert isinstance(screen, FormalScreen)
        await at.press("A")
        first = screen.store_timer
        assert first is not None
        await at.press("B", "C")
        assert screen.store_timer is first
        screen.keep()
        assert screen.store_timer is None
        await at.press("D")
        assert screen.store_timer is not None
        await at.press("escape")


@pytest.mark.slow
async def test_each_key_in_the_scratchpad_is_on_disk_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the record has it: nothing is stored there between two keys."""
    monkeypatch.setattr(formal, "KEEP_SECONDS", 1000.0)
    queue, path = small_queue(tmp_path / "q"), tmp_path / "r.db"
    drafts = path.with_name("r.db-scratchpads")
    async with judging(queue, path, "a") as at:
        await at.press("ctrl+b")
        screen = at.app.screen
        assert isinstance(screen, FormalScreen)
        typed_text = screen.pad.area.text
        for count, key in enumerate("ABC", start=1):
            await at.press(key)
            again = FormalScreen(screen.sitting, screen.current, lambda: None)
            assert again.view.text == typed_text + "ABC"[:count]
            work = screen.sitting.desk.state.on_screen
            assert work is not None
            assert work.pad == ""
        draft = screen.draft
        screen.secure()
        await wait_until(at.pilot, lambda: not screen.save_job.busy)
        assert [file.suffix for file in drafts.iterdir()] == [".txt"]
        await at.settle()
        await at.press("escape")
        assert not list(drafts.iterdir()), "the record has it"
    # As after a kill, before the record had it.
    draft.note(f"{typed_text}ABD")
    async with judging(queue, path, "a") as at:
        await at.press("ctrl+b")
        assert isinstance(at.app.screen, FormalScreen)
        assert at.app.screen.pad.area.text == f"{typed_text}ABD"
        await at.settle()
        await at.press("escape")
        work = at.screen.desk.state.on_screen
        assert work is not None
        assert work.pad == f"{typed_text}ABD"
        assert not list(drafts.iterdir())


def test_two_people_have_separate_drafts(tmp_path: Path) -> None:
    item = Item(id="x", text="x", questions=(Question(id="1", kind="text"),))
    paths = {PadDraft(tmp_path / "r.db", item, whose).path for whose in ("", "a-1-x", "a-2-x")}
    assert len(paths) == 3


def test_simultaneous_keys_have_the_same_effect_as_single_ones(tmp_path: Path) -> None:
    """As over a slow line: no key overtakes another, none counts for an item nobody saw, and none
    of a text goes to the checks."""
    queue, path = small_queue(tmp_path / "q"), tmp_path / "r.db"
    arguments = ["annotate", queue.path, "--annotator", "a", "--db", str(path)]
    f2, f5, down, up = "\x1bOQ", "\x1b[15~", "\x1b[B", "\x1b[A"
    with Terminal(arguments, (120, 35), loaded=True) as at:
        at.await_text("Is it clear?")
        # Down to the scale, three; up again, no; the code in its window; the gold; submitted; then
        # keys that are too early for the next.
        at.send(f"{down}333{up}-\rb")
        at.await_text("Enter confirm")
        at.read(0.5)
        at.send("1\r")
        at.read(1.0)
        at.send(f"{up}{f2}")
        at.await_text("Reason")
        at.read(0.5)
        at.send("it is 2 dark\x13")
        at.read(1.0)
        at.send(f"{f5}+-{f5}")
        at.await_text("1 of 6 done")
        at.read(0.5)
        at.end(signal.SIGTERM)
    with Database.open(path) as db:
        desk = Desk.open(db, queue, "a")
        (submitted,) = desk.state.submitted
        work = desk.state.work[submitted]
        assert work.verdicts["clear"] == StandingVerdict("no", "it is 2 dark")
        assert work.verdicts["why"] == StandingVerdict(("vague",))
        assert work.verdicts["hard"] == StandingVerdict(3)
        on_screen = desk.state.on_screen
        assert on_screen is not None
        assert dict(on_screen.verdicts) == {}
        desk.close()


def test_a_killed_program_loses_no_draft(tmp_path: Path) -> None:
    queue, path = small_queue(tmp_path / "q"), tmp_path / "r.db"
    arguments = ["annotate", queue.path, "--annotator", "a", "--db", str(path)]
    with Terminal(arguments, (120, 35), loaded=True) as at:
        at.await_text("Is it clear?")
        at.send("a")
        at.await_text("all given")
        at.send("\x13")
        at.await_text("1 of 6 done")
        at.send("aa")
        at.await_text("[no]")
        at.send("\x1bOQ")
        at.await_text("Reason")
        at.send("half a rea")
        at.read(1.5)
        assert at.end(signal.SIGKILL) == -signal.SIGKILL
    with Database.open(path) as db:
        desk = Desk.open(db, queue, "a")
        assert desk.progress.done == 1
        current = desk.next()
        assert current is not None
        assert current.verdicts["clear"] == StandingVerdict("no", "half a rea")
        assert current.work.used_ns > 0
        desk.close()
    with Terminal(arguments, (120, 35), loaded=True) as at:
        at.await_text("half a rea")
        at.send("\x1b")
        at.await_text("is not submitted")
        at.send("y")
        assert at.end() == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "number", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.torture)]
)
def test_a_scratchpad_survives_the_end_of_the_program(
    tmp_path: Path, number: signal.Signals
) -> None:
    queue, path = small_queue(tmp_path / "q"), tmp_path / "r.db"
    arguments = ["annotate", queue.path, "--annotator", "a", "--db", str(path)]
    with Terminal(arguments, (120, 35), loaded=True) as at:
        at.await_text("Is it clear?")
        at.send("\x02")
        at.await_text("Symbols, premises, queries")
        at.send("rain -> wet\r")
        at.await_text("wet")
        # Told to end, the program keeps what it has read; killed, what it has kept by then.
        at.read(1.5 if number == signal.SIGKILL else 0.5)
        at.end(number)
    with Terminal(arguments, (120, 35), loaded=True) as at:
        at.await_text("Is it clear?")
        at.send("\x02")
        at.await_text("rain -> wet")


@pytest.mark.parametrize("size", [(60, 18), (40, 12)])
async def test_a_text_window_fits_a_small_terminal(tmp_path: Path, size: tuple[int, int]) -> None:
    async with judging(small_queue(tmp_path / "q"), tmp_path / "r.db", "a", size=(80, 24)) as at:
        await at.press("f3")
        at.app.post_message(Paste("first " + "word " * 300 + "last"))
        await at.settle()
        await at.pilot.resize_terminal(*size)
        await at.settle()
        assert "last" in at.text(), "the end, where typing goes on"
        assert "Esc closes the window" in at.text()
