"""What comes first in the item's pane where an answer is judged."""

from dataclasses import replace
from pathlib import Path

from items.models import Item
from sessions.annotation.desk import Desk
from sessions.annotation.desk_views import Progress
from sessions.annotation.new_queue import Order, new_queue
from sessions.models import responses
from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from study.annotation.queue import load_queue
from study.annotation.state import EntryWork
from tests.sessions.annotation_samples import small_queue, write_items
from tests.sessions.full_database import ITEM, ODD, model_answer
from tests.study.annotation.samples import item as sample
from tui.state.annotator.item_pane import COMMENT_ROWS, done_lines, item_lines


def test_answer_reference_and_question_come_before_a_long_text(tmp_path: Path) -> None:
    long = ITEM.model_copy(update={"text": "A long story. " * 200})
    question = long.questions[-1].model_copy(update={"text": "What is late?"})
    item: Item = long.model_copy(update={"questions": (*long.questions[:-1], question)})
    with Database.open(tmp_path / "work.db") as db:
        responses.add(db, [model_answer(ODD, item=item)], [item])
        source = write_items(tmp_path / "items.jsonl", [item])
        order = Order(tmp_path / "g.toml", (source,), "answer-grading", ("ann",))
        order.path.write_text(new_queue(order, db).text, encoding="utf-8")
        desk = Desk.open(db, load_queue(order.path), "ann", clock=ManualClock())
        current = desk.next()
        assert current is not None
        lines = [line.text.rstrip() for line in item_lines(current, 60)]
        desk.close()
    assert lines[:9] == [
        "Answer",
        ODD,
        "",
        "Reference",
        "The ferry is late.",
        "",
        "Question text",
        "What is late?",
        "",
    ]
    assert lines[9] == "Item"
    assert "secret-model" not in "\n".join(lines)


def test_a_skipped_part_is_not_finished() -> None:
    def done_text(skipped: int) -> str:
        progress = Progress(2 - skipped, 2, skipped, 0, 0, 0, 0)
        return " ".join(line.text for line in done_lines(progress, False, 100, True))

    assert "Your share is done: 2 of 2 submitted." in done_text(0)
    assert "Your share is done except for skipped items: 1 of 2 submitted." in done_text(1)
    assert "1 skipped entry is still to be judged: Ctrl+O lists it." in done_text(1)
    assert "2 skipped entries are still to be judged: Ctrl+O lists them." in done_text(2)


def test_a_long_comment_leaves_the_item_in_sight(tmp_path: Path) -> None:
    comment = "It is unclear. " * 200
    with Database.open(tmp_path / "work.db") as db:
        desk = Desk.open(db, small_queue(tmp_path / "q", [sample(1)]), "a", clock=ManualClock())
        desk.next()
        desk.comment("Short.")
        current = desk.current
        assert current is not None
        assert item_lines(current, 60)[0].text == "your comment: Short."
        desk.comment(comment)
        current = desk.current
        desk.close()
    assert current is not None
    own = [line.text.strip() for line in item_lines(current, 60)]
    assert own[COMMENT_ROWS - 1 : COMMENT_ROWS + 2] == ["… F3 shows the rest", "", "Text 1."]
    work = EntryWork(current.entry.id)
    others = replace(current, work=work, comments=((1, comment), (2, "Short.")))
    lines = [line.text.strip() for line in item_lines(others, 60)]
    assert lines[COMMENT_ROWS - 1] == "… the rest is at the end"
    assert lines[COMMENT_ROWS] == "annotator 2 comments: Short."
    whole = " ".join(lines[lines.index("Text 1.") :])
    assert whole.count("It is unclear.") == 200
