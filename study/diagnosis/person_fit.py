"""Person-fit: whose answers look like models' rather than other people's, and whose times look like
nobody's. A flag, which excludes nobody.

*Answers.* Two models of an answer are compared. People: it is right with the logistic probability
of the person's ability minus the question's difficulty (Rasch 1960); a wrong one is chosen as often
as other people choose it. Models: right as often as models are, on a scale shifted to give the same
expected number of right answers; a wrong one as often as models choose it. So an able person is not
flagged for being able. The statistic is the log likelihood ratio (Levine and Drasgow 1988),
standardized under people's model.

*Times.* The logarithm of a response time is the question's intensity minus the person's speed
(lognormal model, van der Linden 2006); the statistic is the standardized sum of squared residuals
(Marianti, Fox, Avetisyan, Veldkamp and Tijmstra 2014).

Both are calibrated by a parametric bootstrap of the whole procedure, including estimation. Half of
the simulated sets give the threshold, the other half the rate of false positives.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

LEVEL = 0.01
"""Level of each of the two tests."""
FEWEST_QUESTIONS = 8
"""Minimum number of questions answered by a person and by a model."""
FEWEST_PEOPLE = 10
SIMULATED = 100
"""Minimum number of simulated sets of answers."""
MIN_SIMULATED = 4_000
"""Minimum number of simulated persons."""
SMOOTHING = 0.5
"""Pseudo-counts added to each choice, and to right and wrong answers."""
ABILITY, DIFFICULTY = 1.5, 2.0
"""Standard deviations of weak priors, in logits."""
ROUNDS = 30


@dataclass(frozen=True)
class AnswerArrays:
    """Answers of people and models as NumPy arrays, without questions that have no gold answer."""

    people: Any
    """Index of the choice, -1 where there is none: persons × questions."""
    models: Any
    """How often models gave each choice: questions × choices."""
    right: Any
    """Whether a choice is right: questions × choices."""
    offered_choices: Any
    """Whether a question has a choice with this index: questions × choices."""
    seconds: Any
    """nan where no time was measured: persons × questions."""


@dataclass(frozen=True, slots=True)
class Fit:
    """One statistic of a person."""

    z: float
    """Standardized; large values indicate misfit."""
    p: float
    """Share of simulated persons under people's model whose statistic is at least as large."""

    @property
    def flagged(self) -> bool:
        """Whether it is larger than expected by chance."""
        return self.p < LEVEL


@dataclass(frozen=True, slots=True)
class PersonFit:
    """Both statistics of one person; None where there are too few questions or people."""

    answers: Fit | None
    times: Fit | None

    @property
    def flagged(self) -> bool:
        """Whether either statistic is flagged."""
        return any(fit is not None and fit.flagged for fit in (self.answers, self.times))


@dataclass(frozen=True, slots=True)
class Fits:
    """The statistics of all persons."""

    persons: tuple[PersonFit, ...]
    false_answers: float | None
    """Share of simulated persons under people's model who are flagged for their answers; None where
    there are too few people or questions, or no model."""
    false_times: float | None
    """The same for times."""
    simulated: int
    """Number of persons behind these shares."""


def person_fit(answers_asked: AnswerArrays) -> Fits:
    """The fit of every person."""
    answers, false_answers, number = _tested(_answers(answers_asked), 0)
    times, false_times, other = _tested(_times(answers_asked), 1)
    persons = len(answers_asked.people)
    return Fits(
        tuple(PersonFit(answers.get(person), times.get(person)) for person in range(persons)),
        false_answers,
        false_times,
        max(number, other),
    )


@dataclass(frozen=True)
class _Test:
    """A statistic, and simulated sets under its null hypothesis."""

    persons: Any
    """Indices of the persons who can be tested."""
    z: Any
    """Their statistics."""
    simulated: Callable[[Any], Any]
    """From a random number generator to the statistics of simulated persons."""


