"""Paper C, ContextHub: label F1, figures 2 to 5, 8 and 9, table 3.

Deductive and abductive tasks are separate everywhere, as are abstract and contextual ones.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from statistics import fmean

from items.models import Item
from sessions.report.papers.paper_record import Languages, PaperRecord
from sessions.report.papers.paper_table import Figure, Figures, grid
from sessions.report.papers.published import PrintedTable
from sessions.report.papers.truth_settings import TruthSetting, difference, truth_settings, value
from sessions.report.respondents import attribute
from sessions.report.rows import Rows, Unit, size
from sessions.report.truth_counts import QuestionCounts, one_by_one
from solver.phrases import phrase
from study.metrics.gold_f1 import METRIC as GOLD_F1
from study.metrics.label_f1 import FALSE, TRUE, UNKNOWN
from study.metrics.metric import Metric
from study.metrics.weighted_f1 import METRIC as WEIGHTED_F1
from study.statistics.chi_square import chi_square_matrix, holm
from study.statistics.paired import sign_flip
from study.statistics.truth import TruthAnswers

ABSTRACT, CONTEXTUAL = phrase("abstract"), phrase("contextual")
ATTRIBUTES = ("domain", "level", "kind")
POOLED_NOTE = phrase(
    "contextual: all domains but abstract, pooled; runs of a setting are pooled too"
)
GOLD_NOTE = phrase(
    "the F1 of a label that is never gold in a row is –; the average is over the labels that are "
    "gold there"
)
LENGTH_NOTE = phrase(
    "average F1 over the shortest items of their level and kind, "
    "including all ties in length; length in tokens, counted as words "
    "and punctuation marks, because models' tokenizers differ"
)
PAIRED_NOTE = phrase(
    "p of exchanging two domains template by template (level, kind and template; the mean over its "
    "items in each domain), Holm-corrected for all pairs of a row's model and kind"
)
CHI_NOTE = phrase(
    "Pearson's chi-square on right and wrong, uncorrected, as in the "
    "paper, for the first run of each setting, with one answer to each "
    "question; it treats items of one template as independent; – for "
    "several people, whose answers to one item are correlated"
)
_TOKEN = re.compile(r"\w+|[^\w\s]")
Key = tuple[str, ...]


def tables(record: PaperRecord) -> Iterator[tuple[str, Rows]]:
    """Every table and figure that can be made from answers."""
    printed = record.paper.tables
    setting_list = truth_settings(record, of_source)
    n = sum(truth_setting.answers for truth_setting in setting_list)
    yield phrase("label F1 (equation 4)"), _labels(setting_list, printed["equation 4"], n)
    yield "figure 2", _domains(setting_list, printed["figure 2"], n)
    yield "figure 3", _abstract(setting_list, printed["figure 3"], n)
    name = "figures 4 and 5, weighted F1"
    yield name, _weighted(setting_list, printed[name], n)
    name = "figures 4 and 5, p of chi-square"
    first = truth_settings(record, of_source, first_runs=True)
    yield name, _chi_square(first, printed[name])
    name = "figures 4 and 5, p paired by template"
    yield name, _paired(setting_list, printed[name], n)
    yield "figures 8 and 9", _lengths(setting_list, printed["figures 8 and 9"], n)
    yield "table 3", _annotated(record, printed["table 3"])


def of_source(item: Item) -> bool:
    """Whether an item is of the paper's source: it has what its tables are told by."""
    return all(name in item.attributes for name in ATTRIBUTES)


def _by(truth_setting: TruthSetting, *names: str) -> dict[Key, list[QuestionCounts]]:
    """The questions of a setting by attributes, sorted."""
    groups: dict[Key, list[QuestionCounts]] = {}
    for question in truth_setting.questions:
        key = tuple(attribute(question.item, name) or "" for name in names)
        groups.setdefault(key, []).append(question)
    return dict(sorted(groups.items(), key=lambda pair: tuple(map(size, pair[0]))))


def _domain(question: QuestionCounts) -> str:
    return attribute(question.item, "domain") or ""


def _listed(questions: Sequence[QuestionCounts]) -> list[str]:
    """The domains of questions, abstract first."""
    return sorted(
        {_domain(question) for question in questions}, key=lambda name: (name != ABSTRACT, name)
    )


