"""The models of premises as a table that is read page by page.

Owns columns, projection onto selected columns, sorting, counts per column and paging. If the worlds
fit into one region, the axes are arranged so that worlds in ascending order are the sorted rows,
and a page is found without visiting earlier rows; otherwise an engine lists rows up to a limit.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from solver.cancel import NO_LIMIT, Budget, Cancel
from solver.diff import columns
from solver.engines.atoms import BOOLS, Axis, NotFinite, axis_for, in_order, keys_through
from solver.engines.decoding import decoder, iter_bits
from solver.engines.regions import (
    MAX_WORLDS,
    Environment,
    PremiseRegion,
    Space,
    evaluate,
    fold,
    space_of,
    worlds_of,
)
from solver.kinds.set_operation import operations
from solver.language.problem import Query, Target, Theory
from solver.language.syntax import Formula, Prop, Signature
from solver.queries import DEFAULT_TIMEOUT, Session

Value = bool | str


@dataclass(frozen=True, slots=True)
class Column:
    """One symbol, ground atom or defined name of the table."""

    key: str
    """Printed form; the key in models."""
    gloss: str
    """Its meaning, if its symbol has a gloss."""
    values: tuple[Value, ...]
    """(False, True) for a Bool."""
    defined: bool = False
    """True for a defined name, whose value cannot be chosen."""


@dataclass(frozen=True, slots=True)
class ModelPage:
    """One page of rows."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    """Values in the order of the columns."""
    start: int
    """Index of the first row among all rows, from 0."""
    size: int
    """Maximum rows of a page."""
    total: int | None
    """Total number of rows; None if unknown."""
    counts: Mapping[str, Mapping[Value, int]] | None
    """For each column key and value, the number of rows with it, over all rows; None if unknown."""
    reason: str = ""
    """Why rows are missing; empty if none are."""
    sizes: tuple[int, ...] | None = None
    """Number of models that each row represents; None if unknown, or if every row is one model."""


Region = Callable[[Space, Mapping[str, str], Budget], int]
"""Maps a space, and the names of axes for defined columns, to worlds of that space."""
MOST_LAYERS = 1024
"""Maximum combinations of values of unselected columns for which the models of a row are
counted."""


@dataclass(frozen=True)
class ModelTable:
    """Models over some axes, as a region of any space over these axes."""

    axes: tuple[Axis, ...]
    region: Region = field(repr=False)
    """The models. Called once per layout."""
    signature: Signature = field(repr=False)
    definitions: Mapping[str, Formula] = field(default_factory=dict, repr=False)
    others: tuple[Region, ...] = field(default=(), repr=False)
    """The models of further theories over the same axes, for a table that compares them."""
    operation: str = ""
    """How their rows are combined: the word of a kind that compares variants."""

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """All columns that can be selected: symbols in use first, then defined names."""
        own = [Column(key, gloss_of(key, self.signature), values) for key, values in self.axes]
        defined = [Column(name, "", BOOLS, defined=True) for name in self.definitions]
        return (*own, *defined)

    def view(
        self,
        keys: Iterable[str] | None = None,
        *,
        sort: str | Sequence[str] = (),
        descending: bool = False,
        where: Sequence[tuple[str, Value]] = (),
        budget: Budget = NO_LIMIT,
    ) -> "ModelView":
        """The distinct rows over the selected columns (default: all symbols) of the models that
        have the values in `where`, sorted by the columns in `sort`, then from left to right.
        Reading the view raises `GaveUp` if the budget ends before its models are known. Raises
        KeyError for an unknown column."""
        by_key = {column.key: column for column in self.columns}
        picked = [axis.key for axis in self.axes] if keys is None else list(dict.fromkeys(keys))
        first = [sort] if isinstance(sort, str) else list(sort)
        order = tuple(dict.fromkeys([*(key for key in first if key in picked), *picked]))
        conditions = tuple((by_key[key], value) for key, value in where)
        columns = tuple(by_key[key] for key in picked)
        return ModelView(self, columns, order, descending, budget, conditions)


@dataclass(frozen=True)
class ModelView:
    """One projection and sorting of a table, computed lazily."""

    table: ModelTable
    columns: tuple[Column, ...]
    order: tuple[str, ...]
    """Column keys, the most significant one for sorting first."""
    descending: bool = False
    budget: Budget = NO_LIMIT
    where: tuple[tuple[Column, Value], ...] = ()
    """Values that the models must have."""

    @cached_property
    def _layout(self) -> tuple[Space, int]:
        """The space of only the selected columns, and the rows as a region of it."""
        space, sides, rows = self._held
        bits = fold(space, sides[0], len(rows.axes))
        if len(sides) == 1:
            return rows, bits
        operation = operations()[self.table.operation]
        for side in sides[1:]:
            bits = operation.region(bits, fold(space, side, len(rows.axes)))
        return rows, bits

    @cached_property
    def _held(self) -> tuple[Space, tuple[int, ...], Space]:
        """The space of all columns, the models of each theory in it, and the space of the selected
        columns, which vary fastest in it."""
        own = {axis.key: axis for axis in self.table.axes}
        # The least significant column varies fastest, so it comes first.
        picked = [own.get(key) or Axis(_column(key), BOOLS) for key in reversed(self.order)]
        rest = [axis for key, axis in own.items() if key not in self.order]
        keys = dict.fromkeys([*self.order, *(column.key for column, _ in self.where)])
        defined = {key: _column(key) for key in keys if key not in own}
        rest += [Axis(name, BOOLS) for key, name in defined.items() if key not in self.order]
        space = space_of([*picked, *rest])
        sides = []
        for region in (self.table.region, *self.table.others):
            bits = region(space, defined, self.budget)
            for column, value in self.where:
                place = space.index.get(column.key, space.index.get(_column(column.key), -1))
                bits &= space.shape.atom(place, column.values.index(value))
            sides.append(bits)
        return space, tuple(sides), space_of(picked)

    @cached_property
    def left(self) -> Mapping[str, frozenset[Value]]:
        """For each column key, the values that it has in some model or, for a table that compares
        variants, in some row. A single value is necessary."""
        space, bits = self._layout if self.table.others else (self._held[0], self._held[1][0])
        entries: dict[str, frozenset[Value]] = {}
        for column in self.table.columns:
            place = space.index.get(column.key, space.index.get(_column(column.key), -1))
            if place >= 0:
                entries[column.key] = frozenset(
                    value
                    for digit, value in enumerate(column.values)
                    if bits & space.shape.atom(place, digit)
                )
        return entries

    @cached_property
    def _layers(self) -> list[int] | None:
        """The models, split into one region over the selected columns for each combination of
        values of the others; None if each row is one model, or if there are too many."""
        space, sides, rows = self._held
        size = worlds_of(rows.axes)
        number = worlds_of(space.axes) // size
        if self.table.others or number <= 1 or number > MOST_LAYERS:
            return None
        mask = (1 << size) - 1
        return [sides[0] >> (place * size) & mask for place in range(number)]

    @property
    def total(self) -> int:
        """Number of rows."""
        return self._layout[1].bit_count()

    @cached_property
    def counts(self) -> Mapping[str, Mapping[Value, int]]:
        """For each column key and value, the number of rows with it."""
        space, bits = self._layout
        numbers: dict[str, Mapping[Value, int]] = {}
        for column in self.columns:
            place = space.index.get(column.key, space.index.get(_column(column.key), -1))
            numbers[column.key] = {
                value: (bits & space.shape.atom(place, digit)).bit_count()
                for digit, value in enumerate(column.values)
            }
        return numbers

    def page(self, start: int = 0, size: int = 50) -> ModelPage:
        """At most `size` rows from `start` on."""
        space, bits = self._layout
        total = self.total
        start = max(0, min(start, total))
        row_count = min(size, total - start)
        if self.descending:
            indices = some_bits(bits, total - start - row_count, row_count)[::-1]
        else:
            indices = some_bits(bits, start, row_count)
        names = [c.key if c.key in space.index else _column(c.key) for c in self.columns]
        models = decoder(space.axes).iterate(indices)
        rows = tuple(tuple(model[name] for name in names) for model in models)
        sizes = None
        if self._layers is not None:
            sizes = tuple(sum(layer >> place & 1 for layer in self._layers) for place in indices)
        return ModelPage(self.columns, rows, start, size, total, self.counts, "", sizes)


def some_bits(bits: int, rank: int, count: int) -> list[int]:
    """`count` set bits of a region from the one with index `rank` on, ascending; earlier bits are
    skipped by counting halves."""
    if count <= 0:
        return []
    base, width = 0, bits.bit_length()
    rest = bits
    while width > 1 and rank:
        half = width >> 1
        low = rest & ((1 << half) - 1)
        below = low.bit_count()
        if rank >= below:
            rank -= below
            rest >>= half
            base += half
            width -= half
        else:
            rest, width = low, half
    return [base + place for place in islice(iter_bits(bits >> base), rank, rank + count)]


def _column(key: str) -> str:
    """The axis of a defined name; no symbol can have this name."""
    return f"= {key}"


def gloss_of(key: str, signature: Signature) -> str:
    """The meaning of a column: the gloss of its symbol; for a ground atom, with its names
    inserted."""
    symbol = signature.get(key)
    if symbol is not None:
        return symbol.gloss
    if "(" not in key:
        return ""
    from solver.language.parser import parse_formula
    from solver.language.words import words

    return words(parse_formula(key, signature), signature)


# --- tables of theories ------------------------------------------------------------------------


def premises_region(theory: Theory) -> Callable[[Space, Mapping[str, str], Budget], int]:
    """The models of a theory as a region of any space over its symbols."""
    formulas = theory.formulas

    def region(space: Space, defined_axes: Mapping[str, str], budget: Budget) -> int:
        premise_region = PremiseRegion(space, formulas, theory.definitions, budget)
        return with_defined_values(premise_region.region, premise_region.env, space, defined_axes)

    return region


def with_defined_values(
    bits: int, env: Environment, space: Space, defined_axes: Mapping[str, str]
) -> int:
    """The worlds in `bits` in which the axes of defined names have the defined values."""
    for name, axis in defined_axes.items():
        bits &= space.full ^ space.pos[axis] ^ evaluate(Prop(name), env)
    return bits


def model_table(theory: Theory, queries: tuple[Query, ...] = ()) -> ModelTable | None:
    """The models of a theory over all symbols of its premises and of the queries; None if they do
    not fit into one region (then use `listed_page`). Raises `NotFinite` for first-order
    premises."""
    axes = axes_of(_columns(theory, queries), theory.signature)
    if worlds_of(axes) > MAX_WORLDS:
        return None
    return ModelTable(
        axes, premises_region(theory), theory.signature, definitions_over(theory.definitions, axes)
    )


def compared_table(
    theories: Sequence[Theory], operation: str, queries: tuple[Query, ...] = ()
) -> ModelTable | None:
    """The rows of a set operation on the models of several theories, over all symbols of their
    premises and of the queries; each theory is projected onto the selected columns first. None if
    they do not fit into one region. Raises `NotFinite` for first-order premises."""
    targets: dict[str, Target] = {}
    for theory in theories:
        targets.update({target.key: target for target in _columns(theory, queries)})
    signature = Signature({k: s for side in theories for k, s in side.signature.symbols.items()})
    ordered = (targets[key] for key in in_order(targets, signature))
    axes = axes_of(ordered, signature)
    if worlds_of(axes) > MAX_WORLDS:
        return None
    first, *others = map(premises_region, theories)
    own = [definitions_over(theory.definitions, axes) for theory in theories]
    # A defined name is a column if every side defines it, each in its own way.
    defined = {name: f for name, f in own[0].items() if all(name in side for side in own)}
    return ModelTable(axes, first, signature, defined, tuple(others), operation)


def _columns(theory: Theory, queries: tuple[Query, ...]) -> tuple[Target, ...]:
    targets = columns(theory, theory, queries)
    if targets is None:
        raise NotFinite("A quantifier or equality in the premises")
    return targets


def axes_of(targets: Iterable[Target], signature: Signature) -> tuple[Axis, ...]:
    """The axes of targets that are symbols or ground atoms."""
    return tuple(axis_for(target.key, signature) for target in targets)


def definitions_over(
    definitions: Mapping[str, Formula], axes: Sequence[Axis]
) -> dict[str, Formula]:
    """The definitions whose expansion uses only these axes."""
    keys = {axis.key for axis in axes}
    formulas: dict[str, Formula] = {}
    for name, formula in definitions.items():
        try:
            if keys_through([formula], definitions).keys() <= keys:
                formulas[name] = formula
        except NotFinite:
            continue
    return formulas


def listed_page(
    theory: Theory,
    queries: tuple[Query, ...] = (),
    keys: Iterable[str] | None = None,
    *,
    size: int,
    timeout: float = DEFAULT_TIMEOUT,
    cancel: Cancel | None = None,
) -> ModelPage:
    """The first rows of the same table if there are too many worlds for one region: at most `size`,
    in the order in which an engine lists them, without counts except the total if it is known.

    Raises `NotFinite` for first-order premises.
    """
    targets = {target.key: target for target in _columns(theory, queries)}
    picked = list(targets) if keys is None else list(keys)
    chosen = tuple(targets.get(key) or Target(key, Prop(key)) for key in picked)
    query = Query("enumerate_models", "all models", targets=chosen)
    session = Session(theory, (query,), "auto", timeout, cancel)
    answer = session.ask(query, limit=size, want_supports=False).answer
    axes = {axis.key: axis for axis in axes_of(targets.values(), theory.signature)}
    columns = tuple(
        Column(
            key,
            gloss_of(key, theory.signature),
            axes[key].values if key in axes else BOOLS,
            key not in axes,
        )
        for key in picked
    )
    models = (answer.models or ())[:size]
    rows = tuple(tuple(model[key] for key in picked) for model in models)
    exact = not answer.unknown and not answer.reason
    return ModelPage(columns, rows, 0, size, answer.count if exact else None, None, answer.reason)
