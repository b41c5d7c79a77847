"""A changed queue, scheme or guidelines: work is carried over, or said to be lost before it is."""

from pathlib import Path
from typing import Any

import pytest

from sessions.annotation.adjudicating import AdjudicatorDesk
from sessions.annotation.desk import Desk
from sessions.annotation.desk_views import RefusedError
from sessions.annotation.material import stored_queue
from sessions.annotation.results import results
from sessions.record import queues
from sessions.record.clock import ManualClock
from sessions.report.queue_tables.registry import queue_tables
from sessions.storage.database import Database
from sessions.upkeep.check_db import check
from solver.errors import InputError
from study.annotation.queue import LoadedQueue, load_queue
from tests.sessions.annotation_samples import play, saying, small_queue
from tests.study.annotation.samples import SCHEME, item


@pytest.fixture
def db(tmp_path: Path) -> Database:
    return Database.open(tmp_path / "work.db")


def worked(db: Database, folder: Path, **order: Any) -> LoadedQueue:
    """A queue at which ann has done everything, found one item unclear, and left a comment."""
    clock = ManualClock()
    queue = small_queue(folder / "q", **{"annotators": ("a",), "overlap": 1, **order})
    desk = Desk.open(db, queue, "a", clock=clock)
    while (current := desk.next()) is not None:
        clock.advance(7)
        unclear = current.item.id == "i2"
        desk.give("clear", "no" if unclear else "yes", "blurred" if unclear else "")
        if unclear:
            desk.give("why", ("vague",))
            desk.comment("odd")
        if current.item.id == "i5":
            desk.skip()
            break
        desk.submit()
    desk.close()
    return queue


def changed(folder: Path, before: str, after: str, file: str = "small.toml") -> LoadedQueue:
    path = folder / "q" / file
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")
    return load_queue(folder / "q" / "q.toml")


def work_by_entry(desk: Desk) -> dict[str, tuple[Any, ...]]:
    """Everything about the work, by entry."""
    return {
        id: (work.standing, dict(work.verdicts), work.comment, work.used_ns, work.submitted_utc)
        for id, work in desk.state.work.items()
    }


@pytest.mark.parametrize(
    ("before", "after", "file"),
    [
        ("Is it clear?", "Is it quite clear?", "small.toml"),
        ("# How", "# How to do it", "small.md"),
        ('title = "q"', 'title = "Another title"', "q.toml"),
        ('text = "vague"', 'text = "blurred"', "small.toml"),
    ],
)
def test_a_changed_word_is_a_new_version_with_the_same_work(
    db: Database, tmp_path: Path, before: str, after: str, file: str
) -> None:
    queue = worked(db, tmp_path)
    old = Desk.open(db, queue, "a", clock=ManualClock())
    was, progress = work_by_entry(old), old.progress
    old.close()
    assert old.carried_desk is None
    new = changed(tmp_path, before, after, file)
    assert new.hash != queue.hash
    desk = Desk.open(db, new, "a", clock=ManualClock())
    assert desk.carried_desk is not None
    assert (desk.carried_desk.lost_verdicts, desk.carried_desk.reopened) == ((), ())
    assert work_by_entry(desk) == was
    assert (desk.progress.done, desk.progress.share) == (progress.done, progress.share)
    desk.close()
    # The second time there is nothing to carry.
    again = Desk.open(db, new, "a", clock=ManualClock())
    assert again.carried_desk is None
    assert work_by_entry(again) == was
    again.close()
    assert check(db).problems == ()
    # The report has the work once, the record both versions.
    assert {hash_ for _t, hash_, _n, _r in queue_tables(db)} == {new.hash}
    assert {hash_ for hash_, _i, _t in queues.queues(db)} == {queue.hash, new.hash}
    assert results(db, new.hash).final(was_unclear(was)).accepted is False


def was_unclear(was: dict[str, tuple[Any, ...]]) -> str:
    (entry,) = [id for id, work in was.items() if work[2] == "odd"]
    return entry


@pytest.mark.parametrize(
    ("before", "after", "lost_count", "expected_message"),
    [
        ('id = "clear"\ntext', 'id = "plain"\ntext', 4, "no longer has this check"),
        ('{ id = "vague", text', '{ id = "dim", text', 1, "now expected some of"),
    ],
)
def test_what_would_be_lost_is_reported_in_advance(
    db: Database, tmp_path: Path, before: str, after: str, lost_count: int, expected_message: str
) -> None:
    queue = worked(db, tmp_path)
    text = SCHEME.replace(before, after).replace("clear = [", f"{after[6:11]} = [")
    if "plain" not in after:
        text = SCHEME.replace(before, after)
    (tmp_path / "q" / "small.toml").write_text(text, encoding="utf-8")
    new = load_queue(tmp_path / "q" / "q.toml")
    rows = counts(db)
    with pytest.raises(InputError, match="does not fit it") as refused:
        Desk.open(db, new, "a", clock=ManualClock())
    assert expected_message in refused.value.message
    assert "--accept-loss" in refused.value.hint
    # Nothing was changed, and the earlier version goes on.
    assert counts(db) == rows
    desk = Desk.open(db, new, "a", clock=ManualClock(), accept_loss=True)
    assert desk.carried_desk is not None
    assert len(desk.carried_desk.lost_verdicts) >= lost_count
    # A submission that lacks what is asked now is open again.
    assert set(desk.carried_desk.reopened) <= set(desk.state.open_entries)
    assert desk.carried_desk.reopened
    assert not set(desk.state.submitted) & set(desk.carried_desk.reopened)
    desk.close()
    old = results(db, queue.hash)
    works = [work for _row, state in old.desks for work in state.work.values()]
    assert sum("clear" in work.verdicts for work in works) == 4
    assert check(db).problems == ()


