"""The rules of a desk: which event may follow which, and what each event changes.

Owns one rule per event, and their folding: `apply` and `replay`. No clock is read here.
"""

from collections.abc import Callable, Mapping
from typing import Any

from study.annotation import events as ev
from study.annotation.checks import StandingVerdict
from study.annotation.state import DeskState, EntryWork
from study.course import journal


def _spend(desk: DeskState, stamped: ev.Stamped) -> None:
    """Add the time to the entry on the screen and to the focused check; without one, a verdict gets
    the time before it. Time away is not added anywhere."""
    event, elapsed = stamped.event, stamped.mono_ns - desk.mono_ns
    if desk.current_entry is None or not elapsed or type(event) is ev.SegmentStarted:
        return
    work, check = desk.writable(desk.current_entry), desk.focus
    if check is None and type(event) is ev.VerdictGiven:
        check = event.check
    if check is not None:
        work.check_ns[check] = work.check_ns.get(check, 0) + elapsed
    work.used_ns += elapsed


def _shown_work(desk: DeskState, event: ev.Event) -> EntryWork:
    """The work on the screen, in any standing. Raises IllegalEventError where there is none."""
    if desk.current_entry is None:
        raise desk.illegal(event, "no entry is open")
    return desk.writable(desk.current_entry)


def _open(desk: DeskState, event: ev.Event, entry: str | None = None) -> EntryWork:
    """The work on the screen, which must be open to changes. Raises IllegalEventError where it is
    not."""
    work = _shown_work(desk, event)
    if entry is not None and entry != work.entry:
        raise desk.illegal(event, f"{entry} is not open, {work.entry} is")
    if work.standing == "submitted":
        raise desk.illegal(event, f"{work.entry} is submitted")
    return work


def _turn_to(desk: DeskState, entry: str | None) -> None:
    """Put another entry on the screen, or none."""
    desk.current_entry, desk.focus = entry, None


def _desk_opened(desk: DeskState, event: ev.DeskOpened) -> None:
    """The first event of a desk. Raises IllegalEventError at any other place."""
    if desk.opened is not None:
        raise desk.illegal(event, "the desk is open already")
    desk.opened = event


def _segment_started(desk: DeskState, event: ev.SegmentStarted) -> None:
    """Follows the opening of the desk. Raises IllegalEventError before it."""
    if desk.opened is None:
        raise desk.illegal(event, "the desk was never opened")
    desk.running, desk.focus = True, None


def _segment_ended(desk: DeskState, _: ev.SegmentEnded) -> None:
    desk.running, desk.focus = False, None


def _work_carried(desk: DeskState, event: ev.WorkCarried) -> None:
    """Take over the work of an earlier version. Raises IllegalEventError where the desk has work,
    or the work and its submissions contradict each other."""
    if desk.work:
        raise desk.illegal(event, "there is work at this desk already")
    for carried_work in event.works:
        verdicts = {
            key: StandingVerdict(v.verdict, v.reason) for key, v in carried_work.verdicts.items()
        }
        desk.work[carried_work.entry] = EntryWork(
            entry=carried_work.entry,
            standing=carried_work.standing,
            verdicts=verdicts,
            settled_verdicts=dict(carried_work.settled),
            proofs=dict(carried_work.proofs),
            comment=carried_work.comment,
            flagged=carried_work.flagged,
            formalization=None
            if carried_work.formalization is None
            else dict(carried_work.formalization),
            readings=dict(carried_work.readings),
            pad=carried_work.pad,
            reasons=dict(carried_work.reasons),
            used_ns=carried_work.used_ns,
            check_ns=dict(carried_work.check_ns),
            changes=carried_work.changes,
            submissions=carried_work.submissions,
            dealt_utc=carried_work.dealt_utc,
            submitted_utc=carried_work.submitted_utc,
        )
    standing = {id for id, work in desk.work.items() if work.standing == "submitted"}
    if set(event.submitted) != standing:
        raise desk.illegal(event, "submissions and the work on them do not fit")
    desk.submitted, desk.shown_entries = event.submitted, frozenset(event.shown)


