"""How often each person, and the group, makes each misreading: a mixture model of answers.

An answer is a guess, or it is given under a reading of the question. Each misreading that would
change something in the question is made with a rate of its own, independently of the others; up to
`TOGETHER` are made at once. Whoever reads so takes every choice that is then right alike; a guess
takes any choice. Rates are worked with as logits.

A group's rates are those of the maximum of the likelihood, with a weak prior that keeps them off 0
and 1; their intervals take persons as independent, however much one person's answers go together
(the sandwich estimate of Huber 1967 and White 1982), with Student's t. A person's rates are those
of the maximum of the posterior whose prior is the distribution of the group's persons (an empirical
Bayes estimate: its spread is fitted by EM with Laplace's approximation); their intervals are those
of the approximate normal posterior, so that readings which agree on most questions widen them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from items.misreadings.registry import MISREADINGS
from study.diagnosis.answers import Answers
from study.diagnosis.readers import Readers
from study.diagnosis.readings import Names, Readings
from study.statistics.intervals import CONFIDENCE

TOGETHER = 3
"""Misreadings made at once in one answer, at most."""
MANY = 8
"""Of more misreadings that change something in a question, two are made at once, at most."""
WEAK = (-2.0, 3.0)
"""Mean and standard deviation of the weak prior on a group's logits: rates of 0.0004 to 0.98."""
SPREAD = 1.0
"""Standard deviation of persons' logits to begin with; the least is `LEAST_SPREAD`."""
LEAST_SPREAD = 0.3
ROUNDS = 4
"""Rounds of the EM for the spread."""
STEPS = 40
"""Steps of Fisher scoring, at most."""
SETTLED = 1e-4
"""Scoring ends when no logit changes by more."""

AS_IT_STANDS = "as it stands"
GUESS = "guess"


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate with its interval; all between 0 and 1."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Rates:
    """The rates of a group and its persons; what no question at hand can show has no rate."""

    group: dict[str, Rate | None]
    """Misreading to how often it is made where it would change something; `as it stands` to how
    often nothing is misread in these questions, `guess` to how often an answer is a guess."""
    persons: dict[str, dict[str, Rate | None]]


def fitted(answers: Answers, readings: Sequence[Readings | None], readers: Readers) -> Rates:
    """The rates of the persons and of their group."""
    import numpy

    names = _shown(readers)
    model = _Model(answers, readings, [name for name in names if names[name]])
    nothing: dict[str, Rate | None] = dict.fromkeys((AS_IT_STANDS, *MISREADINGS, GUESS))
    if model.tasks is None or not answers.counts[:, model.tasks].any():
        return Rates(dict(nothing), {person: dict(nothing) for person in answers.persons})
    counts = answers.counts[:, model.tasks]
    weak = numpy.full(model.size, WEAK[0]), numpy.full(model.size, WEAK[1] ** -2.0)
    pooled = model.searched(counts.sum(axis=0), *weak)
    answered = counts.any(axis=(1, 2))
    unsure = _sandwich(model, pooled, counts[answered], weak[1])
    group = model.rates(pooled, unsure, _quantile(int(answered.sum())))
    spread = numpy.full(model.size, SPREAD)
    fits = [(pooled, numpy.eye(model.size)) for _ in counts]
    for _ in range(ROUNDS):
        precision = spread**-2.0
        fits = [
            model.posterior(mine, pooled, precision, at)
            for mine, (at, _) in zip(counts, fits, strict=True)
        ]
        pairs = [fit for fit, any_ in zip(fits, answered, strict=True) if any_]
        squares = [(at - pooled) ** 2 + numpy.diag(variance) for at, variance in pairs]
        spread = numpy.maximum(numpy.sqrt(numpy.mean(squares, axis=0)), LEAST_SPREAD)
    precision = spread**-2.0
    persons = {}
    for person, (at, variance), any_ in zip(answers.persons, fits, answered, strict=True):
        # What is not known of the group is not known of the person, as far as it rests on it.
        leaned = variance * precision
        total = variance + leaned @ unsure @ leaned.T
        persons[person] = dict(nothing)
        if any_:
            persons[person] |= model.rates(at, total, _quantile(None))
    return Rates(nothing | group, persons)


def _sandwich(model: "_Model", at: Any, counts: Any, precision: Any) -> Any:
    """The variance of the group's logits. Over one respondent, answers are independent."""
    import numpy

    bread = numpy.linalg.inv(model.information(at, counts.sum(axis=0)) + numpy.diag(precision))
    persons = len(counts)
    if persons < 2:
        return bread
    _, slopes = model.slopes(at)
    scores = numpy.einsum("ptc,tcm->pm", counts, slopes)
    scores -= scores.mean(axis=0)
    meat = scores.T @ scores * persons / (persons - 1)
    # Few persons can agree by chance: never narrower than independent answers would be.
    robust = bread @ meat @ bread
    widen = numpy.sqrt(
        numpy.maximum(numpy.diag(bread) / numpy.maximum(robust.diagonal(), 1e-12), 1)
    )
    return robust * numpy.outer(widen, widen)


