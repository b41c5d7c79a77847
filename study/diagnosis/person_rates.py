"""The rates of single persons, each from the person's own answers.

A person's interval of a rate contains all rates under which the person's answers are not much less
probable (integrated likelihood: Berger, Liseo & Wolpert 1999). There is no prior on this rate; the
person's other rates are averaged over what the group's answers say about them: the distribution of
its persons (mean and spread fitted by EM with Laplace's approximation), around each of many
plausible rates of the group (drawn by differential evolution: ter Braak 2006). So a rate that the
questions cannot distinguish from others has a wide interval. The reported rate is the most probable
one when the prior applies to it too, limited to the interval (a limited translation estimate, Efron
& Morris 1972).

Simulation determines how much less probable is too much: with few questions, the limit from a
chi-squared distribution excludes too much where somebody never reads in this way, and too little
elsewhere. Simulated persons answer the same questions with each value of the logit, and a value is
excluded where few of them have answers that speak as strongly for other values (Blaker 2000, with
mid-p values: Lancaster 1961).

The average is over logits drawn once for all persons, half of them from the group's distribution,
half from around the most probable logits of some persons, with weights that correct for that. How
often nothing is misread depends on all logits: for each value of it, the average is over the draws
near it, by a kernel. Where there are none, some of the group's are moved there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from study.diagnosis.mixture import NEVER_LOGIT, Mixture

SPREAD = 1.0
"""Initial standard deviation of persons' logits; the minimum is `MIN_SPREAD`."""
MIN_SPREAD = 0.3
ROUNDS = 10
"""Rounds of the EM for the mean and the spread."""
MAX_PERSONS = 100
"""Maximum number of persons used to fit the distribution: some of many give the same fit as all."""
SPREAD_FACTOR = 1.5
"""Logits around a person's most probable ones are drawn with their standard error times this."""
DRAW_PAIRS = 1_000_000
"""Approximate number of pairs of a person and of drawn logits; logits are drawn `MIN_DRAWS` to
`MAX_DRAWS` times."""
MIN_DRAWS, MAX_DRAWS = 400, 1200
CHAINS, STEPS = 200, 160
"""Number of chains for the group's logits, and of their steps."""
KERNEL_SD = 0.25
"""Standard deviation in logits of the kernel for averaging how often nothing is misread."""
MOVED_DRAWS, MOVE_STEP = 30, 3
"""Number of draws to move, each to every third value."""
MOVED_WEIGHT_DISTANCE = 2.0
"""All draws moved to a value together weigh as much as one at a distance of this many kernels."""
MIN_RELATIVE_MOVE = 0.1
"""Minimum movement of a logit, relative to the one that moves most, so that every value is
reached."""
MAX_MOVE, MOVE_CANDIDATES = 150.0, 1201
"""Maximum movement, and number of candidates for it."""
TINY = 1e-30
CHUNK = 250
"""Number of persons processed at a time."""
SIMULATED = 250
"""Number of persons simulated with each value of a logit."""
COMPARED_LOGITS = (-9.0, -3.6, -2.1, -0.9, 0.0, 0.9, 2.1, 3.6, 9.0)
"""Logits for measuring how strongly answers speak for a greater value: by how much more probable
they are under the greater of these logits than under the smaller ones, on average."""
SUPPORT_TOLERANCE = 1e-3
"""Answers speak equally strongly where the differences of these logarithms are within this
tolerance."""
SUPPORT_DRAWS, MIN_SUPPORT_DRAWS = 400, 100
"""Approximate number of draws for this computation: as many as `SUPPORT_PAIRS` allows."""
SUPPORT_PAIRS = 100_000
"""Number of pairs of a choice of a question and of such a draw."""
SETS = 8
"""Maximum number of sets of questions to simulate persons for: those that most persons answered."""


@dataclass(frozen=True)
class Population:
    """The distribution of persons' logits."""

    mean: Any
    spread: Any
    means: Any
    """Means of about equal probability: rows of logits."""
    fits: list[tuple[Any, Any]]
    """For the persons used in the fit, the most probable logits with their variance."""


