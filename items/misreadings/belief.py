"""Belief: the answer from common sense, regardless of the premises. The item's attribute `belief`
or `believable` records that answer.
"""

from items.misreadings.misreading import BELIEF, Misreading, answered

MISREADING = Misreading(
    name="belief",
    titles={"en": "Belief", "zh": "信念偏差"},
    descriptions={
        "en": "The question is answered from what one believes of the world, not from "
        "the premises.",
        "zh": "根据自己对世界的了解而不是前提来回答。",
    },
    source="Evans, Barston and Pollard (1983), On the Conflict between Logic and Belief in "
    "Syllogistic Reasoning, Memory & Cognition 11",
    readings=answered(BELIEF),
)
