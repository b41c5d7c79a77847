"""Agreement of every two annotators, by check and subset of the entries."""

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
from sessions.report.rows import Rows, column, figure, table_of
from solver.phrases import phrase
from study.metrics.cohens_kappa import METRIC as COHENS_KAPPA
from study.metrics.raw_agreement import METRIC as RAW
from study.statistics.agreement import Kappa, cohen
from study.statistics.reliability import Figure, Unit, paradox, reliability
from study.statistics.samples import Estimate

NAME = phrase("annotation agreement of pairs")


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


def table(results: QueueResults) -> Rows:
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
                        estimate_of(kappa.kappa, kappa.n),
                        _pair_note(kappa, units, left, right),
                    )
                )
    return table_of(PairRow, rows, len(pairs))


def _pair_note(kappa: Kappa, units: list[Unit], left_annotator: str, right: str) -> str:
    only = [
        Unit(u.cluster, {left_annotator: u.values[left_annotator], right: u.values[right]})
        for u in units
    ]
    figures = reliability(only)
    own = Figure(kappa.kappa, "" if kappa.kappa else figures.fleiss.why)
    if paradox(kappa.observed, own, figures.most_frequent) and figures.most_frequent is not None:
        note = paradox_note(figures.most_frequent, own.value is not None)
    else:
        note = "" if own.value is not None else undefined_note(phrase("each gave one verdict only"))
    return joined(note, drawing_note(figures.raw_agreement, own))
