"""Paper D, QMFOL: tables 2, 3, 5 and 6, figures 4 and 5, and the filler ablation."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from items.models import Item
from sessions.models.responses import select
from sessions.report.papers.paper_record import (
    FIRST_NOTE,
    PaperRecord,
    mean,
    names_of,
    settings_of,
)
from sessions.report.papers.paper_table import Figure, Figures, grid, with_settings
from sessions.report.papers.published import PrintedTable
from sessions.report.papers.truth_settings import (
    TruthSetting,
    accuracy,
    of_people,
    truth_settings,
    value,
)
from sessions.report.respondents import attribute
from sessions.report.rows import Rows, Unit
from sessions.report.tables.distractors import filler_of, in_order, several_alike, version_of
from sessions.report.truth_counts import QuestionCounts, truth_answers_of
from solver.phrases import phrase
from study.metrics.label_f1 import FALSE, TRUE, UNKNOWN
from study.metrics.macro_f1 import METRIC as MACRO_F1
from study.metrics.uncertainty import DIFFERENCE, SHARE
from study.statistics.bootstrap import Statistic
from study.statistics.distractors import DistractedAnswer, paired
from study.statistics.samples import Method, Sample, ratio, share_difference
from study.statistics.truth import ANSWERS, LABELS

ABLATION, TASKS = phrase("filler ablation"), phrase("tasks")
ATTRIBUTES = ("topic", "depth", "width", "distractors")
LETTERS = {"true": "T", "false": "F", "unknown": "U", "unreadable": "unreadable"}
TOPICS = {
    "food": phrase("Food"),
    "animal": phrase("Animal"),
    "animals": phrase("Animal"),
    "university": phrase("Univ."),
    "mathematics": phrase("Math"),
}
"""A topic of items, in lower case, to its name in the paper."""
SHARE_NOTE = phrase(
    "shares of the answers to tasks of one gold label; those of one label add up to 1"
)
COST_NOTE = phrase(
    "means over answered tasks whose call recorded them; tokens are the "
    "sum of prompt and completion tokens, including reasoning"
)
PAIR_NOTE = phrase(
    "the same task without distractors and with this many: CW right then "
    "wrong, WC wrong then right, as shares of the tasks answered both "
    "ways; net is CW minus WC"
)
POOLED_NOTE = phrase("the runs of a setting are pooled")
FILLER_NOTE = phrase(
    "D0 and filler: tasks without distractors that had filler text added "
    "instead; over the tasks answered in all of these three versions "
    "that a setting has; tasks: their number"
)
Costs = Mapping[tuple[str, str, int], Mapping[str, Sequence[tuple[float | None, int | None]]]]
"""By model, setting and run, then item: seconds and tokens of each call."""


def tables(record: PaperRecord) -> Iterator[tuple[str, Rows]]:
    """Every table and figure that can be made from answers; items with filler count only in the
    ablation."""
    setting_list = truth_settings(record, _plain)
    ablated = truth_settings(record, _ablated)
    for name, rows in _tables(record, setting_list, ablated):
        printed = record.paper.tables[name]
        settings = settings_of(ablated if name == ABLATION else setting_list)
        yield name, with_settings(rows, printed, settings, *record.thinking_notes, POOLED_NOTE)


def _tables(
    record: PaperRecord, setting_list: Sequence[TruthSetting], ablated: Sequence[TruthSetting]
) -> Iterator[tuple[str, Rows]]:
    """The tables of all settings' tasks without filler, and the ablation of those with it."""
    printed = record.paper.tables
    names = names_of(setting_list)
    plain = {
        name: truth_setting.questions
        for name, truth_setting in zip(names, setting_list, strict=True)
    }
    n = sum(question.tally[1] for questions in plain.values() for question in questions)
    costs = _costs(record)
    yield "table 2", _labels(plain, printed["table 2"], n)
    yield "table 3", _confusion(plain, printed["table 3"], n)
    name = "figure 4, overall"
    yield name, _overall(setting_list, names, plain, costs, printed[name], n)
    name = "figure 4, accuracy"
    cells = {model: _cells(questions) for model, questions in plain.items()}
    yield name, grid(printed[name], _accuracies(cells), n)
    by_name = dict(zip(names, setting_list, strict=True))
    for place, unit in enumerate(("seconds", "tokens")):
        name = f"figure 4, {unit}"
        ours: Figures = {}
        for model, blocks in cells.items():
            for (depth, width), block in blocks.items():
                figure = _mean_cost(by_name[model], block, costs)[place]
                ours.setdefault((model, depth), {})[f"W{width}"] = figure
        unit_of: Unit = "seconds" if unit == "seconds" else "count"
        yield name, grid(printed[name], ours, n, unit=unit_of, notes=(COST_NOTE,))
    yield "table 5", _distractors(plain, printed["table 5"], n)
    yield "figure 5", _changes(setting_list, names, printed["figure 5"], n)
    yield ABLATION, _ablation(ablated, names_of(ablated), printed[ABLATION])
    yield "table 6", _topics(plain, printed["table 6"], n)


