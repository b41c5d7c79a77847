"""The comparing tables of truth values: QMFOL's and ContextHub's.

Owns their rows: F1 by label, depth × width, distractors, topics, domain × level, and the chi-square
matrices. Formulas are `study.metrics`'.
"""

import re
from collections.abc import Mapping, Sequence

from items.models import Item
from sessions.report.respondents import SETTING, WHO, attribute, benchmark, bounds, ordered
from sessions.report.rows import Cell, Column, Row, Rows
from sessions.report.truth_counts import Counted, Setting
from sessions.report.whole import BENCHMARK
from study.statistics.chi_square import ChiSquareMatrix, chi_square_matrix
from study.statistics.distractors import changes
from study.statistics.intervals import clustered_wilson
from study.statistics.truth import ANSWERS, LABELS, together, truth_interval

ACCURACY = (
    Column("answers"),
    Column("right"),
    Column("accuracy", "share"),
    Column("low", "share"),
    Column("high", "share"),
)
UNREADABLE_NOTE = "what could not be read counts as wrong"
INTERVAL_NOTE = (
    "the runs of a setting are taken together; intervals are Wilson's, of items with several "
    "answers at their effective number"
)
F1_NOTE = (
    "macro-F1: mean over labels; weighted: by how often each is gold; of gold labels: mean over "
    "the labels present in gold; the intervals of F1 are from a bootstrap by item"
)
DISTRACTOR_NOTE = (
    "CW: right without distractors and wrong with them; WC: the reverse; of several answers to a "
    "task the first counts in pairs"
)
CHI_NOTE = (
    "Pearson's chi-square on right and wrong, without continuity correction, for the first run of "
    "each setting; no p on the diagonal, and none where both domains are all right or all wrong"
)
MOST_DOMAINS = 20
_DISTRACT = re.compile(r"_distract\d+$")


def by_label(settings: Sequence[Setting]) -> Rows:
    """Accuracy and F1 scores (QMFOL, section 4; ContextHub, section 4, equation 4)."""
    columns = (
        BENCHMARK,
        *SETTING,
        Column("answers"),
        Column("accuracy", "share"),
        Column("low", "share"),
        Column("high", "share"),
        *(Column(f"F1 {label}", "share") for label in LABELS),
        Column("macro-F1", "share"),
        Column("macro-F1 low", "share"),
        Column("macro-F1 high", "share"),
        Column("weighted F1", "share"),
        Column("F1 of gold labels", "share"),
    )
    rows: list[Row] = []
    for one in settings:
        for name, these in _by_benchmark(one).items():
            confusions = [each.confusion for each in these]
            scores, macro = together(confusions), truth_interval(confusions, "macro")
            cells = (*one.cells, scores.n, *_share(these)[2:])
            labels = (scores.f1(label) for label in LABELS)
            rows.append((name, *cells, *labels, *bounds(macro), scores.weighted, scores.present))
    notes = (UNREADABLE_NOTE, INTERVAL_NOTE, F1_NOTE)
    return Rows(columns, ordered(rows), _count(settings), {}, notes)


def confusion(settings: Sequence[Setting]) -> Rows:
    """What was answered, by gold label."""
    columns = (
        BENCHMARK,
        *SETTING,
        Column("gold", "text"),
        *(Column(f"answered {answer}") for answer in ANSWERS),
    )
    rows: list[Row] = []
    for one in settings:
        for name, these in _by_benchmark(one).items():
            found = together(each.confusion for each in these).confusion
            rows += [
                (name, *one.cells, gold, *(found.get((gold, a), 0) for a in ANSWERS))
                for gold in LABELS
                if any((gold, a) in found for a in ANSWERS)
            ]
    return Rows(columns, tuple(rows), _count(settings), {}, (UNREADABLE_NOTE,))


def by_depth_and_width(settings: Sequence[Setting]) -> Rows:
    """Accuracy for each depth and width (QMFOL, section 4.2)."""
    return _accuracy_by(settings, ("depth", "width"))


