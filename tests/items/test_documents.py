"""Bad files of every kind: what is reported of them, and that their good records are kept."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from items.files.loading import LoadedItems, load
from items.sources import json_files, json_values
from solver.errors import InputError
from solver.files import HALF_CHARACTER
from tests.items.source_files import own_item, write_json, write_lines


def complaints(loaded: LoadedItems) -> list[str]:
    return [str(problem) for problem in loaded.problems]


def ids(loaded: LoadedItems) -> list[str]:
    return [item.id for item in loaded.items]


def raw(tmp_path: Path, data: bytes, name: str = "items.jsonl") -> Path:
    path = tmp_path / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_encodings_and_line_ends(tmp_path: Path, encoding: str, end: str) -> None:
    lines = [json.dumps(own_item(id, title="标题"), ensure_ascii=False) for id in "ab"]
    path = raw(tmp_path, (end.join(lines) + end).encode(encoding))
    loaded = load(path, strict=True)
    assert ids(loaded) == ["a", "b"]
    assert loaded.items[0].title == "标题"


def test_line_separators_inside_strings_end_no_line(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "x.jsonl", own_item(text="one\u2028two\u0085three"))
    assert load(path, strict=True).items[0].text == "one\u2028two\u0085three"


def test_a_bad_line_is_named_and_loses_nothing_else(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "x.jsonl", own_item("a"), "", '{"id": ', own_item("b"))
    loaded = load(path)
    assert ids(loaded) == ["a", "b"]
    (message,) = complaints(loaded)
    assert str(path) in message
    assert "line 3" in message


def test_strict_ends_at_the_first_bad_record(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "x.jsonl", own_item("a"), "{bad", own_item("b"))
    with pytest.raises(InputError, match="line 2"):
        load(path, strict=True)


def test_a_list_that_breaks_off_keeps_what_came_before(tmp_path: Path) -> None:
    text = json.dumps([own_item("a"), own_item("b"), own_item("c")])
    loaded = load(raw(tmp_path, text[:-80].encode(), "x.json"))
    assert ids(loaded) == ["a", "b"]
    (message,) = complaints(loaded)
    assert "index 2" in message


def test_one_unsound_element_of_a_list_is_left_out_alone(tmp_path: Path) -> None:
    text = json.dumps([own_item("a"), own_item("bad", title=7), own_item("c")])
    loaded = load(raw(tmp_path, text.replace("7", "NaN").encode(), "x.json"))
    assert ids(loaded) == ["a", "c"]
    (message,) = complaints(loaded)
    assert "index 1" in message
    assert "NaN" in message


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty"),
        (b" \n\t\n", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (b'{"id": "\xff\xfe"}', "UTF-8"),
        (b"\x80\x81", "0x80 at offset 0"),
        (b"hello", "line 1"),
        (b"[]", "no objects"),
        (b"null", "no objects"),
        (b'{"a": 1, "b": 2}', "the fields a, b"),
        (b"[1, 2, 3]", "no objects"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"id": 1}{"id": 2}', "expected"),
        (b'{"id": "cut o', "invalid JSON: unterminated string starting at line 1, column 8"),
    ],
)
def test_hopeless_files(tmp_path: Path, data: bytes, message: str) -> None:
    for name in ("x.json", "x.jsonl"):
        path = raw(tmp_path, data, name)
        try:
            text = "\n".join(complaints(load(path)))
        except InputError as error:
            text = str(error)
        assert str(path) in text
        if name == "x.json":
            assert message in text


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("1" * 5000, "too many digits"),
        ("1e999", "1e999"),
        ("Infinity", "Infinity"),
        ('"\\ud800"', "surrogate"),
        ("[" * 60 + "]" * 60, "nested too deeply"),
    ],
)
def test_values_that_cannot_be_kept(tmp_path: Path, value: str, message: str) -> None:
    good = json.dumps(own_item("good"))
    bad = json.dumps(own_item("bad"))[:-1] + f', "attributes": {{"x": {value}}}}}'
    lines = load(raw(tmp_path, f"{bad}\n{good}\n".encode()))
    listed = load(raw(tmp_path, f"[{bad}, {good}]".encode(), "x.json"))
    for loaded, place in ((lines, "line 1"), (listed, "index 0")):
        assert ids(loaded)[-1] == "good"
        assert any(place in text and message in text for text in complaints(loaded))


@pytest.mark.parametrize("long", [False, True])
def test_a_line_is_told_of_alike_in_short_files_and_in_long_ones(
    long: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines are read as bytes, and where that fails as text, with nothing lost of the complaint."""
    if long:
        monkeypatch.setattr(json_files, "LONG_FILE_BYTES", 1)
    good = [json.dumps(own_item(id), ensure_ascii=False).encode() for id in ("a", "ä", "b")]
    deep = b'{"id": "d", "deep": ' + b"[" * 60 + b"]" * 60 + b"}"
    lines = [
        *(good[0], b" ", "\u3000".encode(), b'{"id": 1', good[1]),
        *(b'{"id": "c", "n": 1e+4000}', deep, b'\xe2\x80\xa8 {"id": 2', good[2]),
    ]
    loaded = load(raw(tmp_path, b"\n".join(lines) + b"\n"))
    assert ids(loaded) == ["a", "ä", "b"]
    reported = complaints(loaded)
    for text, place in zip(reported, (4, 6, 7, 8), strict=True):
        assert f"items.jsonl, line {place}" in text
    assert "delimiter" in reported[0]
    assert "line 2" not in reported[0], "a place in the record, not beyond its end"


