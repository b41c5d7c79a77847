"""Planted rates and planted kinds of readers come back."""

from dataclasses import replace
from random import Random
from typing import Any

import numpy
import pytest

from items.answers import CountAnswer, VerdictAnswer
from items.models import Item, Question
from items.sources.ccobra import Response, Task, read_task
from study.diagnosis.answers import answers_of, halves
from study.diagnosis.document import Means, means_of
from study.diagnosis.mixture import Mixture
from study.diagnosis.person_rates import Persons, Population
from study.diagnosis.prediction import predict
from study.diagnosis.rates import AS_IT_STANDS, GUESS, Rate, fitted
from study.diagnosis.readers import readers_of, readings_of
from study.diagnosis.readings import Names
from study.diagnosis.recorded_answers import GivenAnswer, explained_answers
from study.diagnosis.task_readings import TaskReadings

TASKS: list[Task] = [
    read_task(f"{fact}/{rule}", f"{end}|not;{end}|nothing", "here")[0]
    for rule in ("if;A;B", "or;A;B")
    for fact, end in (("A", "B"), ("B", "A"), ("not;A", "B"), ("not;B", "A"))
]


def planted(persons: int, mix: dict[Names, float], seed: int, fixed: bool) -> list[Response]:
    """Answers under readings drawn with these rates: anew for each answer, or once for each person
    where `fixed`. Of several right choices one is drawn."""
    random = Random(seed)
    readings = [TaskReadings(task) for task in TASKS]
    responses = []
    for person in range(persons):
        (own,) = random.choices(list(mix), list(mix.values()))
        for task, reading in zip(TASKS, readings, strict=True):
            (names,) = (own,) if fixed else random.choices(list(mix), list(mix.values()))
            choice = random.choice(sorted(reading.right(names)))
            responses.append(Response("here", f"p{person:03d}", task, frozenset({choice})))
    return responses


@pytest.mark.slow
def test_planted_rates_of_a_group_come_back() -> None:
    mix: dict[Names, float] = {(): 0.3, ("biconditional",): 0.5, ("exclusive-or",): 0.2}
    answers = answers_of(planted(200, mix, 1, fixed=False))
    readings = readings_of(answers.tasks)
    rates = fitted(answers, readings, readers_of(readings, answers.counts.shape[2]))
    biconditional, exclusive = rates.group["biconditional"], rates.group["exclusive-or"]
    assert biconditional is not None
    assert exclusive is not None
    assert biconditional.value == pytest.approx(0.5, abs=0.08)
    assert exclusive.value == pytest.approx(0.2, abs=0.08)
    assert biconditional.low < biconditional.value < biconditional.high
    guess = rates.group[GUESS]
    assert guess is not None
    assert guess.value < 0.05
    # No conditional tells the converse from the inverse, and no task has a quantifier.
    assert rates.group["converse"] is not None
    assert rates.group["inverse"] is None
    assert rates.group["some-but-not-all"] is None


@pytest.mark.slow
def test_persons_of_two_kinds_are_distinguished_and_predicted() -> None:
    mix: dict[Names, float] = {(): 0.5, ("biconditional", "exclusive-or"): 0.5}
    answers = answers_of(planted(40, mix, 2, fixed=True))
    readers = readers_of(readings_of(answers.tasks), answers.counts.shape[2])
    rates = fitted(answers, readings_of(answers.tasks), readers)
    values = [person["biconditional"] for person in rates.persons.values()]
    high = [rate for rate in values if rate is not None and rate.value > 0.6]
    low = [rate for rate in values if rate is not None and rate.value < 0.4]
    assert len(high) + len(low) == len(answers.persons)
    assert min(len(high), len(low)) > 5
    prediction = predict(answers, readers, seeds=(0, 1))
    assert prediction.predicted is not None
    assert prediction.most_frequent is not None
    assert prediction.predicted > prediction.most_frequent + 0.1


@pytest.mark.slow
def test_intervals_of_who_always_or_never_misreads_have_one_and_zero() -> None:
    """The logit at which they end is the last that is looked at, and not what limits them."""
    responses = planted(8, {("biconditional",): 1.0}, 8, fixed=True)
    responses += [
        replace(response, person=f"{response.person} too")
        for response in planted(8, {(): 1.0}, 9, fixed=True)
    ]
    answers = answers_of(responses)
    readings = readings_of(answers.tasks)
    rates = fitted(answers, readings, readers_of(readings, answers.counts.shape[2]))
    for person, mine in rates.persons.items():
        rate, other = mine["biconditional"], mine["exclusive-or"]
        assert rate is not None
        assert other is not None
        assert other.low == 0.0
        assert (rate.high == 1.0) == (rate.low > 0.0) == (not person.endswith("too"))
        assert (rate.low == 0.0) == person.endswith("too")
    unmade = rates.group["exclusive-or"]
    assert unmade is not None
    assert unmade.low == 0.0