def of_source(item: Item) -> bool:
    """Whether an item is of the paper's source: it has what its tables are told by."""
    return all(name in item.attributes for name in ATTRIBUTES)


def _plain(item: Item) -> bool:
    return of_source(item) and not _filler(item)


def _ablated(item: Item) -> bool:
    """Whether an item's version belongs to a column of the ablation: D0, D20, or D0 with filler."""
    version = version_of(item) if of_source(item) else None
    return version is not None and (not version.filler or not version.distractors)


def _filler(item: Item) -> bool:
    return bool(filler_of(item))


def _labels(
    counts_by_model: Mapping[str, Sequence[QuestionCounts]], paper_table: PrintedTable, n: int
) -> Rows:
    metrics = {
        phrase("Macro"): MACRO_F1,
        phrase("True"): TRUE,
        phrase("False"): FALSE,
        phrase("Unknown"): UNKNOWN,
    }
    ours: Figures = {
        (model,): {name: value(metric, questions) for name, metric in metrics.items()}
        for model, questions in counts_by_model.items()
    }
    return grid(paper_table, ours, n, notes=(FIRST_NOTE,))


def _confusion(
    counts_by_model: Mapping[str, Sequence[QuestionCounts]], paper_table: PrintedTable, n: int
) -> Rows:
    ours: Figures = {}
    for model, questions in counts_by_model.items():
        answers = truth_answers_of(questions)
        method = SHARE if of_people(questions) else None
        row = ours.setdefault((model,), {})
        for gold in LABELS:
            for answer in ANSWERS:
                share = answers.answered(gold, answer).estimate(ratio, method)
                name = f"{LETTERS[gold]} as {LETTERS[answer]}"
                row[name] = share if share is None or method else share.value
    return grid(paper_table, ours, n, notes=(FIRST_NOTE, SHARE_NOTE))


def _overall(
    setting_list: Sequence[TruthSetting],
    names: Sequence[str],
    counts_by_model: Mapping[str, Sequence[QuestionCounts]],
    costs: Costs,
    paper_table: PrintedTable,
    n: int,
) -> Rows:
    ours: Figures = {}
    for name, truth_setting in zip(names, setting_list, strict=True):
        if name in counts_by_model:
            seconds, tokens = _mean_cost(truth_setting, counts_by_model[name], costs)
            row: dict[str, Figure] = {"accuracy": accuracy(counts_by_model[name])}
            ours[name,] = {**row, phrase("seconds"): seconds, phrase("tokens"): tokens}
    units: dict[str, Unit] = {"seconds": "seconds", "tokens": "count"}
    return grid(paper_table, ours, n, units=units, notes=(FIRST_NOTE, COST_NOTE))


