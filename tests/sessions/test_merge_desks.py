"""Annotators of one queue at several machines, joined, counted and adjudicated."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from sessions.annotation.desk import Desk
from sessions.annotation.queue_watch import glance
from sessions.annotation.results import results
from sessions.record.clock import ManualClock
from sessions.record.queues import desks
from sessions.report.queue_tables.registry import tables
from sessions.storage.database import Database
from sessions.upkeep.check_db import check
from sessions.upkeep.merge import merge
from tests.sessions.annotation_samples import adjudicate, play, saying, small_queue


@pytest.mark.slow
def test_two_annotators_on_two_machines_give_the_same_result_as_on_one(tmp_path: Path) -> None:
    queue = small_queue(tmp_path / "q")
    entry, a, b = (tmp_path / f"{name}.db" for name in ("one", "a", "b"))
    for path, who in ((entry, "ab"), (a, "a"), (b, "b")):
        with Database.open(path) as db:
            if "a" in who:
                play(db, queue, "a", saying(["i0", "i1"]), ManualClock())
            if "b" in who:
                play(db, queue, "b", saying(["i1", "i2"]), ManualClock())
    into = tmp_path / "all.db"
    assert merge(into, [a, b]).conflicts == ()
    with Database.open(into) as db, Database.open(entry) as at_one:
        assert check(db).problems == ()
        joined, alone = results(db, queue.hash), results(at_one, queue.hash)
        assert dict(tables(joined)) == dict(tables(alone))
        assert adjudicate(db, queue, "no", ManualClock()) == 2
        outcomes = {final.entry.item: final.outcome for final in results(db, queue.hash).finals}
    assert outcomes["i0"] == outcomes["i2"] == "adjudicated"
    assert outcomes["i1"] == outcomes["i3"] == "agreed"
    # What was decided here goes on from here.
    merged = merge(into, [a, b])
    assert not any(merged.merged.values())


def test_an_annotator_on_two_machines_has_one_desk_after_merging(tmp_path: Path) -> None:
    queue = small_queue(tmp_path / "q", annotators=("a",), overlap=1)
    a, b, into = (tmp_path / f"{name}.db" for name in ("a", "b", "all"))
    clock = ManualClock()
    for path, verdict in ((a, "yes"), (b, "no")):
        with Database.open(path) as db:
            desk = Desk.open(db, queue, "a", clock=clock)
            desk.next()
            clock.advance(5)
            desk.give("clear", verdict, "because")
            if verdict == "no":
                desk.give("why", ("vague",))
            desk.submit()
            desk.close()
    assert merge(into, [a, b]).conflicts == ()
    with Database.open(into) as db:
        assert check(db).problems == ()
        queue_results = results(db, queue.hash)
        (entry,) = [id for id, works in queue_results.submissions.items() if works]
        # The last submission holds.
        assert queue_results.submissions[entry]["a"].verdicts["clear"].verdict == "no"
        desk = Desk.open(db, queue, "a", clock=clock)
        entries_dealt = set()
        while (current := desk.next()) is not None:
            entries_dealt.add(current.entry.id)
            desk.give("clear", "yes")
            clock.advance(1)
            desk.submit()
        desk.close()
        assert entry not in entries_dealt
        assert len(entries_dealt) == 5
        assert len(desks(db, queue.hash)) == 2


@pytest.mark.slow
@pytest.mark.parametrize(("fixed", "complete"), [(True, True), (False, False)])
def test_desks_that_are_not_connected_do_each_entry_once_only_with_fixed_shares(
    tmp_path: Path, fixed: bool, complete: bool
) -> None:
    """Three annotators, two an entry, a computer each; only then are the computers joined. Dealt
    without knowing of one another, some entries get three annotators and others one."""
    names = ("a", "b", "c")
    queue = small_queue(tmp_path / "q", annotators=names, fixed=fixed)
    paths = [tmp_path / f"{who}.db" for who in names]
    for path, who in zip(paths, names, strict=True):
        with Database.open(path) as db:
            play(db, queue, who, saying([]), ManualClock())
    into = tmp_path / "all.db"
    assert merge(into, paths).conflicts == ()
    with Database.open(into) as db:
        queue_results = results(db, queue.hash)
        counts = [len(works) for works in queue_results.submissions.values()]
        queue_glance = glance(queue_results, datetime.now(UTC))
    assert (set(counts) == {2}) is complete
    assert sum(counts) == 12
    if fixed:
        assert [person.left for person in queue_glance.annotators] == [0, 0, 0]
        assert queue_glance.done == queue_glance.places == 12
