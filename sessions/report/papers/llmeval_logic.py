"""Paper E, LLMEval-Logic: tables 1 to 6, figures 3 to 7, types of errors."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import fmean

from items.models import Item
from items.splits.registry import splits
from sessions.models import hardenings
from sessions.record.snapshots import load_item
from sessions.report.hardening_data import gate_paths
from sessions.report.papers import error_types, formalizations
from sessions.report.papers.paper_record import (
    FIRST_NOTE,
    HUMAN,
    Languages,
    PaperRecord,
    mean,
    names_of,
    settings_of,
)
from sessions.report.papers.paper_table import Figure, Figures, grid, with_settings
from sessions.report.papers.published import PrintedTable
from sessions.report.papers.thinking import Thinking
from sessions.report.respondents import Respondent, benchmark, items_of
from sessions.report.rows import Rows, Unit
from sessions.report.tables import hardening_gates, judges
from sessions.report.tables.counterfactuals import figures_by_split
from sessions.report.tables.several_questions import INCOMPLETE
from sessions.report.unsettled_answers import named_ends
from solver.phrases import phrase
from study.metrics.agreement import METRIC as AGREEMENT
from study.metrics.cohens_kappa import METRIC as COHENS_KAPPA
from study.metrics.gap import METRIC as GAP
from study.metrics.item_accuracy import METRIC as ITEM_ACCURACY
from study.metrics.item_difference import EASIER
from study.metrics.item_difference import METRIC as ITEM_DIFFERENCE
from study.metrics.metric import Metric
from study.metrics.settled_figures import ends_of
from study.metrics.sub_question_accuracy import METRIC as SUB_QUESTION_ACCURACY
from study.statistics.agreement import unanimous
from study.statistics.open_ranks import Span, open_correlation
from study.statistics.runs import over_runs
from study.statistics.samples import Estimate
from study.statistics.sub_questions import SubQuestions

BASE, HARD = "base", "hard"
HARDENED = "hardened"
"""Items hardened by this program are included in Hard."""
GROUPS = {
    "LR": "logical relation",
    "SC": "stated constraint",
    "QA": "query alignment",
}
SIDES = {"models": "answers", "people": "answers of people"}
"""Rows of table 5 by whose answers were judged."""
BOUND_COLUMNS = (" all wrong", " all right", " at least", " at most")
RUNS_NOTE = phrase(
    "mean and sample standard deviation over the runs of a setting; no sd over a single run"
)
UNSETTLED_NOTE = phrase(
    "– means that free answers are unsettled (`countermodel judge` "
    "settles them); the end of the row has the two bounds: all of them "
    "wrong, all right; for a difference, its smallest and greatest "
    "possible value"
)
SPLIT_NOTE = phrase(
    "prefix: the paper's split; edit: a sub-question in any edited "
    "world; Δ is counterfactual minus baseline; for a setting, the means "
    "over its runs"
)
WHOLE_NOTE = phrase("items: the mean number of items per run with every sub-question answered")
WHOLE_ITEMS_NOTE = phrase(
    "Item Accuracy is over the items with every sub-question answered; its gap to Sub-Q Accuracy "
    "takes both over these items"
)
ITEMS = {BASE: phrase("Base items"), HARD: phrase("Hard items")}
DROP = phrase("Base minus Hard")
VARIANTS: Mapping[Thinking, str] = {
    "thinking": "thinking",
    "low": "no or low thinking",
    "no": "no or low thinking",
    "unclear": "thinking not stated",
    "": "thinking not stated",
}
"""The group of a setting by what its recorded names say."""
RHO_NOTE = phrase(
    "over the settings that have both; unsettled answers leave the place "
    "of some open; thinking settings are those whose recorded model or "
    "setting says so; settings that say nothing about it, or whose value "
    "is not understood, have a separate row"
)
ROLES_NOTE = phrase(
    "if there are several roles files, their models or numbers are listed one after the other"
)
ATOMS_NOTE = phrase("from the record: rubric atoms of the Base items that somebody was asked")


class _Setting:
    """One setting's answers to Base and Hard, run by run."""

    def __init__(
        self,
        model: str,
        setting: str,
        runs: Sequence[Respondent],
        thinks: Thinking = "",
        languages: Languages = frozenset(),
    ) -> None:
        self.model, self.setting, self.runs, self.thinks = model, setting, runs, thinks
        self.languages = languages
        self.answers_by_subset = {name: _answers(runs, name) for name in (BASE, HARD)}

    @property
    def people(self) -> bool:
        """Whether the respondents are people, who have intervals."""
        return self.runs[0].kind in HUMAN

    def scores(self, metric: Metric[SubQuestions], subset: str) -> list[float]:
        """A score in every run with answers; empty where unsettled answers leave it open in one."""
        if ends_of(metric, self.answers_by_subset[subset]):
            return []
        estimates = [metric.compute(answers, None) for answers in self.answers_by_subset[subset]]
        return [estimate.value for estimate in estimates if estimate is not None]

    def mean(self, metric: Metric[SubQuestions], subset: str) -> Figure:
        """The mean of a score over the runs; for people the score with its interval."""
        if self.people:
            return self.estimate(metric, subset)
        return mean(self.scores(metric, subset))

    def estimate(self, metric: Metric[SubQuestions], subset: str) -> Estimate | None:
        """For people: a score with its interval; None while unsettled answers leave it open."""
        return (
            metric.estimate(self.answers_by_subset[subset][0])
            if self.answers_by_subset[subset]
            else None
        )

    def ends(
        self, metric: Metric[SubQuestions], subset: str
    ) -> tuple[float | None, float | None] | None:
        """The bounds of a score's mean over runs; equal to the score where it is settled. None
        without answers."""
        if not self.answers_by_subset[subset]:
            return None
        open_ends = ends_of(metric, self.answers_by_subset[subset])
        settled = mean(self.scores(metric, subset))
        return open_ends or (settled, settled)

    @property
    def drop(self) -> Estimate | None:
        """For people: how much higher Item Accuracy is on Base, with its interval."""
        parts = [
            part._replace(counterfactual=part.counterfactual | {EASIER})
            if _subset(run.item(part.item)) == BASE
            else part
            for run in self.runs
            for part in run.sheet.parts
            if _subset(run.item(part.item))
        ]
        (run,) = self.runs
        return ITEM_DIFFERENCE.estimate(SubQuestions(parts, run.clusters, run.sampling))


