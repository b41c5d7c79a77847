"""Two items of one id and different content: rows are joined by content, never by the id alone."""

import json
from pathlib import Path

import pytest

from items.files.loading import load, load_all
from items.recorded.join import JoinedAnswer, Joiner
from items.recorded.rows import RecordedRow, Skip
from solver.errors import InputError

TEXTS = (
    "All bakers whistle on Mondays when the oven is warm. Tom is a baker who works on Monday.",
    "No painter sings on Sundays when the attic is cold. Ann is a painter who works on Sunday.",
    "每个面包师在星期一都吹口哨。汤姆是一位在星期一工作的面包师。他的烤炉是热的。",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number, text in enumerate(TEXTS):
        question = {"text": "Which follows?", "options": ["Yes.", "No."], "gold": "AB"[number % 2]}
        item = {"id": "x1", "text": text, "questions": [question]}
        (tmp_path / f"{number}.jsonl").write_text(json.dumps(item), encoding="utf-8")
    (tmp_path / "again.jsonl").write_text((tmp_path / "0.jsonl").read_text(encoding="utf-8"))
    return tmp_path


def row(text: str = "") -> RecordedRow:
    texts = (text,) if text else ()
    return RecordedRow(row="1", item_id="x1", texts=texts, background=text or None, answer="A")


def test_all_are_kept_in_order_and_the_same_content_once(folder: Path) -> None:
    for loaded in (
        load(folder, namesakes=True),
        load_all(sorted(folder.iterdir()), namesakes=True),
    ):
        assert [item.text for item in loaded.items] == list(TEXTS)
        assert len(loaded.problems) == 1
        assert "with the same content" in str(loaded.problems[0])


def test_elsewhere_the_first_is_kept(folder: Path) -> None:
    loaded = load(folder)
    assert [item.text for item in loaded.items] == [TEXTS[0]]
    assert len(loaded.problems) == 3
    with pytest.raises(InputError):
        load(folder, strict=True)


def test_rows_join_the_item_whose_text_they_have(folder: Path) -> None:
    joiner = Joiner(load(folder, namesakes=True).items)
    for text in TEXTS:
        joined_row = joiner.join(row(text))
        assert isinstance(joined_row, JoinedAnswer)
        assert joined_row.item.text == text


def test_an_id_alone_joins_neither(folder: Path) -> None:
    items = load(folder, namesakes=True).items
    joined_row = Joiner(items).join(row())
    assert isinstance(joined_row, Skip)
    assert "fits 3 items" in joined_row.reason
    assert items[0].content_hash[:8] in joined_row.reason, "one id does not tell them apart"
