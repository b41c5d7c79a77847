"""Shared code of the kinds that compare variants: the answer under each, and their combination.

The answer under one variant is the set of distinct assignments to the targets (or of named
individuals) that `enumerate_models` gives there. Each variant gets its own engine, of the same kind
and within the same budget.
"""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from solver.cancel import Budget, within
from solver.engines.base import Engine, GaveUp
from solver.kinds.assignments import (
    MAX_ASSIGNMENTS,
    inside,
    instances,
    listed_rows,
    listing,
    pin,
    row_formula,
)
from solver.kinds.base import (
    AnswerClaim,
    AnswerForm,
    Asking,
    Kind,
    Member,
    Members,
    Sides,
    Vocabulary,
    given,
)
from solver.kinds.grammar import Arguments, Cursor
from solver.kinds.registry import kinds
from solver.kinds.words import Text
from solver.language.edits import theory
from solver.language.miniscoping import disjunction
from solver.language.problem import BASELINE, Query, Target, Theory
from solver.language.syntax import Formula, negation
from solver.language.usage import query_formulas
from solver.results import EngineAnswer, Model, Verdict

MAX_LISTED = 1 << 16
"""Maximum assignments listed under one variant."""

Row = tuple[bool | str, ...]
"""The values of the targets, in the order of the targets."""


