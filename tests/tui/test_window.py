"""Windows that are answered more than once, as a burst of keys does."""

import pytest
from textual.app import App
from textual.screen import Screen

from tui.windows.modals import HelpModal, LeaveModal, TableModal
from tui.windows.window import Window


@pytest.mark.parametrize(
    "window", [LeaveModal("…"), TableModal("Title", [("a", "b")]), HelpModal([], [], "")]
)
async def test_the_first_answer_to_a_window_counts(window: Window[object]) -> None:
    below: Screen[None] = Screen()
    answers: list[object] = []
    app: App[None] = App()
    async with app.run_test() as pilot:
        await app.push_screen(below)
        app.push_screen(window, answers.append)
        await pilot.pause()
        for answer in (False, True, False):
            window.dismiss(answer)
        await pilot.pause()
        assert app.screen is below
        assert answers == [False]
