"""Work at desks: drafts that survive, undo, dealing between processes, controls, adjudication."""

import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from sessions.annotation.desk import Desk
from sessions.annotation.desk_views import RefusedError
from sessions.annotation.results import results
from sessions.record import queues
from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from solver.errors import InputError, OutsideError
from study.annotation.checks import StandingVerdict
from study.annotation.queue import load_queue
from study.annotation.rules import replay
from tests.sessions.annotation_samples import (
    controls,
    outcomes,
    play,
    saying,
    small_queue,
    write_items,
)
from tests.study.annotation.samples import SCHEME, item

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def db(tmp_path: Path) -> Database:
    return Database.open(tmp_path / "work.db")


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


def test_the_same_seed_draws_the_same_queue(tmp_path: Path) -> None:
    first, second = small_queue(tmp_path / "x", sample=0.5), small_queue(tmp_path / "y", sample=0.5)
    assert first.queue.entries == second.queue.entries
    assert len(first.queue.entries) == 3
    assert Counter(entry.stratum for entry in first.queue.entries) == {
        ("0",): 1,
        ("1",): 1,
        ("2",): 1,
    }


@pytest.mark.slow
def test_drafts_survive_a_kill(tmp_path: Path, db: Database) -> None:
    queue = small_queue(tmp_path)
    process = subprocess.run(
        [sys.executable, "-m", "tests.sessions.annotation_script", queue.path, db.path],
        cwd=ROOT,
        check=False,
    )
    assert process.returncode == -signal.SIGKILL
    desk = Desk.open(db, queue, "a")
    assert len(desk.state.submitted) == 1
    current = desk.next()
    assert current is not None
    assert current.verdicts == {"clear": StandingVerdict("no", "blurred")}
    assert current.work.comment == "the second rule"
    assert [missing.asked_check.key for missing in current.missing] == ["why"]


def test_a_desk_can_be_open_only_once(tmp_path: Path, db: Database) -> None:
    queue = small_queue(tmp_path)
    desk = Desk.open(db, queue, "a")
    with pytest.raises(OutsideError, match="desk is open"):
        Desk.open(Database.open(db.path), queue, "a")
    other = Desk.open(Database.open(db.path), queue, "b")
    desk.close()
    other.close()
    Desk.open(db, queue, "a").close()


def test_an_annotator_unknown_to_the_queue_is_refused(tmp_path: Path, db: Database) -> None:
    with pytest.raises(InputError, match="No such annotator"):
        Desk.open(db, small_queue(tmp_path), "zed")


def test_an_entry_needs_its_verdicts_and_reasons(tmp_path: Path, db: Database) -> None:
    desk = Desk.open(db, small_queue(tmp_path), "a")
    desk.next()
    with pytest.raises(RefusedError, match="Needs a verdict"):
        desk.submit()
    desk.give("clear", "no")
    with pytest.raises(RefusedError, match="Needs a reason"):
        desk.submit()
    with pytest.raises(RefusedError, match="not asked here"):
        desk.give("nothing", "no")
    with pytest.raises(RefusedError, match="does not fit"):
        desk.give("clear", "maybe")
    desk.give("clear", "yes")
    desk.submit()
    assert desk.current is None


def test_entries_are_skipped_reopened_undone_and_given_back(tmp_path: Path, db: Database) -> None:
    desk = Desk.open(db, small_queue(tmp_path), "a")
    first = desk.next()
    assert first is not None
    desk.give("clear", "no", "x")
    second = desk.skip()
    assert second is not None
    assert second.entry.id != first.entry.id
    assert desk.state.skipped == (first.entry.id,)
    desk.give("clear", "yes")
    desk.submit()
    third = desk.next()
    assert third is not None
    back = desk.undo()
    assert back is not None
    assert back.entry.id == second.entry.id
    assert back.verdicts == {"clear": StandingVerdict("yes")}
    desk.submit()
    again = desk.next()
    assert again is not None
    assert again.entry.id == third.entry.id
    returned = desk.open_entry(first.entry.id)
    assert returned is not None
    assert returned.verdicts["clear"] == StandingVerdict("no", "x")
    desk.release()
    assert first.entry.id not in desk.state.open_entries
    with pytest.raises(RefusedError, match="not yours"):
        desk.open_entry(first.entry.id)


