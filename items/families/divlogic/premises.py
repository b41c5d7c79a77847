"""Premise sets drawn as in DivLogicEval (appendices A and B, and the released procedure).

Owns the weights of symbols and the choice of rules and single facts. Questions about the premises
are in `strict_questions` and `published_questions`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from items.families.divlogic.masks import Statement, fact, implies
from items.seeds import Draw

RULE_SYMBOLS = 3
SELDOM = 0.1
"""Weight of a symbol that has been used n - 1 times."""
FACT_SHARE = 1.5
"""Of s symbols used 1 to n - 1 times, at most s / 1.5 become single facts."""
NEGATED = 1 / 3
"""Probability that a single fact is negated."""


@dataclass(frozen=True, slots=True)
class Premises:
    """A drawn set, in the order of presentation."""

    statements: tuple[Statement, ...]
    open_symbols: int
    """Symbols used at least once and fewer than n times: conclusions are about these."""


def weights(uses: Sequence[int], n: int) -> list[float]:
    """Return the weight of each symbol (appendix B, equation 3): less used symbols are likelier."""
    most = max(uses) + 1
    return [0.0 if o >= n else SELDOM if o == n - 1 else float(most - o) for o in uses]


def draw_rule(draw: Draw, uses: list[int], n: int, *, count_discarded: bool) -> Statement | None:
    """Draw a rule over three distinct symbols and count it in `uses`; None if fewer than three are
    left.

    Half are A → B, which discards the third symbol, and a quarter each ¬(A ∧ B) → C and (A ∨ B) →
    C. `count_discarded`: as in the released program, the discarded symbol counts as used.
    """
    open_weights = weights(uses, n)
    if sum(1 for weight in open_weights if weight) < RULE_SYMBOLS:
        return None
    chosen: list[int] = []
    for _ in range(RULE_SYMBOLS):
        symbol = draw.weighted(open_weights)
        open_weights[symbol] = 0.0
        chosen.append(symbol)
    first, second, third = [symbol << 1 for symbol in chosen]
    kind = draw.below(4)
    if kind < 2:
        rule = implies(first, second)
        if not count_discarded:
            chosen.pop()
    else:
        rule = Statement("not_both" if kind == 2 else "either", (first, second, third))
    for symbol in chosen:
        uses[symbol] += 1
    return rule


def open_symbols(uses: Sequence[int], n: int) -> list[int]:
    """Return the symbols used at least once and fewer than n times."""
    return [symbol for symbol, count in enumerate(uses) if 0 < count < n]


def most_facts(uses: Sequence[int], n: int) -> int:
    """Return the largest allowed number of single facts."""
    return int(len(open_symbols(uses, n)) / FACT_SHARE)


def insert_facts(
    draw: Draw, statements: list[Statement], uses: Sequence[int], n: int, count: int
) -> None:
    """Insert single facts about `count` of the open symbols at random places, in place."""
    for symbol in draw.sample(open_symbols(uses, n), count):
        negated = draw.chance(NEGATED)
        place = draw.below(len(statements) + 1)
        statements.insert(place, fact(symbol << 1 | negated))


def draw_published(draw: Draw, n: int, symbols: int) -> Premises:
    """Draw a set by the published procedure: 2 to n + 1 rules, then single facts among them."""
    uses = [0] * symbols
    statements: list[Statement] = []
    for _ in range(2 + draw.below(n)):
        rule = draw_rule(draw, uses, n, count_discarded=True)
        if rule is None:
            break
        statements.append(rule)
    insert_facts(draw, statements, uses, n, draw.below(most_facts(uses, n) + 1))
    return Premises(tuple(statements), sum(1 << symbol for symbol in open_symbols(uses, n)))


def draw_sized(draw: Draw, n: int, symbols: int, size: int) -> Premises | None:
    """Draw a set of exactly `size` premises: some rules, the rest single facts. None if the drawn
    rules leave too few symbols."""
    rules = 1 + draw.below(size)
    uses = [0] * symbols
    statements: list[Statement] = []
    for _ in range(rules):
        rule = draw_rule(draw, uses, n, count_discarded=False)
        if rule is None:
            return None
        statements.append(rule)
    facts = size - rules
    if facts > most_facts(uses, n):
        return None
    insert_facts(draw, statements, uses, n, facts)
    return Premises(tuple(statements), sum(1 << symbol for symbol in open_symbols(uses, n)))


def draw_strict(draw: Draw, n: int, symbols: int) -> Premises | None:
    """Draw a set as published, except that a discarded symbol does not count as used (appendix
    B)."""
    uses = [0] * symbols
    statements: list[Statement] = []
    for _ in range(2 + draw.below(n)):
        rule = draw_rule(draw, uses, n, count_discarded=False)
        if rule is None:
            return None
        statements.append(rule)
    insert_facts(draw, statements, uses, n, draw.below(most_facts(uses, n) + 1))
    return Premises(tuple(statements), sum(1 << symbol for symbol in open_symbols(uses, n)))


def draw_rules(draw: Draw, n: int, symbols: int) -> tuple[list[Statement], list[int]] | None:
    """Draw the largest allowed number of rules, n + 1, and return them with the uses of the
    symbols. With fewer rules, hardly any conclusion needs several premises and resembles one that
    does not follow."""
    uses = [0] * symbols
    statements: list[Statement] = []
    for _ in range(n + 1):
        rule = draw_rule(draw, uses, n, count_discarded=False)
        if rule is None:
            break
        statements.append(rule)
    return (statements, uses) if len(statements) > 1 else None


def with_facts(draw: Draw, rules: Sequence[Statement], uses: Sequence[int], n: int) -> Premises:
    """Add a random number of single facts, up to the limit, to these rules."""
    statements = list(rules)
    insert_facts(draw, statements, uses, n, draw.below(most_facts(uses, n) + 1))
    return Premises(tuple(statements), sum(1 << symbol for symbol in open_symbols(uses, n)))
