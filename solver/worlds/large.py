"""Answers by reduction: for problems whose space is too large to be held whole.

Every question becomes a reduced problem of its own that keeps only what the question asks about.
Compound targets get an axis of their own that is equivalent to them.
"""

from collections.abc import Mapping, Sequence
from itertools import islice

from solver.language.problem import Target
from solver.language.syntax import Formula, Iff, Prop, expand, negation
from solver.worlds.decode import Values
from solver.worlds.reduce import Reduced, reduce_propagated
from solver.worlds.reduce_units import propagate
from solver.worlds.small import Assignments
from solver.worlds.space import BOOLS, Axis


class LargeWorlds:
    """Premises with their unit facts propagated, reduced again for each question."""

    __slots__ = ("axes", "definitions", "max_worlds", "state")

    def __init__(
        self,
        axes: Sequence[Axis],
        premises: Sequence[Formula],
        definitions: Mapping[str, Formula],
        max_worlds: int,
    ) -> None:
        self.axes = {axis.key: axis for axis in axes}
        self.definitions = definitions
        self.max_worlds = max_worlds
        self.state = propagate([expand(f, definitions) for f in premises], self.axes)

    def _reduced(
        self,
        formulas: Sequence[Formula | None],
        keep: Sequence[str] = (),
        more: Sequence[Axis] = (),
    ) -> Reduced:
        axes: Mapping[str, Axis] = self.axes
        if more:
            axes = {axis.key: axis for axis in more} | self.axes
        extra = [expand(f, self.definitions) for f in formulas if f is not None]
        state = propagate(extra, axes, self.state) if extra else self.state
        return reduce_propagated(state, axes, keep, max_worlds=self.max_worlds)

    def sides(self, formula: Formula, given: Formula | None) -> tuple[bool, bool]:
        """Whether the formula holds in some model, and whether it fails in some model."""
        return (
            self._reduced((given, formula)).satisfiable,
            self._reduced((given, negation(formula))).satisfiable,
        )

    def split(self, formula: Formula, given: Formula | None) -> tuple[Values | None, Values | None]:
        """A model in which the formula holds, and one in which it fails."""
        return (
            self._reduced((given, formula)).world(),
            self._reduced((given, negation(formula))).world(),
        )

    def world(self, given: Formula | None) -> Values | None:
        """A model, if there is one."""
        return self._reduced((given,)).world()

    def _targeted(
        self, targets: Sequence[Target], formulas: Sequence[Formula | None]
    ) -> tuple[Reduced, list[tuple[str, str]]]:
        """The problem with the targets kept; pairs of target key and axis key."""
        columns = []
        more = []
        asked: list[Formula | None] = list(formulas)
        for number, target in enumerate(targets):
            formula = target.formula
            if target.enum is not None:
                columns.append((target.key, target.enum))
            elif isinstance(formula, Prop) and formula.name in self.axes:
                columns.append((target.key, formula.name))
            else:
                assert formula is not None
                name = f"target {number}"
                more.append(Axis(name, BOOLS))
                asked.append(Iff(Prop(name), formula))
                columns.append((target.key, name))
        keep = list(dict.fromkeys(axis for _, axis in columns))
        return self._reduced(asked, keep, more), columns

    def assignments(
        self,
        targets: Sequence[Target],
        given: Formula | None,
        against: Formula | None,
        limit: int | None,
    ) -> Assignments:
        """Distinct assignments to the targets in models, of `given` and not of `against`."""
        denied = None if against is None else negation(against)
        reduced, columns = self._targeted(targets, (given, denied))
        models = islice(reduced.iterate(), limit)
        if any(key != axis for key, axis in columns):
            listed = tuple([{key: model[axis] for key, axis in columns} for model in models])
        else:
            listed = tuple(models)
        return Assignments(reduced.count, listed)

    def determines(
        self, targets: Sequence[Target], formula: Formula, given: Formula | None
    ) -> bool:
        """Whether models that agree on the targets agree on the formula."""
        alone, _ = self._targeted(targets, (given,))
        extended = [*targets, Target("formula", formula)]
        return alone.count == self._targeted(extended, (given,))[0].count

    def models(self, limit: int | None = None) -> list[Values]:
        """Models over all symbols."""
        return list(islice(self._reduced((), tuple(self.axes)).iterate(), limit))
