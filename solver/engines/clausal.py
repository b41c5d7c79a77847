"""Theories of which every premise is clauses over Bools or ground atoms as it stands.

Owns reading them in one pass: which atoms there are and the clauses over them come out of it
together, where any other theory has its atoms listed first.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solver.cancel import Budget, within
from solver.engines.atoms import BOOLS, Axis, NotFinite, axis_for, collect_keys, target_keys
from solver.engines.cnf import TRUE, Clause, Encoder
from solver.language.problem import Target, Theory
from solver.language.syntax import Count, Exists, ForAll, Formula, Prop

MOST_CLAUSES = 4096
"""Of more clauses than this no list is kept beside the solver's own."""

_FIRST = 16
"""So many formulas mostly show whether all are clauses."""
_NO_CLAUSES = {Count, ForAll, Exists}
"""Formulas that mostly need variables of their own, or are first-order."""


@dataclass(frozen=True, slots=True)
class Rows:
    """A theory as clauses over its atoms alone, with the encoder that wrote them."""

    clauses: list[Clause]
    encoder: Encoder
    atoms: int
    """How many there are; their variables follow `TRUE`, one by one."""

    @property
    def axes(self) -> tuple[Axis, ...]:
        """The axes of the atoms, in order of first occurrence."""
        return self.encoder.axes()


def rows_of(
    theory: Theory, keys: Iterable[str], formulas: Sequence[Formula], budget: Budget
) -> Rows | None:
    """Formulas as clauses over these atoms and those that occur; None where one needs a variable
    beside them, or there are too many. Raises `NotFinite`, `GaveUp`."""
    clauses: list[Clause] = []
    encoder = Encoder(theory.signature, theory.definitions, clauses.append, budget)
    encoder.put_atoms(keys)
    # What is no clause is seldom the last of them.
    for some in (formulas[:1], formulas[1:_FIRST], formulas[_FIRST:]):
        encoder.require_all(some)
        if encoder.variables > TRUE + len(encoder.atoms) or len(clauses) > MOST_CLAUSES:
            return None
    return Rows(clauses, encoder, len(encoder.atoms))


def premises_as_rows(
    theory: Theory, formulas: Sequence[Formula], targets: Sequence[Target], budget: Budget
) -> Rows | None:
    """The premises as clauses; atoms of targets and of formulas come first. None where some premise
    is no clause, or something is first-order, defined or an Enum. Raises `GaveUp`."""
    premises = theory.formulas
    if len(premises) > MOST_CLAUSES:
        return None
    if theory.definitions or not _NO_CLAUSES.isdisjoint(map(type, premises)):
        return None
    keys: dict[str, None] = {}
    try:
        target_keys(within(targets, budget), keys)
        for formula in formulas:
            collect_keys(formula, keys, budget)
        # What is more than a Bool may speak of Enums.
        plain = not formulas and all(type(target.formula) is Prop for target in targets)
        axes = () if plain else within(keys, budget)
        if any(axis_for(key, theory.signature).values != BOOLS for key in axes):
            return None
        return rows_of(theory, keys, premises, budget)
    except NotFinite:
        return None
