"""The forms of formula that have sentences, and the form of a given formula.

Owns recognizing a form and its literals, and equivalence of two formulas by truth table.
`templates` has the sentences of each form.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from solver.engines.atoms import BOOLS, Axis
from solver.engines.regions import Environment, evaluate, space_of
from solver.errors import InputError
from solver.language.printer import print_formula
from solver.language.syntax import And, Formula, Iff, Implies, Not, Or, Prop, symbols_of


class Sign(NamedTuple):
    """A symbol or its negation."""

    symbol: str
    positive: bool

    @property
    def formula(self) -> Formula:
        """The literal as a formula."""
        return Prop(self.symbol) if self.positive else Not(Prop(self.symbol))


@dataclass(frozen=True, slots=True)
class FormulaShape:
    """The form and literals of a formula."""

    form: str
    """The form's name in the template files."""
    literals: tuple[Sign, ...]
    """In the order A, B, C of the form's pattern."""


def _sign(formula: Formula) -> Sign | None:
    positive = True
    while isinstance(formula, Not):
        formula, positive = formula.body, not positive
    return Sign(formula.name, positive) if isinstance(formula, Prop) else None


def _signs(*formulas: Formula) -> tuple[Sign, ...] | None:
    signs = tuple(sign for formula in formulas if (sign := _sign(formula)) is not None)
    return signs if len(signs) == len(formulas) else None


def _match(formula: Formula) -> tuple[str, tuple[Sign, ...] | None] | None:
    match formula:
        case Implies(Not(And((left, right))), then):
            return "not_both", _signs(left, right, then)
        case Implies(And((left, right)), then):
            return "both", _signs(left, right, then)
        case Implies(Or((left, right)), then):
            return "either", _signs(left, right, then)
        case Implies(left, right):
            return "implies", _signs(left, right)
        case Iff(left, right):
            return "iff", _signs(left, right)
        case And((left, right)):
            return "and", _signs(left, right)
        case Or((left, right)):
            return "or", _signs(left, right)
        case Not(And((left, right))):
            return "nand", _signs(left, right)
        case Not(Or((left, right))):
            return "nor", _signs(left, right)
        case Prop() | Not():
            return "fact", _signs(formula)
    return None


def shape_of(formula: Formula) -> FormulaShape:
    """Return the form and literals of a formula.

    Raises:
        InputError: the formula has no sentence.
    """
    pair = _match(formula)
    if pair is None or pair[1] is None:
        raise InputError(
            "No sentence for this formula",
            f"{print_formula(formula)} has none of the forms for which templates exist.",
            "Literals, and one connective or rule over two or three literals, can be worded.",
        )
    return FormulaShape(pair[0], pair[1])


def build(form: str, literals: Sequence[Formula]) -> Formula:
    """Return the formula of a form over given literals: the inverse of `shape_of`.

    Raises:
        KeyError: there is no such form.
    """
    if form == "fact":
        return literals[0]
    left, right = literals[0], literals[1]
    match form:
        case "implies":
            return Implies(left, right)
        case "not_both":
            return Implies(Not(And((left, right))), literals[2])
        case "either":
            return Implies(Or((left, right)), literals[2])
        case "both":
            return Implies(And((left, right)), literals[2])
        case "and":
            return And((left, right))
        case "or":
            return Or((left, right))
        case "nand":
            return Not(And((left, right)))
        case "nor":
            return Not(Or((left, right)))
        case "iff":
            return Iff(left, right)
    raise KeyError(form)


@lru_cache(maxsize=1024)
def _environment(names: frozenset[str]) -> Environment:
    return Environment(space_of([Axis(name, BOOLS) for name in sorted(names)]), {})


def equivalent(formula: Formula, other: Formula) -> bool:
    """Whether two propositional formulas are true in the same worlds."""
    if formula == other:
        return True
    keys = symbols_of(formula) | symbols_of(other)
    environment = _environment(frozenset(name for name, _ in keys))
    return evaluate(formula, environment) == evaluate(other, environment)
