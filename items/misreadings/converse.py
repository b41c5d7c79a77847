"""The converse: "if A, then B" read as "if B, then A". It leads to affirming the consequent."""

from items.misreadings.misreading import Misreading, everywhere
from solver.language.syntax import Formula, Implies


def _converse(formula: Formula) -> Formula | None:
    return Implies(formula.right, formula.left) if isinstance(formula, Implies) else None


MISREADING = Misreading(
    name="converse",
    titles={"en": "Converse", "zh": "逆命题"},
    descriptions={
        "en": "“If A, then B” is read as “if B, then A”.",
        "zh": "把“如果 A，那么 B”读成“如果 B，那么 A”。",
    },
    source="Wason and Johnson-Laird (1972), Psychology of Reasoning",
    readings=everywhere(_converse),
)
