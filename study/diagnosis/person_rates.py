"""The rates of single persons, each from the person's own answers.

A person's interval of a rate has all rates under which the person's answers are not much less
probable (integrated likelihood: Berger, Liseo & Wolpert 1999). There is no prior on this rate; the
person's other rates are averaged over what the group's answers say of them: the distribution of its
persons (mean and spread fitted by EM with Laplace's approximation), about each of many rates that
the group may have (drawn by differential evolution: ter Braak 2006). So a rate that the questions
cannot tell from others has a wide interval. The rate that is told is the most probable with the
prior on it, too, as far as the interval allows (a limited translation estimate, Efron & Morris
1972).

How much less probable is too much is told by simulation: with few questions, the limit of a
chi-squared distribution leaves out too much where somebody never reads so, and too little
elsewhere. Persons are simulated who answer the same questions with each value of the logit, and a
value is left out where few of them have answers that speak as strongly for other values (Blaker
2000, with mid-p values: Lancaster 1961).

The average is over logits that are drawn once for all persons, half of them from the group's
distribution, half from around the most probable logits of some persons, and weighed for that. How
often nothing is misread depends on all logits: for each value of it, the average is over the
drawings that come near it, by a kernel. Where none does, some of the group's are moved there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from study.diagnosis.mixture import NEVER, Mixture

SPREAD = 1.0
"""Standard deviation of persons' logits to begin with; the least is `LEAST_SPREAD`."""
LEAST_SPREAD = 0.3
ROUNDS = 10
"""Rounds of the EM for the mean and the spread."""
LOOKED_AT = 100
"""Persons by whom the distribution is fitted, at most: some of many tell it as well as all."""
WIDER = 1.5
"""Around a person's most probable logits, others are drawn so much more widely than they are
known."""
DRAWN = 1_000_000
"""Pairs of a person and of drawn logits, about; logits are drawn `FEWEST` to `MOST` times."""
FEWEST, MOST = 400, 1200
CHAINS, STEPS = 200, 160
"""Of the logits that the group may have, and their steps."""
NEAR = 0.25
"""Standard deviation of the kernel by which how often nothing is misread is averaged, in logits."""
MOVED, EVERY = 30, 3
"""Drawings that are moved, each to every third value of it."""
REACH = 2.0
"""All that are moved to a value count as much as one that is so many kernels away."""
LEAST_MOVED = 0.1
"""Of the logit that is moved most: so every value is reached."""
FARTHEST, MOVES = 150.0, 1201
"""How far it is moved at most, and ways that are looked at."""
TINY = 1e-30
CHUNK = 250
"""Persons worked on at a time."""
SIMULATED = 250
"""Persons simulated with each value of a logit."""
OTHERS = (-9.0, -3.6, -2.1, -0.9, 0.0, 0.9, 2.1, 3.6, 9.0)
"""Answers speak for a greater value of a logit by how much more probable they are with those of
these that are greater than with those that are smaller, on average."""
ALIKE = 1e-3
"""Answers speak as strongly where the difference of these logarithms differs by no more."""
AMONG, FEWEST_AMONG = 400, 100
"""Drawings by which this is worked out, about: as many as `LOOKED_UP` allows."""
LOOKED_UP = 100_000
"""Pairs of a choice of a question and of such a drawing."""
SETS = 8
"""Sets of questions for which persons are simulated, at most: those that most persons answered."""


@dataclass(frozen=True)
class Population:
    """How persons' logits are distributed."""

    mean: Any
    spread: Any
    means: Any
    """Means that are about as probable: rows of logits."""
    fits: list[tuple[Any, Any]]
    """Of the persons by whom it was fitted, the most probable logits with their variance."""


