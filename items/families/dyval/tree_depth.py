"""Depth of a task on a tree, read off its premises alone."""

from collections.abc import Sequence

from solver.language.syntax import Formula, Implies, SymbolKey, symbols_of


def layers_of(premises: Sequence[Formula], goal: Formula) -> int | None:
    """How many layers of symbols lead to what is asked, itself included; 1 where no rule does. None
    where rules lead in a circle, as those of abductive tasks do."""
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
    """How many layers of symbols an abductive task has: from what is given, over the bodies of the
    rules that lead to it, down to what is asked, both included, by the shortest way. None where no
    rules lead from what is asked to anything given."""
    below: dict[SymbolKey, set[SymbolKey]] = {}
    layer: set[SymbolKey] = set()
    for premise in premises:
        if isinstance(premise, Implies):
            for symbol in symbols_of(premise.right):
                below.setdefault(symbol, set()).update(symbols_of(premise.left))
        else:
            layer |= symbols_of(premise)
    wanted, reached, layers = set(symbols_of(goal)), set[SymbolKey](), 0
    while layer:
        layers += 1
        if layer & wanted:
            return layers
        reached |= layer
        layer = {under for symbol in layer for under in below.get(symbol, ())} - reached
    return None
