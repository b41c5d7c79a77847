"""The mixed logistic model of everybody's answers: what people and items vary by, in logits."""

from dataclasses import dataclass
from math import exp
from typing import Annotated

from sessions.report.compared import ComparingData
from sessions.report.rows import Rows, column, table_of
from solver.phrases import phrase
from study.statistics.mixed import MOST, Crossed

NOTE = phrase(
    "the logit of a right answer is the mean of the respondent's kind, plus the respondent's "
    "ability, less the item's difficulty; both normal, with the standard deviations shown. Of "
    "items in words and in symbols each has a mean of its own, and difficulty is within the form. "
    "It is a Rasch model with random items, fitted by variational Bayes (statsmodels), which "
    "gives no intervals that hold: for claims about people use those of accuracy"
)


@dataclass(frozen=True, slots=True)
class TermRow:
    """One term."""

    term: Annotated[str, column("term", "text")]
    number: Annotated[int, column("levels")]
    logits: Annotated[float, column("logits")]
    chance: Annotated[float | None, column("chance at 0", "share")]
    """Of a right answer, where ability and difficulty are 0; of means only."""


def table(data: ComparingData) -> Rows | None:
    """Means by kind, then both standard deviations; None where the model was not asked for."""
    if not data.mixed:
        return None
    crossed = data.crossed
    if crossed is None:
        n = sum(n for group in data.groups for _, n in group.tallies.values())
        why = f"answers of which no model is fitted (fewer than three sides, or over {MOST:,})"
        return table_of(TermRow, [], 0, {why: n}, (NOTE,), sampled=False)
    return table_of(TermRow, _rows(crossed), crossed.answers, {}, (NOTE,), sampled=False)


def _rows(crossed: Crossed) -> list[TermRow]:
    rows = [
        TermRow(
            f"mean, {kind}",
            1,
            mean,
            1 / (1 + exp(-mean)),
        )
        for kind, mean in crossed.means.items()
    ]
    for name, number, deviation in (
        ("sd of respondents", len(crossed.ability), crossed.sd_respondents),
        ("sd of items", len(crossed.difficulty), crossed.sd_items),
    ):
        rows.append(TermRow(name, number, deviation, None))
    return rows
