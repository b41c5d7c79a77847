"""The interface of engines.

Owns the protocol that query kinds are written against, and the exception for queries that an engine
cannot express. An engine does not know query kinds: it finds worlds, decides formulas, and lists
assignments and minimal supports, each within its budget.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from solver.cancel import Budget, within
from solver.cancel import GaveUp as GaveUp
from solver.language.problem import Target, Theory
from solver.language.syntax import Formula, is_propositional
from solver.quick_dataclasses import quick
from solver.results import EngineName, Model, Supports, World

_FURTHER_SECONDS = 0.5
_FURTHER_SHARE = 0.2
"""Maximum time, in seconds and as a share of the time left, for a world on which no verdict
depends."""


class NotApplicable(GaveUp):
    """This engine cannot express the theory or the question."""


@quick
@dataclass(frozen=True, slots=True)
class Listing:
    """Distinct assignments to targets: their count, and as many of them as were requested."""

    models: tuple[Model, ...]
    count: int
    """The exact number if `complete`, else a lower bound."""
    complete: bool = True
    """False if counting was cut short by `most` or by the budget."""
    reason: str = ""
    """Why the budget cut it short; empty if it did not."""


class Engine(Protocol):
    """One theory in one engine under one budget.

    Every method may raise `GaveUp`, at the latest when the budget ends and one uninterruptible step
    has finished (docs/engines.md). All except `further` raise it immediately if the budget is
    already used up. `assumed` formulas are added to the premises.
    """

    @property
    def name(self) -> EngineName:
        """The name of the engine's column in reports."""

    @property
    def theory(self) -> Theory:
        """The engine's theory."""

    @property
    def budget(self) -> Budget:
        """The budget of the current question."""

    @property
    def note(self) -> str:
        """How answers were reached, if worth reporting, e.g. a bound on individuals."""

    @property
    def shows(self) -> bool:
        """Whether verdicts come with a world that demonstrates them. With predicates, constructing
        and checking a structure takes longer than proving that there is one."""

    def over(
        self, theory: Theory, formulas: Iterable[Formula] = (), targets: Iterable[Target] = ()
    ) -> "Engine":
        """An engine of the same kind for another theory, within the same budget; later questions
        will be about `formulas` and `targets`."""

    def world(self, *assumed: Formula) -> World | None:
        """A world in which premises and assumed formulas hold, over all symbols in use; None if it
        is proved that there is none."""

    def further(self, *assumed: Formula) -> World | None:
        """Such a world for display only, on which no verdict depends: also None if finding it would
        be expensive. Does not raise."""

    def satisfiable(self, *assumed: Formula) -> bool:
        """Whether such a world exists; cheaper than finding it."""

    def assignments(
        self,
        targets: Sequence[Target],
        *assumed: Formula,
        limit: int | None = None,
        most: int | None = None,
    ) -> Listing:
        """Distinct assignments to the targets in such worlds. At most `limit` are listed (None:
        all); counting may stop at `most`. If the budget ends during the count, the listing says so
        and its count is a lower bound."""

    def determines(self, targets: Sequence[Target], formula: Formula, *assumed: Formula) -> bool:
        """Whether all such worlds that agree on the targets also agree on the formula."""

    def supports(self, formula: Formula, *, cap: int, most: int | None = None) -> Supports:
        """Minimal sets of premises that entail the formula, smallest first, at most `cap`; the
        search ends after `most`. If the budget cut it short, the result is not `exhausted`."""


class FurtherWorlds(ABC):
    """`Engine.further` of engines that find a world of a propositional theory cheaply."""

    theory: Theory
    budget: Budget
    shows = True
    _propositional: bool | None = None

    @abstractmethod
    def world(self, *assumed: Formula) -> World | None:
        """See `Engine.world`."""

    def over(
        self, theory: Theory, formulas: Iterable[Formula] = (), targets: Iterable[Target] = ()
    ) -> "Engine":
        """Raise NotApplicable: another engine creates these engines."""
        raise NotApplicable("this engine holds one set of premises alone")

    def _is_propositional(self) -> bool:
        """Whether no premise has predicates, quantifiers or equality."""
        return all(map(is_propositional, within(self.theory.formulas, self.budget)))

    def further(self, *assumed: Formula) -> World | None:
        """See `Engine.further`; None if predicates occur, or if `shows` is off."""
        if not self.shows:
            return None
        budget = self.budget
        self.budget = budget.at_most(min(_FURTHER_SECONDS, budget.left * _FURTHER_SHARE))
        try:
            if self._propositional is None:
                self._propositional = self._is_propositional()
            if not self._propositional or not all(map(is_propositional, assumed)):
                return None
            return self.world(*assumed)
        except GaveUp:
            return None
        finally:
            self.budget = budget
