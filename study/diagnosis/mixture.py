"""The probability of answers to questions, where each misreading has its own rate.

Owns the likelihood, its gradient and its maxima. `rates` owns which rates are reported, with which
intervals.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from study.diagnosis.answers import Answers
from study.diagnosis.readings import Names, Readings

MAX_SIZE = 3
"""Maximum number of misreadings made at once in one answer."""
MANY_MISREADINGS = 8
"""If more misreadings than this change a question, at most two are made at once."""
STEPS = 40
"""Maximum number of steps of Fisher scoring."""
LOGIT_TOLERANCE = 1e-4
"""Scoring ends when no logit changes by more than this."""
MAX_LOGIT = 25.0
"""Logits are limited to this distance from 0, where the product of three is still finite in single
precision."""
NEVER_LOGIT = -12.0
"""The logit of what is never made."""


class Mixture:
    """The likelihood of answers to questions, as a function of logits: one for each misreading that
    changes some question, and one for guesses."""

    def __init__(
        self, answers: Answers, readings: Sequence[Readings | None], names: Sequence[str]
    ) -> None:
        import numpy

        widest = answers.offered_choices.shape[1] if len(answers.offered_choices) else 0
        rows = []
        for place, reading in enumerate(readings):
            if reading is None or not reading.possible:
                continue
            if reading.right() or reading.elsewhere(()):
                rows.append((place, list(_reading_weights(reading, names))))
        self.tasks = numpy.array([place for place, _ in rows], dtype=int) if rows else None
        used = {name for _, task_readings in rows for way, *_ in task_readings for name in way}
        self.names = [name for name in names if name in used]
        self.size = len(self.names) + 1
        column = {name: n for n, name in enumerate(self.names)}
        way_places = {
            way: n for n, way in enumerate(dict.fromkeys(w for _, ws in rows for w, *_ in ws))
        }
        self._way_misreadings: Any = numpy.zeros((len(way_places), len(self.names)))
        """1 where a way of reading includes a misreading: ways × misreadings. Questions share
        ways."""
        self._question_ways: Any = numpy.zeros((len(rows), len(way_places)))
        """1 where a question can be read in a way: questions × ways."""
        self._choice_chances = numpy.zeros((len(rows), widest + 1, len(way_places)))
        """Probability of each choice under each way, followed by an answer that nobody gave:
        questions × choices × ways."""
        self._guess_chances = numpy.zeros((len(rows), widest + 1))
        """Probability of each choice as a guess: questions × choices."""
        for task, (place, _) in enumerate(rows):
            self._guess_chances[task] = _guessed(readings[place], answers.offered_choices[place])
        for way, n in way_places.items():
            self._way_misreadings[n, [column[name] for name in way]] = 1
        for task, (_, task_readings) in enumerate(rows):
            for way, right, elsewhere, shares in task_readings:
                n = way_places[way]
                self._question_ways[task, n] = 1
                if shares is not None:
                    for choice, share in shares.items():
                        self._choice_chances[task, choice, n] = share
                    self._choice_chances[task, -1, n] = 1 - sum(shares.values())
                    continue
                for choices_right in right:
                    if choices_right:
                        self._choice_chances[task, sorted(choices_right), n] += (
                            1 / len(choices_right) / len(right)
                        )
                    elif elsewhere:
                        self._choice_chances[task, -1, n] += 1 / len(right)
                    else:
                        self._choice_chances[task, :, n] += self._guess_chances[task] / len(right)

    @property
    def shape(self) -> tuple[int, int]:
        """Number of questions and of choices, including the last, which nobody gave."""
        questions, choices = self._guess_chances.shape
        return questions, choices

    def counted(self, answers: Answers) -> Any:
        """How often each choice was given, including the last, which nobody gave: persons ×
        questions × choices."""
        import numpy

        tasks = [] if self.tasks is None else self.tasks
        return numpy.pad(answers.counts[:, tasks], ((0, 0), (0, 0), (0, 1)))

    def _weights(self, ats: Any) -> Any:
        """Unnormalised probabilities of the ways, for each row of logits: ways × rows."""
        import numpy

        return numpy.exp(
            self._way_misreadings.astype(ats.dtype) @ ats[:, :-1].clip(-MAX_LOGIT, MAX_LOGIT).T
        )

    def slopes(self, logits: Any) -> tuple[Any, Any]:
        """Probability of each choice, and the gradient of its logarithm: questions × choices, and ×
        logits."""
        import numpy
        from scipy.special import expit

        weights = self._weights(logits[None])
        guess = expit(logits[-1])
        moving = numpy.concatenate([weights, weights * self._way_misreadings], axis=1)
        total = self._question_ways @ moving
        flat = self._choice_chances.reshape(-1, len(moving)) @ moving
        joint = flat.reshape(*self._choice_chances.shape[:2], -1) / total[:, None, :1]
        when_read, mean = joint[:, :, 0], total[:, 1:] / total[:, :1]
        moved = joint[:, :, 1:] - when_read[:, :, None] * mean[:, None, :]
        chances = (1 - guess) * when_read + guess * self._guess_chances
        safe = numpy.maximum(chances, 1e-12)
        own = guess * (1 - guess) * (self._guess_chances - when_read) / safe
        slopes = numpy.concatenate(
            [(1 - guess) * moved / safe[:, :, None], own[:, :, None]], axis=2
        )
        return chances, slopes

    def information(self, logits: Any, counts: Any) -> Any:
        """Fisher's expected information of the answers, given their numbers by question."""
        return _information(*self.slopes(logits), counts)

    def searched(self, counts: Any, mean: Any, precision: Any) -> Any:
        """The logits of the posterior maximum under independent normal priors, from any start: for
        a group, which may start far from its maximum."""
        import numpy
        from scipy.optimize import minimize

        def height(logits: Any) -> tuple[float, Any]:
            _, slopes = self.slopes(logits)
            slope = numpy.einsum("tc,tcm->m", counts, slopes) - precision * (logits - mean)
            return -self.height(logits, counts, mean, precision, slice(None)), -slope

        return minimize(height, mean, jac=True, method="L-BFGS-B", options={"maxiter": 500}).x

    def posterior(
        self,
        counts: Any,
        mean: Any,
        precision: Any,
        start: Any,
        free_places: Sequence[int] | None = None,
    ) -> tuple[Any, Any]:
        """The logits of the posterior maximum under independent normal priors, by Fisher scoring,
        and their variance. If only the logits at `free_places` are free, the others keep their
        start values, and the variance is that of the free ones."""
        import numpy

        own = (
            numpy.arange(self.size) if free_places is None else numpy.array(free_places, dtype=int)
        )
        at = numpy.array(start, dtype=float)
        if not len(own):
            return at, numpy.zeros((0, 0))
        best = self.height(at, counts, mean, precision, own)
        for _ in range(STEPS):
            chances, slopes = self.slopes(at)
            slope = numpy.einsum("tc,tcm->m", counts, slopes) - precision * (at - mean)
            curve = self._curve(chances, slopes, counts, precision, own)
            step = numpy.clip(numpy.linalg.solve(curve, slope[own]), -2, 2)
            size = 1.0
            while size > 1e-3:
                logits = at.copy()
                logits[own] += size * step
                height = self.height(logits, counts, mean, precision, own)
                if height >= best - 1e-12:
                    break
                size /= 2
            else:
                break
            at, best = logits, height
            if numpy.abs(size * step).max() < LOGIT_TOLERANCE:
                break
        return at, numpy.linalg.inv(self._curve(*self.slopes(at), counts, precision, own))

    def _curve(self, chances: Any, slopes: Any, counts: Any, precision: Any, places: Any) -> Any:
        """The information of the answers and of the prior, on the free logits."""
        import numpy

        some = precision[places]
        return _information(chances, slopes[:, :, places], counts) + numpy.diag(some)

    def height(self, logits: Any, counts: Any, mean: Any, precision: Any, places: Any) -> float:
        """The logarithm of the posterior, with the prior of the free logits."""
        away = precision[places] * (logits[places] - mean[places]) ** 2
        return self.likelihood(logits, counts) - float(away.sum()) / 2

    def likelihood(self, logits: Any, counts: Any) -> float:
        """The log likelihood of these answers."""
        import numpy

        return float((counts * numpy.log(numpy.maximum(self.chances(logits), 1e-12))).sum())

    def likelihoods(self, ats: Any, counts: Any) -> Any:
        """The log likelihood of these answers, for each row of logits."""
        import numpy

        own = counts.any(axis=1)
        chances = self.chances_of_all(ats, own)
        return numpy.einsum("tc,tcn->n", counts[own], numpy.log(numpy.maximum(chances, 1e-12)))

    def chances_of_all(self, ats: Any, questions: Any = slice(None)) -> Any:
        """Probability of each choice of some questions, for each row of logits, in the precision of
        these: questions × choices × rows."""
        from scipy.special import expit

        guess = expit(ats[:, -1])
        weights = self._weights(ats)
        chosen, even = (
            self._choice_chances[questions],
            self._guess_chances[questions].astype(ats.dtype),
        )
        when_read = chosen.reshape(-1, len(weights)).astype(ats.dtype) @ weights
        when_read = when_read.reshape(*chosen.shape[:2], -1)
        when_read /= (self._question_ways[questions].astype(ats.dtype) @ weights)[:, None]
        return (1 - guess) * when_read + guess * even[:, :, None]

    def standing(self, ats: Any) -> Any:
        """How often there is neither a misreading nor a guess, the mean over the questions, for
        each row of logits."""
        import numpy

        plain = (1 / (self._question_ways @ self._weights(ats))).mean(axis=0)
        return plain / (1 + numpy.exp(ats[:, -1]))

    def standing_logit(self, ats: Any) -> Any:
        """The same as logits."""
        import numpy

        shares = self.standing(ats).clip(1e-9, 1 - 1e-9)
        return numpy.log(shares / (1 - shares))

    def standing_slope(self, logits: Any) -> Any:
        """The derivatives of the logit of how often nothing is misread, by each logit."""
        import numpy

        steps = logits + 1e-4 * numpy.eye(self.size)
        return (self.standing_logit(steps) - self.standing_logit(logits[None])) / 1e-4

    def shows_logits(self, counts: Any) -> Any:
        """Whether each logit affects any of the answered questions."""
        import numpy

        has_effect = (self._question_ways[counts.any(axis=1)] @ self._way_misreadings).any(axis=0)
        return numpy.append(has_effect, True)

    def chances(self, logits: Any) -> Any:
        """Probability of each choice: questions × choices."""

        return self.chances_of_all(logits[None])[:, :, 0]