def _quantile(persons: int | None) -> float:
    """Of Student's t over persons; of the normal distribution where there are none to be over."""
    from scipy.stats import norm, t

    tail = (1 + CONFIDENCE) / 2
    return float(norm.ppf(tail) if persons is None or persons < 2 else t.ppf(tail, persons - 1))


def _shown(readers: Readers) -> dict[str, bool]:
    """Whether a misreading has a rate: some question shows it, and shows it apart from one that the
    registry has earlier, whose rate then stands for both."""
    stand_ins = {
        name
        for group in readers.alike
        for combination in group[1:]
        if len(combination) == 1
        for name in combination
    }
    return {
        name: bool(readers.with_misreading(name)) and name not in stand_ins for name in MISREADINGS
    }


class Questions:
    """What answers to questions are expected to tell of rates, before anybody answers."""

    def __init__(
        self, answers: Answers, readings: Sequence[Readings | None], readers: Readers
    ) -> None:
        """`answers` has the questions; what was answered does not count."""
        names = _shown(readers)
        self._model = _Model(answers, readings, [name for name in names if names[name]])
        tasks = self._model.tasks
        self.places: list[int] = [] if tasks is None else [int(n) for n in tasks]
        """Of the questions that can be decided."""
        self.names: list[str] = self._model.names
        """Misreadings with a rate."""
        self.size = self._model.size
        """Of rates: one for each name, and that of guesses."""

    def informations(self, rate: float, guess: float) -> Any:
        """Fisher's information of one answer to each question on the logits, where each misreading
        has this rate: questions × logits × logits."""
        import numpy

        if not self.places:
            return numpy.zeros((0, self.size, self.size))
        at = numpy.full(self.size, numpy.log(rate / (1 - rate)))
        at[-1] = numpy.log(guess / (1 - guess))
        chances, slopes = self._model.slopes(at)
        return numpy.einsum("tc,tcm,tcn->tmn", chances, slopes, slopes)


