"""The scores of items whose mutants were answered by several people, many items at once.

Owns answers as letters, PC for every combination of letters, and the scores' expectations over
drawing one answer per mutant at random, which are sums over all these combinations.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, product
from typing import Any

from study.statistics.partial_circular import Columns, partial_circular

RIGHT_N, WRONG_N, RIGHT, FIRST_WRONG = range(4)
"""Letters that denote the same class of answers in all items: N, right or wrong, as a class of its
own; the gold option; then the other options."""
MOST_CELLS = 1 << 21
"""Maximum number of numbers held at once."""
TABLE_WORTH = 20
"""Filling in this many cells of the table takes as long as one item computed separately."""


def expected(items: Sequence[Columns], options: int) -> list[tuple[float, float, float]] | None:
    """The expected c/4, CIR and PC of each item with this number of options, given the codes of the
    answers to each of its mutants, at least one per mutant; None where computing them one by one is
    faster."""
    import numpy

    number = FIRST_WRONG + options
    if len(items) * TABLE_WORTH < number**options:
        return None
    mutants = [column for item in items for column in item]
    sizes: Any = numpy.array(list(map(len, mutants)))
    answer_codes: Any = numpy.array(list(chain.from_iterable(mutants)), dtype=numpy.int64)
    letter = letters_of(answer_codes)
    if letter.max() >= number:  # an option that the item does not have
        return None
    mutant: Any = numpy.repeat(numpy.arange(len(mutants)), sizes)
    counts = numpy.bincount(mutant * number + letter, minlength=len(mutants) * number)
    chances = (counts.reshape(-1, number) / sizes[:, None]).reshape(-1, options, number)
    right = chances[:, :, RIGHT_N] + chances[:, :, RIGHT]
    room = max(1, MOST_CELLS // number ** (options - 1))
    partial = [_partial(chances[n : n + room], options) for n in range(0, len(items), room)]
    columns = right.sum(axis=1) / options, right.prod(axis=1), numpy.concatenate(partial)
    return list(zip(*(column.tolist() for column in columns), strict=True))


def _partial(chances: Any, options: int) -> Any:
    """The expected PC of each item, from the frequencies of letters among the answers to each
    mutant."""
    import numpy

    number = chances.shape[2]
    partial = chances[:, 0] @ table(options).reshape(number, -1)
    for mutant in range(1, options):
        partial = numpy.einsum(
            "nlr,nl->nr", partial.reshape(len(partial), number, -1), chances[:, mutant]
        )
    return partial[:, 0]


def letters_of(codes: Any) -> Any:
    """The letter of each answer, given its `code`: wrong options keep their order, which does not
    affect scores."""
    import numpy

    chosen, right = codes >> 1, codes & 1 == 1
    none = numpy.where(right, RIGHT_N, WRONG_N)
    return numpy.where(chosen == 0, none, numpy.where(right, RIGHT, FIRST_WRONG + chosen - 1))


@lru_cache(maxsize=4)
def table(options: int) -> Any:
    """PC of an item for every combination of letters of the mutants."""
    import numpy

    number = FIRST_WRONG + options
    score_table = numpy.zeros((number,) * options)
    scores: dict[tuple[int, ...], float] = {}
    for place in product(range(number), repeat=options):
        kind = tuple(sorted(place))
        if kind not in scores:
            right = sum(letter in (RIGHT_N, RIGHT) for letter in place)
            classes = [WRONG_N if letter == RIGHT_N else letter for letter in place]
            scores[kind] = partial_circular(classes, right, options)
        score_table[place] = scores[kind]
    return score_table
