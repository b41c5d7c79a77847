"""QMFOL's rules, facts and conclusions, before they are put into words.

Owns literals and statements, algorithm 1 (a chain of minimal rules widened at random places), the
implicit rule, and the four ways to facts and a conclusion with a known label (QMFOL, section
3.1.1). Distractors are in `distractors`, proofs in `proofs`, words in `words`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal, NamedTuple

from items.seeds import Draw
from solver.language.syntax import (
    And,
    Constant,
    Exists,
    ForAll,
    Formula,
    Implies,
    Not,
    Or,
    Pred,
    Term,
    Variable,
)

Label = Literal["true", "false", "unknown"]
Join = Literal["and", "or"]
Subject = Literal["all", "some", "named"]
CONSTANT = "a"
"""The only named individual, if there is one."""


class Lit(NamedTuple):
    """A predicate, by number, or its negation."""

    predicate: int
    positive: bool

    @property
    def denied(self) -> "Lit":
        """The opposite literal."""
        return Lit(self.predicate, not self.positive)


Clause = frozenset[Lit]


@dataclass(frozen=True, slots=True)
class Side:
    """Literals joined by one connective."""

    literals: tuple[Lit, ...]
    join: Join

    @property
    def ordered(self) -> tuple[Lit, ...]:
        """The literals in the order in which they are rendered and written. Denied ones come last,
        so that a "not" cannot be understood to deny a later one as well."""
        return tuple(sorted(self.literals, key=lambda literal: not literal.positive))

    def clauses(self) -> tuple[Clause, ...]:
        """Return the side as a conjunction of clauses."""
        if self.join == "or":
            return (frozenset(self.literals),)
        return tuple([frozenset((literal,)) for literal in self.literals])

    @property
    def denied(self) -> "Side":
        """The negation, pushed to the literals."""
        flipped: Join = "or" if self.join == "and" else "and"
        return Side(tuple([literal.denied for literal in self.literals]), flipped)


@dataclass(frozen=True, slots=True)
class Statement:
    """`left → right`, or `right` alone, about all, some, or the named individual."""

    subject: Subject
    right: Side
    left: Side | None = None

    def clauses(self) -> frozenset[Clause]:
        """Return the condition on the individual as clauses, without tautologies and duplicates."""
        rights = self.right.clauses()
        if self.left is None:
            candidates = [frozenset(right) for right in rights]
        else:
            lefts = self.left.denied.clauses()
            candidates = [lits | other for lits, other in product(lefts, rights)]
        return frozenset(c for c in candidates if not any(lit.denied in c for lit in c))

    def literals(self) -> Iterator[Lit]:
        """Yield all literals from left to right."""
        if self.left is not None:
            yield from self.left.literals
        yield from self.right.literals


@dataclass(frozen=True, slots=True)
class Base:
    """The rules of one task and their combined effect."""

    rules: tuple[Statement, ...]
    sources: tuple[Lit, ...]
    """Literals that no rule leads to: the left of the implicit rule, joined by and."""
    sinks: tuple[Lit, ...]
    """Literals that no rule uses: the right of the implicit rule, joined by or."""
    predicates: int
    """Depth + 1 + width; they are numbered from 0."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Facts and a conclusion with its label by construction."""

    facts: tuple[Statement, ...]
    conclusion: Statement
    label: Label
    label_case: str
    """true, false, unknown1 (which sink?) or unknown2 (which source?)."""


