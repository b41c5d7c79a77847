"""Replay equals the live state, at every event of many random sessions."""

from collections import Counter
from collections.abc import Sequence

import pytest

from sessions.record.event_log import SESSIONS
from sessions.storage.database import Database
from solver.errors import OutsideError
from study.course.events import EVENTS, Heartbeat, SegmentStarted, Stamped
from study.course.journal import IllegalEventError
from study.course.rules import apply, replay
from study.course.state import SessionState
from tests.sessions.player import Player
from tests.study.samples import STUDY, sample

PLAYED = 60


@pytest.mark.slow
def test_replay_equals_the_live_state_at_every_event_of_many_random_sessions() -> None:
    kinds: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    with Database.open(":memory:") as db:
        for seed in range(PLAYED):
            player = Player(db, sample(), seed, code=f"P{seed}")
            player.play()
            compared = 0
            state = SessionState()
            for stamped in SESSIONS.read(db, player.runner.session_id):
                state = apply(state, stamped)
                kinds[stamped.event.kind] += 1
                if stamped.seq in player.live:
                    assert state == player.live[stamped.seq], f"seed {seed}, event {stamped.seq}"
                    compared += 1
            assert state == player.runner.state
            stampeds = SESSIONS.thinned(db, player.runner.session_id)
            assert replay(stampeds, thinned=True) == state, f"seed {seed}"
            assert compared > 10 or state.phase == "declined"
            ends[state.phase] += 1
    assert set(ends) == {"completed", "not_qualified", "declined"}, ends
    assert set(kinds) == {
        "session_started",
        "segment_started",
        "segment_ended",
        "suspended",
        "consent_given",
        "consent_declined",
        "instructions_read",
        "block_started",
        "question_shown",
        "answer_changed",
        "confidence_changed",
        "answered_quickly",
        "answer_confirmed",
        "question_timed_out",
        "block_timed_out",
        "break_started",
        "break_ended",
        "pause_started",
        "pause_ended",
        "heartbeat",
        "qualification_decided",
        "verdict_read",
        "session_completed",
    }, "every kind of event has been met"


@pytest.mark.slow
@pytest.mark.parametrize("clock", ["running", "stopped"])
def test_no_answer_is_lost_or_duplicated_and_no_timer_is_exceeded(clock: str) -> None:
    study = sample(STUDY.replace('clock = "stopped"', f'clock = "{clock}"'))
    with Database.open(":memory:") as db:
        for seed in range(20):
            player = Player(db, study, 1_000 + seed, code=f"P{seed}")
            state = player.play()
            steps = [record.step for record in state.records]
            assert steps == sorted(set(steps))
            for record in state.records:
                block = state.plan.blocks[state.plan.steps[record.step].block]
                # The player looks at the clock after at most 3 seconds and 0.5 of sleep.
                assert (record.used_ns or 0) <= ((block.seconds_per_question or 0) + 3.5) * 1e9


def test_events_survive_json() -> None:
    with Database.open(":memory:") as db:
        player = Player(db, sample(), 5)
        player.play()
        for stamped in SESSIONS.read(db, player.runner.session_id):
            event = stamped.event
            assert EVENTS.read(event.kind, EVENTS.payload(event)) == event


def _recorded(db: Database, name: str, events: Sequence[Stamped]) -> str:
    """Events put into a session of their own, as they are."""
    version = db.rows("SELECT version FROM session LIMIT 1")[0]["version"]
    with db.atomic() as connection:
        connection.execute(
            "INSERT INTO session (id, version, code, pilot, slot, utc) VALUES (?, ?, '', 1, 0, '')",
            (name, version),
        )
        SESSIONS.append(connection, name, events)
    return name


@pytest.mark.slow
def test_heartbeats_do_not_change_a_record_that_ends_anywhere() -> None:
    skipped = 0
    with Database.open(":memory:") as db:
        for seed in range(6):
            player = Player(db, sample(), seed, code=f"P{seed}")
            player.play()
            events = list(SESSIONS.read(db, player.runner.session_id))
            for end in range(1, len(events) + 1):
                session = _recorded(db, f"{seed} {end}", events[:end])
                stampeds = list(SESSIONS.thinned(db, session))
                skipped += end - len(stampeds)
                assert replay(stampeds, thinned=True) == replay(events[:end])
    assert skipped > 100


def test_without_heartbeats_a_damaged_record_is_reported() -> None:
    with Database.open(":memory:") as db:
        player = Player(db, sample(), 3)
        player.play()
        events = list(SESSIONS.read(db, player.runner.session_id))
        missing = next(e.seq for e in events if not isinstance(e.event, Heartbeat | SegmentStarted))
        session = _recorded(db, "missing", [e for e in events if e.seq != missing])
        with pytest.raises(OutsideError, match="cannot be read"):
            list(SESSIONS.thinned(db, session))
        shifted = [e._replace(seq=e.seq + 1) for e in events[3:]]
        beat = Stamped(3, events[2].mono_ns, "", "", Heartbeat())
        session = _recorded(db, "misplaced", [*events[:3], beat, *shifted])
        for stampeds in (SESSIONS.read(db, session), SESSIONS.thinned(db, session)):
            with pytest.raises(IllegalEventError):
                replay(stampeds, thinned=True)
