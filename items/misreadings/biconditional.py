"""The biconditional: "if A, then B" read as "A if and only if B"; also called conditional
perfection.
"""

from items.misreadings.misreading import Misreading, everywhere
from solver.language.syntax import Formula, Iff, Implies


def _biconditional(formula: Formula) -> Formula | None:
    return Iff(formula.left, formula.right) if isinstance(formula, Implies) else None


MISREADING = Misreading(
    name="biconditional",
    titles={"en": "Biconditional", "zh": "双条件"},
    descriptions={
        "en": "“If A, then B” is read as “A if and only if B”.",
        "zh": "把“如果 A，那么 B”读成“当且仅当 A，才 B”。",
    },
    source="Geis and Zwicky (1971), On Invited Inferences, Linguistic Inquiry 2",
    readings=everywhere(_biconditional),
)