def counts(db: Database) -> list[tuple[Any, ...]]:
    return [
        db.tuples(f"SELECT count(*) FROM {table}")[0] for table in ("queue", "desk", "annotation")
    ]


def test_a_removed_entry_is_lost_and_an_added_one_is_dealt(db: Database, tmp_path: Path) -> None:
    worked(db, tmp_path)
    path = tmp_path / "q" / "q.toml"
    head, *entries = path.read_text(encoding="utf-8").split("[[entries]]")
    fewer = "[[entries]]".join([head, *entries[1:]])
    path.write_text(fewer, encoding="utf-8")
    with pytest.raises(InputError, match="no longer in the queue, 1 verdict"):
        Desk.open(db, load_queue(path), "a", clock=ManualClock())


def test_carried_entries_are_not_dealt_to_others(db: Database, tmp_path: Path) -> None:
    """Ann and Bo share six entries; the scheme is changed after Ann has done three."""
    clock = ManualClock()
    queue = small_queue(tmp_path / "q", annotators=("a", "b"), overlap=1)
    play(db, queue, "a", saying(()), clock)
    submitted = set(Desk.open(db, queue, "a", clock=clock).state.submitted)
    new = changed(tmp_path, "Is it clear?", "Is it quite clear?")
    ann = Desk.open(db, new, "a", clock=clock)
    assert set(ann.state.submitted) == submitted
    ann.close()
    play(db, new, "b", saying(()), clock)
    bo = Desk.open(db, new, "b", clock=clock)
    assert not submitted & set(bo.state.submitted)
    assert len(submitted) + len(bo.state.submitted) == 6
    bo.close()


def test_final_verdicts_and_an_undo_are_carried_too(db: Database, tmp_path: Path) -> None:
    clock = ManualClock()
    queue = small_queue(tmp_path / "q", [item(1), item(2)])
    play(db, queue, "a", saying(["i1", "i2"]), clock)
    play(db, queue, "b", saying([]), clock)
    desk = AdjudicatorDesk.open(db, queue, "eve", clock=clock)
    current = desk.next()
    assert current is not None
    desk.give("clear", "yes", "as the text says")
    while (now := desk.current) is not None and now.missing:
        desk.give(now.missing[0].asked_check.key, (), "none")
    desk.submit()
    desk.close()
    new = changed(tmp_path, "Is it clear?", "Is it quite clear?")
    for name in ("a", "b"):
        Desk.open(db, new, name, clock=clock).close()
    again = AdjudicatorDesk.open(db, new, "eve", clock=clock)
    assert again.state.submitted == (current.entry.id,)
    assert again.results.final(current.entry.id).outcome == "adjudicated"
    undone = again.undo()
    assert undone is not None
    assert undone.verdicts["clear"].reason == "as the text says"
    again.close()
    assert check(db).problems == ()


@pytest.mark.slow
@pytest.mark.parametrize("begun", [True, False])
def test_work_of_an_absent_annotator_counts_and_is_adjudicated(
    db: Database, tmp_path: Path, begun: bool
) -> None:
    """Bo and the adjudicator go on under a changed scheme; Ann, who disagrees, is away."""
    clock = ManualClock()
    queue = small_queue(tmp_path / "q", [item(1)])
    play(db, queue, "a", saying(["i1"]), clock)
    play(db, queue, "b", saying([]), clock)
    if begun:
        eve = AdjudicatorDesk.open(db, queue, "eve", clock=clock)
        assert eve.next() is not None
        eve.close()
    clock.advance(60)
    new = changed(tmp_path, "Is it clear?", "Is it quite clear?")
    bo = Desk.open(db, new, "b", clock=clock)
    assert bo.next() is None
    bo.close()
    queue_results = results(db, new.hash)
    (entry,) = queue_results.submissions
    assert set(queue_results.submissions[entry]) == {"a", "b"}
    assert queue_results.waiting == {"a": 1}
    assert queue_results.final(entry).outcome == "disputed"
    rows = counts(db)
    assert results(db, new.hash, queue_results) is queue_results
    assert counts(db) == rows
    assert {hash_ for _, hash_, _, _ in queue_tables(db)} == {new.hash}, "each entry is listed once"
    eve = AdjudicatorDesk.open(db, new, "eve", clock=clock)
    current = eve.next()
    assert current is not None
    assert [asked_check.key for asked_check in current.asked_checks] == ["clear"]
    assert len(current.opinions["clear"]) == 2
    eve.give("clear", "no", "it is not")
    while (now := eve.current) is not None and now.missing:
        eve.give(now.missing[0].asked_check.key, ("vague",), "settled")
    eve.submit()
    eve.close()
    ann = Desk.open(db, new, "a", clock=clock)
    assert ann.carried_desk is not None
    ann.close()
    after = results(db, new.hash, queue_results)
    assert after.waiting == {}
    assert after.final(entry).outcome == "adjudicated"
    assert after.final(entry).disputed_keys == queue_results.final(entry).disputed_keys
    assert after.final(entry).verdicts["clear"].verdict == "no"
    assert check(db).problems == ()


