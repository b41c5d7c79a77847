"""The steps that the loop yields (asking, solving, noting), and its ending.

Owns these records and the names of the gates. The loop creates the records; its caller executes
them.
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
    """A request to a model; the result is the text of its reply."""

    role: str
    stage: str
    model: str
    version: int
    """Version of the candidate, from 1; 0 before there is one."""
    attempt: int
    """Number of the attempt, from 1; repeated because the previous reply could not be used."""
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Solve:
    """A task for the solver; the result is plain data."""

    gate: str
    version: int
    record: Mapping[str, Any]
    """The candidate."""
    golds: Mapping[str, Any] = field(default_factory=dict)
    """After answering: the gold answers, as plain data."""
    answers: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Note:
    """A note to be recorded: what was decided, by whom and why. There is no result."""

    author: str
    """A role, `solver`, or `loop`."""
    event: str
    """`blueprint`, `version`, `passed`, `sent back`, `repair`, `residual`, `unusable`, `answers`,
    `accepted`, `rejected`."""
    gate: str
    version: int
    text: str = ""
    issues: tuple[Issue, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The form stored in the record."""
        return {
            "who": self.author,
            "what": self.event,
            "gate": self.gate,
            "version": self.version,
            "text": self.text,
            "issues": [issue.to_json() for issue in self.issues],
            "data": dict(self.details),
        }


Effect = Ask | Solve | Note
Course = Generator[tuple[Effect, ...], Sequence[Any], T]
"""Yields steps to be done concurrently, and receives their results in order."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How an item left the loop."""

    accepted: bool
    reason: str
    """Why it was not accepted; empty if it was."""
    item: Item | None = None
    """The hardened item."""


def used_up(gate: str) -> str:
    """The reason for giving up an item when a gate's retries are used up."""
    return f"the retries of the {gate} gate are used up"
