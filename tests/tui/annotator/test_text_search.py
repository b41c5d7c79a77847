"""The item read in full: one pane on the whole screen, and words found in it."""

from pathlib import Path

import pytest

from tests.sessions.annotation_samples import small_queue
from tests.study.annotation.samples import item
from tests.tui.annotator.annotator_session import judging
from tui.state.annotator.text_search import mark_matches, matching_lines
from tui.state.draft import Line, Piece

LONG = "\n".join(
    f"Line {n} tells of {'the GOAT' if n % 40 == 39 else 'nothing'}." for n in range(100)
)


def test_words_are_marked_everywhere() -> None:
    lines = [Line((Piece("a Goat, a goat"),)), Line((Piece("none"),)), Line((Piece("GOAT"),))]
    assert matching_lines(lines, "goat") == [0, 2]
    assert matching_lines(lines, "  ") == []
    first, _none, last = mark_matches(lines, "goat", 3)
    assert [piece.text for piece in first.pieces if piece.role == "marked"] == ["Goat", "goat"]
    assert (first.at_cursor, last.at_cursor) == (False, True)
    assert [line.text for line in mark_matches(lines, "goat", 0)] == [line.text for line in lines]
    assert mark_matches(lines, "cow", 0) == lines


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 35)])
async def test_the_item_fills_the_screen_and_is_searched(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    queue = small_queue(tmp_path / "q", [item(1, text=LONG)], annotators=("a",), overlap=1)
    async with judging(queue, tmp_path / "r.db", "a", size=size) as at:
        panes = at.screen.panes
        before = panes.at("item").size.height
        await at.press("ctrl+w")
        assert panes.at("item").size.height > before + 5
        assert not panes.at("checks").display
        assert "Line 12 " in at.text()
        await at.press("ctrl+f", *"goat", "enter")
        assert "Line 39 tells of the GOAT" in at.text()
        await at.press("ctrl+f", "enter")
        assert "Line 79 tells of the GOAT" in at.text()
        await at.press("ctrl+w")
        assert panes.at("checks").display
        # What was typed was no verdict.
        assert at.screen.judging.current is not None
        assert at.screen.judging.current.work.verdicts == {}
        await at.press("tab", "tab", "a")
        assert at.screen.judging.current.work.verdicts
