"""The engine for small finite theories, which answers every question with regions.

Owns `RegionEngine`. Leaves regions to `regions`, and decoding their worlds as models to `decoding`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import islice

from solver.cancel import NO_LIMIT, Budget, GaveUp, Meter
from solver.engines.atoms import (
    Axis,
    NotFinite,
    Values,
    axes_of,
    axis_for,
    collect_keys,
    ground_key,
    in_order,
    keys_through,
)
from solver.engines.base import FurtherWorlds, Listing, NotApplicable
from solver.engines.decoding import Decoder, decoder, iter_bits, lowest, set_bits
from solver.engines.region_supports import region_supports
from solver.engines.regions import (
    MAX_WORLDS,
    RULES,
    PremiseRegion,
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
_BYTES_A_MODEL = 100


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
        complete: bool = False,
        max_worlds: int = MAX_WORLDS,
    ) -> None:
        """Later questions will be about `formulas` and `targets`, whose symbols become axes.
        `background` is added to the premises, but never part of a support. `axes` come first, in
        this order; if `complete`, there are no others. Raises `NotApplicable` for first-order
        formulas and larger spaces."""
        self.theory = theory
        self.budget = budget
        self.background = tuple(background)
        self.max_worlds = max_worlds
        try:
            if not complete:
                axes = axes_of(theory, [*formulas, *self.background], targets, axes, budget)
        except NotFinite as error:
            raise NotApplicable(error.message) from error
        self._reach(axes)

    def _reach(self, axes: Sequence[Axis]) -> None:
        """Create a space over these axes; premises are evaluated in it when first needed."""
        try:
            self.space = space_of(axes, max_worlds=self.max_worlds)
        except TooLarge as error:
            raise NotApplicable(error.message) from error
        self._order: tuple[str, ...] | None = None
        self._decoder: Decoder | None = None
        self._held: PremiseRegion | None = None

    @classmethod
    def announced(
        cls, theory: Theory, axes: Sequence[Axis], *, budget: Budget
    ) -> "RegionEngine | None":
        """The engine over only these axes, if the premises use no other symbols. Evaluating the
        premises shows this, without listing their atoms first. None if they use others, if they
        hold in no world, or if there are definitions. Raises `GaveUp`."""
        if theory.definitions:
            return None
        engine = cls(theory, budget=budget, axes=axes, complete=True)
        try:
            engine._held = PremiseRegion(engine.space, theory.formulas, {}, budget)
        except (KeyError, NotFinite):
            return None
        return engine if engine._held.region else None

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
            self._reach((*self.space.axes, *more))

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

    # --- assignments ---------------------------------------------------------------------------

    def assignments(
        self,
        targets: Sequence[Target],
        *assumed: Formula,
        limit: int | None = None,
        most: int | None = None,
    ) -> Listing:
        """See `Engine.assignments`. Counts are always exact and complete."""
        self.budget.check()
        keys, compound = self._columns(targets)
        bits = self.region(*assumed)
        count, models = 0, list[Values]()
        most_listed = self.budget.models if limit is None else limit
        for part, values in self._parts(compound, bits):
            self.budget.check()
            low = project(self.space, part, keys.values())
            count += low.bit_count()
            if len(models) < most_listed:
                models += self._decoded(low, targets, keys, values, most_listed - len(models))
        if limit is None and count > len(models):
            return Listing(tuple(models), count, False, "too many models")
        return Listing(tuple(models), count)

    def _columns(self, targets: Sequence[Target]) -> tuple[dict[str, str], list[Target]]:
        """The axes of atomic targets, by target key, and the compound targets; new symbols become
        further axes."""
        columns: dict[str, str] = {}
        compound: list[Target] = []
        keys: dict[str, None] = {}
        try:
            for target in targets:
                formula = target.formula
                axis = target.enum
                if type(formula) is Prop and formula.name not in self.theory.definitions:
                    axis = formula.name
                elif type(formula) is Pred:
                    axis = ground_key(formula)
                elif formula is not None:
                    collect_keys(formula, keys, self.budget)
                    compound.append(target)
                if axis is not None:
                    columns[target.key] = axis
                    keys[axis] = None
        except NotFinite as error:
            raise NotApplicable(error.message) from error
        self._extend(keys)
        return columns, compound

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
        keys: Mapping[str, str],
        values: Values,
        limit: int,
    ) -> list[Values]:
        """At most `limit` assignments of a projected region."""
        chosen = set(keys.values())
        axes = self.space.axes
        if len(chosen) < len(axes):
            last = max((self.space.index[key] for key in chosen), default=-1)
            axes = axes[: last + 1]
        if limit < low.bit_count():
            indices = list(islice(iter_bits(low), limit))
        else:
            indices = set_bits(low)
        if len(indices) * _BYTES_A_MODEL > self.budget.memory:
            raise GaveUp("memory limit")
        plain = not values and tuple(keys.values()) == tuple(keys) and len(chosen) == len(axes)
        shared = decoder(axes, tuple(keys)) if plain else decoder(axes)
        models: list[Values] = []
        for start in range(0, len(indices), _DECODED_AT_ONCE):
            self.budget.check()
            worlds = shared.models(indices[start : start + _DECODED_AT_ONCE])
            if not plain:
                worlds = [
                    {t.key: values[t.key] if t.key in values else w[keys[t.key]] for t in targets}
                    for w in worlds
                ]
            models += worlds
        return models

    def determines(self, targets: Sequence[Target], formula: Formula, *assumed: Formula) -> bool:
        """See `Engine.determines`."""
        self.budget.check()
        keys, compound = self._columns(targets)
        self.region(formula, *assumed)  # adds all symbols to the space
        inside = self.evaluate(formula)
        bits = self.region(*assumed)
        for part, _ in self._parts(compound, bits):
            self.budget.check()
            holds = project(self.space, part & inside, keys.values())
            if holds & project(self.space, part & (self.space.full ^ inside), keys.values()):
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
