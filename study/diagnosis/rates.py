"""How often each person, and the group, makes each misreading: a mixture model of answers.

An answer is a guess, or it is given under a reading of the question. Each misreading that would
change the question is made with its own rate, independently of the others; at most `MAX_SIZE` are
made at once. All choices that are right under the reading are then equally probable; in a guess,
all choices are. Rates are computed as logits.

A group's rates maximise the likelihood, with a weak prior that keeps them away from 0 and 1. No
rate is below 0, so each misreading that nobody makes gets a small share of the others'; therefore
misreadings without which the answers are about as probable are removed, one after the other, before
the others' rates are reported (backward elimination). Intervals come from the profile likelihood,
with Student's t over persons; where one person's answers are correlated, they are widened by the
sandwich estimate (Huber 1967, White 1982).

`person_rates` owns a person's rates.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import Any

from items.misreadings.registry import MISREADINGS
from study.diagnosis.answers import Answers
from study.diagnosis.mixture import EDGE, NEVER_LOGIT, Mixture, end_of, share_of
from study.diagnosis.person_rates import CHUNK, Persons, population
from study.diagnosis.readers import Readers
from study.diagnosis.readings import Readings
from study.statistics.intervals import CONFIDENCE

WEAK_PRIOR = (-2.0, 3.0)
"""Mean and standard deviation of the weak prior on a group's logits, for rates of 0.0004 to
0.98."""
FLAT_PRIOR_SD = 10.0
"""Standard deviation of the prior for intervals of a group, which has little effect at a rate of 0,
such as that of each misreading that nobody makes."""
NEEDED_GAIN = 2.71
"""Twice the log likelihood that a misreading must gain for the others' rates to be reported
together with its own: 1 in 20 of those that nobody makes gains it by chance."""
START_LIMIT = 3.0
"""The searches for ends also start with the other logits limited to this distance from 0."""
END_PRECISION = 0.02
"""Precision of the logits of these ends."""
POINTS = 25
"""Number of logits, from edge to edge, for the likelihood of a person's answers."""
SIMULATED_LOGITS = (-7.5, -6.0, -5.0, *(n * 0.3 for n in range(-14, 15)), 5.0, 6.0, 7.5)
"""Logits for which persons are simulated."""
MANY_POINTS = 181
"""The number of logits for how often nothing is misread."""
PLAUSIBLE_DROP, IMPLAUSIBLE_DROP = 2.71, 6.63
"""Where a person's answers are less probable than under the most probable rate by at most the first
of these (twice the log likelihood: for many questions, in 90 % of cases), the rate is in the
person's interval; by more than the second (99 %), it is not. In between, persons are simulated."""
FINE_POINTS = 901
"""Number of logits, from edge to edge, for the interpolation."""
SAYS_NOTHING = 0.9
"""An interval this wide does not tell the rate."""
FEW_ANSWERS = 8
"""With fewer answers, words and tables report no rates: even where every answer is informative
about the rate, intervals from seven are a third of the range or wider."""

