"""ILogicEval's logs: letters read from responses, mutants numbered, items stood in for."""

from pathlib import Path

import pytest

from items.answers import ChoiceAnswer
from items.recorded.placeholders import is_placeholder
from solver.errors import InputError
from tests.items.recorded.joined_rows import choice, option, places, rows
from tests.shared_data import shared_path

LOG = """\
0 C C Answer: C True
0 B a A cat sleeps. Answer: B. The ferry is late. True
0 A N Answer: None of the above. False
0 D   I do not know. False
1 B B Answer: B True
"""


def log(tmp_path: Path, text: str = LOG, name: str = "0-shot-some-model-2.txt") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_letters_are_read_after_answer_and_mapped_back(tmp_path: Path) -> None:
    joineds, skipped = places(log(tmp_path), "ilogiceval")
    assert skipped == []
    assert [(joined.item.id, joined.mutant, option(joined)) for joined in joineds] == [
        ("ilogiceval/0", 0, 2),
        ("ilogiceval/0", 1, 2),
        ("ilogiceval/0", 2, None),
        ("ilogiceval/0", 3, None),
        ("ilogiceval/1", 0, 1),
    ]
    assert {joined.item.leaves[0].gold for joined in joineds} == {
        ChoiceAnswer(option=2),
        ChoiceAnswer(option=1),
    }
    assert all(is_placeholder(joined.item) for joined in joineds)
    assert joineds[0].item is joineds[1].item
    assert joineds[0].item.provenance.benchmark == "ILogicEval"
    assert joineds[1].row.raw == "A cat sleeps. Answer: B. The ferry is late."
    assert {(joined.row.setting, joined.row.model, joined.row.run) for joined in joineds} == {
        ("0-shot", "some-model", 2)
    }


def test_a_name_without_information(tmp_path: Path) -> None:
    recorded_rows, _ = rows(log(tmp_path, name="answers.txt"), "ilogiceval")
    assert {
        (recorded_row.setting, recorded_row.model, recorded_row.run)
        for recorded_row in recorded_rows
    } == {(None, None, 1)}


def test_bad_lines_are_reported_and_other_lines_are_read(tmp_path: Path) -> None:
    text = "0 C C Answer: C True\nnonsense\n0 B B Answer: B True\r\n\n0 C C Answer: C True\n"
    text += "0 D D Answer: D True\n0 C C Answer: C True\n"
    joineds, skipped = places(log(tmp_path, text), "ilogiceval")
    assert [joined.mutant for joined in joineds] == [0, 1, 3]
    assert [(skip.row, skip.reason.split(",")[0]) for skip in skipped] == [
        ("line 2", "expected `item gold letter response flag`"),
        (
            "line 5",
            "an earlier row of ilogiceval/0 has a different gold answer or different options",
        ),
        ("line 7", "item 0 has four mutants"),
    ]
    assert "'nonsense'" in skipped[0].reason


def test_another_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Not an ILogicEval log") as caught:
        rows(log(tmp_path, '{"a": 1}\n'), "ilogiceval")
    assert "line 1" in caught.value.message


def test_items_at_hand_are_found_by_their_number_if_the_gold_agrees(tmp_path: Path) -> None:
    items = [choice("x", "First.", 2), choice("y", "Second.", 3)]
    joineds, skipped = places(log(tmp_path), "ilogiceval", items)
    assert {joined.item.id for joined in joineds} == {"x"}
    assert [(skip.row, skip.reason) for skip in skipped] == [
        ("line 5", "the item y and the row have different gold answers")
    ]


def test_the_published_logs_are_read_whole() -> None:
    for name in ("0-shot-chatgpt.txt", "0-shot-chatgpt-2.txt", "3-shot-chatgpt.txt"):
        recorded_rows, skipped = rows(shared_path(f"ilogiceval/{name}"), "ilogiceval")
        assert (len(recorded_rows), skipped) == (6000, [])
        assert len({recorded_row.number for recorded_row in recorded_rows}) == 1500
        assert all(recorded_row.mutant == n % 4 for n, recorded_row in enumerate(recorded_rows))
