"""Every two respondents on the items both answered: difference, test, detectable difference."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated

from sessions.report.compared import ComparingData
from sessions.report.pairs import Side, compared_pairs, matched, side_of
from sessions.report.rows import Rows, column, figure, table_of
from study.metrics.difference import METRIC as DIFFERENCE
from study.statistics.samples import Estimate

MOST = 60
"""More pairs than this are not shown, unless those with people are no more."""
NOTE = (
    "accuracy is over all answers to the items that both answered, each item weighing the same; "
    "p is that of no difference, its interval turned round; detectable: the true difference that "
    "such data show at a level of 5 % with a chance of 80 %; McNemar's test is exact, over whole "
    "items, of single runs. A p above 5 % says that no difference was shown, not that there is "
    "none: `countermodel compare --margin` tests that"
)


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """Two respondents."""

    left: Annotated[str, column("first", "text")]
    right: Annotated[str, column("second", "text")]
    items: Annotated[int, column("items")]
    left_accuracy: Annotated[float, column("accuracy of the first", "share")]
    right_accuracy: Annotated[float, column("accuracy of the second", "share")]
    difference: Annotated[Estimate | None, figure(DIFFERENCE)]
    p: Annotated[float, column("p of no difference", "p")]
    corrected: Annotated[float, column("p corrected", "p")]
    detectable: Annotated[float | None, column("detectable difference", "share")]
    mcnemar: Annotated[float | None, column("p of McNemar's test", "p")]


def table(data: ComparingData) -> Rows | None:
    """Runs of models in the same setting, and people with every run; settings and runs are apart.
    None where nobody can be compared."""
    # People first, as a reader looks for them.
    ordered = sorted(data.respondents, key=lambda one: one.kind == "model")
    sides = [side_of(one) for one in ordered if one.tallies]
    both = list(combinations(sides, 2))
    people = [pair for pair in both if not (_model(pair[0]) and _model(pair[1]))]
    chosen = [*people, *_models(pair for pair in both if _model(pair[0]) and _model(pair[1]))]
    left_out = 0
    if len(chosen) > MOST:
        left_out = len(chosen)
        chosen = people if len(people) <= MOST else []
        left_out -= len(chosen)
    pairs = compared_pairs(chosen)
    rows = [
        ComparisonRow(
            pair.left.name,
            pair.right.name,
            pair.accuracy.n,
            pair.accuracy.left,
            pair.accuracy.right,
            pair.accuracy.difference,
            pair.accuracy.p,
            pair.corrected,
            pair.accuracy.detectable,
            None if pair.table is None else pair.table.p_value(),
        )
        for pair in pairs
    ]
    holm = f"corrected: by Holm's method for all {len(rows)} pairs shown"
    excluded = {f"pairs, of which there are more than {MOST}": left_out}
    return table_of(ComparisonRow, rows, len(rows), excluded, (NOTE, holm))


def _model(side: Side) -> bool:
    return side.respondents[0].kind == "model"


def _models(pairs: Iterable[tuple[Side, Side]]) -> list[tuple[Side, Side]]:
    """Of every two models, the runs that are of the same setting and run, if there are any."""
    by_names: dict[tuple[str, str], list[tuple[Side, Side]]] = {}
    for one, other in pairs:
        names = one.respondents[0].name, other.respondents[0].name
        if names[0] != names[1]:
            by_names.setdefault(names, []).append((one, other))
    return [pair for those in by_names.values() for pair in matched(those)]
