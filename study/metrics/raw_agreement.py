"""Raw agreement of any number of judges."""

from collections.abc import Sequence

from solver.phrases import phrase
from study.metrics.metric import UNITS, Metric, own
from study.metrics.uncertainty import of_interval
from study.statistics.reliability import Unit, raw_agreement
from study.statistics.samples import Estimate


def _estimate(units: Sequence[Unit]) -> Estimate | None:
    figure = raw_agreement(units)
    return of_interval(figure.interval, figure.units)


METRIC = Metric(
    name=phrase("raw"),
    key="raw_agreement",
    needs=UNITS,
    formula="mean over things judged of the share of pairs of judges that agree",
    unit="share",
    meaning="mean share of pairs of judges who agree, each thing judged counting once",
    source="Fleiss 1971",
    compute=own(_estimate),
    own_interval="bootstrap by item",
    counts="units",
)
