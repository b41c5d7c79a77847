"""The examples on the page about formats are what the program reads, and their golds are right."""

import json
import re
from pathlib import Path

from items.files.loading import load
from items.sources.columns import NAMES
from items.sources.formats import SOURCES
from tests.items.source_files import write_lines
from tests.items.verified import verify

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")


def test_examples_are_items_with_right_golds(tmp_path: Path) -> None:
    examples = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert len(examples) == 2
    for number, example in enumerate(examples):
        path = write_lines(tmp_path / f"{number}.jsonl", json.loads(example))
        figures = verify(load(path, strict=True).items).to_json()
        assert figures["proofs"] == {"proved": 1}


def test_every_format_and_column_name_is_on_the_page() -> None:
    assert all(f"| `{name}` |" in PAGE for name in SOURCES)
    assert all(name in PAGE for names in NAMES.values() for name in names)
