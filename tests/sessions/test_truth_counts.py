"""Answers to some questions of a setting, selected from all, equal newly collected ones."""

import random
from collections.abc import Callable, Sequence

import pytest

from benchmarks import record
from items.answers import TruthAnswer
from sessions.models import responses
from sessions.record.results import versions
from sessions.report.respondents import models_of, people_of
from sessions.report.truth_counts import (
    QuestionCounts,
    Setting,
    accuracy,
    by_setting,
    truth_answers_of,
)
from sessions.storage.database import Database
from study.metrics.metric import TRUTHS
from study.metrics.registry import metrics
from study.statistics.truth import LABELS
from tests.sessions.test_comparing_tables import answer_row, truth


def models() -> Setting:
    """Two runs over items that are drawn together in pairs."""
    rng = random.Random(3)
    items = [truth(n, LABELS[n % 3], "Q", f"t{n}", twins=n // 2) for n in range(40)]
    with Database.open(":memory:") as db:
        rows = [
            answer_row(item, TruthAnswer.model_validate({"value": rng.choice(LABELS)}), run=run)
            for run in (1, 2)
            for item in items
            if rng.random() < 0.9
        ]
        responses.add(db, rows, items)
        (setting,) = by_setting(models_of(db).respondents)
    return setting


def people() -> Setting:
    """Nine people, who answer some of the items each."""
    with Database.open(":memory:") as db:
        record.people(db, record.every_item(20), 9, 40)
        (setting,) = by_setting(people_of(versions(db)).respondents)
    return setting


@pytest.mark.parametrize("make_setting", [models, people])
def test_counts_over_some_questions_equal_a_new_count(
    make_setting: Callable[[], Setting],
) -> None:
    setting, rng = make_setting(), random.Random(4)
    assert len(setting.counted) > 20
    for wanted in (rng.sample(range(len(setting.counted)), 12), range(len(setting.counted)), [5]):
        some = [setting.counted[place] for place in sorted(wanted)]
        assert_same_counts(setting, some)


def assert_same_counts(setting: Setting, questions: Sequence[QuestionCounts]) -> None:
    counts, expected = setting.answers_to(questions), truth_answers_of(questions)
    assert accuracy(counts) == accuracy(expected)
    assert counts.confusions == expected.confusions
    for metric in metrics(TRUTHS):
        left, right = metric.estimate(counts), metric.estimate(expected)
        assert (left is None) == (right is None)
        if left is not None and right is not None:
            ends = (left.value, left.low, left.high, left.n)
            assert ends == pytest.approx((right.value, right.low, right.high, right.n), abs=1e-12)
