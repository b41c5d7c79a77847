"""Quantiles of the times of answers."""

from collections.abc import Callable

from solver.phrases import phrase
from study.metrics.metric import TIMES, Metric, plain
from study.statistics.spread import Spread


def _quantile(
    name: str, key: str, formula: str, meaning: str, quantile: Callable[[Spread], float]
) -> Metric[Spread]:
    return Metric(
        name=name,
        key=key,
        needs=TIMES,
        formula=formula,
        unit="seconds",
        meaning=meaning,
        source="Hyndman and Fan 1996, type 7",
        compute=plain(quantile, lambda spread: spread.n),
        counts="times",
    )


LOWER_QUARTILE = _quantile(
    phrase("lower quartile"), "lower_quartile", "quantile 0.25 of the times",
    "the time that a quarter do not exceed", lambda spread: spread.lower,
)  # fmt: skip
MEDIAN = _quantile(
    "median", "median", "quantile 0.5 of the times",
    "the time that half do not exceed", lambda spread: spread.median,
)  # fmt: skip
UPPER_QUARTILE = _quantile(
    phrase("upper quartile"), "upper_quartile", "quantile 0.75 of the times",
    "the time that three quarters do not exceed", lambda spread: spread.upper,
)  # fmt: skip
NINETIETH = _quantile(
    phrase("90th percentile"), "90th_percentile", "quantile 0.9 of the times",
    "the time that nine in ten do not exceed", lambda spread: spread.p90,
)  # fmt: skip
