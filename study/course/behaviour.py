"""What happens besides the answers: signs that a question was not answered as intended.

Owns the table `[behaviour]` of the study file, the events, and detecting from inputs and their
times that somebody is idle or that text arrived all at once. The terminal or the browser reports
switches to another window, pastes and lost connections; their events are in `study.course.events`.

    [behaviour]
    idle_seconds = 60       # no input for this long while a question is open
    quick_seconds = 3       # an answer confirmed sooner was not read
    at_once = 20            # characters that arrive faster than anybody types

No sign has a certain cause: somebody who thinks about a hard question is idle too. Signs are
recorded, exported and counted, and decide nothing unless an exclusion rule uses them.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from solver.phrases import phrase
from study.course.entries import Frozen
from study.course.events import Aside
from study.course.state import SessionState

SECOND = 1_000_000_000
BETWEEN_NS = 15_000_000
"""Characters that follow each other within this time are not typed: the fastest typists take about
40 ms, and a held key repeats about every 30 ms."""
SIGNS: Mapping[str, str] = {
    "focus_lost": phrase("switched to another window"),
    "idle_began": phrase("idle while a question was open"),
    "pasted": phrase("pasted text"),
    "typed_at_once": phrase("text entered all at once"),
    "answered_quickly": phrase("answered implausibly quickly"),
    "line_lost": phrase("browser cut off"),
}
"""Kinds of events that are signs, with their names in tables."""


class Behaviour(Frozen):
    """Thresholds for recording signs."""

    idle_seconds: Annotated[float, Field(strict=True, gt=0, le=86_400, allow_inf_nan=False)] = 60.0
    """No input for this long while a question is open."""
    quick_seconds: Annotated[float, Field(strict=True, ge=0, le=3_600, allow_inf_nan=False)] = 3.0
    """An answer confirmed sooner after its question appeared; 0 turns this off."""
    at_once: Annotated[int, Field(strict=True, ge=2, le=10_000)] = 20
    """Characters that arrive faster than anybody types."""


class IdleBegan(Aside):
    """There was no input for a while, with a question open."""

    kind: Literal["idle_began"] = "idle_began"
    seconds: float
    """Duration at that moment."""

    def apply(self, state: SessionState) -> None:
        """Set the sign, which is visible to monitors."""
        super().apply(state)
        state.idle = True


class IdleOver(Aside):
    """There was input again, or the question was over."""

    kind: Literal["idle_over"] = "idle_over"
    seconds: float
    """Total time without input."""

    def apply(self, state: SessionState) -> None:
        """Add the time."""
        super().apply(state)
        state.idle = False
        state.idle_ns += round(self.seconds * SECOND)


class TypedAtOnce(Aside):
    """Text arrived key by key, but faster than anybody types: pasted by a terminal that does not
    report it, or typed by a program."""

    kind: Literal["typed_at_once"] = "typed_at_once"
    characters: int
    seconds: float
    """From the first character to the last."""


class AnsweredQuickly(Aside):
    """The answer confirmed next was given sooner than the question can be read."""

    kind: Literal["answered_quickly"] = "answered_quickly"
    step: int
    seconds: float
    """Time with the question open."""


class Observer:
    """Detects from inputs and their times what to record. Times are nanoseconds of one clock."""

    def __init__(self, rule: Behaviour, now_ns: int) -> None:
        self.rule = rule
        self._last_ns = now_ns
        """When the last input came, or the open question appeared."""
        self._question: object = None
        """The question that was open at the last look."""
        self._idle = False
        self._first_ns = self._latest_ns = 0
        """First and latest time of the current run of characters."""
        self._run = 0

    def pressed(self, now_ns: int) -> Aside | None:
        """A key, a click, or a scroll."""
        over = self._over(now_ns)
        self._last_ns = now_ns
        return over

    def look(self, now_ns: int, question: object) -> Aside | None:
        """Time has passed; `question` is the open question, None where there is none."""
        if question != self._question:
            self._question = question
            over = self._over(now_ns)
            self._last_ns = now_ns
            return over
        quiet = now_ns - self._last_ns
        if question is None or self._idle or quiet < self.rule.idle_seconds * SECOND:
            return None
        self._idle = True
        return IdleBegan(seconds=quiet / SECOND)

    def _over(self, now_ns: int) -> Aside | None:
        if not self._idle:
            return None
        self._idle = False
        return IdleOver(seconds=(now_ns - self._last_ns) / SECOND)

    def typed(self, now_ns: int) -> None:
        """A character was typed into a text."""
        if not self._run or now_ns - self._latest_ns > BETWEEN_NS:
            self._first_ns, self._run = now_ns, 0
        self._latest_ns = now_ns
        self._run += 1

    def burst(self, now_ns: int) -> Aside | None:
        """Text that arrived all at once, when it has ended: no more came for a moment."""
        if not self._run or now_ns - self._latest_ns <= BETWEEN_NS:
            return None
        count, self._run = self._run, 0
        if count < self.rule.at_once:
            return None
        return TypedAtOnce(characters=count, seconds=(self._latest_ns - self._first_ns) / SECOND)