def _labels(setting_list: Sequence[TruthSetting], paper_table: PrintedTable, n: int) -> Rows:
    ours: Figures = {}
    for truth_setting in setting_list:
        for (kind, level), questions in _by(truth_setting, "kind", "level").items():
            ours[truth_setting.model, truth_setting.setting, kind, level] = {
                "F1 True": _of_gold(TRUE, "true", questions),
                "F1 False": _of_gold(FALSE, "false", questions),
                "F1 N/A": _of_gold(UNKNOWN, "unknown", questions),
                phrase("average F1"): value(GOLD_F1, questions),
            }
    return grid(paper_table, ours, n, notes=(GOLD_NOTE,))


def _of_gold(
    metric: Metric[TruthAnswers], label: str, questions: Sequence[QuestionCounts]
) -> Figure:
    """F1 of a label; None where it is never the gold, so that no answer with it could be right."""
    golds = {gold for question in questions for gold, _ in question.confusion}
    return value(metric, questions) if label in golds else None


def _domains(setting_list: Sequence[TruthSetting], paper_table: PrintedTable, n: int) -> Rows:
    ours: Figures = {}
    for truth_setting in setting_list:
        for (kind, level), questions in _by(truth_setting, "kind", "level").items():
            row: dict[str, Figure] = {}
            for name in _listed(questions):
                row[name] = value(GOLD_F1, [each for each in questions if _domain(each) == name])
            row[CONTEXTUAL] = value(GOLD_F1, _contextual(questions))
            ours[truth_setting.model, truth_setting.setting, kind, level] = row
    return grid(paper_table, ours, n, notes=(POOLED_NOTE,))


def _contextual(questions: Sequence[QuestionCounts]) -> list[QuestionCounts]:
    return [question for question in questions if _domain(question) != ABSTRACT]


def _abstract(setting_list: Sequence[TruthSetting], paper_table: PrintedTable, n: int) -> Rows:
    ours: Figures = {}
    for truth_setting in setting_list:
        for (kind, level), questions in _by(truth_setting, "kind", "level").items():
            abstract = [each for each in questions if _domain(each) == ABSTRACT]
            contextual = _contextual(questions)
            ours[truth_setting.model, truth_setting.setting, kind, level] = {
                ABSTRACT: value(GOLD_F1, abstract),
                CONTEXTUAL: value(GOLD_F1, contextual),
                phrase("abstract minus contextual"): difference(abstract, contextual),
            }
    return grid(paper_table, ours, n, notes=(POOLED_NOTE,))


def _weighted(setting_list: Sequence[TruthSetting], paper_table: PrintedTable, n: int) -> Rows:
    ours: Figures = {}
    for truth_setting in setting_list:
        for (kind,), of_kind in _by(truth_setting, "kind").items():
            for name in _listed(of_kind):
                levels = _by(truth_setting, "kind", "domain", "level")
                ours[truth_setting.model, truth_setting.setting, kind, name] = {
                    f"level {key[2]}": value(WEIGHTED_F1, questions)
                    for key, questions in levels.items()
                    if key[:2] == (kind, name)
                }
    return grid(paper_table, ours, n)


def _chi_square(setting_list: Sequence[TruthSetting], paper_table: PrintedTable) -> Rows:
    ours: Figures = {}
    n = 0
    for truth_setting in setting_list:
        answers = one_by_one(truth_setting.runs[0])
        for (kind,), questions in _by(truth_setting, "kind").items():
            counts = {name: [0, 0] for name in _listed(questions)}
            for each in questions:
                if answers is not None and each.key in answers:
                    counts[_domain(each)][not answers[each.key]] += 1
                    n += 1
            matrix = chi_square_matrix({name: (a, b) for name, (a, b) in counts.items()})
            for name in counts:
                row: dict[str, Figure] = {}
                for other in counts:
                    test = matrix.test(name, other)
                    row[other] = None if test is None else test.p
                ours[truth_setting.model, truth_setting.setting, kind, name] = row
    return grid(paper_table, ours, n, unit="p", notes=(CHI_NOTE,))


