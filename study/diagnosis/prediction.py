"""Predicting a person's other answers from half of their answers and from everybody else's.

Two predictions are combined. *Readers*: the person's probable readings (`readers`), each of which
leaves some choices open, among which the others' answers decide. *Neighbours*: the answers of the
others, with most weight for those who agreed with the person on the known half. Their product, each
raised to its share, gives the choice. How far to trust readers, agreement and either side is chosen
on known halves, by predicting one half of them from the other: the prediction is the mean over the
settings that are not significantly worse there. Where nothing is gained, the others' most frequent
answer is predicted. Settings are chosen for one half of the persons at a time, without these
persons' held-out halves: nobody's held-out answers influence their own prediction.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import sqrt
from typing import Any

from study.diagnosis.answers import Answers, halves
from study.diagnosis.readers import Readers

SEEDS = (0, 1, 2, 3, 4)
SMOOTHING = 5.0
"""Pseudo-counts added to the others' answers, spread evenly over a task's choices."""
OTHERS_WEIGHT = 0.02
"""Weight of all others' answers in the neighbours' prediction."""
ROUNDS = 50
GROUPS = 2
"""Number of groups of persons; a setting is chosen for each without their held-out halves."""
MIN_ADVANTAGE = 1.25
"""Number of standard errors by which settings must be better than the others' most frequent
answer."""
EQUAL_WITHIN = 1.0
"""Number of standard errors of the difference within which a setting counts as equally good as the
best."""
MAX_PERSONS = 500
"""Maximum number of persons whose answers are used to choose a setting."""
_SEED_OFFSET = 1000
"""Offset of the seed for splitting known halves."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Weights of the parts of a prediction."""

    deviation: float
    """Share of answers that a reader gives as the others do, whatever the reader considers
    right."""
    closeness: float
    """Exponent of agreement: a neighbour's weight is exp(closeness × share of agreement)."""
    neighbours: float
    """Share of the neighbours' prediction; the readers' prediction has the rest."""


SETTINGS = tuple(
    Setting(*values)
    for values in product((0.2, 0.35, 0.5, 0.65), (4.0, 8.0, 12.0, 16.0), (0.25, 0.5, 0.75))
)


Ensemble = tuple[Setting, ...]
"""Settings whose mean prediction is used; if empty, the others' most frequent answer is."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """Shares of correctly predicted held-out answers."""

    predicted: float | None
    """The mean over splits; None without held-out answers."""
    most_frequent: float | None
    """The same answers predicted as the others' most frequent one."""
    splits: tuple[tuple[float, float], ...]
    """Both for each split."""
    held_out: int
    """Number of held-out answers in all splits together, to tasks that others answered too."""


def predict(answers: Answers, readers: Readers, seeds: Sequence[int] = SEEDS) -> Prediction:
    """How well held-out halves are predicted, with one split per seed."""
    splits = []
    held_out = 0
    for seed in seeds:
        known_half = halves(answers.counts, seed)
        fit = Fit(answers, readers, known_half, ~known_half)
        tested = fit.test_answers
        if not tested:
            continue
        held_out += tested
        hits = 0.0
        for persons, chosen in ensembles(answers, readers, known_half, seed):
            hits += fit.hits_of(persons, chosen)
        splits.append((hits / tested, fit.most_frequent() / tested))
    if not splits:
        return Prediction(None, None, (), 0)
    first, second = (sum(split[n] for split in splits) / len(splits) for n in (0, 1))
    return Prediction(first, second, tuple(splits), held_out)


def ensembles(
    answers: Answers, readers: Readers, known_tasks: Any, seed: int
) -> Iterator[tuple[Any, Ensemble]]:
    """The settings for predicting persons, for each of several groups of persons (indices): they
    are chosen without these persons' held-out halves."""
    import numpy

    inner = halves(answers.counts * known_tasks[:, :, None], seed + _SEED_OFFSET)
    count = len(answers.persons)
    some = numpy.linspace(0, count - 1, min(count, MAX_PERSONS)).round().astype(int)
    for group in range(GROUPS):
        persons = numpy.arange(group, len(answers.persons), GROUPS)
        counts = answers.counts.copy()
        counts[persons] *= known_tasks[persons][:, :, None]
        known_answers = replace(answers, counts=counts)
        sides = ((inner, known_tasks & ~inner), (known_tasks & ~inner, inner))
        yield persons, best([Fit(known_answers, readers, *side, some) for side in sides])


