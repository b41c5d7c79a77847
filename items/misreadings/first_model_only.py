"""The first model only: one of several possibilities is given without looking for others."""

from items.misreadings.misreading import FIRST, Misreading, answered

MISREADING = Misreading(
    name="first-model-only",
    titles={"en": "First possibility only", "zh": "只看第一种情形"},
    descriptions={
        "en": "One possibility is found and taken for the only one.",
        "zh": "找到一种情形后就当作唯一的情形。",
    },
    source="Johnson-Laird and Byrne (1991), Deduction; LLMEval-Logic, appendix G",
    readings=answered(FIRST),
)