def _cells(
    questions: Sequence[QuestionCounts],
) -> Mapping[tuple[str, str], Sequence[QuestionCounts]]:
    """Questions by depth and width, in order."""
    cells: dict[tuple[int, int], list[QuestionCounts]] = {}
    for question in questions:
        depth, width = (int(question.item.attributes[name]) for name in ("depth", "width"))
        cells.setdefault((depth, width), []).append(question)
    return {(f"D{depth}", str(width)): cells[depth, width] for depth, width in sorted(cells)}


def _accuracies(cells: Mapping[str, Mapping[tuple[str, str], Sequence[QuestionCounts]]]) -> Figures:
    ours: Figures = {}
    for model, blocks in cells.items():
        for (depth, width), questions in blocks.items():
            ours.setdefault((model, depth), {})[f"W{width}"] = accuracy(questions)
    return ours


def _number(counts: QuestionCounts) -> int:
    return int(counts.item.attributes["distractors"])


def _distractors(
    counts_by_model: Mapping[str, Sequence[QuestionCounts]], paper_table: PrintedTable, n: int
) -> Rows:
    ours: Figures = {}
    for model, questions in counts_by_model.items():
        ours[model,] = {
            f"D{number}": accuracy(
                [question for question in questions if _number(question) == number]
            )
            for number in sorted({_number(question) for question in questions})
        }
    return grid(paper_table, ours, n, notes=(FIRST_NOTE,))


def _changes(
    setting_list: Sequence[TruthSetting], names: Sequence[str], paper_table: PrintedTable, n: int
) -> Rows:
    ours: Figures = {}
    units: dict[str, Unit] = {"pairs": "count"}
    for name, truth_setting in zip(names, setting_list, strict=True):
        items = {each.key: each.item for each in truth_setting.questions if not _filler(each.item)}
        versions = {key: version_of(item) for key, item in items.items()}
        drawn = {each.key: each.cluster for each in truth_setting.questions}
        answers: list[DistractedAnswer] = []
        clusters: dict[Hashable, str] = {}
        alike = several_alike(versions)
        for run in truth_setting.runs:
            for row in in_order(run.sheet.truths, alike=alike):
                version = versions.get(row.key)
                if version is not None:
                    task = Task(version.task, run.run, row.respondent)
                    answers.append((task, version.distractors, row.gold == row.answer))
                    if not version.distractors:
                        clusters[task.name] = drawn[row.key]
        people = of_people(truth_setting.questions)
        for number, pairs in paired(answers).items():
            if number and pairs:
                row_of: dict[str, Figure] = {}
                for head, sample, metric in _changed(pairs, clusters, truth_setting):
                    estimate = sample.estimate(*metric) if people else None
                    row_of[head] = estimate or metric[0](sample.sums)
                ours[name, f"D{number}"] = {**row_of, "pairs": len(pairs)}
    return grid(paper_table, ours, n, units=units, notes=(PAIR_NOTE,))


class Task(NamedTuple):
    """What the versions of a task that one respondent answered in one run share."""

    name: Hashable
    run: int | None
    respondent: str


def _changed(
    pairs: Mapping[Hashable, tuple[bool, bool]],
    clusters: Mapping[Hashable, str],
    truth_setting: TruthSetting,
) -> Iterator[tuple[str, Sample, tuple[Statistic, Method]]]:
    """For tasks answered without and with distractors: each figure's name, data, and how it is
    computed."""
    tasks = [task for task in pairs if isinstance(task, Task)]
    numbers = [
        (float(before and not after), 1.0, float(after and not before), 1.0)
        for before, after in pairs.values()
    ]
    names = [task.name for task in tasks]
    drawn = [clusters.get(name, str(name)) for name in names]
    people = [task.respondent for task in tasks]
    sampling = truth_setting.questions[0].sampling

    def of(rows: Sequence[Sequence[float]]) -> Sample:
        return sampling.of(Sample(rows, names, people, drawn))

    yield phrase("CW"), of([row[:2] for row in numbers]), (ratio, SHARE)
    yield phrase("WC"), of([row[2:] for row in numbers]), (ratio, SHARE)
    yield phrase("net"), of(numbers), (share_difference, DIFFERENCE)


