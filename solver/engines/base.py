"""What every engine can tell of one theory, and how it gives up.

Owns the protocol that query kinds are written against, and the exception for an engine's end
without an answer. An engine knows no query kind: it finds worlds, decides formulas, lists
assignments and minimal supports, each within the budget it was opened with.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from solver.cancel import Budget, within
from solver.cancel import GaveUp as GaveUp
from solver.language.problem import Target, Theory
from solver.language.syntax import Formula, is_propositional
from solver.results import EngineName, Model, Supports, World

_FURTHER_SECONDS = 0.5
_FURTHER_SHARE = 0.2
"""At most so much time, of what is left, goes to a world that no verdict rests on."""


class NotApplicable(GaveUp):
    """The theory or the question is outside what this engine can express."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Distinct assignments to targets: counted, and as many listed as were asked for."""

    models: tuple[Model, ...]
    count: int
    """All there are where `complete`, else a lower bound."""
    complete: bool = True
    """False where counting was cut short, by `most` or by the budget."""
    reason: str = ""
    """Why the budget cut it short; empty where it did not."""


class Engine(Protocol):
    """One theory, held by one engine under one budget.

    Every method may raise `GaveUp`, and does so within the budget's end plus the length of one
    step that cannot be interrupted (docs/engines.md). All but `further` raise it at once where the
    budget is over before they begin. `assumed` formulas hold beside the premises.
    """

    @property
    def name(self) -> EngineName:
        """The engine's column in reports."""

    @property
    def theory(self) -> Theory:
        """What is held."""

    @property
    def budget(self) -> Budget:
        """What the question that is being asked may take."""

    @property
    def note(self) -> str:
        """What should be said of how answers were reached, such as a bound on individuals."""

    @property
    def shows(self) -> bool:
        """Whether verdicts come with a world that shows them. Over predicates, making and checking
        a structure takes longer than finding out that there is one."""

    def over(
        self, theory: Theory, formulas: Iterable[Formula] = (), targets: Iterable[Target] = ()
    ) -> "Engine":
        """An engine of the same kind over another theory, within the same budget; `formulas` and
        `targets` are what will be asked about."""

    def world(self, *assumed: Formula) -> World | None:
        """A world in which premises and assumed formulas hold, over all symbols in use, or None
        where it is proved that there is none."""

    def further(self, *assumed: Formula) -> World | None:
        """Such a world for the screen alone, where no verdict rests on it: None also where it
        would cost more than next to nothing. Does not raise."""

    def satisfiable(self, *assumed: Formula) -> bool:
        """Whether such a world exists; cheaper than showing it."""

    def assignments(
        self,
        targets: Sequence[Target],
        *assumed: Formula,
        limit: int | None = None,
        most: int | None = None,
    ) -> Listing:
        """Distinct assignments to the targets in such worlds. At most `limit` are listed (None:
        all); counting may stop at `most`. Where the budget ends in between, the listing says so
        and is a lower bound."""

    def determines(self, targets: Sequence[Target], formula: Formula, *assumed: Formula) -> bool:
        """Whether such worlds that agree on the targets agree on the formula."""

    def supports(self, formula: Formula, *, cap: int, most: int | None = None) -> Supports:
        """Minimal sets of premises that entail the formula, smallest first, at most `cap`;
        the search ends after `most`. What the budget cut short is not `exhausted`."""


class ShowsFurther(ABC):
    """`Engine.further` of engines to which a world of a propositional theory costs little."""

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
        """Raises NotApplicable: such an engine is opened by the engine that it serves."""
        raise NotApplicable("this engine holds one set of premises alone")

    def further(self, *assumed: Formula) -> World | None:
        """See `Engine.further`; None where predicates occur, or no world is wanted at all."""
        if not self.shows:
            return None
        budget = self.budget
        self.budget = budget.at_most(min(_FURTHER_SECONDS, budget.left * _FURTHER_SHARE))
        try:
            if self._propositional is None:
                premises = within(self.theory.formulas, self.budget)
                self._propositional = all(map(is_propositional, premises))
            if not self._propositional or not all(map(is_propositional, assumed)):
                return None
            return self.world(*assumed)
        except GaveUp:
            return None
        finally:
            self.budget = budget