def test_places_of_an_absent_annotator_are_not_dealt_again(db: Database, tmp_path: Path) -> None:
    clock = ManualClock()
    queue = small_queue(tmp_path / "q", annotators=("a", "b"), overlap=1)
    play(db, queue, "a", saying(()), clock)
    submitted = set(Desk.open(db, queue, "a", clock=clock).state.submitted)
    clock.advance(60)
    new = changed(tmp_path, "Is it clear?", "Is it quite clear?")
    play(db, new, "b", saying(()), clock)
    bo = Desk.open(db, new, "b", clock=clock)
    assert len(bo.state.submitted) == 3
    assert not submitted & set(bo.state.submitted)
    bo.close()


def test_an_entry_without_disagreement_is_no_longer_adjudicated(
    db: Database, tmp_path: Path
) -> None:
    clock = ManualClock()
    queue = small_queue(tmp_path / "q", [item(1)])
    play(db, queue, "a", saying(["i1"]), clock)
    play(db, queue, "b", saying([]), clock)
    eve = AdjudicatorDesk.open(db, queue, "eve", clock=clock)
    current = eve.next()
    assert current is not None
    eve.give("clear", "yes", "so")
    while (now := eve.current) is not None and now.missing:
        eve.give(now.missing[0].asked_check.key, (), "settled")
    ann = Desk.open(db, queue, "a", clock=clock)
    ann.undo()
    ann.give("clear", "yes")
    ann.submit()
    ann.close()
    with pytest.raises(RefusedError, match="nothing to decide"):
        eve.submit()
    assert eve.next() is None
    assert eve.state.open_entries == eve.state.skipped == ()
    assert results(db, queue.hash).final(current.entry.id).outcome == "agreed"
    # They disagree again: it comes back, with what was said of it.
    ann = Desk.open(db, queue, "a", clock=clock)
    ann.undo()
    ann.give("clear", "no", "blurred")
    ann.give("why", ("vague",))
    ann.submit()
    ann.close()
    again = eve.next()
    assert again is not None
    assert again.entry.id == current.entry.id
    assert again.work.verdicts["clear"].reason == "so"
    eve.skip()
    assert eve.next() is None, "what the adjudicator skipped is not dealt by itself"
    eve.close()


def test_work_of_a_former_annotator_is_reported_under_its_version(
    db: Database, tmp_path: Path
) -> None:
    clock = ManualClock()
    queue = small_queue(tmp_path / "q", [item(1), item(2)], overlap=1)
    play(db, queue, "a", saying(()), clock)
    clock.advance(60)
    new = changed(tmp_path, '"a", ', "", "q.toml")
    play(db, new, "b", saying(()), clock)
    assert {hash_ for _, hash_, _, _ in queue_tables(db)} == {queue.hash, new.hash}


def test_work_continues_from_the_previous_version_after_the_clock_was_set_back(
    db: Database, tmp_path: Path
) -> None:
    first = worked(db, tmp_path)
    clock = ManualClock()
    clock.set_wall(-3 * 86_400)
    second = changed(tmp_path, "Is it clear?", "Is it quite clear?")
    desk = Desk.open(db, second, "a", clock=clock)
    assert desk.carried_desk is not None
    before = desk.progress.done
    desk.next()
    desk.give("clear", "yes")
    desk.submit()
    was = work_by_entry(desk)
    desk.close()
    assert queues.version_worked_on(db, first.queue.id) == second.hash
    assert [hash_ for hash_, _, _ in queues.current_queues(db)] == [second.hash]
    clock.set_wall(-3 * 86_400)
    third = changed(tmp_path, "Is it quite clear?", "Is it really clear?")
    # Before anybody sits down at it, what was done last counts, and not what was done first.
    queue_results = results(db, stored_queue(db, third, clock.utc()).hash)
    assert queue_results.waiting == {"a": before + 1}
    desk = Desk.open(db, third, "a", clock=clock)
    assert desk.progress.done == before + 1
    assert {id: work[:2] for id, work in work_by_entry(desk).items()} == {
        id: work[:2] for id, work in was.items()
    }
    desk.close()
    assert queues.version_worked_on(db, first.queue.id) == third.hash
    assert [hash_ for hash_, _, _ in queues.current_queues(db)] == [third.hash]
