"""Fleiss' kappa: agreement of any number of judges beyond chance."""

from collections.abc import Sequence

from study.metrics.metric import UNITS, Metric, own
from study.metrics.uncertainty import of_interval
from study.statistics.reliability import Unit, fleiss
from study.statistics.samples import Estimate


def _estimate(units: Sequence[Unit]) -> Estimate | None:
    figure = fleiss(units)
    return of_interval(figure.interval, figure.units)


METRIC = Metric(
    name="Fleiss' kappa",
    key="fleiss_kappa",
    needs=UNITS,
    formula="(P − P_e) / (1 − P_e): raw agreement, and the sum of squared shares of the verdicts",
    unit="count",
    meaning="agreement of any number of judges beyond chance",
    source="Fleiss 1971",
    compute=own(_estimate),
    own_interval="bootstrap by item",
    counts="units",
)