def best(fits: "Sequence[Fit]") -> Ensemble:
    """The settings whose test results cannot be distinguished from those of the best one; none
    where the advantage over the others' most frequent answer may be due to chance (at most
    `MIN_ADVANTAGE` standard errors of the difference, averaged over the fits)."""
    gains = [sum(fit.gains(setting) for fit in fits) for setting in SETTINGS]
    most = max(gains, key=lambda gain: float(gain.sum()))
    alike = [
        place
        for place, gain in enumerate(gains)
        if float((most - gain).sum()) <= EQUAL_WITHIN * _error(most - gain)
    ]
    mean = sum(gains[place] for place in alike) / len(alike)
    if float(mean.sum()) <= MIN_ADVANTAGE * _error(mean):
        return ()
    return tuple(SETTINGS[place] for place in alike)


def _error(difference: Any) -> float:
    """The standard error of the sum of differences in hits, of persons and tasks. Where persons are
    alike, one task that is predicted differently is so for all of them: answers to one task, and of
    one person, may be correlated."""
    apart = (abs(difference), difference.sum(axis=0) ** 2, difference.sum(axis=1) ** 2)
    return sqrt(max(float(squares.sum()) for squares in apart))


class Fit:
    """Everybody's test answers, predicted from their known ones and from the others' answers."""

    def __init__(
        self,
        answers: Answers,
        readers: Readers,
        known_tasks: Any,
        tested_tasks: Any,
        person_places: Any = None,
    ) -> None:
        """`person_places` are the indices of the persons to predict, the rows of the results;
        everybody by default."""
        import numpy

        self._counts = answers.counts
        self._offered_choices = answers.offered_choices
        self._right = readers.right
        self._known_tasks = known_tasks
        self._person_places = (
            numpy.arange(len(answers.persons)) if person_places is None else person_places
        )
        self._other_counts = answers.counts.sum(axis=0)[None] - answers.counts[self._person_places]
        somebody = self._other_counts.any(axis=2)
        self._test = (
            answers.counts[self._person_places]
            * (tested_tasks[self._person_places] & somebody)[:, :, None]
        )
        self.test_answers = int(self._test.sum())
        self._base = self._smoothed(self._other_counts, self._offered_choices)
        self._agreement = self._agreements()
        self._by_readers: dict[float, Any] = {}
        self._by_neighbours: dict[float, Any] = {}

    def gains(self, setting: Setting) -> Any:
        """For each person and task, the test answers predicted under a setting minus those that are
        the others' most frequent one."""
        return (self._hit(self.scores(setting)) - self._hit(self._other_counts))[:, :, 0]

    def hits_of(self, persons: Any, ensemble: Ensemble) -> float:
        """Number of test answers of some persons, by index, predicted under some settings."""
        return float(self._hit(self._mean(ensemble))[persons].sum())

    def choices(self, ensemble: Ensemble) -> Any:
        """The choice predicted for each person and task."""
        return self._best(self._mean(ensemble))

    def _mean(self, ensemble: Ensemble) -> Any:
        """Probability of each choice, the mean over some settings; without any, how many of the
        others gave it: persons × tasks × choices."""
        import numpy

        if not ensemble:
            return self._other_counts
        total = numpy.zeros(self._other_counts.shape)
        for setting in ensemble:
            scores = self.scores(setting)
            likely = (
                numpy.exp(scores - scores.max(axis=2, keepdims=True)) * self._offered_choices[None]
            )
            total += likely / likely.sum(axis=2, keepdims=True)
        return total / len(ensemble)

    def scores(self, setting: Setting) -> Any:
        """The log probability of each choice, up to a constant: persons × tasks × choices."""
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
        """Number of test answers that are the others' most frequent one."""
        return self._hits(self._other_counts)

    def _hits(self, scores: Any) -> float:
        return float(self._hit(scores).sum())

    def _hit(self, scores: Any) -> Any:
        """Test answers that the scores predict, for each person and task."""
        import numpy

        best = self._best(scores)
        return numpy.take_along_axis(self._test, best[:, :, None], axis=2)

    def _best(self, scores: Any) -> Any:
        import numpy

        return numpy.where(self._offered_choices[None] > 0, scores, -numpy.inf).argmax(axis=2)

    def _agreements(self) -> Any:
        """For the persons to predict, compared with every person: the share of a person's known
        tasks answered by the other on which the other gave the same answer."""
        import numpy
        from scipy.sparse import csr_array

        known_half = self._known_tasks[self._person_places]
        own_counts = self._counts[self._person_places] * known_half[:, :, None]
        own_counts = own_counts / numpy.maximum(own_counts.sum(axis=2, keepdims=True), 1)
        theirs = self._counts / numpy.maximum(self._counts.sum(axis=2, keepdims=True), 1)
        # Most persons answered few tasks, with one choice each.
        same = (
            csr_array(own_counts.reshape(len(own_counts), -1)) @ theirs.reshape(len(theirs), -1).T
        )
        both = csr_array(own_counts.any(axis=2).astype(float)) @ theirs.any(axis=2).astype(float).T
        return same / numpy.maximum(both, 1)

    def _neighbours(self, closeness: float) -> Any:
        import numpy
        from scipy.sparse import csr_array

        weights = numpy.exp(closeness * self._agreement)
        weights[numpy.arange(len(weights)), self._person_places] = 0
        weights /= numpy.maximum(weights.sum(axis=1, keepdims=True), 1e-300)
        counts = csr_array(self._counts.reshape(len(self._counts), -1).T)
        scores = (counts @ weights.T).T.reshape(self._base.shape) + OTHERS_WEIGHT * self._base
        return numpy.maximum(scores / scores.sum(axis=2, keepdims=True), 1e-12)

    def _readers(self, deviation: float) -> Any:
        """Each person's readers, weighted by their known answers and by how common they are. Only
        known answers decide how common they are, for the others too."""
        import numpy

        everybody = numpy.arange(len(self._known_tasks))
        by_known = _likelihoods(self._known_bases, self._known_tasks, everybody, deviation)
        shares = numpy.full(len(self._right), 1 / len(self._right))
        chances = numpy.exp(by_known - by_known.max(axis=1, keepdims=True))
        for _ in range(ROUNDS):
            weighed = shares + 1e-12
            shares = weighed * (1 / (chances @ weighed) @ chances) / len(chances)
        logs = _likelihoods(self._all_bases, self._known_tasks, self._person_places, deviation)
        logs += numpy.log(shares + 1e-12)
        weights = numpy.exp(logs - logs.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        predicted = numpy.empty(self._test.shape)
        for task, base in enumerate(self._all_bases):
            for place, of_readers in enumerate(base.chances(deviation)):
                of_kind = base.persons[self._person_places] == place
                # Computed for all persons, so that rounding does not depend on the size of a kind.
                predicted[of_kind, task] = (weights @ of_readers)[of_kind]
        return numpy.maximum(predicted, 1e-12)

    @cached_property
    def _all_bases(self) -> "list[_Base]":
        """Bases from all answers."""
        return self._bases(self._counts)

    @cached_property
    def _known_bases(self) -> "list[_Base]":
        """Bases from known answers only."""
        return self._bases(self._counts * self._known_tasks[:, :, None])

    def _bases(self, counts: Any) -> "list[_Base]":
        """The basis for each task."""
        import numpy

        bases = []
        for task, rows in enumerate(counts.transpose(1, 0, 2)):
            kinds = {numpy.zeros(rows.shape[1]).tobytes(): 0}
            persons: Any = numpy.zeros(len(rows), dtype=int)
            for n in numpy.flatnonzero(rows.any(axis=1)):
                persons[n] = kinds.setdefault(rows[n].tobytes(), len(kinds))
            own = numpy.array([numpy.frombuffer(kind) for kind in kinds])
            others = (counts[:, task].sum(axis=0) - own)[:, None]
            smoothed = self._smoothed(others, self._offered_choices[task][None])[:, 0]
            bases.append(_Base(self._right[:, task], own, persons, smoothed))
        return bases

    @staticmethod
    def _smoothed(other_counts: Any, offered_choices: Any) -> Any:
        """The shares of the others' answers to some tasks, smoothed."""
        import numpy

        even = offered_choices / numpy.maximum(offered_choices.sum(axis=1, keepdims=True), 1)
        return (other_counts + SMOOTHING * even) / (
            other_counts.sum(axis=2, keepdims=True) + SMOOTHING
        )


def _likelihoods(bases: "Sequence[_Base]", known_tasks: Any, persons: Any, deviation: float) -> Any:
    """The log probability of some persons' answers to known tasks under each reader."""
    import numpy

    total: Any = numpy.zeros((len(persons), len(bases[0].right)))
    for task, base in enumerate(bases):
        logs = numpy.log(numpy.maximum(base.chances(deviation), 1e-12))
        likely = (logs @ base.own_answers[:, :, None])[:, :, 0]
        rows = numpy.flatnonzero(known_tasks[persons, task])
        total[rows] += likely[base.persons[persons[rows]]]
    return total


@dataclass(frozen=True)
class _Base:
    """The others' answers to one task: the others are the same for all persons who gave the same
    answers to it."""

    right: Any
    """1 where a reader considers a choice right: readers × choices."""
    own_answers: Any
    """The answers that persons gave: kinds of persons × choices."""
    persons: Any
    """The kind of each person."""
    other_shares: Any
    """Probability of each choice by the others' answers: kinds of persons × choices."""

    def chances(self, deviation: float) -> Any:
        """Probability of each choice under each reader: kinds of persons × readers × choices."""
        import numpy

        base = self.other_shares[:, None]
        choices = self.right[None] * base
        total = choices.sum(axis=2, keepdims=True)
        choices = numpy.where(total > 0, choices / numpy.maximum(total, 1e-12), base)
        return (1 - deviation) * choices + deviation * base