def tables(record: PaperRecord) -> Iterator[tuple[str, Rows]]:
    """Every table and figure that can be made from answers."""
    printed = record.paper.tables
    setting_list = _settings(record, (BASE, HARD))
    of_hard = _settings(record, (HARD,))
    names = names_of(setting_list)
    n = sum(
        len(answers.answers)
        for setting in setting_list
        for each in setting.answers_by_subset.values()
        for answers in each
    )

    def of_models(
        name: str, rows: Rows, chosen_settings: Sequence[_Setting] = setting_list
    ) -> tuple[str, Rows]:
        settings = settings_of(chosen_settings)
        return name, with_settings(rows, printed[name], settings, *record.thinking_notes)

    yield of_models("table 1", _board(setting_list, names, printed["table 1"], n))
    scored = dict(formalizations.tables(record, printed))
    yield "table 2", scored["table 2"]
    yield "table 3", _roles(record, printed["table 3"])
    yield "table 4", _gates(record, printed["table 4"])
    yield "table 5", _judges(record, printed["table 5"])
    rows = _counterfactuals(of_hard, names_of(of_hard), printed["table 6"])
    yield of_models("table 6", rows, of_hard)
    items = list(items_of(record.data.respondents).values())
    yield (
        "figure 3",
        _atoms(record, [item for item in items if _subset(item) == BASE], printed["figure 3"]),
    )
    yield "figure 4", _composition(record, items, printed["figure 4"])
    yield "figure 5", scored["figure 5"]
    yield "figure 6", _ranks(record, setting_list, printed["figure 6"])
    yield of_models("figure 7", _drops(setting_list, names, printed["figure 7"], n))
    yield error_types.NAME, error_types.table(record, printed[error_types.NAME], _subset)


def _settings(record: PaperRecord, subsets: Collection[str]) -> Sequence[_Setting]:
    """Every setting with answers to some of the subsets; rows name the languages of these items."""
    narrowed = record.restricted_to(lambda item: _subset(item) in subsets)
    listed = [
        _Setting(model.model, model.setting, model.runs, model.thinks, model.languages)
        for model in narrowed.models
    ]
    listed += [
        _Setting(human, respondent.setting, [respondent])
        for human, respondent in narrowed.people_by_study
    ]
    return [
        setting
        for setting in listed
        if any(setting.answers_by_subset[subset] for subset in subsets)
    ]


def of_source(item: Item) -> bool:
    """Whether an item is of the paper's source: of its Base or its Hard set."""
    return bool(_subset(item))


