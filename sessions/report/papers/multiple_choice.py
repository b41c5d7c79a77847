"""Tables shared by DivLogicEval and its draft ILogicEval.

Owns ACC, CIR and PC of settings by question type and form, over runs, and the overview of sets.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from items.models import Item
from items.shape.structure import SYMBOLIC, WORDED, form
from sessions.report.papers.paper_record import (
    PaperRecord,
    choices_of,
    mean,
    mean_over_people,
)
from sessions.report.papers.paper_table import Figure, Figures, OurFigures, grid
from sessions.report.papers.published import PrintedTable
from sessions.report.respondents import attribute, items_of
from sessions.report.rows import Rows
from solver.phrases import phrase
from study.metrics.acc import METRIC as ACC
from study.metrics.cir import METRIC as CIR
from study.metrics.pc import METRIC as PC
from study.scores.sheet_scores import QUESTION_TYPE
from study.statistics.circular import Circular
from study.statistics.runs import coefficient_of_variation
from study.statistics.truth import LABELS

SCORES = (ACC, CIR, PC)
TYPES = {"Test": None, "Test-3e1c": "3e1c", "Test-3c1e": "3c1e", "Test-missing": "missing"}
"""Column to question type; None is all of them."""
KNOWN_TYPES = frozenset(type_ for type_ in TYPES.values() if type_)
SHARED_NOTE = phrase(
    "ACC is over mutant 0, CIR and PC over items with every mutant "
    "answered; a setting with several runs is shown as their mean; items "
    "without a known question type count only under Test"
)
HUMAN_NOTE = phrase(
    "for people, the mean of their accuracies over all answers of main "
    "blocks, whatever rotation of the options they got"
)


def of_paper(record: PaperRecord) -> Callable[[Item], bool]:
    """Whether an item belongs to the papers' benchmark, published, generated, or a stand-in from
    its logs: a choice whose benchmark or id has such a name, or that has no benchmark and one of
    their question types; or an item of a benchmark in `stand_ins`."""

    def ours(item: Item) -> bool:
        if not any(leaf.multiple_choice for leaf in item.leaves):
            return False
        benchmark = item.provenance.benchmark
        if benchmark in record.stand_ins:
            return True
        if not benchmark and attribute(item, QUESTION_TYPE) in KNOWN_TYPES:
            return True
        name = f"{benchmark} {item.id}".casefold()
        return "divlogic" in name or "ilogic" in name

    return ours


def dataset(item: Item) -> str:
    """The set of an item as the papers name it: its benchmark, else the file it came from."""
    name = item.provenance.benchmark or item.provenance.file.rpartition(".")[0]
    for dataset_name in ("ReClor", "LogiQA2", "LogiQA"):
        if dataset_name.casefold() in name.casefold():
            return dataset_name
    return name or "(unnamed)"


def values(scores: Circular) -> tuple[float | None, ...]:
    """ACC, CIR and PC; None where unknown."""
    estimates = [metric.compute(scores, None) for metric in SCORES]
    return tuple(None if estimate is None else estimate.value for estimate in estimates)


def of_what(record: PaperRecord) -> str:
    """A note on the items of a table: their benchmarks, and how many of each were asked."""
    counts = Counter(
        item.provenance.benchmark or "(unnamed)"
        for item in items_of(record.data.respondents).values()
        if of_paper(record)(item)
    )
    named = ", ".join(f"{name} ({n})" for name, n in sorted(counts.items())) or "–"
    return phrase(
        "of the record: choices whose benchmark or id names DivLogicEval or ILogicEval, those of "
        "no benchmark and a question type of theirs ({types}), and those of benchmarks that "
        "`--stand-in` names; by benchmark: {named}",
        types=", ".join(sorted(KNOWN_TYPES)),
        named=named,
    )


def by_type(
    record: PaperRecord, paper_table: PrintedTable, names: Sequence[str], people: bool
) -> Rows:
    """Models × settings × scores × question types, worded items only (DivLogicEval, table 9;
    ILogicEval, table 3); `names` are the paper's names of the scores. With `people`, includes their
    row by type within natural and symbolic."""
    ours: Figures = {}
    symbolic = n = 0
    for model in record.restricted_to(asks(record, None, WORDED)).models:
        runs = [choices_of(run, of_paper(record)) for run in model.runs]
        symbolic += sum(
            score.answers
            for run, scores in zip(model.runs, runs, strict=True)
            for key, score in scores.items.items()
            if form(run.item(key)) == SYMBOLIC
        )
        for column, type_ in TYPES.items():
            circulars = [choices_of(run, asks(record, type_, WORDED)) for run in model.runs]
            # The single column for all types contains each answer once.
            n += _answers(circulars) if type_ is None else 0
            outcome = [values(scores) for scores in circulars if scores.items]
            for place, name in enumerate(names):
                if outcome:
                    row = ours.setdefault((model.model, model.setting, name), {})
                    row[column] = mean(each[place] for each in outcome)
    notes = [SHARED_NOTE, of_what(record)]
    if people:
        for message in (WORDED, SYMBOLIC):
            people_told = record.restricted_to(asks(record, None, message)).people
            for human, respondents in people_told.items():
                for column, type_ in TYPES.items():
                    accuracy, persons, answers = mean_over_people(
                        respondents, asks(record, type_, message)
                    )
                    n += answers if type_ is None else 0
                    if persons:
                        row = ours.setdefault((human, message, names[0]), {})
                        row[column] = accuracy
        notes.append(HUMAN_NOTE)
    excluded = {
        phrase("answers of models to symbolic items, which have a table of their own"): symbolic
    }
    return grid(paper_table, ours, n, excluded=excluded, notes=notes)


def _answers(runs: Iterable[Circular]) -> int:
    """Number of answers to all mutants."""
    return sum(score.answers for scores in runs for score in scores.items.values())


def over_runs(record: PaperRecord, paper_table: PrintedTable, names: Sequence[str]) -> Rows:
    """Every run of settings with several, with CV (DivLogicEval, table 3), worded items only."""
    ours: Figures = {}
    n = 0
    for model in record.restricted_to(asks(record, None, WORDED)).models:
        if len(model.runs) < 2:
            continue
        choices = [(run.run, choices_of(run, asks(record, None, WORDED))) for run in model.runs]
        n += _answers(scores for _, scores in choices)
        outcome = [(run, values(scores)) for run, scores in choices if scores.items]
        for place, name in enumerate(names):
            known_scores = [score for _, each in outcome if (score := each[place]) is not None]
            if known_scores:
                row: dict[str, Figure] = {f"run {run}": each[place] for run, each in outcome}
                row["CV"] = coefficient_of_variation(known_scores)
                ours[model.model, model.setting, name] = row
    note = phrase("CV: population standard deviation of the runs over their mean, in per cent")
    return grid(paper_table, ours, n, units={"CV": "count"}, notes=(note, of_what(record)))


def by_form(record: PaperRecord, paper_table: PrintedTable, names: Sequence[str]) -> Rows:
    """Worded items compared with symbolic ones (DivLogicEval, table 7; ILogicEval, table 4)."""
    ours: Figures = {}
    n = 0
    for model in record.restricted_to(of_paper(record)).models:
        for column, message in zip(paper_table.columns, (WORDED, SYMBOLIC), strict=True):
            circulars = [choices_of(run, asks(record, None, message)) for run in model.runs]
            n += _answers(circulars)
            outcome = [values(scores) for scores in circulars if scores.items]
            for place, name in enumerate(names):
                if outcome:
                    row = ours.setdefault((model.model, model.setting, name), {})
                    row[column] = mean(each[place] for each in outcome)
    return grid(paper_table, ours, n, notes=(SHARED_NOTE, of_what(record)))


def overview(record: PaperRecord, paper_table: PrintedTable, set_of: Callable[[Item], str]) -> Rows:
    """Options and size of every set with answers (DivLogicEval, table 8)."""
    sets: dict[str, list[Item]] = {}
    for item in items_of(record.data.respondents).values():
        sets.setdefault(set_of(item), []).append(item)
    groups = {
        record.row_name(name, languages): language_items
        for name, items in sets.items()
        for languages, language_items in record.by_language(items)
    }
    ours: OurFigures = {
        (name,): {phrase("# of options"): _options(items), phrase("size"): str(len(items))}
        for name, items in groups.items()
    }
    note = phrase(
        "size: from the record, the items that somebody was asked, which may be part of a set"
    )
    n = sum(map(len, groups.values()))
    return grid(paper_table, ours, n, unit="count", notes=(note,))


def of_runs(record: PaperRecord, paper_table: PrintedTable) -> Rows:
    """Scores × respondents, one column per run of a 0-shot setting (DivLogicEval, table 2)."""
    ours: Figures = {}
    n = 0
    for model in record.restricted_to(asks(record, None, WORDED)).models:
        if model.setting != "0-shot":
            continue
        for run in model.runs:
            scores = choices_of(run, asks(record, None, WORDED))
            n += _answers([scores])
            if scores.items:
                for metric, value in zip(SCORES, values(scores), strict=True):
                    ours.setdefault((metric.name,), {})[f"{model.model} · run {run.run}"] = value
    return grid(paper_table, ours, n, notes=(SHARED_NOTE, of_what(record)))


def _options(items: Sequence[Item]) -> str:
    """The numbers of options of the items' questions; a truth value counts as three."""
    leaves = [leaf for item in items for leaf in item.leaves]
    numbers = {len(leaf.options) for leaf in leaves if leaf.multiple_choice}
    numbers |= {len(LABELS) for leaf in leaves if leaf.truth}
    return ", ".join(map(str, sorted(numbers))) or "-"


def asks(record: PaperRecord, type_: str | None, message: str) -> Callable[[Item], bool]:
    """Items of the papers of one question type, or of all, in words or in symbols."""

    ours = of_paper(record)

    def is_asked(item: Item) -> bool:
        if not ours(item) or form(item) != message:
            return False
        return type_ is None or attribute(item, QUESTION_TYPE) == type_

    return is_asked
