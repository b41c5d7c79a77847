"""The scope of a negation: "not both A and B" read as "neither A nor B", "not all" as "none".

Only closed formulas are misread; the body of "no A are B" is not changed.
"""

from items.misreadings.misreading import Misreading, everywhere, is_open
from solver.language.syntax import And, Exists, ForAll, Formula, Implies, Not, Or, negation


def _narrowed(formula: Formula) -> Formula | None:
    if not isinstance(formula, Not) or is_open(formula):
        return None
    match formula.body:
        case And(parts):
            return And(tuple(negation(part) for part in parts))
        case Or(parts):
            return Or(tuple(negation(part) for part in parts))
        case Implies(left, right):
            return Implies(left, negation(right))
        case ForAll(variable, Implies(subject, predicate)):
            return ForAll(variable, Implies(subject, negation(predicate)))
        case ForAll(variable, body):
            return ForAll(variable, negation(body))
        case Exists(variable, And((subject, *others))) if others:
            body = others[0] if len(others) == 1 else And(tuple(others))
            return Exists(variable, And((subject, negation(body))))
        case Exists(variable, body):
            return Exists(variable, negation(body))
    return None


MISREADING = Misreading(
    name="negation-scope",
    titles={"en": "Scope of the negation", "zh": "否定的辖域"},
    descriptions={
        "en": "“Not both A and B” is read as “neither A nor B”, “not all” as “none”: the negation "
        "is taken to be about the parts.",
        "zh": "把“并非 A 且 B”读成“既非 A 也非 B”，把“并非所有”读成“没有一个”："
        "否定被当作只管各个部分。",
    },
    source="Khemlani, Orenes and Johnson-Laird (2014), The Negations of Conjunctions, "
    "Conditionals, and Disjunctions, Acta Psychologica 151",
    readings=everywhere(_narrowed),
)