def _subset(item: Item) -> str:
    name = benchmark(item).casefold()
    if name == HARDENED:
        return HARD
    if "llmeval" not in name:
        return ""
    return HARD if HARD in name else BASE


def _answers(runs: Sequence[Respondent], subset: str) -> list[SubQuestions]:
    answers: list[SubQuestions] = []
    for run in runs:
        parts = [part for part in run.sheet.parts if _subset(run.item(part.item)) == subset]
        if parts:
            answers.append(SubQuestions(parts, run.clusters, run.sampling))
    return answers


def _board(
    setting_list: Sequence[_Setting], names: Sequence[str], paper_table: PrintedTable, n: int
) -> Rows:
    """Mean ± sd over runs, by Hard Item Accuracy, the best first."""
    kinds = (
        ("Base Item Acc", "Base sd", ITEM_ACCURACY, BASE),
        ("Hard Item Acc", "Hard sd", ITEM_ACCURACY, HARD),
        ("Hard Sub-Q Acc", "Sub-Q sd", SUB_QUESTION_ACCURACY, HARD),
    )
    ours: Figures = {}
    for name, setting in zip(names, setting_list, strict=True):
        row: dict[str, Figure] = {}
        for head, sd, metric, subset in kinds:
            if setting.answers_by_subset[subset] and setting.people:
                row[head], row[sd] = setting.estimate(metric, subset), None
            elif setting.answers_by_subset[subset]:
                runs = over_runs(setting.scores(metric, subset))
                row[head], row[sd] = (runs.mean, runs.sd) if runs else (None, None)
        row["runs"] = len(setting.runs)
        for subset, answers in setting.answers_by_subset.items():
            if answers:
                number = fmean(len(each.complete.items) for each in answers)
                row[ITEMS[subset]] = int(number) if number.is_integer() else number
        row |= named_ends(
            {head: (metric, setting.answers_by_subset[subset]) for head, _, metric, subset in kinds}
        )
        ours[name,] = row
    ranked = sorted(ours.items(), key=lambda pair: -_number(pair[1].get("Hard Item Acc")))
    units: dict[str, Unit] = dict.fromkeys(("runs", *ITEMS.values()), "count")
    notes = (FIRST_NOTE, RUNS_NOTE, WHOLE_ITEMS_NOTE, WHOLE_NOTE)
    return replace(
        _with_ends(paper_table, dict(ranked), n, units, notes), excluded=_left_out(setting_list)
    )


def _left_out(setting_list: Sequence[_Setting]) -> Mapping[str, int]:
    """The items that Item Accuracy leaves out, over all settings and runs."""
    runs = [
        run
        for setting in setting_list
        for subset_runs in setting.answers_by_subset.values()
        for run in subset_runs
    ]
    return {INCOMPLETE: sum(run.incomplete for run in runs)}


def _with_ends(
    paper_table: PrintedTable,
    our_figures: Figures,
    n: int,
    units: Mapping[str, Unit],
    notes: Sequence[str],
    *,
    unit: Unit = "share",
) -> Rows:
    """A table in which some rows have bounds left open by unsettled answers; other rows have empty
    cells there."""
    heads = {
        name: None for row in our_figures.values() for name in row if name.endswith(BOUND_COLUMNS)
    }
    whole: Figures = {key: {**row, **heads, **_ends(row)} for key, row in our_figures.items()}
    more = (UNSETTLED_NOTE,) if heads else ()
    return grid(paper_table, whole, n, units=units, unit=unit, notes=(*notes, *more))


def _ends(row: Mapping[str, Figure]) -> Mapping[str, Figure]:
    return {name: figure for name, figure in row.items() if name.endswith(BOUND_COLUMNS)}


def _number(figure: Figure) -> float:
    if isinstance(figure, Estimate):
        return figure.value
    return figure if isinstance(figure, float | int) else -1.0


def _roles(record: PaperRecord, paper_table: PrintedTable) -> Rows:
    """The models in each role, and the budgets, of every file of roles."""
    listed: dict[str, list[str]] = {}
    all_hardenings = hardenings.read(record.data.db) if record.data.all_items else []
    for setup in {hardening.key: hardening.setup for hardening in all_hardenings}.values():
        for name, role in setup["roles"].items():
            listed.setdefault(name, []).append(", ".join(role["models"]))
        for name, number in setup["budgets"].items():
            listed.setdefault(f"budget: {name}", []).append(str(number))
    ours: Figures = {
        (name,): {phrase("models or number"): "; ".join(dict.fromkeys(values))}
        for name, values in listed.items()
    }
    return grid(paper_table, ours, len(all_hardenings), unit="text", notes=(ROLES_NOTE,))


