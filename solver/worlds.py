"""The exact engine: theories as regions of worlds, and their answers to the seven query kinds.

Owns the session object over one theory and what it answers. Whether it works on one plain space
(`worlds_small`) or on a reduced problem (`worlds_large`) is decided here, by size. Merging with Z3
is in `queries`, minimal supports in `supports`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from time import perf_counter
from typing import Protocol

from solver.decode import Values
from solver.errors import InputError
from solver.problem import Query, QueryKind, Target, Theory
from solver.results import EngineAnswer, Verdict
from solver.space import MAX_WORLDS, Axis, Space, TooLarge, space_of, worlds_of
from solver.syntax import (
    And,
    Constant,
    EnumIs,
    Formula,
    Not,
    Pred,
    Prop,
    Truth,
    Variable,
    children,
    rebuild,
)
from solver.worlds_formula import NotFinite, axis_for, collect_keys
from solver.worlds_large import LargeWorlds
from solver.worlds_small import Assignments, SmallWorlds

SMALL_WORLDS = 1 << 14
"""Spaces up to this size are held whole; larger problems are reduced first."""


class Backend(Protocol):
    """What a way of holding the premises must be able to tell. `given` narrows the premises."""

    def sides(self, formula: Formula, given: Formula | None) -> tuple[bool, bool]:
        """Whether the formula holds in some model, and whether it fails in some model."""

    def split(self, formula: Formula, given: Formula | None) -> tuple[Values | None, Values | None]:
        """A model in which the formula holds, and one in which it fails, over all symbols."""

    def world(self, given: Formula | None) -> Values | None:
        """A model over all symbols."""

    def assignments(
        self,
        targets: Sequence[Target],
        given: Formula | None,
        against: Formula | None,
        limit: int | None,
    ) -> Assignments:
        """Distinct assignments to the targets in models, of `given` and not of `against`."""

    def determines(
        self, targets: Sequence[Target], formula: Formula, given: Formula | None
    ) -> bool:
        """Whether models that agree on the targets agree on the formula."""

    def models(self, limit: int | None = None) -> list[Values]:
        """Models over all symbols."""


def instance(formula: Formula, variable: str, constant: str) -> Formula:
    """The formula with a constant in the place of a free variable."""
    if isinstance(formula, Pred):
        args = tuple(
            Constant(constant) if isinstance(arg, Variable) and arg.name == variable else arg
            for arg in formula.args
        )
        return Pred(formula.name, args)
    below = children(formula)
    if not below:
        return formula
    return rebuild(formula, tuple([instance(part, variable, constant) for part in below]))


def _instances(theory: Theory, query: Query) -> list[tuple[str, Formula]]:
    """The formula of an individual query for each named constant."""
    assert query.formula is not None
    assert query.variable is not None
    if not theory.signature.constants():
        collect_keys(instance(query.formula, query.variable, "x"), {})
    return [
        (name, instance(query.formula, query.variable, name))
        for name in theory.signature.constants()
    ]


def query_keys(theory: Theory, queries: Iterable[Query]) -> dict[str, None]:
    """Keys the queries speak of, targets first. Raises `NotFinite`."""
    found: dict[str, None] = {}
    rest: list[Formula] = []
    for query in queries:
        for target in query.targets:
            if target.enum is not None:
                found[target.enum] = None
            elif target.formula is not None:
                collect_keys(target.formula, found)
        if query.variable is not None and query.formula is not None:
            rest.extend(formula for _, formula in _instances(theory, query))
        elif query.formula is not None:
            rest.append(query.formula)
        rest.extend(target.formula for target in query.listed if target.formula is not None)
        if query.given is not None:
            rest.append(query.given)
    for formula in rest:
        collect_keys(formula, found)
    return found


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

    def _covering(self, keys: Iterable[str]) -> "Worlds":
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
        return self._covering(keys)

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

        Raises `NotFinite` and `TooLarge` where the engine does not apply, and `InputError` where
        the targets of `has_alternative(targets; f)` do not determine f.
        """
        start = perf_counter()
        if any(known is query for known in self.queries):
            session = self
        else:
            session = self._covering(query_keys(self.theory, [query]))
        return _ANSWERS[query.kind](session, query, limit, start)


def axis_target(axis: Axis) -> Target:
    """An axis as the target of a query."""
    if axis.values == (False, True):
        return Target(axis.key, Prop(axis.key))
    return Target(axis.key, None, axis.key)


def _pin(targets: Sequence[Target], model: Mapping[str, bool | str]) -> Formula:
    """The formula that says: the targets have these values."""
    parts: list[Formula] = [Truth(True), Truth(True)]
    for target in targets:
        value = model[target.key]
        if target.enum is not None:
            parts.append(EnumIs(target.enum, str(value)))
        elif target.formula is not None:
            parts.append(target.formula if value else Not(target.formula))
    return And(tuple(parts))