@pytest.mark.parametrize("long", [False, True])
def test_a_byte_that_is_no_text_is_named_by_its_offset(
    long: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if long:
        monkeypatch.setattr(json_files, "LONG_FILE_BYTES", 1)
    good = json.dumps(own_item("ä" * 50_000), ensure_ascii=False).encode()
    for end in (b"\xff", b"\xc3"):  # no UTF-8; half of a character at the very end
        path = raw(tmp_path, good + b"\n" + end)
        assert f"0x{end.hex()} at offset {len(good) + 1}" in str(load(path).problems[0])


def test_json_lines_under_the_name_json(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "x.json", own_item("a"), own_item("b"))
    assert ids(load(path, strict=True)) == ["a", "b"]


def test_a_list_under_the_name_jsonl(tmp_path: Path) -> None:
    path = write_json(tmp_path / "x.jsonl", [own_item("a"), own_item("b")])
    assert ids(load(path, strict=True)) == ["a", "b"]


def test_a_list_inside_an_object(tmp_path: Path) -> None:
    path = write_json(tmp_path / "x.json", {"version": "1", "data": [own_item("a")]})
    assert ids(load(path, strict=True)) == ["a"]


def test_one_item_alone(tmp_path: Path) -> None:
    assert ids(load(write_json(tmp_path / "x.json", own_item("a")), strict=True)) == ["a"]


@given(st.text("0123456789eE+-. \\ud\u0664", max_size=120), st.text("0123456789", max_size=110))
def test_a_file_is_not_called_tame_that_has_a_line_to_be_read_with_care(
    text: str, digits: str
) -> None:
    text += digits
    if json_values._VAST.search(text) or HALF_CHARACTER.search(text):
        assert not json_values.is_tame(text.encode())


@pytest.mark.parametrize("part", ["0,", "{},", "[],"])
@pytest.mark.parametrize("name", ["wide.json", "wide.jsonl"])
def test_a_value_of_commas_and_brackets_is_refused_unread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str, name: str
) -> None:
    monkeypatch.setattr(json_values, "MIN_CROWDED_LENGTH", 1_000)
    monkeypatch.setattr(
        json_values, "from_json", lambda *_args, **_more: pytest.fail("it was read")
    )
    path = tmp_path / name
    path.write_text('{"id": "a", "questions": [' + part * 1_000 + "0]}", encoding="utf-8")
    (problem,) = load(path).problems
    assert "too many for a text" in problem.message
    assert str(path) in problem.message


MANY = 300
KEYS = ", ".join(f'"key {n}": "v"' for n in range(MANY))
TEXTS = ", ".join(f'"formula {n}"' for n in range(MANY))


@pytest.fixture
def bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_values, "MIN_CROWDED_LENGTH", 1_000)
    monkeypatch.setattr(json_values, "MOST_VALUES", MANY - 1)


@pytest.mark.usefixtures("bounded")
@pytest.mark.parametrize(
    "text",
    [
        "{" + KEYS + "}",
        "[{" + KEYS + "}]",
        '[{"id": "a"}, {"parameters": {' + KEYS + "}}]",
        '{"id": "a", "premise": [' + TEXTS + "]}",
        '{"id": "a", "data": [{"premise": [' + TEXTS + "]}]}",
        '{"id": "a", "premise": [' + TEXTS,
    ],
)
@pytest.mark.parametrize("name", ["large.json", "large.jsonl"])
def test_a_record_with_too_many_values_is_refused_unread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, name: str
) -> None:
    monkeypatch.setattr(
        json_values, "from_json", lambda *_args, **_more: pytest.fail("it was read")
    )
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    (problem,) = load(path).problems
    assert "more than 299 values" in problem.message
    assert str(path) in problem.message


@pytest.mark.usefixtures("bounded")
def test_neither_commas_in_a_text_nor_many_records_are_too_many_values(tmp_path: Path) -> None:
    text = 'He said: "a, b, {c} [d]\\", ' * MANY
    assert ids(load(write_json(tmp_path / "x.json", own_item("a") | {"text": text}))) == ["a"]
    several = [own_item(f"{n}") for n in range(MANY)]
    assert len(load(write_json(tmp_path / "list.json", several)).items) == MANY
    whole = {"version": "1", "data": several[: MANY // 3]}
    assert len(load(write_json(tmp_path / "whole.json", whole)).items) == MANY // 3


def test_the_search_for_the_next_value_takes_linear_time() -> None:
    """A string that never ends, full of escaped quotes, is gone through once."""
    text = '{"a": "' + '\\"' * 200_000
    assert len(list(json_values._NEXT.finditer(text))) <= 4
