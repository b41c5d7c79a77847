"""Truth-value answers counted by question, once for all tables of truth values.

Owns which answers of a setting are combined, the order of its questions, and their groups by
benchmark and attributes. The tables and `study.metrics` evaluate the counts.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Annotated, Any, NamedTuple

from items.models import Item
from sessions.report.respondents import (
    Respondent,
    SettingColumns,
    SettingNames,
    attribute,
    benchmark,
    clusters_of,
    items_of,
    settings,
)
from sessions.report.rows import column, figure
from study.metrics.accuracy import METRIC as ACCURACY
from study.scores.answer_sheets import TruthRow
from study.statistics.samples import Estimate, Sampling
from study.statistics.truth import UNREADABLE, Confusion, TruthAnswers

KEY_GOLD_ANSWER = itemgetter(0, 1, 2)
"""The first fields of a `TruthRow`."""


class QuestionCounts(NamedTuple):
    """The answers to one question."""

    key: str
    item: Item
    confusion: Confusion
    tally: tuple[int, int]
    """Right answers, and answers."""
    people: Mapping[str, Confusion]
    """Answers of each person; empty where no people answered."""
    cluster: str
    """Cluster of the item."""
    sampling: Sampling
    place: int = 0
    """Place among the questions of the setting."""


@dataclass(frozen=True)
class Setting:
    """The runs of a setting, or people, taken together."""

    names: SettingNames
    runs: Sequence[Respondent]

    @property
    def columns(self) -> SettingColumns:
        """Identifies the setting in rows."""
        return SettingColumns(*self.names, len(self.runs))

    @property
    def answers(self) -> int:
        """Number of truth values answered."""
        return sum(len(run.sheet.truths) for run in self.runs)

    @cached_property
    def counted(self) -> Sequence[QuestionCounts]:
        """Every question answered, in the order of the first answers."""
        return _counted(self.runs)

    @cached_property
    def by_benchmark(self) -> Mapping[str, Sequence[QuestionCounts]]:
        """The questions by benchmark of their items."""
        groups: dict[str, list[QuestionCounts]] = {}
        for counted in self.counted:
            groups.setdefault(benchmark(counted.item), []).append(counted)
        return groups

    @cached_property
    def answers_by_benchmark(self) -> Mapping[str, TruthAnswers]:
        """The answers to them; estimates are cached."""
        return {
            name: self.answers_to(benchmark_questions)
            for name, benchmark_questions in self.by_benchmark.items()
        }

    def answers_to(self, questions: Sequence[QuestionCounts]) -> TruthAnswers:
        """The answers to some of its questions, in the order of all."""
        import numpy

        places: Any = numpy.array([question.place for question in questions], dtype=numpy.intp)
        if len(places) == len(self.counted):
            return self._whole
        if self._whole.respondents is not None:
            is_asked: Any = numpy.zeros(len(self.counted), dtype=bool)
            is_asked[places] = True
            people = [len(question.people) for question in self.counted]
            places = numpy.repeat(is_asked, people).nonzero()[0]
        return self._whole.at(places)

    @cached_property
    def _whole(self) -> TruthAnswers:
        return truth_answers_of(self.counted)


def by_attributes(
    settings: Sequence[Setting], attributes: Sequence[str]
) -> tuple[Sequence[Mapping[tuple[str, ...], Sequence[QuestionCounts]]], int]:
    """The questions of each setting by attribute values, and the number of answers to items that
    lack some of the attributes."""
    cells: list[dict[tuple[str, ...], list[QuestionCounts]]] = []
    without_attributes = 0
    values_by_key: dict[str, tuple[str, ...] | None] = {}
    for setting in settings:
        by_values: dict[tuple[str, ...], list[QuestionCounts]] = {}
        for counted in setting.counted:
            if counted.key not in values_by_key:
                values_found = [attribute(counted.item, name) for name in attributes]
                values = tuple([value for value in values_found if value is not None])
                values_by_key[counted.key] = values if len(values) == len(attributes) else None
            place = values_by_key[counted.key]
            if place is None:
                without_attributes += counted.tally[1]
            else:
                by_values.setdefault(place, []).append(counted)
        cells.append(by_values)
    return cells, without_attributes


@dataclass(frozen=True, slots=True)
class TruthAccuracyRow:
    """Accuracy over some questions."""

    answers: Annotated[int, column("answers")]
    right: Annotated[int, column("right")]
    accuracy: Annotated[Estimate | None, figure(ACCURACY)]


def accuracy(answers: TruthAnswers) -> TruthAccuracyRow:
    """Number of answers, of right ones, and their share with its interval."""
    share = ACCURACY.estimate(answers.rights)
    return TruthAccuracyRow(answers.n, int(answers.tallies[:, 0].sum()), share)


def truth_answers_of(questions: Sequence[QuestionCounts]) -> TruthAnswers:
    """Answers to some questions; for people, by person."""
    sampling = questions[0].sampling
    if not any(question.people for question in questions):
        groups = [question.cluster for question in questions]
        confusions = [question.confusion for question in questions]
        return TruthAnswers(confusions, clusters=groups, sampling=sampling)
    cells = [
        (question, person, each)
        for question in questions
        for person, each in question.people.items()
    ]
    return TruthAnswers(
        [confusion for _, _, confusion in cells],
        [counted.key.partition("#")[0] for counted, _, _ in cells],
        [person for _, person, _ in cells],
        [counted.cluster for counted, _, _ in cells],
        sampling,
    )


def by_setting(respondents: Iterable[Respondent]) -> tuple[Setting, ...]:
    """Every setting, in the order of the respondents."""
    return tuple(Setting(names, runs) for names, runs in settings(respondents).items())


def one_by_one(run: Respondent) -> Mapping[str, bool] | None:
    """Whether the first answer to each question, at its lowest mutant, is right: the input of tests
    that need independent answers. None for several people, whose answers to a question are
    dependent."""
    if len({row.respondent for row in run.sheet.truths}) > 1:
        return None
    firsts: dict[str, TruthRow] = {}
    for row in run.sheet.truths:
        first_row = firsts.get(row.key)
        if first_row is None or row.mutant < first_row.mutant:
            firsts[row.key] = row
    return {key: row.gold == row.answer for key, row in firsts.items()}


def _counted(runs: Sequence[Respondent]) -> tuple[QuestionCounts, ...]:
    items = items_of(runs)
    counts = _rows_counted(runs)
    confusions: defaultdict[str, dict[tuple[str, str], int]] = defaultdict(dict)
    right: dict[str, int] = {}
    people = _by_person(runs)
    clusters = clusters_of(runs)
    sampling = runs[0].sampling
    for (key, gold, answer), n in counts.items():
        confusions[key][gold, answer or UNREADABLE] = n
        if gold == answer:
            right[key] = n
    outcome: list[QuestionCounts] = []
    for place, (key, confusion) in enumerate(confusions.items()):
        item_hash = key.partition("#")[0]
        tally = right.get(key, 0), sum(confusion.values())
        cluster = clusters.get(item_hash, key)
        confusions_by_person = people.get(key, {})
        outcome.append(
            QuestionCounts(
                key,
                items[item_hash],
                confusion,
                tally,
                confusions_by_person,
                cluster,
                sampling,
                place,
            )
        )
    return tuple(outcome)


def _rows_counted(runs: Sequence[Respondent]) -> Mapping[tuple[str, str, str | None], int]:
    """Number of rows by question, gold and answer, in order of first appearance. Runs with equal
    answers share their rows, so these are counted as objects first."""
    objects: dict[int, TruthRow] = {}
    counts_by_object: Counter[int] = Counter()
    for run in runs:
        rows = run.sheet.truths
        objects.update(zip(map(id, rows), rows, strict=True))
        counts_by_object.update(map(id, rows))
    counts: dict[tuple[str, str, str | None], int] = {}
    for key, n in counts_by_object.items():
        place = KEY_GOLD_ANSWER(objects[key])
        counts[place] = counts.get(place, 0) + n
    return counts


def _by_person(runs: Sequence[Respondent]) -> Mapping[str, Mapping[str, Confusion]]:
    """Answers of each person to each question."""
    people: dict[str, dict[str, dict[tuple[str, str], int]]] = {}
    for run in runs:
        if not run.sheet.people:
            continue
        for row in run.sheet.truths:
            confusion = people.setdefault(row.key, {}).setdefault(row.respondent, {})
            cell = row.gold, row.answer or UNREADABLE
            confusion[cell] = confusion.get(cell, 0) + 1
    return people
