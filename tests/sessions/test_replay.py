"""Replay equals the live state, at every event of many random sessions."""

from collections import Counter

import pytest

from sessions import log
from sessions.database import Database
from study.events import event_from, payload_of
from study.state import SessionState, apply
from tests.sessions.player import Player
from tests.study.samples import STUDY, sample

SESSIONS = 60


def test_replay_equals_the_live_state_at_every_event_of_many_random_sessions() -> None:
    kinds: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    with Database.open(":memory:") as db:
        for seed in range(SESSIONS):
            player = Player(db, sample(), seed, code=f"P{seed}")
            player.play()
            compared = 0
            state = SessionState()
            for stamped in log.read(db, player.runner.session_id):
                state = apply(state, stamped)
                kinds[stamped.event.kind] += 1
                if stamped.seq in player.live:
                    assert state == player.live[stamped.seq], f"seed {seed}, event {stamped.seq}"
                    compared += 1
            assert state == player.runner.state
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
        "answer_confirmed",
        "question_timed_out",
        "block_timed_out",
        "break_started",
        "break_ended",
        "heartbeat",
        "qualification_decided",
        "verdict_read",
        "session_completed",
    }, "every kind of event has been met"


@pytest.mark.parametrize("clock", ["running", "stopped"])
def test_no_answer_is_lost_or_doubled_and_no_timer_overrun(clock: str) -> None:
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
                assert record.used_ns <= ((block.seconds_per_question or 0) + 3.5) * 1e9


def test_events_survive_their_json() -> None:
    with Database.open(":memory:") as db:
        player = Player(db, sample(), 5)
        player.play()
        for stamped in log.read(db, player.runner.session_id):
            event = stamped.event
            assert event_from(event.kind, payload_of(event)) == event
