"""What a way of holding the premises must be able to tell."""

from collections.abc import Sequence
from typing import Protocol

from solver.language.problem import Target
from solver.language.syntax import Formula
from solver.worlds.decode import Values
from solver.worlds.small import Assignments


class Backend(Protocol):
    """What a way of holding the premises must be able to tell. `given` narrows the premises."""

    def sides(self, formula: Formula, given: Formula | None) -> tuple[bool, bool]:
        """Whether the formula holds in some model, and whether it fails in some model."""

    def split(self, formula: Formula, given: Formula | None) -> tuple[Values | None, Values | None]:
        """A model in which the formula holds, and one in which it fails, over all symbols."""

    def world(self, given: Formula | None) -> Values | None:
        """A model over all symbols."""

    def assignments(
        self,
        targets: Sequence[Target],
        given: Formula | None,
        against: Formula | None,
        limit: int | None,
    ) -> Assignments:
        """Distinct assignments to the targets in models, of `given` and not of `against`."""

    def determines(
        self, targets: Sequence[Target], formula: Formula, given: Formula | None
    ) -> bool:
        """Whether models that agree on the targets agree on the formula."""

    def models(self, limit: int | None = None) -> list[Values]:
        """Models over all symbols."""
