"""What a person answers next, from half of their answers and from everybody else's.

Two predictions are joined. *Readers*: the person's probable readings (`readers`), each of which
leaves some choices open, among which the others' answers decide. *Neighbours*: the answers of the
others, those weighing most who agreed with the person on the known half. Their product, each raised
to its share, names the choice. How far to trust readers, agreement and either side is chosen on
known halves, by predicting one half of them from the other; where nothing is gained there, the
others' most frequent answer is predicted. It is chosen for one half of the persons at a time, with
nothing of what these persons' held-out halves hold: nobody's held-out answers have any part in
their own prediction.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import sqrt
from typing import Any

from study.diagnosis.answers import Answers, halves
from study.diagnosis.readers import Readers

SEEDS = (0, 1, 2, 3, 4)
SMOOTHING = 5.0
"""Answers, spread evenly over a task's choices, that are added to the others' answers."""
LEAST = 0.02
"""Weight of all the others' answers in the neighbours' prediction."""
ROUNDS = 50
GROUPS = 2
"""Of persons, for each of which a setting is chosen without their held-out halves."""
_INNER = 1000
"""Added to a seed for the halves of known halves."""


@dataclass(frozen=True, slots=True)
class Setting:
    """How much is believed of what."""

    deviation: float
    """Share of answers that a reader gives as the others do, whatever it takes to be right."""
    closeness: float
    """Exponent of agreement: a neighbour weighs exp(closeness × share of agreement)."""
    neighbours: float
    """Share of the neighbours' prediction; the readers' has the rest."""


SETTINGS = tuple(
    Setting(*values)
    for values in product((0.2, 0.35, 0.5, 0.65), (4.0, 8.0, 12.0, 16.0), (0.25, 0.5, 0.75))
)


@dataclass(frozen=True, slots=True)
class Prediction:
    """Shares of held-out answers that were predicted."""

    predicted: float | None
    """The mean over splits; None over no held-out answer."""
    most_frequent: float | None
    """The same answers predicted by the others' most frequent one."""
    splits: tuple[tuple[float, float], ...]
    """Both for each split."""
    held_out: int
    """Answers held out in all splits together, to tasks that others answered, too."""


def predict(answers: Answers, readers: Readers, seeds: Sequence[int] = SEEDS) -> Prediction:
    """How well held-out halves are predicted, a split for each seed."""
    splits = []
    held_out = 0
    for seed in seeds:
        known = halves(answers.counts, seed)
        fit = Fit(answers, readers, known, ~known)
        tested = fit.tested
        if not tested:
            continue
        held_out += tested
        hits = 0.0
        for persons, setting in settings(answers, readers, known, seed):
            hits += fit.hits_of(persons, setting)
        splits.append((hits / tested, fit.most_frequent() / tested))
    if not splits:
        return Prediction(None, None, (), 0)
    first, second = (sum(split[n] for split in splits) / len(splits) for n in (0, 1))
    return Prediction(first, second, tuple(splits), held_out)


def settings(
    answers: Answers, readers: Readers, known: Any, seed: int
) -> Iterator[tuple[Any, Setting | None]]:
    """The setting by which persons are predicted, for each of some groups of persons (places): it
    is chosen without what these persons' held-out halves hold."""
    import numpy

    inner = halves(answers.counts * known[:, :, None], seed + _INNER)
    for group in range(GROUPS):
        persons = numpy.arange(group, len(answers.persons), GROUPS)
        counts = answers.counts.copy()
        counts[persons] *= known[persons][:, :, None]
        yield persons, Fit(replace(answers, counts=counts), readers, inner, known & ~inner).best()


