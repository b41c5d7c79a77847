"""What the state of an annotator's desk holds at one event.

Owns the fields, and what can be read off them. How events change a state is in `rules`; whether a
verdict fits its check and whether an entry is complete is `checks`', asked by the desk before an
event is made; which entry comes next is `dealing`'s.
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
    """What an annotator did on one entry. Like the state it is in, it never changes once it was
    handed out."""

    entry: str
    standing: Standing = "open"
    """`open` also while another entry is on the screen: it was begun and not finished."""
    verdicts: dict[str, StandingVerdict] = field(default_factory=dict)
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
    reasons: dict[str, str] = field(default_factory=dict)
    """Reasons of checks that have no verdict, yet or any more, by key."""
    aside: dict[tuple[str, Verdict], str] = field(default_factory=dict)
    """Reasons of verdicts that were changed since, by key and verdict."""
    used_ns: int = 0
    """Time it was on the screen."""
    check_ns: dict[str, int] = field(default_factory=dict)
    """That time by check; what went by with no check in focus is in none."""
    changes: int = 0
    """Verdicts given, changed or taken back."""
    submissions: int = 0
    dealt_utc: str = ""
    submitted_utc: str = ""
    """Of the submission that holds; empty where none does."""

    @property
    def standing_verdicts(self) -> dict[str, StandingVerdict]:
        """What holds on each check: the annotator's verdict, else the solver's."""
        verdicts = {
            key: StandingVerdict(verdict, by="solver") for key, verdict in self.settled.items()
        }
        for key, answer in self.verdicts.items():
            same = self.settled.get(key) == answer.verdict
            verdicts[key] = replace(answer, by="solver") if same and not answer.reason else answer
        return verdicts

    def contradicts(self, key: str) -> bool:
        """Whether the annotator gave another verdict than the solver."""
        own_verdict = self.verdicts.get(key)
        return (
            own_verdict is not None
            and key in self.settled
            and own_verdict.verdict != self.settled[key]
        )


@dataclass(slots=True)
class DeskState(Folded):
    """Everything about a desk at one event."""

    opened: ev.DeskOpened | None = None
    current: str | None = None
    """Entry on the screen."""
    focus: str | None = None
    work: dict[str, EntryWork] = field(default_factory=dict)
    """By entry, in the order of dealing."""
    submitted: tuple[str, ...] = ()
    """Entries with a submission that holds, in the order of submission."""
    shown: frozenset[str] = frozenset()
    """Entries that were submitted when the annotator was shown what others said."""
    _own: set[str] = field(default_factory=set, repr=False, compare=False)
    """Entries whose work belongs to this copy of the state alone."""

    @property
    def on_screen(self) -> EntryWork | None:
        """The work on the entry on the screen."""
        return None if self.current is None else self.work[self.current]

    @property
    def skipped(self) -> tuple[str, ...]:
        """Entries put aside, in the order of dealing."""
        return tuple(e for e, work in self.work.items() if work.standing == "skipped")

    @property
    def begun(self) -> tuple[str, ...]:
        """Entries begun and neither submitted, skipped nor given back."""
        return tuple(e for e, work in self.work.items() if work.standing == "open")

    @property
    def flagged(self) -> tuple[str, ...]:
        """Entries flagged for discussion."""
        return tuple(e for e, work in self.work.items() if work.flagged)

    def copied(self) -> "DeskState":
        """A copy that may be written into; the work on an entry is copied once it changes."""
        after = copy(self)
        after.work, after._own = dict(self.work), set()
        return after

    def writable(self, entry: str) -> EntryWork:
        """The work on an entry, to be written into; raises KeyError where it was never dealt."""
        work = self.work[entry]
        if entry not in self._own:
            own, check_ns = dict(work.verdicts), dict(work.check_ns)
            reasons, aside = dict(work.reasons), dict(work.aside)
            work = self.work[entry] = replace(
                work, verdicts=own, check_ns=check_ns, reasons=reasons, aside=aside
            )
            self._own.add(entry)
        return work
