"""What each event does to a desk, and what may follow what.

Owns the rules, and the mutable form of a desk they work on: a long record is replayed without a
state an event. `state` makes such a form of a state and a state of it; nobody else holds one.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from study.annotation import events as ev
from study.annotation.checks import Given
from study.annotation.scheme import Verdict
from study.annotation.state import DeskState, EntryWork, IllegalAnnotationError, Standing


@dataclass(slots=True)
class WorkDraft:
    """`EntryWork`, to be written in."""

    entry: str
    standing: Standing
    verdicts: dict[str, Given]
    settled: Mapping[str, Verdict]
    proofs: Mapping[str, str]
    comment: str
    flagged: bool
    formalization: Mapping[str, Any] | None
    readings: Mapping[str, ev.Reading]
    pad: str
    used_ns: int
    check_ns: dict[str, int]
    changes: int
    submissions: int
    dealt_utc: str
    submitted_utc: str


_FIELDS = tuple(one.name for one in fields(EntryWork))


class DeskDraft:
    """`DeskState`, to be written in."""

    def __init__(self, state: DeskState) -> None:
        self.opened = state.opened
        self.seq, self.mono_ns, self.utc = state.seq, state.mono_ns, state.utc
        self.running = state.running
        self.current, self.focus = state.current, state.focus
        self.submitted = list(state.submitted)
        self._work: dict[str, EntryWork | WorkDraft] = dict(state.work)

    def state(self) -> DeskState:
        """What it has come to; the draft is not to be used any more."""
        work = {
            entry: EntryWork(*(getattr(one, name) for name in _FIELDS))
            if isinstance(one, WorkDraft)
            else one
            for entry, one in self._work.items()
        }
        return DeskState(
            self.opened,
            self.seq,
            self.mono_ns,
            self.utc,
            self.running,
            self.current,
            self.focus,
            work,
            tuple(self.submitted),
        )

    def take(self, stamped: ev.Stamped, thinned: bool = False) -> None:
        """One more event; with `thinned`, numbers before it may be missing.

        Raises IllegalAnnotationError.
        """
        event = stamped.event
        if stamped.seq != self.seq + 1 and not (thinned and stamped.seq > self.seq):
            raise self.illegal(event, f"number {stamped.seq} does not follow {self.seq}")
        if not isinstance(event, ev.SegmentStarted | ev.DeskOpened):
            if stamped.mono_ns < self.mono_ns:
                raise self.illegal(event, "its time is before the last event's")
            if not self.running:
                raise self.illegal(event, "the program is not running")
            self.spend(stamped.mono_ns - self.mono_ns, event)
        self.seq, self.mono_ns, self.utc = stamped.seq, stamped.mono_ns, stamped.utc
        _RULES[type(event)](self, event)

    def spend(self, elapsed: int, event: ev.Event) -> None:
        """Time goes to the entry on the screen and to the check in focus; without one, a verdict
        takes the time before it."""
        work = self.on_screen
        if work is None or not elapsed:
            return
        check = self.focus
        if check is None and isinstance(event, ev.VerdictGiven):
            check = event.check
        if check is not None:
            work.check_ns[check] = work.check_ns.get(check, 0) + elapsed
        work.used_ns += elapsed

    # --- work ------------------------------------------------------------------------------------

    @property
    def on_screen(self) -> WorkDraft | None:
        """The work on the entry on the screen."""
        return None if self.current is None else self.work(self.current)

    def work(self, entry: str) -> WorkDraft | None:
        """The work on an entry, to be written in; None where it was never dealt."""
        one = self._work.get(entry)
        if isinstance(one, EntryWork):
            values = {name: getattr(one, name) for name in _FIELDS}
            values |= {"verdicts": dict(one.verdicts), "check_ns": dict(one.check_ns)}
            one = self._work[entry] = WorkDraft(**values)
        return one

    def dealt(self, entry: str) -> WorkDraft:
        """New work on an entry."""
        self._work.setdefault(entry, EntryWork(entry))
        work = self.work(entry)
        assert work is not None
        return work

    def shown(self, event: ev.Event) -> WorkDraft:
        """The work on the screen, whatever its standing."""
        work = self.on_screen
        if work is None:
            raise self.illegal(event, "no entry is open")
        return work

    def open(self, event: ev.Event, entry: str | None = None) -> WorkDraft:
        """The work on the screen, where it can be changed."""
        work = self.shown(event)
        if entry is not None and entry != work.entry:
            raise self.illegal(event, f"{entry} is not open, {work.entry} is")
        if work.standing == "submitted":
            raise self.illegal(event, f"{work.entry} is submitted")
        return work

    def turn_to(self, entry: str | None) -> None:
        """Another entry is on the screen, or none."""
        self.current, self.focus = entry, None

    def illegal(self, event: ev.Event, reason: str) -> IllegalAnnotationError:
        """The error that says what cannot happen."""
        return IllegalAnnotationError(
            "This cannot happen now", f"{event.kind} at event {self.seq}: {reason}"
        )


def _desk_opened(desk: DeskDraft, event: ev.DeskOpened) -> None:
    if desk.opened is not None:
        raise desk.illegal(event, "the desk is open already")
    desk.opened = event


def _segment_started(desk: DeskDraft, event: ev.SegmentStarted) -> None:
    if desk.opened is None:
        raise desk.illegal(event, "the desk was never opened")
    desk.running, desk.focus = True, None


def _segment_ended(desk: DeskDraft, _: ev.SegmentEnded) -> None:
    desk.running, desk.focus = False, None


def _entry_opened(desk: DeskDraft, event: ev.EntryOpened) -> None:
    known = desk.work(event.entry)
    if event.dealt:
        if known is not None and known.standing != "released":
            raise desk.illegal(event, f"{event.entry} was dealt before")
        work = desk.dealt(event.entry)
        work.standing, work.dealt_utc = "open", desk.utc
    elif known is None or known.standing == "released":
        raise desk.illegal(event, f"{event.entry} was not dealt")
    elif known.standing == "skipped":
        known.standing = "open"
    desk.turn_to(event.entry)


def _check_focused(desk: DeskDraft, event: ev.CheckFocused) -> None:
    desk.shown(event)
    desk.focus = event.check


def _verdict_given(desk: DeskDraft, event: ev.VerdictGiven) -> None:
    work = desk.open(event)
    # What is changed goes to the end: the order is that of the last decisions.
    work.verdicts.pop(event.check, None)
    if event.verdict is not None:
        work.verdicts[event.check] = Given(event.verdict, event.reason)
    work.changes += 1


def _settled(desk: DeskDraft, event: ev.Settled) -> None:
    work = desk.open(event)
    work.settled, work.proofs = dict(event.verdicts), dict(event.proofs)


def _comment_changed(desk: DeskDraft, event: ev.CommentChanged) -> None:
    desk.shown(event).comment = event.comment


def _flag_changed(desk: DeskDraft, event: ev.FlagChanged) -> None:
    desk.shown(event).flagged = event.flagged


def _pad_changed(desk: DeskDraft, event: ev.PadChanged) -> None:
    desk.shown(event).pad = event.text


def _attached(desk: DeskDraft, event: ev.FormalizationAttached) -> None:
    work = desk.open(event)
    given = event.formalization
    work.formalization = None if given is None else dict(given)
    work.readings = {} if given is None else dict(event.readings)


def _submitted(desk: DeskDraft, event: ev.Submitted) -> None:
    work = desk.open(event, event.entry)
    work.standing, work.submitted_utc = "submitted", desk.utc
    work.submissions += 1
    desk.submitted.append(event.entry)
    desk.turn_to(None)


def _skipped(desk: DeskDraft, event: ev.Skipped) -> None:
    desk.open(event, event.entry).standing = "skipped"
    desk.turn_to(None)


def _released(desk: DeskDraft, event: ev.Released) -> None:
    desk.open(event, event.entry).standing = "released"
    desk.turn_to(None)


def _undone(desk: DeskDraft, event: ev.Undone) -> None:
    work = desk.work(event.entry)
    if work is None or not desk.submitted or desk.submitted[-1] != event.entry:
        raise desk.illegal(event, f"{event.entry} is not the last submission")
    work.standing, work.submitted_utc = "open", ""
    desk.submitted.pop()
    desk.turn_to(event.entry)


def _heartbeat(_desk: DeskDraft, _: ev.Heartbeat) -> None:
    """It only carries time."""


_RULES: Mapping[type, Callable[[DeskDraft, Any], None]] = {
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
