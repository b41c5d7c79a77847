"""Formalizations that annotators attached and that differ: nobody's holds until it is decided."""

from pathlib import Path

import pytest

from items.models import Item
from items.scratchpads.formalize import readings_of
from sessions.annotation import export
from sessions.annotation.adjudicating import AdjudicatorDesk
from sessions.annotation.desk import Desk
from sessions.annotation.desk_views import RefusedError
from sessions.annotation.results import QueueResults, results
from sessions.models.formalizations import by_people
from sessions.record.clock import ManualClock
from sessions.report.queue_tables.registry import queue_tables
from sessions.storage.database import Database
from solver.language.scratchpad_lines import read_scratch
from study.annotation.attachments import BOTH, FORMALIZATION, NONE, attachment_key
from study.annotation.queue import LoadedQueue
from study.annotation.scheme import Verdict
from tests.sessions.annotation_samples import small_queue
from tests.study.annotation.samples import item

ANN = "A, B: Bool\nA -> B\n? necessary(B)  # 1 = unnecessary\n"
BEN = "A, B: Bool\nB -> A\n? necessary(B)  # 1 = unnecessary\n"


@pytest.fixture
def db(tmp_path: Path) -> Database:
    return Database.open(tmp_path / "work.db")


def attach(
    db: Database,
    queue: LoadedQueue,
    annotator: str,
    pad: str,
    clear: str = "yes",
    seconds: float = 0,
) -> None:
    """An annotator attaches this to the first entry, and submits it so many seconds after noon."""
    clock = ManualClock()
    clock.advance(seconds)
    desk = Desk.open(db, queue, annotator, clock=clock)
    current = desk.next()
    assert current is not None
    if pad:
        scratch = read_scratch(pad)
        desk.attach(scratch.formalization, readings_of(current.item, scratch))
    desk.give("clear", clear, "so")
    if clear == "no":
        desk.give("why", ("vague",))
    desk.submit()
    desk.close()


def attached_by_two(db: Database, folder: Path, ann: str = ANN, ben: str = BEN) -> LoadedQueue:
    queue = small_queue(folder / "q", [item(1)])
    attach(db, queue, "a", ann)
    attach(db, queue, "b", ben, seconds=60)
    return queue


def decide(db: Database, queue: LoadedQueue, verdict: Verdict, reason: str = "the text") -> None:
    desk = AdjudicatorDesk.open(db, queue, "eve", clock=ManualClock())
    assert desk.next() is not None
    desk.give(FORMALIZATION, verdict, reason)
    desk.submit()
    desk.close()


def key_of(queue_results: QueueResults, annotator: str) -> str:
    work = queue_results.submissions["e1"][annotator]
    assert work.formalization is not None
    return attachment_key(work.formalization, work.readings)


def first_item(queue_results: QueueResults) -> Item:
    return queue_results.item("e1")


def test_no_attachment_counts_before_a_decision(db: Database, tmp_path: Path) -> None:
    queue = attached_by_two(db, tmp_path)
    queue_results = results(db, queue_hash(db))
    assert queue_results.diverging("e1")
    assert queue_results.attached("e1") is None
    assert first_item(queue_results).formalization is None
    assert (queue_results.final("e1").outcome, queue_results.final("e1").accepted) == (
        "disputed",
        None,
    )
    assert queue_results.to_adjudicate == ("e1",)
    assert export.accepted(queue_results).open == 1
    assert queue.queue.overlap == 2