AS_IT_STANDS = "as it stands"
GUESS = "guess"


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate with its interval; all between 0 and 1."""

    value: float
    low: float
    high: float

    @property
    def is_informative(self) -> bool:
        """Whether the interval excludes enough for the answers to be informative about the rate."""
        return self.high - self.low < SAYS_NOTHING


@dataclass(frozen=True)
class Rates:
    """The rates of a group and its persons; there is no rate for what none of the questions can
    show."""

    group: dict[str, Rate | None]
    """Misreading to its rate where it would change something; `as it stands` to how often nothing
    is misread in these questions, `guess` to how often an answer is a guess."""
    persons: dict[str, dict[str, Rate | None]]


def fitted(answers: Answers, readings: Sequence[Readings | None], readers: Readers) -> Rates:
    """The rates of the persons and of their group."""
    import numpy

    names = _rated_misreadings(readers)
    model = Mixture(answers, readings, [name for name in names if names[name]])
    nothing: dict[str, Rate | None] = dict.fromkeys((AS_IT_STANDS, *MISREADINGS.usable(), GUESS))
    counts = model.counted(answers)
    if not counts.any():
        return Rates(dict(nothing), {person: dict(nothing) for person in answers.persons})
    weak = numpy.full(model.size, WEAK_PRIOR[0]), numpy.full(model.size, WEAK_PRIOR[1] ** -2.0)
    pooled = model.searched(counts.sum(axis=0), *weak)
    answered = counts.any(axis=(1, 2))
    everything = list(range(model.size))
    unsure = _sandwich(model, pooled, counts[answered], weak[1], everything)
    needed, at = _needed(model, counts.sum(axis=0), pooled, weak)
    group = _group(model, (pooled, unsure), (needed, at), counts[answered], weak)
    own = iter(_persons(model, counts[answered], (pooled, unsure), weak, needed))
    persons = {
        person: dict(nothing) | (next(own) if any_ else {})
        for person, any_ in zip(answers.persons, answered, strict=True)
    }
    return Rates(nothing | group, persons)


def _persons(
    model: Mixture,
    counts: Any,
    fit: tuple[Any, Any],
    weak: tuple[Any, Any],
    needed_places: Sequence[int],
) -> list[dict[str, Rate | None]]:
    """The rates of persons who answered something; None for a misreading that does not change
    anything the person answered."""
    import numpy

    group = population(model, counts, fit, weak)
    logits_shown = numpy.array([model.shows_logits(person_counts) for person_counts in counts])
    persons: list[dict[str, Rate | None]] = [{} for _ in counts]
    drawn = Persons(model, counts, group)
    grid, tried = numpy.linspace(-EDGE, EDGE, POINTS), numpy.array(SIMULATED_LOGITS)
    standing = numpy.linspace(-EDGE, EDGE, MANY_POINTS)
    for place, name in enumerate((*model.names, GUESS)):
        heights = drawn.heights(place, grid)
        simulated = drawn.acceptability(place, tried, _unsettled(grid, heights, tried))
        own_rates = _own(grid, heights, drawn.prior(place, grid), (tried, simulated))
        for person_rates, rate, is_shown in zip(
            persons, own_rates, logits_shown[:, place], strict=True
        ):
            person_rates[name] = rate if is_shown else None
    everything = numpy.arange(model.size)
    tellings = [
        _own(standing, *drawn.standing(standing, free)) for free in (needed_places, everything)
    ]
    for person_rates, rate, whole in zip(persons, *tellings, strict=True):
        person_rates[AS_IT_STANDS] = _both(rate, whole)
    return persons


def _between(grid: Any, logits: Any) -> Any:
    """Matrix that interpolates heights along the grid at some logits."""
    import numpy
    from scipy.interpolate import CubicSpline

    return CubicSpline(grid, numpy.eye(len(grid)))(logits).T


def _unsettled(grid: Any, heights: Any, tried: Any) -> Any:
    """For which logits simulated persons must decide whether a person's interval contains them:
    persons × logits."""
    between = _between(grid, tried)
    away = 2 * (heights.max(axis=1, keepdims=True) - heights) @ between
    # More than necessary, since neighbours are interpolated.
    return (away > PLAUSIBLE_DROP / 4) & (away <= IMPLAUSIBLE_DROP * 4)


def _own(
    grid: Any, heights: Any, prior: Any, simulated: tuple[Any, Any] | None = None
) -> Iterator[Rate]:
    """Persons' rates, from the probability of each person's answers along a grid of logits (persons
    × logits) and of the logits among the group's persons. An interval contains the logits that
    answers of simulated persons do not contradict, where persons were simulated; otherwise those
    under which answers are not much less probable than under the most probable one."""
    import numpy
    from scipy.interpolate import make_interp_spline
    from scipy.stats import norm

    fine = numpy.linspace(-EDGE, EDGE, FINE_POINTS)
    between = _between(grid, fine)
    if simulated is not None:
        tried, accepted = simulated
        straight = make_interp_spline(tried, numpy.eye(len(tried)), k=1)
        nearest = straight(fine.clip(tried[0], tried[-1])).T
    for first in range(0, len(heights), CHUNK):
        some = heights[first : first + CHUNK] @ between
        away = 2 * (some.max(axis=1, keepdims=True) - some)
        likely = away <= _quantile(None) ** 2
        if simulated is not None:
            # Between two logits, tails change like those of the normal distribution.
            tails = norm.ppf(accepted[first : first + CHUNK] / 2) @ nearest
            usual = (away <= PLAUSIBLE_DROP) | (
                (away <= IMPLAUSIBLE_DROP) & (-tails < _quantile(None))
            )
            likely = numpy.where(numpy.isnan(tails), likely, usual)
        low = fine[likely.argmax(axis=1)]
        high = fine[::-1][likely[:, ::-1].argmax(axis=1)]
        value = fine[(some + prior @ between).argmax(axis=1)].clip(low, high)
        for logits in zip(value.tolist(), low.tolist(), high.tolist(), strict=True):
            yield _rate(*logits)


def _group(
    model: Mixture,
    full_fit: tuple[Any, Any],
    needed_fit: tuple[list[int], Any],
    counts: Any,
    weak: tuple[Any, Any],
) -> dict[str, Rate | None]:
    """The group's rates, from all logits with their variance, and from those that are needed. A
    misreading that the answers do not need has its rate from the fit with those needed."""
    total = counts.sum(axis=0)
    pooled, unsure = full_fit
    needed_places, at = needed_fit
    quantile = _quantile(len(counts))
    variance = _sandwich(model, at, counts, weak[1], needed_places)
    mean, precision = weak
    group_rates: dict[str, Rate | None] = {
        AS_IT_STANDS: _both(
            _normal(model, at, variance, quantile), _normal(model, pooled, unsure, quantile)
        )
    }
    for place, name in enumerate((*model.names, GUESS)):
        free, fitted_logits = needed_places, at
        if place not in needed_places:
            free = sorted((*needed_places, place))
            start = at.copy()
            start[place] = pooled[place]
            fitted_logits, _ = model.posterior(total, mean, precision, start, free)
        rate = _profiled(model, counts, weak, free, place, fitted_logits, quantile)
        if len(free) < model.size:
            whole = list(range(model.size))
            other = _profiled(model, counts, weak, whole, place, pooled, quantile)
            rate = _both(rate, other)
        group_rates[name] = rate
    return group_rates


def _both(needed_rate: Rate, rate_of_all: Rate) -> Rate:
    """A rate with the union of the intervals from the needed misreadings and from all: that the
    answers do not need a misreading does not mean that nobody makes it."""
    return Rate(
        needed_rate.value,
        min(needed_rate.low, rate_of_all.low),
        max(needed_rate.high, rate_of_all.high),
    )


def _needed(
    model: Mixture, total: Any, pooled: Any, weak: tuple[Any, Any]
) -> tuple[list[int], Any]:
    """Indices of the misreadings that the answers need, and of guesses, and the logits with only
    these. Of those not needed, the one that loses least is removed first."""
    mean, precision = weak
    free, at = list(range(model.size)), pooled
    likely = model.likelihood(at, total)
    while True:
        tried = []
        for place in free[:-1]:
            start = at.copy()
            start[place] = NEVER_LOGIT
            rest = [other for other in free if other != place]
            fitted_logits, _ = model.posterior(total, mean, precision, start, rest)
            lost = 2 * (likely - model.likelihood(fitted_logits, total))
            tried.append((lost, place, fitted_logits))
            if lost <= 0:
                break
        least = min(tried, key=lambda attempt: attempt[:2], default=None)
        if least is None or least[0] >= NEEDED_GAIN:
            return free, at
        _, place, at = least
        free = [other for other in free if other != place]
        likely = model.likelihood(at, total)


def _profiled(
    model: Mixture,
    counts: Any,
    weak: tuple[Any, Any],
    free_places: Sequence[int],
    place: int,
    logits: Any,
    quantile: float,
) -> Rate:
    """A rate, and the interval of those under which the answers are not much less probable, with
    the other free rates maximised."""
    import numpy

    total = counts.sum(axis=0)
    own = numpy.array(free_places)
    mean, precision = weak[0], numpy.full(model.size, FLAT_PRIOR_SD**-2.0)
    logits, _ = model.posterior(total, mean, precision, logits, free_places)
    variances = _variances(model, logits, counts, precision, free_places)
    plain, robust = (float(variance.diagonal()[own == place][0]) for variance in variances)
    # Student's t applies to the information from the persons alone.
    limit = max(_quantile(None), quantile * sqrt(robust / plain))
    highest = model.height(logits, total, mean, precision, own)
    others = [other for other in free_places if other != place]

    def end(sign: int) -> float:
        profiled_logits = logits

        def beyond(logit: float) -> bool:
            nonlocal profiled_logits
            reached_at, height = profiled_logits, -inf
            # Start near 0 as well: rates that came near 0 or 1 on the way hardly move again.
            for begin in (profiled_logits, profiled_logits.clip(-START_LIMIT, START_LIMIT)):
                start = begin.copy()
                start[place] = logit
                tried, _ = model.posterior(total, mean, precision, start, others)
                reached = model.height(tried, total, mean, precision, own)
                if reached > height:
                    reached_at, height = tried, reached
            lower = highest - height
            if 2 * lower >= limit**2:
                return True
            profiled_logits = reached_at
            return False

        step = sign * min(max(limit * sqrt(plain), 0.2), 3.0)
        near, far = float(logits[place]), float(logits[place]) + step
        while abs(far) < EDGE and not beyond(far):
            near, far = far, far + step
        if abs(far) >= EDGE:
            return sign * EDGE
        # Bisect, since a search from afar may not end at the global maximum.
        while abs(far - near) > END_PRECISION:
            middle = (near + far) / 2
            near, far = (near, middle) if beyond(middle) else (middle, far)
        return far

    return _rate(float(logits[place]), end(-1), end(1))


def _rate(value: float, low: float, high: float) -> Rate:
    """A rate from logits. An interval to the edge includes the rate there."""
    return Rate(share_of(value), end_of(low), end_of(high))


def _sandwich(
    model: Mixture, logits: Any, counts: Any, precision: Any, free_places: Sequence[int]
) -> Any:
    """The variance of the group's free logits, 0 for the others."""
    import numpy

    bread, robust = _variances(model, logits, counts, precision, free_places)
    # Few persons can agree by chance: never narrower than for independent answers.
    plain = numpy.diag(bread)
    widen = numpy.sqrt(numpy.maximum(plain / numpy.maximum(robust.diagonal(), 1e-12), 1))
    robust = robust * numpy.outer(widen, widen)
    # Where everybody answers alike, there is nothing to widen.
    numpy.fill_diagonal(robust, numpy.maximum(robust.diagonal(), plain))
    whole = numpy.zeros((model.size, model.size))
    places: Any = numpy.ix_(free_places, free_places)
    whole[places] = robust
    return whole