def _paired(setting_list: Sequence[TruthSetting], paper_table: PrintedTable, n: int) -> Rows:
    ours: Figures = {}
    for truth_setting in setting_list:
        for (kind,), questions in _by(truth_setting, "kind").items():
            shares = _by_template(questions)
            names = _listed(questions)
            p: dict[tuple[str, str], float] = {}
            for left, right in combinations(names, 2):
                shared = sorted(shares[left].keys() & shares[right].keys())
                if shared:
                    differences = [shares[left][key] - shares[right][key] for key in shared]
                    p[left, right] = sign_flip(differences)[0]
            corrected = dict(zip(p, holm(list(p.values())), strict=True))
            for name in names:
                ours[truth_setting.model, truth_setting.setting, kind, name] = {
                    other: corrected.get((name, other), corrected.get((other, name)))
                    for other in names
                }
    return grid(paper_table, ours, n, unit="p", notes=(PAIRED_NOTE,))


def _by_template(questions: Sequence[QuestionCounts]) -> Mapping[str, Mapping[Key, float]]:
    """Domain to template to the share of right answers to its items."""
    shares: dict[str, dict[Key, list[float]]] = {}
    for question in questions:
        right, answers = question.tally
        names = ("level", "kind", "template")
        template = tuple(attribute(question.item, name) or "" for name in names)
        if answers:
            shares.setdefault(_domain(question), {}).setdefault(template, []).append(
                right / answers
            )
    return {
        name: {key: fmean(each) for key, each in templates.items()}
        for name, templates in shares.items()
    }


def _lengths(setting_list: Sequence[TruthSetting], paper_table: PrintedTable, n: int) -> Rows:
    ours: Figures = {}
    median = phrase("median tokens")
    units: dict[str, Unit] = {median: "count"}
    for truth_setting in setting_list:
        for (kind, level), questions in _by(truth_setting, "kind", "level").items():
            lengths = [tokens(each.item) for each in questions]
            ordered = sorted(lengths)
            row: dict[str, Figure] = {}
            for place, name in enumerate(paper_table.columns, 1):
                longest = ordered[max(0, round(len(ordered) * place / 5) - 1)]
                length_questions = [
                    each
                    for each, length in zip(questions, lengths, strict=True)
                    if length <= longest
                ]
                row[name] = value(GOLD_F1, length_questions)
            row[median] = ordered[len(ordered) // 2]
            ours[truth_setting.model, truth_setting.setting, kind, level] = row
    return grid(paper_table, ours, n, units=units, notes=(LENGTH_NOTE,))


def tokens(item: Item) -> int:
    """Number of words and punctuation marks in an item's text and question."""
    return len(_TOKEN.findall(" ".join((item.text, *(leaf.text for leaf in item.leaves)))))


def _annotated(record: PaperRecord, paper_table: PrintedTable) -> Rows:
    """Annotators' verdicts on contextualised items, by level (table 3)."""
    ours: Figures = {}
    n = 0
    for name, languages_of, rows in _rates(record):
        columns = [column.name for column in rows.columns]
        for row in rows.rows:
            cells = dict(zip(columns, row, strict=True))
            subset, check = str(cells["subset"]), str(cells["check"]).replace("_", " ")
            if check not in paper_table.columns:
                continue
            level = subset.removeprefix("level = ")
            n += int(cells["entries"] or 0) if level != subset else 0
            share = cells["share"]
            languages = languages_of[subset]
            key = level if level != subset else f"{subset} ({name})"
            ours.setdefault((record.row_name(key, languages),), {})[check] = share
    return grid(
        paper_table,
        ours,
        n,
        notes=(phrase("final verdicts; if there are several queues, the last counts"),),
    )


def _rates(record: PaperRecord) -> Iterator[tuple[str, Mapping[str, Languages], Rows]]:
    """Title, languages of the judged items of each subset, and rates of every queue."""
    db = record.data.db
    if not db.tuples("SELECT 1 FROM queue LIMIT 1"):
        return
    # Imports much of annotation, which the other papers do not need.
    from sessions.annotation.agreement_units import subsets
    from sessions.annotation.results import results
    from sessions.record import queues
    from sessions.report.queue_tables import rates

    for hash_, _id, title in queues.current_queues(db):
        queue_results = results(db, hash_)
        items = queue_results.stored_queue.material.items
        for languages in record.languages_of(item.language for item in items.values()):
            entries = {entry for entry, item in items.items() if item.language in languages}
            judged = {
                final.entry.id
                for final in queue_results.finals
                if final.entry.id in entries and final.outcome != "open"
            }
            languages_of_subsets = {
                subset: frozenset(items[entry].language for entry in members & judged) or languages
                for subset, members in subsets(queue_results)
            }
            yield title, languages_of_subsets, rates.table(queue_results, entries)