def _guessed(reading: Readings | None, offered_choices: Any) -> Any:
    """Probability of each choice as a guess, followed by an answer that nobody gave."""
    import numpy

    shares = None if reading is None else reading.guesses
    if shares is None:
        return numpy.append(offered_choices / max(offered_choices.sum(), 1), 0)
    guessed = numpy.zeros(len(offered_choices) + 1)
    # Impossible numbers may be among the answers; if few are possible, all of them may be choices.
    guessed[: len(shares)] = numpy.array(shares) / max(sum(shares), 1)
    guessed[-1] = 1 - guessed.sum()
    return guessed


def _information(chances: Any, slopes: Any, counts: Any) -> Any:
    totals = counts.sum(axis=1)
    flat = slopes.reshape(-1, slopes.shape[2])
    return flat.T @ (flat * (totals[:, None] * chances).reshape(-1, 1))


EDGE = 9.0
"""Intervals end where a logit is this far from 0: nothing beyond was examined, so they then include
a rate of 0 or 1."""


def end_of(logit: float) -> float:
    """The rate at the end of an interval."""
    return 0.0 if logit <= -EDGE else 1.0 if logit >= EDGE else share_of(logit)


def share_of(logit: float) -> float:
    """The rate for a logit."""
    from scipy.special import expit

    return float(expit(logit))


def _reading_weights(
    reading: Readings, names: Sequence[str]
) -> Iterator[tuple[Names, tuple[frozenset[int], ...], bool, Mapping[int, float] | None]]:
    """The ways of reading one question: combinations of the misreadings that change it, starting
    with the empty one, each with the choices that are then right; for a misreading that is made in
    one place at a time, in each place. The next element says whether, if there are none, the right
    answer is one that nobody gave; otherwise the respondent guesses. The last one has the
    probabilities of choices that are parts of a list (`Readings.shares`)."""
    plain = reading.choice_sets()
    alone = {name: reading.choice_sets((name,)) for name in names}
    applies = {name for name, right in alone.items() if right != plain}
    for first, second in combinations(names, 2):
        together = reading.choice_sets((first, second))
        if together != alone[first]:
            applies.add(second)
        if together != alone[second]:
            applies.add(first)
    able = [name for name in names if name in applies]
    for size in range((MAX_SIZE if len(able) <= MANY_MISREADINGS else 2) + 1):
        for way in combinations(able, size):
            right = reading.choice_sets(way)
            elsewhere = not all(right) and reading.elsewhere(way)
            yield way, right, elsewhere, reading.shares(way)
