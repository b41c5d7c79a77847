"""The exclusive or: "A or B" read as "one of A and B, and not both"."""

from items.misreadings.misreading import Misreading, everywhere
from solver.language.syntax import Count, Formula, Or


def _exclusive(formula: Formula) -> Formula | None:
    return Count("exactly", 1, formula.parts) if isinstance(formula, Or) else None


MISREADING = Misreading(
    name="exclusive-or",
    titles={"en": "Exclusive or", "zh": "不可兼的“或”"},
    descriptions={
        "en": "“A or B” is read as “either A or B, but not both”; of more, as exactly one.",
        "zh": "把“A 或 B”读成“A、B 之一，且不能都成立”；多项时读成恰有一项成立。",
    },
    source="Newstead and Griggs (1983), The Language and Thought of Disjunction",
    readings=everywhere(_exclusive),
)
