"""Time left, time used and time away, from states and a given now.

Owns the rules of the clock. Reads no clock itself: `now_ns` is always a stamp within the current
segment, in nanoseconds.

A question's clock runs while it is open and not hidden by a break; a block's clock is the sum over
its questions, a session's the sum over all. Time away (the program closed or killed, the computer
asleep) is charged according to the study's policy, and never beyond the limit of the open question.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from study.course.entries import Frozen
from study.course.events import AwayClock
from study.course.state import SessionState

SECOND = 1_000_000_000
HEARTBEAT_NS = SECOND
"""How often the record confirms that a question is open."""


class Away(Frozen):
    """What the clock does while the program is not running or the computer sleeps."""

    clock: Literal["running", "stopped"] = "stopped"
    max_away_seconds: Annotated[float, Field(strict=True, ge=0, le=1e9, allow_inf_nan=False)] = (
        600.0
    )
    """With `stopped`: how long the clock may stop in total, over all absences during an open
    question; time beyond that counts as used."""
    readable_seconds: Annotated[float, Field(strict=True, ge=0, le=1e9, allow_inf_nan=False)] = 60.0
    """With `stopped`: a killed program leaves the open question on the screen, where it can be
    read; this much of the time after a kill counts as used."""


@dataclass(frozen=True, slots=True)
class Remaining:
    """Nanoseconds left, never below zero; None where there is no limit."""

    question_ns: int | None
    block_ns: int | None
    session_ns: int | None = None

    @property
    def shortest_ns(self) -> int | None:
        """The limit that comes first."""
        limits = (self.question_ns, self.block_ns, self.session_ns)
        running = [ns for ns in limits if ns is not None]
        return min(running) if running else None

    @property
    def expired(self) -> Literal["question", "block", "session"] | None:
        """Which limit is reached; the widest if several are."""
        if self.session_ns == 0:
            return "session"
        if self.block_ns == 0:
            return "block"
        return "question" if self.question_ns == 0 else None


@dataclass(frozen=True, slots=True)
class Absence:
    """Time away as it will be recorded."""

    away_ns: int
    clock: AwayClock
    flagged: bool
    counted_ns: int
    stopped_ns: int
    readable_ns: int = 0
    """For how long, from its beginning, the question could be read."""

    @property
    def beyond_seconds(self) -> float:
        """How much counts although the question could not be read, since the clock stops only for a
        limited time."""
        return max(0, self.counted_ns - self.readable_ns) / SECOND


def remaining(state: SessionState, now_ns: int) -> Remaining:
    """Time left for the open question, its block and the session (unchanged during a break)."""
    block = state.current_block
    if block is None or state.step is None:
        return Remaining(None, None)
    running = max(0, now_ns - state.mono_ns) if state.clock_running else 0
    return Remaining(
        _left(block.seconds_per_question, state.question_used_ns + running),
        _left(block.seconds_per_block, state.block_used_ns + running),
        _left(state.plan.seconds, state.session_used_ns + running),
    )


def _left(limit: float | None, used_ns: int) -> int | None:
    return None if limit is None else max(0, round(limit * SECOND) - used_ns)


def absence(state: SessionState, policy: Away, boot_ns: int, boot_id: str, utc: str) -> Absence:
    """The absence between the last event and a start of the program now.

    Within one boot it is measured on the boot clock; across boots (or where the boot is unknown),
    on the wall clock, flagged and never below zero.
    """
    if state.segments == 0:
        return Absence(0, "none", False, 0, 0)
    same_boot = boot_id != "" and boot_id == state.boot_id
    if same_boot:
        away = max(0, boot_ns - (state.segment_boot_ns + state.mono_ns))
    else:
        span = datetime.fromisoformat(utc) - datetime.fromisoformat(state.utc)
        microseconds = (span.days * 86_400 + span.seconds) * 1_000_000 + span.microseconds
        away = max(0, microseconds * 1_000)
    readable = 0
    if state.running:
        # Another boot cleared the screen, but not necessarily right after the last event.
        dark = not same_boot and boot_id != ""
        limit = 0 if dark else round(policy.readable_seconds * SECOND)
        readable = max(limit, HEARTBEAT_NS)
    counted, stopped = charged(state, policy, away, readable_ns=readable)
    measured: AwayClock = "boot" if same_boot else "utc"
    return Absence(away, measured, not same_boot, counted, stopped, min(away, readable))


def charged(
    state: SessionState, policy: Away, away_ns: int, *, readable_ns: int = 0
) -> tuple[int, int]:
    """How much of the time away counts as used, and for how long the clock stopped.

    For the first `readable_ns` the question may have been read, as after a kill, which leaves it on
    the screen; this time counts, so that killing the program gains no time.
    """
    if not state.clock_running:
        return (0, 0)
    stopped = 0
    if policy.clock == "stopped":
        allowed = max(0, round(policy.max_away_seconds * SECOND) - state.stopped_ns)
        stopped = min(away_ns - min(away_ns, readable_ns), allowed)
    counted = away_ns - stopped
    shortest = remaining(state, state.mono_ns).shortest_ns
    return (counted if shortest is None else min(counted, shortest), stopped)
