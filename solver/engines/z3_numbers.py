"""Reasoning about numbers of things with Z3.

Decides consequences of formulas with one variable at a time, and of comparisons between the sizes
of two sets. Owns the translation and the questions. A kind of thing is determined by the predicates
that are true of it (a region of a Venn diagram). The number of things of each kind is a
non-negative integer, and the total is at least one. A formula with one variable at a time says
which kinds exist, and a comparison compares two sums, so everything is linear arithmetic over these
numbers. Independent of the region engine's treatment of such worlds.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import z3

from solver.cancel import Budget, GaveUp
from solver.engines.z3 import Context, solver_in
from solver.language.syntax import (
    And,
    Count,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Pred,
    Prop,
    Truth,
    Variable,
    walk,
)

Kind = frozenset[str]
"""The predicates that are true of the things of a kind."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Among the things with the subject, those with the predicate outnumber those without it, or
    vice versa."""

    name: str
    """The name of the sentence that stands for it in formulas."""
    subject: str
    predicate: str
    more: bool


class Numbers:
    """Premises about numbers of things, and questions about them."""

    def __init__(
        self,
        premises: Sequence[Formula],
        asked_formulas: Sequence[Formula],
        comparisons: Sequence[Comparison],
        budget: Budget,
    ) -> None:
        """`asked_formulas` are further formulas whose predicates are included. Raises GaveUp if Z3
        does, or if a formula has more than one variable at a time."""
        self._budget = budget
        self._compared = {comparison.name: comparison for comparison in comparisons}
        nodes = [node for formula in (*premises, *asked_formulas) for node in walk(formula)]
        ends = {
            end for comparison in comparisons for end in (comparison.subject, comparison.predicate)
        }
        names = sorted({node.name for node in nodes if isinstance(node, Pred)} | ends)
        self._context = Context()
        self._solver = solver_in(self._context)
        self._numbers: dict[Kind, Any] = {
            frozenset(kind): z3.Int(f"number of {' and '.join(kind) or 'others'}", self._context)
            for size in range(len(names) + 1)
            for kind in combinations(names, size)
        }
        sentences = sorted({n.name for n in nodes if isinstance(n, Prop)} - {*self._compared})
        self._sentences = [z3.Bool(f"sentence {name}", self._context) for name in sentences]
        everything = list(self._numbers.values())
        self._solver.add(*(number >= 0 for number in everything), z3.Sum(everything) >= 1)
        for premise in premises:
            self._solver.add(self._said(premise, {}))

    def possible(self, formula: Formula) -> bool:
        """Whether some numbers satisfy the premises and the formula. Raises GaveUp."""
        return self._check(self._said(formula, {})) is not None

    def follows(self, formula: Formula) -> bool:
        """Whether all numbers that satisfy the premises satisfy the formula. Raises GaveUp."""
        return not self.possible(Not(formula))

    def worlds(self, formulas: Sequence[Formula]) -> Iterator[tuple[bool, ...]]:
        """The truth values of the formulas in every world of the premises. Worlds are distinguished
        by the kinds of things that exist, by the sentences and by the comparisons. Raises
        GaveUp."""
        distinguishing = [
            *(number > 0 for number in self._numbers.values()),
            *self._sentences,
            *(self._comparison(term) for term in self._compared.values()),
        ]
        truths = [self._said(formula, {}) for formula in formulas]
        self._solver.push()
        try:
            while (model := self._check()) is not None:
                values = [model.eval(term, model_completion=True) for term in distinguishing]
                yield tuple(z3.is_true(model.eval(term, model_completion=True)) for term in truths)
                self._solver.add(
                    z3.Or(
                        [term != value for term, value in zip(distinguishing, values, strict=True)]
                    )
                )
        finally:
            self._solver.pop()

    def _check(self, *assumed: Any) -> Any | None:
        self._budget.check()
        self._solver.push()
        try:
            self._solver.add(*assumed)
            self._solver.set("timeout", max(1, int(min(self._budget.left, 1e6) * 1000)))
            with self._budget.cancel.running(self._context.interrupt) as start:
                if not start:
                    raise GaveUp("interrupted")
                status = self._solver.check()
            if status == z3.unknown:
                raise GaveUp(self._budget.reason or str(self._solver.reason_unknown()))
            return self._solver.model() if status == z3.sat else None
        except z3.Z3Exception as error:
            raise GaveUp(self._budget.reason or str(error)) from error
        finally:
            self._solver.pop()

    def _comparison(self, comparison: Comparison) -> Any:
        of = [(kind, n) for kind, n in self._numbers.items() if comparison.subject in kind]
        # The sum over no kinds is 0.
        both = z3.Sum(
            [z3.IntVal(0, self._context), *(n for k, n in of if comparison.predicate in k)]
        )
        alone = z3.Sum(
            [z3.IntVal(0, self._context), *(n for k, n in of if comparison.predicate not in k)]
        )
        return both > alone if comparison.more else both < alone

    def _said(self, formula: Formula, kinds: Mapping[str, Kind]) -> Any:
        """A formula over the numbers; `kinds` has the kind of each bound variable."""
        match formula:
            case Truth(value):
                return z3.BoolVal(value, self._context)
            case Prop(name) if name in self._compared:
                return self._comparison(self._compared[name])
            case Prop(name):
                return z3.Bool(f"sentence {name}", self._context)
            case Pred(name, (Variable(variable),)) if variable in kinds:
                return z3.BoolVal(name in kinds[variable], self._context)
            case Not(body):
                return z3.Not(self._said(body, kinds))
            case And(parts):
                return z3.And([self._true, *(self._said(part, kinds) for part in parts)])
            case Or(parts):
                return z3.Or([z3.Not(self._true), *(self._said(part, kinds) for part in parts)])
            case Implies(left, right):
                return z3.Implies(self._said(left, kinds), self._said(right, kinds))
            case Iff(left, right):
                return self._said(left, kinds) == self._said(right, kinds)
            case Count(kind, number, parts):
                true = z3.Sum(
                    [z3.If(self._said(part, kinds), 1, 0, self._context) for part in parts]
                )
                return {
                    "exactly": true == number,
                    "at_least": true >= number,
                    "at_most": true <= number,
                }[kind]
            case ForAll(variable, body):
                return z3.And(
                    [
                        z3.Implies(number > 0, self._said(body, {**kinds, variable: kind}))
                        for kind, number in self._numbers.items()
                    ]
                )
            case Exists(variable, body):
                return z3.Or(
                    [
                        z3.And(number > 0, self._said(body, {**kinds, variable: kind}))
                        for kind, number in self._numbers.items()
                    ]
                )
        raise GaveUp("no formula of one variable at a time")

    @property
    def _true(self) -> Any:
        return z3.BoolVal(True, self._context)
