"""Warnings about intervals for new people and new items that rest on few of either.

Owns the thresholds and the warnings: how many of such intervals covered the figure in simulation,
from the lowest to the highest over the designs of the last table of `benchmarks/coverage.py`
(docs/metrics.md).
"""

from collections.abc import Iterable

from solver.phrases import Phrase, phrase
from study.statistics.samples import Estimate

PEOPLE = 4
"""With fewer people, intervals are wide and cover at least as often as they should."""
ITEMS = 60
"""With fewer items, intervals cover less often if some of the items are much harder than the
others."""
OF_PEOPLE = "93–100"
"""Coverage in per cent, with two and three people."""
OF_ITEMS = ((24, "84–100"), (ITEMS, "88–100"))
"""Coverage in per cent, with fewer items than these."""


def warnings_of(estimate: Estimate) -> list[Phrase]:
    """Warnings about an interval; none where it rests on enough people and items, or is not for
    both."""
    warnings = []
    if 1 < estimate.people < PEOPLE:
        warnings.append(
            phrase(
                "based on {n} people: in simulations, such intervals covered {span} %",
                n=estimate.people,
                span=OF_PEOPLE,
            )
        )
    if 1 < estimate.items < ITEMS:
        warnings.append(
            phrase(
                "based on {n} items or structures: in simulations, such intervals "
                "covered {span} %, least if some are much harder than the others",
                n=estimate.items,
                span=_over(estimate.items),
            )
        )
    return warnings


def notes(estimates: Iterable[Estimate]) -> list[Phrase]:
    """The warnings about all intervals of a table, that is, about the one that rests on fewest."""
    people, items = PEOPLE, ITEMS
    for estimate in estimates:
        if 1 < estimate.people < people:
            people = estimate.people
        if 1 < estimate.items < items:
            items = estimate.items
    phrases = []
    if people < PEOPLE:
        phrases.append(
            phrase(
                "some intervals are based on {n} people: in simulations, such "
                "intervals covered {span} %",
                n=people,
                span=OF_PEOPLE,
            )
        )
    if items < ITEMS:
        phrases.append(
            phrase(
                "intervals of people are based on as few as {n} items or structures: "
                "in simulations, such intervals covered {span} %, least if some are "
                "much harder than the others",
                n=items,
                span=_over(items),
            )
        )
    return phrases


def _over(items: int) -> str:
    return next(span for limit, span in OF_ITEMS if items < limit)
