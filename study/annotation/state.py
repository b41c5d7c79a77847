"""What the state of an annotator's desk holds at one event.

Owns the fields, and what can be derived from them. `rules` owns how events change a state; `checks`
owns whether a verdict fits its check and an entry is complete, which the desk asks before it
creates an event; `dealing` owns which entry comes next.
"""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from study.annotation import events as ev
from study.annotation.checks import StandingVerdict
from study.annotation.scheme import Verdict
from study.course.journal import Folded

Standing = Literal["open", "skipped", "submitted", "released"]


@dataclass(slots=True)
class EntryWork:
    """What an annotator did on one entry. Like its state, it never changes once it is handed
    out."""

    entry: str
    standing: Standing = "open"
    """`open` even while another entry is on the screen: begun and not finished."""
    verdicts: dict[str, StandingVerdict] = field(default_factory=dict)
    """The annotator's verdicts by key of the check; drafts until submitted."""
    settled_verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    """The solver's verdicts by key of the check."""
    proofs: Mapping[str, str] = field(default_factory=dict)
    comment: str = ""
    flagged: bool = False
    formalization: Mapping[str, Any] | None = None
    """The formalization that this annotator attached."""
    readings: Mapping[str, ev.Reading] = field(default_factory=dict)
    pad: str = ""
    """Text of the scratchpad, attached or not; empty where nothing was typed."""
    reasons: dict[str, str] = field(default_factory=dict)
    """Reasons for checks that currently have no verdict, by key."""
    settled_aside: dict[tuple[str, Verdict], str] = field(default_factory=dict)
    """Reasons for verdicts that were changed later, by key and verdict."""
    used_ns: int = 0
    """Time on the screen."""
    check_ns: dict[str, int] = field(default_factory=dict)
    """Time on the screen by focused check; time without a focused check is not included."""
    changes: int = 0
    """Number of verdicts given, changed or withdrawn."""
    submissions: int = 0
    dealt_utc: str = ""
    submitted_utc: str = ""
    """Time of the current submission; empty where there is none."""

    @property
    def standing_verdicts(self) -> dict[str, StandingVerdict]:
        """The current verdict on each check: the annotator's, or else the solver's."""
        verdicts = {
            key: StandingVerdict(verdict, decided_by="solver")
            for key, verdict in self.settled_verdicts.items()
        }
        for key, answer in self.verdicts.items():
            same = self.settled_verdicts.get(key) == answer.verdict
            verdicts[key] = (
                replace(answer, decided_by="solver") if same and not answer.reason else answer
            )
        return verdicts

    def contradicts(self, key: str) -> bool:
        """Whether the annotator's verdict differs from the solver's."""
        own_verdict = self.verdicts.get(key)
        return (
            own_verdict is not None
            and key in self.settled_verdicts
            and own_verdict.verdict != self.settled_verdicts[key]
        )


@dataclass(slots=True)
class DeskState(Folded):
    """Everything about a desk at one event."""

    opened: ev.DeskOpened | None = None
    current_entry: str | None = None
    """The entry on the screen."""
    focus: str | None = None
    work: dict[str, EntryWork] = field(default_factory=dict)
    """Work by entry, in the order of dealing."""
    submitted: tuple[str, ...] = ()
    """Entries with a current submission, in the order of submission."""
    shown_entries: frozenset[str] = frozenset()
    """Entries submitted before the annotator saw what others said."""
    _own_entries: set[str] = field(default_factory=set, repr=False, compare=False)
    """Entries whose work belongs only to this copy of the state."""

    @property
    def on_screen(self) -> EntryWork | None:
        """The work on the entry on the screen."""
        return None if self.current_entry is None else self.work[self.current_entry]

    @property
    def skipped(self) -> tuple[str, ...]:
        """Skipped entries, in the order of dealing."""
        return tuple(e for e, work in self.work.items() if work.standing == "skipped")

    @property
    def open_entries(self) -> tuple[str, ...]:
        """Entries begun and neither submitted, skipped nor released."""
        return tuple(e for e, work in self.work.items() if work.standing == "open")

    @property
    def flagged(self) -> tuple[str, ...]:
        """Entries flagged for discussion."""
        return tuple(e for e, work in self.work.items() if work.flagged)

    def copied(self) -> "DeskState":
        """A copy that may be modified; the work on an entry is copied when it changes."""
        after = copy(self)
        after.work, after._own_entries = dict(self.work), set()
        return after

    def writable(self, entry: str) -> EntryWork:
        """The work on an entry, for modification; raises KeyError where it was never dealt."""
        work = self.work[entry]
        if entry not in self._own_entries:
            own, check_ns = dict(work.verdicts), dict(work.check_ns)
            reasons, aside = dict(work.reasons), dict(work.settled_aside)
            work = self.work[entry] = replace(
                work, verdicts=own, check_ns=check_ns, reasons=reasons, settled_aside=aside
            )
            self._own_entries.add(entry)
        return work