def population(
    model: Mixture, counts: Any, fit: tuple[Any, Any], weak: tuple[Any, Any]
) -> Population:
    """The distribution of the persons who gave these answers. `fit` has the logits of all their
    answers together, with the variance, and `weak` the mean and the precision of the weak prior."""
    import numpy

    pooled, unsure = fit
    some = numpy.linspace(0, len(counts) - 1, min(len(counts), LOOKED_AT)).round().astype(int)
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
        spread = numpy.maximum(numpy.sqrt(numpy.mean(squares, axis=0)), LEAST_SPREAD)
    means = _possible(model, counts, (pooled, unsure), weak) + mean - pooled
    return Population(mean, spread, means, fits)


def _possible(model: Mixture, counts: Any, fit: tuple[Any, Any], weak: tuple[Any, Any]) -> Any:
    """Logits of the group, drawn as probable as all answers together make them; `fit` has the most
    probable ones with their variance. Where questions hardly tell misreadings apart, these lie far
    from one another."""
    import numpy

    random = numpy.random.default_rng(1)
    total = counts.sum(axis=0)
    # Answers of persons who differ tell less than as many independent ones.
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


def _plain(model: Mixture, at: Any, total: Any, precision: Any) -> Any:
    """The variances of the group's logits where all answers are independent."""
    import numpy

    return numpy.linalg.inv(model.information(at, total) + numpy.diag(precision)).diagonal()


