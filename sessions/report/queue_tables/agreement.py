"""Agreement between annotators, by check and subset of the entries."""

from dataclasses import dataclass
from typing import Annotated

from sessions.annotation.agreement_units import check_units, subsets
from sessions.annotation.results import QueueResults
from sessions.report.queue_tables.agreement_notes import (
    drawing_note,
    estimate_of,
    joined,
    paradox_note,
    undefined_note,
)
from sessions.report.rows import (
    Estimates,
    Rows,
    column,
    estimates,
    figure,
    figures,
    table_of,
)
from solver.phrases import phrase
from study.metrics.fleiss_kappa import METRIC as FLEISS_KAPPA
from study.metrics.krippendorffs_alpha import NOMINAL, ORDINAL
from study.metrics.metric import UNITS
from study.metrics.raw_agreement import METRIC as RAW
from study.statistics.reliability import (
    Reliability,
    adjacent,
    majority,
    reliability,
    unanimous,
)
from study.statistics.samples import Estimate

NAME = phrase("annotation agreement")
METRICS_WITH_COLUMNS = (RAW, FLEISS_KAPPA, NOMINAL, ORDINAL)
"""Metrics that have columns of their own."""


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
    estimates: Annotated[Estimates, figures(UNITS, METRICS_WITH_COLUMNS)]
    most_frequent: Annotated[float | None, column("most frequent", "share")]
    note: Annotated[str, column("note", "text")]


def table(results: QueueResults) -> Rows:
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
                    estimate_of(figures.raw_agreement.interval, figures.units),
                    estimate_of(figures.fleiss.interval, figures.fleiss.units),
                    estimate_of(figures.alpha.interval, figures.alpha.units),
                    estimate_of(figures.ordinal.interval, figures.ordinal.units)
                    if figures.ordinal
                    else None,
                    estimates(UNITS, check.units, METRICS_WITH_COLUMNS),
                    None if figures.most_frequent is None else figures.most_frequent[1],
                    _note(figures),
                )
            )
    return table_of(AgreementRow, rows, max((row.units for row in rows), default=0))


def _note(figures: Reliability) -> str:
    """A short note on a paradox, or on why a figure is missing; and how many resamples lacked
    one."""
    if figures.most_frequent is not None and figures.paradox:
        note = paradox_note(figures.most_frequent, figures.fleiss.value is not None)
    else:
        note = "" if figures.fleiss.value is not None else undefined_note(figures.fleiss.why)
    return joined(note, drawing_note(figures.raw_agreement, figures.fleiss, figures.alpha))
