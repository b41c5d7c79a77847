"""Objections of the reviewer and the verifier: issues of the catalogue.

Owns the form of an objection, and checks that a role reports only its own kinds of issue.
"""

from collections.abc import Iterable

from pydantic import Field

from items.harden.catalogue import reported_by
from items.harden.roles.role import Reply


class Objection(Reply):
    """One issue at one place."""

    code: str
    questions: tuple[str, ...] = ()
    """Ids of the questions it is about."""
    strategy: str = ""
    clue: str = ""
    """The part of the background that has no effect."""
    suggestion: str = Field(min_length=1)
    """What to do about it."""


def require_known(role: str, objections: Iterable[Objection]) -> None:
    """Raise ValueError if a role reports an issue that it may not report."""
    own_kinds = reported_by(role)
    for objection in objections:
        if objection.code not in own_kinds:
            raise ValueError(f"{objection.code!r} is none of {', '.join(own_kinds)}")
