"""The record that an item came from, found again in its file."""

import json
from pathlib import Path

import pytest

from items.files.loading import load
from items.files.raw_records import raw_record
from items.models import Item
from tests.shared_data import shared_path

CONTEXT = {
    "question": [{"<nl>": "aaa is True.\n(aaa) -> aab.\nDeduce the result of aab."}],
    "answer": True,
    "abstract": {"0": {"<nl>": "aaa is True.\n(aaa) -> aab.\nDeduce the result of aab."}},
    "sport": {"rowing": {"<nl>": "It rains. What of it?", "<aaa>": "It rains.", "<aab>": "Wet."}},
}
OWN = {"id": "one", "text": "It rains.", "questions": [{"text": "Does it?"}], "language": "en"}


def write(path: Path, *records: object) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def by_id(path: Path) -> dict[str, Item]:
    return {item.id: item for item in load(path).items}


def test_a_record_is_shown_as_its_file_has_it(tmp_path: Path) -> None:
    path = write(tmp_path / "items.jsonl", {**OWN, "id": "zero"}, OWN)
    raw = raw_record(by_id(path)["one"], [path])
    assert raw is not None
    assert raw.value == OWN, "short forms are not filled in"
    assert (raw.path, raw.place, raw.partial) == (path, "line 2", False)


def test_the_file_is_found_in_a_folder_among_others(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", {**OWN, "id": "other"})
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    path = write(tmp_path / "b.jsonl", OWN)
    raw = raw_record(by_id(path)["one"], ["builtin:demo", tmp_path / "gone", tmp_path])
    assert raw is not None
    assert raw.path == path


def test_of_a_template_only_the_part_of_the_instantiation_is_shown(tmp_path: Path) -> None:
    folder = tmp_path / "data_level1"
    folder.mkdir()
    path = folder / "deductive_logic.json"
    path.write_text(json.dumps([CONTEXT]), encoding="utf-8")
    item = next(item for item in load(path).items if item.attributes["domain"] == "sport")
    raw = raw_record(item, [tmp_path])
    assert raw is not None
    assert raw.partial
    assert raw.value == {key: CONTEXT[key] for key in ("question", "answer", "sport")}


def test_a_record_that_makes_another_item_now_is_not_shown(tmp_path: Path) -> None:
    path = write(tmp_path / "items.jsonl", OWN)
    item = by_id(path)["one"]
    write(path, {**OWN, "id": "two"})
    assert raw_record(item, [path]) is None
    assert raw_record(item, [tmp_path / "gone.jsonl"]) is None


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["llmeval-logic/base", "llmeval-logic/hard", "contexthub"])
def test_every_kind_of_real_item_finds_its_record(folder: str) -> None:
    source = shared_path(folder)
    items = load(source).items
    for item in items[:: max(len(items) // 15, 1)]:
        raw = raw_record(item, [source])
        assert raw is not None, item.id
        assert raw.path.name == item.provenance.file
