"""A byte that is not UTF-8 costs only its own record, wherever that record can be identified."""

import json
from pathlib import Path

import pytest

from items.files.loading import load
from items.files.save import save_item
from items.sources import ccobra, csv_table, json_files
from items.sources.own_format import write
from solver.errors import InputError
from tests.items.recorded.joined_rows import GOATS, choice, places


@pytest.mark.parametrize("long", [False, True])
def test_an_element_of_a_list_with_a_bad_byte_is_named_and_the_others_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, long: bool
) -> None:
    if long:
        monkeypatch.setattr(json_files, "LONG_FILE_BYTES", 1)
        monkeypatch.setattr(json_files, "BLOCK", 1)
    rows = [{"item": "g", "run": n, "model": "mé", "response": "B"} for n in range(1, 5)]
    data = json.dumps(rows, ensure_ascii=False, indent=1).encode()
    offset = data.index("é".encode(), data.index(b'"run": 3'))
    data = data[:offset] + b"\xe9" + data[offset + 2 :]
    path = tmp_path / "log.json"
    path.write_bytes(data)
    joined, left_out = places(path, "jsonl", [choice("g", GOATS, 0)])
    assert [joined_answer.row.run for joined_answer in joined] == [1, 2, 4]
    assert [(skip.row, skip.reason) for skip in left_out] == [
        (
            "index 2",
            f"expected text in UTF-8, found byte 0xe9 at offset {offset}, line 17, column 14",
        )
    ]


def test_an_object_with_a_bad_byte_is_refused_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    path.write_bytes(b'{"results": [\n {"item": "\xc3\xa9 \xe9"}\n]}')
    with pytest.raises(InputError, match=r"log\.json, line 2, column 14: .* 0xe9 at offset 28"):
        places(path, "jsonl", [choice("g", GOATS, 0)])


@pytest.mark.parametrize(
    ("name", "begin", "between", "end"),
    [("x.json", b"[", b",", b"]"), ("x.jsonl", b"", b"\n", b"\n")],
)
@pytest.mark.parametrize("long", [False, True])
def test_an_item_with_a_bad_byte_is_left_out_by_itself(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    begin: bytes,
    between: bytes,
    end: bytes,
    long: bool,
) -> None:
    if long:
        monkeypatch.setattr(json_files, "LONG_FILE_BYTES", 1)
        monkeypatch.setattr(json_files, "BLOCK", 1)
    items = [choice(f"é{n}", f"{GOATS} {n}", 0) for n in range(120)]
    lines = [line.encode() for line in write(items).splitlines()]
    lines[70] = lines[70].replace("é".encode(), b"\xe9", 1)
    path = tmp_path / name
    path.write_bytes(begin + between.join(lines) + end)
    loaded = load(path)
    assert [item.id for item in loaded.items] == [f"é{n}" for n in range(120) if n != 70]
    (problem,) = loaded.problems
    place = "index 70" if name == "x.json" else "line 71"
    assert f"{name}, {place}: " in str(problem)
    assert f"byte 0xe9 at offset {path.read_bytes().index(bytes([0xE9]) + b'70')}" in str(problem)


def test_a_bad_byte_outside_a_text_breaks_the_list_off_there(tmp_path: Path) -> None:
    rows = json.dumps({"item": "g", "run": 1, "model": "m", "response": "B"}).encode()
    path = tmp_path / "log.json"
    path.write_bytes(b"[" + rows + b",\xe9" + rows + b"," + rows + b"]")
    joined, left_out = places(path, "jsonl", [choice("g", GOATS, 0)])
    assert len(joined) == 1
    assert [skip.row for skip in left_out] == ["index 1"]
    assert f"byte 0xe9 at offset {len(rows) + 2}, line 1" in left_out[0].reason


@pytest.mark.parametrize("long", [False, True])
def test_a_row_of_items_in_a_table_with_a_bad_byte_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, long: bool
) -> None:
    if long:
        monkeypatch.setattr(json_files, "LONG_FILE_BYTES", 1)
        monkeypatch.setattr(csv_table, "LONG_FILE_BYTES", 1)
    rows = [f"i{n},Text {n}.,What?,\"['a', 'b']\",0" for n in range(3)]
    lines = ["id,context,question,answers,label", *rows]
    data = [line.encode() for line in lines]
    data[2] = data[2].replace(b"Text", b"T\xe9xt")
    path = tmp_path / "t.csv"
    path.write_bytes(b"\n".join(data) + b"\n")
    loaded = load(path)
    assert [item.id for item in loaded.items] == ["i0", "i2"]
    assert "t.csv, line 3: expected text in UTF-8, found byte 0xe9" in str(loaded.problems[0])
    assert len(loaded.problems) == 1


def test_no_item_is_saved_into_a_file_with_a_bad_byte(tmp_path: Path) -> None:
    """Writing the others back would lose the one that cannot be read."""
    path = tmp_path / "x.jsonl"
    before = write([choice("a", GOATS, 0)]).encode() + b'{"id": "\xe9"}\n'
    path.write_bytes(before)
    with pytest.raises(InputError, match="cannot be read"):
        save_item(choice("b", GOATS, 0), path)
    assert path.read_bytes() == before


def test_a_row_of_people_with_a_bad_byte_is_left_out_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "answers.csv"
    begin, end = (
        b"id,task,choices,response\nann,if;A;B/A,B|nothing,B\nbo,if;A;B/A,B|nothing,",
        b"\n",
    )
    path.write_bytes(begin + b"B\xe9" + end + b"cem,if;A;B/A,B|nothing,nothing\n")
    ann, error, cem = ccobra.read_rows(path)
    assert isinstance(ann, ccobra.Response)
    assert isinstance(cem, ccobra.Response)
    assert (ann.person, cem.person) == ("ann", "cem")
    assert isinstance(error, InputError)
    expected = "line 3, column response: expected text in UTF-8, found byte 0xe9"
    assert str(error).endswith(expected)
    path.write_bytes(b"\n" + begin.replace(b"choices", b"ch\xe9ices") + b"B" + end)
    with pytest.raises(InputError, match=r"answers\.csv, line 2: .* found byte 0xe9"):
        list(ccobra.read_rows(path))


def test_a_table_with_a_byte_order_mark_keeps_its_header_where_a_row_has_a_bad_byte(
    tmp_path: Path,
) -> None:
    path = tmp_path / "log.csv"
    path.write_bytes(b"\xef\xbb\xbfitem,model,response\ng,m,A\ng,n,\xe9\ng,k,B\n")
    joined, left_out = places(path, "csv", [choice("g", GOATS, 0)])
    assert [joined_answer.row.model for joined_answer in joined] == ["m", "k"]
    assert [skip.row for skip in left_out] == ["line 3"]
