"""Weak evidence taken as proof: what holds in most of the remaining worlds is taken as certain."""

from items.misreadings.misreading import MOSTLY, Misreading, answered

MISREADING = Misreading(
    name="weak-evidence",
    titles={"en": "Weak evidence as proof", "zh": "以弱证据为证明"},
    descriptions={
        "en": "What holds in most of the possible cases is taken to be proved.",
        "zh": "把在多数可能情形下成立的当作已被证明的。",
    },
    source="LLMEval-Logic, appendix G; Oaksford and Chater (2007), Bayesian Rationality",
    readings=answered(MOSTLY),
)
