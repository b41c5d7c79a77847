"""A log in one JSON object, or in lines, with bytes that are not UTF-8."""

import json
from pathlib import Path

import pytest

from items.recorded.formats import read
from items.recorded.json_log import MOST_BYTES
from items.recorded.rows import Skip
from solver.errors import InputError
from tests.items.recorded.joined_rows import GOATS, choice, places
from tests.items.recorded.test_inspect_log import HEADER, sample
from tests.items.recorded.test_promptfoo import result

ITEMS = [choice("goats", GOATS, 1)]


def spoilt(path: Path, value: object, *words: str) -> tuple[Path, bytes]:
    """A file of JSON with a byte that is not UTF-8 in the place of the é of each of some words."""
    data = json.dumps(value, ensure_ascii=False, indent=1).encode()
    for word in words:
        assert data.count(word.encode()) == 1
        data = data.replace(word.encode(), word.encode().replace("é".encode(), b"\xe9"))
    path.write_bytes(data)
    return path, data


def position_of(data: bytes, offset: int) -> str:
    """How a byte is told, worked out from the bytes alone."""
    before = data[:offset]
    line = before.count(b"\n") + 1
    column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
    return f"found byte 0xe9 at offset {offset}, line {line}, column {column}"


def test_of_promptfoo_the_row_with_the_byte_is_left_out(tmp_path: Path) -> None:
    results = [
        result(
            response={"output": f"Answer: B — réponse {n}"}, vars={"text": GOATS, "item": "goats"}
        )
        for n in range(3)
    ]
    file = {"results": {"version": 3, "prompts": ["pré"], "results": results}, "config": {}}
    path, data = spoilt(tmp_path / "r.json", file, "réponse 1", "pré")
    joined, left_out = places(path, "promptfoo", ITEMS)
    assert [joined_answer.row.row for joined_answer in joined] == ["result 0", "result 2"]
    assert [joined_answer.row.raw for joined_answer in joined] == [
        "Answer: B — réponse 0",
        "Answer: B — réponse 2",
    ]
    head, row = data.index(b"\xe9"), data.index(b"\xe9ponse 1")
    assert [(skip.row, skip.reason) for skip in left_out] == [
        ("result 1", f"expected text in UTF-8, {position_of(data, row)}"),
        ("outside the rows", f"expected text in UTF-8, {position_of(data, head)}"),
    ]


def test_of_inspect_the_sample_with_the_byte_is_left_out(tmp_path: Path) -> None:
    samples = [sample(n, said=f"né {n}. ANSWER: B") for n in range(3)]
    log = {**HEADER, "samples": samples}
    data = json.dumps(log, ensure_ascii=False).encode()
    offset = data.index("é 1".encode())
    path = tmp_path / "log.json"
    path.write_bytes(data[:offset] + b"\xe9" + data[offset + 2 :])
    joined, left_out = places(path, "inspect", ITEMS)
    assert [joined_answer.row.row for joined_answer in joined] == [
        "sample 0, epoch 1",
        "sample 2, epoch 1",
    ]
    assert {joined_answer.row.model for joined_answer in joined} == {"openai/gpt-4o-mini"}
    assert [skip.row for skip in left_out] == ["sample 1, epoch 1"]
    assert f"byte 0xe9 at offset {offset}, line 1" in left_out[0].reason


def test_a_byte_in_the_name_of_a_field_or_in_an_id_is_found(tmp_path: Path) -> None:
    rows = [result(metadata={"clé": 1}), result()]
    path, _ = spoilt(tmp_path / "r.json", {"results": {"results": rows}}, "clé")
    joined, left_out = places(path, "promptfoo", ITEMS)
    assert (
        [joined_answer.row.row for joined_answer in joined],
        [skip.row for skip in left_out],
    ) == (
        ["result 1"],
        ["result 0"],
    )
    log = {**HEADER, "samples": [sample("é1"), sample("b")]}
    path = tmp_path / "log.json"
    path.write_bytes(json.dumps(log, ensure_ascii=False).encode().replace("é".encode(), b"\xe9"))
    _, left_out = places(path, "inspect", ITEMS)
    assert [skip.row for skip in left_out] == ["sample \ufffd1, epoch 1"]


@pytest.mark.parametrize("format", ["promptfoo", "inspect"])
@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b'{"results": [1, \xe9 2]}', "line 1, column 17: .* byte 0xe9 at offset 16"),
        (b'{"results": ["\xe9', "byte 0xe9 at offset 14"),
        (b'{"results": ["' + b"\xe9" * (MOST_BYTES + 1) + b'"]}', "byte 0xe9 at offset 14"),
    ],
)
def test_a_byte_outside_of_the_texts_refuses_the_file_with_its_place(
    tmp_path: Path, format: str, data: bytes, place: str
) -> None:
    path = tmp_path / "log.json"
    path.write_bytes(data)
    with pytest.raises(InputError, match=place):
        list(read(path, format))


def test_a_private_use_character_in_the_file_is_not_a_byte(tmp_path: Path) -> None:
    results = [result(response={"output": "Answer: B \ue0000\ue000"}), result(evé=1)]
    path, _ = spoilt(tmp_path / "r.json", {"results": {"results": results}}, "evé")
    joined, left_out = places(path, "promptfoo", ITEMS)
    assert [joined_answer.row.raw for joined_answer in joined] == ["Answer: B \ue0000\ue000"]
    assert [skip.row for skip in left_out] == ["result 1"]


def test_a_line_of_ilogiceval_with_the_byte_keeps_its_place_among_the_mutants(
    tmp_path: Path,
) -> None:
    lines = [f"7 A A Answer: A é{n} True" for n in range(4)]
    data = "\n".join(lines).encode().replace("é1".encode(), b"\xe91")
    path = tmp_path / "0-shot-chatgpt.txt"
    path.write_bytes(data)
    every = list(read(path, "ilogiceval"))
    assert [getattr(row, "mutant", None) for row in every] == [0, None, 2, 3]
    (skip,) = [row for row in every if isinstance(row, Skip)]
    assert (skip.row, skip.reason) == ("line 2", "expected text in UTF-8, found byte 0xe9")
    path.write_bytes(b"\n".join(b"7 A A Answer: A \xe9 True" for _ in range(4)))
    with pytest.raises(InputError, match="line 1, column 17"):
        list(read(path, "ilogiceval"))