def _ablation(
    setting_list: Sequence[TruthSetting], names: Sequence[str], paper_table: PrintedTable
) -> Rows:
    ours: Figures = {}
    n = 0
    for name, truth_setting in zip(names, setting_list, strict=True):
        tasks_by_version = {
            head: _by_task(truth_setting.questions, head) for head in paper_table.columns
        }
        recorded = {head: by_task for head, by_task in tasks_by_version.items() if by_task}
        if recorded:
            tasks = set.intersection(*(set(by_task) for by_task in recorded.values()))
            row: dict[str, Figure] = {}
            for head, by_task in recorded.items():
                version_questions = [
                    each for task in by_task if task in tasks for each in by_task[task]
                ]
                row[head] = accuracy(version_questions)
                n += sum(each.tally[1] for each in version_questions)
            ours[name,] = {**row, TASKS: len(tasks)}
    units: dict[str, Unit] = {TASKS: "count"}
    return grid(paper_table, ours, n, units=units, notes=(FIRST_NOTE, FILLER_NOTE))


def _by_task(
    questions: Sequence[QuestionCounts], head: str
) -> Mapping[Hashable, list[QuestionCounts]]:
    """The questions of a column of the ablation, by what all versions of their task share."""
    filled, number = head.endswith("filler"), int(head.removeprefix("D").split()[0])
    outcome: dict[Hashable, list[QuestionCounts]] = {}
    for question in questions:
        version = version_of(question.item)
        if version is None or version.distractors != number or bool(version.filler) != filled:
            continue
        outcome.setdefault(version.bare, []).append(question)
    return outcome


def _topics(
    counts_by_model: Mapping[str, Sequence[QuestionCounts]], paper_table: PrintedTable, n: int
) -> Rows:
    ours: Figures = {}
    for model, questions in counts_by_model.items():
        by_topic: dict[str, list[QuestionCounts]] = {}
        for question in questions:
            topic = attribute(question.item, "topic") or ""
            by_topic.setdefault(TOPICS.get(topic.casefold(), topic), []).append(question)
        ours[model,] = {
            topic: accuracy(topic_questions) for topic, topic_questions in by_topic.items()
        }
    return grid(paper_table, ours, n, notes=(FIRST_NOTE,))


def _costs(record: PaperRecord) -> Costs:
    """Time and tokens of every call, by series and item. A task is one question, asked in one
    call."""
    costs: dict[tuple[str, str, int], dict[str, list[tuple[float | None, int | None]]]] = {}
    for model, setting, run, item, seconds, sent, received in select(
        record.data.db,
        "SELECT series.model, series.setting, series.run, target.item_hash, call.seconds,"
        " call.prompt_tokens, call.completion_tokens FROM response"
        " JOIN series ON series.id = response.series JOIN target ON target.id = response.target"
        " JOIN call ON call.id = response.call WHERE response.status <> 'failed'",
    ):
        tokens = None if sent is None or received is None else sent + received
        costs.setdefault((model, setting, run), {}).setdefault(item, []).append((seconds, tokens))
    return costs


def _mean_cost(
    truth_setting: TruthSetting, questions: Sequence[QuestionCounts], costs: Costs
) -> tuple[float | None, float | None]:
    """Mean seconds and tokens of a task; None where none were recorded. For people, the times of
    their answers."""
    item_hashes = sorted({each.key.partition("#")[0] for each in questions})
    seconds: list[float | None] = []
    tokens: list[float | None] = []
    for run in truth_setting.runs:
        if run.kind == "model":
            key = (run.name, run.setting, run.run or 1)
            pairs = [pair for item in item_hashes for pair in costs.get(key, {}).get(item, ())]
            seconds += [pair[0] for pair in pairs]
            tokens += [pair[1] for pair in pairs]
        else:
            seconds += [time for item in item_hashes for time in run.times.get(item, ())]
    return mean(seconds), mean(tokens)
