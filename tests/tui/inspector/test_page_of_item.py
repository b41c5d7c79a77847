"""The page of an item, written from its screen: offered where a gold is wrong, said, called off."""

from pathlib import Path
from threading import Event
from typing import Any

import pytest

from solver.cancel import Cancel, Cancelled
from tests.items.inspected_items import own
from tests.tui.inspector.researcher_session import open_inspector
from tui.screens.inspector import item as item_screen

WRONG = {
    "id": "wrong",
    "text": "The lamp is on.",
    "questions": [{"id": "1", "text": "Is it?", "query": "necessary(L)", "gold": "unnecessary"}],
    "formalization": {"parameters": {"L": "Bool"}, "premise": ["L"]},
}


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 35)])
async def test_a_wrong_gold_offers_its_reasons_and_page_first(
    size: tuple[int, int],
) -> None:
    async with open_inspector([own(WRONG)], size=size) as at:
        await at.press("enter")
        footer = at.footer()
        assert "Ctrl+S page" in footer
        assert footer.index("b because") < footer.index("n next")
        assert "F1 help" in footer
    async with open_inspector(size=size) as at:
        await at.press("enter")
        assert "Ctrl+S" not in at.footer()


@pytest.mark.slow
async def test_the_screen_says_that_a_page_is_written_and_esc_cancels_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ended = Event(), Event()

    def slow(_item: object, _path: Path, _sources: object, *, cancel: Cancel, **_more: Any) -> None:
        begun.set()
        while not cancel.cancelled:
            ended.wait(0.01)
        ended.set()
        raise Cancelled

    monkeypatch.setattr(item_screen, "share", slow)
    monkeypatch.chdir(tmp_path)
    async with open_inspector([own(WRONG)]) as at:
        await at.press("enter", "ctrl+s")
        await at.pilot.press("enter")
        await at.wait_until(begun.is_set)
        await at.wait_until(lambda: "writing the page … Esc stops" in at.header())
        await at.pilot.press("escape")
        await at.wait_until(ended.is_set)
        await at.settle()
        assert "writing the page" not in at.header()
        notices = [notice.message for notice in at.app._notifications]
        assert "Stopped: no page was written" in notices
        assert at.app.screen.name == "item"
        assert list(tmp_path.iterdir()) == []
