"""Sets of any size: read in blocks as they are read whole, drawn evenly, parted, and told apart."""

import json
import tracemalloc
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from items.files.loading import load, stream
from items.models import Item
from items.shape.structure import cluster_of
from items.sources import csv_table, json_files
from items.sources.document import Document
from items.sources.own_format import write
from items.streams.selection import Distinct, Sample, Split, numbered, read_shares, same_key
from items.streams.writing import ItemFile
from solver.errors import InputError
from tests.effort import rng, turns

pytest.importorskip("pyarrow", reason="the extra parquet is not installed")


def item(number: int, **attributes: Any) -> Item:
    return Item.model_validate(
        {
            "id": f"item-{number}",
            "text": f"Text {number}.",
            "attributes": attributes,
            "questions": [{"id": "1", "kind": "text", "text": "Why?"}],
        }
    )


def built_in() -> tuple[Item, ...]:
    return load("builtin:divlogic").items


def described(parts: Iterable[Document]) -> tuple[list[Any], list[str]]:
    documents = list(parts)
    records = [(r.value, r.index, r.place) for part in documents for r in part.records]
    return records, [str(problem) for part in documents for problem in part.problems]


def test_blocks_give_what_the_whole_file_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = rng(72)
    pieces = [
        '{"a": 1}', '{"é": "字\u2028"}', "", "  ", '{"a": 1e999}', '{"a": ', "[]",
        '{"b": "\\ud800"}', '{"a": "\\u0041"}', '{"a": 1}\r', "7", '{"long": "' + "x" * 3000 + '"}',
    ]  # fmt: skip
    for turn in range(turns(30, 1000)):
        path = tmp_path / f"{turn}.jsonl"
        lines = ['{"first": true}', *random.choices(pieces, k=random.randrange(60))]
        path.write_text("\n".join(lines) + "\n" * random.randrange(2), encoding="utf-8", newline="")
        whole = described(json_files.read_parts(path))
        with monkeypatch.context() as patch:
            patch.setattr(json_files, "LONG_FILE_BYTES", 1)
            patch.setattr(json_files, "BLOCK", random.choice([1, 64, 500, 100_000]))
            assert described(json_files.read_parts(path)) == whole


def test_a_list_in_blocks_gives_what_the_whole_list_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = rng(73)
    pieces = [
        '{"a": 1}', '{"é": "字\u2028, ]"}', '{"a": 1e999}', "[]", '{"b": "\\ud800"}', "12345678901",
        '{"a": "\\u0041\\""}', "  7 ", "true", '{\n"long":\n"' + "x" * 3000 + '"}', "-1.5e10",
        "[" * 40 + "]" * 40, '"\\\\"',
    ]  # fmt: skip
    bad = [",", "]", '{"a": ', '{"b" 1}', '"open', "[" * 60 + "]" * 60, "tru", "\x00", "nul ", "}"]
    for turn in range(turns(60, 4000)):
        path = tmp_path / f"{turn % 20}.json"
        chosen = random.choices(pieces, k=random.randrange(12))
        for _ in range(random.randrange(3)):
            chosen.insert(random.randrange(len(chosen) + 1), random.choice(bad + pieces))
        between = random.choice([",", ", ", ",\n ", "\r\n,\t"])
        end = random.choice(["]", "]\n", " ]  \n", "", "] 1", "]]"])
        path.write_text(f" \n[ {between.join(chosen)}{end}", encoding="utf-8", newline="")
        whole = described(json_files.read_parts(path))
        with monkeypatch.context() as patch:
            patch.setattr(json_files, "LONG_FILE_BYTES", 1)
            patch.setattr(json_files, "BLOCK", random.choice([20, 64, 500, 100_000]))
            assert described(json_files.read_parts(path)) == whole


@pytest.mark.torture
def test_a_list_that_would_fill_the_memory_is_refused_where_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bomb.json"
    bomb = "{" + ", ".join(f'"k{n}": {{}}' for n in range(1 << 20)) + "}"
    path.write_text(f"[{write([item(1)])}, {bomb}, {write([item(2)])}]")
    monkeypatch.setattr(json_files, "LONG_FILE_BYTES", 1)
    tracemalloc.start()
    entries = list(stream([path]))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    (problem,) = (str(entry) for entry in entries if isinstance(entry, InputError))
    assert [entry.id for entry in entries if isinstance(entry, Item)] == ["item-1"]
    assert "index 1: expected a JSON value, found a record with more than 524,288" in problem
    assert most < 8 * path.stat().st_size