class _Model:
    """The likelihood of answers to questions, as a function of logits: one for each misreading
    that some question shows, and one for guesses."""

    def __init__(
        self, answers: Answers, readings: Sequence[Readings | None], names: Sequence[str]
    ) -> None:
        import numpy

        widest = answers.offered.shape[1] if len(answers.offered) else 0
        rows = []
        for place, reading in enumerate(readings):
            if reading is not None and reading.right():
                rows.append((place, list(_ways(reading, names))))
        self.tasks = numpy.array([place for place, _ in rows], dtype=int) if rows else None
        used = {name for _, ways in rows for way, _ in ways for name in way}
        self.names = [name for name in names if name in used]
        self.size = len(self.names) + 1
        most = max((len(ways) for _, ways in rows), default=0)
        column = {name: n for n, name in enumerate(self.names)}
        self._made = numpy.zeros((len(rows), most, len(self.names)))
        self._there: Any = numpy.zeros((len(rows), most), dtype=bool)
        self._chosen = numpy.zeros((len(rows), most, widest))
        offered = answers.offered[self.tasks] if rows else answers.offered[:0]
        self._even = offered / numpy.maximum(offered.sum(axis=1, keepdims=True), 1)
        for task, (_, ways) in enumerate(rows):
            for n, (way, right) in enumerate(ways):
                self._there[task, n] = True
                self._made[task, n, [column[name] for name in way]] = 1
                if right:
                    self._chosen[task, n, sorted(right)] = 1 / len(right)
                else:
                    self._chosen[task, n] = self._even[task]

    def ways(self, at: Any) -> Any:
        """How probable each way of reading each question is: questions × ways."""
        import numpy

        logs = numpy.where(self._there, self._made @ at[:-1], -numpy.inf)
        logs -= logs.max(axis=1, keepdims=True)
        weights = numpy.exp(logs)
        return weights / weights.sum(axis=1, keepdims=True)

    def slopes(self, at: Any) -> tuple[Any, Any]:
        """How probable each choice is, and the slopes of its logarithm: questions × choices, and ×
        logits."""
        import numpy

        ways = self.ways(at)
        guess = 1 / (1 + numpy.exp(-at[-1]))
        joint = ways[:, :, None] * self._chosen
        read = joint.sum(axis=1)
        mean = (ways[:, None, :] @ self._made)[:, 0]
        moved = joint.transpose(0, 2, 1) @ self._made - read[:, :, None] * mean[:, None, :]
        chances = (1 - guess) * read + guess * self._even
        safe = numpy.maximum(chances, 1e-12)
        own = guess * (1 - guess) * (self._even - read) / safe
        slopes = numpy.concatenate(
            [(1 - guess) * moved / safe[:, :, None], own[:, :, None]], axis=2
        )
        return chances, slopes

    def information(self, at: Any, counts: Any) -> Any:
        """Fisher's expected information of so many answers to each question."""
        return _information(*self.slopes(at), counts)

    def searched(self, counts: Any, mean: Any, precision: Any) -> Any:
        """The logits of the highest posterior under independent normal priors, from wherever it
        begins: for a group, which may begin far from where it ends."""
        import numpy
        from scipy.optimize import minimize

        def height(at: Any) -> tuple[float, Any]:
            _, slopes = self.slopes(at)
            slope = numpy.einsum("tc,tcm->m", counts, slopes) - precision * (at - mean)
            return -self._height(at, counts, mean, precision), -slope

        return minimize(height, mean, jac=True, method="L-BFGS-B", options={"maxiter": 500}).x

    def posterior(self, counts: Any, mean: Any, precision: Any, start: Any) -> tuple[Any, Any]:
        """The logits of the highest posterior under independent normal priors, by Fisher scoring,
        and its variance."""
        import numpy

        at = numpy.array(start, dtype=float)
        best = self._height(at, counts, mean, precision)
        for _ in range(STEPS):
            chances, slopes = self.slopes(at)
            slope = numpy.einsum("tc,tcm->m", counts, slopes) - precision * (at - mean)
            curve = _information(chances, slopes, counts) + numpy.diag(precision)
            step = numpy.clip(numpy.linalg.solve(curve, slope), -2, 2)
            size = 1.0
            while size > 1e-3:
                there = at + size * step
                height = self._height(there, counts, mean, precision)
                if height >= best - 1e-12:
                    break
                size /= 2
            else:
                break
            at, best = there, height
            if numpy.abs(size * step).max() < SETTLED:
                break
        curve = self.information(at, counts) + numpy.diag(precision)
        return at, numpy.linalg.inv(curve)

    def _height(self, at: Any, counts: Any, mean: Any, precision: Any) -> float:
        import numpy

        chances = self.chances(at)
        fit = float((counts * numpy.log(numpy.maximum(chances, 1e-12))).sum())
        return fit - float((precision * (at - mean) ** 2).sum()) / 2

    def chances(self, at: Any) -> Any:
        """How probable each choice is: questions × choices."""
        import numpy

        guess = 1 / (1 + numpy.exp(-at[-1]))
        read = (self.ways(at)[:, None, :] @ self._chosen)[:, 0]
        return (1 - guess) * read + guess * self._even

    def rates(self, at: Any, variance: Any, quantile: float) -> dict[str, Rate | None]:
        """The rates with their intervals."""
        import numpy

        widths = quantile * numpy.sqrt(numpy.maximum(numpy.diag(variance), 0))
        outcome: dict[str, Rate | None] = {
            AS_IT_STANDS: self._standing(at, variance, quantile),
        }
        for name, logit, width in zip((*self.names, GUESS), at, widths, strict=True):
            outcome[name] = Rate(*(_share(logit + by) for by in (0, -width, width)))
        return outcome

    def _standing(self, at: Any, variance: Any, quantile: float) -> Rate:
        """How often nothing is misread, the mean over the questions; by the delta method, on
        logits."""
        import numpy

        def logit(there: Any) -> float:
            share = float(self.ways(there)[:, 0].mean()) * (1 - _share(there[-1]))
            return float(numpy.log(share / (1 - share)))

        value = logit(at)
        steps = 1e-4 * numpy.eye(self.size)
        slope = numpy.array([(logit(at + step) - value) / 1e-4 for step in steps])
        width = quantile * float(numpy.sqrt(max(slope @ variance @ slope, 0)))
        return Rate(*(_share(value + by) for by in (0, -width, width)))


def _information(chances: Any, slopes: Any, counts: Any) -> Any:
    asked = counts.sum(axis=1)
    flat = slopes.reshape(-1, slopes.shape[2])
    return flat.T @ (flat * (asked[:, None] * chances).reshape(-1, 1))


def _share(logit: float) -> float:
    import math

    return 1 / (1 + math.exp(-max(min(logit, 700), -700)))


def _ways(reading: Readings, names: Sequence[str]) -> Iterator[tuple[Names, frozenset[int]]]:
    """The ways of reading one question: combinations of the misreadings that change something in
    it, the one without any first, each with the choices that are then right."""
    plain = reading.right()
    alone = {name: reading.right((name,)) for name in names}
    applies = {name for name, right in alone.items() if right != plain}
    for first, second in combinations(names, 2):
        together = reading.right((first, second))
        if together != alone[first]:
            applies.add(second)
        if together != alone[second]:
            applies.add(first)
    able = [name for name in names if name in applies]
    for size in range((TOGETHER if len(able) <= MANY else 2) + 1):
        for way in combinations(able, size):
            yield way, reading.right(way)
