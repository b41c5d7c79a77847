"""The engine for small finite theories, which answers every question with regions.

Owns `RegionEngine`. Leaves regions to `regions`, and decoding their worlds as models to `decoding`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import islice

from solver.cancel import NO_LIMIT, Budget, Meter
from solver.engines.atoms import (
    Axis,
    NotFinite,
    Values,
    axes_of,
    axis_for,
    ground_key,
    in_order,
    keys_through,
    target_keys,
)
from solver.engines.base import FurtherWorlds, Listing, NotApplicable
from solver.engines.decoding import Decoder, decoder, iter_bits, lowest, set_bits
from solver.engines.region_supports import region_supports
from solver.engines.regions import (
    MAX_WORLDS,
    RULES,
    PremiseRegion,
    Space,
    TooLarge,
    evaluate,
    project,
    space_of,
)
from solver.language.problem import Target, Theory
from solver.language.syntax import Formula, Pred, Prop
from solver.results import EngineName, Model, Supports

_DECODED_AT_ONCE = 1 << 14
"""Assignments decoded between two checks of the budget."""
_NO_VALUES: Values = {}


class RegionEngine(FurtherWorlds):
    """A quantifier-free theory of at most `max_worlds` worlds, held as a region."""

    name: EngineName = "worlds"
    note = ""

    def __init__(
        self,
        theory: Theory,
        formulas: Iterable[Formula] = (),
        targets: Iterable[Target] = (),
        *,
        budget: Budget = NO_LIMIT,
        background: Sequence[Formula] = (),
        axes: Sequence[Axis] = (),
        space: Space | None = None,
        max_worlds: int = MAX_WORLDS,
    ) -> None:
        """Later questions will be about `formulas` and `targets`, whose symbols become axes.
        `background` is added to the premises, but never part of a support. `axes` come first, in
        this order. A `space` that has all these symbols is used as it is. Raises `NotApplicable`
        for first-order formulas and larger spaces."""
        self.theory = theory
        self.budget = budget
        self.background = tuple(background)
        self.max_worlds = max_worlds
        if space is None:
            try:
                axes = axes_of(theory, [*formulas, *self.background], targets, axes, budget)
                space = space_of(axes, max_worlds=max_worlds)
            except (NotFinite, TooLarge) as error:
                raise NotApplicable(error.message) from error
        self._enter(space)

    def _enter(self, space: Space) -> None:
        """Use a space; premises are evaluated in it when first needed."""
        self.space = space
        self._order: tuple[str, ...] | None = None
        self._decoder: Decoder | None = None
        self._held: PremiseRegion | None = None

    @classmethod
    def announced(cls, theory: Theory, space: Space, *, budget: Budget) -> "RegionEngine | None":
        """The engine over this space, if the premises use no other symbols. Evaluating the
        premises shows this, without listing their atoms first. None if they use others, or if
        there are definitions. Raises `GaveUp`."""
        if theory.definitions:
            return None
        engine = cls(theory, budget=budget, space=space)
        try:
            engine._held = PremiseRegion(space, theory.formulas, {}, budget)
        except (KeyError, NotFinite):
            return None
        return engine

    @property
    def order(self) -> tuple[str, ...]:
        """Keys in the order used in reported worlds."""
        if self._order is None:
            self._order = in_order(self.space.index, self.theory.signature)
        return self._order

    @property
    def waiting(self) -> int:
        """Number of worlds to be evaluated before the next answer; 0 once the premises are a
        region."""
        return 0 if self._held is not None else self.space.worlds

    @property
    def premise_region(self) -> PremiseRegion:
        """The premises and the background as a region."""
        if self._held is None:
            premises = self.theory.formulas
            premises.extend(self.background)
            self._held = PremiseRegion(self.space, premises, self.theory.definitions, self.budget)
        return self._held

    def evaluate(self, formula: Formula) -> int:
        """The region of a formula; its new symbols become further axes. Raises NotApplicable if it
        is first-order."""
        premise_region = self._held or self.premise_region
        premise_region.env.budget = self.budget
        try:
            return RULES[type(formula)](formula, premise_region.env)
        except NotFinite as error:
            raise NotApplicable(error.message) from error
        except KeyError:
            pass
        try:
            keys = keys_through([formula], self.theory.definitions, self.budget)
        except NotFinite as error:
            raise NotApplicable(error.message) from error
        self._extend(keys)
        return evaluate(formula, self.premise_region.env)

    def _extend(self, keys: Iterable[str]) -> None:
        index, definitions = self.space.index, self.theory.definitions
        missing = [key for key in keys if key not in index and key not in definitions]
        if missing:
            more = [axis_for(key, self.theory.signature) for key in missing]
            try:
                self._enter(space_of((*self.space.axes, *more), max_worlds=self.max_worlds))
            except TooLarge as error:
                raise NotApplicable(error.message) from error

    def region(self, *assumed: Formula) -> int:
        """The worlds in which premises and assumed formulas hold."""
        self.budget.check()
        if not assumed:
            return self.premise_region.region
        space = None
        while space is not self.space:
            # A formula with a new symbol enlarges the space, which makes earlier regions outdated.
            space = self.space
            parts = [self.evaluate(formula) for formula in assumed]
        return reduce(int.__and__, parts, self.premise_region.region)

    def satisfiable(self, *assumed: Formula) -> bool:
        """See `Engine.satisfiable`."""
        return self.region(*assumed) != 0

    def world(self, *assumed: Formula) -> Model | None:
        """See `Engine.world`; returns the first world in the order of the space."""
        bits = self.region(*assumed)
        if not bits:
            return None
        if self._decoder is None:
            self._decoder = decoder(self.space.axes, self.order)
        return self._decoder.world(lowest(bits))

    def _is_propositional(self) -> bool:
        # The key of a ground atom has a bracket, and so may the name of a Bool in quotes.
        return not any("(" in key for key in self.space.index) or super()._is_propositional()

    # --- assignments ---------------------------------------------------------------------------

    def assignments(
        self,
        targets: Sequence[Target],
        *assumed: Formula,
        limit: int | None = None,
        most: int | None = None,
    ) -> Listing:
        """See `Engine.assignments`. Counts are always exact and complete."""
        columns, compound = self._columns(targets)
        bits = self.region(*assumed)
        count, models = 0, list[Values]()
        listable = self.budget.listable(len(targets))
        most_listed = listable if limit is None else min(limit, listable)
        chosen = {*columns.values()}
        for part, values in self._parts(compound, bits) if compound else [(bits, _NO_VALUES)]:
            low = project(self.space, part, chosen)
            count += low.bit_count()
            if low and len(models) < most_listed:
                models += self._decoded(low, targets, columns, values, most_listed - len(models))
        if limit is None and count > len(models):
            return Listing(tuple(models), count, False, "too many models")
        return Listing(tuple(models), count)

    def _columns(self, targets: Sequence[Target]) -> tuple[dict[str, str], list[Target]]:
        """The axes of atomic targets, by target key, and the compound targets; new symbols become
        further axes."""
        columns: dict[str, str] = {}
        compound: list[Target] = []
        definitions = self.theory.definitions
        for target in targets:
            formula = target.formula
            if type(formula) is Prop and formula.name not in definitions:
                columns[target.key] = formula.name
            elif target.enum is not None:
                columns[target.key] = target.enum
            elif type(formula) is not Pred:
                compound.append(target)
            else:
                try:
                    columns[target.key] = ground_key(formula)
                except NotFinite as error:
                    raise NotApplicable(error.message) from error
        if compound or not self.space.index.keys() >= {*columns.values()}:
            self._add_axes(targets)
        return columns, compound

    def _add_axes(self, targets: Sequence[Target]) -> None:
        """Make the symbols of these targets axes, in the order of the targets."""
        keys: dict[str, None] = {}
        try:
            target_keys(targets, keys)
        except NotFinite as error:
            raise NotApplicable(error.message) from error
        self._extend(keys)

    def _parts(self, compound: Sequence[Target], bits: int) -> Iterator[tuple[int, Values]]:
        """The region partitioned by the compound targets: each part with their values in it."""
        cuts = [
            (target.key, self.evaluate(target.formula))
            for target in compound
            if target.formula is not None
        ]
        stack: list[tuple[int, int, Values]] = [(bits, 0, {})]
        while stack:
            part, place, values = stack.pop()
            if not part:
                continue
            if place == len(cuts):
                yield part, values
                continue
            self.budget.check()
            key, true = cuts[place]
            stack.append((part & true, place + 1, {**values, key: True}))
            stack.append((part & (self.space.full ^ true), place + 1, {**values, key: False}))

    def _decoded(
        self,
        low: int,
        targets: Sequence[Target],
        columns: Mapping[str, str],
        values: Values,
        limit: int,
    ) -> list[Values]:
        """At most `limit` assignments of a projected region. `columns` gives the axes of atomic
        targets, `values` the values of all others."""
        axes = self.space.axes
        order = tuple(columns)
        plain = not values and tuple(columns.values()) == order
        if len(order) < len(axes) or not plain:
            last = max((self.space.index[key] for key in columns.values()), default=-1)
            axes = axes[: last + 1]
            plain = plain and len(order) == len(axes)
        indices = set_bits(low) if limit >= low.bit_count() else [*islice(iter_bits(low), limit)]
        shared = decoder(axes, order) if plain else decoder(axes)
        models: list[Values] = []
        for start in range(0, len(indices), _DECODED_AT_ONCE):
            self.budget.check()
            worlds = shared.models(indices[start : start + _DECODED_AT_ONCE])
            if not plain:
                worlds = [
                    {
                        t.key: values[t.key] if t.key in values else w[columns[t.key]]
                        for t in targets
                    }
                    for w in worlds
                ]
            models += worlds
        return models

    def determines(self, targets: Sequence[Target], formula: Formula, *assumed: Formula) -> bool:
        """See `Engine.determines`."""
        self.budget.check()
        columns, compound = self._columns(targets)
        chosen = {*columns.values()}
        self.region(formula, *assumed)  # adds all symbols to the space
        inside = self.evaluate(formula)
        bits = self.region(*assumed)
        for part, _ in self._parts(compound, bits):
            self.budget.check()
            holds = project(self.space, part & inside, chosen)
            if holds & project(self.space, part & (self.space.full ^ inside), chosen):
                return False
        return True

    def supports(self, formula: Formula, *, cap: int, most: int | None = None) -> Supports:
        """See `Engine.supports`."""
        self.budget.check()
        inside = self.evaluate(formula)  # which may enlarge the space
        countermodels = self.space.full ^ inside
        for part in self.background:
            countermodels &= self.evaluate(part)
        meter = Meter(self.budget)
        regions: dict[int, int] = {}
        for premise in self.theory.premises:
            meter.spend()
            regions[premise.number] = self.evaluate(premise.formula)
        return region_supports(countermodels, regions, cap, self.budget, most)
