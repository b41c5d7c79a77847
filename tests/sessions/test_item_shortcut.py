"""Accuracy of one item out of its counts, against the interval over its answers themselves."""

import random
from typing import Any

import numpy
import pytest

from sessions.report.judged_questions import JudgedQuestions, QuestionArrays
from study.metrics.accuracy import METRIC as ACCURACY
from study.scores.scoring import SCORE_REASONS
from study.statistics.samples import POPULATIONS, Sampling

MATCHED = SCORE_REASONS.index("graded")


def judged(rng: random.Random, number: int, people: int, sampling: Sampling) -> JudgedQuestions:
    """This number of answers to one item, by people who are drawn repeatedly, or each once."""
    who = [rng.randrange(people) for _ in range(number)] if people else range(number)
    zeros: Any = numpy.zeros(number, dtype=numpy.int64)
    no = zeros > 0
    arrays = QuestionArrays(
        right=numpy.array([rng.randrange(2) for _ in range(number)]),
        why=zeros + MATCHED,
        block=zeros,
        main=~no,
        item=zeros,
        presentation_place=zeros,
        drawn=zeros,
        person=numpy.array(list(who), dtype=numpy.int64),
        session=zeros,
        number=zeros,
        occasion=zeros,
        kind=zeros,
        confidence=zeros,
        seconds=zeros + 1.0,
        late=no,
        given=~no,
        left_out=no,
    )
    return JudgedQuestions(arrays, 0, sampling)


@pytest.mark.parametrize("population", [None, *POPULATIONS])
@pytest.mark.parametrize("people", [0, 3, 40], ids=["each once", "few", "many"])
@pytest.mark.parametrize("seed", range(6))
def test_the_shortcut_agrees_with_the_answers(seed: int, people: int, population: None) -> None:
    rng = random.Random(seed)
    data = judged(rng, rng.randrange(1, 60), people, Sampling(population))
    everything = numpy.arange(len(data.questions))
    for _ in range(8):
        places = rng.sample(range(len(everything)), rng.randrange(1, len(everything) + 1))
        some = numpy.array(sorted(places))
        plain = ACCURACY.estimate(data.questions.sample(some, data.sampling, one_item=True))
        estimated = data.accuracy(some, one_item=True).accuracy
        assert plain is not None
        assert estimated is not None
        assert (estimated.value, estimated.n, estimated.clusters) == (
            plain.value,
            plain.n,
            plain.clusters,
        )
        assert (estimated.low, estimated.high) == pytest.approx(
            (plain.low, plain.high), rel=1e-13, abs=0
        )
