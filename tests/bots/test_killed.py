"""The real program, killed with SIGKILL again and again and taken up each time.

What a participant has seen on the screen is held against the record: an answer after which the
next question was painted is confirmed, none is confirmed twice, and no clock loses what is on disk
or gains more than a heartbeat. Every fourth kill comes at any moment of the program's start, the
others after a random number of keys. A fast and a slow machine are tried alike: nothing is waited
for but what the record and the screen show.
"""

import re
import signal
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from items.models import Item
from sessions.record import snapshots
from sessions.record.event_log import SESSIONS
from sessions.storage.database import Database
from sessions.upkeep.check_db import check
from study.course.events import SegmentStarted, Stamped
from study.course.rules import apply, replay
from study.course.state import SessionState
from study.course.timing import HEARTBEAT_NS, SECOND, Away
from study.stations.question import AnswerConfirmed, QuestionShown
from tests.bots.fingers import keys_for
from tests.bots.terminal import STUCK_SECONDS, Terminal
from tests.effort import rng, tally, turns
from tui.state.question_view import QuestionView

KILLS = turns(6, 50)
STUDY = """
title = "Hard to kill"
consent = "You may stop at any time."
confidence = true
[[blocks]]
source = "builtin:demo"
seconds_per_question = 36000
seconds_per_block = 360000
none_option = true
[blocks.filter]
language = "en"
kinds = ["choice", "truth", "possible", "necessary", "has_alternative"]
"""
PLACE = re.compile(r"[Ii]tem (\d+) of \d+")


@dataclass
class Bot:
    """Reads the record to know its position, and the screen to know what was shown."""

    path: Path
    rng: Random
    confirmed_on_screen: int = 0
    """Questions after which something else was painted."""
    killed: dict[int, tuple[int, int]] = field(default_factory=dict)
    """By segment that was killed during an open question: its position, and the nanoseconds of its
    clock that were on disk."""

    def look(self) -> tuple[SessionState, list[Stamped], dict[str, Item]]:
        with Database.open(self.path) as db:
            rows = db.rows("SELECT id FROM session")
            if not rows:
                return SessionState(), [], {}
            events = list(SESSIONS.read(db, rows[0]["id"]))
            state = replay(events)
            return state, events, dict(snapshots.load_items(db, state.plan))

    def run(self, at: Terminal, segments: int, keys: int | None = None) -> bool:
        """Play, to the end or until so many keys were sent to the open session; whether the end was
        reached. `segments` are those of the session before this run."""
        until = time.monotonic() + STUCK_SECONDS
        acted = (-1, 0.0)
        sent = 0
        while keys is None or sent < keys:
            assert time.monotonic() < until, f"stuck: {at.text[-3000:]}"
            assert at.read(0.01), f"ended by itself: {at.text[-3000:]}"
            state, _events, items = self.look()
            self.note_screen(at, state)
            if state.ended:
                return True
            if state.segments == segments:
                # A key that came too early is lost, so that it is sent again.
                if "Welcome back" in at.text and time.monotonic() - acted[1] > 0.3:
                    at.send("\r")
                    acted = (-1, time.monotonic())
                continue
            if acted[0] == state.seq and time.monotonic() - acted[1] < 0.5:
                continue
            at.send(self.keys(state, items))
            # What is sent again because nothing came of it on a busy machine is one key.
            sent += acted[0] != state.seq
            acted = (state.seq, time.monotonic())
        return False

    def note_screen(self, at: Terminal, state: SessionState) -> None:
        """Note what the screen shows to be behind: item n is painted, so n - 1 are."""
        numbers_on_screen = [int(number) for number in PLACE.findall(at.text)]
        if not state.plan.steps:
            return
        for number in numbers_on_screen:
            behind = next(s.index for s in state.plan.steps if s.ordinal == number - 1)
            self.confirmed_on_screen = max(self.confirmed_on_screen, behind)

    def keys(self, state: SessionState, items: dict[str, Item]) -> str:
        """What to press next, one thing at a time."""
        if state.phase == "consent":
            return "y"
        step = state.step
        if state.phase != "question" or step is None:
            return "\r"
        item = items[step.item_hash]
        view = QuestionView(state.plan, step, item, "", state.drafts, state.confidence)
        for place, (part, draft) in enumerate(zip(view.parts, view.drafts, strict=True)):
            if draft.missing():
                assert part.gold is not None
                return ("\r" if place else "") + "".join(keys_for(draft, part.gold))
        return "\r" if state.confidence else "3"

    def kill(self, at: Terminal, segments: int) -> None:
        """Send SIGKILL, then compare the record with what was on the screen."""
        assert at.end(signal.SIGKILL) == -signal.SIGKILL
        state, _events, _items = self.look()
        at.read()
        self.note_screen(at, state)
        assert len(state.records) >= self.confirmed_on_screen, "an answer seen confirmed is lost"
        if state.clock_running and state.segments > segments:
            self.killed[state.segments] = (state.position, state.question_used_ns)


@pytest.mark.slow
@pytest.mark.scaled
def test_repeated_kills_lose_duplicate_and_add_nothing(tmp_path: Path) -> None:
    study = tmp_path / "study.toml"
    study.write_text(STUDY, encoding="utf-8")
    bot = Bot(tmp_path / "record.db", rng(50))
    arguments = ["take", str(study), "--participant", "K1", "--db", str(bot.path)]
    played = 0
    for turn in range(KILLS):
        segments = bot.look()[0].segments
        with Terminal(arguments, loaded=True) as at:
            if turn % 4 == 3:
                at.read(bot.rng.uniform(0.0, 1.5))
            else:
                assert not bot.run(at, segments, bot.rng.randint(1, 4))
                at.read(bot.rng.uniform(0.0, 0.3))
                played += 1
            bot.kill(at, segments)
    with Terminal(arguments, loaded=True) as at:
        assert bot.run(at, bot.look()[0].segments)
        at.await_text("Done. Thank you!")
        at.send("\r")
        assert at.end() == 0

    state, events, _items = bot.look()
    steps = [e.event.step for e in events if isinstance(e.event, AnswerConfirmed)]
    assert steps == list(range(len(state.plan.steps))), "each step confirmed exactly once"
    assert all(record.outcome == "confirmed" for record in state.records)
    shown_steps = [e.event.step for e in events if isinstance(e.event, QuestionShown)]
    assert shown_steps == steps
    resumed = [e.event for e in events if isinstance(e.event, SegmentStarted)]
    assert len(resumed) > played
    assert not any(event.flagged for event in resumed)
    assert len(bot.killed) > 0
    assert _times_kept(bot, events) == len(bot.killed)
    tally("kill -9, participant", KILLS, KILLS)
    with Database.open(bot.path) as db:
        assert check(db).problems == ()


def _times_kept(bot: Bot, events: list[Stamped]) -> int:
    """After a kill a clock has what was on disk and at most the time until the session was resumed,
    during which the question stood on the screen; how often that was seen."""
    state = SessionState()
    checked = 0
    for stamped in events:
        state = apply(state, stamped)
        if not isinstance(stamped.event, SegmentStarted):
            continue
        position, stored_ns = bot.killed.get(state.segments - 1, (-1, 0))
        if position == state.position and state.clock_running:
            counted = state.question_used_ns - stored_ns
            readable = min(stamped.event.away_ns, round(Away().readable_seconds * SECOND))
            assert 0 <= counted <= max(readable, HEARTBEAT_NS), state.segments
            checked += 1
    return checked