class Persons:
    """How probable persons' answers are with each value of one logit, the others averaged over."""

    def __init__(self, model: Mixture, counts: Any, group: Population) -> None:
        import numpy

        self._model = model
        self._counts = counts.reshape(len(counts), -1).astype(numpy.float32)
        self._means = group.means
        self._spread = group.spread
        draws = int(min(max(DRAWN / max(len(counts), 1), FEWEST), MOST))
        random = numpy.random.default_rng(0)
        around = random.integers(len(group.fits), size=draws - draws // 2)
        self._parts = [(at, WIDER**2 * variance) for at, variance in group.fits]
        own = [random.multivariate_normal(*self._parts[n], method="cholesky") for n in around]
        mean = group.means[random.integers(len(group.means), size=draws // 2)]
        theirs = mean + random.normal(0, group.spread, mean.shape)
        self._drawn = numpy.concatenate([theirs, own])

    def prior(self, place: int, logits: Any) -> Any:
        """The logarithm of the density of a logit among the group's persons, up to a constant."""
        return self._distribution(logits[:, None], [place])

    def heights(self, place: int, grid: Any) -> Any:
        """The logarithm of how probable each person's answers are where the logit at a place has
        each of some values: persons × values."""
        import numpy

        weights = self._weights(numpy.delete(numpy.arange(len(self._spread)), place))
        heights = numpy.empty((len(self._counts), len(grid)))
        ats = self._drawn.copy()
        for n, logit in enumerate(grid):
            ats[:, place] = logit
            for persons, likely in self._likely(ats):
                heights[persons, n] = _summed(likely + weights)
        return heights

    def acceptability(self, place: int, grid: Any, wanted: Any) -> Any:
        """How many of simulated persons, of 1, have answers that speak at least as strongly against
        each value of a logit as a person's do: persons × values. It is told where it is wanted of
        somebody with the same set of questions, and 1 elsewhere. Not a number of persons whose set
        is not among those that most answered."""
        import numpy

        times_asked = self._counts.reshape(-1, *self._model.shape).sum(axis=2)
        sets, own, often = numpy.unique(
            times_asked, axis=0, return_inverse=True, return_counts=True
        )
        weights = self._weights(numpy.delete(numpy.arange(len(self._spread)), place))
        random = numpy.random.default_rng(2)
        shares = numpy.exp(weights - weights.max(), dtype=float)
        theirs = self._drawn[random.choice(len(weights), SIMULATED, p=shares / shares.sum())]
        luck = random.random(
            (int(sets.max()), times_asked.shape[1], 1, SIMULATED), dtype=numpy.float32
        )
        among = min(max(LOOKED_UP // self._counts.shape[1], FEWEST_AMONG), AMONG)
        step = -(-len(weights) // among)
        ats, weights = self._drawn[::step].copy(), weights[::step]
        logs = []
        for other in OTHERS:
            ats[:, place] = other
            logs.append(self._logs(ats))
        outcome = numpy.full((len(times_asked), len(grid)), numpy.nan)
        for number in (-often).argsort(kind="stable")[:SETS]:
            persons = own.reshape(-1) == number
            own_supports = _supports(self._counts[persons], logs, weights)
            outcome[persons] = 1
            for n in numpy.flatnonzero(_near(wanted[persons].any(axis=0))):
                logit = float(grid[n])
                theirs[:, place] = logit
                counts = self._answered(theirs, sets[number], luck)
                spoken = (
                    _speaks(supports, logit)
                    for supports in (own_supports, _supports(counts, logs, weights))
                )
                outcome[persons, n] = _acceptability(*spoken)
        return outcome

    def _answered(self, ats: Any, times_asked: Any, luck: Any) -> Any:
        """Answers of simulated persons, each with a row of logits, to some questions, each as often
        as it is asked: as the persons' counts. Luck is the same with all logits, so that what comes
        of them hardly jumps."""
        import numpy

        chances = self._model.chances_of_all(ats.astype(numpy.float32))
        below = chances.cumsum(axis=1)[:, :-1]
        choices = numpy.arange(chances.shape[1])[:, None]
        counts = numpy.zeros_like(chances)
        for again, lucky in enumerate(luck):
            chosen = (lucky > below).sum(axis=1, keepdims=True)
            counts += (chosen == choices) & (times_asked > again)[:, None, None]
        return counts.reshape(-1, len(ats)).T

    def standing(self, grid: Any, free: Any) -> tuple[Any, Any]:
        """The same where the logit of how often nothing is misread has each of some values, and the
        logarithm of how probable these are, where only the misreadings at some places are made."""
        import numpy

        weights = self._weights(free)
        ats = numpy.full_like(self._drawn, NEVER)
        ats[:, free] = self._drawn[:, free]
        away = (self._model.standing_logit(ats)[:, None] - grid) / NEAR
        prior = numpy.logaddexp.reduce(weights[:, None] - away**2 / 2, axis=0)
        moved = self._moved(ats[:MOVED], grid[::EVERY], free)
        lightly = numpy.logaddexp.reduce(weights) - numpy.log(len(weights) * MOVED) - REACH**2 / 2
        weights = numpy.append(weights, numpy.full(len(moved), lightly, weights.dtype))
        weights -= weights.max()
        ats = numpy.concatenate([ats, moved])
        away = (self._model.standing_logit(ats)[:, None] - grid) / NEAR
        near = numpy.exp(-(away**2) / 2).astype(numpy.float32)
        evidence = numpy.log(numpy.exp(weights) @ near + TINY)
        heights = numpy.empty((len(self._counts), len(grid)))
        for persons, likely in self._likely(ats):
            likely += weights
            most = likely.max(axis=1, keepdims=True)
            heights[persons] = numpy.log(numpy.exp(likely - most) @ near + TINY) + most - evidence
        return heights, prior

    def _moved(self, ats: Any, grid: Any, free: Any) -> Any:
        """Rows of logits, each moved to about each value of the logit of how often nothing is
        misread: all in one direction, that in which persons have to differ least for it."""
        import numpy

        middle, along = ats.mean(axis=0), numpy.zeros(len(self._spread))
        differ = self._spread**2 + self._means.var(axis=0)
        along[free] = (differ * -self._model.standing_slope(middle))[free]
        along[free] = numpy.maximum(along[free] / along.max(), LEAST_MOVED)
        steps = numpy.linspace(FARTHEST, -FARTHEST, MOVES)
        stands = self._model.standing_logit(middle + steps[:, None] * along)
        moves = numpy.interp(grid, stands, steps)
        return (ats + moves[:, None, None] * along).reshape(-1, len(along))

    def _likely(self, ats: Any) -> Iterator[tuple[slice, Any]]:
        """The logarithm of how probable persons' answers are, some persons at a time, under rows of
        logits: persons × rows."""
        logs = self._logs(ats)
        for first in range(0, len(self._counts), CHUNK):
            persons = slice(first, first + CHUNK)
            yield persons, self._counts[persons] @ logs

    def _logs(self, ats: Any) -> Any:
        """The logarithm of how probable each choice of each question is under rows of logits."""
        import numpy

        chances = self._model.chances_of_all(ats.astype(numpy.float32))
        return numpy.log(numpy.maximum(chances, 1e-12)).reshape(-1, len(ats))

    def _weights(self, places: Any) -> Any:
        """The logarithm of what each drawing of some logits weighs."""
        import numpy

        prior = self._distribution(self._drawn[:, places], places)
        near = [self._near(places, at, variance) for at, variance in self._parts]
        mixed = numpy.logaddexp.reduce(near, axis=0) - numpy.log(len(near))
        return (prior - numpy.logaddexp(prior, mixed)).astype(numpy.float32)

    def _distribution(self, ats: Any, places: Any) -> Any:
        """The logarithm of the density of rows of some logits among the group's persons."""
        import numpy

        spread = self._spread[places]
        away = (ats[:, None] - self._means[None][:, :, places]) / spread
        logs = -(away**2).sum(axis=2) / 2
        scale = numpy.log(spread).sum() + len(spread) * numpy.log(2 * numpy.pi) / 2
        return numpy.logaddexp.reduce(logs, axis=1) - numpy.log(len(self._means)) - scale

    def _near(self, places: Any, at: Any, variance: Any) -> Any:
        """The logarithm of the density of the drawn logits around a person's."""
        from scipy.stats import multivariate_normal

        about = multivariate_normal(at[places], variance[places][:, places])
        return about.logpdf(self._drawn[:, places])


def _summed(logs: Any) -> Any:
    """The logarithms of the sums of rows that are given as logarithms."""
    import numpy

    most = logs.max(axis=1)
    return most + numpy.log(numpy.exp(logs - most[:, None]).sum(axis=1))


def _near(marked: Any) -> Any:
    """What is marked, with its neighbours."""
    around = marked.copy()
    around[1:] |= marked[:-1]
    around[:-1] |= marked[1:]
    return around


def _supports(counts: Any, logs: Sequence[Any], weights: Any) -> Any:
    """The logarithm of how probable answers are with each of the other values: persons × values."""
    import numpy

    return numpy.stack([_summed(counts @ log + weights) for log in logs], axis=1)


def _speaks(supports: Any, logit: float) -> Any:
    """How strongly answers speak for a greater value than this one."""
    import numpy

    others = numpy.array(OTHERS)
    above, below = (
        numpy.logaddexp.reduce(supports[:, side], axis=1) - numpy.log(side.sum())
        for side in (others > logit, others < logit)
    )
    return above - below


def _acceptability(own_supports: Any, simulated: Any) -> Any:
    """Of what persons' answers say, how probable what is at least as unusual is, by what simulated
    persons' say: the smaller tail, and as much of the other as is no larger. What is just as
    unusual counts half."""
    import numpy

    ordered = numpy.sort(simulated)

    def below(values: Any, themselves: int) -> Any:
        first = numpy.searchsorted(ordered, values - ALIKE)
        last = numpy.searchsorted(ordered, values + ALIKE)
        return (first + last + themselves) / 2 / (len(ordered) + themselves)

    lower: Any = below(own_supports, 1)
    levels: Any = numpy.append(below(ordered, 0), [0.0, 1.0])
    tail = numpy.minimum(lower, 1 - lower)
    opposite = numpy.where(lower <= 0.5, 1 - levels[:, None], levels[:, None])
    return tail + numpy.where(opposite <= tail, opposite, 0).max(axis=0)