def test_every_entry_reaches_its_overlap_and_no_annotator_exceeds_the_share(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    queue = small_queue(tmp_path, annotators=("a", "b", "c"), overlap=2)
    for who in "abc":
        play(db, queue, who, saying([]), clock)
    queue_results = results(db, queue.hash)
    assert {len(submission) for submission in queue_results.submissions.values()} == {2}
    loads = Counter(who for submission in queue_results.submissions.values() for who in submission)
    assert loads == {"a": 4, "b": 4, "c": 4}


def test_an_abandoned_assignment_returns_to_the_pool(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    queue = small_queue(tmp_path, overlap=1)
    abandoned_desk = Desk.open(db, queue, "b", clock=clock)
    next_entry = abandoned_desk.next()
    assert next_entry is not None
    abandoned_desk.close()
    play(db, queue, "a", saying([]), clock)
    assert len(results(db, queue.hash).submissions[next_entry.entry.id]) == 0
    clock.advance(25 * 3600)
    play(db, queue, "a", saying([]), clock)
    queue_results = results(db, queue.hash)
    assert {len(submission) for submission in queue_results.submissions.values()} == {1}
    assert list(queue_results.submissions[next_entry.entry.id]) == ["a"]


def test_entries_beyond_the_share_are_dealt_only_on_request(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    queue = small_queue(tmp_path, overlap=1)
    play(db, queue, "a", saying([]), clock)
    desk = Desk.open(db, queue, "a", clock=clock)
    assert (desk.progress.done, desk.progress.share, desk.progress.waiting) == (3, 3, 3)
    assert desk.next() is None
    assert desk.next(beyond=True) is not None


def test_time_is_recorded_by_entry_and_check(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    desk = Desk.open(db, small_queue(tmp_path), "a", clock=clock)
    current = desk.next()
    assert current is not None
    clock.advance(4)
    desk.focus("clear")
    clock.advance(3)
    desk.heartbeat()
    clock.suspend(500)
    desk.give("clear", "yes")
    desk.focus(None)
    clock.advance(1)
    desk.submit()
    work = desk.state.work[current.entry.id]
    assert work.used_ns == 8_000_000_000
    assert work.check_ns == {"clear": 3_000_000_000}


# --- controls -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_reading_all_work_at_once_equals_replaying_each_event(
    tmp_path: Path, db: Database, clock: ManualClock, seed: int
) -> None:
    """Heartbeats without effect are skipped, and events are read once: state, times and standings
    still equal those of all events."""
    queue = small_queue(tmp_path)
    random = Random(seed)
    desk = Desk.open(db, queue, "a", clock=clock)
    known, pool = None, queues.Standings(desk.stored_queue.hash, "annotator")
    for _turn in range(120):
        clock.advance(random.choice([0, 0.4, 1]))
        current = desk.current
        act = random.randrange(11)
        if act == 0 and random.random() < 0.3:
            # Killed: nothing says that the segment ended.
            desk._journal.release()
            desk = Desk.open(db, queue, "a", clock=clock)
        elif act == 1:
            desk.next()
        elif current is None or current.work.standing == "submitted":
            continue
        elif act == 2:
            desk.focus(random.choice([None, *(question.key for question in current.asked_checks)]))
        elif act == 3:
            desk.give("clear", random.choice(["yes", "no", None]), "why not")
        elif act == 4 and not current.missing:
            desk.submit()
            if random.random() < 0.4:
                desk.undo()
        elif act == 5:
            random.choice([desk.skip, desk.release, desk.next])()
        elif act == 6:
            desk.comment(str(random.random()))
        else:
            desk.heartbeat()
        if random.random() < 0.1:
            known = queues.state_of(db, desk.row.id, known)
            pool.read(db.connection, "")
    whole = replay(queues.DESKS.read(db, desk.row.id))
    assert whole == desk.state
    assert queues.state_of(db, desk.row.id) == whole
    assert queues.state_of(db, desk.row.id, known) == whole
    assert sum(work.used_ns for work in whole.work.values()) > 0
    standings = [queues.Standings(desk.stored_queue.hash, "annotator"), pool]
    assert standings[0].read(db.connection, "") == standings[1].read(db.connection, "")
    standing = standings[0].read(db.connection, "")["a"]
    assert standing.completed == {e for e, w in whole.work.items() if w.standing == "submitted"}
    assert standing.held_entries == {
        e for e, w in whole.work.items() if w.standing in ("open", "skipped")
    }
    assert standing.released == {e for e, w in whole.work.items() if w.standing == "released"}


def test_a_missing_event_is_reported(tmp_path: Path, db: Database, clock: ManualClock) -> None:
    queue = small_queue(tmp_path)
    desk = Desk.open(db, queue, "a", clock=clock)
    desk.next()
    desk.heartbeat()
    desk.heartbeat()
    desk.give("clear", "yes")
    desk.close()
    db.connection.execute("DROP TRIGGER annotation_is_never_deleted")
    db.connection.execute("DELETE FROM annotation WHERE seq = 3")
    with pytest.raises(OutsideError, match=r"event 3 .* is missing"):
        queues.state_of(db, desk.row.id)


def test_controls_are_mixed_in_and_give_feedback_immediately(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    source = controls(tmp_path, {"clear": "no"})
    queue = small_queue(tmp_path, controls=source, control_share=0.25)
    assert len(queue.queue.entries) == 8
    desk = Desk.open(db, queue, "a", clock=clock)
    count = 0
    while (current := desk.next()) is not None:
        assert not any(name.startswith("control.") for name in current.item.attributes)
        desk.give("clear", "yes")
        feedback = desk.submit().feedback
        if feedback:
            count += 1
            assert [
                (control_check.known_verdict, control_check.right) for control_check in feedback
            ] == [("no", False)]
            with pytest.raises(RefusedError, match="cannot be undone"):
                desk.undo()
    assert count == 2
    # The file does not tell which entries they are.
    assert len({tuple(sorted(entry.model_fields_set)) for entry in queue.queue.entries}) == 1


def test_silent_controls_give_no_feedback(tmp_path: Path, db: Database, clock: ManualClock) -> None:
    source = controls(tmp_path, {"clear": "no"})
    text = SCHEME.replace('"feedback"', '"silent"')
    queue = small_queue(tmp_path, text=text, controls=source, control_share=0.25)
    desk = Desk.open(db, queue, "a", clock=clock)
    while desk.next() is not None:
        desk.give("clear", "yes")
        assert desk.submit().feedback == ()
    desk.close()
    play(db, queue, "b", saying([]), clock)
    desk = Desk.open(db, queue, "a", clock=clock)
    verdicts_by_item = {became.entry.item: became.final_verdicts for became in outcomes(desk, db)}
    assert len(verdicts_by_item) == 8
    assert {"i90", "i91"} < set(verdicts_by_item)
    # The two say yes to all of them, and nothing tells the controls from the others.
    assert {final and final.outcome for final in verdicts_by_item.values()} == {"agreed"}


@pytest.mark.parametrize(
    ("control_verdicts", "message"),
    [
        ({"clear": "maybe"}, "expected one of yes"),
        ({"cler": "no"}, "found cler"),
        ({}, "found none"),
    ],
)
def test_controls_without_a_usable_verdict_are_refused(
    tmp_path: Path, control_verdicts: dict[str, str], message: str
) -> None:
    source = controls(tmp_path, control_verdicts)
    with pytest.raises(InputError, match="A control cannot be used") as caught:
        small_queue(tmp_path, controls=source)
    assert message in caught.value.message


# --- the record ---------------------------------------------------------------------------------


def test_work_continues_without_the_source_files(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    queue = small_queue(tmp_path)
    Desk.open(db, queue, "a", clock=clock).close()
    (tmp_path / "items.jsonl").unlink()
    assert Desk.open(db, queue, "b", clock=clock).next() is not None


def test_an_edited_item_is_reported_before_anybody_begins(tmp_path: Path, db: Database) -> None:
    queue = small_queue(tmp_path)
    write_items(tmp_path / "items.jsonl", [item(n, text="other") for n in range(6)])
    with pytest.raises(InputError, match="do not fit") as caught:
        Desk.open(db, queue, "a")
    assert "another version" in caught.value.message


def test_an_edited_queue_is_a_new_queue_that_takes_over_the_work(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    queue = small_queue(tmp_path)
    play(db, queue, "a", saying([]), clock)
    path = tmp_path / "q.toml"
    path.write_text(path.read_text().replace('title = "q"', 'title = "new"'), encoding="utf-8")
    edited = load_queue(path)
    desk = Desk.open(db, edited, "a", clock=clock)
    assert desk.progress.done == 6
    assert len(db.rows("SELECT hash FROM queue")) == 2


def test_stored_events_are_never_changed(tmp_path: Path, db: Database, clock: ManualClock) -> None:
    play(db, small_queue(tmp_path), "a", saying([]), clock)
    for table in ("queue", "desk", "annotation"):
        for statement in (f"DELETE FROM {table}", f"UPDATE {table} SET utc = ''"):
            with pytest.raises(Exception, match="only added to"):
                db.connection.execute(statement)
