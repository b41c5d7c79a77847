"""What happens beside the answers: signs that a question was not answered as it was meant to be.

Owns the table `[behaviour]` of the study file, the events, and telling from inputs and their times
that somebody is idle or that text came all at once. Turning to another window, pasting and cut
lines are told by the terminal or the browser; their events are in `study.course.events`.

    [behaviour]
    idle_seconds = 60       # nothing pressed for so long while a question is open
    quick_seconds = 3       # an answer confirmed sooner is no reading
    at_once = 20            # characters that arrive as no fingers type them

No sign says why: whoever thinks about a hard question is idle too. They are recorded, exported and
counted, and decide nothing unless a rule of exclusion says so.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from study.course.entries import Frozen
from study.course.events import Aside
from study.course.state import SessionState

SECOND = 1_000_000_000
BETWEEN_NS = 15_000_000
"""Characters that follow one another within so many nanoseconds are not typed: the fastest typists
take about 40 ms, and a key that is held down repeats every 30 ms or so."""
SIGNS: Mapping[str, str] = {
    "focus_lost": "turned to another window",
    "idle_began": "idle while a question was open",
    "pasted": "pasted text",
    "typed_at_once": "text that came all at once",
    "answered_quickly": "answered implausibly quickly",
    "line_lost": "browser cut off",
}
"""Kinds of events that are signs, and what they are called in tables."""


class Behaviour(Frozen):
    """From when on something is noted."""

    idle_seconds: Annotated[float, Field(strict=True, gt=0, le=86_400, allow_inf_nan=False)] = 60.0
    """Nothing pressed for so long while a question is open."""
    quick_seconds: Annotated[float, Field(strict=True, ge=0, le=3_600, allow_inf_nan=False)] = 3.0
    """An answer confirmed sooner after its question was shown; 0: none is."""
    at_once: Annotated[int, Field(strict=True, ge=2, le=10_000)] = 20
    """Characters that arrive faster than anybody types."""


class IdleBegan(Aside):
    """Nothing was pressed for a while, with a question open."""

    kind: Literal["idle_began"] = "idle_began"
    seconds: float
    """For how long at that moment."""

    def apply(self, state: SessionState) -> None:
        """Counted; whoever watches sees it."""
        super().apply(state)
        state.idle = True


class IdleOver(Aside):
    """Something was pressed again, or the question was over."""

    kind: Literal["idle_over"] = "idle_over"
    seconds: float
    """For how long nothing was pressed, in all."""

    def apply(self, state: SessionState) -> None:
        """The time is added up."""
        super().apply(state)
        state.idle = False
        state.idle_ns += round(self.seconds * SECOND)


class TypedAtOnce(Aside):
    """Text came in key by key, but faster than anybody types: pasted by a terminal that does not
    say so, or typed by a program."""

    kind: Literal["typed_at_once"] = "typed_at_once"
    characters: int
    seconds: float
    """From the first character to the last."""


class AnsweredQuickly(Aside):
    """The answer that is confirmed next was given sooner than the question can be read."""

    kind: Literal["answered_quickly"] = "answered_quickly"
    step: int
    seconds: float
    """With the question open."""


class Observer:
    """Tells from inputs and their times what is to be noted. Times are nanoseconds of one clock."""

    def __init__(self, rule: Behaviour, now_ns: int) -> None:
        self.rule = rule
        self._last = now_ns
        """When something was pressed last, or the open question was shown."""
        self._asked: object = None
        """Which question was open at the last look."""
        self._idle = False
        self._first = self._latest = 0
        """Of the run of characters that are coming in."""
        self._run = 0

    def pressed(self, now_ns: int) -> Aside | None:
        """A key, a click, a turn of the wheel."""
        over = self._over(now_ns)
        self._last = now_ns
        return over

    def look(self, now_ns: int, question: object) -> Aside | None:
        """A moment has passed; `question` is the one that is open, None where there is none."""
        if question != self._asked:
            self._asked = question
            over = self._over(now_ns)
            self._last = now_ns
            return over
        quiet = now_ns - self._last
        if question is None or self._idle or quiet < self.rule.idle_seconds * SECOND:
            return None
        self._idle = True
        return IdleBegan(seconds=quiet / SECOND)

    def _over(self, now_ns: int) -> Aside | None:
        if not self._idle:
            return None
        self._idle = False
        return IdleOver(seconds=(now_ns - self._last) / SECOND)

    def typed(self, now_ns: int) -> None:
        """A character was typed into a text."""
        if not self._run or now_ns - self._latest > BETWEEN_NS:
            self._first, self._run = now_ns, 0
        self._latest = now_ns
        self._run += 1

    def burst(self, now_ns: int) -> Aside | None:
        """What came in all at once, when it is over: nothing more has come for a moment."""
        if not self._run or now_ns - self._latest <= BETWEEN_NS:
            return None
        count, self._run = self._run, 0
        if count < self.rule.at_once:
            return None
        return TypedAtOnce(characters=count, seconds=(self._latest - self._first) / SECOND)