def _variances(
    model: Mixture, logits: Any, counts: Any, precision: Any, free_places: Sequence[int]
) -> tuple[Any, Any]:
    """The variance of the free logits where answers are independent, and where persons are. With
    one respondent, answers are independent."""
    import numpy

    information = model.information(logits, counts.sum(axis=0)) + numpy.diag(precision)
    bread = numpy.linalg.inv(information[numpy.ix_(free_places, free_places)])
    persons = len(counts)
    if persons < 2:
        return bread, bread
    _, slopes = model.slopes(logits)
    scores = numpy.einsum("ptc,tcm->pm", counts, slopes)[:, free_places]
    scores -= scores.mean(axis=0)
    meat = scores.T @ scores * persons / (persons - 1)
    return bread, bread @ meat @ bread


def _quantile(persons: int | None) -> float:
    """The quantile of Student's t over persons, or of the normal distribution without persons."""
    from scipy.stats import norm, t

    tail = (1 + CONFIDENCE) / 2
    return float(norm.ppf(tail) if persons is None or persons < 2 else t.ppf(tail, persons - 1))


def _rated_misreadings(readers: Readers) -> dict[str, bool]:
    """Whether a misreading has a rate: some question shows it, and distinguishes it from those
    earlier in the registry, whose rate would otherwise represent both."""
    stand_ins = {
        name
        for group in readers.alike_readers
        for combination in group[1:]
        if len(combination) == 1
        for name in combination
    }
    return {
        name: bool(readers.with_misreading(name)) and name not in stand_ins
        for name in MISREADINGS.usable()
    }


