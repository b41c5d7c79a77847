"""Persons who answer as models do, or in times that are nobody's, are flagged; able people are
not."""

from typing import Any

import numpy
import pytest

from study.diagnosis.person_fit import LEVEL, AnswerArrays, flagged, person_fit

PEOPLE, QUESTIONS, CHOICES = 60, 40, 4


def sample(seed: int, copies: tuple[int, ...] = ()) -> AnswerArrays:
    """People of very different ability, whose errors lie elsewhere than models'; some give a
    model's answers."""
    random = numpy.random.default_rng(seed)
    right = numpy.zeros((QUESTIONS, CHOICES))
    right[:, 0] = 1
    ability = random.normal(0.5, 1.2, PEOPLE)
    difficulty = random.normal(0, 1, QUESTIONS)
    lure = random.dirichlet(numpy.full(CHOICES - 1, 0.7), QUESTIONS)
    models_lure = random.dirichlet(numpy.full(CHOICES - 1, 0.7), QUESTIONS)
    models_hard = random.normal(-0.5, 1.5, QUESTIONS)

    def answers(able: Any, hard: Any, wrong: Any) -> Any:
        hit = random.random(QUESTIONS) < 1 / (1 + numpy.exp(hard - able))
        other = [1 + int(random.choice(CHOICES - 1, p=wrong[q])) for q in range(QUESTIONS)]
        return numpy.where(hit, 0, other)

    people = numpy.stack([answers(a, difficulty, lure) for a in ability])
    models = [answers(0.3, models_hard, models_lure) for _ in range(6)]
    for person in copies:
        people[person] = answers(0.3, models_hard, models_lure)
    counts = numpy.zeros((QUESTIONS, CHOICES))
    for model in models:
        counts[numpy.arange(QUESTIONS), model] += 1
    seconds = numpy.exp(random.normal(3, 0.4, (PEOPLE, QUESTIONS)) + ability[:, None] / 4)
    return AnswerArrays(people, counts, right, numpy.ones((QUESTIONS, CHOICES)), seconds)


@pytest.mark.slow
def test_as_many_honest_people_are_flagged_as_is_said() -> None:
    outcome = [person_fit(sample(seed)) for seed in range(5)]
    for fits in outcome:
        assert fits.false_answers == pytest.approx(LEVEL, abs=0.008)
        assert fits.false_times == pytest.approx(LEVEL, abs=0.008)
    number = sum(
        fit.answers is not None and fit.answers.flagged for f in outcome for fit in f.persons
    )
    # 300 people at 1 %: more than 11 would be too many (a chance of less than 1 in 10,000).
    assert number <= 11
    times = sum(fit.times is not None and fit.times.flagged for f in outcome for fit in f.persons)
    assert times <= 11


@pytest.mark.slow
def test_those_who_give_models_answers_are_flagged() -> None:
    copies = (3, 17, 40)
    hits = others = 0
    for seed in range(20, 22):
        counts = set(flagged(person_fit(sample(seed, copies))))
        hits += len(counts & set(copies))
        others += len(counts - set(copies))
    assert hits >= 4
    assert others <= 8


@pytest.mark.slow
def test_times_that_are_nobodys_are_flagged() -> None:
    arrays = sample(5)
    arrays.seconds[7] = numpy.where(numpy.arange(QUESTIONS) % 2, 1.0, 400.0)
    fits = person_fit(arrays)
    assert fits.persons[7].times is not None
    assert fits.persons[7].times.flagged
    assert fits.persons[7].flagged


@pytest.mark.slow
def test_nothing_is_said_over_few_people_few_questions_or_no_model() -> None:
    arrays = sample(6)
    few = person_fit(
        AnswerArrays(
            arrays.people[:5],
            arrays.models,
            arrays.right,
            arrays.offered_choices,
            arrays.seconds[:5],
        )
    )
    assert few.false_answers is few.false_times is None
    assert all(fit.answers is fit.times is None for fit in few.persons)
    none = person_fit(
        AnswerArrays(
            arrays.people,
            arrays.models * 0,
            arrays.right,
            arrays.offered_choices,
            arrays.seconds * numpy.nan,
        )
    )
    assert (none.false_answers, none.false_times) == (None, None)
    arrays.people[2, 6:] = -1
    some = person_fit(arrays)
    assert some.persons[2].answers is None
    assert some.persons[3].answers is not None
    assert not any(fit.flagged for fit in none.persons)
