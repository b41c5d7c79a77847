"""Paper A, DivLogicEval: tables 2, 3, 4, 7, 8 and 9, and the human study."""

from collections.abc import Callable, Iterator, Sequence

from items.models import Item
from items.shape.structure import SYMBOLIC, WORDED, form
from sessions.report.papers.multiple_choice import (
    HUMAN_NOTE,
    SCORES,
    asks,
    by_form,
    by_type,
    dataset,
    of_paper,
    of_runs,
    over_runs,
    overview,
)
from sessions.report.papers.paper_record import NO_LOGIC, PaperRecord, mean, mean_over_people
from sessions.report.papers.paper_table import Figure, Figures, grid
from sessions.report.papers.published import PrintedTable
from sessions.report.respondents import Respondent
from sessions.report.rows import Rows, Unit
from solver.phrases import phrase
from study.metrics.acc import METRIC as ACC
from study.metrics.metric import Metric
from study.statistics.circular import Circular, ItemScore

NAMES = tuple(metric.name for metric in SCORES)
PEOPLE = phrase("human study")
PAIRED_NOTE = phrase(
    "over the items that every run of both settings answered, for ACC at "
    "mutant 0 and for CIR and PC at every mutant; Δ is NoLR minus "
    "Origin, so ΔACC and ΔCIR below 0 mean that the set needs logical "
    "reasoning"
)


def tables(record: PaperRecord) -> Iterator[tuple[str, Rows]]:
    """Every table that can be made from answers."""
    printed = record.paper.tables
    yield "table 2", of_runs(record, printed["table 2"])
    yield "table 3", over_runs(record, printed["table 3"], NAMES)
    yield "table 4", _without_logic(record, printed["table 4"])
    yield "table 7", by_form(record, printed["table 7"], NAMES)
    yield PEOPLE, _people(record, printed[PEOPLE])
    yield "table 8", overview(record, printed["table 8"], _sets_of(record))
    yield "table 9 and figure 2(b)", by_type(record, printed["table 9"], NAMES, people=False)


def _sets_of(record: PaperRecord) -> Callable[[Item], str]:
    """The set of an item, as the paper names it; prefixed with `s-` if it is in symbols."""
    ours = of_paper(record)

    def set_name(item: Item) -> str:
        name = "DivLogicEval" if ours(item) else dataset(item)
        return name if form(item) == WORDED else f"s-{name}"

    return set_name


def _without_logic(record: PaperRecord, paper_table: PrintedTable) -> Rows:
    """Origin (0-shot) compared with NoLR, set by set, with Δ (table 4)."""
    settings = {
        (
            model_setting.base_name,
            frozenset() if record.data.pooled else model_setting.languages,
            model_setting.setting,
        ): model_setting.runs
        for model_setting in record.models
    }
    ours: Figures = {}
    name_of = _sets_of(record)
    n = 0
    for model, languages, setting in settings:
        if setting != NO_LOGIC or (model, languages, "0-shot") not in settings:
            continue
        origin, no_logic = (
            settings[model, languages, "0-shot"],
            settings[model, languages, NO_LOGIC],
        )
        both = _answered(origin) & _answered(no_logic)
        sets: dict[str, set[str]] = {}
        for key in both:
            sets.setdefault(name_of(no_logic[0].item(key)), set()).add(key)
        for name, keys in sorted(sets.items()):
            n += len(keys)
            model_row = record.row_name(model, {no_logic[0].item(key).language for key in keys})
            for metric in SCORES:
                paired = _paired((*origin, *no_logic), keys, whole=metric is not ACC)
                old, new = (_mean(metric, runs, paired) for runs in (origin, no_logic))
                row: dict[str, Figure] = {"Origin": old, "NoLR": new, "Δ": None}
                if old is not None and new is not None:
                    row["Δ"] = new - old
                ours[model_row, name, metric.name] = {**row, "items": len(paired)}
    units: dict[str, Unit] = {"items": "count"}
    return grid(paper_table, ours, n, units=units, notes=(PAIRED_NOTE,))


def _answered(runs: Sequence[Respondent]) -> set[str]:
    return {key for run in runs for key in run.circular.items}


def _paired(runs: Sequence[Respondent], keys: set[str], whole: bool) -> set[str]:
    """The items among `keys` that were answered by every run that answered any of them: mutant 0,
    or with `whole` every mutant."""
    scores_of_runs = [run.circular.items for run in runs]
    scores_of_runs = [scores for scores in scores_of_runs if not keys.isdisjoint(scores)]

    def answered(score: ItemScore | None) -> bool:
        return score is not None and (score.complete if whole else score.first_counts[1] > 0)

    return {key for key in keys if all(answered(scores.get(key)) for scores in scores_of_runs)}


def _mean(metric: Metric[Circular], runs: Sequence[Respondent], keys: set[str]) -> float | None:
    """The mean of a score over runs, over some items."""
    scores_of_runs = [run.circular.items for run in runs]
    parts = [
        Circular({key: scores[key] for key in keys & scores.keys()}) for scores in scores_of_runs
    ]
    estimates = [metric.compute(part, None) for part in parts]
    return mean(None if estimate is None else estimate.value for estimate in estimates)


def _people(record: PaperRecord, paper_table: PrintedTable) -> Rows:
    """Average accuracy of people, in words and in symbols (section 4.2)."""
    ours: Figures = {}
    n = 0
    for message in (WORDED, SYMBOLIC):
        asked_items = asks(record, None, message)
        for human, respondents in record.restricted_to(asked_items).people.items():
            accuracy, persons, answers = mean_over_people(respondents, asked_items)
            if persons:
                n += answers
                row: dict[str, Figure] = {phrase("average accuracy"): accuracy}
                ours[human, message] = {**row, "people": persons, "answers": answers}
    units: dict[str, Unit] = {"people": "count", "answers": "count"}
    return grid(paper_table, ours, n, units=units, notes=(HUMAN_NOTE,))