class Questions:
    """The expected information of answers to questions about rates, before anybody answers."""

    def __init__(
        self, answers: Answers, readings: Sequence[Readings | None], readers: Readers
    ) -> None:
        """`answers` has the questions; the answers themselves are not used."""
        names = _rated_misreadings(readers)
        self._model = Mixture(answers, readings, [name for name in names if names[name]])
        tasks = self._model.tasks
        self.places: list[int] = [] if tasks is None else [int(n) for n in tasks]
        """Indices of the questions that can be decided."""
        self.names: list[str] = self._model.names
        """Misreadings with a rate."""
        self.size = self._model.size
        """Number of rates: one for each name, and that of guesses."""

    def informations(self, rate: float, guess: float) -> Any:
        """Fisher's information of one answer to each question about the logits, where each
        misreading has this rate: questions × logits × logits."""
        import numpy

        if not self.places:
            return numpy.zeros((0, self.size, self.size))
        at = numpy.full(self.size, numpy.log(rate / (1 - rate)))
        at[-1] = numpy.log(guess / (1 - guess))
        chances, slopes = self._model.slopes(at)
        return numpy.einsum("tc,tcm,tcn->tmn", chances, slopes, slopes)


def _normal(model: Mixture, logits: Any, variance: Any, quantile: float) -> Rate:
    """How often nothing is misread, by the delta method on the logit scale."""
    value, slope = float(model.standing_logit(logits[None])[0]), model.standing_slope(logits)
    width = quantile * sqrt(max(float(slope @ variance @ slope), 0))
    return _rate(value, value - width, value + width)
