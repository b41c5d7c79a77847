"""The inverse: "if A, then B" read as "if not A, then not B". It leads to denying the
antecedent.
"""

from items.misreadings.misreading import Misreading, everywhere
from solver.language.syntax import Formula, Implies, negation


def _inverse(formula: Formula) -> Formula | None:
    if not isinstance(formula, Implies):
        return None
    return Implies(negation(formula.left), negation(formula.right))


MISREADING = Misreading(
    name="inverse",
    titles={"en": "Inverse", "zh": "否命题"},
    descriptions={
        "en": "“If A, then B” is read as “if not A, then not B”.",
        "zh": "把“如果 A，那么 B”读成“如果非 A，那么非 B”。",
    },
    source="Geis and Zwicky (1971), On Invited Inferences, Linguistic Inquiry 2",
    readings=everywhere(_inverse),
)
