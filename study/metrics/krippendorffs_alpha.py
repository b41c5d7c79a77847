"""Krippendorff's alpha, for nominal and for ordinal verdicts."""

from collections.abc import Sequence

from study.metrics.metric import UNITS, Metric, own
from study.metrics.uncertainty import of_interval
from study.statistics.reliability import Level, Unit, krippendorff
from study.statistics.samples import Estimate


def _at(level: Level, name: str, key: str, distance: str) -> Metric[Sequence[Unit]]:
    def estimate(units: Sequence[Unit]) -> Estimate | None:
        figure = krippendorff(units, level)
        return of_interval(figure.interval, figure.units)

    return Metric(
        name=name,
        key=key,
        needs=UNITS,
        formula=f"1 − observed / expected disagreement; {distance}",
        unit="count",
        meaning=f"Krippendorff's alpha, {level}: 1 - observed / expected disagreement",
        source="Krippendorff 2011",
        compute=own(estimate),
        own_interval="bootstrap by item",
        counts="units",
    )


NOMINAL = _at("nominal", "alpha", "krippendorff_alpha", "verdicts are the same or not")
ORDINAL = _at("ordinal", "ordinal alpha", "krippendorff_ordinal_alpha", "verdicts have ranks")
