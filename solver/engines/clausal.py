"""Theories whose premises are all clauses over Bools or ground atoms.

Owns reading them in one pass, which gives both the atoms and the clauses; for any other theory the
atoms are listed first.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solver.cancel import Budget, within
from solver.engines.atoms import BOOLS, Axis, NotFinite, axis_for, collect_keys, target_keys
from solver.engines.cnf import TRUE, Clause, Encoder
from solver.language.problem import Target, Theory
from solver.language.syntax import Count, Exists, ForAll, Formula, Prop

MOST_CLAUSES = 4096
"""Maximum clauses that are kept in a list in addition to the solver's own."""

_FIRST = 16
"""Number of formulas that usually shows whether all are clauses."""
_NO_CLAUSES = {Count, ForAll, Exists}
"""Formulas that usually need extra variables, or are first-order."""


@dataclass(frozen=True, slots=True)
class ClausalTheory:
    """A theory as clauses over its atoms only, with the encoder that wrote them."""

    clauses: list[Clause]
    encoder: Encoder
    atoms: int
    """The number of atoms; their variables directly follow `TRUE`."""

    @property
    def axes(self) -> tuple[Axis, ...]:
        """The axes of the atoms, in order of first occurrence."""
        return self.encoder.axes()


def rows_of(
    theory: Theory, keys: Iterable[str], formulas: Sequence[Formula], budget: Budget
) -> ClausalTheory | None:
    """Formulas as clauses over these atoms and those that occur; None if one needs an extra
    variable, or if there are too many. Raises `NotFinite`, `GaveUp`."""
    clauses: list[Clause] = []
    encoder = Encoder(theory.signature, theory.definitions, clauses.append, budget)
    encoder.put_atoms(keys)
    # A formula that is not a clause usually occurs early.
    for some in (formulas[:1], formulas[1:_FIRST], formulas[_FIRST:]):
        encoder.require_all(some)
        if encoder.variables > TRUE + len(encoder.atoms) or len(clauses) > MOST_CLAUSES:
            return None
    return ClausalTheory(clauses, encoder, len(encoder.atoms))


def premises_as_rows(
    theory: Theory, formulas: Sequence[Formula], targets: Sequence[Target], budget: Budget
) -> ClausalTheory | None:
    """The premises as clauses; atoms of targets and of formulas come first. None if some premise is
    not a clause, or if anything is first-order, defined or an Enum. Raises `GaveUp`."""
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
        # Anything other than a Bool may contain Enums.
        plain = not formulas and all(type(target.formula) is Prop for target in targets)
        axes = () if plain else within(keys, budget)
        if any(axis_for(key, theory.signature).values != BOOLS for key in axes):
            return None
        return rows_of(theory, keys, premises, budget)
    except NotFinite:
        return None
