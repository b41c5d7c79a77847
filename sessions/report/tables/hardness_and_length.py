"""Whether hardened items are hard because they are long."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import log2, prod
from typing import Annotated

from items.models import Item
from sessions.report.comparing_data import ComparingData
from sessions.report.hardening_data import hardened_accuracies
from sessions.report.respondents import RespondentColumns
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
from solver.errors import InputError
from solver.phrases import phrase
from study.metrics.metric import RANKED
from study.metrics.spearman import METRIC as SPEARMAN
from study.metrics.spearman_p import METRIC as SPEARMAN_P
from study.statistics.ranks import RankedItems
from study.statistics.samples import Estimate

NAME = phrase("hardness and length")
NOTE = phrase(
    "over hardened items, accuracy on an item against each measure; bits are log2 of the "
    "combinations of all declared propositions and closed value sets; the interval of Spearman's "
    "rho is Bonett and Wright's (2000), p that of Student's t; for both, items that are drawn "
    "together count as one"
)


@dataclass(frozen=True, slots=True)
class LengthRow:
    """One respondent and one measure."""

    respondent: Annotated[RespondentColumns, group(RespondentColumns)]
    measure: Annotated[str, column("measure", "text")]
    items: Annotated[int, column("items")]
    rho: Annotated[Estimate | None, figure(SPEARMAN)]
    p: Annotated[Estimate | None, figure(SPEARMAN_P)]
    estimates: Annotated[Estimates, figures(RANKED, (SPEARMAN, SPEARMAN_P))]


def _length(item: Item) -> float:
    return float(len(item.text))


def _questions(item: Item) -> float:
    return float(len(item.leaves))


def _bits(item: Item) -> float | None:
    """The size of the declared space; None where there is none."""
    # The formal language is not loaded where nobody answered a hardened item.
    from items.formal import formal_item
    from solver.language.syntax import BoolSort, EnumSort

    try:
        formal = formal_item(item)
    except InputError:
        return None
    if formal is None:
        return None
    sizes = [
        2 if isinstance(symbol.sort, BoolSort) else len(symbol.sort.values)
        for symbol in formal.problem.signature.symbols.values()
        if isinstance(symbol.sort, BoolSort | EnumSort) and not symbol.arity
    ]
    return log2(prod(sizes)) if sizes else None


MEASURES: Mapping[str, Callable[[Item], float | None]] = {
    phrase("characters of the text"): _length,
    phrase("questions"): _questions,
    phrase("bits of the space"): _bits,
}


def table(data: ComparingData) -> Rows | None:
    """Every respondent by every measure; None where nobody answered a hardened item."""
    rows: list[LengthRow] = []
    cached_measures: dict[tuple[str, str], float | None] = {}
    n = 0
    for respondent in data.respondents:
        accuracies = hardened_accuracies(respondent, data.bases)
        if not accuracies:
            continue
        n += len(accuracies)
        for name, measure in MEASURES.items():
            values: dict[str, float] = {}
            for key in accuracies:
                if (name, key) not in cached_measures:
                    cached_measures[name, key] = measure(respondent.items[key])
                value = cached_measures[name, key]
                if value is not None:
                    values[key] = value
            ranked = RankedItems(values, accuracies, respondent.clusters)
            rows.append(
                LengthRow(
                    respondent.columns,
                    name,
                    len(values),
                    SPEARMAN.estimate(ranked),
                    SPEARMAN_P.estimate(ranked),
                    estimates(RANKED, ranked, (SPEARMAN, SPEARMAN_P)),
                )
            )
    return table_of(LengthRow, rows, n, notes=(NOTE,), sampled=False) if rows else None
