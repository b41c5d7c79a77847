"""What the loop yields, to be asked, solved or noted, and how an item left it.

Owns these records and the names of the gates. The loop makes the records; whoever runs it carries
them out.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from items.asking.message import Message
from items.harden.issue import Issue
from items.models import Item

T = TypeVar("T")
REVIEW, VERIFY = "review", "verify"
"""The gates: before answering, and after it."""


@dataclass(frozen=True, slots=True)
class Ask:
    """To be sent to a model; comes back as the text of its reply."""

    role: str
    stage: str
    model: str
    version: int
    """Of the candidate, from 1; 0 before there is one."""
    attempt: int
    """From 1: how often this was asked because the reply could not be used."""
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Solve:
    """To be worked out by the solver; comes back as plain data."""

    gate: str
    version: int
    record: Mapping[str, Any]
    """The candidate."""
    golds: Mapping[str, Any] = field(default_factory=dict)
    """After answering: the golds, as plain data."""
    answers: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Note:
    """To be written down: what was decided, by whom and why. Nothing comes back."""

    who: str
    """A role, `solver`, or `loop`."""
    what: str
    """`blueprint`, `version`, `passed`, `sent back`, `repair`, `residual`, `unusable`, `answers`,
    `accepted`, `rejected`."""
    gate: str
    version: int
    text: str = ""
    issues: tuple[Issue, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """As the record keeps it."""
        return {
            "who": self.who,
            "what": self.what,
            "gate": self.gate,
            "version": self.version,
            "text": self.text,
            "issues": [issue.to_json() for issue in self.issues],
            "data": dict(self.data),
        }


Effect = Ask | Solve | Note
Course = Generator[tuple[Effect, ...], Sequence[Any], T]
"""Yields what is to be done at the same time, gets what came of each in order."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How an item left the loop."""

    accepted: bool
    reason: str
    """Why not; empty where it was accepted."""
    item: Item | None = None
    """The hardened item."""


def used_up(gate: str) -> str:
    """Why an item is given up that a gate would send back once too often."""
    return f"the retries of the {gate} gate are used up"