@pytest.mark.parametrize("name", ["t.csv", "t.tsv"])
def test_a_table_in_parts_gives_what_the_whole_table_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    random = rng(74)
    mark = "\t" if name == "t.tsv" else ","
    path = tmp_path / name
    for _ in range(turns(20, 400)):
        rows = [mark.join(["context", "question", "answers"])]
        for number in range(random.randrange(30)):
            cells = [f'"a {number}\n""字"""', "why?", "\"['x', 'y']\""]
            rows.append(mark.join(cells[: random.choice([3, 3, 3, 3, 2])]))
            rows += [""] * random.randrange(2)
        path.write_text("\n".join(rows), encoding="utf-8", newline="")
        outputs = []
        for long in (1 << 20, 1):
            for module in (json_files, csv_table):
                monkeypatch.setattr(module, "LONG_FILE_BYTES", long)
            monkeypatch.setattr(csv_table, "ROWS_PER_PART", random.choice([1, 3, 100]))
            try:
                outputs.append(described(csv_table.read_parts(path)))
            except InputError as error:
                outputs.append(([], [str(error)]))
        assert outputs[0] == outputs[1]
    with path.open("ab") as file:
        file.write(b"\n\xff")
    problems = [str(each) for part in csv_table.read_parts(path) for each in part.problems]
    assert "found byte 0xff" in problems[-1]
    assert not any("0xff" in problem for problem in problems[:-1])


@pytest.mark.parametrize("name", ["bad.jsonl", "bad.json"])
def test_a_byte_that_is_not_text_is_reported_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    path = tmp_path / name
    whole = write([item(1), item(2)]).encode() + b'{"id": "\xff"}\n'
    path.write_bytes(b"[" + b",".join(whole.splitlines()) + b"]" if name == "bad.json" else whole)
    monkeypatch.setattr(json_files, "LONG_FILE_BYTES", 1)
    monkeypatch.setattr(json_files, "BLOCK", 1)
    entries = list(stream([path]))
    assert [entry.id for entry in entries if isinstance(entry, Item)] == ["item-1", "item-2"]
    (problem,) = [entry for entry in entries if isinstance(entry, InputError)]
    assert f"byte 0xff at offset {path.read_bytes().index(255)}" in str(problem)


def test_a_stream_is_what_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(write(built_in()) + '{"id": "x", "questions": [{}]}\nno json\n')
    loaded = load(path)
    entries = list(stream([path]))
    assert tuple(e for e in entries if isinstance(e, Item)) == loaded.items
    assert sorted(str(e) for e in entries if not isinstance(e, Item)) == sorted(
        map(str, loaded.problems)
    )
    with pytest.raises(InputError, match="No such source"):
        list(stream([tmp_path / "nowhere"]))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["long.jsonl", "long.json"])
def test_a_long_file_is_never_in_memory_as_a_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    path = tmp_path / name
    line = write([item(1).model_copy(update={"text": "x" * 4000})])
    path.write_text(line * 3000 if name == "long.jsonl" else f"[{','.join([line] * 3000)}]")
    monkeypatch.setattr(json_files, "LONG_FILE_BYTES", 1)
    monkeypatch.setattr(json_files, "BLOCK", 1 << 16)
    tracemalloc.start()
    count = sum(isinstance(entry, Item) for entry in stream([path]))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 3000
    assert most < path.stat().st_size / 4


@pytest.mark.slow
def test_parquet_gives_the_items_back(tmp_path: Path) -> None:
    items = (*built_in(), *load("builtin:demo").items)
    path = tmp_path / "items.parquet"
    with ItemFile(path) as file:
        for entry in items:
            file.add(entry)
    assert load(path).items == items
    assert tuple(stream([path])) == items


def test_a_damaged_row_of_parquet_costs_itself_alone(tmp_path: Path) -> None:
    import pyarrow
    from pyarrow import parquet

    lines = [write([item(1)]), '{"id": ', write([item(3)])]
    path = tmp_path / "items.parquet"
    parquet.write_table(pyarrow.table({"record": lines}), path)
    loaded = load(path)
    assert [entry.id for entry in loaded.items] == ["item-1", "item-3"]
    (problem,) = loaded.problems
    assert f"{path}, row 1, column record" in str(problem)
    path.write_bytes(path.read_bytes()[:-9])
    assert "expected Parquet" in str(load(path).problems[0])


