"""Agreement between annotators, as tables: by check and subset, and by pair of annotators.

Owns rows, the display of intervals, and notes; `study.metrics` computes the figures, and `units`
decides which verdicts count.
"""

from dataclasses import dataclass, replace
from typing import Annotated

from sessions.annotation.results import QueueResults
from sessions.annotation.units import check_units, subsets
from sessions.report.rows import Estimates, Rows, column, estimates, figure, figures, table_of
from solver.phrases import phrase
from study.metrics.cohens_kappa import METRIC as COHENS_KAPPA
from study.metrics.fleiss_kappa import METRIC as FLEISS_KAPPA
from study.metrics.krippendorffs_alpha import NOMINAL, ORDINAL
from study.metrics.metric import UNITS
from study.metrics.raw_agreement import METRIC as RAW
from study.metrics.uncertainty import of_interval
from study.statistics.agreement import Kappa, cohen
from study.statistics.bootstrap import Interval
from study.statistics.reliability import (
    Figure,
    Reliability,
    Unit,
    adjacent,
    majority,
    paradox,
    reliability,
    unanimous,
)
from study.statistics.samples import Estimate

PLACED = (RAW, FLEISS_KAPPA, NOMINAL, ORDINAL)
"""Metrics that have columns of their own."""
FEWEST = 2
"""Minimum number of items for a bootstrap interval."""


@dataclass(frozen=True, slots=True)
class AgreementRow:
    """One check on one subset of the entries."""

    subset: Annotated[str, column("subset", "text")]
    check: Annotated[str, column("check", "text")]
    units: Annotated[int, column("units")]
    unanimous: Annotated[float | None, column("unanimous", "share")]
    majority: Annotated[float | None, column("majority", "share")]
    adjacent: Annotated[float | None, column("adjacent", "share")]
    """For a scale; None for other checks."""
    raw_agreement: Annotated[Estimate | None, figure(RAW)]
    fleiss: Annotated[Estimate | None, figure(FLEISS_KAPPA)]
    alpha: Annotated[Estimate | None, figure(NOMINAL)]
    ordinal: Annotated[Estimate | None, figure(ORDINAL)]
    estimates: Annotated[Estimates, figures(UNITS, PLACED)]
    most_frequent: Annotated[float | None, column("most frequent", "share")]
    note: Annotated[str, column("note", "text")]


@dataclass(frozen=True, slots=True)
class PairRow:
    """Two annotators on one check on one subset of the entries."""

    subset: Annotated[str, column("subset", "text")]
    check: Annotated[str, column("check", "text")]
    pair: Annotated[str, column("pair", "text")]
    units: Annotated[int, column("units")]
    raw_agreement: Annotated[Estimate | None, figure(RAW, bounded=False)]
    kappa: Annotated[Estimate | None, figure(COHENS_KAPPA, bare=True)]
    note: Annotated[str, column("note", "text")]


def by_agreement(results: QueueResults) -> Rows:
    """Raw agreement, Fleiss' kappa and Krippendorff's alpha of every check and subset, with
    bootstrap intervals over items."""
    rows: list[AgreementRow] = []
    for subset, entries in subsets(results):
        for check in check_units(results, entries):
            figures = reliability(check.units, ordered=check.ordered)
            if not figures.units:
                continue
            rows.append(
                AgreementRow(
                    subset,
                    check.name,
                    figures.units,
                    unanimous(check.units),
                    majority(check.units),
                    adjacent(check.units) if check.ordered else None,
                    _estimate(figures.raw.interval, figures.units),
                    _estimate(figures.fleiss.interval, figures.fleiss.units),
                    _estimate(figures.alpha.interval, figures.alpha.units),
                    _estimate(figures.ordinal.interval, figures.ordinal.units)
                    if figures.ordinal
                    else None,
                    estimates(UNITS, check.units, PLACED),
                    None if figures.most is None else figures.most[1],
                    _note(figures),
                )
            )
    return table_of(AgreementRow, rows, max((row.units for row in rows), default=0))


