"""A condition taken as fact: "if A, then B" read as "A, and B"."""

from items.misreadings.misreading import Misreading, everywhere, is_open
from solver.language.syntax import And, Formula, Implies


def _conjunction(formula: Formula) -> Formula | None:
    if not isinstance(formula, Implies) or is_open(formula):
        return None
    return And((formula.left, formula.right))


MISREADING = Misreading(
    name="condition-as-fact",
    titles={"en": "Condition as fact", "zh": "以条件为事实"},
    descriptions={
        "en": "“If A, then B” is read as “A, and therefore B”: the condition counts as given.",
        "zh": "把“如果 A，那么 B”读成“A，因而 B”，即把条件当作事实。",
    },
    source="Barrouillet and Lecas (1998), How Can Mental Models Theory Account for Content Effects "
    "in Conditional Reasoning?, Cognition 67",
    readings=everywhere(_conjunction),
)