def test_means_are_over_those_with_enough_answers() -> None:
    """One of them answered twice, and has a rate all the same."""
    responses = planted(3, {("biconditional",): 1.0}, 10, fixed=True)
    few = [replace(response, person="few") for response in responses[:2]]
    answers = answers_of([*responses, *few])
    readings = readings_of(answers.tasks)
    rates_by_person: dict[str, dict[str, Rate | None]] = {
        person: {"converse": Rate(0.25, 0, 1)} for person in answers.persons
    }
    rates_by_person = {who: mine | {"inverse": None} for who, mine in rates_by_person.items()}
    rates_by_person["few"] = {"converse": Rate(0.9, 0, 1), "inverse": Rate(0.9, 0, 1)}
    means = means_of(answers, readings, rates_by_person)
    assert means == Means(3, {"converse": 0.25, "inverse": None})
    nobody = means_of(
        answers_of(few), readings_of(answers_of(few).tasks), {"few": rates_by_person["few"]}
    )
    assert nobody == Means(0, {"converse": None, "inverse": None})


@pytest.mark.slow
def test_a_persons_interval_rests_on_the_persons_own_answers() -> None:
    """However alike the others are, somebody who answers otherwise is not taken for one of them,
    and what a person was not asked about has no rate."""
    alike = planted(30, {("biconditional",): 1.0}, 5, fixed=True)
    other = [
        replace(response, person="other")
        for response in planted(1, {(): 1.0}, 6, fixed=True) * 3
        if response.task in TASKS[:4]
    ]
    answers = answers_of([*alike, *other])
    readings = readings_of(answers.tasks)
    rates = fitted(answers, readings, readers_of(readings, answers.counts.shape[2]))
    for person in ("p000", "other"):
        rate = rates.persons[person]["biconditional"]
        assert rate is not None
        assert rate.low <= rate.value <= rate.high
        assert (rate.low > 0.1, rate.high < 0.7) == (person != "other", person == "other")
    assert rates.persons["p000"]["exclusive-or"] is not None
    assert rates.persons["other"]["exclusive-or"] is None


@pytest.mark.slow
@pytest.mark.parametrize("spread", [0.0, 0.4])
def test_persons_intervals_hold_rates_however_much_persons_differ(spread: float) -> None:
    """Of persons who answer 24 tasks. How often exactly is measured by
    `benchmarks.misreading_rates`."""
    responses, own = [], {}
    for person in range(30):
        rate = 0.5 + spread * (person % 3 - 1)
        name = f"p{person:03d}"
        own[name] = rate
        mix: dict[Names, float] = {(): 1 - rate, ("biconditional",): rate}
        for again in range(3):
            answered = planted(1, mix, 1000 * again + person, fixed=False)
            responses += [replace(response, person=name) for response in answered]
    answers = answers_of(responses)
    readings = readings_of(answers.tasks)
    rates = fitted(answers, readings, readers_of(readings, answers.counts.shape[2]))
    covered = 0
    for name, planted_rate in own.items():
        person_rate = rates.persons[name]["biconditional"]
        assert person_rate is not None
        assert person_rate.low <= person_rate.value <= person_rate.high
        covered += person_rate.low <= planted_rate <= person_rate.high
    assert covered >= 0.85 * len(own)


