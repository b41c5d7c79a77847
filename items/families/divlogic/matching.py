"""Options that no count tells apart: what is counted in an option and in the premises about it.

Owns the marks of an option: its form and signs, and how each of its symbols stands in the premises
(as a fact, left or right of an arrow, how often, together with the other) and in the conclusion
asked about. Where all options of a question have the same marks, a reader who counts but does not
reason has no reason to prefer any.
"""

from collections.abc import Hashable, Sequence
from itertools import combinations
from typing import Literal

from items.families.divlogic.masks import Lit, Statement

Level = Literal["roles", "counts", "form"]
LEVELS: tuple[Level, ...] = ("roles", "counts", "form")
"""From all marks to the form and signs alone."""


class Uses:
    """How every symbol stands in premises, and in a conclusion where one is shown."""

    def __init__(
        self,
        premises: Sequence[Statement],
        conclusion: Statement | None = None,
        level: Level = "roles",
    ) -> None:
        self.level = level
        self.symbols = [statement.symbols for statement in premises]
        self.asked = () if conclusion is None else conclusion.literals
        self.roles: dict[int, dict[str, int]] = {}
        for statement in premises:
            last = len(statement.literals) - 1
            for place, lit in enumerate(statement.literals):
                if statement.form == "fact":
                    role = "denied" if lit & 1 else "stated"
                elif place == last:
                    role = "right"
                else:
                    role = "left, not both" if statement.form == "not_both" else "left"
                own = self.roles.setdefault(lit >> 1, {})
                own[role] = own.get(role, 0) + 1
        self._of: dict[Lit, Hashable] = {}

    def of(self, lit: Lit) -> Hashable:
        """The marks of a literal."""
        known = self._of.get(lit)
        if known is None:
            known = self._of[lit] = self._literal(lit)
        return known

    def _literal(self, lit: Lit) -> Hashable:
        if self.level == "form":
            return lit & 1
        own = self.roles.get(lit >> 1, {})
        asked = tuple(
            (place, other == lit)
            for place, other in enumerate(self.asked)
            if other >> 1 == lit >> 1
        )
        if self.level == "counts":
            return (lit & 1, sum(own.values()), bool(asked))
        return (lit & 1, tuple(sorted(own.items())), asked)

    def marks(self, statement: Statement) -> Hashable:
        """The marks of an option."""
        lits = statement.literals
        together: tuple[int, ...] = ()
        if self.level == "roles":
            together = tuple(
                sum(1 for symbols in self.symbols if not pair & ~symbols)
                for one, other in combinations(lits, 2)
                for pair in ((1 << (one >> 1)) | (1 << (other >> 1)),)
            )
        return (statement.form, tuple([self.of(lit) for lit in lits]), together)


def alike(options: Sequence[Statement], premises: Sequence[Statement]) -> bool:
    """Whether the options resemble one another equally: the symbols of each stand equally often in
    the others, in the same places, and together with those of the others in premises."""
    profiles = set()
    shown = [statement.symbols for statement in premises]
    for place, option in enumerate(options):
        others = [other for n, other in enumerate(options) if n != place]
        symbols = [lit >> 1 for other in others for lit in other.literals]
        near = sorted(
            sum(1 for mask in shown if mask & option.symbols and mask & other.symbols)
            for other in others
        )
        profiles.add((tuple([symbols.count(lit >> 1) for lit in option.literals]), tuple(near)))
        if len(profiles) > 1:
            return False
    return True