def _entry_opened(desk: DeskState, event: ev.EntryOpened) -> None:
    """Put an entry on the screen. Raises IllegalEventError where it is dealt twice, or opened
    without being dealt."""
    earlier_work = desk.work.get(event.entry)
    theirs = earlier_work is not None and earlier_work.standing != "released"
    if event.dealt:
        if theirs:
            raise desk.illegal(event, f"{event.entry} was dealt before")
        desk.work.setdefault(event.entry, EntryWork(event.entry))
        work = desk.writable(event.entry)
        work.standing, work.dealt_utc = "open", desk.utc
    elif not theirs:
        raise desk.illegal(event, f"{event.entry} was not dealt")
    elif earlier_work is not None and earlier_work.standing == "skipped":
        desk.writable(event.entry).standing = "open"
    _turn_to(desk, event.entry)


def _check_focused(desk: DeskState, event: ev.CheckFocused) -> None:
    _shown_work(desk, event)
    desk.focus = event.check


def _verdict_given(desk: DeskState, event: ev.VerdictGiven) -> None:
    work = _open(desk, event)
    # A changed verdict moves to the end: the order is that of the last decisions.
    before = work.verdicts.pop(event.check, None)
    if before is not None and before.reason and before.verdict != event.verdict:
        work.settled_aside[event.check, before.verdict] = before.reason
    work.reasons.pop(event.check, None)
    if event.verdict is not None:
        work.verdicts[event.check] = StandingVerdict(event.verdict, event.reason)
    elif event.reason:
        work.reasons[event.check] = event.reason
    work.changes += 1


def _settled(desk: DeskState, event: ev.Settled) -> None:
    work = _open(desk, event)
    work.settled_verdicts, work.proofs = dict(event.verdicts), dict(event.proofs)


def _comment_changed(desk: DeskState, event: ev.CommentChanged) -> None:
    _shown_work(desk, event).comment = event.comment


def _flag_changed(desk: DeskState, event: ev.FlagChanged) -> None:
    _shown_work(desk, event).flagged = event.flagged


def _pad_changed(desk: DeskState, event: ev.PadChanged) -> None:
    _shown_work(desk, event).pad = event.text


def _attached(desk: DeskState, event: ev.FormalizationAttached) -> None:
    work = _open(desk, event)
    formalization = event.formalization
    work.formalization = None if formalization is None else dict(formalization)
    work.readings = {} if formalization is None else dict(event.readings)


def _submitted(desk: DeskState, event: ev.Submitted) -> None:
    work = _open(desk, event, event.entry)
    work.standing, work.submitted_utc = "submitted", desk.utc
    work.submissions += 1
    desk.submitted = (*desk.submitted, event.entry)
    _turn_to(desk, None)


def _skipped(desk: DeskState, event: ev.Skipped) -> None:
    _open(desk, event, event.entry).standing = "skipped"
    _turn_to(desk, None)


def _released(desk: DeskState, event: ev.Released) -> None:
    _open(desk, event, event.entry).standing = "released"
    _turn_to(desk, None)


def _undone(desk: DeskState, event: ev.Undone) -> None:
    """Open the last submission again. Raises IllegalEventError for another entry, and after others'
    work was shown."""
    if desk.submitted[-1:] != (event.entry,):
        raise desk.illegal(event, f"{event.entry} is not the last submission")
    if event.entry in desk.shown_entries:
        raise desk.illegal(event, "what others said has been shown")
    work = desk.writable(event.entry)
    work.standing, work.submitted_utc = "open", ""
    desk.submitted = desk.submitted[:-1]
    _turn_to(desk, event.entry)


def _others_shown(desk: DeskState, event: ev.OthersShown) -> None:
    entries = desk.submitted if event.entries is None else event.entries
    desk.shown_entries = desk.shown_entries | frozenset(entries)


def _heartbeat(_desk: DeskState, _: ev.Heartbeat) -> None:
    """Do nothing: the event only carries time."""


_RULES: Mapping[type[ev.Event], Callable[[DeskState, Any], None]] = {
    ev.DeskOpened: _desk_opened,
    ev.SegmentStarted: _segment_started,
    ev.SegmentEnded: _segment_ended,
    ev.WorkCarried: _work_carried,
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
    ev.OthersShown: _others_shown,
    ev.Heartbeat: _heartbeat,
}
FOLD: journal.Fold[DeskState, ev.Event] = journal.Fold(
    blank=DeskState,
    rule=lambda desk, event: _RULES[type(event)](desk, event),
    opening=ev.DeskOpened,
    segment=ev.SegmentStarted,
    spend=_spend,
    beating=lambda _: True,
)
apply, replay = FOLD.apply, FOLD.replay
