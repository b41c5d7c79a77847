"""Pages that are completed while they are shown: every key is handled meanwhile, and what comes
later is read before the page is left."""

from threading import Event

import pytest

from solver.cancel import Cancel
from solver.errors import OutsideError
from tests.tui.at_rest import at_rest, wait_until
from tests.tui.participant_session import Sitting, sitting
from tui.screens.participant.item import ItemScreen
from tui.screens.participant.page import PageScreen
from tui.state.pages import Page, Section, on
from tui.widgets.bars import HeaderBar
from tui.windows.modals import HelpModal

PRACTICE = """
title = "Practice"
[[blocks]]
station = "practice"
source = "main"
number = 1
order = "fixed"
rotate = false
"""
ENDING = """
title = "Ending"
[end.completed]
code = "CODE-7"
profile = true
[[blocks]]
source = "main"
number = 1
order = "fixed"
"""
STEP_SECONDS = 0.01


class Held:
    """Work that waits until the test lets it go on, or until it is cancelled."""

    def __init__(self, outcome: object) -> None:
        self.outcome = outcome
        self.go_on, self.stopped = Event(), Event()

    def __call__(self, *_arguments: object, cancel: Cancel | None = None) -> object:
        token = next((a for a in _arguments if isinstance(a, Cancel)), cancel)
        assert token is not None
        while not self.go_on.is_set():
            if token.cancelled:
                self.stopped.set()
                return self.outcome
            self.go_on.wait(STEP_SECONDS)
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome


@pytest.fixture
def held_page(monkeypatch: pytest.MonkeyPatch) -> Held:
    page = Page("feedback", "What is right", (Section("Because of this."),), on())
    work = Held(page)
    monkeypatch.setattr("tui.screens.participant.feedback.feedback", work)
    return work


async def answered(at: Sitting) -> None:
    """The only question, answered."""
    while not isinstance(at.app.screen, ItemScreen):
        await at.press("enter")
    await at.press("b", "enter")


async def to_feedback(at: Sitting) -> PageScreen:
    await answered(at)
    assert at.page == "feedback"
    screen = at.app.screen
    assert isinstance(screen, PageScreen)
    return screen


def heading(at: Sitting) -> str:
    return at.app.screen.query_one(HeaderBar).right


async def test_keys_are_handled_while_the_solver_works(held_page: Held) -> None:
    async with sitting(PRACTICE) as at:
        screen = await to_feedback(at)
        assert "Your answer is being checked" in at.screen_text()
        assert "right" not in at.screen_text()
        await at.press("f1")
        assert isinstance(at.app.screen, HelpModal)
        held_page.go_on.set()
        await wait_until(at.pilot, lambda: screen.pending is None)
        assert isinstance(at.app.screen, HelpModal), "the help stays open"
        await at.press("escape")
        assert "Because of this." in at.screen_text()
        assert "being checked" not in at.screen_text()
        await at.press("enter")
        assert at.state.phase == "completed"


async def test_the_page_cannot_be_left_before_it_shows_the_right_answer(held_page: Held) -> None:
    async with sitting(PRACTICE) as at:
        screen = await to_feedback(at)
        await at.press("enter", "enter")
        assert (at.page, heading(at)) == ("feedback", "One moment")
        held_page.go_on.set()
        await wait_until(at.pilot, lambda: screen.pending is None)
        assert heading(at) == ""
        await at.press("enter")
        assert at.state.phase == "feedback", "pressed again just as the text came"
        screen.shown_at = 0.0
        await at.press("enter")
        assert at.state.phase == "completed"


async def test_leaving_the_program_stops_the_solver(held_page: Held) -> None:
    async with sitting(PRACTICE) as at:
        await to_feedback(at)
    assert held_page.stopped.wait(60)


async def test_an_item_that_cannot_be_read_ends_the_program_in_order(held_page: Held) -> None:
    held_page.outcome = OutsideError("The items cannot be read", "the process has ended")
    async with sitting(PRACTICE) as at:
        await to_feedback(at)
        held_page.go_on.set()
        await wait_until(at.pilot, lambda: at.page == "trouble")
        # The new screen is drawn a moment later.
        saved = "Every answer you confirmed is saved."
        await wait_until(at.pilot, lambda: saved in at.screen_text(), at.screen_text)


@pytest.mark.parametrize("fails", [False, True])
async def test_the_last_page_shows_its_code_before_the_profile(
    fails: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    from study.course.debriefing import Debriefing

    work = Held(OutsideError("no", "") if fails else Debriefing(3, 1, (("converse", 2),)))
    monkeypatch.setattr("study.course.debriefing.debriefing", work)
    async with sitting(ENDING, size=(80, 40)) as at:
        await answered(at)
        assert at.page == "end"
        assert "CODE-7" in at.screen_text()
        assert "Your answers are being examined" in at.screen_text()
        work.go_on.set()
        await at_rest(at.pilot)
        assert "CODE-7" in at.screen_text()
        assert "being examined" not in at.screen_text()
        assert ("Answers examined: 3" in at.screen_text()) is not fails


async def test_the_last_page_can_be_closed_before_the_profile_is_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    work = Held(None)
    monkeypatch.setattr("study.course.debriefing.debriefing", work)
    async with sitting(ENDING) as at:
        await answered(at)
        assert at.page == "end"
        await at.press("enter")
        assert at.app._exit
    assert work.stopped.wait(60)
