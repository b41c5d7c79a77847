"""From screen to screen: the code, coming back, the end, and the home screen around it."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from textual.widgets import Input

from sessions.record.clock import ManualClock
from sessions.storage.database import SCREEN_WAITS, Database, GoneError
from sessions.taking.simulating import simulate
from solver.errors import InputError
from study.design.protocol import load_study
from tests.study.samples import POOLS, sample
from tests.tui.at_rest import wait_until
from tests.tui.locked_record import locked_record
from tests.tui.participant_session import CHOICES, sitting
from tui import i18n
from tui.apps.home import HomeApp
from tui.apps.participant import ParticipantApp
from tui.screens.home.home import HomeScreen
from tui.screens.home.report import ReportScreen
from tui.screens.inspector.browse import BrowseScreen
from tui.screens.participant.code import CodeScreen
from tui.screens.participant.item import ItemScreen
from tui.screens.participant.page import PageScreen
from tui.screens.participant.task import Task
from tui.widgets.action_list import ActionList
from tui.widgets.bars import HeaderBar
from tui.widgets.prose import Prose
from tui.windows import screen
from tui.windows.modals import RecordLockedModal

FIRST, FURTHER = SCREEN_WAITS


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    i18n.use("en")
    yield
    i18n.use("en")


@pytest.mark.slow
async def test_the_code_is_asked_for_checked_or_generated() -> None:
    async with sitting(CHOICES, code="") as at:
        screen = at.app.screen
        assert isinstance(screen, CodeScreen)
        await at.press("enter")
        assert screen.query_one("#wrong", Prose).text == "Type a code first, or press F2 for one."
        await at.press("question_mark", "enter")
        assert "letters, digits" in screen.query_one("#wrong", Prose).text
        await at.press("x")
        assert not screen.query_one("#wrong", Prose).text, "nothing is wrong with x yet"
        await at.press("f2")
        code = screen.query_one("#code", Input).value
        assert len(code) == 7
        hint = screen.query_one("#hint", Prose)
        assert hint.text.startswith("This is your code.")
        await at.press("end", "x")
        assert hint.text.startswith("Type your code"), "it is not the one that was made up"
        await at.press("backspace", "enter")
        assert at.page == "consent"
        assert at.app.flow is not None
        assert at.app.flow.code == code


@pytest.mark.slow
async def test_the_same_code_comes_back_to_the_same_question_with_its_time(tmp_path: Path) -> None:
    path, clock = tmp_path / "one.db", ManualClock()
    async with sitting(CHOICES, path, clock=clock) as at:
        await at.begin()
        await at.press("a", "3", "enter", "b")
        await at.wait(20)
        await at.press("ctrl+q")
        assert "with your code: P1" in at.screen_text()
        await at.press("y")
    async with sitting(CHOICES, path, code=" p1 ", clock=clock) as at:
        assert at.page == "welcome_back"
        assert "You were at question 2 of 4." in at.screen_text()
        clock.advance(300)
        await at.press("enter")
        assert "Item 2 of 4" in at.header()
        assert "00:40 left" in at.header(), "reading the welcome takes no time from the question"
        assert "confirm" not in at.footer()
        await at.press("2")
        assert "confirm B" in at.footer()


@pytest.mark.slow
async def test_a_key_cancels_leaving() -> None:
    async with sitting(CHOICES) as at:
        await at.begin()
        await at.press("ctrl+q", "escape")
        await at.press("a")
        assert at.drafts()
        await at.press("ctrl+q", "enter")
        await at.press("n", "b")
        assert at.item.view.step.index == 0
        assert at.drafts()["q"].model_dump()["option"] == 1


@pytest.mark.slow
async def test_quitting_twice_quits(tmp_path: Path) -> None:
    for first, second in (("ctrl+c", "ctrl+c"), ("ctrl+q", "ctrl+q"), ("ctrl+q", "ctrl+c")):
        async with sitting(CHOICES, tmp_path / f"{first}{second}.db") as at:
            await at.begin()
            await at.press("b", first)
            assert "Quit?" in at.screen_text()
            await at.press(second)
            assert at.app.flow is not None
            assert at.app.flow.runner is None, "closed in good order"


@pytest.mark.slow
async def test_quitting_asks_above_the_help_window_too() -> None:
    async with sitting(CHOICES) as at:
        await at.begin()
        await at.press("f1", "ctrl+c")
        assert "Quit?" in at.screen_text()
        await at.press("n")
        assert "Keys of this screen" in at.screen_text()
        await at.press("escape", "b")
        assert at.drafts()


@pytest.mark.parametrize(
    ("rule", "field", "where", "killed"),
    [
        ("", "break_after = 1", "break", False),
        ('after_timeout = "page"', "", "paused", True),
        ("", "", "item", True),
        pytest.param("", "break_after = 1", "break", True, marks=pytest.mark.torture),
        pytest.param('after_timeout = "page"', "", "paused", False, marks=pytest.mark.torture),
        pytest.param("", "", "item", False, marks=pytest.mark.torture),
    ],
)
async def test_an_earlier_timeout_is_reported_once_after_a_return(
    rule: str, field: str, where: str, killed: bool, tmp_path: Path
) -> None:
    path, clock = tmp_path / "one.db", ManualClock()
    study = CHOICES.replace("[[blocks]]", f"{rule}\n[[blocks]]") + field
    late = "Time was up. Your answer was not confirmed, so it does not count."
    async with sitting(study, path, clock=clock) as at:
        await at.begin()
        await at.press("b")
        await at.wait(61)
        assert at.app.screen.name == where
        assert "Time was up." in at.screen_text()
        if killed:
            assert at.app.flow is not None
            runner, at.app.flow.runner = at.app.flow.runner, None
            assert runner is not None
            runner._journal.release()
    async with sitting(study, path, clock=clock) as at:
        assert at.page == "welcome_back"
        assert f"Before you left: {late}" in " ".join(at.screen_text().split())
        await at.press("enter")
        assert at.app.screen.name == where
        assert "Time was up" not in at.screen_text()
        if where != "item":
            await at.press("enter")
        await at.press("a", "3", "enter")
    async with sitting(study, path, clock=clock) as at:
        assert "Before you left" not in at.screen_text()


@pytest.mark.slow
async def test_a_timeout_during_an_absence_is_reported_by_the_next_break(
    tmp_path: Path,
) -> None:
    path, clock = tmp_path / "one.db", ManualClock()
    study = CHOICES.replace("[[blocks]]", '[away]\nclock = "running"\n[[blocks]]')
    async with sitting(study + "break_after = 1", path, clock=clock) as at:
        await at.begin()
        await at.press("b", "ctrl+q", "y")
    clock.advance(600)
    async with sitting(study + "break_after = 1", path, clock=clock) as at:
        assert "Before you left" not in at.screen_text()
        await at.press("enter")
        assert at.page == "break"
        assert "Time was up. Your answer was not confirmed" in at.screen_text()


@pytest.mark.slow
async def test_the_welcome_says_which_time_away_counts(tmp_path: Path) -> None:
    path, clock = tmp_path / "one.db", ManualClock()
    forced, beyond = "the program was killed", "longer than the clock can stop"

    async def coming_back(after: float, *, killed: bool) -> str:
        clock.advance(after)
        async with sitting(CHOICES, path, clock=clock) as at:
            assert at.page == "welcome_back"
            text = " ".join(at.screen_text().split())
            await at.press("enter")
            assert at.app.flow is not None
            if killed:
                runner, at.app.flow.runner = at.app.flow.runner, None
                assert runner is not None
                runner._journal.release()
            return text

    async with sitting(CHOICES, path, clock=clock) as at:
        await at.begin()
        await at.press("ctrl+q", "y")
    welcome = await coming_back(5, killed=True)
    assert forced not in welcome
    assert beyond not in welcome
    welcome = await coming_back(5, killed=False)
    assert forced in welcome
    assert "Up to 1 minute since then" in welcome
    assert beyond not in welcome
    welcome = await coming_back(620, killed=False)
    assert forced not in welcome
    assert f"{beyond}. 25 seconds of it count" in welcome, "10 minutes stand still, 5 seconds did"


@pytest.mark.slow
async def test_a_finished_code_shows_its_completion_code_again(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    codes = []
    for _turn in range(2):
        async with sitting(CHOICES, path) as at:
            if isinstance(at.app.screen, PageScreen) and at.page == "consent":
                await at.begin()
                for _question in range(4):
                    await at.press("a", "3", "enter")
            assert at.page == "end"
            codes.append(at.state.completion_code)
            assert "Give this code to the person who invited you" in at.screen_text()
            await at.press("enter")
        assert str(codes[-1]) in at.app.parting_lines[0], "left on the terminal"
    assert codes[0] == codes[1]


@pytest.mark.slow
async def test_an_edit_of_words_alone_resumes_on_the_words_that_were_agreed_to(
    tmp_path: Path,
) -> None:
    path = tmp_path / "one.db"
    async with sitting(CHOICES, path) as at:
        await at.begin()
        await at.press("b", "3", "enter")
    async with sitting("# Spelling.\n" + CHOICES.replace("Yes?", "Well?"), path) as at:
        assert at.page == "welcome_back"
        await at.press("enter")
        assert "Item 2 of 4" in at.header()
        assert at.app.flow is not None
        assert at.app.flow.study.consent == "Yes?"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("= 60", "= 61"),
        ("number = 4", "number = 3"),
        ('"fixed"', '"random"'),
        ("= true", "= false"),
    ],
)
async def test_an_edited_study_is_refused_to_whoever_began(
    tmp_path: Path, before: str, after: str
) -> None:
    path = tmp_path / "one.db"
    async with sitting(CHOICES, path) as at:
        await at.begin()
    async with sitting(CHOICES.replace(before, after), path) as at:
        assert at.page == "trouble"
        assert "edited" in at.screen_text()
        await at.press("enter")
    assert isinstance(at.app.failure, InputError), "told again where it was started"


@pytest.mark.slow
async def test_answers_are_not_called_safe_in_a_deleted_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screen, "MOMENT", 1e6)
    path = tmp_path / "one.db"
    async with sitting(CHOICES, path) as at:
        await at.begin()
        path.rename(tmp_path / "elsewhere.db")
        await at.press("b", "3", "enter")
        assert at.page == "trouble"
        screen_text = " ".join(at.screen_text().split())
        assert "do not start again" in screen_text
        assert "is saved" not in screen_text
        page = at.app.screen
        assert isinstance(page, PageScreen)
        page.shown_at = 0
        await at.press("enter")
    assert isinstance(at.app.failure, GoneError)


async def test_enter_shows_the_rest_of_a_text_where_every_action_has_a_letter() -> None:
    long = "\\n\\n".join(f"Paragraph {number}." for number in range(40))
    async with sitting(CHOICES.replace("Yes?", long)) as at:
        assert "Paragraph 39." not in at.screen_text()
        for _ in range(9):
            await at.press("enter")
        assert "Paragraph 39." in at.screen_text()
        assert at.page == "consent"
        await at.press("enter")
        assert at.page == "consent"


async def test_agreeing_before_the_end_of_the_text_is_refused() -> None:
    long = "\\n\\n".join(f"Paragraph {number}." for number in range(15))
    async with sitting(CHOICES.replace("Yes?", long)) as at:
        assert "Read on" not in at.header()
        await at.press("y")
        assert at.page == "consent"
        assert "Read on, then choose again" in at.header()
        for _ in range(9):
            if at.page == "consent":
                await at.press("y")
        assert at.page != "consent"


async def test_a_chinese_study_has_chinese_screens() -> None:
    study = CHOICES.replace('title = "Choices"', 'title = "选择"\nlanguage = "zh"')
    async with sitting(study) as at:
        assert "知情同意" in at.screen_text()
        await at.begin()
        assert "第 1 题，共 4 题" in at.header()
        await at.press("enter")
        assert at.message() == "请先选择答案。"


@pytest.mark.slow
async def test_home_counts_opens_entries_and_is_returned_to(tmp_path: Path) -> None:
    path = tmp_path / "home.db"
    app = HomeApp(path)
    app.own_language = "en"
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert (
            app.screen.query_one("#recorded", Prose).text == "No sessions have been recorded yet."
        )
        assert not path.exists(), "looking makes no database"
        await pilot.press("r")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, ReportScreen)
        await pilot.press("escape")
        await pilot.pause()
        app.take(Task(sample(CHOICES), path, "P1", clock=ManualClock(), pools=lambda: POOLS))
        await pilot.pause()
        await pilot.press("y", "enter", "enter")
        await pilot.pause()
        assert isinstance(app.screen, ItemScreen)
        await pilot.press("a", "3", "enter", "ctrl+q")
        await pilot.pause()
        await pilot.press("y")
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        text = app.screen.query_one("#recorded", Prose).text
        assert text == "1 session is recorded so far."
        await pilot.press("r")
        await app.workers.wait_for_complete()
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReportScreen)
        titles = [entry.title for entry in screen.view.contents(70)]
        assert "Accuracy by block" in titles
        await pilot.press("n", "n", "p")
        await pilot.pause()
        await pilot.press("escape", "f7")
        await pilot.pause()
        actions = app.screen.query_one("#actions", ActionList)
        assert "退出" in actions.render_line(len(actions.actions) - 1).text
        await pilot.press("q")
    assert app.return_code in (0, None)


@pytest.mark.slow
async def test_from_the_report_to_simulated_respondents_and_to_the_items(tmp_path: Path) -> None:
    path = tmp_path / "home.db"
    with Database.open(path) as db:
        study = load_study("builtin:demo")
        simulate(db, study, participants=3, seed=1, start=datetime(2030, 1, 1, tzinfo=UTC))
    app = HomeApp(path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert (
            app.screen.query_one("#recorded", Prose).text == "No sessions have been recorded yet."
        )

        async def pressed(key: str) -> None:
            await pilot.press(key)
            await app.workers.wait_for_complete()
            await pilot.pause()

        def studies() -> set[str]:
            assert isinstance(app.screen, ReportScreen)
            return {entry.study.split(" · ")[0] for entry in app.screen.view.contents(70)}

        await pressed("r")
        assert studies() == {"Odd company"}
        await pressed("s")
        assert studies() == {"Odd company (simulated respondents)", "Models and people"}
        assert "simulated respondents too" in app.screen.query_one(HeaderBar).render_line(0).text
        await pressed("i")
        assert isinstance(app.screen, BrowseScreen)
        assert "demo/goat-on-the-roof" in {item.id for item in app.screen.inspector.items}
        await pressed("escape")
        assert studies() == {"Odd company (simulated respondents)", "Models and people"}
        await pressed("s")
        assert studies() == {"Odd company"}


async def test_without_records_there_are_no_items_to_open(tmp_path: Path) -> None:
    app = HomeApp(tmp_path / "home.db")
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("r", "i"):
            await pilot.press(key)
            await app.workers.wait_for_complete()
            await pilot.pause()
        assert isinstance(app.screen, ReportScreen)


async def test_home_offers_both_demo_studies(tmp_path: Path) -> None:
    app = HomeApp(tmp_path / "home.db")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("c")
        await pilot.pause()
        assert isinstance(app.screen, CodeScreen)
        assert i18n.language() == "zh"
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)


async def test_leaving_without_unsaved_input_asks_nothing() -> None:
    async with sitting(CHOICES, code="") as at:
        await at.press("ctrl+q")
    assert isinstance(at.app, ParticipantApp)
    assert at.app.return_code in (0, None)


@pytest.mark.slow
async def test_typed_input_is_not_lost_while_another_program_locks_the_record(
    tmp_path: Path,
) -> None:
    path = tmp_path / "one.db"
    async with sitting(CHOICES, path) as at:
        await at.begin()
        with locked_record(path) as record:
            await at.press("b")
            assert at.message().startswith("Not yet saved")
            assert at.drafts() == {}
            await at.press("4", "enter")
            assert at.message().startswith("Not yet saved")
            await at.wait(20)
            assert "Item 1 of 4" in at.header()
            assert "00:40 left" in at.header(), "the clock goes on"
            record.let_go()
        for _ in range(5):
            await at.wait(0.25)
        assert at.message() == ""
        assert [draft.model_dump() for draft in at.drafts().values()] == [
            {"kind": "choice", "option": 1}
        ]
        assert at.state.confidence == 4
        await at.press("enter")
        assert "Item 2 of 4" in at.header()


async def test_closing_waits_for_the_record_with_unsaved_input(
    tmp_path: Path,
) -> None:
    path = tmp_path / "one.db"
    async with sitting(CHOICES, path) as at:
        await at.begin()
        with locked_record(path) as record:
            await at.press("b", "4")
            assert at.message().startswith("Not yet saved")
            assert at.app.leaving().startswith("What you answered last is not saved yet")
            record.free_at = record.now + 1
            at.app.close_down()
        assert at.app.parting_lines == ()
    async with sitting(CHOICES, path) as at:
        await at.press("enter")
        assert [draft.model_dump() for draft in at.drafts().values()] == [
            {"kind": "choice", "option": 1}
        ]
        assert at.state.confidence == 4
        assert at.app.leaving().startswith("Your answers are saved")


async def test_unsaveable_input_is_reported_after_the_screen_closes(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    async with sitting(CHOICES, path) as at:
        await at.begin()
        with locked_record(path):
            await at.press("b")
            at.app.close_down()
        assert at.app.parting_lines == (
            "What you answered last could not be saved. Everything you confirmed is saved.",
        )


async def test_a_page_waits_for_the_record_too(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    async with sitting(CHOICES, path) as at:
        await at.pilot.pause()
        with locked_record(path) as record:
            await at.press("y")
            assert at.page == "consent"
            assert "not yet saved" in at.app.screen.query_one(HeaderBar).right
            await at.wait(1)
            assert at.page == "consent"
            record.let_go()
        await at.wait(1)
        assert at.page == "instructions"


async def test_a_session_begins_as_soon_as_the_record_is_free(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    Database.open(path).close()
    with locked_record(path) as record:
        async with sitting(CHOICES, path) as at:
            assert at.page == "held_up"
            assert "Another program is using the record." in at.screen_text()
            assert record.longest_stall() <= FIRST + FURTHER
            await at.press("f1")
            assert not isinstance(at.app.screen, PageScreen), "and it is still held"
            await at.press("escape")
            for _turn in range(3):
                await at.wait(0.25)
                assert record.longest_stall() <= 2 * FURTHER
            assert at.page == "held_up"
            record.let_go()
            await at.wait(0.25)
            assert at.page == "consent"


@pytest.mark.slow
async def test_quitting_reports_that_the_record_is_locked(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    async with sitting(CHOICES, path) as at:
        await at.begin()
        with locked_record(path) as record:
            await at.press("b", "ctrl+q", "y")
            assert isinstance(at.app.screen, RecordLockedModal)
            await at.press("n")
            assert at.item.view.step.index == 0
            await at.press("ctrl+q", "y")
            record.let_go()
            await wait_until(at.pilot, lambda: at.app.return_code is not None)
            assert at.app.parting_lines == ()
    async with sitting(CHOICES, path) as at:
        await at.press("enter")
        assert len(at.drafts()) == 1
        with locked_record(path) as record:
            await at.press("c", "ctrl+q", "y", "y")
            assert at.app.return_code == 0
            assert record.longest_stall() <= FIRST + FURTHER, "whoever cannot wait need not"
        assert at.app.parting_lines == (
            "What you answered last could not be saved. Everything you confirmed is saved.",
        )


async def test_at_the_end_the_last_page_waits_for_the_record(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    async with sitting(CHOICES, path) as at:
        await at.pilot.pause()
        await at.press("n", "e")
        with locked_record(path) as record:
            await at.press("enter")
            assert at.page == "end"
            assert "not yet saved" in at.header()
            record.let_go()
            await at.wait(0.25)
        assert at.app.return_code == 0


async def test_what_is_found_wrong_with_the_record_at_the_end_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    async with sitting(CHOICES, path) as at:
        await at.begin()
        path.unlink()
        await at.press("ctrl+q", "y")
        assert isinstance(at.app.failure, GoneError)
