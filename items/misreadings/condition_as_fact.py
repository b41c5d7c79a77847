"""A condition taken as fact: "if A, then B" read as "A, and B"."""

from items.misreadings.misreading import Misreading, everywhere
from solver.language.syntax import And, Formula, Implies, Pred, Variable, walk


def _conjunction(formula: Formula) -> Formula | None:
    if not isinstance(formula, Implies) or _is_open(formula):
        return None
    return And((formula.left, formula.right))


def _is_open(formula: Formula) -> bool:
    """Whether it speaks of a variable, as the inside of "all A are B" does, which sets no
    condition."""
    return any(
        isinstance(term, Variable)
        for node in walk(formula)
        if isinstance(node, Pred)
        for term in node.args
    )


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
