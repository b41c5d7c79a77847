"""Premises with one logical relation flipped: the "flipped relation" of appendix E.

Owns what counts as flipped: an implication replaced by its converse, a relation with two of its
places exchanged, → in place of ↔ or vice versa (LLMEval-Logic, appendix E, names → against ↔). A
premise that is stronger or weaker than another in any other way, or has other atoms, is not
flipped.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice

from solver.cancel import Budget
from solver.language.syntax import (
    Constant,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Pred,
    Signature,
    children,
    negation,
    rebuild,
    symbols_of,
    walk,
)
from solver.premise_relation import equivalent

MOST_NODES = 200
"""Longer premises are not checked."""
MOST_VERSIONS = 60
"""Most flipped versions of a premise that are checked by the solver."""
SECONDS = 2.0
"""Time limit for all questions about one formalization."""


@dataclass(frozen=True, slots=True)
class FlippedPremise:
    """A premise, and the gold premise of which one relation is flipped in it."""

    premise: int
    """Both numbers count from 0."""
    gold: int
    whole: bool
    """Whether the flip is the only difference: ↔ for → also adds what → does not say."""


def flipped_premises(
    premises: dict[int, Formula], golds: dict[int, Formula], signature: Signature
) -> tuple[FlippedPremise, ...]:
    """The premises, given by number, that result from a gold premise by flipping one relation; each
    is in at most one pair."""
    budget = Budget.of(SECONDS)
    pairs: list[FlippedPremise] = []
    for whole in (True, False):
        for n, premise in premises.items():
            for other, gold in golds.items():
                paired = any(pair.premise == n or pair.gold == other for pair in pairs)
                if not paired and _is_flipped(premise, gold, whole, signature, budget):
                    pairs.append(FlippedPremise(n, other, whole))
    return tuple(pairs)


def _is_flipped(
    premise: Formula, gold: Formula, whole: bool, signature: Signature, budget: Budget
) -> bool:
    if symbols_of(premise) != symbols_of(gold):
        return False
    if max(sum(1 for _ in walk(formula)) for formula in (premise, gold)) > MOST_NODES:
        return False
    # Flipping a converse gives the implication, so either side may be the one written with →.
    for source, target in ((gold, premise), (premise, gold)):
        spoken = _atoms_of(target)
        for turn in islice(_flipped_versions(source, whole), MOST_VERSIONS):
            if budget.is_over:
                return False
            if _atoms_of(turn) != spoken:
                # Equivalent only because a part of it is redundant.
                continue
            if equivalent(turn, target, signature, timeout=budget.left, cancel=None):
                return True
    return False


def _atoms_of(formula: Formula) -> frozenset[tuple[str, tuple[str, ...]]]:
    """The atoms of a formula, ignoring the names of its variables."""
    return frozenset(
        (
            node.name,
            tuple(term.name if isinstance(term, Constant) else "" for term in node.args),
        )
        for node in walk(formula)
        if isinstance(node, Pred)
    )


def _flipped_versions(formula: Formula, whole: bool) -> Iterator[Formula]:
    """The formula with one relation flipped, in every possible way."""
    yield from _in_place(formula, whole)
    if whole:
        yield from _exchanged(formula)


def _in_place(formula: Formula, whole: bool) -> Iterator[Formula]:
    yield from _converses(formula) if whole else _both_ways(formula)
    below = children(formula)
    for place, child in enumerate(below):
        for turn in _in_place(child, whole):
            yield rebuild(formula, (*below[:place], turn, *below[place + 1 :]))


def _converses(formula: Formula) -> Iterator[Formula]:
    match formula:
        case Implies(left, right):
            yield Implies(right, left)
        case Or((Not(), Not())):
            return
        case Or((Not(left), right)) | Or((right, Not(left))):
            yield Or((negation(right), left))
        case Pred(name, args):
            for a, b in combinations(range(len(args)), 2):
                terms = list(args)
                terms[a], terms[b] = terms[b], terms[a]
                yield Pred(name, tuple(terms))


def _both_ways(formula: Formula) -> Iterator[Formula]:
    match formula:
        case Implies(left, right):
            yield Iff(left, right)
        case Or((Not(left), right)) | Or((right, Not(left))):
            yield Iff(left, right)


def _exchanged(formula: Formula) -> Iterator[Formula]:
    """Two places of a relation exchanged in all its occurrences."""
    names = {(node.name, len(node.args)) for node in walk(formula) if isinstance(node, Pred)}

    def swapped(node: Formula, name: str, a: int, b: int) -> Formula:
        if isinstance(node, Pred) and node.name == name and len(node.args) > b:
            terms = list(node.args)
            terms[a], terms[b] = terms[b], terms[a]
            return Pred(name, tuple(terms))
        below = children(node)
        return (
            rebuild(node, tuple(swapped(child, name, a, b) for child in below)) if below else node
        )

    for name, arity in sorted(names):
        for a, b in combinations(range(arity), 2):
            yield swapped(formula, name, a, b)