@pytest.mark.slow
def test_intervals_hold_a_rate_that_few_questions_show() -> None:
    """Of forty persons who read three of ten so, as many read none to six of six questions so as
    chance has it. Who never does so has an interval that reaches the rate, too."""
    tasks = [TASKS[1], TASKS[2]] * 3 + [task for task in TASKS if task not in TASKS[1:3]] * 3
    readings = [TaskReadings(task) for task in tasks]
    responses: list[Response] = []
    reading_counts: dict[str, int] = {}
    for times, persons in enumerate((5, 12, 13, 7, 2, 1, 0)):
        for _ in range(persons):
            name = f"p{len(reading_counts):03d}"
            reading_counts[name] = times
            for n, (task, reading) in enumerate(zip(tasks, readings, strict=True)):
                right = reading.right(("biconditional",) if n < times else ())
                responses.append(Response("here", name, task, frozenset({min(right)})))
    answers = answers_of(responses)
    known = readings_of(answers.tasks)
    rates = fitted(answers, known, readers_of(known, answers.counts.shape[2]))
    own = {
        name: rate
        for name in reading_counts
        if (rate := rates.persons[name]["biconditional"]) is not None
    }
    assert len(own) == len(reading_counts)
    covering = [name for name, rate in own.items() if rate.low <= 0.3 <= rate.high]
    assert {reading_counts[name] for name in covering} >= {0, 1, 2, 3}
    assert 0.92 <= len(covering) / len(reading_counts) <= 0.98
    # Nor does the interval of those end nowhere.
    assert all(own[name].high < 0.6 for name in reading_counts if reading_counts[name] == 0)


def test_many_rows_of_logits_at_once_say_what_one_says() -> None:
    answers = answers_of(planted(3, {(): 0.5, ("biconditional",): 0.5}, 7, fixed=False))
    names = ("biconditional", "exclusive-or", "and-for-or", "premise-forgotten")
    model = Mixture(answers, readings_of(answers.tasks), names)
    random = Random(1)
    ats = numpy.array([[random.gauss(0, 4) for _ in range(model.size)] for _ in range(6)])
    counts = model.counted(answers)[0]
    likelihoods = [model.likelihood(at, counts) for at in ats]
    assert model.likelihoods(ats, counts) == pytest.approx(likelihoods)
    assert model.standing(ats) == pytest.approx([model.standing(at[None])[0] for at in ats])
    without_misreadings: Any = numpy.append(numpy.full(model.size - 1, -40.0), 0.5)
    assert model.standing(without_misreadings[None]) == pytest.approx([1 / (1 + numpy.exp(0.5))])


def test_how_often_nothing_is_misread_is_averaged_also_where_the_group_is_not() -> None:
    """Somebody who answers some questions in either way speaks against both ends, however near one
    another all drawings of the group are; and where these are, the average is theirs."""
    ways: list[Names] = [(), ("biconditional",)]
    answers = answers_of(
        [answer for way in ways for answer in planted(1, {way: 1.0}, 8, fixed=True)]
    )
    model = Mixture(answers, readings_of(answers.tasks), ("biconditional",))
    mean, spread = numpy.array([-0.5, -3.0]), numpy.array([0.3, 0.3])
    group = Population(mean, spread, mean[None], [(mean, numpy.diag(spread**2))])
    stands = numpy.linspace(-9, 9, 181)
    counts = model.counted(answers)
    heights, prior = Persons(model, counts, group).standing(stands, numpy.arange(2))
    nearest = numpy.abs(stands - model.standing_logit(mean[None])).argmin()
    assert abs(prior.argmax() - nearest) <= 1
    ends = heights[0, [0, 60, nearest, 150, 180]]
    assert (numpy.diff(ends)[:2] > 1).all()
    assert (numpy.diff(ends)[2:] < -2).all()
    drawn = numpy.random.default_rng(2).normal(mean, spread, (4000, 2))
    away = (model.standing_logit(drawn) - stands[nearest]) / 0.25
    near, likely = numpy.exp(-(away**2) / 2), numpy.exp(model.likelihoods(drawn, counts[0]))
    assert heights[0, nearest] == pytest.approx(numpy.log(near @ likely / near.sum()), abs=0.1)


@pytest.mark.slow
def test_an_interval_of_how_often_nothing_is_misread_ends_where_answers_speak_against_it() -> None:
    """Somebody who misreads in every way there is among many who misread nothing: where the group
    is far away, nothing is drawn."""
    alike = planted(30, {(): 1.0}, 5, fixed=True)
    other = planted(1, {("biconditional", "exclusive-or"): 1.0}, 6, fixed=True) * 3
    answers = answers_of([*alike, *(replace(response, person="other") for response in other)])
    readings = readings_of(answers.tasks)
    rates = fitted(answers, readings, readers_of(readings, answers.counts.shape[2]))
    literal_rate, right = (rates.persons[name][AS_IT_STANDS] for name in ("other", "p000"))
    assert literal_rate is not None
    assert right is not None
    assert 0.0 <= literal_rate.low < literal_rate.high < 0.8
    assert 0.1 < right.low < 0.8 < right.high


