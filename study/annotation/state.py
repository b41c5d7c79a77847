"""The state of an annotator's desk, as a pure function of its events.

Owns what the state is, `apply(state, stamped) -> state` and `replay`. What an event does and what
may follow what is `rules`; whether a verdict fits its check and whether an entry is complete is
`checks`, asked by the desk before an event is made; which entry comes next is `dealing`. No clock
is read here.
"""

from collections.abc import Iterable, Mapping
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


def apply(state: DeskState, stamped: ev.Stamped) -> DeskState:
    """The state after one more event.

    Raises IllegalAnnotationError where the event cannot happen now, or its number or time does not
    follow on the last one's.
    """
    return replay((stamped,), state)


def replay(
    stamped: Iterable[ev.Stamped], since: DeskState | None = None, *, thinned: bool = False
) -> DeskState:
    """The state after these events, from nothing or from an earlier state. With `thinned`,
    heartbeats that change nothing were left out, and their numbers are missing.

    Raises IllegalAnnotationError as `apply`.
    """
    from study.annotation.rules import DeskDraft

    draft = DeskDraft(since or DeskState())
    for one in stamped:
        draft.take(one, thinned)
    return draft.state()