class Fit:
    """Everybody's test answers predicted from their known ones and from the others' answers."""

    def __init__(self, answers: Answers, readers: Readers, known: Any, tested: Any) -> None:

        self._counts = answers.counts
        self._offered = answers.offered
        self._right = readers.right
        self._known = known
        self._others = _others(answers.counts)
        somebody = self._others.any(axis=2)
        self._test = answers.counts * (tested & somebody)[:, :, None]
        self.tested = int(self._test.sum())
        self._base = self._smoothed(self._others)
        self._agreement = self._agreements()
        self._by_readers: dict[float, Any] = {}
        self._by_neighbours: dict[float, Any] = {}

    def best(self) -> Setting | None:
        """The setting that predicts most test answers; None where what it predicts otherwise than
        the others' most frequent answer does may be better by chance (by no more than the standard
        error of the difference)."""
        setting = max(SETTINGS, key=self.hits)
        more = self._hit(self.scores(setting)) - self._hit(self._others)
        gained, differing = float(more.sum()), float(abs(more).sum())
        return setting if gained > sqrt(differing) else None

    def hits(self, setting: Setting) -> float:
        """Test answers predicted under a setting."""
        return self._hits(self.scores(setting))

    def hits_of(self, persons: Any, setting: Setting | None) -> float:
        """Test answers of some persons, by place, predicted under a setting; by the others' most
        frequent answer where there is none."""
        scores = self._others if setting is None else self.scores(setting)
        return float(self._hit(scores)[persons].sum())

    def choices(self, setting: Setting) -> Any:
        """The choice predicted for each person and task."""
        return self._best(self.scores(setting))

    def scores(self, setting: Setting) -> Any:
        """The logarithm of how probable each choice is, up to a constant: persons × tasks ×
        choices."""
        import numpy

        if setting.deviation not in self._by_readers:
            self._by_readers[setting.deviation] = numpy.log(self._readers(setting.deviation))
        if setting.closeness not in self._by_neighbours:
            self._by_neighbours[setting.closeness] = numpy.log(self._neighbours(setting.closeness))
        return (
            setting.neighbours * self._by_neighbours[setting.closeness]
            + (1 - setting.neighbours) * self._by_readers[setting.deviation]
        )

    def most_frequent(self) -> float:
        """Test answers that are the others' most frequent one."""
        return self._hits(self._others)

    def _hits(self, scores: Any) -> float:
        return float(self._hit(scores).sum())

    def _hit(self, scores: Any) -> Any:
        """Test answers that scores predict, of each person and task."""
        import numpy

        best = self._best(scores)
        return numpy.take_along_axis(self._test, best[:, :, None], axis=2)

    def _best(self, scores: Any) -> Any:
        import numpy

        return numpy.where(self._offered[None] > 0, scores, -numpy.inf).argmax(axis=2)

    def _agreements(self) -> Any:
        """Persons × persons: the share of a person's known tasks, of those the other answered, on
        which the other gave the same answer; 0 to themselves."""
        import numpy

        persons = len(self._counts)
        mine = self._counts * self._known[:, :, None]
        mine = mine / numpy.maximum(mine.sum(axis=2, keepdims=True), 1)
        theirs = self._counts / numpy.maximum(self._counts.sum(axis=2, keepdims=True), 1)
        same = mine.reshape(persons, -1) @ theirs.reshape(persons, -1).T
        both = mine.any(axis=2).astype(float) @ theirs.any(axis=2).astype(float).T
        return same / numpy.maximum(both, 1)

    def _neighbours(self, closeness: float) -> Any:
        import numpy

        weights = numpy.exp(closeness * self._agreement)
        numpy.fill_diagonal(weights, 0)
        weights /= numpy.maximum(weights.sum(axis=1, keepdims=True), 1e-300)
        scores = numpy.tensordot(weights, self._counts, 1) + LEAST * self._base
        return numpy.maximum(scores / scores.sum(axis=2, keepdims=True), 1e-12)

    def _readers(self, deviation: float) -> Any:
        """Each person's readers, weighed by their known answers and by how common they are. How
        common they are is told by known answers alone, of the others too."""
        import numpy

        known = self._counts * self._known[:, :, None]
        shares = numpy.full(len(self._right), 1 / len(self._right))
        by_known = self._likelihoods(self._smoothed(_others(known)), known, deviation)
        for _ in range(ROUNDS):
            shares = _weights(by_known, shares).mean(axis=0)
        predicted = []
        for base, mine in zip(self._base, known, strict=True):
            given = self._given(base, deviation)
            (weights,) = _weights(_likelihood(given, mine)[None], shares)
            predicted.append(numpy.tensordot(weights, given, 1))
        return numpy.maximum(numpy.stack(predicted), 1e-12)

    def _likelihoods(self, bases: Any, known: Any, deviation: float) -> Any:
        """The logarithm of how probable each person's known answers are to each reader."""
        import numpy

        return numpy.stack(
            [
                _likelihood(self._given(base, deviation), mine)
                for base, mine in zip(bases, known, strict=True)
            ]
        )

    def _given(self, base: Any, deviation: float) -> Any:
        """How probable each choice is to each reader, where the others choose like this."""
        import numpy

        choices = self._right * base[None]
        total = choices.sum(axis=2, keepdims=True)
        choices = numpy.where(total > 0, choices / numpy.maximum(total, 1e-12), base[None])
        return (1 - deviation) * choices + deviation * base[None]

    def _smoothed(self, others: Any) -> Any:
        """The shares of the others' answers, smoothed."""
        import numpy

        even = self._offered / numpy.maximum(self._offered.sum(axis=1, keepdims=True), 1)
        return (others + SMOOTHING * even) / (others.sum(axis=2, keepdims=True) + SMOOTHING)


def _others(counts: Any) -> Any:
    """The answers of everybody else, for each person."""
    return counts.sum(axis=0)[None] - counts


def _likelihood(given: Any, mine: Any) -> Any:
    import numpy

    return numpy.log(numpy.maximum(given, 1e-12)).reshape(len(given), -1) @ mine.reshape(-1)


def _weights(likelihood: Any, shares: Any) -> Any:
    """How probable each reader is for each person."""
    import numpy

    logs = likelihood + numpy.log(shares + 1e-12)
    weights = numpy.exp(logs - logs.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)