def by_topic(settings: Sequence[Setting]) -> Rows:
    """Accuracy by topic (QMFOL, section 4.2)."""
    return _accuracy_by(settings, ("topic",))


def by_distractors(settings: Sequence[Setting]) -> Rows:
    """Accuracy by number of distractors, and what adding them changes (QMFOL, 4.2.1)."""
    columns = (
        *SETTING,
        Column("distractors"),
        Column("answers"),
        Column("accuracy", "share"),
        Column("low", "share"),
        Column("high", "share"),
        Column("pairs"),
        Column("both right"),
        Column("CW"),
        Column("WC"),
        Column("both wrong"),
    )
    rows: list[Row] = []
    total = unpaired = 0
    versions: dict[str, tuple[str, int] | None] = {}
    for one in settings:
        tallies: dict[int, list[tuple[int, int]]] = {}
        for each in one.counted:
            if each.key not in versions:
                versions[each.key] = _version(each.item)
            version = versions[each.key]
            if version is not None:
                tallies.setdefault(version[1], []).append(each.tally)
        answers = (
            ((version[0], run.run, row.respondent), version[1], row.gold == row.answer)
            for run in one.runs
            for row in run.sheet.truths
            if (version := versions[row.key]) is not None
        )
        for change in changes(answers):
            share = clustered_wilson(tallies[change.distractors])
            count = share.n if share else 0
            total += count
            paired: tuple[Cell, ...] = (None,) * 5
            if change.distractors:
                unpaired += count - change.pairs
                paired = (
                    change.pairs,
                    change.both_right,
                    change.correct_to_wrong,
                    change.wrong_to_correct,
                    change.both_wrong,
                )
            rows.append((*one.cells, change.distractors, count, *bounds(share), *paired))
    excluded = {"answers without the same task free of distractors, from pairs": unpaired}
    notes = (UNREADABLE_NOTE, INTERVAL_NOTE, DISTRACTOR_NOTE)
    return Rows(columns, tuple(rows), total, excluded, notes)


def by_domain_and_level(settings: Sequence[Setting]) -> Rows:
    """F1 for each domain and level (ContextHub, section 5.1)."""
    columns = (
        *SETTING,
        Column("domain", "text"),
        Column("level", "text"),
        *ACCURACY,
        Column("F1 of gold labels", "share"),
        Column("weighted F1", "share"),
    )
    rows: list[Row] = []
    total = 0
    cells, without = _cells(settings, ("domain", "level"))
    for one, by_values in zip(settings, cells, strict=True):
        for values, these in by_values.items():
            scores = together(each.confusion for each in these)
            total += scores.n
            f1 = scores.present, scores.weighted
            rows.append((*one.cells, *values, *_share(these), *f1))
    excluded = {"answers to items without domain or level": without}
    notes = (UNREADABLE_NOTE, INTERVAL_NOTE, F1_NOTE)
    return Rows(columns, ordered(rows), total, excluded, notes)


def domain_tests(settings: Sequence[Setting]) -> tuple[Rows, Rows]:
    """p of the chi-square test of every two domains, and p corrected for there being so many
    (ContextHub, section 5.1, figures 4 and 5)."""
    found: dict[tuple[str, str, str], ChiSquareMatrix] = {}
    total = crowded = small = 0
    domains: dict[str, str | None] = {}
    for one in settings:
        domains.update((each.key, attribute(each.item, "domain")) for each in one.counted)
        counts: dict[str, list[int]] = {}
        for row in one.runs[0].sheet.truths:
            domain = domains[row.key]
            if domain is not None:
                counts.setdefault(domain, [0, 0])[row.gold != row.answer] += 1
        if len(counts) < 2:
            continue
        if len(counts) > MOST_DOMAINS:
            crowded += 1
            continue
        total += sum(map(sum, counts.values()))
        pairs = {domain: (right, wrong) for domain, (right, wrong) in sorted(counts.items())}
        found[one.names] = chi_square_matrix(pairs)
        small += sum(test.small for test in found[one.names].tests.values())
    excluded = {f"settings of more than {MOST_DOMAINS} domains": crowded}
    notes: tuple[str, ...] = (CHI_NOTE,)
    if small:
        notes += (f"pairs with a cell expected below 5, where the test is rough: {small}",)
    raw = _matrix(found, total, excluded, notes, corrected=False)
    holm = (*notes, "corrected by Holm's method for all pairs of a respondent")
    return raw, _matrix(found, total, excluded, holm, corrected=True)


