"""Where What if offers to save an item with a further variant."""

import json
from pathlib import Path

import pytest

from items.files.loading import load
from items.models import Item
from items.sources.own_format import write
from tui.state.inspector.sources import own_path


@pytest.fixture
def item() -> Item:
    return load("builtin:demo").items[0].model_copy(update={"id": "2"})


@pytest.mark.parametrize(
    ("source", "id", "expected"),
    [
        ("data/base.json", "2", "base-2-no_rain.jsonl"),
        ("builtin:demo", "demo/goat", "demo-goat-no_rain.jsonl"),
        ("items/", "2", "items-2-no_rain.jsonl"),
        ("pigeons.json", "pigeons", "pigeons-no_rain.jsonl"),
        ("x.parquet", "一/二 三", "x-一-二-三-no_rain.jsonl"),
    ],
)
def test_the_suggested_file_names_source_item_and_variant(
    item: Item, source: str, id: str, expected: str
) -> None:
    entry = item.model_copy(update={"id": id})
    assert own_path(entry, source, "no_rain") == expected


def test_only_a_file_of_the_own_format_is_offered(item: Item, tmp_path: Path) -> None:
    own = tmp_path / "own.jsonl"
    own.write_text(write([item]), encoding="utf-8")
    listed = tmp_path / "listed.json"
    listed.write_text(f"[\n{write([item])}]", encoding="utf-8")
    other = tmp_path / "other.json"
    other.write_text(json.dumps({"premise": ["A"], "question": ["possible(A)"]}), encoding="utf-8")
    assert own_path(item, str(own), "v") == str(own)
    assert own_path(item, str(listed), "v") == str(listed)
    assert own_path(item, str(other), "v") == "other-2-v.jsonl"
