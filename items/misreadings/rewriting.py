"""A rewrite rule for formulas: a pattern whose letters match any formula, and its replacement.

Owns matching and rewriting. In a pattern, a proposition (`A`) matches any formula, and so does a
predicate with its variables (`F(x)`); names of bound variables do not matter. The operands of ∧ or
∨ match in their order, and the last letter takes all remaining ones.
"""

from itertools import islice

from items.misreadings.misreading import Rule
from solver.language.syntax import (
    And,
    Constant,
    Count,
    Exists,
    ForAll,
    Formula,
    Or,
    Pred,
    Prop,
    children,
    rebuild,
    walk,
)

Held = dict[str, Formula]
"""Letter of a pattern to the formula it matched."""
MAX_PARTS = 1000
"""Largest number of parts in a formula that a rule is applied to. A rule that repeats a letter
doubles its contents at every level.
"""
Names = dict[str, str]
"""Variable of a pattern to that of the formula."""


def fault_of(pattern: Formula, read_as: Formula) -> str:
    """Return what is wrong with a rule; empty if it is valid."""
    arguments: dict[str, tuple[object, ...]] = {}
    for formula in (pattern, read_as):
        for node in walk(formula):
            if not isinstance(node, Prop | Pred):
                continue
            args: tuple[object, ...] = node.args if isinstance(node, Pred) else ()
            if any(isinstance(arg, Constant) for arg in args):
                return f"expected variables in {node.name}(…), found a constant"
            if formula is pattern:
                arguments.setdefault(node.name, args)
            if node.name not in arguments:
                return f"expected only letters of the pattern, found {node.name}"
            if arguments[node.name] != args:
                return f"expected {node.name} with the same variables everywhere, found others"
    if pattern == read_as:
        return "expected another formula than the pattern, found the same"
    if isinstance(pattern, Prop | Pred):
        return "expected a connective or a quantifier in the pattern, found a letter alone"
    return ""


def rule_of(pattern: Formula, read_as: Formula) -> Rule:
    """Return the rule that replaces what matches a pattern."""

    def rule(formula: Formula) -> Formula | None:
        if _large(formula):
            return None
        bindings: Held = {}
        names: Names = {}
        if not _matches(pattern, formula, bindings, names):
            return None
        return _written(read_as, bindings, names)

    return rule


def _large(formula: Formula) -> bool:
    """Whether a formula has more than `MAX_PARTS` parts; counting stops there."""
    return sum(1 for _ in islice(walk(formula), MAX_PARTS + 1)) > MAX_PARTS


def _matches(pattern: Formula, formula: Formula, bindings: Held, names: Names) -> bool:
    if isinstance(pattern, Prop | Pred):
        return bindings.setdefault(pattern.name, formula) == formula
    if type(pattern) is not type(formula):
        return False
    if isinstance(pattern, ForAll | Exists) and isinstance(formula, ForAll | Exists):
        if names.setdefault(pattern.variable, formula.variable) != formula.variable:
            return False
        return _matches(pattern.body, formula.body, bindings, names)
    match pattern, formula:
        case Count(bound, n), Count(other, m) if (bound, n) != (other, m):
            return False
    patterns, formulas = children(pattern), children(formula)
    if isinstance(pattern, And | Or) and len(formulas) > len(patterns):
        if not isinstance(patterns[-1], Prop | Pred):
            return False
        last = type(pattern)(tuple(formulas[len(patterns) - 1 :]))
        formulas = (*formulas[: len(patterns) - 1], last)
    if len(patterns) != len(formulas) or (not patterns and pattern != formula):
        return False
    return all(_matches(w, f, bindings, names) for w, f in zip(patterns, formulas, strict=True))


def _written(read_as: Formula, bindings: Held, names: Names) -> Formula:
    if isinstance(read_as, Prop | Pred):
        return bindings[read_as.name]
    if isinstance(read_as, ForAll | Exists):
        variable = names.get(read_as.variable, read_as.variable)
        return type(read_as)(variable, _written(read_as.body, bindings, names))
    return rebuild(read_as, tuple(_written(part, bindings, names) for part in children(read_as)))
