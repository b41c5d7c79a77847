"""The exclusive or: "A or B" read as "one of A and B, and not both"."""

from items.misreadings.misreading import Misreading, everywhere
from solver.language.syntax import And, Count, Formula, Or


def alternatives(formula: Formula) -> tuple[Formula, ...] | None:
    """Return the alternatives in "A or B" and "A or B, or both": A and B; None for other formulas.
    The inner "A or B" of the longer form may be exclusive, and "both" may come first."""
    if not isinstance(formula, Or):
        return None
    parts = formula.parts
    for offered, both in ((parts[:-1], parts[-1]), (parts[1:], parts[0])):
        if len(offered) == 1:
            match offered[0]:
                case Or(inner) | Count("exactly", 1, inner):
                    offered = inner
        if isinstance(both, And) and len(offered) > 1 and {*both.parts} == {*offered}:
            return offered
    return parts


def _exclusive(formula: Formula) -> Formula | None:
    parts = alternatives(formula)
    return None if parts is None else Count("exactly", 1, parts)


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
