"""The effect of each person's answer on the scores of an item that several people answered
together.

Owns the effects, which show how much CIR and PC would vary with other people. Where rotation gave
the mutants of an item to different people, these scores are not sums over answers. The effect of an
answer is the item's score if that answer alone represented its mutant, minus the score if an answer
drawn from everybody else's answers to the item did, divided by the number of answers to the mutant:
the first term of Hoeffding's decomposition (1948), with others' answers to all mutants instead of
others' to this one, of which there are often none.

Scores are expectations over one answer per mutant, so they are linear in the answers to each; all
items with the same number of options are computed at once.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, get_args

from study.statistics.crossed import codes
from study.statistics.expected_circular import (
    FIRST_WRONG,
    MOST_CELLS,
    RIGHT,
    RIGHT_N,
    letters_of,
    table,
)
from study.statistics.partial_circular import GivenBy, ScoreName
from study.statistics.samples import Effects

MOST_OPTIONS = 6
"""With more options than this, an answer's effect on PC is approximated by its effect on the share
of right answers."""


def effects(items: Sequence[GivenBy], clusters: Any, parts: Mapping[ScoreName, float]) -> Effects:
    """The effects of all answers to these items on a score, the weighted sum of `parts`. `clusters`
    is an array with the number of each item's cluster; by default its index."""
    import numpy

    names = [name for name, factor in parts.items() if factor]
    missing: dict[int, list[GivenBy]] = {}
    for item in items:
        if not item.single and any(name not in item.effects_by_score for name in names):
            missing.setdefault(item.options, []).append(item)
    for options, same_options in missing.items():
        room = max(1, MOST_CELLS // (FIRST_WRONG + options) ** min(options, MOST_OPTIONS))
        for start in range(0, len(same_options), room):
            _work_out(same_options[start : start + room], options)
    # An item that one person answered does not show how others would move it.
    counts = [place for place, item in enumerate(items) if not item.single]
    several = [items[place] for place in counts]
    people = list(chain.from_iterable(item.by for item in several))
    number = [len(item.by) for item in several]
    places: Any = numpy.array(counts, dtype=numpy.intp)
    drawn: Any = numpy.repeat(places if clusters is None else clusters[places], number)
    moved: Any = numpy.zeros(len(people))
    for name in names if several else ():
        moved += parts[name] * numpy.concatenate([item.effects_by_score[name] for item in several])
    # Drawing from few answers of others shifts all effects slightly.
    return Effects(moved - moved.mean() if people else moved, people, drawn)


def _work_out(items: Sequence[GivenBy], options: int) -> None:
    """Store with each item the effects of its answers on every score, since they share their
    inputs."""
    import numpy

    answers = _Answers(items, options)
    ends = numpy.cumsum([len(item.by) for item in items])[:-1]
    for name in get_args(ScoreName):
        moved = answers.effects(_slopes(name, answers.chances, options))
        for item, own in zip(items, numpy.split(moved, ends), strict=True):
            item.effects_by_score[name] = own


class _Answers:
    """All answers to items with the same number of options, as arrays."""

    def __init__(self, items: Sequence[GivenBy], options: int) -> None:
        import numpy

        n, letters = len(items), FIRST_WRONG + options
        mutants = [column for item in items for column in item.columns]
        self._sizes = numpy.array(list(map(len, mutants)))
        self._mutant: Any = numpy.repeat(numpy.arange(n * options), self._sizes)
        """For each answer, the index of its mutant over all items."""
        answer_codes: Any = numpy.array(list(chain.from_iterable(mutants)), dtype=numpy.int64)
        self._letter = letters_of(answer_codes)
        counts = numpy.bincount(
            self._mutant * letters + self._letter, minlength=len(mutants) * letters
        )
        counts = counts.reshape(n, options, letters)
        sizes = numpy.maximum(self._sizes, 1).reshape(n, options, 1)
        self.chances: Any = counts / sizes
        """Frequency of each letter among the answers to each mutant: items × mutants × letters."""
        self._pool = counts.sum(axis=1)
        item: Any = self._mutant // options
        people = codes(list(chain.from_iterable(each.by for each in items)))
        by = codes(item * (int(people.max(initial=0)) + 1) + people)
        own = numpy.bincount(
            by * letters + self._letter, minlength=(by.max(initial=-1) + 1) * letters
        )
        self._own_counts = own.reshape(-1, letters)[by]
        """For each answer, the frequency of each letter among the same person's answers to the
        item."""
        self._other_totals = self._pool.sum(axis=1)[item] - self._own_counts.sum(axis=1)

    def effects(self, slopes: Any) -> Any:
        """The effect of every answer on a score, from the score's slopes."""
        import numpy

        whole = (slopes * self._pool[:, None, :]).sum(axis=2).reshape(-1)[self._mutant]
        own = slopes.reshape(len(self._sizes), -1)[self._mutant]
        drawn = (whole - (own * self._own_counts).sum(axis=1)) / self._other_totals
        this = numpy.take_along_axis(own, self._letter[:, None], axis=1)[:, 0]
        return (this - drawn) / self._sizes[self._mutant]


def _slopes(name: ScoreName, chances: Any, options: int) -> Any:
    """The score of each item if one letter represented a mutant: items × mutants × letters."""
    import numpy

    right = numpy.zeros(chances.shape[2])
    right[[RIGHT_N, RIGHT]] = 1
    if name == "share" or (name == "pc" and options > MOST_OPTIONS):
        return numpy.broadcast_to(right / options, chances.shape)
    slopes = numpy.empty_like(chances)
    for mutant in range(options):
        others = [chances[:, other] for other in range(options) if other != mutant]
        if name == "cir":
            rest = numpy.prod([other @ right for other in others], axis=0)
            slopes[:, mutant] = rest[:, None] * right
            continue
        whole = table(options)
        # The table is symmetric in all axes, so the first represents the mutant.
        partial = numpy.tensordot(others[0], whole, axes=(1, whole.ndim - 1))
        for other in others[1:]:
            partial = numpy.einsum("n...c,nc->n...", partial, other)
        slopes[:, mutant] = partial
    return slopes
