"""Conjunction for disjunction: "A or B" read as "A and B"."""

from items.misreadings.misreading import Misreading, everywhere
from solver.language.syntax import And, Formula, Or


def _conjunction(formula: Formula) -> Formula | None:
    return And(formula.parts) if isinstance(formula, Or) else None


MISREADING = Misreading(
    name="and-for-or",
    titles={"en": "And for or", "zh": "以“且”代“或”"},
    descriptions={
        "en": "“A or B” is read as “A and B”.",
        "zh": "把“A 或 B”读成“A 且 B”。",
    },
    source=(
        "Paris (1973), Comprehension of Language Connectives and Propositional Logical "
        "Relationships, Journal of Experimental Child Psychology 16"
    ),
    readings=everywhere(_conjunction),
)
