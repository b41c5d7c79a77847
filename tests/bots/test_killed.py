"""The real program, killed with SIGKILL at 50 random moments and taken up again each time.

What a participant has seen on the screen is held against the record: an answer after which the
next question was painted is confirmed, none is confirmed twice, and no clock gains more than a
heartbeat.
"""

import random
import re
import signal
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from items.models import Item
from sessions import snapshots
from sessions.check_db import check
from sessions.clock import SystemClock
from sessions.database import Database
from sessions.event_log import SESSIONS
from study.events import SegmentStarted, Stamped
from study.rules import apply, replay
from study.state import SessionState
from study.stations.question import AnswerConfirmed, QuestionShown
from study.timing import HEARTBEAT_NS
from tests.bots.fingers import keys_for
from tests.bots.terminal import Terminal
from tui.participant_app import TICK_SECONDS
from tui.state.participant import ItemView

KILLS = 50
SECOND = 1_000_000_000
SLACK_NS = round(TICK_SECONDS * SECOND) + 250_000_000
"""A heartbeat is stored at the first tick after a second; a busy machine puts it off."""
STUDY = """
title = "Hard to kill"
consent = "You may stop at any time."
confidence = true
[[blocks]]
source = "builtin:demo"
seconds_per_question = 240
seconds_per_block = 3000
none_option = true
[blocks.filter]
language = "en"
kinds = ["choice", "truth", "possible", "necessary", "has_alternative"]
"""
PLACE = re.compile(r"[Ii]tem (\d+) of \d+")


@dataclass
class Bot:
    """Looks at the record to know where it is, and at the screen to know what it was shown."""

    path: Path
    rng: random.Random
    confirmed_on_screen: int = 0
    """Questions after which something else was painted."""
    killed: dict[int, tuple[int, int]] = field(default_factory=dict)
    """By segment that was killed during an open question: its position, and the nanoseconds its
    clock had run."""
    pause: float = 1.8
    """Seconds it thinks at most before each key."""

    def look(self) -> tuple[SessionState, list[Stamped], dict[str, Item]]:
        with Database.open(self.path) as db:
            rows = db.rows("SELECT id FROM session")
            if not rows:
                return SessionState(), [], {}
            events = list(SESSIONS.read(db, rows[0]["id"]))
            state = replay(events)
            return state, events, dict(snapshots.load_items(db, state.plan))

    def run(self, at: Terminal, segments: int, seconds: float) -> bool:
        """Play for so long; whether the end was reached."""
        until = time.monotonic() + seconds
        acted = (-1, 0.0)
        while time.monotonic() < until:
            at.read(0.01)
            state, _events, items = self.look()
            self.seen(at, state)
            if state.ended:
                return True
            if state.segments == segments:
                if "Welcome back" in at.text and time.monotonic() - acted[1] > 0.3:
                    at.send("\r")
                    acted = (-1, time.monotonic())
                continue
            if acted[0] == state.seq and time.monotonic() - acted[1] < 0.5:
                continue
            time.sleep(self.rng.uniform(0, self.pause))
            at.send(self.keys(state, items))
            acted = (state.seq, time.monotonic())
        return False

    def seen(self, at: Terminal, state: SessionState) -> None:
        """Note what the screen shows to be behind: item n is painted, so n - 1 are."""
        shown = [int(number) for number in PLACE.findall(at.text)]
        if not state.plan.steps:
            return
        for number in shown:
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
        view = ItemView(state.plan, step, item, "", state.drafts, state.confidence)
        for place, (part, draft) in enumerate(zip(view.parts, view.drafts, strict=True)):
            if draft.missing():
                assert part.gold is not None
                return ("\r" if place else "") + "".join(keys_for(draft, part.gold))
        return "\r" if state.confidence else "3"

    def kill(self, at: Terminal, segments: int) -> None:
        """SIGKILL, then hold the record against what was seen."""
        before_ns = SystemClock().boot_ns()
        assert at.end(signal.SIGKILL) == -signal.SIGKILL
        state, _events, _items = self.look()
        at.read()
        self.seen(at, state)
        assert len(state.records) >= self.confirmed_on_screen, "an answer seen confirmed is lost"
        if state.clock_running and state.segments > segments:
            since = before_ns - state.segment_boot_ns - state.mono_ns
            self.killed[state.segments] = (state.position, state.question_used_ns + max(0, since))


@pytest.mark.slow
def test_killed_at_50_random_moments_nothing_is_lost_doubled_or_gained(tmp_path: Path) -> None:
    study = tmp_path / "study.toml"
    study.write_text(STUDY, encoding="utf-8")
    bot = Bot(tmp_path / "record.db", random.Random(50))
    arguments = ["take", str(study), "--participant", "K1", "--db", str(bot.path)]
    kills = 0
    for _turn in range(KILLS):
        segments = bot.look()[0].segments
        with Terminal(arguments) as at:
            if bot.run(at, segments, bot.rng.uniform(0.3, 1.6)):
                break
            bot.kill(at, segments)
            kills += 1
    bot.pause = 0.02
    with Terminal(arguments) as at:
        assert bot.run(at, bot.look()[0].segments, 120), at.text[-3000:]
        at.await_text("Done. Thank you!")
        at.send("\r")
        assert at.end() == 0
    assert kills == KILLS

    state, events, _items = bot.look()
    steps = [e.event.step for e in events if isinstance(e.event, AnswerConfirmed)]
    assert steps == list(range(len(state.plan.steps))), "each step confirmed exactly once"
    assert all(record.outcome == "confirmed" for record in state.records)
    shown = [e.event.step for e in events if isinstance(e.event, QuestionShown)]
    assert shown == steps
    resumed = [e.event for e in events if isinstance(e.event, SegmentStarted)]
    assert len(resumed) > KILLS // 3, "the program was open at many of the kills"
    assert not any(event.flagged for event in resumed)
    assert _no_time_gained(bot, events) > KILLS // 4
    with Database.open(bot.path) as db:
        assert check(db).problems == ()


def _no_time_gained(bot: Bot, events: list[Stamped]) -> int:
    """What a clock had used at a kill is used after it, but for a heartbeat; how often seen."""
    state = SessionState()
    checked = 0
    for one in events:
        state = apply(state, one)
        if not isinstance(one.event, SegmentStarted):
            continue
        position, used_ns = bot.killed.get(state.segments - 1, (-1, 0))
        if position == state.position and state.clock_running:
            gained = used_ns - state.question_used_ns
            assert gained <= HEARTBEAT_NS + SLACK_NS, (state.segments, gained)
            checked += 1
    return checked
