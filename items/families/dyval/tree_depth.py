"""Depth of a task on a tree, computed from its premises alone."""

from collections.abc import Sequence

from solver.language.syntax import Formula, Implies, SymbolKey, symbols_of


def layers_of(premises: Sequence[Formula], goal: Formula) -> int | None:
    """Count the layers of symbols that lead to the goal, including the goal itself; 1 if no rule
    leads to it. None if rules form a circle, as in abductive tasks."""
    below: dict[SymbolKey, set[SymbolKey]] = {}
    for premise in premises:
        if isinstance(premise, Implies):
            for symbol in symbols_of(premise.right):
                below.setdefault(symbol, set()).update(symbols_of(premise.left))
    layer, layers = set(symbols_of(goal)), 0
    while layer:
        layers += 1
        if layers > len(below) + 1:
            return None
        layer = {under for symbol in layer for under in below.get(symbol, ())}
    return layers


def layers_above(premises: Sequence[Formula], goal: Formula) -> int | None:
    """Count the layers of symbols of an abductive task on the shortest way: from the given value,
    over the bodies of the rules that lead to it, down to the goal, both included. None if no rules
    connect the goal to anything given."""
    below: dict[SymbolKey, set[SymbolKey]] = {}
    layer: set[SymbolKey] = set()
    for premise in premises:
        if isinstance(premise, Implies):
            for symbol in symbols_of(premise.right):
                below.setdefault(symbol, set()).update(symbols_of(premise.left))
        else:
            layer |= symbols_of(premise)
    goal_symbols, reached, layers = set(symbols_of(goal)), set[SymbolKey](), 0
    while layer:
        layers += 1
        if layer & goal_symbols:
            return layers
        reached |= layer
        layer = {under for symbol in layer for under in below.get(symbol, ())} - reached
    return None
