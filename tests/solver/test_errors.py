"""The caret under a formula is at the right place, however long the formula is."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from solver.errors import CARET_CELLS, FormulaError


def cells(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def test_a_short_text_is_shown_whole() -> None:
    assert FormulaError("A ->", 4, "why").caret() == "  A ->\n      ^"
    assert FormulaError("A\n& 雨", 2, "why").caret() == "  A & 雨\n    ^"


@given(st.text("AB&雨 ", max_size=300), st.integers(0, 300))
def test_the_caret_stands_under_the_character_and_a_line_fits_the_screen(
    text: str, position: int
) -> None:
    error = FormulaError(text, position, "why")
    line, caret = error.caret().split("\n")
    assert cells(line) <= CARET_CELLS + 2 == 78
    before = cells(caret) - 1
    place = next(n for n in range(len(line) + 1) if cells(line[:n]) == before)
    if error.position < len(text):
        assert line[place] == text[error.position]
    else:
        assert place == len(line)
    assert line.strip("… ") in text


def test_a_text_of_a_million_characters_is_cut_at_once() -> None:
    assert len(FormulaError("~" * 1_000_000, 500_000, "why").message) < 300
