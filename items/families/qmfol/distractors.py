"""QMFOL's distractors: drawn, and proved to be distractors.

Owns algorithm 2 (section 3.1.2) and its proof obligation, taken from the definition in section 2.2:
the rules with all distractors constrain the original predicates no more than the rules alone,
including existence.

**The criterion.** Let B be the rules, over the original predicates, and D the distractors, over
these and fresh ones. D adds nothing exactly if every structure in which B holds can be expanded by
the fresh predicates so that D holds. This is the case exactly if every *type*, a valuation of the
original predicates that satisfies B, has an extension to the fresh ones in which the bodies of all
statements of D hold, universal and existential alike. If each type has one, give every individual
the extension of its type: every universal statement of D holds, and any individual is a witness for
every existential one. Conversely, a type alone is a structure with one individual, and there every
existential statement is about that individual. So D is converted to clauses, the fresh predicates
are resolved away, and the remaining clauses over the original predicates must follow from B.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from items.families.qmfol.proofs import follows_from_rules, projected
from items.families.qmfol.rules import Base, Clause, Join, Lit, Side, Statement, Subject
from items.seeds import Draw

ADDS = "distractor redrawn: it constrains the original predicates"
_MAX_DRAWS = 1000


@dataclass(frozen=True, slots=True)
class ProvedDistractors:
    """Distractors, proved together."""

    statements: tuple[Statement, ...]
    predicates: int
    """Number of predicates in use, including the original ones."""
    redrawn_count: int
    """Number of drawn statements that were not distractors."""


def distractors(base: Base, count: int, negation: float, draw: Draw) -> ProvedDistractors:
    """Draw `count` distractors; a longer list from an equal stream begins with the shorter one.

    Each statement is redrawn until it is a distractor by itself. Distractors are then also
    distractors together, because no two share a fresh predicate; this is proved again for all of
    them. Raises AssertionError if no draw yields one, or the proof fails.
    """
    used = sorted({literal for rule in base.rules for literal in rule.literals()})
    statements: list[Statement] = []
    fresh = base.predicates
    redrawn = 0
    while len(statements) < count:
        drawn, after = _draw(base, used, fresh, negation, draw)
        if are_distractors(base, [drawn]):
            statements.append(drawn)
            fresh = after
            continue
        redrawn += 1
        if redrawn > _MAX_DRAWS:
            raise AssertionError(f"no distractor in {_MAX_DRAWS} draws")
    if not are_distractors(base, statements):
        raise AssertionError("distractors one by one, but not together")
    return ProvedDistractors(tuple(statements), fresh, redrawn)


def are_distractors(base: Base, statements: Sequence[Statement]) -> bool:
    """Whether the rules with all statements leave the original predicates as free as the rules
    alone."""
    clauses = {clause for statement in statements for clause in statement.clauses()}
    return all(_follows(base, strongest) for strongest in projected(clauses, base.predicates))


def _follows(base: Base, clause: Clause) -> bool:
    return bool(clause) and follows_from_rules(base, clause)


def _draw(
    base: Base, used_literals: Sequence[Lit], next_predicate: int, negation: float, draw: Draw
) -> tuple[Statement, int]:
    """One statement by either strategy, and the number of the next fresh predicate."""
    if draw.chance(0.5):
        return _for_rule(base, next_predicate, negation, draw), next_predicate + 1
    size = 1 + draw.below(4)
    literals = [Lit(next_predicate + n, not draw.chance(negation)) for n in range(size)]
    return _for_predicate(draw.choice(used_literals), literals, draw), next_predicate + size


def _for_rule(base: Base, next_predicate: int, negation: float, draw: Draw) -> Statement:
    """A copy of a rule with one literal replaced by a fresh one."""
    rule = draw.choice(base.rules)
    assert rule.left is not None
    left, right = list(rule.left.literals), list(rule.right.literals)
    place = draw.below(len(left) + len(right))
    new = Lit(next_predicate, not draw.chance(negation))
    if place < len(left):
        left[place] = new
    else:
        right[place - len(left)] = new
    return Statement("all", Side(tuple(right), "or"), Side(tuple(left), "and"))


def _for_predicate(used_literal: Lit, fresh_literals: Sequence[Lit], draw: Draw) -> Statement:
    """A rule with the used literal and the fresh ones, about all or some, with any connectives; if
    about some, it may lack a left side."""
    literals = draw.shuffled([used_literal, *fresh_literals])
    subject: Subject = "all" if draw.chance(0.5) else "some"
    if subject == "some" and draw.chance(0.5):
        return Statement("some", _joined(literals, draw))
    first = 1 + draw.below(len(literals) - 1)
    return Statement(subject, _joined(literals[first:], draw), _joined(literals[:first], draw))


def _joined(literals: Sequence[Lit], draw: Draw) -> Side:
    join: Join = "and" if draw.chance(0.5) else "or"
    return Side(tuple(literals), join)