def _tested(test: _Test | None, seed: int) -> tuple[dict[int, Fit], float | None, int]:
    import numpy

    if test is None:
        return {}, None, 0
    random = numpy.random.default_rng([20261122, seed])
    sets = max(SIMULATED, -(-2 * MIN_SIMULATED // len(test.persons)))
    sets += sets % 2
    null = [test.simulated(random) for _ in range(sets)]
    first = numpy.sort(numpy.concatenate(null[: sets // 2]))
    second = numpy.concatenate(null[sets // 2 :])

    def p(z: Any) -> Any:
        above = len(first) - numpy.searchsorted(first, z, side="left")
        return (1 + above) / (1 + len(first))

    rows = zip(test.persons, test.z, p(test.z), strict=True)
    fits = {int(person): Fit(float(z), float(share)) for person, z, share in rows}
    return fits, float((p(second) < LEVEL).mean()), len(second)


# --- answers --------------------------------------------------------------------------------------


def _answers(answers_asked: AnswerArrays) -> _Test | None:
    import numpy

    answered_by_models = answers_asked.models.sum(axis=1) > 0
    if not answered_by_models.any():
        return None
    people, right = (
        answers_asked.people[:, answered_by_models],
        answers_asked.right[answered_by_models],
    )
    models, offered = (
        answers_asked.models[answered_by_models],
        answers_asked.offered_choices[answered_by_models],
    )
    persons = numpy.flatnonzero((people >= 0).sum(axis=1) >= FEWEST_QUESTIONS)
    if len(persons) < FEWEST_PEOPLE:
        return None
    people = people[persons]
    by_models = _wrong(models, right, offered)
    number = models.sum(axis=1)
    share = ((models * right).sum(axis=1) + SMOOTHING) / (number + 2 * SMOOTHING)
    easy = numpy.log(share / (1 - share))
    z, ability, difficulty = _ratios(people, right, offered, by_models, easy)
    counts = _counted(people, right.shape)
    wrong = _wrong(counts.sum(axis=0), right, offered)

    def simulated(random: Any) -> Any:
        drawn = _drawn(random, people, right, wrong, ability, difficulty)
        return _ratios(drawn, right, offered, by_models, easy)[0]

    return _Test(persons, z, simulated)


def _counted(people: Any, shape: tuple[int, ...]) -> Any:
    import numpy

    counts = numpy.zeros((len(people), *shape))
    person, question = numpy.nonzero(people >= 0)
    counts[person, question, people[person, question]] = 1
    return counts


def _wrong(counts: Any, right: Any, offered_choices: Any) -> Any:
    """The distribution of wrong answers over the wrong choices."""
    import numpy

    weights = (counts + SMOOTHING) * (offered_choices * (1 - right))
    return weights / numpy.maximum(weights.sum(axis=-1, keepdims=True), 1e-12)


def _ratios(
    people: Any, right: Any, offered_choices: Any, by_models: Any, easy: Any
) -> tuple[Any, Any, Any]:
    """The standardized log likelihood ratios, with abilities and difficulties."""
    import numpy

    answered = people >= 0
    at = numpy.maximum(people, 0)
    questions = numpy.arange(right.shape[0])
    was_right = right[questions, at] > 0
    ability, difficulty = _rasch(was_right, answered)
    chance = _logistic(ability[:, None] - difficulty)
    moved = _moved(easy, (chance * answered).sum(axis=1), answered)
    theirs = _logistic(easy + moved[:, None])
    counts = _counted(people, right.shape)
    others = _wrong(counts.sum(axis=0)[None] - counts, right[None], offered_choices[None])
    # The ratio of each choice if it were given, and its probability under people's model.
    hit = numpy.log(theirs / chance)
    miss = numpy.log((1 - theirs) / (1 - chance))
    ratios = miss[:, :, None] + numpy.log(
        numpy.maximum(by_models[None], 1e-12) / numpy.maximum(others, 1e-12)
    )
    ratios = numpy.where(right[None] > 0, hit[:, :, None], ratios) * offered_choices[None]
    several = numpy.maximum(right.sum(axis=1), 1)
    chances = numpy.where(
        right[None] > 0,
        (chance / several)[:, :, None],
        (1 - chance)[:, :, None] * others,
    )
    mean = (chances * ratios).sum(axis=2)
    spread = (chances * ratios**2).sum(axis=2) - mean**2
    ratios_given = numpy.take_along_axis(ratios, at[:, :, None], axis=2)[:, :, 0]
    total = ((ratios_given - mean) * answered).sum(axis=1)
    deviation = numpy.sqrt(numpy.maximum((spread * answered).sum(axis=1), 1e-9))
    return total / deviation, ability, difficulty


def _rasch(was_right: Any, is_answered: Any) -> tuple[Any, Any]:
    """Abilities and difficulties at the posterior maximum, by alternation."""
    import numpy

    hits = was_right & is_answered
    ability = numpy.zeros(len(is_answered))
    difficulty = numpy.zeros(is_answered.shape[1])
    for _ in range(ROUNDS):
        for axis, values, deviation, sign in (
            (1, ability, ABILITY, 1.0),
            (0, difficulty, DIFFICULTY, -1.0),
        ):
            chance = _logistic(ability[:, None] - difficulty)
            slope = sign * ((hits - chance) * is_answered).sum(axis=axis) - values / deviation**2
            curve = (chance * (1 - chance) * is_answered).sum(axis=axis) + deviation**-2.0
            values += numpy.clip(slope / curve, -1, 1)
    return ability, difficulty


def _moved(easy: Any, hits: Any, is_answered: Any) -> Any:
    """How far models' logits are shifted for each person, to give the same expected number of right
    answers."""
    import numpy

    low, high = numpy.full(len(hits), -20.0), numpy.full(len(hits), 20.0)
    for _ in range(40):
        middle = (low + high) / 2
        more = (_logistic(easy + middle[:, None]) * is_answered).sum(axis=1) < hits
        low, high = numpy.where(more, middle, low), numpy.where(more, high, middle)
    return (low + high) / 2


def _drawn(
    random: Any, people: Any, right: Any, wrong_shares: Any, ability: Any, difficulty: Any
) -> Any:
    """Random answers of such persons to the same questions."""
    import numpy

    chance = _logistic(ability[:, None] - difficulty)
    several = numpy.maximum(right.sum(axis=1, keepdims=True), 1)
    shares = chance[:, :, None] * (right / several) + (1 - chance)[:, :, None] * wrong_shares
    ends = shares.cumsum(axis=2)
    ends /= numpy.maximum(ends[:, :, -1:], 1e-12)
    drawn = (random.random(chance.shape)[:, :, None] >= ends).sum(axis=2)
    return numpy.where(people >= 0, drawn, -1)


def _logistic(logits: Any) -> Any:
    from scipy.special import expit

    return expit(logits.clip(-12, 12))


# --- times ----------------------------------------------------------------------------------------


def _times(answers_asked: AnswerArrays) -> _Test | None:
    import numpy

    with numpy.errstate(invalid="ignore", divide="ignore"):
        logs = numpy.log(answers_asked.seconds)
    logs = numpy.where(numpy.isfinite(logs), logs, numpy.nan)
    enough = numpy.isfinite(logs).sum(axis=0) >= FEWEST_PEOPLE
    logs = logs[:, enough]
    persons = numpy.flatnonzero(numpy.isfinite(logs).sum(axis=1) >= FEWEST_QUESTIONS)
    if len(persons) < FEWEST_PEOPLE:
        return None
    logs = logs[persons]
    z, fitted, deviation = _residuals(logs)

    def simulated(random: Any) -> Any:
        return _residuals(fitted + deviation * _noise(random, logs))[0]

    return _Test(persons, z, simulated)


def _noise(random: Any, logs: Any) -> Any:
    import numpy

    return numpy.where(numpy.isfinite(logs), random.standard_normal(logs.shape), numpy.nan)


def _residuals(logs: Any) -> tuple[Any, Any, Any]:
    """The standardized sums of squares, the fitted logarithms, and each question's standard
    deviation."""
    import numpy

    timed = numpy.isfinite(logs)
    plain = numpy.where(timed, logs, 0.0)
    persons, questions = timed.sum(axis=1), timed.sum(axis=0)
    slow = numpy.zeros(len(logs))
    long = numpy.zeros(logs.shape[1])
    for _ in range(ROUNDS):
        long = ((plain - slow[:, None]) * timed).sum(axis=0) / numpy.maximum(questions, 1)
        slow = ((plain - long) * timed).sum(axis=1) / numpy.maximum(persons, 1)
    fitted = long + slow[:, None]
    squares = (plain - fitted) ** 2 * timed
    deviation = numpy.sqrt(squares.sum(axis=0) / numpy.maximum(questions - 1, 1))
    deviation = numpy.maximum(deviation, 1e-6)
    number = numpy.maximum(persons, 1)
    z = ((squares / deviation**2).sum(axis=1) - number) / numpy.sqrt(2 * number)
    return z, fitted, deviation


def flagged(fits: Fits) -> Iterator[int]:
    """Indices of the persons who are flagged."""
    return (place for place, person in enumerate(fits.persons) if person.flagged)
