"""A SAT solver over the ground atoms of a theory that is too large to build as formulas.

Owns the differences from `sat`: premises are passed to the solver as whole columns of clauses, and
become formulas only if a decision diagram is tried.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from solver.cancel import Budget, Meter, within
from solver.engines.cnf import Clause, Encoder
from solver.engines.ground_clauses import GroundEncoder
from solver.engines.grounding import Grounding
from solver.engines.sat import SatEngine, enum_value, is_true
from solver.language.miniscoping import quantified
from solver.language.problem import Premise, Target, Theory
from solver.language.syntax import And, Constant, Equal, Formula, Not
from solver.results import Model


class GroundSatEngine(SatEngine):
    """A grounding in a SAT solver."""

    def __init__(self, grounding: Grounding, budget: Budget) -> None:
        premises = within(zip(grounding.premises, grounding.narrowed_premises, strict=True), budget)
        narrowed = tuple([Premise(premise.number, formula) for premise, formula in premises])
        super().__init__(Theory(grounding.signature, narrowed), budget=budget, axes=())
        self._grounding = grounding

    def _encoder(self, add: Callable[[Clause], object]) -> Encoder:
        grounding = self._grounding
        elements, constants = grounding.grounder.elements, len(grounding.constants)
        return GroundEncoder(grounding.signature, elements, constants, add, self.budget)

    def _put(self, encoder: Encoder, switches: Mapping[int, int] | None = None) -> None:
        assert isinstance(encoder, GroundEncoder)
        grounding = self._grounding
        # Quantifier-free premises first, since the solver drops clauses that known facts satisfy.
        first: list[tuple[Premise, int]] = []
        last: list[tuple[Premise, int]] = []
        premises = zip(self.theory.premises, grounding.first_constants, strict=True)
        for pair in within(premises, self.budget):
            (last if quantified(pair[0].formula) else first).append(pair)
        for premise, start in within(chain(first, last), self.budget):
            switch = 0 if switches is None else switches[premise.number]
            encoder.sentence(premise.formula, start, switch)
        if grounding.equality:
            apart: set[tuple[str, str]] = set()
            if switches is None:
                apart = _apart(self.theory.formulas, self.budget)
            encoder.laws(sorted(grounding.predicates), apart)

    def _clausal(self, targets: Sequence[Target], assumed: Sequence[Formula]) -> None:
        """None, since sentences become clauses over more atoms than the targets."""
        return

    def _written(self) -> tuple[Theory, Sequence[Formula]]:
        grounding = self._grounding
        grounding.grounder.use(self.budget)
        return grounding.theory, grounding.laws

    def world(self, *assumed: Formula) -> Model | None:
        """See `Engine.world`."""
        if not self.satisfiable(*assumed):
            return None
        clauses, encoder = self._loaded()
        model = clauses.model()
        world: dict[str, bool | str] = {
            key: is_true(atom, model) for key, atom in encoder.atoms.items()
        }
        for key, values in encoder.enums.items():
            world[key] = enum_value(values, model)
        return world


def _apart(formulas: Sequence[Formula], budget: Budget) -> set[tuple[str, str]]:
    """Pairs of constants that formulas explicitly state to be different. Raises `GaveUp`."""
    meter = Meter(budget)
    pairs: set[tuple[str, str]] = set()
    stack = list(formulas)
    while stack:
        meter.spend()
        node = stack.pop()
        if type(node) is And:
            stack.extend(node.parts)
        elif type(node) is Not and type(node.body) is Equal:
            left, right = node.body.left, node.body.right
            if type(left) is Constant and type(right) is Constant and left.name != right.name:
                pairs.add((left.name, right.name))
    return pairs
