"""The comparing tables of truth values: QMFOL's and ContextHub's.

Owns their rows: F1 by label, depth × width, distractors, topics, domain × level, and the chi-square
matrices. Formulas are `study.metrics`'.
"""

import re
from collections.abc import Iterable, Sequence

from sessions.report.respondents import (
    SETTING,
    WHO,
    Respondent,
    attribute,
    benchmark,
    bounds,
    clustered,
    ordered,
    settings,
)
from sessions.report.rows import Cell, Column, Row, Rows
from sessions.report.whole import BENCHMARK
from study.metrics.chi_square import ChiSquareMatrix, chi_square_matrix
from study.metrics.distractors import DistractedAnswer, changes
from study.metrics.truth import ANSWERS, LABELS, truth, truth_interval
from study.sheets import TruthRow

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


def by_label(respondents: Sequence[Respondent]) -> Rows:
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
    for names, runs in settings(respondents).items():
        for name, these in _by_benchmark(runs).items():
            scores = truth((row.gold, row.answer) for row in these)
            macro = truth_interval(((row.key, row.gold, row.answer) for row in these), "macro")
            cells = (*names, len(runs), scores.n, *_share(these)[2:])
            labels = (scores.f1(label) for label in LABELS)
            rows.append((name, *cells, *labels, *bounds(macro), scores.weighted, scores.present))
    notes = (UNREADABLE_NOTE, INTERVAL_NOTE, F1_NOTE)
    return Rows(columns, ordered(rows), _count(respondents), {}, notes)


def confusion(respondents: Sequence[Respondent]) -> Rows:
    """What was answered, by gold label."""
    columns = (
        BENCHMARK,
        *SETTING,
        Column("gold", "text"),
        *(Column(f"answered {answer}") for answer in ANSWERS),
    )
    rows: list[Row] = []
    for names, runs in settings(respondents).items():
        for name, these in _by_benchmark(runs).items():
            found = truth((row.gold, row.answer) for row in these).confusion
            rows += [
                (name, *names, len(runs), gold, *(found.get((gold, a), 0) for a in ANSWERS))
                for gold in LABELS
                if any((gold, a) in found for a in ANSWERS)
            ]
    return Rows(columns, tuple(rows), _count(respondents), {}, (UNREADABLE_NOTE,))


def by_depth_and_width(respondents: Sequence[Respondent]) -> Rows:
    """Accuracy for each depth and width (QMFOL, section 4.2)."""
    return _accuracy_by(respondents, ("depth", "width"))


def by_topic(respondents: Sequence[Respondent]) -> Rows:
    """Accuracy by topic (QMFOL, section 4.2)."""
    return _accuracy_by(respondents, ("topic",))


def by_distractors(respondents: Sequence[Respondent]) -> Rows:
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
    for names, these in settings(respondents).items():
        answers: list[DistractedAnswer] = []
        clusters: dict[int, list[tuple[str, bool]]] = {}
        for one in these:
            for row in one.sheet.truths:
                item = one.item(row.key)
                number = item.attributes.get("distractors")
                if isinstance(number, bool) or not isinstance(number, int):
                    continue
                right = row.gold == row.answer
                task = f"{_DISTRACT.sub('', item.id)}\n{one.run}\n{row.respondent}"
                answers.append(DistractedAnswer(task, number, right))
                clusters.setdefault(number, []).append((row.key, right))
        total += len(answers)
        for change in changes(answers):
            count = len(clusters[change.distractors])
            share = bounds(clustered(clusters[change.distractors]))
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
            rows.append((*names, len(these), change.distractors, count, *share, *paired))
    excluded = {"answers without the same task free of distractors, from pairs": unpaired}
    notes = (UNREADABLE_NOTE, INTERVAL_NOTE, DISTRACTOR_NOTE)
    return Rows(columns, tuple(rows), total, excluded, notes)


