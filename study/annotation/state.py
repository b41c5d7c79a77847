"""The state of an annotator's desk, as a pure function of its events.

Owns `apply(state, stamped) -> state` and what may follow what. Whether a verdict fits its check and
whether an entry is complete is `checks`, asked by the desk before an event is made; which entry
comes next is `dealing`. No clock is read here.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from solver.errors import CountermodelError
from study.annotation import events as ev
from study.annotation.checks import Given
from study.annotation.scheme import Verdict

Standing = Literal["open", "skipped", "submitted", "released"]


class IllegalAnnotationError(CountermodelError):
    """An event that cannot happen in this state. It is refused and never stored."""


@dataclass(frozen=True, slots=True)
class EntryWork:
    """What an annotator did on one entry."""

    entry: str
    standing: Standing = "open"
    """`open` also while another entry is on the screen: it was begun and not finished."""
    verdicts: Mapping[str, Given] = field(default_factory=dict)
    """What the annotator gave, by key of the check; a draft until submitted."""
    settled: Mapping[str, Verdict] = field(default_factory=dict)
    """What the solver found, by key of the check."""
    proofs: Mapping[str, str] = field(default_factory=dict)
    comment: str = ""
    flagged: bool = False
    formalization: Mapping[str, Any] | None = None
    """As attached by this annotator."""
    readings: Mapping[str, ev.Reading] = field(default_factory=dict)
    pad: str = ""
    """What stands in the scratchpad, attached or not; empty where nothing was typed."""
    used_ns: int = 0
    """Time it was on the screen."""
    check_ns: Mapping[str, int] = field(default_factory=dict)
    """That time by check; what went by with no check in focus is in none."""
    changes: int = 0
    """Verdicts given, changed or taken back."""
    submissions: int = 0
    dealt_utc: str = ""
    submitted_utc: str = ""
    """Of the submission that holds; empty where none does."""

    @property
    def given(self) -> dict[str, Given]:
        """What holds on each check: the annotator's verdict, else the solver's."""
        found = {key: Given(verdict, by="solver") for key, verdict in self.settled.items()}
        for key, one in self.verdicts.items():
            same = self.settled.get(key) == one.verdict
            found[key] = replace(one, by="solver") if same and not one.reason else one
        return found

    def contradicts(self, key: str) -> bool:
        """Whether the annotator gave another verdict than the solver."""
        mine = self.verdicts.get(key)
        return mine is not None and key in self.settled and mine.verdict != self.settled[key]


@dataclass(frozen=True, slots=True)
class DeskState:
    """Everything about a desk at one event."""

    opened: ev.DeskOpened | None = None
    seq: int = -1
    mono_ns: int = 0
    utc: str = ""
    running: bool = False
    """Whether the current segment has not been ended in good order."""
    current: str | None = None
    """Entry on the screen."""
    focus: str | None = None
    work: Mapping[str, EntryWork] = field(default_factory=dict)
    """By entry, in the order of dealing."""
    submitted: tuple[str, ...] = ()
    """Entries with a submission that holds, in the order of submission."""

    @property
    def on_screen(self) -> EntryWork | None:
        """The work on the entry on the screen."""
        return None if self.current is None else self.work[self.current]

    @property
    def skipped(self) -> tuple[str, ...]:
        """Entries put aside, in the order of dealing."""
        return tuple(e for e, one in self.work.items() if one.standing == "skipped")

    @property
    def begun(self) -> tuple[str, ...]:
        """Entries begun and neither submitted, skipped nor given back."""
        return tuple(e for e, one in self.work.items() if one.standing == "open")

    @property
    def flagged(self) -> tuple[str, ...]:
        """Entries flagged for discussion."""
        return tuple(e for e, one in self.work.items() if one.flagged)


def replay(stamped: Iterable[ev.Stamped]) -> DeskState:
    """The state after these events, from nothing."""
    state = DeskState()
    for one in stamped:
        state = apply(state, one)
    return state


def apply(state: DeskState, stamped: ev.Stamped) -> DeskState:
    """The state after one more event.

    Raises IllegalAnnotationError where the event cannot happen now, or its number or time does not
    follow on the last one's.
    """
    event = stamped.event
    if stamped.seq != state.seq + 1:
        raise _illegal(state, event, f"number {stamped.seq} does not follow {state.seq}")
    fresh = isinstance(event, ev.SegmentStarted | ev.DeskOpened)
    if not fresh and stamped.mono_ns < state.mono_ns:
        raise _illegal(state, event, "its time is before the last event's")
    if not fresh and not state.running:
        raise _illegal(state, event, "the program is not running")
    if not fresh:
        state = _timed(state, stamped.mono_ns - state.mono_ns, event)
    state = replace(state, seq=stamped.seq, mono_ns=stamped.mono_ns, utc=stamped.utc)
    return _RULES[type(event)](state, event)


def _timed(state: DeskState, elapsed: int, event: ev.Event) -> DeskState:
    """Time goes to the entry on the screen and to the check in focus; without one, a verdict takes
    the time before it."""
    work = state.on_screen
    if work is None or not elapsed:
        return state
    check = state.focus
    if check is None and isinstance(event, ev.VerdictGiven):
        check = event.check
    times = work.check_ns
    if check is not None:
        times = {**times, check: times.get(check, 0) + elapsed}
    return _with(state, replace(work, used_ns=work.used_ns + elapsed, check_ns=times))


def _with(state: DeskState, work: EntryWork) -> DeskState:
    return replace(state, work={**state.work, work.entry: work})


def _illegal(state: DeskState, event: ev.Event, reason: str) -> IllegalAnnotationError:
    return IllegalAnnotationError(
        "This cannot happen now", f"{event.kind} at event {state.seq}: {reason}"
    )


def _open(state: DeskState, event: ev.Event, entry: str | None = None) -> EntryWork:
    work = state.on_screen
    if work is None:
        raise _illegal(state, event, "no entry is open")
    if entry is not None and entry != work.entry:
        raise _illegal(state, event, f"{entry} is not open, {work.entry} is")
    if work.standing == "submitted":
        raise _illegal(state, event, f"{work.entry} is submitted")
    return work


def _desk_opened(state: DeskState, event: ev.DeskOpened) -> DeskState:
    if state.opened is not None:
        raise _illegal(state, event, "the desk is open already")
    return replace(state, opened=event)


def _segment_started(state: DeskState, event: ev.SegmentStarted) -> DeskState:
    if state.opened is None:
        raise _illegal(state, event, "the desk was never opened")
    return replace(state, running=True, focus=None)


def _segment_ended(state: DeskState, _: ev.SegmentEnded) -> DeskState:
    return replace(state, running=False, focus=None)


def _entry_opened(state: DeskState, event: ev.EntryOpened) -> DeskState:
    known = state.work.get(event.entry)
    if event.dealt:
        if known is not None and known.standing != "released":
            raise _illegal(state, event, f"{event.entry} was dealt before")
        work = replace(known or EntryWork(event.entry), standing="open", dealt_utc=state.utc)
    elif known is None or known.standing == "released":
        raise _illegal(state, event, f"{event.entry} was not dealt")
    else:
        again: Standing = "open" if known.standing == "skipped" else known.standing
        work = replace(known, standing=again)
    return replace(_with(state, work), current=event.entry, focus=None)


def _check_focused(state: DeskState, event: ev.CheckFocused) -> DeskState:
    if state.on_screen is None:
        raise _illegal(state, event, "no entry is open")
    return replace(state, focus=event.check)


def _verdict_given(state: DeskState, event: ev.VerdictGiven) -> DeskState:
    work = _open(state, event)
    verdicts = {key: one for key, one in work.verdicts.items() if key != event.check}
    if event.verdict is not None:
        verdicts[event.check] = Given(event.verdict, event.reason)
    return _with(state, replace(work, verdicts=verdicts, changes=work.changes + 1))


def _settled(state: DeskState, event: ev.Settled) -> DeskState:
    work = _open(state, event)
    return _with(state, replace(work, settled=dict(event.verdicts), proofs=dict(event.proofs)))


def _comment_changed(state: DeskState, event: ev.CommentChanged) -> DeskState:
    work = state.on_screen
    if work is None:
        raise _illegal(state, event, "no entry is open")
    return _with(state, replace(work, comment=event.comment))


def _flag_changed(state: DeskState, event: ev.FlagChanged) -> DeskState:
    work = state.on_screen
    if work is None:
        raise _illegal(state, event, "no entry is open")
    return _with(state, replace(work, flagged=event.flagged))


def _pad_changed(state: DeskState, event: ev.PadChanged) -> DeskState:
    work = state.on_screen
    if work is None:
        raise _illegal(state, event, "no entry is open")
    return _with(state, replace(work, pad=event.text))


def _attached(state: DeskState, event: ev.FormalizationAttached) -> DeskState:
    work = _open(state, event)
    if event.formalization is None:
        return _with(state, replace(work, formalization=None, readings={}))
    work = replace(work, formalization=dict(event.formalization), readings=dict(event.readings))
    return _with(state, work)


def _submitted(state: DeskState, event: ev.Submitted) -> DeskState:
    work = _open(state, event, event.entry)
    done = replace(
        work,
        standing="submitted",
        submissions=work.submissions + 1,
        submitted_utc=state.utc,
    )
    return replace(
        _with(state, done), current=None, focus=None, submitted=(*state.submitted, event.entry)
    )


def _skipped(state: DeskState, event: ev.Skipped) -> DeskState:
    work = _open(state, event, event.entry)
    return replace(_with(state, replace(work, standing="skipped")), current=None, focus=None)


def _released(state: DeskState, event: ev.Released) -> DeskState:
    work = _open(state, event, event.entry)
    return replace(_with(state, replace(work, standing="released")), current=None, focus=None)


def _undone(state: DeskState, event: ev.Undone) -> DeskState:
    if not state.submitted or state.submitted[-1] != event.entry:
        raise _illegal(state, event, f"{event.entry} is not the last submission")
    work = replace(state.work[event.entry], standing="open", submitted_utc="")
    return replace(
        _with(state, work), current=event.entry, focus=None, submitted=state.submitted[:-1]
    )


def _heartbeat(state: DeskState, _: ev.Heartbeat) -> DeskState:
    return state


_RULES: Mapping[type, Callable[[DeskState, Any], DeskState]] = {
    ev.DeskOpened: _desk_opened,
    ev.SegmentStarted: _segment_started,
    ev.SegmentEnded: _segment_ended,
    ev.EntryOpened: _entry_opened,
    ev.CheckFocused: _check_focused,
    ev.VerdictGiven: _verdict_given,
    ev.Settled: _settled,
    ev.CommentChanged: _comment_changed,
    ev.FlagChanged: _flag_changed,
    ev.PadChanged: _pad_changed,
    ev.FormalizationAttached: _attached,
    ev.Submitted: _submitted,
    ev.Skipped: _skipped,
    ev.Released: _released,
    ev.Undone: _undone,
    ev.Heartbeat: _heartbeat,
}