def test_nothing_is_left_of_a_file_that_was_not_finished(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.parquet"):
        path = tmp_path / name
        path.write_text("before")
        with pytest.raises(AttributeError), ItemFile(path) as file:
            file.add("no item")  # type: ignore[arg-type]
        assert path.read_text() == "before"
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["a.jsonl", "b.parquet"]


# --- choosing -------------------------------------------------------------------------------------


def sampled(items: list[Item], number: int, seed: int, by: str = "") -> list[Item]:
    drawing = Sample(number, seed, by)
    for entry in items:
        drawing.see(entry)
    return list(numbered(items, drawing.positions()))


def test_every_item_is_drawn_as_often() -> None:
    items = [item(number) for number in range(20)]
    seeds = turns(600, 20_000)
    counts = Counter(entry.id for seed in range(seeds) for entry in sampled(items, 5, seed))
    expected = seeds * 5 / 20
    # Counts without replacement: their sum of squares is chi-square with 19 degrees, times 15 / 19.
    square = sum((counts[entry.id] - expected) ** 2 / expected for entry in items) * 19 / 15
    assert square < 50  # exceeded by 1 in 7,000


def test_a_sample_depends_on_no_order_and_keeps_it() -> None:
    items = [item(number, level=number % 3) for number in range(100)]
    mixed = items[:]
    rng(73).shuffle(mixed)
    entry, other = sampled(items, 30, 4, "level"), sampled(mixed, 30, 4, "level")
    assert {each.id for each in entry} == {each.id for each in other}
    assert Counter(each.attributes["level"] for each in entry) == {0: 30, 1: 30, 2: 30}
    assert [int(each.id[5:]) for each in entry] == sorted(int(each.id[5:]) for each in entry)
    assert sampled(items, 500, 1) == items
    # More of the same draw hold fewer of it.
    assert {e.id for e in sampled(items, 10, 7)} <= {e.id for e in sampled(items, 20, 7)}


@pytest.mark.slow
def test_parts_have_their_shares_and_like_stays_with_like() -> None:
    items = [item(number, topic=number // 3) for number in range(9_000)]
    for together, groups in (("nothing", 9_000), ("topic", 3_000)):
        split = Split(read_shares("train=0.7,dev=0.1,test"), 5, together)
        parts = [split.part(entry) for entry in items]
        counts = Counter(parts)
        for name, share in split.shares.items():
            spread = (groups * share * (1 - share)) ** 0.5 * 9_000 / groups
            assert abs(counts[name] - 9_000 * share) < 5 * spread
        if together == "topic":
            assert all(len(set(parts[n : n + 3])) == 1 for n in range(0, 9_000, 3))
        assert [split.part(entry) for entry in items[:100]] == parts[:100]


def test_twins_and_problems_of_one_form_are_in_one_part() -> None:
    split = Split(read_shares("a=0.5,b=0.5"), 3)
    parts: dict[str, set[str]] = {}
    for entry in built_in():
        parts.setdefault(cluster_of(entry), set()).add(split.part(entry))
    assert all(len(part) == 1 for part in parts.values())
    assert set.union(*parts.values()) == {"a", "b"}


@pytest.mark.parametrize(
    "text",
    ["", "a", "a=0.5", "a=0.5,b=0.6", "a=0.5,a=0.5", "a=x,b=0.5", "a,b", "a=1,b", "../a=0.5,b",
     "a=0.5,b=-0.5", "a=0.5,A=0.5", "a=nan,b", ".a=0.5,b"],
)  # fmt: skip
def test_wrong_shares_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="Wrong --into"):
        read_shares(text)


@pytest.mark.slow
def test_one_of_each_is_what_looking_at_all_pairs_finds() -> None:
    random = rng(74)
    shipped = built_in()[:40]
    for same in ("content", "id", "text", "structure"):
        items = random.choices(shipped, k=60)
        distinct = Distinct(same)
        for entry in items:
            distinct.see(entry)
        chosen = list(numbered(items, distinct.first_of_groups()))
        expected = [
            member
            for place, member in enumerate(items)
            if all(same_key(member, same) != same_key(other, same) for other in items[:place])
        ]
        assert [json.dumps(member.id) for member in chosen] == [
            json.dumps(member.id) for member in expected
        ]


def test_renamed_items_are_the_same_by_structure_alone() -> None:
    entry = load("builtin:demo").items[0]
    renamed = entry.model_copy(update={"id": "other", "title": "Other"})
    assert same_key(entry, "content") == same_key(renamed, "content")
    assert same_key(entry, "id") != same_key(renamed, "id")
