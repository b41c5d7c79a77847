"""Evaluating a formula and all of its parts in one world.

Owns the tree of parts with their values, by the definition of truth and without any engine, so that
it can check engines. A part is neither true nor false (None) if the world has no value for one of
its atoms and the rest does not decide it (strong Kleene). Leaves finding worlds to the engines, and
changing them to `nearest_world`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from solver.cancel import NO_LIMIT, Budget, Meter
from solver.engines.atoms import ground_key
from solver.language.problem import Theory
from solver.language.syntax import (
    And,
    Constant,
    Count,
    EnumIs,
    EnumSame,
    Equal,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Pred,
    Prop,
    Term,
    Truth,
    children,
)
from solver.results import Structure, World

Value = bool | None
"""True, false, or undefined."""


@dataclass(frozen=True, slots=True)
class FormulaValue:
    """A formula with its value in a world, and its parts with their values."""

    formula: Formula
    value: Value
    parts: tuple["FormulaValue", ...] = ()
    """The parts as written; for a defined name, its definition; for a quantified formula, the body
    for the one individual that decides it, or for every individual if none decides it alone."""
    env: Mapping[str, str] | None = None
    """The individuals that the variables denote; None outside of quantifiers."""

    def lines(self, depth: int = 0) -> list[tuple[int, "FormulaValue"]]:
        """This formula and all its parts, each with its depth, from the top down."""
        pairs = [(depth, self)]
        for part in self.parts:
            pairs += part.lines(depth + 1)
        return pairs


def evaluate(
    formula: Formula,
    world: World,
    definitions: Mapping[str, Formula] | None = None,
    budget: Budget = NO_LIMIT,
    env: Mapping[str, str] | None = None,
) -> FormulaValue:
    """Evaluate the formula and all its parts in a world; `env` gives the individuals that its free
    variables denote. Raises `GaveUp` at the end of the budget."""
    return _Evaluation(world, definitions or {}, Meter(budget)).of(formula, env or {})


def false_premises(theory: Theory, world: World, budget: Budget = NO_LIMIT) -> tuple[int, ...]:
    """Numbers of the premises that are false in a world, in order."""
    return tuple(
        premise.number
        for premise in theory.premises
        if evaluate(premise.formula, world, theory.definitions, budget).value is False
    )


class _Evaluation:
    def __init__(self, world: World, definitions: Mapping[str, Formula], meter: Meter) -> None:
        self.world = world
        self.definitions = definitions
        self.meter = meter
        self.facts = world.values if isinstance(world, Structure) else world

    def of(self, formula: Formula, env: Mapping[str, str]) -> FormulaValue:
        """Evaluate one formula, with its variables as in `env`."""
        self.meter.spend()
        shown_env = env or None
        if isinstance(formula, ForAll | Exists):
            return self._quantified(formula, env)
        if isinstance(formula, Prop) and formula.name in self.definitions:
            definition_value = self.of(self.definitions[formula.name], {})
            return FormulaValue(formula, definition_value.value, (definition_value,), shown_env)
        parts = tuple([self.of(part, env) for part in children(formula)])
        values = [part.value for part in parts]
        return FormulaValue(formula, self._value(formula, values, env), parts, shown_env)

    def _quantified(self, formula: ForAll | Exists, env: Mapping[str, str]) -> FormulaValue:
        if not isinstance(self.world, Structure):
            return FormulaValue(formula, None, (), env or None)
        decides = isinstance(formula, Exists)
        parts = []
        for element in self.world.domain:
            part = self.of(formula.body, {**env, formula.variable: element})
            if part.value is decides:
                return FormulaValue(formula, decides, (part,), env or None)
            parts.append(part)
        unsaid = any(part.value is None for part in parts)
        return FormulaValue(formula, None if unsaid else not decides, tuple(parts), env or None)

    def _value(self, formula: Formula, values: Sequence[Value], env: Mapping[str, str]) -> Value:
        match formula:
            case Truth(value):
                return value
            case Prop(name):
                fact = self.facts.get(name)
                return None if fact is None else fact is True
            case EnumIs(symbol, enum_value):
                fact = self.facts.get(symbol)
                return None if fact is None else fact == enum_value
            case EnumSame(first, second):
                first_value, second_value = self.facts.get(first), self.facts.get(second)
                return (
                    None
                    if first_value is None or second_value is None
                    else first_value == second_value
                )
            case Equal(left, right):
                return self._equal(left, right, env)
            case Pred():
                return self._applied(formula, env)
            case Not():
                return None if values[0] is None else not values[0]
            case And():
                return _all(values)
            case Or():
                return _any(values)
            case Implies():
                return _any([None if values[0] is None else not values[0], values[1]])
            case Iff():
                return None if None in values else values[0] == values[1]
            case Count(bound, n, _):
                return _counted(bound, n, values)
        return None

    def _element(self, term: Term, env: Mapping[str, str]) -> str | None:
        if not isinstance(term, Constant):
            return env.get(term.name)
        return self.world.constants.get(term.name) if isinstance(self.world, Structure) else None

    def _equal(self, left: Term, right: Term, env: Mapping[str, str]) -> Value:
        element, other_element = self._element(left, env), self._element(right, env)
        return None if element is None or other_element is None else element == other_element

    def _applied(self, atom: Pred, env: Mapping[str, str]) -> Value:
        if not isinstance(self.world, Structure):
            if not all(isinstance(term, Constant) for term in atom.args):
                return None
            fact = self.facts.get(ground_key(atom))
            return None if fact is None else fact is True
        full = f"{atom.name}/{len(atom.args)}"
        rows = self.world.predicates.get(full, self.world.predicates.get(atom.name))
        elements = [self._element(term, env) for term in atom.args]
        if rows is None or None in elements:
            return None
        return tuple(elements) in rows


def _all(values: Sequence[Value]) -> Value:
    if False in values:
        return False
    return None if None in values else True


def _any(values: Sequence[Value]) -> Value:
    if True in values:
        return True
    return None if None in values else False


def _counted(bound: str, n: int, values: Sequence[Value]) -> Value:
    least = sum(value is True for value in values)
    most = least + sum(value is None for value in values)
    enough: Value = True if least >= n else None if most >= n else False
    few: Value = True if most <= n else None if least <= n else False
    return {"at_least": enough, "at_most": few}.get(bound, _all([enough, few]))
