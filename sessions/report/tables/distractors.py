"""Accuracy by number of distractors, and the effect of adding them."""

import json
import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from items.models import Item
from items.shape.structure import form
from sessions.report.comparing_data import ComparingData
from sessions.report.respondents import SettingColumns
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
from sessions.report.truth_counts import QuestionCounts, accuracy
from sessions.report.truth_notes import RUNS_NOTE, UNREADABLE_NOTE
from solver.phrases import phrase
from study.metrics.accuracy import METRIC as ACCURACY
from study.metrics.distractor_changes import CORRECT_TO_WRONG, WRONG_TO_CORRECT
from study.metrics.metric import DISTRACTED
from study.scores.answer_sheets import TruthRow
from study.statistics.distractors import Change, DistractedAnswer, changes
from study.statistics.samples import Estimate

NAME = phrase("distractors")
NOTE = phrase(
    "CW: right without distractors and wrong with them; WC: the reverse; "
    "if a task has several answers, the first counts in pairs"
)
METRICS_WITH_COLUMNS = (CORRECT_TO_WRONG, WRONG_TO_CORRECT)
"""Metrics that have columns of their own."""
_DISTRACT = re.compile(r"_distract\d+(?!\d)")
_FILLER = re.compile(r"_filler\d*(?![a-z0-9])")
TASK = ("topic", "depth", "width")
"""Attributes that a task's versions share."""
VARYING_PARAMETERS = frozenset({"distractors", "filler", "roles"})
"""Parameters of a generator in which a task's versions differ."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Tasks that were answered without distractors and with them."""

    pairs: Annotated[int, column("pairs")]
    both_right: Annotated[int, column("both right")]
    correct_to_wrong: Annotated[Estimate | None, figure(CORRECT_TO_WRONG)]
    wrong_to_correct: Annotated[Estimate | None, figure(WRONG_TO_CORRECT)]
    both_wrong: Annotated[int, column("both wrong")]
    estimates: Annotated[Estimates, figures(DISTRACTED, METRICS_WITH_COLUMNS)]


@dataclass(frozen=True, slots=True)
class Filler:
    """Filler text that was added to tasks."""

    length: Annotated[int, column("filler")]


@dataclass(frozen=True, slots=True)
class DistractorRow:
    """One setting's tasks with this number of distractors."""

    respondent: Annotated[SettingColumns, group(SettingColumns)]
    filler: Annotated[Filler | None, group(Filler, optional=True)]
    """None without filler text."""
    distractors: Annotated[int, column("distractors")]
    answers: Annotated[int, column("answers")]
    accuracy: Annotated[Estimate | None, figure(ACCURACY)]
    pairs: Annotated[Pairs | None, group(Pairs)]
    """None without distractors."""


def table(data: ComparingData) -> Rows:
    """Every setting and number of distractors (QMFOL, 4.2.1)."""
    rows: list[DistractorRow] = []
    unpaired = 0
    versions: dict[str, Version | None] = {}
    for truth in data.truths:
        questions: dict[tuple[int, int], list[QuestionCounts]] = {}
        for question in truth.counted:
            if question.key not in versions:
                versions[question.key] = version_of(question.item)
            version = versions[question.key]
            if version is not None:
                place = version.filler, version.distractors
                questions.setdefault(place, []).append(question)
        answers: dict[int, list[DistractedAnswer]] = {}
        alike = several_alike(versions)
        for run in truth.runs:
            for key, gold, answer, person, _mutant in in_order(run.sheet.truths, alike=alike):
                version = versions[key]
                if version is not None:
                    task = (version.task, run.run, person)
                    answers.setdefault(version.filler, []).append(
                        (task, version.distractors, gold == answer)
                    )
        for filler, filler_answers in sorted(answers.items()):
            for change in changes(filler_answers):
                place = filler, change.distractors
                share = accuracy(truth.answers_to(questions[place])).accuracy
                n = share.n if share else 0
                if change.distractors:
                    unpaired += n - change.pairs
                pairs = _pairs(change) if change.distractors else None
                added = Filler(filler) if filler else None
                rows.append(
                    DistractorRow(truth.columns, added, change.distractors, n, share, pairs)
                )
    excluded = {
        phrase(
            "answers without an answer to the same task without distractors, left out of pairs"
        ): unpaired
    }
    notes = (UNREADABLE_NOTE, RUNS_NOTE, NOTE)
    return table_of(DistractorRow, rows, sum(row.answers for row in rows), excluded, notes)


def _pairs(change: Change) -> Pairs:
    return Pairs(
        change.pairs,
        change.both_right,
        CORRECT_TO_WRONG.estimate(change),
        WRONG_TO_CORRECT.estimate(change),
        change.both_wrong,
        estimates(DISTRACTED, change, METRICS_WITH_COLUMNS),
    )


class Version(NamedTuple):
    """Identifies an item as a version of a task."""

    task: tuple[Hashable, str, int]
    """Its name, language, and the length of filler text: versions of one task differ only in the
    number of distractors."""
    distractors: int

    @property
    def bare(self) -> tuple[Hashable, str]:
        """The task, regardless of filler text."""
        return self.task[:2]

    @property
    def filler(self) -> int:
        """Length of the added filler text."""
        return self.task[2]


def version_of(item: Item) -> Version | None:
    """The task that an item is a version of, and its number of distractors; None where that is
    unknown."""
    number = item.attributes.get("distractors")
    if isinstance(number, bool) or not isinstance(number, int):
        return None
    return Version((_task_of(item), item.language, filler_of(item)), number)


def _task_of(item: Item) -> Hashable:
    """What the versions of a task share: how it was generated, where known; else its id without the
    numbers of distractors and of filler words."""
    source = item.provenance
    if source.seed is None or not all(name in item.attributes for name in TASK):
        plain = _DISTRACT.sub("", item.id)
        return _FILLER.sub("", plain) if filler_of(item) else plain
    parameters = {k: v for k, v in source.parameters.items() if k not in VARYING_PARAMETERS}
    return (
        source.generator,
        source.version,
        source.seed,
        json.dumps(parameters, sort_keys=True, default=str),
        *(str(item.attributes[name]) for name in TASK),
        form(item),
        *(str(leaf.gold) for leaf in item.leaves),
    )


def filler_of(item: Item) -> int:
    """Length of the filler text added to an item, according to its attribute or its generator's
    parameter."""
    value = item.attributes.get("filler", item.provenance.parameters.get("filler", 0))
    return value if isinstance(value, int) else 0


def several_alike(versions: Mapping[str, Version | None]) -> bool:
    """Whether several items are the same version of a task."""
    known_versions = [version for version in versions.values() if version is not None]
    return len(set(known_versions)) < len(known_versions)


def in_order(rows: Sequence[TruthRow], *, alike: bool) -> Sequence[TruthRow]:
    """Answers in the order of their items' content where several items are `alike`, the same
    version of a task, so that pairs do not depend on the order of recording."""
    return sorted(rows, key=lambda row: row.key) if alike else rows