def _gates(record: PaperRecord, paper_table: PrintedTable) -> Rows:
    """How often items were sent back, over those that were accepted."""
    all_paths = gate_paths(record.data)
    with_items = [(way, item) for way in all_paths if (item := way.hardening.item) is not None]
    accepted_paths = [way for way, _ in with_items]
    ours: Figures = {}
    for languages, _ in record.by_language([item for _, item in with_items]):
        language_paths = [way for way, item in with_items if item.language in languages]
        for name in hardening_gates.METRICS:
            counts = hardening_gates.counts_of(name, language_paths)
            once = sum(count > 0 for count in counts) / len(counts)
            row: dict[str, Figure] = {"mean for an item": fmean(counts), "P(≥1)": once}
            ours[record.row_name(name, languages),] = row
    units: dict[str, Unit] = {"mean for an item": "count"}
    excluded = {hardening_gates.GIVEN_UP: len(all_paths) - len(accepted_paths)}
    return grid(paper_table, ours, len(accepted_paths), units=units, excluded=excluded)


def _judges(record: PaperRecord, paper_table: PrintedTable) -> Rows:
    """Every pair of judges of models' free answers, then of people's, then of rubric atoms; and how
    often all of them agree."""
    ours: Figures = {}
    n = 0
    for judged_answers, languages in _judged(record):
        side = record.row_name(SIDES[judged_answers.answerers], languages)
        for judge, other, both in judged_answers.pairs:
            kappa, agreement = COHENS_KAPPA.estimate(both), AGREEMENT.estimate(both)
            ours[side, f"{judge} and {other}"] = {
                "Cohen's kappa": None if kappa is None else kappa.value,
                "agreement": None if agreement is None else agreement.value,
            }
        agreement_of_all = unanimous(judged_answers.verdicts)
        if agreement_of_all is not None and agreement_of_all.n:
            # Kappa is of two judges.
            share = agreement_of_all.successes / agreement_of_all.n
            ours[side, "all judges"] = {"Cohen's kappa": None, "agreement": share}
        n += len({answer for _, _, both in judged_answers.pairs for answer in both.pairs})
    notes = (judges.NOTE,) if ours else ()
    atoms, points, more = formalizations.judged_points(record)
    units: dict[str, Unit] = {"Cohen's kappa": "count"}
    return grid(paper_table, ours | atoms, n + points, units=units, notes=(*notes, *more))


def _judged(record: PaperRecord) -> Iterator[tuple[judges.AnswerVerdicts, Languages]]:
    """The verdicts on free answers, by the language of the items."""
    for answer_verdicts in judges.judged_answers(record.data):
        judged_items = {key: load_item(record.data.db, key) for key in answer_verdicts.judged_items}
        for languages, items in record.by_language(judged_items.values()):
            yield answer_verdicts.restricted_to({item.content_hash for item in items}), languages


def _counterfactuals(
    setting_list: Sequence[_Setting], names: Sequence[str], paper_table: PrintedTable
) -> Rows:
    ours: Figures = {}
    n = sum(len(run.answers) for setting in setting_list for run in setting.answers_by_subset[HARD])
    for name, setting in zip(names, setting_list, strict=True):
        for split in splits():
            runs = setting.answers_by_subset[HARD]
            if not runs:
                continue
            figures = figures_by_split(split, runs)
            ends = named_ends(figures)
            row: dict[str, Figure] = {}
            for head, (metric, answers) in figures.items():
                every_run = [metric.compute(run, None) for run in answers]
                open_ = ends_of(metric, answers) is not None
                values = [each.value for each in every_run if each is not None]
                row[head] = None if open_ else mean(values)
                if setting.people:
                    row[head] = metric.estimate(answers[0])
            ours[name, split.key.removeprefix("by_")] = {**row, **ends}
    return _with_ends(paper_table, ours, n, {}, (FIRST_NOTE, SPLIT_NOTE))


def _atoms(record: PaperRecord, items: Sequence[Item], paper_table: PrintedTable) -> Rows:
    ours: Figures = {}
    atoms = phrase("atoms")
    n = 0
    for languages, language_items in record.by_language(items):
        counts: Counter[str] = Counter()
        for item in language_items:
            if _subset(item) == BASE:
                for atom in item.rubric:
                    head = atom.id.rstrip("0123456789")
                    counts[GROUPS.get(head, atom.group or head)] += 1
        for name, number in counts.items():
            ours[record.row_name(name, languages),] = {atoms: number}
        if counts:
            ours[record.row_name("all", languages),] = {atoms: counts.total()}
        n += counts.total()
    return grid(paper_table, ours, n, unit="count", notes=(ATOMS_NOTE,))


