"""Keys pressed before a screen has its content cause no error."""

import random
from pathlib import Path
from threading import Event

import pytest
from textual.events import Key

from items.files.loading import load
from solver.cancel import Cancel
from tests.tui.inspector.researcher_session import InspectorSession, open_inspector, record
from tests.tui.inspector.test_bursts import NAMES
from tui.screens.inspector.formalizations import FormalizationsScreen
from tui.windows.screen import FrameScreen
from tui.windows.window import Window

TURNS = 1
"""For each of them; a dozen found nothing more."""
OPENING = "amwhfPcgSebl"
"""Keys of an item that open a screen or a window."""
KEYS = [*"abcdefghlmnopqrstuvwxy 1234!-/", "enter", "tab", "left", "right", "up", "down"]


def post(at: InspectorSession, *keys: str) -> None:
    """Send keys at once, as a fast hand does."""
    for key in keys:
        char = key if len(key) == 1 else None
        at.app.post_message(Key(NAMES.get(key, key), char))


@pytest.mark.slow
@pytest.mark.parametrize("opening", OPENING)
async def test_two_keys_at_once_after_a_screen_was_opened(opening: str, tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    record(path)
    rng = random.Random(f"early {opening}")
    async with open_inspector(size=(80, 24), database=path) as at:
        await at.press("enter")
        for _turn in range(TURNS):
            post(at, opening, *rng.choices(KEYS, k=2))
            await at.settle()
            assert isinstance(at.app.screen, FrameScreen | Window) or at.app.screen.is_modal
            for _step in range(12):
                if at.app.screen.name == "item":
                    break
                await at.press("escape")
            if at.app.screen.name != "item":
                await at.press("enter")


@pytest.mark.slow
async def test_another_formalization_can_be_requested_before_any_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    come, read = Event(), FormalizationsScreen.read

    def slowly(screen: FormalizationsScreen, cancel: Cancel) -> object:
        assert come.wait(300)
        return read(screen, cancel)

    monkeypatch.setattr(FormalizationsScreen, "read", slowly)
    async with open_inspector(size=(80, 24)) as at:
        await at.press("enter")
        await at.pilot.press("f", "o")
        assert isinstance(at.app.screen, FormalizationsScreen)
        come.set()
        await at.settle()
        assert at.app.screen.name == "item"
        messages = [notice.message for notice in at.app._notifications]
        assert "reading …" in messages
        assert "1 formalization is known" in str(messages)


@pytest.mark.slow
async def test_unfinished_work_is_shown_as_working() -> None:
    async with open_inspector(size=(80, 24)) as at:
        post(at, "enter", "e")
        await at.pilot.pause()
        messages = [notice.message for notice in at.app._notifications]
        await at.settle()
        assert "No world of the premises could be shown" not in messages


@pytest.mark.parametrize("key", ["e", "b"])
async def test_an_item_without_formalization_says_so(key: str) -> None:
    item = load("builtin:demo").items[0].model_copy(update={"id": "bare", "formalization": None})
    async with open_inspector([item], size=(80, 24)) as at:
        await at.press("enter", key)
        messages = [notice.message for notice in at.app._notifications]
        assert messages == ["This item has no formalization"]