def population(
    model: Mixture, counts: Any, fit: tuple[Any, Any], weak: tuple[Any, Any]
) -> Population:
    """The distribution of the persons who gave these answers. `fit` has the logits for all their
    answers together, with the variance, and `weak` the mean and the precision of the weak prior."""
    import numpy

    pooled, unsure = fit
    some = numpy.linspace(0, len(counts) - 1, min(len(counts), MAX_PERSONS)).round().astype(int)
    spread, mean = numpy.full(model.size, SPREAD), pooled
    fits = [(pooled, numpy.eye(model.size)) for _ in some]
    for last in (*([False] * (ROUNDS - 1)), True):
        precision = spread**-2.0
        fits = [
            model.posterior(counts[n], mean, precision, at)
            for n, (at, _) in zip(some, fits, strict=True)
        ]
        if last:
            break
        logits = numpy.array([at for at, _ in fits])
        weighted_logits = precision * logits.sum(axis=0) + weak[1] * weak[0]
        mean = weighted_logits / (precision * len(fits) + weak[1])
        squares = [(at - mean) ** 2 + numpy.diag(variance) for at, variance in fits]
        spread = numpy.maximum(numpy.sqrt(numpy.mean(squares, axis=0)), MIN_SPREAD)
    means = _possible(model, counts, (pooled, unsure), weak) + mean - pooled
    return Population(mean, spread, means, fits)


