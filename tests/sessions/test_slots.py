"""Slots of those who did not get to the end are given again; those of the others never."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from sessions.taking import slots
from sessions.taking.runner import Runner
from study.course.events import Stamped
from study.design.planning import make_plan
from study.design.protocol import parse_study
from study.files.toml_errors import PlacedError
from tests.sessions.helpers import start
from tests.study.samples import choice, sample

STUDY = 'title = "S"\nconsent = "Yes?"\n{}\n[[blocks]]\nsource = "main"\nnumber = 1\n'
BEGIN = datetime(2030, 1, 1, tzinfo=UTC)


@pytest.fixture
def db() -> Iterator[Database]:
    with Database.open(":memory:") as db:
        yield db


def begin(db: Database, code: str, hours: float = 0, rule: str = "") -> Runner:
    return start(db, sample(STUDY.format(rule)), ManualClock(BEGIN + timedelta(hours=hours)), code)


def slot(runner: Runner) -> int:
    assert runner.state.started is not None
    return runner.state.started.slot


def complete(runner: Runner) -> None:
    runner.consent(True)
    for _turn in range(2):
        runner.proceed()
    current = runner.current
    assert current is not None
    for part in current.question.leaves:
        runner.change(part.id, part.gold)
    runner.confirm()
    assert runner.state.phase == "completed"
    runner.close()


def test_a_decliner_s_slot_goes_to_the_next_one(db: Database) -> None:
    complete(begin(db, "A"))
    declined = begin(db, "B")
    declined.consent(False)
    declined.close()
    under_way = begin(db, "C")
    assert slot(under_way) == 1, "B declined"
    assert slot(begin(db, "D")) == 2, "C may still come to an end"


def test_a_dropout_is_waited_for_and_then_replaced(db: Database) -> None:
    begin(db, "A").close()
    assert slot(begin(db, "B", hours=23)) == 1
    assert slot(begin(db, "C", hours=25)) == 0
    again = begin(db, "A", hours=26)
    assert slot(again) == 0, "whoever comes back goes on where they were"


def test_the_study_says_what_is_reclaimed(db: Database) -> None:
    rule = 'slots = { reclaim = ["declined"], dropped_out_after_hours = 1 }'
    begin(db, "A", rule=rule).close()
    assert slot(begin(db, "B", hours=99, rule=rule)) == 1
    rule = "slots = { dropped_out_after_hours = 0.5 }"
    begin(db, "X", rule=rule).close()
    assert slot(begin(db, "Y", hours=0.6, rule=rule)) == 0


def test_completed_sessions_are_balanced_despite_dropouts(db: Database) -> None:
    for person in range(40):
        runner = begin(db, f"P{person}", hours=person * 30)
        if person % 3 == 1:
            runner.consent(False)
            runner.close()
        elif person % 7 == 2:
            runner.close()
        else:
            complete(runner)
    rows = db.rows(
        "SELECT slot FROM session JOIN event ON event.session = session.id"
        " WHERE kind = 'session_completed' AND payload LIKE '%\"completed\"%' ORDER BY slot"
    )
    slots = [row["slot"] for row in rows]
    assert slots == list(range(len(slots))), "no gap and none twice"


ASKED_AGAIN = """
title = "S"
[[blocks]]
source = "main"
sample = "balanced"
number = 5
order = "fixed"
[blocks.attention]
reworded = 1
reworded_source = "other"
"""


def test_an_unplayable_slot_blocks_nobody(db: Database) -> None:
    loaded = parse_study(ASKED_AGAIN, "study.toml")
    pools = {
        "main": tuple(choice(f"m{n}", twin=f"t{n}") for n in range(20)),
        "other": (choice("o0", twin="t0"), choice("o4", twin="t4")),
    }
    playable = []
    for number in range(12):
        try:
            make_plan(loaded.study, pools, number)
        except PlacedError:
            continue
        playable.append(number)
    assert 0 < len(playable) < 12
    slots_given = []
    for number in range(len(playable)):
        row = slots.start(
            db,
            loaded,
            pools,
            f"P{number}",
            pilot=False,
            program="",
            stamp=lambda event: Stamped(0, 0, "", BEGIN.isoformat(), event),
            now=BEGIN.isoformat(),
        )
        slots_given.append(row.slot)
    assert slots_given == playable
