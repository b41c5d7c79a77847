"""Tokens used by the requests of models, and their cost where prices are given."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from sessions.models.stored_answers import Usage, usage_over
from sessions.report.comparing_data import ComparingData
from sessions.report.presentation import Presentation
from sessions.report.respondents import Names, RespondentColumns
from sessions.report.rows import Rows, column, group, table_of
from solver.phrases import phrase

NAME = phrase("tokens")
NOTE = phrase(
    "tokens are those reported by the endpoint, over all requests of a "
    "run with a response, readable or not; completion tokens include "
    "reasoning tokens"
)
COST_NOTE = phrase(
    "cost: in the currency of the prices, for the reported tokens; of "
    "1,000 right answers: the cost over the right answers, times 1,000"
)


THOUSAND = 1000


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a run."""

    cost: Annotated[float | None, column("cost", "money")]
    price_per_answer: Annotated[float | None, column("cost of 1,000 right answers", "money")]


@dataclass(frozen=True, slots=True)
class TokensRow:
    """One run of a model."""

    respondent: Annotated[RespondentColumns, group(RespondentColumns)]
    requests: Annotated[int, column("requests")]
    untold: Annotated[int, column("requests without tokens")]
    prompt: Annotated[int, column("prompt tokens")]
    completion: Annotated[int, column("completion tokens")]
    reasoning: Annotated[int | None, column("reasoning tokens")]
    tokens_per_request: Annotated[float, column("tokens of a request")]
    cost: Annotated[Cost | None, group(Cost, optional=True)]
    """Present where prices are given."""


def table(data: ComparingData) -> Rows | None:
    """Every run whose tokens are recorded; None where there is none."""
    rows: list[TokensRow] = []
    untold = unpriced = apart = 0
    used = _by_sort(data)
    for respondent in data.respondents:
        usage = respondent.usage or used.get((respondent.names, respondent.sort))
        if usage is None or not usage.requests:
            continue
        apart += usage.requests
        if not usage.with_tokens:
            untold += 1
            continue
        cost: Cost | None = None
        if data.prices is not None:
            price = data.prices.get(respondent.name)
            unpriced += price is None
            paid = None if price is None else price.cost(usage.prompt, usage.completion)
            right, _ = respondent.counted.total
            cost = Cost(paid, None if paid is None or not right else THOUSAND * paid / right)
        rows.append(
            TokensRow(
                respondent.columns,
                usage.requests,
                usage.requests - usage.with_tokens,
                usage.prompt,
                usage.completion,
                usage.reasoning,
                (usage.prompt + usage.completion) / usage.with_tokens,
                cost,
            )
        )
    if not rows:
        return None
    requests = sum(each.usage.requests for each in data.unrestricted if each.usage is not None)
    excluded = {
        phrase("runs whose tokens are not recorded"): untold,
        phrase("runs of models without a price"): unpriced,
        phrase("requests about items that are not available"): max(0, requests - apart),
    }
    notes = (NOTE,) if data.prices is None else (NOTE, COST_NOTE)
    return table_of(TokensRow, rows, sum(row.requests for row in rows), excluded, notes)


def _by_sort(data: ComparingData) -> Mapping[tuple[Names, Presentation], Usage]:
    """Usage of respondents who answered in several forms or languages, by both."""
    keys: dict[Presentation, set[str]] = {}
    for respondent in data.respondents:
        if respondent.kind == "model" and respondent.usage is None:
            keys.setdefault(respondent.sort, set()).update(respondent.items)
    return {
        ((series.model, "model", series.setting, series.run), sort): usage
        for sort, items in keys.items()
        for series, usage in usage_over(data.db, items).items()
    }
