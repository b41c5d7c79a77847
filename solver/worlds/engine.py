"""The exact engine: theories as regions of worlds.

Owns the session object over one theory. Whether it works on one plain space (`small`) or on a
reduced problem (`large`) is decided here, by size. Answering queries is `adapter`'s and the kinds',
merging with Z3 is in `queries`, minimal supports in `supports`.
"""

from collections.abc import Iterable, Sequence

from solver.kinds.base import ask
from solver.kinds.registry import kind_of
from solver.language.problem import Query, Target, Theory
from solver.language.syntax import Formula, Prop
from solver.results import EngineAnswer, Verdict
from solver.worlds.backend import Backend
from solver.worlds.decode import Values
from solver.worlds.formula import NotFinite, axis_for, collect_keys
from solver.worlds.large import LargeWorlds
from solver.worlds.query import query_keys
from solver.worlds.small import SmallWorlds
from solver.worlds.space import BOOLS, MAX_WORLDS, Axis, Space, TooLarge, space_of, worlds_of

SMALL_WORLDS = 1 << 14
"""Spaces up to this size are held whole; larger problems are reduced first."""


class Worlds:
    """A theory ready to answer queries exactly.

    All symbols in use by its premises, definitions and the queries it was compiled with are axes;
    countermodels and witnesses give each of them a value. Raises `NotFinite` where the theory needs
    first-order means; a later query may raise it too, and `TooLarge`.
    """

    __slots__ = ("_backend", "axes", "max_worlds", "queries", "theory")

    def __init__(
        self,
        theory: Theory,
        queries: Sequence[Query] = (),
        *,
        max_worlds: int = MAX_WORLDS,
        axes: Sequence[Axis] = (),
    ) -> None:
        """`axes` come first, in this order: give several theories the same to share a space."""
        self.theory = theory
        self.queries = tuple(queries)
        self.max_worlds = max_worlds
        keys = query_keys(theory, queries)
        for premise in theory.premises:
            collect_keys(premise.formula, keys)
        for formula in theory.definitions.values():
            collect_keys(formula, keys)
        listed = {axis.key: axis for axis in axes}
        for key in keys:
            if key not in listed and key not in theory.definitions:
                listed[key] = axis_for(key, theory.signature)
        self.axes: tuple[Axis, ...] = tuple(listed.values())
        self._backend: Backend | None = None

    @classmethod
    def compile(
        cls,
        theory: Theory,
        queries: Sequence[Query] = (),
        *,
        max_worlds: int = MAX_WORLDS,
        axes: Sequence[Axis] = (),
    ) -> "Worlds":
        """The same as the constructor."""
        return cls(theory, queries, max_worlds=max_worlds, axes=axes)

    @property
    def backend(self) -> Backend:
        """The premises, held whole or reduced; built when first asked."""
        if self._backend is None:
            formulas = [premise.formula for premise in self.theory.premises]
            definitions = self.theory.definitions
            if worlds_of(self.axes) <= min(SMALL_WORLDS, self.max_worlds):
                order = self.keys
                self._backend = SmallWorlds(space_of(self.axes), formulas, definitions, order)
            else:
                by_key = {axis.key: axis for axis in self.axes}
                axes = [by_key[key] for key in self.keys]
                self._backend = LargeWorlds(axes, formulas, definitions, self.max_worlds)
        return self._backend

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of the axes in the order of the signature: the order of keys in models."""
        own = dict.fromkeys([axis[0] for axis in self.axes])
        order = dict.fromkeys([n for n, arity in self.theory.signature.symbols if n in own])
        return tuple(order | own)

    def covering(self, keys: Iterable[str]) -> "Worlds":
        """This session, or one with further axes where these keys need them."""
        known = {axis.key for axis in self.axes}
        missing = [k for k in keys if k not in known and k not in self.theory.definitions]
        if not missing:
            return self
        more = [axis_for(key, self.theory.signature) for key in missing]
        return Worlds(
            self.theory, self.queries, max_worlds=self.max_worlds, axes=(*self.axes, *more)
        )

    def _for_formula(self, formula: Formula | None) -> "Worlds":
        if formula is None:
            return self
        keys: dict[str, None] = {}
        collect_keys(formula, keys)
        return self.covering(keys)

    def _sides(self, formula: Formula) -> tuple[bool, bool]:
        """Whether it holds somewhere, and whether it fails somewhere."""
        backend = self.backend
        if isinstance(backend, SmallWorlds):
            try:
                return backend.sides(formula, None)
            except KeyError:  # a symbol the space does not have
                pass
        return self._for_formula(formula).backend.sides(formula, None)

    @property
    def consistent(self) -> bool:
        """Whether the premises have a model."""
        return self.backend.world(None) is not None

    def entails(self, formula: Formula) -> bool:
        """Whether the formula holds in every model of the premises."""
        return not self._sides(formula)[1]

    def allows(self, formula: Formula) -> bool:
        """Whether the formula holds in some model of the premises."""
        return self._sides(formula)[0]

    def countermodel(self, formula: Formula) -> Values | None:
        """A model of the premises in which the formula fails, or None where it is entailed."""
        return self._for_formula(formula).backend.split(formula, None)[1]

    def targets(self) -> tuple[Target, ...]:
        """All axes as targets: for models over all symbols in use."""
        return tuple(axis_target(axis) for axis in self.axes)

    def count(self) -> int:
        """How many models the premises have, over all symbols in use."""
        return self.backend.assignments(self.targets(), None, None, 0).count

    def models(self, limit: int | None = None) -> list[Values]:
        """Models of the premises over all symbols in use."""
        return self.backend.models(limit)

    def answer(self, query: Query, *, limit: int | None = None) -> EngineAnswer:
        """This engine's answer. At most `limit` models are listed; counts stay true.

        Raises `InputError` where the targets of `has_alternative(targets; f)` do not determine f.
        """
        from solver.worlds.adapter import RegionEngine

        engine = RegionEngine(self.theory, self.queries, worlds=self)
        return ask(kind_of(query.kind), engine, query, limit)


def axis_target(axis: Axis) -> Target:
    """An axis as the target of a query."""
    if axis.values == BOOLS:
        return Target(axis.key, Prop(axis.key))
    return Target(axis.key, None, axis.key)


def answer(
    theory: Theory, query: Query, *, limit: int | None = None, max_worlds: int = MAX_WORLDS
) -> EngineAnswer:
    """The exact engine's answer to one query; `unknown` with a reason where it does not apply.

    Several queries over one theory are cheaper through one `Worlds` session.
    """
    try:
        return Worlds(theory, (query,), max_worlds=max_worlds).answer(query, limit=limit)
    except (NotFinite, TooLarge) as trouble:
        return EngineAnswer(
            "worlds", Verdict.UNKNOWN, exhausted=False, reason=trouble.message or trouble.title
        )


def why_not(theory: Theory, query: Query | None = None) -> str | None:
    """Why this engine cannot answer, or None where it can try (size shows when it is asked)."""
    try:
        Worlds(theory, () if query is None else (query,))
    except NotFinite as trouble:
        return trouble.message
    return None


def applicable(theory: Theory, query: Query | None = None) -> bool:
    """Whether theory and query are within this engine's language."""
    return why_not(theory, query) is None


def space_for(theories: Sequence[Theory], queries: Sequence[Query] = ()) -> Space:
    """A space over all symbols that these theories and queries use, targets first."""
    axes: tuple[Axis, ...] = ()
    for theory in theories:
        axes = Worlds(theory, queries, axes=axes).axes
    return space_of(axes)
