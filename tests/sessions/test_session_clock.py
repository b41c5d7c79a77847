"""The clock of a whole session: when it runs out the session ends, whatever was going on."""

from collections.abc import Iterator

import pytest

from sessions.record.clock import ManualClock
from sessions.record.event_log import SESSIONS
from sessions.record.results import versions
from sessions.report.accuracy_report import build_report
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from study.course.rules import replay
from study.design.protocol import LoadedStudy
from tests.sessions.helpers import start
from tests.study.samples import sample

STUDY = """
title = "Short"
consent = "Yes?"
seconds_per_session = 100
[end.timed_out]
title = "That was it"
[[blocks]]
station = "{station}"
id = "first"
source = "gate"
number = 3
[[blocks]]
id = "second"
source = "main"
number = 3
[[blocks]]
station = "text"
id = "thanks"
title = "Thanks"
text = "That was all."
when = "always"
[[blocks]]
station = "text"
id = "only"
title = "For those who came here"
text = "You are through."
"""


@pytest.fixture
def db() -> Iterator[Database]:
    with Database.open(":memory:") as db:
        yield db


def study(station: str = "question") -> LoadedStudy:
    return sample(STUDY.format(station=station))


def session_at_question(db: Database, clock: ManualClock, station: str = "question") -> Runner:
    runner = start(db, study(station), clock)
    runner.consent(True)
    while runner.state.phase != "question":
        runner.proceed()
    return runner


def answer(runner: Runner, clock: ManualClock, seconds: float) -> None:
    current = runner.current
    assert current is not None
    clock.advance(seconds)
    runner.change("q", current.question.gold)
    runner.confirm()


@pytest.mark.parametrize("station", ["question", "practice", "qualification", "check"])
def test_the_session_ends_when_its_time_is_used_up(db: Database, station: str) -> None:
    clock = ManualClock()
    runner = session_at_question(db, clock, station)
    answer(runner, clock, 60)
    while runner.state.phase != "question":
        runner.proceed()
    assert runner.remaining().session_ns == 40 * 10**9
    clock.advance(40.5)
    runner.tick()
    assert runner.state.phase == "text", "what is for everybody comes before the end"
    assert runner.state.here.id == "thanks"
    runner.proceed()
    assert runner.state.phase == "timed_out"
    assert runner.state.completion_code
    assert study(station).study.last_page("timed_out").title == "That was it"


def test_breaks_and_pages_do_not_use_it_up(db: Database) -> None:
    clock = ManualClock()
    runner = session_at_question(db, clock)
    clock.advance(10)
    runner.start_break()
    clock.advance(1_000)
    runner.end_break()
    for _ in range(3):
        answer(runner, clock, 1)
    assert runner.state.phase == "block_intro"
    clock.advance(1_000)
    runner.proceed()
    assert runner.remaining().session_ns == (100 - 13) * 10**9


def test_a_restart_gains_no_time(db: Database) -> None:
    clock = ManualClock()
    runner = session_at_question(db, clock)
    clock.advance(50)
    runner.tick()
    runner._journal.release()
    clock.advance(5)
    again = start(db, study(), clock)
    left = again.remaining().session_ns
    assert left is not None
    assert left == 45 * 10**9, "the question stood on the screen"


def test_the_record_and_the_report_say_so(db: Database) -> None:
    clock = ManualClock()
    runner = session_at_question(db, clock)
    answer(runner, clock, 30)
    clock.advance(200)
    runner.tick()
    live = runner.state
    runner.proceed()
    runner.close()
    ((session,),) = [version.sessions for version in versions(db)]
    assert session.status == "timed_out"
    endings = [result.ending for result in session.results]
    assert endings == ["confirmed", "timed_out", *["not_reached"] * 4]
    assert session.results[1].seconds == pytest.approx(200), "as long as it was open"
    state = replay(SESSIONS.read(db, session.id))
    assert state.outcome == live.outcome == "timed_out"
    (table, *_) = build_report(db).tables
    assert {row["status"]: row["sessions"] for row in table.by_name()}["timed out"] == 1


def test_the_slot_is_reassigned_unless_the_study_keeps_it(db: Database) -> None:
    clock = ManualClock()
    runner = session_at_question(db, clock)
    clock.advance(101)
    runner.tick()
    runner.proceed()
    runner.close()
    other = start(db, study(), ManualClock(), "P2")
    assert other.state.started is not None
    assert other.state.started.slot == 0