def _possible(model: Mixture, counts: Any, fit: tuple[Any, Any], weak: tuple[Any, Any]) -> Any:
    """Logits of the group, drawn from their distribution given all answers together; `fit` has the
    most probable ones with their variance. Where questions hardly distinguish misreadings, these
    are far apart."""
    import numpy

    random = numpy.random.default_rng(1)
    total = counts.sum(axis=0)
    # Answers of persons who differ carry less information than the same number of independent ones.
    robust, plain = fit[1].diagonal(), _plain(model, fit[0], total, weak[1])
    less = float(numpy.maximum(robust / plain, 1).mean())

    def height(ats: Any) -> Any:
        prior = (weak[1] * (ats - weak[0]) ** 2).sum(axis=1) / 2
        return model.likelihoods(ats, total) / less - prior

    size = model.size
    near = random.multivariate_normal(fit[0], fit[1], CHAINS // 2, method="eigh")
    wide = random.normal(weak[0], weak[1] ** -0.5, (CHAINS - CHAINS // 2, size))
    ats = numpy.concatenate([near, wide])
    heights = height(ats)
    draws = []
    for step in range(STEPS):
        first, second = (random.permutation(CHAINS) for _ in range(2))
        far = 1.0 if step % 10 == 9 else 2.38 / numpy.sqrt(2 * size)
        proposed_logits = ats + far * (ats[first] - ats[second]) + random.normal(0, 0.05, ats.shape)
        heights_there = height(proposed_logits)
        better = numpy.log(random.random(CHAINS)) < heights_there - heights
        ats = numpy.where(better[:, None], proposed_logits, ats)
        heights = numpy.where(better, heights_there, heights)
        if step in (STEPS // 2, STEPS - 1):
            draws.append(ats)
    return numpy.concatenate(draws)


def _plain(model: Mixture, logits: Any, total_counts: Any, precision: Any) -> Any:
    """The variances of the group's logits if all answers are independent."""
    import numpy

    return numpy.linalg.inv(
        model.information(logits, total_counts) + numpy.diag(precision)
    ).diagonal()


class Persons:
    """The probability of persons' answers for each value of one logit, averaged over the others."""

    def __init__(self, model: Mixture, counts: Any, group: Population) -> None:
        import numpy

        self._model = model
        self._counts = counts.reshape(len(counts), -1).astype(numpy.float32)
        self._means = group.means
        self._spread = group.spread
        draws = int(min(max(DRAW_PAIRS / max(len(counts), 1), MIN_DRAWS), MAX_DRAWS))
        random = numpy.random.default_rng(0)
        around = random.integers(len(group.fits), size=draws - draws // 2)
        self._parts = [(at, SPREAD_FACTOR**2 * variance) for at, variance in group.fits]
        own = [random.multivariate_normal(*self._parts[n], method="cholesky") for n in around]
        mean = group.means[random.integers(len(group.means), size=draws // 2)]
        theirs = mean + random.normal(0, group.spread, mean.shape)
        self._draws = numpy.concatenate([theirs, own])

    def prior(self, place: int, logits: Any) -> Any:
        """The logarithm of the density of a logit among the group's persons, up to a constant."""
        return self._distribution(logits[:, None], [place])

    def heights(self, place: int, grid: Any) -> Any:
        """The log probability of each person's answers where the logit at a place has each of some
        values: persons × values."""
        import numpy

        weights = self._weights(numpy.delete(numpy.arange(len(self._spread)), place))
        heights = numpy.empty((len(self._counts), len(grid)))
        ats = self._draws.copy()
        for n, logit in enumerate(grid):
            ats[:, place] = logit
            for persons, likely in self._likely(ats):
                heights[persons, n] = _summed(likely + weights)
        return heights

    def acceptability(self, place: int, grid: Any, mask: Any) -> Any:
        """The share of simulated persons whose answers speak at least as strongly against each
        value of a logit as a person's do: persons × values. It is computed where `mask` is true for
        somebody with the same set of questions, and is 1 elsewhere. It is nan for a person whose
        set is not among those answered most."""
        import numpy

        times_asked = self._counts.reshape(-1, *self._model.shape).sum(axis=2)
        sets, own, often = numpy.unique(
            times_asked, axis=0, return_inverse=True, return_counts=True
        )
        weights = self._weights(numpy.delete(numpy.arange(len(self._spread)), place))
        random = numpy.random.default_rng(2)
        shares = numpy.exp(weights - weights.max(), dtype=float)
        theirs = self._draws[random.choice(len(weights), SIMULATED, p=shares / shares.sum())]
        luck = random.random(
            (int(sets.max()), times_asked.shape[1], 1, SIMULATED), dtype=numpy.float32
        )
        among = min(max(SUPPORT_PAIRS // self._counts.shape[1], MIN_SUPPORT_DRAWS), SUPPORT_DRAWS)
        step = -(-len(weights) // among)
        ats, weights = self._draws[::step].copy(), weights[::step]
        logs = []
        for other in COMPARED_LOGITS:
            ats[:, place] = other
            logs.append(self._logs(ats))
        accepted_shares = numpy.full((len(times_asked), len(grid)), numpy.nan)
        for number in (-often).argsort(kind="stable")[:SETS]:
            persons = own.reshape(-1) == number
            own_supports = _supports(self._counts[persons], logs, weights)
            accepted_shares[persons] = 1
            for n in numpy.flatnonzero(_near(mask[persons].any(axis=0))):
                logit = float(grid[n])
                theirs[:, place] = logit
                counts = self._answered(theirs, sets[number], luck)
                spoken = (
                    _speaks(supports, logit)
                    for supports in (own_supports, _supports(counts, logs, weights))
                )
                accepted_shares[persons, n] = _acceptability(*spoken)
        return accepted_shares

    def _answered(self, ats: Any, times_asked: Any, luck: Any) -> Any:
        """Answers of simulated persons, each with a row of logits, to some questions, each repeated
        as often as it is asked: in the form of the persons' counts. All logits use the same random
        numbers, so that results change smoothly."""
        import numpy

        chances = self._model.chances_of_all(ats.astype(numpy.float32))
        below = chances.cumsum(axis=1)[:, :-1]
        choices = numpy.arange(chances.shape[1])[:, None]
        counts = numpy.zeros_like(chances)
        for again, lucky in enumerate(luck):
            chosen = (lucky > below).sum(axis=1, keepdims=True)
            counts += (chosen == choices) & (times_asked > again)[:, None, None]
        return counts.reshape(-1, len(ats)).T

    def standing(self, grid: Any, free_places: Any) -> tuple[Any, Any]:
        """The same where the logit of how often nothing is misread has each of some values, and the
        log density of these, where only the misreadings at some places are made."""
        import numpy

        weights = self._weights(free_places)
        ats = numpy.full_like(self._draws, NEVER_LOGIT)
        ats[:, free_places] = self._draws[:, free_places]
        away = (self._model.standing_logit(ats)[:, None] - grid) / KERNEL_SD
        prior = numpy.logaddexp.reduce(weights[:, None] - away**2 / 2, axis=0)
        moved = self._moved(ats[:MOVED_DRAWS], grid[::MOVE_STEP], free_places)
        lightly = (
            numpy.logaddexp.reduce(weights)
            - numpy.log(len(weights) * MOVED_DRAWS)
            - MOVED_WEIGHT_DISTANCE**2 / 2
        )
        weights = numpy.append(weights, numpy.full(len(moved), lightly, weights.dtype))
        weights -= weights.max()
        ats = numpy.concatenate([ats, moved])
        away = (self._model.standing_logit(ats)[:, None] - grid) / KERNEL_SD
        near = numpy.exp(-(away**2) / 2).astype(numpy.float32)
        evidence = numpy.log(numpy.exp(weights) @ near + TINY)
        heights = numpy.empty((len(self._counts), len(grid)))
        for persons, likely in self._likely(ats):
            likely += weights
            most = likely.max(axis=1, keepdims=True)
            heights[persons] = numpy.log(numpy.exp(likely - most) @ near + TINY) + most - evidence
        return heights, prior

    def _moved(self, ats: Any, grid: Any, free_places: Any) -> Any:
        """Rows of logits, each moved to about each value of the logit of how often nothing is
        misread: all in one direction, the one in which persons need to differ least."""
        import numpy

        middle, along = ats.mean(axis=0), numpy.zeros(len(self._spread))
        differ = self._spread**2 + self._means.var(axis=0)
        along[free_places] = (differ * -self._model.standing_slope(middle))[free_places]
        along[free_places] = numpy.maximum(along[free_places] / along.max(), MIN_RELATIVE_MOVE)
        steps = numpy.linspace(MAX_MOVE, -MAX_MOVE, MOVE_CANDIDATES)
        stands = self._model.standing_logit(middle + steps[:, None] * along)
        moves = numpy.interp(grid, stands, steps)
        return (ats + moves[:, None, None] * along).reshape(-1, len(along))

    def _likely(self, ats: Any) -> Iterator[tuple[slice, Any]]:
        """The log probability of persons' answers, for a chunk of persons at a time, under rows of
        logits: persons × rows."""
        logs = self._logs(ats)
        for first in range(0, len(self._counts), CHUNK):
            persons = slice(first, first + CHUNK)
            yield persons, self._counts[persons] @ logs

    def _logs(self, ats: Any) -> Any:
        """The log probability of each choice of each question under rows of logits."""
        import numpy

        chances = self._model.chances_of_all(ats.astype(numpy.float32))
        return numpy.log(numpy.maximum(chances, 1e-12)).reshape(-1, len(ats))

    def _weights(self, places: Any) -> Any:
        """The log weight of each draw of some logits."""
        import numpy

        prior = self._distribution(self._draws[:, places], places)
        near = [self._near(places, at, variance) for at, variance in self._parts]
        mixed = numpy.logaddexp.reduce(near, axis=0) - numpy.log(len(near))
        return (prior - numpy.logaddexp(prior, mixed)).astype(numpy.float32)

    def _distribution(self, ats: Any, places: Any) -> Any:
        """The log density of rows of some logits among the group's persons."""
        import numpy

        spread = self._spread[places]
        away = (ats[:, None] - self._means[None][:, :, places]) / spread
        logs = -(away**2).sum(axis=2) / 2
        scale = numpy.log(spread).sum() + len(spread) * numpy.log(2 * numpy.pi) / 2
        return numpy.logaddexp.reduce(logs, axis=1) - numpy.log(len(self._means)) - scale

    def _near(self, places: Any, logits: Any, variance: Any) -> Any:
        """The log density of the drawn logits around a person's."""
        from scipy.stats import multivariate_normal

        about = multivariate_normal(logits[places], variance[places][:, places])
        return about.logpdf(self._draws[:, places])


def _summed(logs: Any) -> Any:
    """The logarithms of the sums of rows, given as logarithms."""
    import numpy

    most = logs.max(axis=1)
    return most + numpy.log(numpy.exp(logs - most[:, None]).sum(axis=1))


def _near(mask: Any) -> Any:
    """The marked elements and their neighbours."""
    around = mask.copy()
    around[1:] |= mask[:-1]
    around[:-1] |= mask[1:]
    return around


def _supports(counts: Any, logs: Sequence[Any], weights: Any) -> Any:
    """The log probability of answers under each of the other values: persons × values."""
    import numpy

    return numpy.stack([_summed(counts @ log + weights) for log in logs], axis=1)


def _speaks(supports: Any, logit: float) -> Any:
    """How strongly answers speak for a greater value than this one."""
    import numpy

    others = numpy.array(COMPARED_LOGITS)
    above, below = (
        numpy.logaddexp.reduce(supports[:, side], axis=1) - numpy.log(side.sum())
        for side in (others > logit, others < logit)
    )
    return above - below


def _acceptability(own_supports: Any, simulated: Any) -> Any:
    """The probability, among simulated persons' answers, of what is at least as unusual as persons'
    own: the smaller tail, and as much of the other as is no larger. What is equally unusual counts
    half."""
    import numpy

    ordered = numpy.sort(simulated)

    def below(values: Any, own_count: int) -> Any:
        first = numpy.searchsorted(ordered, values - SUPPORT_TOLERANCE)
        last = numpy.searchsorted(ordered, values + SUPPORT_TOLERANCE)
        return (first + last + own_count) / 2 / (len(ordered) + own_count)

    lower: Any = below(own_supports, 1)
    levels: Any = numpy.append(below(ordered, 0), [0.0, 1.0])
    tail = numpy.minimum(lower, 1 - lower)
    opposite = numpy.where(lower <= 0.5, 1 - levels[:, None], levels[:, None])
    return tail + numpy.where(opposite <= tail, opposite, 0).max(axis=0)
