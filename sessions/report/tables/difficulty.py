"""Accuracy and time by value of every measure of difficulty, or by classes of values."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from statistics import fmean
from typing import Annotated

from sessions.report.comparing_data import ComparingData
from sessions.report.difficulty import CLASS_NOTE, NAMES, Hardness, answered
from sessions.report.respondents import SettingColumns
from sessions.report.rows import Rows, column, figure, group, table_of
from sessions.report.unsettled_answers import NOTE as UNSETTLED_NOTE
from sessions.report.unsettled_answers import UnsettledRange, between
from solver.phrases import phrase
from study.metrics.accuracy import METRIC as ACCURACY
from study.statistics.mixed_model import CrossedModel
from study.statistics.ranks import Class, classes
from study.statistics.samples import Estimate
from study.statistics.sub_questions import bounds

NAME = phrase("difficulty")
LARGEST_MEASURE = 2**63
"""Larger measures are shown as this value; they keep their rank."""
NOTE = phrase(
    "accuracy is over answers; the time of an item is the median of its times, and the median over "
    "items is shown"
)


@dataclass(frozen=True, slots=True)
class IrtDifficulty:
    """The difficulty of the items of one class, according to all answers."""

    logits: Annotated[
        float,
        column(
            "IRT difficulty", "count", "mean difficulty of the items, in logits, by the mixed model"
        ),
    ]
    """The mean over the items."""


@dataclass(frozen=True, slots=True)
class ClassRow:
    """One setting on the items of one class of one measure."""

    respondent: Annotated[SettingColumns, group(SettingColumns)]
    measure: Annotated[str, column("measure", "text")]
    least_value: Annotated[int, column("from", "count", "least value of the measure in the class")]
    greatest_value: Annotated[
        int, column("to", "count", "greatest value of the measure in the class")
    ]
    items: Annotated[int, column("items")]
    answers: Annotated[int, column("answers")]
    right: Annotated[int, column("right")]
    accuracy: Annotated[Estimate | None, figure(ACCURACY)]
    unsettled_range: Annotated[UnsettledRange | None, group(UnsettledRange, optional=True)]
    timed_items: Annotated[int, column("timed items", "count", "items with measured times")]
    median: Annotated[float | None, column("median seconds", "seconds")]
    irt: Annotated[IrtDifficulty | None, group(IrtDifficulty, optional=True)]
    """Present where the mixed model was requested."""


def table(data: ComparingData) -> Rows | None:
    """Every setting, measure and class (ContextHub, 7.2; QMFOL, 5.1); None where nobody answered
    an item."""
    import numpy

    if not data.groups:
        return None
    hard = data.hardness
    rows: list[ClassRow] = []
    classed: dict[frozenset[str], list[tuple[str, Class]]] = {}
    """By the items answered, which many groups share."""
    for setting in data.groups:
        if setting.answered_items not in classed:
            classed[setting.answered_items] = _classed(hard, setting.answered_items)
        for name, entry in classed[setting.answered_items]:
            over = setting.restricted_to(entry.items)
            accuracy = ACCURACY.estimate(over.sample)
            unsettled = 0
            if setting.unsettled:
                unsettled = sum(setting.unsettled.get(key, 0) for key in entry.items)
            n = accuracy.n if accuracy else 0
            rows.append(
                ClassRow(
                    setting.respondent,
                    NAMES[name],
                    _number(entry.low),
                    _number(entry.high),
                    len(entry.items),
                    n,
                    over.right,
                    None if unsettled else accuracy,
                    between(unsettled, bounds(over.right, n, unsettled)),
                    len(over.times),
                    float(numpy.median(over.times)) if len(over.times) else None,
                    _irt(data.crossed, entry.items),
                )
            )
    notes: tuple[str, ...] = (CLASS_NOTE, NOTE)
    if any(group.unsettled for group in data.groups):
        notes = (*notes, UNSETTLED_NOTE)
    return table_of(ClassRow, rows, answered(data.groups), hard.excluded, notes)


def _classed(hard: Hardness, items: Set[str]) -> list[tuple[str, Class]]:
    """The classes of every measure over some items, each with the measure's name."""
    return [
        (name, class_)
        for name in hard.known
        for class_ in classes({key: x for key, x in hard.measures[name].items() if key in items})
    ]


def _irt(crossed: CrossedModel | None, items: Sequence[str]) -> IrtDifficulty | None:
    if crossed is None:
        return None
    difficulties = [crossed.difficulty[item] for item in items if item in crossed.difficulty]
    return IrtDifficulty(fmean(difficulties)) if difficulties else None


def _number(value: float) -> int:
    """Measures are whole numbers."""
    return LARGEST_MEASURE if value >= LARGEST_MEASURE else int(value)
