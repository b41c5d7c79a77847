"""Incomplete enumeration: everything listed is right, but something is missing."""

from items.misreadings.misreading import PART, Misreading, answered

MISREADING = Misreading(
    name="incomplete-list",
    titles={"en": "Incomplete enumeration", "zh": "枚举不完整"},
    descriptions={
        "en": "Some of what should be listed is missing; nothing wrong is listed.",
        "zh": "列出的都对，但有遗漏。",
    },
    source="LLMEval-Logic, appendix G (incomplete enumeration)",
    readings=answered(PART),
)
