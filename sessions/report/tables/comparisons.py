"""Every two respondents on the items both answered: difference, test, detectable difference."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated

from sessions.report.comparing_data import ComparingData
from sessions.report.pairs import Pair, alike, compared_pairs, matched, open_between, split_pairs
from sessions.report.respondents import SettingNames
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
from sessions.report.sides import Side, side_of
from solver.phrases import phrase
from study.metrics.difference import METRIC as DIFFERENCE
from study.metrics.mcnemar import METRIC as MCNEMAR
from study.metrics.metric import DISCORDANCE, PAIRED
from study.statistics.samples import Estimate

NAME = phrase("comparisons")
MAX_PAIRS = 60
"""If there are more pairs than this, only some are shown: at first those of the first runs."""
BEST_MODELS = 10
"""If these are still too many, this many of the best models against people, and against the
best."""
NOTE = phrase(
    "accuracy is over all answers to the items that both answered, and "
    "for an item with several questions to those that both answered, for two "
    "runs of models to the rotations of its options that both answered; all "
    "items have the same weight; p is for no difference, by inverting "
    "the interval; detectable: the true difference that such data detect "
    "at a level of 5 % with a power of about 80 %; McNemar's test is exact, "
    "over whole items, for single runs. A p above 5 % means that no "
    "difference was shown, not that there is none: `countermodel compare "
    "--margin` tests that"
)


APART = phrase(
    "items in different languages, and items in words and in symbols, "
    "are compared separately; `--pool` combines them"
)
POOLED = phrase(
    "items in different languages, and items in words and in symbols, are combined (`--pool`)"
)
UNSETTLED = phrase("pairs with unsettled free answers")
FIRST_RUNS = "pairs of further runs; `countermodel compare` compares any two"
BEST = phrase(
    "pairs other than the {best} best models with people, and the best model with the next {best}; "
    "`countermodel compare` compares any two",
    best=BEST_MODELS,
)


@dataclass(frozen=True, slots=True)
class InLanguage:
    """The language of the items, where the two answered items of several."""

    language: Annotated[str, column("language", "text")]


@dataclass(frozen=True, slots=True)
class InForm:
    """Whether the items are in words or in symbols, where the two answered both."""

    form: Annotated[str, column("form", "text")]


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """The comparison of two respondents."""

    first_side: Annotated[str, column("first", "text")]
    right: Annotated[str, column("second", "text")]
    language: Annotated[InLanguage | None, group(InLanguage, optional=True)]
    form: Annotated[InForm | None, group(InForm, optional=True)]
    items: Annotated[int, column("items")]
    left_accuracy: Annotated[float, column("accuracy of the first", "share")]
    right_accuracy: Annotated[float, column("accuracy of the second", "share")]
    difference: Annotated[Estimate | None, figure(DIFFERENCE)]
    p: Annotated[float, column("p of no difference", "p")]
    corrected: Annotated[float, column("p corrected", "p")]
    detectable: Annotated[float | None, column("detectable difference", "share")]
    mcnemar: Annotated[float | None, column("p of McNemar's test", "p")]
    estimates: Annotated[Estimates, figures(PAIRED, (DIFFERENCE,))]
    more_of_runs: Annotated[Estimates, figures(DISCORDANCE, (MCNEMAR,))]


def table(data: ComparingData) -> Rows | None:
    """Runs of models in the same setting, and people with every run; settings and runs are
    separate. None where nobody can be compared."""
    # People first, since readers look for them.
    ordered = sorted(data.unrestricted, key=lambda respondent: respondent.kind == "model")
    sides = [side_of(respondent) for respondent in ordered if respondent.counted.items]
    all_pairs = _pairs(sides)
    parts = all_pairs if data.pooled else split_pairs(all_pairs)
    closed = [pair for pair in parts if not open_between(*pair)]
    chosen, how = closed, ""
    if len(closed) > MAX_PAIRS:
        firsts = _pairs(_first_runs(sides))
        chosen, how = _settled(firsts, pooled=data.pooled), FIRST_RUNS
        if len(chosen) > MAX_PAIRS:
            chosen, how = _settled(_nearest(firsts), pooled=data.pooled), BEST
    pairs = compared_pairs([alike(*pair) for pair in chosen])
    rows = [
        ComparisonRow(
            pair.left.name,
            pair.right.name,
            *_sort(pair),
            pair.accuracy.n,
            pair.accuracy.left,
            pair.accuracy.right,
            pair.accuracy.difference,
            pair.accuracy.p,
            pair.corrected,
            pair.accuracy.detectable,
            None if pair.table is None else pair.table.p_value(),
            estimates(PAIRED, pair.scores, (DIFFERENCE,)),
            estimates(DISCORDANCE, pair.table, (MCNEMAR,)),
        )
        for pair in pairs
    ]
    holm = phrase("corrected: by Holm's method for all {n} pairs shown", n=len(rows))
    lopsided = sum(pair.accuracy.lopsided for pair in pairs)
    wide = phrase(
        "pairs with a structure that a third or more of the items share, so "
        "that intervals are wider than necessary and fewer differences are "
        "detected: {n}",
        n=lopsided,
    )
    several = len(parts) > len(all_pairs) or (
        data.pooled and len(split_pairs(all_pairs)) > len(all_pairs)
    )
    sorts = ((POOLED if data.pooled else APART),) if several else ()
    notes = (NOTE, *sorts, holm, wide) if lopsided else (NOTE, *sorts, holm)
    excluded = {how: len(closed) - len(chosen), UNSETTLED: len(parts) - len(closed)}
    return table_of(ComparisonRow, rows, len(rows), excluded, notes)


def _settled(pairs: Sequence[tuple[Side, Side]], *, pooled: bool) -> list[tuple[Side, Side]]:
    """The pairs that can be compared, by language and form unless they are pooled."""
    return [pair for pair in (pairs if pooled else split_pairs(pairs)) if not open_between(*pair)]


def _sort(pair: Pair) -> tuple[InLanguage | None, InForm | None]:
    language, form = (pair.sort.language, pair.sort.form) if pair.sort else (None, None)
    return InLanguage(language) if language else None, InForm(form) if form else None


def _pairs(sides: Sequence[Side]) -> list[tuple[Side, Side]]:
    """People against everybody; for every two models, the runs that correspond."""
    both = list(combinations(sides, 2))
    people = [pair for pair in both if not (_model(pair[0]) and _model(pair[1]))]
    return [*people, *_models(pair for pair in both if _model(pair[0]) and _model(pair[1]))]


def _first_runs(sides: Sequence[Side]) -> list[Side]:
    """People, and the first run of every setting of a model."""
    first: dict[SettingNames, Side] = {}
    for side in sides:
        respondent = side.respondents[0]
        before = first.get(respondent.group)
        if before is None or (respondent.run or 0) < (before.respondents[0].run or 0):
            first[respondent.group] = side
    return list(first.values())


def _nearest(pairs: Sequence[tuple[Side, Side]]) -> list[tuple[Side, Side]]:
    """Among people's pairs, and those with the best model, the ones with the best others."""
    models = {id(side): side for pair in pairs for side in pair if _model(side)}
    best = {key: _share(side) for key, side in models.items()}
    ranked = sorted(best, key=lambda key: -best[key])
    if not ranked:
        return list(pairs[:MAX_PAIRS])
    people = [pair for pair in pairs if not (_model(pair[0]) and _model(pair[1]))]
    with_best = [
        (entry, other)
        for entry, other in pairs
        if _model(entry) and _model(other) and ranked[0] in (id(entry), id(other))
    ]

    def of_others(pair: tuple[Side, Side]) -> float:
        shares = [best[id(side)] for side in pair if id(side) in best and id(side) != ranked[0]]
        return -max(shares, default=1.0)

    return [
        *sorted(people, key=of_others)[:BEST_MODELS],
        *sorted(with_best, key=of_others)[:BEST_MODELS],
    ]


def _share(side: Side) -> float:
    right, n = side.respondents[0].counted.total
    return right / n if n else 0.0


def _model(side: Side) -> bool:
    return side.respondents[0].kind == "model"


def _models(pairs: Iterable[tuple[Side, Side]]) -> list[tuple[Side, Side]]:
    """For every two models, the runs with the same setting and run, if there are any."""
    by_names: dict[tuple[str, str], list[tuple[Side, Side]]] = {}
    for side, other in pairs:
        names = side.respondents[0].name, other.respondents[0].name
        if names[0] != names[1]:
            by_names.setdefault(names, []).append((side, other))
    return [pair for same_names in by_names.values() for pair in matched(same_names)]