@pytest.mark.slow
def test_who_guesses_lists_and_counts_is_not_taken_for_a_misreader() -> None:
    """Whoever misread in some way would have given an answer that nobody gave."""
    random = Random(3)
    recorded_answers = []
    for number, premises in enumerate((("A → B",), ("A ∨ B",), ("A ∨ B", "A"), ("A ↔ B",))):
        question = Question.model_validate(
            {"id": "1", "kind": "count_models", "query": "count_models(A, B)"}
        )
        formal: dict[str, Any] = {"premise": list(premises)}
        item = Item(id=f"i{number}", text="A text.", questions=(question,), formalization=formal)
        right = {1: 3, 2: 2}[len(premises)] if number < 3 else 2
        for person in range(12):
            count = random.choice((*[right] * 6, 0, 5, 6, 7))
            recorded_answers.append(
                GivenAnswer(f"p{person}", "people", item, 0, CountAnswer(count=count))
            )
    outcome = explained_answers(recorded_answers)
    readers = readers_of(outcome.readings, outcome.answers.counts.shape[2], 2)
    rates = fitted(outcome.answers, outcome.readings, readers)
    group_rates = {name: rate for name, rate in rates.group.items() if rate is not None}
    guess, stands = group_rates.pop(GUESS), group_rates.pop(AS_IT_STANDS)
    assert guess.low > 0.3
    assert stands.high < 0.7
    assert {"biconditional", "exclusive-or"} <= group_rates.keys()
    assert all(rate.value < 0.05 and rate.low < 0.001 for rate in group_rates.values())


def test_questions_whose_premises_exclude_one_another_tell_nothing_of_rates() -> None:
    question = Question.model_validate({"id": "1", "kind": "necessary", "query": "necessary(B)"})
    recorded_answers = []
    for number, premises in enumerate((["A ∧ B", "¬A"], ["A → B"])):
        formal: dict[str, Any] = {"premise": premises}
        item = Item(id=f"i{number}", text="A text.", questions=(question,), formalization=formal)
        recorded_answers.append(
            GivenAnswer("p", "people", item, 0, VerdictAnswer(word="necessary"))
        )
    outcome = explained_answers(recorded_answers)
    counted = Mixture(outcome.answers, outcome.readings, ("condition-as-fact",)).tasks
    assert counted is not None
    assert counted.tolist() == [1]


def test_without_answers_to_decidable_tasks_there_are_no_rates() -> None:
    task, _ = read_task("Mostly;A;B", "Some;A;B|NVC", "here")
    answers = answers_of([Response("here", name, task, frozenset({0})) for name in ("ann", "bob")])
    readers = readers_of(readings_of(answers.tasks), 2)
    rates = fitted(answers, readings_of(answers.tasks), readers)
    assert set(rates.group.values()) == {None}
    assert rates.persons["ann"][AS_IT_STANDS] is None
    # One task makes no two halves: it is held out, and nothing is known of the persons.
    assert predict(answers, readers, seeds=(0,)).held_out == 2


def test_halves_are_seeded_and_hold_half_of_what_each_person_answered() -> None:
    answers = answers_of(planted(5, {(): 1.0}, 3, fixed=True))
    first, again, other = (halves(answers.counts, seed) for seed in (7, 7, 8))
    assert (first == again).all()
    assert not (first == other).all()
    assert (first.sum(axis=1) == len(TASKS) // 2).all()


def test_a_persons_held_out_answers_do_not_show_in_what_is_predicted() -> None:
    """Whatever one person answers on the held-out half, the others fare as they should, and the
    score of that person can only change by their own answers."""
    responses = planted(12, {(): 0.5, ("biconditional",): 0.5}, 4, fixed=True)
    answers = answers_of(responses)
    readers = readers_of(readings_of(answers.tasks), answers.counts.shape[2])
    known = halves(answers.counts, 0)
    from study.diagnosis.prediction import SETTINGS, Fit

    before = Fit(answers, readers, known, ~known).choices(SETTINGS[:3])
    changed = answers.counts.copy()
    for task in range(len(TASKS)):
        if not known[0, task]:
            changed[0, task] = changed[0, task][[1, 2, 0]]

    other = replace(answers, counts=changed)
    after = Fit(other, readers, known, ~known).choices(SETTINGS[:3])
    assert (before[0] == after[0]).all()
