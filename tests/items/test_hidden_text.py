"""What cannot be seen is marked: against Unicode's own table of categories."""

import json
import sys
import unicodedata

import pytest

from items.hidden_text import controls_escaped, controls_marked, hidden, hidden_escaped, marked

FREE = "\t\n\r"


def test_every_control_and_formatting_character_is_marked() -> None:
    for code in range(sys.maxunicode + 1):
        char = chr(code)
        if unicodedata.category(char) in ("Cc", "Cf", "Cs") and char not in FREE:
            assert marked(f"a{char}b") == f"a⟨U+{code:04X}⟩b"


@pytest.mark.slow
def test_what_can_be_seen_is_left() -> None:
    for code in range(sys.maxunicode + 1):
        char = chr(code)
        if char in FREE or unicodedata.category(char)[0] in "LNPSZ":
            unseen = char in "\u115f\u1160\u3164\uffa0"
            assert (marked(char) == char) is not unseen, hex(code)


def test_one_selector_of_looks_is_not_a_message_and_two_are() -> None:
    assert marked("\u2764\ufe0f!") == "\u2764\ufe0f!"
    assert marked("\u2764\ufe0f\ufe01\ufe02") == "\u2764\ufe0f⟨U+FE01⟩⟨U+FE02⟩"
    assert marked("a\U000e0100") == "a⟨U+E0100⟩"


def test_places_are_reported() -> None:
    assert list(hidden("ab\u200bc\u202e")) == [(2, "U+200B"), (4, "U+202E")]


def test_files_for_other_programs_lose_controls_only() -> None:
    assert controls_marked("a\x1b[2J\x9b\u200b\n\t") == "a⟨U+001B⟩[2J⟨U+009B⟩\u200b\n\t"


def test_json_reads_back_as_the_same() -> None:
    value = {"a\x9b": "b\x7f\x85\x1b\u202e\n"}
    written = controls_escaped(json.dumps(value, ensure_ascii=False))
    assert json.loads(written) == value
    assert not any(unicodedata.category(char) == "Cc" for char in written)


def test_json_that_is_looked_at_hides_nothing_and_reads_back_as_the_same() -> None:
    value = {"a\u202e": "b\x9b\u200b\U000e0041\u2764\ufe0f\ufe01\n中é"}
    written = hidden_escaped(json.dumps(value, ensure_ascii=False))
    assert json.loads(written) == value
    assert list(hidden(written)) == []
    assert "中é" in written
