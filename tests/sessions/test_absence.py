"""Time away: closed, killed, asleep, rebooted, under both policies."""

import pytest

from sessions.record.clock import ManualClock
from sessions.record.event_log import SESSIONS
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from sessions.upkeep.check_db import check
from study.course.events import SegmentStarted, Suspended
from study.course.rules import replay
from tests.effort import rng, tally, turns
from tests.sessions.helpers import PLAIN, begin, start
from tests.study.samples import sample

STOPPED = PLAIN.replace("seconds_per_question = 10", "seconds_per_question = 100")
RUNNING = STOPPED.replace("[[blocks]]", '[away]\nclock = "running"\n[[blocks]]')
SECOND = 1_000_000_000


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def db() -> Database:
    return Database.open(":memory:")


def seconds_left(runner: Runner) -> float:
    remaining = runner.remaining().question_ns
    assert remaining is not None
    return remaining / SECOND


def beat(runner: Runner, clock: ManualClock, seconds: float) -> None:
    for _ in range(round(seconds * 10)):
        clock.advance(0.1)
        runner.tick()


def segments(db: Database, runner: Runner) -> list[SegmentStarted]:
    events = [stamped.event for stamped in SESSIONS.read(db, runner.session_id)]
    return [event for event in events if isinstance(event, SegmentStarted)]


def test_an_orderly_end_stops_the_clock_exactly(db: Database, clock: ManualClock) -> None:
    runner = begin(db, STOPPED, clock)
    clock.advance(7.25)
    runner.close()
    clock.advance(300)
    again = start(db, sample(STOPPED), clock)
    assert seconds_left(again) == 92.75
    started = segments(db, again)[-1]
    assert (started.away_ns, started.away_clock) == (300 * SECOND, "boot")
    assert (started.counted_ns, started.stopped_ns) == (0, 300 * SECOND)


def test_time_to_read_after_a_kill_counts_up_to_the_limit(db: Database, clock: ManualClock) -> None:
    """The screen of a killed program still shows the question, so nothing is gained by a kill."""
    text = STOPPED.replace("seconds_per_question = 100", "seconds_per_question = 1000")
    runner = begin(db, text, clock)
    for away, counted in ((0.25, 0.25), (5, 5), (63, 60), (500, 60)):
        beat(runner, clock, 1.5)
        clock.advance(0.4)
        before = seconds_left(runner)
        clock.advance(away)
        runner = start(db, sample(text), clock)
        # The limit counts from the last event on, at most a heartbeat before the kill.
        assert before - counted <= seconds_left(runner) <= before - counted + (away > 60)


def test_a_study_sets_the_assumed_reading_time_after_a_kill(
    db: Database, clock: ManualClock
) -> None:
    text = STOPPED.replace("[[blocks]]", "[away]\nreadable_seconds = 0\n[[blocks]]")
    runner = begin(db, text, clock)
    for _ in range(20):
        beat(runner, clock, 1.5)
        clock.advance(0.4)
        before = seconds_left(runner)
        clock.advance(20)
        runner = start(db, sample(text), clock)
        assert before - 1 <= seconds_left(runner) <= before, "a heartbeat at most"


def test_after_a_kill_by_a_reboot_the_screen_was_dark(db: Database, clock: ManualClock) -> None:
    runner = begin(db, STOPPED, clock)
    beat(runner, clock, 5)
    before = seconds_left(runner)
    clock.reboot(300)
    runner = start(db, sample(STOPPED), clock)
    assert before - 1 <= seconds_left(runner) <= before


def test_the_clock_continues_if_the_study_says_so(db: Database, clock: ManualClock) -> None:
    runner = begin(db, RUNNING, clock)
    clock.advance(5)
    runner.close()
    clock.advance(40)
    assert seconds_left(start(db, sample(RUNNING), clock)) == 55


def test_a_time_limit_reached_during_an_absence_ends_one_question_only(
    db: Database, clock: ManualClock
) -> None:
    runner = begin(db, RUNNING, clock)
    clock.advance(5)
    runner.close()
    clock.advance(5_000)
    again = start(db, sample(RUNNING), clock)
    assert again.state.position == 1
    assert again.state.notice == "question_timed_out"
    assert again.state.records[0].used_ns == 100 * SECOND, "never more than its limit"
    assert seconds_left(again) == 100


def test_the_clock_stops_for_no_longer_than_the_maximum(db: Database, clock: ManualClock) -> None:
    text = STOPPED.replace("[[blocks]]", "[away]\nmax_away_seconds = 60\n[[blocks]]")
    runner = begin(db, text, clock)
    for expected in (100, 80, 40):
        runner.close()
        clock.advance(40)
        runner = start(db, sample(text), clock)
        assert seconds_left(runner) == expected


