"""The registry of claims.

Owns the names. Other distributions add claims as entry points in the group `countermodel.claims`.
"""

from items.claims.claim import Claim
from solver.plugins import Registry

CLAIMS: Registry[Claim] = Registry(
    "countermodel.claims",
    {
        "branching": "items.claims.branching:CLAIM",
        "distractor": "items.claims.distractor:CLAIM",
        "set-output": "items.claims.set_output:CLAIM",
        "uncertainty": "items.claims.uncertainty:CLAIM",
        "counterfactual": "items.claims.counterfactual:CLAIM",
        "alias": "items.claims.alias:CLAIM",
        "gold": "items.claims.gold:CLAIM",
        "agreement": "items.claims.agreement:CLAIM",
        "giveaway": "items.claims.giveaway:CLAIM",
        "clues-used": "items.claims.clues_used:CLAIM",
        "distinct-questions": "items.claims.distinct_questions:CLAIM",
        "harder": "items.claims.harder:CLAIM",
    },
    required=("name", "scope", "title", "meaning", "outcomes"),
)
"""Claims by name: the six strategies in the paper's order, then the claims of every item."""
