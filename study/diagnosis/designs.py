"""Which questions of a pool distinguish misreadings: optimal sets by expected information.

Owns the choice. An answer's expected information on the rates is Fisher's, under the mixture model
of `rates` with assumed rates; the quality of a set is the determinant of the information of all its
questions, with a weak prior (Bayesian D-optimality, Chaloner and Verdinelli 1995). The search is
greedy, followed by exchanges as long as one is an improvement (Fedorov 1972).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from items.models import Item
from study.diagnosis.attractions import TOO_FEW_ANSWERS, rows_of
from study.diagnosis.rates import GUESS, Questions
from study.diagnosis.readers import readers_of
from study.diagnosis.recorded_answers import (
    AskedQuestion,
    ExplainedAnswers,
    GivenAnswer,
    explained_answers,
)

POOL_MAX_SIZE = 2
SUPPOSED_RATE, GUESS_RATE = 0.2, 0.05
"""Assumed rates: of each misreading, and of guesses."""
PRIOR = 3.0
"""Standard deviation of the prior on logits."""
EXCHANGES = 20
"""Maximum number of rounds of exchanges."""


@dataclass(frozen=True)
class Design:
    """What a pool can show, and its most informative questions."""

    questions: int
    """Number of decidable questions in the pool."""
    not_told_apart: tuple[tuple[str, ...], ...]
    """Groups of misreadings that no question of the pool distinguishes."""
    unseen: tuple[str, ...]
    """Misreadings that do not change the right answer of any question in the pool."""
    chosen_questions: tuple[AskedQuestion, ...]
    """The best set, starting with the most informative question."""
    still_alike: tuple[tuple[str, ...], ...]
    """Groups that the chosen questions do not distinguish."""
    missed: tuple[str, ...]
    """Misreadings that the pool shows and the chosen questions do not."""
    deviations: dict[str, float]
    """Misreading to the standard deviation of its logit after one respondent's answers to the
    chosen questions; `PRIOR` before."""
    gain: float
    """Expected information gain over the prior from one respondent's answers, in nats."""
    pool_gain: float
    """The same for the whole pool."""
    left_out: dict[str, int]
    """Number of unusable question parts, by reason."""


def pool_of(items: Iterable[Item]) -> tuple[ExplainedAnswers, dict[str, int]]:
    """The questions of a pool with their readings, and the number of unusable parts."""
    rows: list[GivenAnswer] = []
    left_out: dict[str, int] = {}
    for item in items:
        own = rows_of(item)
        rows += own
        missing = len(item.leaves) - len({row.place for row in own})
        if missing:
            left_out[TOO_FEW_ANSWERS] = left_out.get(TOO_FEW_ANSWERS, 0) + missing
    explained = explained_answers(rows, both=False)
    for reason in explained.reasons:
        if reason:
            left_out[reason] = left_out.get(reason, 0) + 1
    return explained, left_out


def design(items: Iterable[Item], number: int) -> Design:
    """The best set with this number of questions."""
    import numpy

    explained, left_out = pool_of(items)
    widest = explained.answers.counts.shape[2]
    readers = readers_of(explained.readings, widest, POOL_MAX_SIZE)
    questions = Questions(explained.answers, explained.readings, readers)
    informations = questions.informations(SUPPOSED_RATE, GUESS_RATE)
    prior = numpy.eye(questions.size) / PRIOR**2
    chosen = _best(informations, prior, min(number, len(informations)))
    places = [questions.places[n] for n in chosen]
    own = readers_of([explained.readings[n] for n in places], widest, POOL_MAX_SIZE)
    total = prior + informations[chosen].sum(axis=0)
    variance = numpy.linalg.inv(total).diagonal() if questions.size else []
    names = [*questions.names, GUESS]
    shown_misreadings = set(questions.names)
    alike = {name for group in _alike(readers) for name in group[1:]}
    kept_names = {
        name for group in own.alike_readers for combination in group for name in combination
    }
    return Design(
        len(informations),
        _alike(readers),
        tuple(n for n in _never(readers) if n not in alike),
        tuple(explained.questions[n] for n in places),
        _alike(own),
        tuple(
            name for name in questions.names if name in shown_misreadings and name not in kept_names
        ),
        {name: float(v) ** 0.5 for name, v in zip(names, variance, strict=True)},
        _gain(total, prior),
        _gain(prior + informations.sum(axis=0), prior),
        left_out,
    )


def _best(information: Any, prior: Any, number: int) -> list[int]:
    """Indices of the best set: greedily, then by exchanges."""
    import numpy

    chosen: list[int] = []
    total = prior.copy()
    for _ in range(number):
        rest = [n for n in range(len(information)) if n not in chosen]
        best = max(rest, key=lambda n: _height(total + information[n]))
        chosen.append(best)
        total = total + information[best]
    for _ in range(EXCHANGES):
        better = None
        height = _height(total)
        rest = [n for n in range(len(information)) if n not in chosen]
        for out in chosen:
            without_one = total - information[out]
            heights = [_height(without_one + information[n]) for n in rest]
            if heights and max(heights) > height + 1e-9:
                height = max(heights)
                better = out, rest[int(numpy.argmax(heights))]
        if better is None:
            break
        out, into = better
        total = total - information[out] + information[into]
        chosen[chosen.index(out)] = into
    return chosen


def _height(matrix: Any) -> float:
    import numpy

    return float(numpy.linalg.slogdet(matrix)[1])


def _gain(total: Any, prior: Any) -> float:
    return (_height(total) - _height(prior)) / 2


def _alike(readers: Any) -> tuple[tuple[str, ...], ...]:
    from study.diagnosis.document import not_told_apart

    return tuple(tuple(group) for group in not_told_apart(readers))


def _never(readers: Any) -> Iterator[str]:
    from items.misreadings.registry import MISREADINGS

    misread_names = {name for names in readers.names for name in names}
    return (name for name in MISREADINGS.usable() if name not in misread_names)
