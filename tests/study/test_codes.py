"""Codes: what a list has to look like, and what a code leads to."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import InputError
from study.design.codes import (
    KEY_LETTERS,
    CodeError,
    Codes,
    LastSession,
    Next,
    Sitting,
    coming,
    read_codes,
    same_key,
)
from study.design.protocol import parse_study

NOW = "2030-01-10T12:00:00+00:00"


def hours_ago(hours: float) -> str:
    return (datetime.fromisoformat(NOW) - timedelta(hours=hours)).isoformat()


def reason(codes: Codes, sittings: tuple[Sitting, ...], last: LastSession) -> str:
    with pytest.raises(CodeError) as caught:
        coming(codes, sittings, "P1", last, NOW)
    return caught.value.reason


@pytest.mark.parametrize("outcome", ["completed", "not_qualified", "timed_out", "declined"])
def test_what_becomes_of_who_comes_again_is_as_the_file_says(outcome: str) -> None:
    last = LastSession(1, 1, outcome, hours_ago(1))
    assert coming(Codes(), (), "P1", last, NOW) is None
    assert reason(Codes(again="refuse"), (), last) == "used"
    assert reason(Codes(who="one-time", file="x"), (), last) == "used"
    again = coming(Codes(again="attempt"), (), "P1", last, NOW)
    assert again == (Next(2) if outcome == "completed" else None)


def test_a_failed_test_is_never_taken_again() -> None:
    with pytest.raises(ValueError, match="attempt_after"):
        Codes.model_validate({"again": "attempt", "attempt_after": ["not_qualified"]})


@pytest.mark.parametrize("codes", [Codes(), Codes(again="refuse"), Codes(again="attempt")])
def test_who_is_under_way_goes_on_and_who_is_new_begins(codes: Codes) -> None:
    assert coming(codes, (), "P1", LastSession(1, 1, None, hours_ago(0)), NOW) is None
    assert coming(codes, (), "P1", None, NOW) == Next(1, 1)


def test_a_second_sitting_begins_in_its_time_and_after_its_outcomes_alone() -> None:
    sittings = (Sitting(after_hours=48.0, within_hours=96.0),)
    for hours, expected in ((47, "early"), (97, "late")):
        assert (
            reason(Codes(), sittings, LastSession(1, 1, "completed", hours_ago(hours))) == expected
        )
    for hours in (48, 96):
        last = LastSession(1, 1, "completed", hours_ago(hours))
        assert coming(Codes(again="refuse"), sittings, "P1", last, NOW) == Next(1, 2)
    failed = LastSession(1, 1, "not_qualified", hours_ago(60))
    assert coming(Codes(), sittings, "P1", failed, NOW) is None
    assert (
        reason(Codes(again="refuse"), sittings, LastSession(1, 2, "completed", hours_ago(1)))
        == "used"
    )
    assert coming(
        Codes(again="attempt"), sittings, "P1", LastSession(1, 2, "completed", hours_ago(1)), NOW
    ) == (Next(2, 1))


def listed(tmp_path: Path, text: str, *conditions: str) -> dict[str, dict[str, str]]:
    path = tmp_path / "codes.csv"
    path.write_text(text, encoding="utf-8")
    return {code: dict(row) for code, row in read_codes(path, conditions).rows.items()}


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_list_is_read_with_any_separator_and_a_mark_at_its_beginning(
    mark: str, tmp_path: Path
) -> None:
    text = "\ufeffrecruiter,code,note\nX1,p-1,\n\nX2, Ｐ－2 ,two\n".replace(",", mark)
    assert listed(tmp_path, text) == {
        "P-1": {"recruiter": "X1"},
        "P-2": {"recruiter": "X2", "note": "two"},
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "found nothing"),
        ("name\nA\n", "line 1: expected one column named code, found name"),
        ("code,code\nA,B\n", "line 1"),
        ("code,a,a\nA,1,2\n", "line 1"),
        ("code,\nA,1\n", "line 1"),
        ("code\n", "found none"),
        ("code\nP 1\nP1\n", "line 3: expected each code once, found P1 again"),
        ("code\nP*1\n", "line 2"),
        ("code,x\nP1\n", "line 2: expected 2 columns, found 1"),
        ("code,x\nP1,a\u202eb\n", "line 2, x"),
        ("code,x\nP1," + "y" * 201 + "\n", "line 2, x"),
        ("code,condition\nP1,warm\n", "line 2, condition: expected one of hot, cold"),
    ],
)
def test_a_faulty_list_is_refused_with_its_line(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        listed(tmp_path, text, "hot", "cold")
    assert message in caught.value.message
    assert "codes.csv" in caught.value.message


def test_a_condition_that_no_study_has_is_a_column_like_others(tmp_path: Path) -> None:
    assert listed(tmp_path, "code,condition\nP1,warm\n") == {"P1": {"condition": "warm"}}


KEY = st.text(alphabet=KEY_LETTERS, min_size=8, max_size=8).map(lambda s: f"{s[:4]}-{s[4:]}")


@given(KEY, st.text(max_size=12))
def test_a_key_is_right_however_it_is_typed_and_nothing_else_is(key: str, other: str) -> None:
    wide = "".join(chr(ord(c) + 0xFEE0) for c in key)
    for typed in (key, key.lower(), key.replace("-", " "), wide, f" {key} "):
        assert same_key(typed, key)
    assert not same_key(key[:-1], key)
    assert not same_key("", key)
    if other.upper().replace("-", "").replace(" ", "") != key.replace("-", ""):
        assert not same_key(other, key) or not other.isascii()


BLOCK = '[[blocks]]\nsource = "main"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[codes]\nwho = "list"\n' + BLOCK, "codes.file"),
        ('[codes]\nfile = "a.csv"\n' + BLOCK, "codes.who"),
        ('[codes]\nwho = "one-time"\nfile = "a"\nagain = "attempt"\n' + BLOCK, "codes.again"),
        ("[[sittings]]\n" + BLOCK, "expected a block with sitting = 2"),
        (BLOCK + "sitting = 2\n", "blocks[1].sitting"),
        (
            "[[sittings]]\nafter_hours = 5.0\nwithin_hours = 4.0\n" + BLOCK + BLOCK + "sitting=2\n",
            "sittings[1].within_hours",
        ),
    ],
)
def test_what_contradicts_itself_in_the_study_file_is_named(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_study('title = "T"\n' + text, "study.toml")
    assert message in caught.value.message
