"""An entry with many checks: the panes draw the lines near the selected check."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from items.models import Item
from sessions.annotation.adjudicating import AdjudicatorDesk
from sessions.annotation.desk import Desk
from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from study.annotation.queue import LoadedQueue
from tests.interpreter_steps import steps
from tests.sessions.annotation_samples import small_queue
from tui.state.annotator.checks_pane import SUBMIT_ROW
from tui.state.annotator.judging import Judging
from tui.state.draft import Line
from tui.state.inspector.drawn_rows import BLOCK_ROWS

SCHEME = """\
name = "golds"
title = "Golds"
guidelines = "small.md"

[[checks]]
id = "gold"
text = "Is the gold right?"
kind = "yes_no"
each = "question"
accept = ["yes"]
"""
MANY = 1_000


def item_of(number: int) -> Item:
    """This number of questions, each with its own words."""
    questions = [
        {
            "id": f"{n}",
            "kind": "text",
            "text": f"Is lamp {n} lit?",
            "gold": {"kind": "text", "text": "yes"},
        }
        for n in range(1, number + 1)
    ]
    return Item.model_validate({"id": "many", "text": "Lamps.", "questions": questions})


def queue_of(folder: Path, number: int) -> LoadedQueue:
    return small_queue(folder, [item_of(number)], text=SCHEME, by=())


@pytest.fixture
def judging(tmp_path: Path) -> Iterator[Judging]:
    with Database.open(tmp_path / "r.db") as db:
        desk = Desk.open(db, queue_of(tmp_path / "q", MANY), "a", clock=ManualClock())
        desk.next()
        judging = Judging(desk)
        judging.load()
        yield judging
        desk.close()


def targets(lines: list[Line]) -> list[str]:
    return list(dict.fromkeys(line.target for line in lines if line.target is not None))


@pytest.mark.parametrize("place", [0, 99, 100, 450, MANY - 1])
def test_the_checks_around_the_selected_one_are_drawn(judging: Judging, place: int) -> None:
    keys = [check.key for check in judging.checks.rows]
    assert len(keys) == MANY
    judging.checks.cursor = keys[place]
    lines = judging.check_lines(60, True)
    drawn = targets(lines)
    assert len(drawn) <= 3 * BLOCK_ROWS + 2
    assert {keys[0], keys[-1], *keys[max(place - 1, 0) : place + 2]} <= set(drawn)
    assert {line.target for line in lines if line.at_cursor} == {keys[place]}


def test_after_the_last_check_the_last_ones_are_drawn(judging: Judging) -> None:
    judging.checks.cursor = SUBMIT_ROW
    lines = judging.check_lines(60, True)
    drawn = targets(lines)
    assert drawn[-2:] == [f"gold@{MANY}", SUBMIT_ROW]
    assert len(drawn) <= 3 * BLOCK_ROWS + 3
    assert lines[0].text.strip() == f"▲ {MANY - BLOCK_ROWS:,} more before"


def test_questions_next_to_the_checks_follow_the_selected_one(judging: Judging) -> None:
    judging.checks.cursor = "gold@700"
    evidence = judging.evidence_lines(60, False, True)
    item = judging.item_lines(60)
    for lines in (evidence, item):
        text = [line.text.strip() for line in lines]
        assert "Is lamp 700 lit?" in text
        assert 0 < sum(row.startswith("Is lamp") for row in text) <= 3 * BLOCK_ROWS
    assert "Is lamp 700 lit?" in "".join(line.text for line in evidence if line.at_cursor)


def test_words_are_found_in_a_question_that_is_not_drawn(judging: Judging) -> None:
    far = f"lamp {MANY - 1} lit"
    assert far not in "".join(line.text for line in judging.item_lines(60))
    assert judging.seek(far, 60) == 1
    assert far in "".join(line.text for line in judging.item_lines(60) if line.at_cursor)


def test_the_checks_of_an_entry_are_listed_once(judging: Judging) -> None:
    before = judging.checks.rows
    judging.desk.give("gold@1", "yes")
    judging.refresh()
    assert judging.checks.rows is before
    assert judging.checks.verdict("gold@1") == "yes"


def test_an_adjudicator_of_twice_as_many_checks_has_twice_the_work(tmp_path: Path) -> None:
    def work(number: int) -> int:
        queue = queue_of(tmp_path / f"q{number}", number)
        with Database.open(tmp_path / f"{number}.db") as db:
            for who, verdict in (("a", "yes"), ("b", "no")):
                desk = Desk.open(db, queue, who, clock=ManualClock())
                current = desk.next()
                assert current is not None
                for check in current.asked_checks:
                    desk.give(check.key, verdict)
                desk.submit()
                desk.close()
            judge = AdjudicatorDesk.open(db, queue, "judge", clock=ManualClock())
            current = judge.next()
            assert current is not None
            assert len(current.opinions) == number
            taken = steps(lambda: judge.current)
            judge.close()
        return taken

    assert work(80) < 3 * work(40)
