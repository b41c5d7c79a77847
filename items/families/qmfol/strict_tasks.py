"""QMFOL tasks whose conclusion reveals nothing about its label.

In the published construction, the form of the conclusion is the label: "there is" is False, "if" is
True, a bare literal is Unknown. Here a task has two chains of rules, each by algorithm 1 and both
from one source `u`: one leads to the literal in the question, the other to its denial. The facts
close one chain (True), the other (False) or neither (Unknown), and in each case exactly two facts
have the wrong sign. Tasks with different labels therefore have the same rules, distractors and
conclusion, and equally many facts of each form; they differ in the signs of two facts.

Owns the two chains, the facts and the conclusions. Proofs are in `proofs`.
"""

from dataclasses import dataclass

from items.families.qmfol.rules import Base, Label, Lit, Side, Statement, Subject
from items.seeds import Draw

LEAST_WIDTH = 2
"""Minimum of facts per chain: two of one chain are reversed, or one of each."""
FORMS = ("all literal", "all if", "all and", "some literal", "some and")
NAMED_FORMS = ("literal", "if", "and")


@dataclass(frozen=True, slots=True)
class RivalChains:
    """Two chains of rules, and the question about them."""

    base: Base
    facts: tuple[Statement, ...]
    conclusion: Statement
    form: str
    """Form of the conclusion: a name from FORMS or NAMED_FORMS."""


@dataclass(frozen=True, slots=True)
class _Chain:
    rules: tuple[Statement, ...]
    extra_literals: tuple[tuple[Lit, bool], ...]
    """The literals that widen it, and whether each is on the left of its rule."""


def rivals(
    depth: int, width: int, negation: float, label: Label, named: bool, key: str
) -> RivalChains:
    """Return the task of a configuration; only two signs depend on the label.

    `width` is at least LEAST_WIDTH; depth and width are those of each chain.
    """
    draw = Draw("qmfol rivals", key, named)
    signs = [not draw.chance(negation) for _ in range(2 + 2 * (depth - 1) + 2 * width)]
    source = Lit(0, signs[0])
    asked_literal = Lit(1, draw.chance(0.5))
    sides = [draw.chance(0.5) for _ in range(width)]
    first = 2
    chains = []
    for sink in (asked_literal, asked_literal.denied):
        inner = [Lit(first + n, signs[first + n]) for n in range(depth - 1)]
        first += depth - 1
        wide = [Lit(first + n, signs[first + n]) for n in range(width)]
        first += width
        chains.append(_chain([source, *inner, sink], wide, sides, draw))
    form = draw.choice(NAMED_FORMS if named else FORMS)
    turned = _turned(label, draw.sample(range(width), 2))
    subject: Subject = "named" if named else "all"
    facts = [_source_fact(source, form, named)]
    for number, chain in enumerate(chains):
        for place, (literal, on_left) in enumerate(chain.extra_literals):
            closes = literal if on_left else literal.denied
            conclusion = closes.denied if (number, place) in turned else closes
            facts.append(Statement(subject, Side((conclusion,), "or")))
    rules = tuple([rule for chain in chains for rule in chain.rules])
    base = Base(rules, (source,), (asked_literal, asked_literal.denied), first)
    return RivalChains(base, tuple(facts), _conclusion(source, asked_literal, form, named), form)


def _chain(chain: list[Lit], extra_literals: list[Lit], sides: list[bool], draw: Draw) -> _Chain:
    rules = [([chain[n]], [chain[n + 1]]) for n in range(len(chain) - 1)]
    for literal, is_left in zip(extra_literals, sides, strict=True):
        left, right = draw.choice(rules)
        (left if is_left else right).append(literal)
    for left, right in rules:
        draw.shuffle(left)
        draw.shuffle(right)
    return _Chain(
        tuple(
            [
                Statement("all", Side(tuple(right), "or"), Side(tuple(left), "and"))
                for left, right in rules
            ]
        ),
        tuple(zip(extra_literals, sides, strict=True)),
    )


def _turned(label: Label, places: list[int]) -> set[tuple[int, int]]:
    """Which facts, by chain and place, do not close their chain: two at the same places for every
    label."""
    place, other = places
    if label == "unknown":
        return {(0, place), (1, other)}
    open_chain = 1 if label == "true" else 0
    return {(open_chain, place), (open_chain, other)}


def _source_fact(source: Lit, form: str, named: bool) -> Statement:
    """The fact that starts both chains; its form depends only on the form of the conclusion."""
    if named:
        return Statement("named", Side((source,), "or"))
    return Statement("some" if form in ("all if", "some and") else "all", Side((source,), "or"))


def _conclusion(source: Lit, asked_literal: Lit, form: str, named: bool) -> Statement:
    subject: Subject = "named" if named else "some" if form.startswith("some") else "all"
    if form.endswith("if"):
        return Statement(subject, Side((asked_literal,), "or"), Side((source,), "and"))
    if form.endswith("and"):
        return Statement(subject, Side((source, asked_literal), "and"))
    return Statement(subject, Side((asked_literal,), "or"))