def _composition(record: PaperRecord, items: Sequence[Item], paper_table: PrintedTable) -> Rows:
    """Question types and logic of Base, numbers of sub-questions of Hard."""
    ours: Figures = {}
    n = 0
    for subset_name in (BASE, HARD):
        of_subset = [item for item in items if _subset(item) == subset_name]
        for languages, language_items in record.by_language(of_subset):
            for (subset, of), number in sorted(_parts(language_items).items()):
                ours[record.row_name(subset, languages), of] = {phrase("number"): number}
                n += number if of == "items" else 0
    note = phrase("from the record: items that somebody was asked; an item may have several types")
    return grid(paper_table, ours, n, unit="count", notes=(note,))


def _parts(items: Sequence[Item]) -> Counter[tuple[str, str]]:
    """Numbers of items by subset and property."""
    counts: Counter[tuple[str, str]] = Counter()
    for item in items:
        if _subset(item) == BASE:
            counts["Base", "items"] += 1
            for kind in str(item.attributes.get("query_kinds", "")).split("+"):
                if kind:
                    counts["Base", f"type {kind}"] += 1
            if "logictype" in item.attributes:
                counts["Base", f"logic {item.attributes['logictype']}"] += 1
        elif _subset(item) == HARD:
            counts["Hard", "items"] += 1
            counts["Hard", "sub-questions"] += len(item.leaves)
            counts["Hard", f"items of {len(item.leaves)} sub-questions"] += 1
    return counts


def _ranks(
    record: PaperRecord, setting_list: Sequence[_Setting], paper_table: PrintedTable
) -> Rows:
    """Whether the ranking on Base is the same as on Hard."""
    n = 0
    groups: dict[str, list[tuple[Span, Span]]] = {}
    for setting in setting_list:
        base, hard = (_span(setting.ends(ITEM_ACCURACY, subset)) for subset in (BASE, HARD))
        if base is not None and hard is not None and not setting.people:
            n += sum(
                len(run.answers) for runs in setting.answers_by_subset.values() for run in runs
            )
            for group in (VARIANTS[setting.thinks], "all settings"):
                row_name = record.row_name(group, setting.languages)
                groups.setdefault(row_name, []).append((base, hard))
    head, many = phrase("rho of Base and Hard"), phrase("settings")
    units: dict[str, Unit] = {many: "count"}
    ours: Figures = {}
    for group, spans in groups.items():
        outcome = open_correlation(spans)
        row: dict[str, Figure] = {head: outcome.value, many: len(spans)}
        if outcome.ends is not None:
            row |= {f"{head} at least": outcome.ends[0], f"{head} at most": outcome.ends[1]}
        ours[group,] = row
    rows = _with_ends(paper_table, ours, n, units, (RHO_NOTE, WHOLE_ITEMS_NOTE), unit="count")
    return replace(rows, excluded=_left_out(setting_list))


def _span(ends: tuple[float | None, float | None] | None) -> Span | None:
    if ends is None or ends[0] is None or ends[1] is None:
        return None
    return ends[0], ends[1]


def _minus(left: float | None, right: float | None) -> float | None:
    return None if left is None or right is None else left - right


def _drops(
    setting_list: Sequence[_Setting], names: Sequence[str], paper_table: PrintedTable, n: int
) -> Rows:
    ours: Figures = {}
    for name, setting in zip(names, setting_list, strict=True):
        base, hard = (setting.ends(ITEM_ACCURACY, subset) for subset in (BASE, HARD))
        row: dict[str, Figure] = {}
        if base is not None and hard is not None:
            # The sets share no items, so the bounds of both are independent.
            least, most = _minus(base[0], hard[1]), _minus(base[1], hard[0])
            row[DROP] = least if least == most else None
            if least != most:
                row |= {f"{DROP} at least": least, f"{DROP} at most": most}
            elif setting.people:
                row[DROP] = setting.drop
        if setting.answers_by_subset[HARD]:
            gap = phrase("Sub-Q minus Item")
            row[gap] = setting.mean(GAP, HARD)
            row |= named_ends({gap: (GAP, setting.answers_by_subset[HARD])})
        ours[name,] = row
    rows = _with_ends(paper_table, ours, n, {}, (FIRST_NOTE, WHOLE_ITEMS_NOTE))
    return replace(rows, excluded=_left_out(setting_list))