def by_domain_and_level(respondents: Sequence[Respondent]) -> Rows:
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
    total = without = 0
    for names, these in settings(respondents).items():
        cells, left = _cells(these, ("domain", "level"))
        without += left
        for values, answers in cells.items():
            total += len(answers)
            scores = truth((row.gold, row.answer) for row in answers)
            f1 = scores.present, scores.weighted
            rows.append((*names, len(these), *values, *_share(answers), *f1))
    excluded = {"answers to items without domain or level": without}
    notes = (UNREADABLE_NOTE, INTERVAL_NOTE, F1_NOTE)
    return Rows(columns, ordered(rows), total, excluded, notes)


def domain_tests(respondents: Sequence[Respondent]) -> tuple[Rows, Rows]:
    """p of the chi-square test of every two domains, and p corrected for there being so many
    (ContextHub, section 5.1, figures 4 and 5)."""
    found: dict[tuple[str, str, str], ChiSquareMatrix] = {}
    total = crowded = small = 0
    for names, these in settings(respondents).items():
        cells, _ = _cells(these[:1], ("domain",))
        if len(cells) < 2:
            continue
        if len(cells) > MOST_DOMAINS:
            crowded += 1
            continue
        counts = {
            values[0]: (sum(row.gold == row.answer for row in answers), len(answers))
            for values, answers in sorted(cells.items())
        }
        total += sum(n for _, n in counts.values())
        pairs = {name: (right, n - right) for name, (right, n) in counts.items()}
        found[names] = chi_square_matrix(pairs)
        small += sum(test.small for test in found[names].tests.values())
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


def _accuracy_by(respondents: Sequence[Respondent], attributes: tuple[str, ...]) -> Rows:
    """Accuracy by attributes of items; the runs of a setting are taken together."""
    columns = (*SETTING, *(Column(name, "text") for name in attributes), *ACCURACY)
    rows: list[Row] = []
    total = without = 0
    for names, these in settings(respondents).items():
        cells, left = _cells(these, attributes)
        without += left
        for values, answers in cells.items():
            total += len(answers)
            rows.append((*names, len(these), *values, *_share(answers)))
    excluded = {f"answers to items without {' or '.join(attributes)}": without}
    return Rows(columns, ordered(rows), total, excluded, (UNREADABLE_NOTE, INTERVAL_NOTE))


def _cells(
    respondents: Iterable[Respondent], attributes: tuple[str, ...]
) -> tuple[dict[tuple[str, ...], list[TruthRow]], int]:
    """Answers by the values of attributes, and how many have not all of them."""
    found: dict[tuple[str, ...], list[TruthRow]] = {}
    without = 0
    known: dict[str, tuple[str, ...] | None] = {}
    for one in respondents:
        for row in one.sheet.truths:
            key = row.key
            if key not in known:
                item = one.item(key)
                values = tuple(v for name in attributes if (v := attribute(item, name)) is not None)
                known[key] = values if len(values) == len(attributes) else None
            place = known[key]
            if place is None:
                without += 1
            else:
                found.setdefault(place, []).append(row)
    return found, without


def _share(answers: Sequence[TruthRow]) -> tuple[Cell, ...]:
    right = sum(row.gold == row.answer for row in answers)
    share = clustered((row.key, row.gold == row.answer) for row in answers)
    return (len(answers), right, *bounds(share))


def _by_benchmark(respondents: Sequence[Respondent]) -> dict[str, list[TruthRow]]:
    found: dict[str, list[TruthRow]] = {}
    for one in respondents:
        # By key, which stands in the rows of all mutants and of everybody.
        listed: dict[str, list[TruthRow]] = {}
        for row in one.sheet.truths:
            key = row.key
            these = listed.get(key)
            if these is None:
                these = listed[key] = found.setdefault(benchmark(one.item(key)), [])
            these.append(row)
    return found


def _count(respondents: Sequence[Respondent]) -> int:
    return sum(len(one.sheet.truths) for one in respondents)