class Side:
    """The answer under one variant."""

    def __init__(self, name: str, engine: Engine, query: Query) -> None:
        self.name = name
        self.query = query
        self.engine = engine
        self.keys = [target.key for target in query.targets] or [query.variable or ""]

    @cached_property
    def limit(self) -> int:
        """Maximum assignments that are listed: all sides together must fit into memory."""
        listable = self.engine.budget.listable(len(self.keys))
        return max(1, min(MAX_LISTED, listable // (len(self.query.compared) + 1)))

    @cached_property
    def _listed(self) -> tuple[dict[Row, Model], bool]:
        """The rows, at most `MAX_LISTED`, and whether these are all."""
        if self.query.variable is not None:
            assignments = listing(self.engine, self.query, None)
        else:
            targets, assumed = self.query.targets, given(self.query)
            limit = self.limit
            assignments = self.engine.assignments(targets, *assumed, limit=limit, most=limit + 1)
        if assignments.reason:
            raise GaveUp(assignments.reason)
        models = within(assignments.models, self.engine.budget)
        rows = {tuple([model[key] for key in self.keys]): model for model in models}
        return rows, assignments.count == len(rows) and assignments.complete

    @property
    def rows(self) -> dict[Row, Model]:
        """All rows of the answer. Raises GaveUp if there are too many."""
        rows, all_there = self._listed
        if not all_there:
            raise GaveUp(f"more than {self.limit:,} assignments under {self.name}")
        return rows

    def __contains__(self, row: Row) -> bool:
        """Whether the variant has this row; checked separately where the rows are too many to
        list."""
        rows, all_there = self._listed
        if row in rows or all_there:
            return row in rows
        model = dict(zip(self.keys, row, strict=True))
        return self.engine.satisfiable(*given(self.query), pin(self.query.targets, model))


class SetOperation(Kind):
    """A set computed from the answers under several variants."""

    forms = ("models", "set")
    compares: ClassVar[Sides] = 2
    expected_accuracy = 0.35
    sign: ClassVar[str] = ""
    """The sign between the names of two variants, such as ∪."""
    allowed: ClassVar[Text] = Text("", "")
    """Which rows the result for two variants contains, in a few words."""
    symmetric: ClassVar[bool] = True
    """Whether the order of two variants makes no difference."""

    def region(self, first: int, second: int) -> int:
        """The result for two variants whose answers are regions of one space, one bit per row.
        Every operation with a sign defines it; otherwise raises RuntimeError."""
        raise RuntimeError(f"{self.word} is not defined on regions")

    @abstractmethod
    def combined(self, sides: Sequence[Side]) -> Iterable[Row]:
        """The rows of the result, without duplicates, in the order in which they are listed."""

    def read(self, cursor: Cursor) -> Arguments:
        return cursor.models()

    def inside(self, query: Query) -> str:
        individuals = inside(query)
        if individuals:
            return f"{', '.join(query.compared)}; {individuals}"
        return super().inside(query)

    def form(self, query: Query) -> AnswerForm:
        return "models" if query.variable is None else "set"

    def vocabulary(self, query: Query) -> Vocabulary:
        return "targets" if query.variable is None else "individuals"

    def answer(self, engine: Engine, query: Query, limit: int | None) -> EngineAnswer:
        sides = sides_of(engine, query)
        rows = list(within(self.combined(sides), engine.budget))
        keys = sides[0].keys
        listed = within(rows[:limit], engine.budget)
        models = tuple([dict(zip(keys, row, strict=True)) for row in listed])
        return EngineAnswer(
            engine.name,
            None,
            models=models,
            count=len(rows),
            exhausted=len(models) == len(rows),
        )

    def members(
        self, query: Query, answer: EngineAnswer, ask: Asking, constants: Sequence[str]
    ) -> Members:
        """Every row that some variant allows, with each variant's claim about it; then, for each
        variant, the claim that it allows no other rows."""
        if not answer.exhausted:
            answer = ask(query, None)
        if answer.unknown or answer.models is None:
            return Members(whole=False)
        sides = {
            name: listed_rows(replace(query, under=name), ask)
            for name in dict.fromkeys(query.compared)
        }
        allowed = {name: set(map(_row, models)) for name, (models, _) in sides.items()}
        models_by_row = {_row(model): model for model in answer.models}
        rows = dict(list(models_by_row.items())[:MAX_ASSIGNMENTS])
        for models, _ in sides.values():
            for model in models:
                rows.setdefault(_row(model), model)
        listed: list[Member] = []
        for row, model in rows.items():
            formula = row_formula(query, model)
            claims = []
            for name, (_, all_there) in sides.items():
                can = row in allowed[name]
                if not can and not all_there:
                    query_under = Query(
                        "possible", "possible", formula, given=query.given, under=name
                    )
                    answered = ask(query_under, 0)
                    if answered.unknown:
                        continue
                    can = answered.verdict == Verdict.POSSIBLE
                claims.append(AnswerClaim(name, formula, can))
            listed.append(Member(model, row in models_by_row, tuple(claims)))
        listed.sort(key=lambda member: not member.held)
        rest = tuple(
            AnswerClaim(name, formula, False)
            for name, (models, all_there) in sides.items()
            if all_there
            for formula in _others(query, models, constants)
        )
        whole = len(rows) >= len(models_by_row) and all(
            all_there for _, all_there in sides.values()
        )
        return Members((*listed, *([Member(None, False, rest)] if rest else [])), whole)


def _row(model: Model) -> frozenset[tuple[str, bool | str]]:
    return frozenset(model.items())


def _others(query: Query, models: Sequence[Model], constants: Sequence[str]) -> Iterable[Formula]:
    """The formula which says that some other row holds; empty if there are no other rows."""
    if query.variable is None:
        yield negation(disjunction([pin(query.targets, model) for model in models]))
        return
    named = {model[query.variable] for model in models}
    others = [f for name, f in instances(query, constants).items() if name not in named]
    if others:
        yield disjunction(others)


def operations() -> dict[str, SetOperation]:
    """The kinds that tables of models can show for two variants, i.e. those with a sign, by
    word."""
    return {kind.word: kind for kind in kinds() if isinstance(kind, SetOperation) and kind.sign}


def sides_of(engine: Engine, query: Query) -> list[Side]:
    """The answer under each variant of a query. Raises GaveUp if the variants are not known,
    because the theory has no problem or the problem lacks them."""
    problem = engine.theory.problem
    variant_names = {BASELINE, *(() if problem is None else problem.variants)}
    if problem is None or not variant_names.issuperset(query.compared):
        raise GaveUp("the variants are not known here")
    sides: dict[str, Side] = {}
    for name in query.compared:
        side_theory = theory(problem, name)
        sides[name] = Side(
            name,
            engine.over(side_theory, *_side_formulas(query, side_theory, engine.budget)),
            query,
        )
    return [sides[name] for name in query.compared]


def _side_formulas(
    query: Query, side_theory: Theory, budget: Budget
) -> tuple[list[Formula], tuple[Target, ...]]:
    """The closed formulas and the targets that one side is queried about."""
    if query.variable is None:
        return list(query_formulas(query)), query.targets
    named = instances(query, side_theory.signature.constants(), budget)
    return [*named.values(), *given(query)], ()
