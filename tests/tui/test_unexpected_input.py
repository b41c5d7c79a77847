"""Unexpected actions of participants: typing ahead, two windows, skipping text below."""

from pathlib import Path

import pytest
from textual.events import Key

from items.answers import ChoiceAnswer, VerdictAnswer
from sessions.record.clock import ManualClock
from tests.bots.player import answer, by_gold
from tests.study.samples import POOLS, sample
from tests.tui.participant_session import CHOICES, KINDS, Sitting, sitting, to_kind
from tui.apps.home import HomeApp
from tui.screens.home.home import HomeScreen
from tui.screens.participant.code import CodeScreen
from tui.screens.participant.page import PageScreen
from tui.screens.participant.task import Task
from tui.widgets.prose import Prose
from tui.widgets.reading import Reading
from tui.windows.modals import HelpModal

LONG = CHOICES.replace('"Yes?"', '"""' + "A line.\n\n" * 30 + 'The last line."""')


async def burst(at: Sitting, *keys: str) -> None:
    """Keys that arrive all at once, as over a slow line."""
    for key in keys:
        at.app.post_message(Key(key, key if len(key) == 1 else None))
    for _turn in range(3):
        await at.pilot.pause()


async def to_parts(at: Sitting) -> None:
    await at.begin()
    while len(at.item.view.parts) == 1:
        await to_kind(at, at.item.view.parts[0].kind or "")
        await answer(at.pilot, at.item, by_gold)
        await at.press("enter")


@pytest.mark.slow
async def test_simultaneous_keys_are_handled_in_order() -> None:
    async with sitting(CHOICES) as at:
        await at.begin()
        await burst(at, "a", "2", "c", "4", "enter")
        assert at.state.records[0].answers == {"q": ChoiceAnswer(option=2)}
        assert at.state.records[0].confidence == 4


@pytest.mark.slow
async def test_tab_and_enter_move_on_before_the_next_key_counts() -> None:
    for moves in ("tab", "enter"):
        async with sitting(KINDS.format(confidence="true")) as at:
            await to_parts(at)
            first, second = (part.id for part in at.item.view.parts)
            await burst(at, "y", moves, "n", "5")
            assert at.drafts() == {
                first: VerdictAnswer(word="possible"),
                second: VerdictAnswer(word="unnecessary"),
            }
            assert at.state.confidence == 5


@pytest.mark.slow
async def test_a_key_pressed_before_a_question_appears_does_not_answer_it() -> None:
    async with sitting(CHOICES) as at:
        await at.begin()
        await burst(at, "a", "2", "enter", "b", "3", "enter")
        assert at.state.position == 1
        assert at.drafts() == {}
        assert at.state.confidence is None
        await at.press("b")
        assert at.drafts() == {"q": ChoiceAnswer(option=1)}


async def test_keys_of_every_screen_leave_the_focus_alone() -> None:
    async with sitting(CHOICES) as at:
        await at.begin()
        await at.press("a", "enter")
        assert at.item.view.place == 1
        await at.press("f8", "f9", "pagedown")
        assert at.item.view.place == 1


@pytest.mark.slow
async def test_consent_needs_the_text_on_screen() -> None:
    async with sitting(LONG) as at:
        for _turn in range(10):
            await at.press("y")
            if at.page != "consent":
                break
            reading = at.app.screen.query_one("#reading", Reading)
            assert at.state.phase == "consent"
            assert reading.scroll_target_y > 0
        assert at.page == "instructions"
    async with sitting(LONG) as at:
        await at.press("n")
        assert at.page == "declining", "declining needs no reading"
        await at.press("e")
        assert at.page == "end"


@pytest.mark.parametrize(
    ("codes", "message"),
    [
        ("", "this code cannot begin again"),
        ('codes = { again = "attempt" }\n', "this code cannot begin again"),
        (
            'codes = { again = "attempt", attempt_after = ["declined"] }\n',
            "The same code can begin again later",
        ),
    ],
)
async def test_declining_says_whether_it_is_final(codes: str, message: str) -> None:
    async with sitting(codes + CHOICES) as at:
        await at.press("n")
        assert message in " ".join(at.screen_text().split())


@pytest.mark.slow
async def test_a_second_window_is_reported_and_continues_when_the_first_closes(
    tmp_path: Path,
) -> None:
    path = tmp_path / "one.db"
    async with sitting(CHOICES, path) as first:
        await first.begin()
        async with sitting(CHOICES, path) as second:
            screen = second.app.screen
            assert isinstance(screen, CodeScreen)
            assert "in use in another window" in screen.query_one("#wrong", Prose).text
            await first.press("ctrl+q", "y")
            await second.press("enter")
            assert second.page == "welcome_back"


@pytest.mark.slow
async def test_home_is_shown_again_after_an_error(tmp_path: Path) -> None:
    path = tmp_path / "home.db"
    app = HomeApp(path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for text in (CHOICES, CHOICES.replace("Yes?", "Edited?")):
            study = sample(text)
            app.take(Task(study, path, "P1", clock=ManualClock(), pools=lambda: POOLS))
            await pilot.pause()
            await pilot.press("y", "enter")
            await pilot.pause()
            if isinstance(app.screen, PageScreen) and app.screen.page.name == "trouble":
                messages = [section.text for section in app.screen.page.sections]
                assert not any("saved" in text for text in messages), "nothing was open"
                await pilot.press("enter")
            else:
                await pilot.press("ctrl+q", "y")
            await pilot.pause()
            await pilot.pause()
            assert isinstance(app.screen, HomeScreen)
        assert app.failure is None


@pytest.mark.slow
async def test_ctrl_c_asks_before_it_leaves() -> None:
    async with sitting(CHOICES) as at:
        await at.begin()
        await at.press("ctrl+c")
        assert "Quit?" in at.screen_text()
        await at.press("n", "ctrl+c", "y")
    assert at.app.return_code in (0, None)


@pytest.mark.slow
async def test_help_names_the_break_only_where_there_is_one() -> None:
    for study, has_break in ((CHOICES, True), (KINDS.format(confidence="true"), False)):
        async with sitting(study) as at:
            await at.begin()
            await at.press("f1")
            assert ("F6" in at.screen_text()) is has_break


@pytest.mark.slow
async def test_a_short_limit_is_shown_exactly() -> None:
    study = CHOICES.replace("seconds_per_question = 60", "seconds_per_question = 8")
    async with sitting(study) as at:
        await at.begin()
        await at.wait(1)
        assert at.message().startswith(("Only 7 seconds left.", "Only 8 seconds left."))


async def test_a_window_in_a_too_small_terminal_waits_hidden() -> None:
    async with sitting(CHOICES) as at:
        await at.press("f1")
        window = at.app.screen
        assert isinstance(window, HelpModal)
        assert "Keys of this screen" in at.screen_text()
        await at.pilot.resize_terminal(20, 5)
        await at.pilot.pause()
        assert "too" in at.screen_text()
        assert "Keys of" not in at.screen_text()
        await at.press("escape", "enter")
        assert at.app.screen is window, "nothing is done to what is not seen"
        await at.pilot.resize_terminal(80, 24)
        await at.pilot.pause()
        assert "Keys of this screen" in at.screen_text()
        await at.press("escape")
        assert at.app.screen is not window