def _ms(start: float) -> float:
    return (perf_counter() - start) * 1000.0


def _formula(query: Query) -> Formula:
    if query.formula is None:
        raise InputError("Query without a formula", query.text)
    return query.formula


def _possible(self: Worlds, query: Query, _limit: int | None, start: float) -> EngineAnswer:
    witness, countermodel = self.backend.split(_formula(query), query.given)
    return EngineAnswer(
        "worlds",
        Verdict.IMPOSSIBLE if witness is None else Verdict.POSSIBLE,
        countermodel=countermodel,
        witness=witness,
        milliseconds=_ms(start),
    )


def _necessary(self: Worlds, query: Query, _limit: int | None, start: float) -> EngineAnswer:
    witness, countermodel = self.backend.split(_formula(query), query.given)
    return EngineAnswer(
        "worlds",
        Verdict.NECESSARY if countermodel is None else Verdict.UNNECESSARY,
        countermodel=countermodel,
        witness=witness,
        milliseconds=_ms(start),
    )


def _found(self: Worlds, query: Query, limit: int | None) -> Assignments:
    """What enumerate and count list: assignments to targets, or constants."""
    if query.variable is None:
        return self.backend.assignments(query.targets, query.given, None, limit)
    names: list[Values] = [
        {query.variable: name}
        for name, formula in _instances(self.theory, query)
        if self.backend.sides(formula, query.given)[0]
    ]
    return Assignments(len(names), tuple(names[:limit]))


def _enumerate(self: Worlds, query: Query, limit: int | None, start: float) -> EngineAnswer:
    found = _found(self, query, limit)
    return EngineAnswer(
        "worlds",
        None,
        models=found.models,
        count=found.count,
        exhausted=len(found.models) == found.count,
        milliseconds=_ms(start),
    )


def _count(self: Worlds, query: Query, _limit: int | None, start: float) -> EngineAnswer:
    found = _found(self, query, 0)
    return EngineAnswer("worlds", None, count=found.count, milliseconds=_ms(start))


def _unique(self: Worlds, query: Query, _limit: int | None, start: float) -> EngineAnswer:
    found = self.backend.assignments(query.targets, query.given, None, 1)
    if not found.count:
        return EngineAnswer("worlds", Verdict.NONE, count=0, milliseconds=_ms(start))
    witness, other = self.backend.split(_pin(query.targets, found.models[0]), query.given)
    return EngineAnswer(
        "worlds",
        Verdict.UNIQUE if found.count == 1 else Verdict.NOT_UNIQUE,
        solution=found.models[0] if found.count == 1 else None,
        count=found.count,
        countermodel=other,
        witness=witness,
        milliseconds=_ms(start),
    )


def _alternative(self: Worlds, query: Query, limit: int | None, start: float) -> EngineAnswer:
    if query.formula is None:
        found = self.backend.assignments(query.targets, query.given, None, limit)
        exists = found.count > 1
        first = found if found.models or not found.count else None
        if first is None:
            first = self.backend.assignments(query.targets, query.given, None, 1)
        pinned = _pin(query.targets, first.models[0]) if first.models else Truth(True)
    else:
        if not self.backend.determines(query.targets, query.formula, query.given):
            raise InputError(
                "Targets do not determine the formula",
                f"In {query.text} two models agree on the targets and differ on the formula.",
                "Add the symbols of the formula to the targets.",
            )
        found = self.backend.assignments(query.targets, query.given, query.formula, limit)
        exists = found.count > 0
        pinned = query.formula
    witness, countermodel = self.backend.split(pinned, query.given)
    return EngineAnswer(
        "worlds",
        Verdict.ALTERNATIVE if exists else Verdict.NO_ALTERNATIVE,
        models=found.models,
        count=found.count,
        exhausted=len(found.models) == found.count,
        countermodel=countermodel,
        witness=witness,
        milliseconds=_ms(start),
    )


def _projection(self: Worlds, query: Query, _limit: int | None, start: float) -> EngineAnswer:
    holding = []
    for target in query.listed:
        formula = target.formula
        if formula is None:
            raise InputError("Projection of an Enum symbol", query.text, "List formulas.")
        holds, fails = self.backend.sides(formula, query.given)
        if (not fails) if query.mode == "necessary" else holds:
            holding.append(target.key)
    return EngineAnswer("worlds", None, projection=tuple(holding), milliseconds=_ms(start))


_ANSWERS: dict[QueryKind, Callable[[Worlds, Query, int | None, float], EngineAnswer]] = {
    QueryKind.POSSIBLE: _possible,
    QueryKind.NECESSARY: _necessary,
    QueryKind.ENUMERATE_MODELS: _enumerate,
    QueryKind.COUNT_MODELS: _count,
    QueryKind.UNIQUE_SOLUTION: _unique,
    QueryKind.HAS_ALTERNATIVE: _alternative,
    QueryKind.PROJECTION: _projection,
}


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
