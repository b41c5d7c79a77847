"""One objection of a gate to a candidate, as used by the loop, the record and the screens.

Owns the class and its JSON. Leaves the kinds to `catalogue`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from items.harden.catalogue import IssueKind, issue_kinds

if TYPE_CHECKING:
    # The modules of roles import much that a report does not need.
    from items.harden.roles.objections import Objection


@dataclass(frozen=True, slots=True)
class Issue:
    """One objection."""

    code: str
    by: str
    """The role that reported it, or `solver`."""
    questions: tuple[str, ...] = ()
    strategy: str = ""
    clue: str = ""
    suggestion: str = ""
    claim: str = ""
    """The refuted claim, if any."""
    world: Mapping[str, Any] | None = None
    """The world that refutes it."""
    premises: tuple[int, ...] = ()
    """Numbers of premises, from 0."""

    @property
    def kind(self) -> IssueKind:
        """Its entry in the catalogue."""
        return issue_kinds()[self.code]

    @property
    def hard(self) -> bool:
        """Whether it must be fixed."""
        return self.kind.severity == "hard"

    def to_json(self) -> dict[str, Any]:
        """The non-empty fields; `from_json` restores an equal issue."""
        return {name: value for name, value in asdict(self).items() if value not in ("", (), None)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Issue":
        """The issue of an object made by `to_json`."""
        listed: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
        }
        return cls(**listed)

    @classmethod
    def reported(cls, role: str, objection: "Objection") -> "Issue":
        """The issue that a role reported."""
        return cls(
            objection.code,
            role,
            objection.questions,
            objection.strategy,
            objection.clue,
            objection.suggestion,
        )


def issue_rows(issues: Iterable[Issue], language: str) -> list[dict[str, Any]]:
    """Issues as passed to a role, with their meaning."""
    return [
        {**issue.to_json(), "meaning": issue.kind.texts[language], "severity": issue.kind.severity}
        for issue in issues
    ]