def basic_rules(depth: int, width: int, negation: float, draw: Draw) -> Base:
    """Algorithm 1: draw P0 → P1, P1 → P2, … up to the depth, then add `width` times a fresh literal
    on the left (and) or the right (or) of a random rule. A literal is negated with the given
    probability."""

    def literal(predicate: int) -> Lit:
        return Lit(predicate, not draw.chance(negation))

    chain = [literal(number) for number in range(depth + 1)]
    sides = [([chain[n]], [chain[n + 1]]) for n in range(depth)]
    for number in range(depth + 1, depth + 1 + width):
        left, right = draw.choice(sides)
        (left if draw.chance(0.5) else right).append(literal(number))
    for left, right in sides:
        draw.shuffle(left)
        draw.shuffle(right)
    rules = tuple(
        [
            Statement("all", Side(tuple(right), "or"), Side(tuple(left), "and"))
            for left, right in sides
        ]
    )
    lefts = {literal for left, _ in sides for literal in left}
    rights = {literal for _, right in sides for literal in right}
    return Base(
        rules, tuple(sorted(lefts - rights)), tuple(sorted(rights - lefts)), depth + 1 + width
    )


def _some_of(literals: Sequence[Lit], draw: Draw) -> tuple[tuple[Lit, ...], tuple[Lit, ...]]:
    """Split the literals into two parts in random order: at least one is in the second, and if
    there are two or more, at least one is in the first."""
    shuffled = draw.shuffled(literals)
    first = 0 if len(shuffled) == 1 else 1 + draw.below(len(shuffled) - 1)
    return tuple(shuffled[:first]), tuple(shuffled[first:])


def claim(base: Base, label: Label, named: bool, draw: Draw) -> Claim | None:
    """Return facts and conclusion for a label (section 3.1.1, equations 2 to 4): facts about
    everything and a conclusion about everything or something, or, if `named`, both about one
    individual. None if no unknown exists because the implicit rule has one literal on either side.
    """
    fact: Subject = "named" if named else "all"
    if label == "unknown":
        return _unknown(base, fact, draw)
    given_literals, other_sources = _some_of(base.sources, draw)
    denied, other_sinks = _some_of(base.sinks, draw)
    facts = [Statement(fact, Side((literal,), "or")) for literal in given_literals]
    facts += [Statement(fact, Side((literal.denied,), "or")) for literal in denied]
    if label == "true":
        left, right = Side(other_sources, "and"), Side(other_sinks, "or")
        return Claim(tuple(facts), Statement(fact, right, left), "true", "true")
    none = tuple([literal.denied for literal in other_sinks])
    both = Side((*other_sources, *none), "and")
    return Claim(tuple(facts), Statement("named" if named else "some", both), "false", "false")


def _unknown(base: Base, fact: Subject, draw: Draw) -> Claim | None:
    possible = [len(base.sinks) >= 2, len(base.sources) >= 2]
    if not any(possible):
        return None
    first = draw.chance(0.5) if all(possible) else possible[0]
    if first:
        facts = [Statement(fact, Side((literal,), "or")) for literal in draw.shuffled(base.sources)]
        sink_or_source = draw.choice(base.sinks)
    else:
        facts = [Statement(fact, Side(tuple(draw.shuffled(base.sinks)), "or"))]
        sink_or_source = draw.choice(base.sources)
    conclusion = Statement(fact, Side((sink_or_source,), "or"))
    return Claim(tuple(facts), conclusion, "unknown", "unknown1" if first else "unknown2")


# --- formulas ----------------------------------------------------------------------------------


def predicate_name(number: int) -> str:
    """Return the formal name of a predicate."""
    return f"P{number}"


def formula(statement: Statement) -> Formula:
    """Return the statement in the formal language."""
    term: Term = Constant(CONSTANT) if statement.subject == "named" else Variable("x")
    body = _side(statement.right, term)
    if statement.left is not None:
        body = Implies(_side(statement.left, term), body)
    if statement.subject == "named":
        return body
    return ForAll("x", body) if statement.subject == "all" else Exists("x", body)


def _side(side: Side, term: Term) -> Formula:
    parts: list[Formula] = []
    for predicate, positive in side.ordered:
        atom = Pred(predicate_name(predicate), (term,))
        parts.append(atom if positive else Not(atom))
    if len(parts) == 1:
        return parts[0]
    return And(tuple(parts)) if side.join == "and" else Or(tuple(parts))
