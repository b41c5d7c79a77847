"""PC_alpha: PC with a weight for the part that rewards consistency."""

from solver.phrases import phrase
from study.metrics.metric import CHOICES, Metric, of_sums
from study.metrics.uncertainty import SHARE
from study.statistics.circular import Circular
from study.statistics.samples import Sample


def weighed(alpha: float) -> Metric[Circular]:
    """PC_alpha for one alpha: PC for 1, the share of right answers for 0.

    Raises ValueError where alpha is outside [0, 1].
    """
    if not 0 <= alpha <= 1:
        raise ValueError(f"alpha is {alpha}, expected a number from 0 to 1")

    def sample(choices: Circular) -> Sample:
        return choices.whole({"share": 1 - alpha, "pc": alpha})

    return Metric(
        name="PC_alpha",
        key="PC_alpha",
        needs=CHOICES,
        formula="mean over items of c/4 · [(1 − α) + α (1 + Σ p(o) log₄ p(o))]",
        unit="share",
        meaning="mean over items of c/4 [(1 - alpha) + alpha (1 + sum p log4 p)]",
        source="D F",
        compute=of_sums(sample),
        interval=SHARE,
        counts=phrase("items with every mutant"),
        shown=False,
    )


METRIC = weighed(0.5)
"""Half the weight on consistency; `weighed` gives any other alpha."""
