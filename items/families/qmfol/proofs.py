"""Labels proved twice: by grounding, one element at a time, and by Z3 with quantifiers.

**Why grounding is complete here, and why one element at a time suffices.** Every statement applies
one quantifier-free condition to all individuals, to some individual, or to the named one; there is
no equality and no predicate with two places. A model of such a set has a submodel with the named
individual and one witness for every existential: universal statements remain true in it, and
existential ones keep their witnesses. So the set has a model exactly if its universal statements,
instantiated to these few elements, do (the bound of `solver.engines.ground`). An instance mentions
only one element, so the ground problem splits into one independent problem per element: do the
universal statements and this element's own statement hold together? A SAT solver decides these as
propositional problems with one symbol per predicate.

Owns both decisions and their comparison.
"""

from collections.abc import Iterable, Sequence
from functools import cache

from items.families.qmfol.rules import (
    Base,
    Clause,
    Label,
    Lit,
    Side,
    Statement,
    formula,
    predicate_name,
)
from solver.engines.sat import satisfiable
from solver.language.problem import Premise, Theory
from solver.language.syntax import And, Formula, Implies, Not, Or, Prop, Signature

Z3_SECONDS = 10.0


@cache
def _atom(literal: Lit) -> Formula:
    prop = Prop(predicate_name(literal.predicate))
    return prop if literal.positive else Not(prop)


def _side(side: Side) -> Formula:
    parts = tuple([_atom(literal) for literal in side.literals])
    if len(parts) == 1:
        return parts[0]
    return And(parts) if side.join == "and" else Or(parts)


def _body(statement: Statement) -> Formula:
    """The condition on the individual, with one symbol per predicate."""
    if statement.left is None:
        return _side(statement.right)
    return Implies(_side(statement.left), _side(statement.right))


def _has_model(
    universal_statements: Sequence[Formula],
    named_statements: Sequence[Formula],
    existential_statements: Sequence[Formula],
) -> bool:
    """Whether there is a structure in which these statements hold of all individuals, of the named
    individual, and each of some individual."""
    elements = [[statement] for statement in existential_statements]
    if named_statements or not elements:
        elements.append(list(named_statements))  # a domain is never empty
    return all(satisfiable([*universal_statements, *own]) for own in elements)


def by_grounding(premises: Sequence[Statement], conclusion: Statement) -> Label | None:
    """Return entailed, refuted or neither; None if the premises are inconsistent."""
    everywhere = [_body(premise) for premise in premises if premise.subject == "all"]
    named = [_body(premise) for premise in premises if premise.subject == "named"]
    somewhere = [_body(premise) for premise in premises if premise.subject == "some"]
    body = _body(conclusion)
    holds = _with(everywhere, named, somewhere, body, conclusion.subject)
    against = {"all": "some", "some": "all", "named": "named"}[conclusion.subject]
    fails = _with(everywhere, named, somewhere, Not(body), against)
    if holds and fails:
        return "unknown"
    if holds or fails:
        return "true" if holds else "false"
    return None


def _with(
    universal_statements: list[Formula],
    named_statements: list[Formula],
    existential_statements: list[Formula],
    body: Formula,
    subject: str,
) -> bool:
    match subject:
        case "all":
            return _has_model(
                [*universal_statements, body], named_statements, existential_statements
            )
        case "some":
            return _has_model(
                universal_statements, named_statements, [*existential_statements, body]
            )
    return _has_model(universal_statements, [*named_statements, body], existential_statements)


def by_z3(premises: Sequence[Statement], conclusion: Statement) -> Label | None:
    """Return the same by Z3 on the quantified formulas; None also if it does not finish."""
    from solver.cancel import Budget
    from solver.engines.z3 import truth

    numbered = tuple([Premise(n, formula(premise)) for n, premise in enumerate(premises)])
    return truth(Theory(Signature(), numbered), formula(conclusion), budget=Budget.of(Z3_SECONDS))


def follows_from_rules(base: Base, clause: Clause) -> bool:
    """Whether the rules entail that every individual satisfies the clause."""
    bodies = [_body(rule) for rule in base.rules]
    against = [_atom(literal.denied) for literal in sorted(clause)]
    return not satisfiable([*bodies, *against])


def projected(clauses: Iterable[Clause], predicate_count: int) -> frozenset[Clause]:
    """Return the strongest clauses over the predicates below `predicate_count` that the given
    clauses entail. All other predicates are resolved away (Davis and Putnam 1960), which is
    exact."""
    remaining = set(clauses)
    while True:
        fresh = {
            lit.predicate
            for clause in remaining
            for lit in clause
            if lit.predicate >= predicate_count
        }
        if not fresh:
            return frozenset(remaining)
        number = min(
            fresh, key=lambda n: (sum(any(o.predicate == n for o in c) for c in remaining), n)
        )
        yes, no = Lit(number, True), Lit(number, False)
        positive = [clause for clause in remaining if yes in clause]
        negative = [clause for clause in remaining if no in clause]
        remaining.difference_update(positive, negative)
        for lits in positive:
            for other in negative:
                resolvent = (lits - {yes}) | (other - {no})
                if not any(literal.denied in resolvent for literal in resolvent):
                    remaining.add(resolvent)
