"""The mixed logistic model of all answers: variation between people and between items, in
logits."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Annotated

from sessions.report.comparing_data import ComparingData
from sessions.report.difficulty import Group, fitted_together
from sessions.report.exclusion_reasons import REPEATED
from sessions.report.rows import Rows, column, table_of
from solver.phrases import phrase
from study.statistics.mixed_model import CrossedModel

NAME = phrase("mixed logistic model")
SD_OF_RESPONDENTS, SD_OF_ITEMS = phrase("sd of respondents"), phrase("sd of items")
NOTE = phrase(
    "the logit of a right answer is the mean of the respondent's kind, "
    "plus the respondent's ability, minus the item's difficulty; both "
    "normal, with the standard deviations shown. Items in words and in "
    "symbols have separate means, and difficulty is within the form. It "
    "is a Rasch model with random items, fitted by variational Bayes "
    "(statsmodels), whose intervals are not reliable: for claims about "
    "people use those of accuracy"
)

UNSETTLED_ANSWERS = phrase("answers without a fitted model, because free answers are unsettled")
ANSWERS_WITHOUT_MODEL = phrase(
    "answers without a fitted model (fewer than three respondents or "
    "items, all right or all wrong, or too many)"
)


@dataclass(frozen=True, slots=True)
class TermRow:
    """One term."""

    term: Annotated[str, column("term", "text", "term of the model")]
    number: Annotated[int, column("levels", "count", "number of levels among the answers")]
    logits: Annotated[float | None, column("logits", "count", "estimate in logits")]
    """None where no model is fitted."""
    chance: Annotated[
        float | None,
        column(
            "chance at 0", "share", "chance of a right answer where ability and difficulty are 0"
        ),
    ]
    """Probability of a right answer at ability and difficulty 0; only for means."""


def table(data: ComparingData) -> Rows | None:
    """Means by kind, then both standard deviations, which are None where no model is fitted; None
    where it was not requested."""
    if not data.mixed:
        return None
    crossed = data.crossed
    groups = fitted_together(data.groups)
    repeated = sum(n for group in data.groups for _, n in group.tallies.values()) - sum(
        n for group in groups for _, n in group.tallies.values()
    )
    excluded = {REPEATED: repeated}
    if crossed is not None:
        return table_of(TermRow, _rows(crossed), crossed.answers, excluded, (NOTE,), sampled=False)
    n = sum(n for group in groups for _, n in group.tallies.values())
    open_ = any(group.unsettled for group in groups)
    excluded[UNSETTLED_ANSWERS if open_ else ANSWERS_WITHOUT_MODEL] = n
    return table_of(TermRow, _none(groups), 0, excluded, (NOTE,), sampled=False)


def _none(groups: Sequence[Group]) -> list[TermRow]:
    """The rows without figures."""
    people = [
        {name for person_names in group.people.values() for name in person_names}
        for group in groups
    ]
    items = frozenset().union(*(group.answered_items for group in groups))
    return [
        TermRow(SD_OF_RESPONDENTS, sum(len(names) or 1 for names in people), None, None),
        TermRow(SD_OF_ITEMS, len(items), None, None),
    ]


def _rows(crossed: CrossedModel) -> list[TermRow]:
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
        (SD_OF_RESPONDENTS, len(crossed.ability), crossed.sd_respondents),
        (SD_OF_ITEMS, len(crossed.difficulty), crossed.sd_items),
    ):
        rows.append(TermRow(name, number, deviation, None))
    return rows