def by_pair(results: QueueResults) -> Rows:
    """Cohen's kappa of every two annotators, by check and subset."""
    rows: list[PairRow] = []
    names = results.stored_queue.queue.annotators
    pairs = [(a, b) for n, a in enumerate(names) for b in names[n + 1 :]]
    for subset, entries in subsets(results):
        for check in check_units(results, entries):
            for left, right in pairs:
                units = [u for u in check.units if left in u.values and right in u.values]
                kappa = cohen(
                    {n: u.values[left] for n, u in enumerate(units)},
                    {n: u.values[right] for n, u in enumerate(units)},
                    clusters={n: u.cluster for n, u in enumerate(units)},
                )
                if kappa is None:
                    continue
                rows.append(
                    PairRow(
                        subset,
                        check.name,
                        f"{left} · {right}",
                        kappa.n,
                        Estimate(kappa.observed, None, None, kappa.n),
                        _estimate(kappa.kappa, kappa.n),
                        _pair_note(kappa, units, left, right),
                    )
                )
    return table_of(PairRow, rows, len(pairs))


# --- parts of rows -------------------------------------------------------------------------------


def _estimate(interval: Interval | None, n: int) -> Estimate | None:
    """The estimate; without bounds where a single item was all there was to resample."""
    estimate = of_interval(interval, n)
    if estimate is None or estimate.clusters >= FEWEST:
        return estimate
    return replace(estimate, low=None, high=None)


def _note(figures: Reliability) -> str:
    """A short note on a paradox, or on why a figure is missing; and how many resamples lacked
    one."""
    if figures.most is not None and figures.paradox:
        note = _paradox(figures.most, figures.fleiss.value is not None)
    else:
        note = "" if figures.fleiss.value is not None else _undefined(figures.fleiss.why)
    return _joined(note, _drawn(figures.raw, figures.fleiss, figures.alpha))


def _pair_note(kappa: Kappa, units: list[Unit], left_annotator: str, right: str) -> str:
    only = [
        Unit(u.cluster, {left_annotator: u.values[left_annotator], right: u.values[right]})
        for u in units
    ]
    figures = reliability(only)
    own = Figure(kappa.kappa, "" if kappa.kappa else figures.fleiss.why)
    if paradox(kappa.observed, own, figures.most) and figures.most is not None:
        note = _paradox(figures.most, own.value is not None)
    else:
        note = "" if own.value is not None else _undefined(phrase("each gave one verdict only"))
    return _joined(note, _drawn(figures.raw, own))


def _paradox(most_frequent: tuple[object, float], defined: bool) -> str:
    values = {"share": f"{most_frequent[1]:.0%}", "verdict": _value_text(most_frequent[0])}
    if defined:
        return phrase("paradox: {share} are {verdict}", **values)
    return phrase("paradox: undefined, {share} are {verdict}", **values)


def _undefined(reason: str) -> str:
    return phrase("undefined: {why}", why=reason)


def _drawn(*figures: Figure) -> str:
    """Notes on the intervals: that there is none, or what they leave out."""
    intervals = [figure.interval for figure in figures if figure.interval is not None]
    if any(interval.clusters < FEWEST for interval in intervals):
        return phrase("one item: no interval")
    left_out = max((interval.undefined for interval in intervals), default=0)
    drawn = max((interval.resamples + interval.undefined for interval in intervals), default=0)
    if not left_out:
        return ""
    return phrase(
        "interval without {left_out} of {drawn} resamples: undefined",
        left_out=left_out,
        drawn=drawn,
    )


def _joined(*notes: str) -> str:
    texts = [note for note in notes if note]
    return (
        phrase("{first}; {second}", first=texts[0], second=texts[1])
        if texts[1:]
        else next(iter(texts), "")
    )


def _value_text(value: object) -> str:
    return (", ".join(value) or "none") if isinstance(value, tuple) else str(value)