def _matrix(
    found: dict[tuple[str, str, str], ChiSquareMatrix],
    total: int,
    excluded: dict[str, int],
    notes: tuple[str, ...],
    *,
    corrected: bool,
) -> Rows:
    domains = sorted({name for matrix in found.values() for name in matrix.groups})
    rows: list[Row] = []
    for names, matrix in found.items():
        for domain in matrix.groups:
            cells: list[Cell] = []
            for other in domains:
                test = matrix.test(domain, other)
                p = None if test is None else test.corrected if corrected else test.p
                cells.append(p)
            rows.append((*names, domain, *cells))
    columns = (*WHO[:3], Column("domain", "text"), *(Column(name, "p") for name in domains))
    return Rows(columns, tuple(rows), total, excluded, notes)


def _accuracy_by(settings: Sequence[Setting], attributes: tuple[str, ...]) -> Rows:
    """Accuracy by attributes of items; the runs of a setting are taken together."""
    columns = (*SETTING, *(Column(name, "text") for name in attributes), *ACCURACY)
    rows: list[Row] = []
    total = 0
    cells, without = _cells(settings, attributes)
    for one, by_values in zip(settings, cells, strict=True):
        for values, these in by_values.items():
            n, *share = _share(these)
            total += n
            rows.append((*one.cells, *values, n, *share))
    excluded = {f"answers to items without {' or '.join(attributes)}": without}
    return Rows(columns, ordered(rows), total, excluded, (UNREADABLE_NOTE, INTERVAL_NOTE))


def _cells(
    settings: Sequence[Setting], attributes: Sequence[str]
) -> tuple[Sequence[Mapping[tuple[str, ...], Sequence[Counted]]], int]:
    """The questions of each setting by the values of attributes, and how many answers were to items
    that have not all of them."""
    cells: list[dict[tuple[str, ...], list[Counted]]] = []
    without = 0
    known: dict[str, tuple[str, ...] | None] = {}
    for setting in settings:
        by_values: dict[tuple[str, ...], list[Counted]] = {}
        for one in setting.counted:
            if one.key not in known:
                every = [attribute(one.item, name) for name in attributes]
                values = tuple([value for value in every if value is not None])
                known[one.key] = values if len(values) == len(attributes) else None
            place = known[one.key]
            if place is None:
                without += one.tally[1]
            else:
                by_values.setdefault(place, []).append(one)
        cells.append(by_values)
    return cells, without


def _share(questions: Sequence[Counted]) -> tuple[int, int, Cell, Cell, Cell]:
    """Answers, right ones, and their share with its interval."""
    share = clustered_wilson([one.tally for one in questions])
    return (share.n, share.successes, *bounds(share)) if share else (0, 0, None, None, None)


def _by_benchmark(setting: Setting) -> dict[str, list[Counted]]:
    found: dict[str, list[Counted]] = {}
    for one in setting.counted:
        found.setdefault(benchmark(one.item), []).append(one)
    return found


def _version(item: Item) -> tuple[str, int] | None:
    """The task an item is a version of, and its number of distractors; None where none is told."""
    number = item.attributes.get("distractors")
    if isinstance(number, bool) or not isinstance(number, int):
        return None
    return _DISTRACT.sub("", item.id), number


def _count(settings: Sequence[Setting]) -> int:
    return sum(one.answers for one in settings)