def test_a_reboot_is_measured_by_the_wall_clock_and_flagged(
    db: Database, clock: ManualClock
) -> None:
    runner = begin(db, RUNNING, clock)
    clock.advance(5)
    assert not runner.state.flagged
    runner.close()
    clock.reboot(20)
    runner = start(db, sample(RUNNING), clock)
    assert seconds_left(runner) == 75
    assert (segments(db, runner)[-1].away_clock, segments(db, runner)[-1].flagged) == ("utc", True)
    assert runner.state.flagged
    runner.close()
    clock.reboot(-500)
    runner = start(db, sample(RUNNING), clock)
    assert seconds_left(runner) == 75, "never below zero"
    assert segments(db, runner)[-1].away_ns == 0


def test_an_absence_outside_a_question_costs_no_time(db: Database, clock: ManualClock) -> None:
    text = RUNNING.replace("[[blocks]]", '[[blocks]]\nid = "only"', 1)
    runner = start(db, sample(text), clock)
    runner.consent(True)
    runner.close()
    clock.advance(10_000)
    runner = start(db, sample(text), clock)
    assert runner.state.phase == "instructions"
    assert segments(db, runner)[-1].counted_ns == 0
    assert runner.state.away_ns == 10_000 * SECOND


@pytest.mark.parametrize(("text", "expected"), [(STOPPED, 90), (RUNNING, 50)])
def test_sleep_of_the_computer_is_time_away(
    db: Database, clock: ManualClock, text: str, expected: int
) -> None:
    runner = begin(db, text, clock)
    beat(runner, clock, 6)
    clock.advance(4)
    clock.suspend(40)
    runner.tick()
    assert seconds_left(runner) == expected
    events = [stamped.event for stamped in SESSIONS.read(db, runner.session_id)]
    (slept,) = [event for event in events if isinstance(event, Suspended)]
    assert slept.away_ns == 40 * SECOND
    beat(runner, clock, 1)
    assert seconds_left(runner) == expected - 1


def test_heartbeats_come_once_a_second_and_only_while_a_question_is_open(
    db: Database, clock: ManualClock
) -> None:
    runner = begin(db, STOPPED, clock)
    beat(runner, clock, 10)
    runner.start_break()
    beat(runner, clock, 10)
    kinds = [stamped.event.kind for stamped in SESSIONS.read(db, runner.session_id)]
    assert 9 <= kinds.count("heartbeat") <= 10


DAY = 86_400


@pytest.mark.parametrize("jump", [DAY, -DAY, 3_600, -3_600])
@pytest.mark.parametrize("when", ["open", "away", "killed", "asleep"])
def test_a_jump_of_the_wall_clock_costs_no_time(
    db: Database, clock: ManualClock, jump: int, when: str
) -> None:
    """Times, deadlines and order stay as they are, whenever somebody sets it."""
    runner = begin(db, STOPPED, clock)
    beat(runner, clock, 5)
    before = seconds_left(runner)
    if when == "open":
        clock.set_wall(jump)
        runner.tick()
    elif when == "asleep":
        clock.set_wall(jump)
        clock.suspend(20)
        runner.tick()
    else:
        if when == "away":
            runner.close()
        clock.set_wall(jump)
        clock.advance(20)
        runner = start(db, sample(STOPPED), clock)
    assert seconds_left(runner) == pytest.approx(before - (20 if when == "killed" else 0), abs=1.0)
    beat(runner, clock, 5)
    runner.close()
    events = list(SESSIONS.read(db, runner.session_id))
    assert [event.seq for event in events] == list(range(len(events)))
    assert replay(events) == runner.state
    assert not runner.state.flagged
    assert check(db).problems == ()


@pytest.mark.slow
@pytest.mark.scaled
def test_arbitrary_clocks_never_give_time_back() -> None:
    """Jumps, sleep, kills and reboots at random: what a question has used only grows, and order
    and record hold."""
    random = rng(63)
    number = turns(20, 2_000)
    for turn in range(number):
        with Database.open(":memory:") as db:
            clock = ManualClock()
            runner = begin(db, STOPPED, clock)
            used = 0
            for _ in range(12):
                position = runner.state.position
                how = random.choice(("jump", "sleep", "close", "kill", "reboot", "beat"))
                seconds = random.choice((0.4, 3, 20, 400))
                if how == "jump":
                    clock.set_wall(random.choice((1, -1)) * random.choice((5, 3_600, DAY)))
                    runner.tick()
                elif how == "sleep":
                    clock.suspend(seconds)
                    runner.tick()
                elif how == "beat":
                    beat(runner, clock, min(seconds, 3))
                else:
                    if how == "close":
                        runner.close()
                    if how == "reboot":
                        clock.reboot(random.choice((seconds, -seconds)))
                    else:
                        clock.advance(seconds)
                    runner = start(db, sample(STOPPED), clock)
                if runner.state.ended:
                    break
                if runner.state.position == position:
                    assert runner.state.question_used_ns >= used, (turn, how)
                    assert runner.state.question_used_ns <= 100 * SECOND
                used = runner.state.question_used_ns
            assert check(db).problems == ()
    tally("wall clock, sleep, kill, reboot at random (sessions)", number, number)
