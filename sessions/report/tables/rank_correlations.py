"""Rank correlations of accuracy and time with every measure of difficulty."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from sessions.report.comparing_data import ComparingData
from sessions.report.difficulty import CLASS_NOTE, NAMES, answered
from sessions.report.respondents import SettingColumns
from sessions.report.rows import (
    Estimates,
    Rows,
    column,
    estimates,
    figure,
    figures,
    group,
    table_of,
)
from solver.phrases import phrase
from study.metrics.metric import RANKED
from study.metrics.spearman import METRIC as SPEARMAN
from study.metrics.spearman import estimate_of
from study.metrics.spearman_p import METRIC as P_OF_RHO
from study.statistics.ranks import AlignedItems, RankCorrelation, RankedItems, rank_correlation
from study.statistics.samples import Estimate

NAME = phrase("difficulty, rank correlations")
ACCURACY, TIME = phrase("accuracy"), phrase("time")
NOTE = phrase(
    "an item counts once, with its share of right answers and the median of its times; the "
    "interval of Spearman's rho is Bonett and Wright's (2000), p that of Student's t; for both, "
    "items that are drawn together count as one"
)

METRICS_WITH_COLUMNS = (SPEARMAN, P_OF_RHO)
"""Metrics that have columns of their own."""
UNSETTLED = phrase("some free answers are unsettled")
IRT_NOTE = phrase(
    "IRT difficulty: from the mixed model of everybody's answers, in "
    "logits; higher is harder, so the sign of rho is the reverse of that "
    "of accuracy"
)


@dataclass(frozen=True, slots=True)
class RankRow:
    """One setting's accuracy, or time, against one measure."""

    respondent: Annotated[SettingColumns, group(SettingColumns)]
    measure: Annotated[str, column("measure", "text")]
    figure: Annotated[str, column("figure", "text")]
    items: Annotated[int, column("items")]
    rho: Annotated[Estimate | None, figure(SPEARMAN)]
    p: Annotated[Estimate | None, figure(P_OF_RHO)]
    estimates: Annotated[Estimates, figures(RANKED, METRICS_WITH_COLUMNS)]
    note: Annotated[str, column("note", "text")]


def table(data: ComparingData) -> Rows | None:
    """Every setting, measure and figure; without a correlation, the reason. None where nobody
    answered an item."""
    if not data.groups:
        return None
    hard = data.hardness
    rows = _of_everybody(data)
    item_keys = (key for measure in hard.measures.values() for key in measure)
    aligned = AlignedItems(list(dict.fromkeys(item_keys)))
    for setting in data.groups:
        for name in hard.shown_measures:
            for outcome_name, values in ((ACCURACY, setting.accuracy), (TIME, setting.time)):
                if outcome_name == ACCURACY and setting.unsettled:
                    # The settled answers are those that are easier to settle, not a random sample.
                    ranks = RankCorrelation(len(values), None, why=UNSETTLED)
                    more = estimates(RANKED, None, METRICS_WITH_COLUMNS)
                else:
                    ranks = aligned.correlation(hard.measures[name], values, setting.clusters)
                    more = _more(hard.measures[name], values, setting.clusters)
                why = ranks.why if values else phrase("nothing was measured")
                if name not in hard.known:
                    why = phrase("not known for any item")
                p = None if ranks.p is None else Estimate(ranks.p, None, None, ranks.n)
                rho = estimate_of(ranks)
                rows.append(
                    RankRow(
                        setting.respondent, NAMES[name], outcome_name, ranks.n, rho, p, more, why
                    )
                )
    notes: tuple[str, ...] = (CLASS_NOTE, NOTE)
    if data.crossed is not None:
        notes = (*notes, IRT_NOTE)
    return table_of(RankRow, rows, answered(data.groups), hard.excluded, notes, sampled=False)


def _of_everybody(data: ComparingData) -> list[RankRow]:
    """IRT difficulty compared with every measure, where the mixed model was requested."""
    if data.crossed is None:
        return []
    hard = data.hardness
    everybody = SettingColumns("everybody", "people and models", "", "", "", len(data.groups))
    values = {str(item): logits for item, logits in data.crossed.difficulty.items()}
    clusters = {item: cluster for group in data.groups for item, cluster in group.clusters.items()}
    rows: list[RankRow] = []
    for name in hard.known:
        ranks = rank_correlation(hard.measures[name], values, clusters)
        p = None if ranks.p is None else Estimate(ranks.p, None, None, ranks.n)
        rho = estimate_of(ranks)
        more = _more(hard.measures[name], values, clusters)
        rows.append(
            RankRow(
                everybody, NAMES[name], phrase("IRT difficulty"), ranks.n, rho, p, more, ranks.why
            )
        )
    return rows


def _more(
    measure: Mapping[str, float], outcome: Mapping[str, float], clusters: Mapping[str, str]
) -> Estimates:
    return estimates(RANKED, RankedItems(measure, outcome, clusters), METRICS_WITH_COLUMNS)
