"""Text from items: nothing reaches the terminal but text, and every line fits its cells."""

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.text import NOT_FIRST, counted, fit, fit_end, pad, plain, sentences, width, wrap


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("a\x1b[31mred", "a⟨U+001B⟩[31mred"),
        ("\x1b]0;title\x07text", "⟨U+001B⟩]0;title⟨U+0007⟩text"),
        ("\x9b2Jgone", "⟨U+009B⟩2Jgone"),
        ("\x1bPunfinished", "⟨U+001B⟩Punfinished"),
        ("bell\x07 back\x08", "bell⟨U+0007⟩ back⟨U+0008⟩"),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("tab\there", "tab    here"),
        ("left\u202eright", "left⟨U+202E⟩right"),
        ("zero\u200bwidth", "zero⟨U+200B⟩width"),
        ("a\U000e0041\U000e007f", "a⟨U+E0041⟩⟨U+E007F⟩"),
        ("\ud800", "⟨U+D800⟩"),
        ("[bold]kept[/bold] [link=x]", "[bold]kept[/bold] [link=x]"),
        ("猫在屋顶上", "猫在屋顶上"),
    ],
)
def test_control_characters_are_shown_literally(raw: str, expected: str) -> None:
    assert plain(raw) == expected


@given(st.text())
def test_remaining_text_has_no_control_sequences(raw: str) -> None:
    left = plain(raw)
    assert all(c == "\n" or unicodedata.category(c) not in ("Cc", "Cf", "Cs") for c in left)
    assert plain(left) == left


@given(st.text(alphabet="ab· ,.(（，。」「猫在屋\n-", max_size=80), st.integers(2, 30))
def test_lines_fit_and_nothing_is_lost(text: str, cells: int) -> None:
    lines = wrap(text, cells)
    assert all(width(line) <= cells for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_latin_breaks_at_spaces_and_keeps_line_ends() -> None:
    assert wrap("the ferry is late\n\nagain", 10) == ["the ferry", "is late", "", "again"]


def test_chinese_breaks_anywhere_but_not_before_a_full_stop() -> None:
    lines = wrap("山羊睡在屋顶上，面包师吹口哨。渡轮晚点了。", 14)
    assert all(width(line) <= 14 for line in lines)
    assert len(lines) > 2
    assert not any(line[0] in NOT_FIRST for line in lines)


def test_a_word_longer_than_the_line_is_cut() -> None:
    assert wrap("abcdefgh", 3) == ["abc", "def", "gh"]


@given(st.text(alphabet="ab 猫", max_size=30), st.integers(1, 20))
def test_fit_is_never_wider(text: str, cells: int) -> None:
    assert width(fit(text, cells)) <= cells


def test_pad_counts_cells() -> None:
    assert pad("猫", 4) == "猫  "
    assert fit("渡轮晚点了", 7) == "渡轮晚…"


def test_list_points_have_a_hanging_indent() -> None:
    assert wrap("· one two three", 9) == ["· one two", "  three"]


def test_a_number_agrees_with_its_noun() -> None:
    texts = [counted(n, "item") for n in (0, 1, 2)]
    assert texts == ["0 items", "1 item", "2 items"]
    assert [counted(n, "query", "queries") for n in (1, 3)] == ["1 query", "3 queries"]


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["a", "é", "猫", "，", "a ", "\u0301", "\u200b", "\x1b]", "· "])
def test_long_texts_take_linear_time(unit: str) -> None:
    """A tenth of the bound is needed; time that grows with the square takes minutes."""
    text = plain(unit * (400_000 // len(plain(unit))))
    before = time.process_time()
    assert sum(map(len, wrap(text, 78))) >= len("".join(text.split()))
    assert width(fit(text, 20)) <= 20
    assert width(fit_end(text, 20)) <= 20
    assert time.process_time() - before < 15


@given(st.text(alphabet="ab 猫é\u0301", max_size=30), st.integers(1, 20))
def test_ids_keep_their_end(text: str, cells: int) -> None:
    cut_text = fit_end(text, cells)
    assert width(cut_text) <= cells
    assert cut_text == text or text.endswith(cut_text.removeprefix("…"))
    if cut_text != text:
        longer = text[len(text) - len(cut_text) :]
        assert width("…" + longer) > cells


def test_a_sentence_without_a_stop_gets_one_before_the_next() -> None:
    assert sentences("It is damaged", "Keep it.") == "It is damaged. Keep it."
    assert sentences("", "It is damaged", "") == "It is damaged"
    assert sentences("Done.", "Why?", "So!") == "Done. Why? So!"
    assert sentences("数据库已损坏", "请保留文件。", "完") == "数据库已损坏。请保留文件。完"


@given(st.text("ab c.-", max_size=14), st.integers(-2, 16))
def test_letters_with_an_accent_are_cut_as_letters_without(text: str, cells: int) -> None:
    accented = text.replace("a", "é")
    assert fit(accented, cells) == fit(text, cells).replace("a", "é")
    assert fit_end(accented, cells) == fit_end(text, cells).replace("a", "é")
    assert plain(accented) == plain(text).replace("a", "é")
    assert width(fit(text, cells)) <= max(cells, 0)
