"""How often each person, and the group, makes each misreading: a mixture fitted by EM.

An answer is given under one of the readers, each with a rate of its own, or guessed. A reader takes
every choice that is right to it alike; a guess takes any choice. The group's rates are those of the
maximum of the likelihood; a person's are those of the maximum of the posterior whose prior has the
group's rates and weighs as much as `PRIOR` answers (empirical Bayes).
"""

from dataclasses import dataclass
from typing import Any

from items.misreadings.registry import MISREADINGS
from study.diagnosis.answers import Answers
from study.diagnosis.readers import Readers
from study.statistics.intervals import CONFIDENCE

PRIOR = 4.0
"""Answers that the group's rates count for beside a person's own."""
ROUNDS = 300
"""Rounds of EM, at most."""
SETTLED = 1e-6
"""EM ends when no rate changes by more."""
RESAMPLES = 1000


@dataclass(frozen=True, slots=True)
class Rate:
    """A share of answers with its interval; all between 0 and 1."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Rates:
    """The rates of a group and its persons; what no task at hand can show has no rate."""

    group: dict[str, Rate | None]
    """Misreading, or `as it stands` or `guess`, to the mean of the persons' rates."""
    persons: dict[str, dict[str, Rate | None]]


AS_IT_STANDS = "as it stands"
GUESS = "guess"


def mixture(likelihood: Any, weights: Any, prior: Any) -> tuple[Any, Any]:
    """Mixing weights, and each component's expected number of answers, by EM.

    `likelihood` is answers × components, `weights` how often each answer was given, `prior` the
    pseudo-answers of each component (0 for the maximum of the likelihood).
    """
    import numpy

    count = likelihood.shape[1]
    shares = (prior + 1 / count) / (prior + 1 / count).sum()
    expected = numpy.zeros(count)
    for _ in range(ROUNDS):
        joint = likelihood * shares
        expected = weights @ (joint / joint.sum(axis=1, keepdims=True)) if len(joint) else expected
        total = (expected + prior).sum()
        if total == 0:
            break
        updated = (expected + prior) / total
        change = numpy.abs(updated - shares).max()
        shares = updated
        if change < SETTLED:
            break
    return shares, expected


def fitted(answers: Answers, readers: Readers) -> Rates:
    """The rates of the persons and of their group."""
    import numpy

    likelihood = _likelihood(answers, readers)
    where = readers.right.any(axis=(0, 2))
    names = _shown(readers)
    if not answers.counts[:, where].any():
        none: dict[str, Rate | None] = dict.fromkeys(names)
        return Rates(none, {person: dict(none) for person in answers.persons})
    counts = answers.counts[:, where]
    choices = likelihood[where]
    cells = choices.reshape(-1, choices.shape[2])
    pooled = counts.sum(axis=0).reshape(-1)
    used = pooled > 0
    nothing = numpy.zeros(cells.shape[1])
    group, _ = mixture(cells[used], pooled[used], nothing)
    people: dict[str, dict[str, Rate | None]] = {}
    values = []
    for person, given in zip(answers.persons, counts, strict=True):
        weights = given.reshape(-1)
        mine = weights > 0
        shares, _ = mixture(cells[mine], weights[mine], PRIOR * group)
        rates = {
            name: None if places is None else float(shares[places].sum())
            for name, places in names.items()
        }
        values.append(rates)
        number = float(weights.sum())
        people[person] = {name: _interval(rate, number) for name, rate in rates.items()}
    return Rates({name: _mean([rates[name] for rates in values]) for name in names}, people)


def _likelihood(answers: Answers, readers: Readers) -> Any:
    """Tasks × choices × (readers and the guess)."""
    import numpy

    offered = answers.offered / numpy.maximum(answers.offered.sum(axis=1, keepdims=True), 1)
    total = readers.right.sum(axis=2, keepdims=True)
    chosen = numpy.where(total > 0, readers.right / numpy.maximum(total, 1), offered[None])
    return numpy.concatenate([chosen, offered[None]]).transpose(1, 2, 0)


def _shown(readers: Readers) -> dict[str, list[int] | None]:
    """Name of a rate to the components that it sums; None where no task shows the misreading, or
    shows it apart from one that the registry has earlier, whose rate then stands for both."""
    names: dict[str, list[int] | None] = {AS_IT_STANDS: [0]}
    stand_ins = {
        name
        for group in readers.alike
        for combination in group[1:]
        if len(combination) == 1
        for name in combination
    }
    for name in MISREADINGS:
        places = readers.with_misreading(name)
        names[name] = places if places and name not in stand_ins else None
    return names | {GUESS: [len(readers.names)]}


def _interval(rate: float | None, answers: float) -> Rate | None:
    """A rate with the interval of a beta distribution that weighs as much as the person's answers
    and the prior. It leaves out that an answer may have been given under several readings, and is
    therefore too narrow where readings agree on most tasks."""
    if rate is None:
        return None
    from scipy.stats import beta

    weight = answers + PRIOR
    tails = ((1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2)
    low, high = beta.ppf(tails, rate * weight + 0.5, (1 - rate) * weight + 0.5)
    return Rate(rate, min(rate, float(low)), max(rate, float(high)))


def _mean(values: list[float | None]) -> Rate | None:
    """The mean over persons with a percentile interval, persons resampled."""
    import numpy

    known = numpy.array([value for value in values if value is not None])
    if not len(known):
        return None
    drawn = numpy.random.default_rng(0).integers(len(known), size=(RESAMPLES, len(known)))
    tails = 100 * (1 - CONFIDENCE) / 2, 100 * (1 + CONFIDENCE) / 2
    low, high = numpy.percentile(known[drawn].mean(axis=1), tails)
    return Rate(float(known.mean()), float(low), float(high))
