"""The seven query kinds, answered by whatever holds the premises.

Owns what each kind asks of a backend and how the answer is put; `small` and `large`
are the backends, `worlds` chooses between them.
"""

from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import NamedTuple, Protocol

from solver.errors import InputError
from solver.language.problem import Query, QueryKind, Target, Theory
from solver.language.syntax import And, EnumIs, Formula, Not, Truth
from solver.results import EngineAnswer, Verdict
from solver.worlds.decode import Values
from solver.worlds.query import instances
from solver.worlds.small import Assignments


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


class _Asked(NamedTuple):
    backend: Backend
    theory: Theory
    query: Query
    limit: int | None
    start: float


def _ms(start: float) -> float:
    return (perf_counter() - start) * 1000.0


def _formula(query: Query) -> Formula:
    if query.formula is None:
        raise InputError("Query without a formula", query.text)
    return query.formula


def _possible(asked: _Asked) -> EngineAnswer:
    witness, countermodel = asked.backend.split(_formula(asked.query), asked.query.given)
    return EngineAnswer(
        "worlds",
        Verdict.IMPOSSIBLE if witness is None else Verdict.POSSIBLE,
        countermodel=countermodel,
        witness=witness,
        milliseconds=_ms(asked.start),
    )


def _necessary(asked: _Asked) -> EngineAnswer:
    witness, countermodel = asked.backend.split(_formula(asked.query), asked.query.given)
    return EngineAnswer(
        "worlds",
        Verdict.NECESSARY if countermodel is None else Verdict.UNNECESSARY,
        countermodel=countermodel,
        witness=witness,
        milliseconds=_ms(asked.start),
    )


def _found(asked: _Asked) -> Assignments:
    """What enumerate and count list: assignments to targets, or constants."""
    if asked.query.variable is None:
        return asked.backend.assignments(asked.query.targets, asked.query.given, None, asked.limit)
    names: list[Values] = [
        {asked.query.variable: name}
        for name, formula in instances(asked.theory, asked.query)
        if asked.backend.sides(formula, asked.query.given)[0]
    ]
    return Assignments(len(names), tuple(names[: asked.limit]))


def _enumerate(asked: _Asked) -> EngineAnswer:
    found = _found(asked)
    return EngineAnswer(
        "worlds",
        None,
        models=found.models,
        count=found.count,
        exhausted=len(found.models) == found.count,
        milliseconds=_ms(asked.start),
    )


def _count(asked: _Asked) -> EngineAnswer:
    found = _found(asked._replace(limit=0))
    return EngineAnswer("worlds", None, count=found.count, milliseconds=_ms(asked.start))


def _unique(asked: _Asked) -> EngineAnswer:
    found = asked.backend.assignments(asked.query.targets, asked.query.given, None, 1)
    if not found.count:
        return EngineAnswer("worlds", Verdict.NONE, count=0, milliseconds=_ms(asked.start))
    witness, other = asked.backend.split(
        _pin(asked.query.targets, found.models[0]), asked.query.given
    )
    return EngineAnswer(
        "worlds",
        Verdict.UNIQUE if found.count == 1 else Verdict.NOT_UNIQUE,
        solution=found.models[0] if found.count == 1 else None,
        count=found.count,
        countermodel=other,
        witness=witness,
        milliseconds=_ms(asked.start),
    )


def _alternative(asked: _Asked) -> EngineAnswer:
    if asked.query.formula is None:
        found = asked.backend.assignments(asked.query.targets, asked.query.given, None, asked.limit)
        exists = found.count > 1
        first = found if found.models or not found.count else None
        if first is None:
            first = asked.backend.assignments(asked.query.targets, asked.query.given, None, 1)
        pinned = _pin(asked.query.targets, first.models[0]) if first.models else Truth(True)
    else:
        if not asked.backend.determines(
            asked.query.targets, asked.query.formula, asked.query.given
        ):
            raise InputError(
                "Targets do not determine the formula",
                f"In {asked.query.text} two models agree on the targets and differ on the formula.",
                "Add the symbols of the formula to the targets.",
            )
        found = asked.backend.assignments(
            asked.query.targets, asked.query.given, asked.query.formula, asked.limit
        )
        exists = found.count > 0
        pinned = asked.query.formula
    witness, countermodel = asked.backend.split(pinned, asked.query.given)
    return EngineAnswer(
        "worlds",
        Verdict.ALTERNATIVE if exists else Verdict.NO_ALTERNATIVE,
        models=found.models,
        count=found.count,
        exhausted=len(found.models) == found.count,
        countermodel=countermodel,
        witness=witness,
        milliseconds=_ms(asked.start),
    )


def _projection(asked: _Asked) -> EngineAnswer:
    holding = []
    for target in asked.query.listed:
        formula = target.formula
        if formula is None:
            raise InputError("Projection of an Enum symbol", asked.query.text, "List formulas.")
        holds, fails = asked.backend.sides(formula, asked.query.given)
        if (not fails) if asked.query.mode == "necessary" else holds:
            holding.append(target.key)
    return EngineAnswer("worlds", None, projection=tuple(holding), milliseconds=_ms(asked.start))


_ANSWERS: dict[QueryKind, Callable[[_Asked], EngineAnswer]] = {
    QueryKind.POSSIBLE: _possible,
    QueryKind.NECESSARY: _necessary,
    QueryKind.ENUMERATE_MODELS: _enumerate,
    QueryKind.COUNT_MODELS: _count,
    QueryKind.UNIQUE_SOLUTION: _unique,
    QueryKind.HAS_ALTERNATIVE: _alternative,
    QueryKind.PROJECTION: _projection,
}


def answer_query(
    backend: Backend, theory: Theory, query: Query, limit: int | None, start: float
) -> EngineAnswer:
    """What a backend over all the query's axes answers; `start` is when the question was put."""
    return _ANSWERS[query.kind](_Asked(backend, theory, query, limit, start))
