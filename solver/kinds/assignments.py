"""Shared code of the kinds that list assignments.

Owns the formula of an assignment, and the formulas that a complete list of assignments depends on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from solver.cancel import NO_LIMIT, Budget, within
from solver.engines.base import Engine, Listing
from solver.kinds.base import AnswerClaim, Asking, Kind, Member, Members, given, required
from solver.kinds.grammar import Arguments, Cursor
from solver.language.miniscoping import conjunction, disjunction
from solver.language.printer import print_formula
from solver.language.problem import Query, Target
from solver.language.syntax import Constant, EnumIs, Formula, Not, negation
from solver.language.usage import substitute
from solver.results import EngineAnswer, Model

ENUMERATE = "enumerate_models"
MAX_ASSIGNMENTS = 256
"""Maximum length of a list that is written as one formula."""


def pin(targets: Sequence[Target], model: Model | Mapping[str, bool | str]) -> Formula:
    """The formula which says that the targets have these values."""
    parts: list[Formula] = []
    for target in targets:
        value = model[target.key]
        if target.enum is not None:
            parts.append(EnumIs(target.enum, str(value)))
        elif target.formula is not None:
            parts.append(target.formula if value else Not(target.formula))
    return conjunction(parts)


def instances(
    query: Query, constants: Sequence[str], budget: Budget = NO_LIMIT
) -> dict[str, Formula]:
    """The formula of a query over individuals, instantiated for each named constant. Raises
    `GaveUp`."""
    formula, variable = required(query), query.variable
    if variable is None:
        return {}
    named = within(constants, budget)
    return {name: substitute(formula, variable, Constant(name)) for name in named}


def listing(engine: Engine, query: Query, limit: int | None) -> Listing:
    """The assignments to the targets; in the form with individuals, the named constants for which
    the formula is possible, each checked separately."""
    if query.variable is None:
        return engine.assignments(query.targets, *given(query), limit=limit)
    constants = engine.theory.signature.constants()
    names = [
        name
        for name, formula in instances(query, constants, engine.budget).items()
        if engine.satisfiable(*given(query), formula)
    ]
    return Listing(tuple({query.variable: name} for name in names[:limit]), len(names))


def nothing_else(query: Query, ask: Asking, constants: Sequence[str]) -> tuple[Formula, ...] | None:
    """The formulas which say that no assignments, or individuals, are possible beyond those listed.
    None if there are too many, or the list is not known."""
    if query.variable is not None:
        engine_answer = ask(replace(query, kind=ENUMERATE), None)
        if engine_answer.unknown or engine_answer.models is None:
            return None
        possible = {model[query.variable] for model in engine_answer.models}
        formulas = instances(query, constants).items()
        return tuple(negation(formula) for name, formula in formulas if name not in possible)
    engine_answer = ask(replace(query, kind=ENUMERATE, formula=None), MAX_ASSIGNMENTS)
    if engine_answer.unknown or engine_answer.models is None or not engine_answer.exhausted:
        return None
    return (disjunction([pin(query.targets, model) for model in engine_answer.models]),)


def row_formula(query: Query, model: Model) -> Formula:
    """The formula which says that this row of a list holds."""
    if query.variable is None:
        return pin(query.targets, model)
    return substitute(required(query), query.variable, Constant(str(model[query.variable])))


def listed_rows(query: Query, ask: Asking) -> tuple[list[Model], bool]:
    """The assignments, or individuals, that the query's variant allows, at most `MAX_ASSIGNMENTS`,
    and whether these are all."""
    formula = None if query.variable is None else query.formula
    listed = replace(query, kind=ENUMERATE, formula=formula, compared=())
    engine_answer = ask(listed, MAX_ASSIGNMENTS)
    if engine_answer.unknown or engine_answer.models is None:
        return [], False
    return list(engine_answer.models), engine_answer.exhausted


def possible_rows(query: Query, ask: Asking) -> Members:
    """Every possible assignment, or individual, as a part of the answer that lists it."""
    rows, whole = listed_rows(query, ask)
    members = [
        Member(model, True, (AnswerClaim(query.under, row_formula(query, model), True),))
        for model in rows
    ]
    return Members(tuple(members), whole)


def inside(query: Query) -> str:
    """The arguments of the form with individuals; empty in the form with targets."""
    if query.variable is None or query.formula is None:
        return ""
    return f"{print_formula(query.formula)}, {query.variable}"


class ListingKind(Kind):
    """A kind that asks for all assignments, or individuals, that are possible."""

    def read(self, cursor: Cursor) -> Arguments:
        return cursor.models()

    def inside(self, query: Query) -> str:
        return inside(query) or super().inside(query)

    def rests_on(
        self, query: Query, answer: EngineAnswer, ask: Asking, constants: Sequence[str]
    ) -> tuple[Formula, ...] | None:
        return None if answer.unknown else nothing_else(query, ask, constants)

    def members(
        self, query: Query, answer: EngineAnswer, ask: Asking, constants: Sequence[str]
    ) -> Members:
        return possible_rows(query, ask)
