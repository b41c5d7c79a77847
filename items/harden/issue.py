"""One objection of a gate to a candidate, as the loop, the record and the screens have it.

Owns the class and its JSON. Which kinds there are is `catalogue`'s.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from items.harden.catalogue import IssueKind, issue_kinds

if TYPE_CHECKING:
    # What a role says is read with much that a report does without.
    from items.harden.roles.objections import Objection


@dataclass(frozen=True, slots=True)
class Issue:
    """One objection."""

    code: str
    by: str
    """A role, or `solver`."""
    questions: tuple[str, ...] = ()
    strategy: str = ""
    clue: str = ""
    suggestion: str = ""
    claim: str = ""
    """The claim that was refuted, where it is one."""
    world: Mapping[str, Any] | None = None
    """The world that refutes it."""
    premises: tuple[int, ...] = ()
    """From 0."""

    @property
    def kind(self) -> IssueKind:
        """Its entry in the catalogue."""
        return issue_kinds()[self.code]

    @property
    def hard(self) -> bool:
        """Whether it cannot be lived with."""
        return self.kind.severity == "hard"

    def to_json(self) -> dict[str, Any]:
        """What says something; `from_json` gives back an equal issue."""
        return {name: value for name, value in asdict(self).items() if value not in ("", (), None)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Issue":
        """The issue of an object that `to_json` made."""
        listed: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
        }
        return cls(**listed)

    @classmethod
    def reported(cls, who: str, objection: "Objection") -> "Issue":
        """What a role reported."""
        return cls(
            objection.code,
            who,
            objection.questions,
            objection.strategy,
            objection.clue,
            objection.suggestion,
        )


def issue_rows(issues: Iterable[Issue], language: str) -> list[dict[str, Any]]:
    """Issues as a role reads them: with what they mean."""
    return [
        {**issue.to_json(), "meaning": issue.kind.texts[language], "severity": issue.kind.severity}
        for issue in issues
    ]