@pytest.mark.parametrize(
    ("choice", "premise"), [("a", "A → B"), ("b", "B → A"), (BOTH, "A → B"), (NONE, None)]
)
def test_the_adjudicators_choice_counts(
    db: Database, tmp_path: Path, choice: str, premise: str | None
) -> None:
    queue = attached_by_two(db, tmp_path)
    before = results(db, queue_hash(db))
    verdict = key_of(before, choice) if choice in "ab" else choice
    decide(db, queue, verdict)
    queue_results = results(db, queue_hash(db))
    formal = first_item(queue_results).formalization
    first_premise = None if formal is None else formal["premise"][0].replace("->", "→")
    assert first_premise == premise
    final = queue_results.final("e1")
    assert (final.outcome, final.accepted) == ("adjudicated", True)
    (row,) = [row for row in export.final_verdicts(queue_results) if row["check"] == FORMALIZATION]
    assert (row["verdict"], row["reason"], row["disputed"]) == (verdict, "the text", True)
    assert row["adjudicator"] == "eve"
    assert [entry.formalization for entry in export.accepted(queue_results).items] == [formal]
    # Nothing of the annotators' own was changed.
    assert {key_of(queue_results, who) for who in "ab"} == {key_of(before, who) for who in "ab"}


def test_a_verdict_needs_a_reason_and_an_offered_value(db: Database, tmp_path: Path) -> None:
    queue = attached_by_two(db, tmp_path)
    desk = AdjudicatorDesk.open(db, queue, "eve", clock=ManualClock())
    current = desk.next()
    assert current is not None
    assert [attachment.number for attachment in current.attachments] == [1, 2]
    assert [check.key for check in current.asked_checks] == [FORMALIZATION]
    with pytest.raises(RefusedError, match="Needs a verdict"):
        desk.submit()
    with pytest.raises(RefusedError, match="does not fit"):
        desk.give(FORMALIZATION, "f000000000000", "because")
    desk.give(FORMALIZATION, NONE)
    with pytest.raises(RefusedError, match="Needs a reason"):
        desk.submit()
    after = desk.give(FORMALIZATION, current.attachments[1].key, "it is a rule")
    assert after is not None
    assert after.item.formalization is not None
    desk.close()
    # A draft of the adjudicator's decides nothing for others.
    assert first_item(results(db, queue_hash(db))).formalization is None


def test_identical_attachments_are_not_a_dispute(db: Database, tmp_path: Path) -> None:
    attached_by_two(db, tmp_path, ANN, ANN)
    queue_results = results(db, queue_hash(db))
    assert not queue_results.diverging("e1")
    assert queue_results.to_adjudicate == ()
    assert first_item(queue_results).formalization is not None


def test_a_single_attachment_counts_and_a_dispute_on_a_check_is_separate(
    db: Database, tmp_path: Path
) -> None:
    queue = small_queue(tmp_path / "q", [item(1)])
    attach(db, queue, "a", "")
    attach(db, queue, "b", BEN, "no")
    queue_results = results(db, queue_hash(db))
    assert first_item(queue_results).formalization is not None
    assert (queue_results.diverging("e1"), queue_results.to_adjudicate) == (False, ("e1",))


@pytest.mark.slow
def test_a_dispute_on_a_check_is_decided_with_it(db: Database, tmp_path: Path) -> None:
    queue = small_queue(tmp_path / "q", [item(1)])
    attach(db, queue, "a", ANN)
    attach(db, queue, "b", BEN, "no")
    desk = AdjudicatorDesk.open(db, queue, "eve", clock=ManualClock())
    current = desk.next()
    assert current is not None
    assert [check.key for check in current.asked_checks] == [FORMALIZATION, "clear"]
    desk.give(FORMALIZATION, NONE, "so")
    desk.give("clear", "yes", "so")
    desk.submit()
    desk.close()
    tables = {name: rows for _title, _hash, name, rows in queue_tables(db)}
    against = tables["annotators against adjudication"]
    # What was attached is no verdict on the item: one check was decided for each of the two.
    assert [row[2] for row in against.rows if "all" in row] == [1, 1]


def test_attachments_of_all_annotators_are_found_for_scoring(db: Database, tmp_path: Path) -> None:
    attached_by_two(db, tmp_path)
    outcome = list(by_people(db, item(1)))
    assert [(recorded.name, recorded.formalization["premise"]) for recorded in outcome] == [
        ("a", ["A -> B"]),
        ("b", ["B -> A"]),
    ]
    assert list(by_people(db, item(1, text="Another."))) == []


def queue_hash(db: Database) -> str:
    return str(db.tuples("SELECT hash FROM queue")[0][0])
