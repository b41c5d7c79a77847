"""What each person's answer does to the scores of an item that several people answered together.

Owns the effects, which tell how far CIR and PC would vary with other people. Where rotation gave
the mutants of an item to different people, these scores are no sums over answers. The effect of an
answer is the item's score if that answer alone stood for its mutant, less the score if one drawn
from everybody else's answers to the item did, over how many answers the mutant has: the first term
of Hoeffding's decomposition (1948), with others' answers to all mutants in the place of
others' to this one, of which there are often none.

Scores are expectations over one answer a mutant, so they are linear in the answers to each; all
items of a number of options are worked out at once.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain, product
from typing import Any

from study.statistics.partial_circular import GivenBy, ScoreName, partial_circular
from study.statistics.samples import Effects

RIGHT_N, WRONG_N, RIGHT, FIRST_WRONG = range(4)
"""Letters, under which answers of one class are the same in all items: N is a class of its own,
right or wrong; the gold option; then the others."""
MOST_CELLS = 1 << 21
"""How many numbers are held at once."""
MOST_OPTIONS = 6
"""With more options than this an answer's effect on PC is taken as that on the share of right
answers."""


def effects(
    items: Sequence[GivenBy], clusters: Sequence[str], parts: Mapping[ScoreName, float]
) -> Effects:
    """Of all answers to these items, on a score that is the sum of `parts`, each times its factor;
    `clusters` names what each item is drawn with."""
    import numpy

    names = [name for name, factor in parts.items() if factor]
    missing: dict[int, list[GivenBy]] = {}
    for item in items:
        if not item.single and any(name not in item.moved for name in names):
            missing.setdefault(item.options, []).append(item)
    for options, these in missing.items():
        room = max(1, MOST_CELLS // (FIRST_WRONG + options) ** min(options, MOST_OPTIONS))
        for start in range(0, len(these), room):
            _work_out(these[start : start + room], names, options)
    # An item that one person answered says nothing of how others would move it.
    counts = [place for place, item in enumerate(items) if not item.single]
    columns = [
        parts[name] * numpy.array([x for place in counts for x in items[place].moved[name]])
        for name in names
    ]
    people = [person for place in counts for person in items[place].by]
    drawn = [clusters[place] for place in counts for _ in items[place].by]
    moved_by: Any = sum(columns) if columns else numpy.zeros(len(people))
    # Drawing from the others' few answers makes all effects a little too low, or too high.
    return Effects(moved_by - moved_by.mean() if people else moved_by, people, drawn)


def _work_out(items: Sequence[GivenBy], names: Sequence[ScoreName], options: int) -> None:
    """Leave with each item what its answers do to these scores."""
    letters = [_letters(item) for item in items]
    chances = _chances(letters, options)
    slopes = {name: _slopes(name, chances, options) for name in names}
    for place, item in enumerate(items):
        others = _Others(item, letters[place])
        for name in names:
            item.moved[name] = others.moved(slopes[name][place])


def _letters(item: GivenBy) -> list[list[int]]:
    """The letter of each answer to each mutant."""
    known: dict[int, int] = {}
    mutants: list[list[int]] = []
    for column in item.columns:
        letters: list[int] = []
        for code in column:
            chosen, right = code >> 1, code & 1
            if not chosen:
                letters.append(RIGHT_N if right else WRONG_N)
            elif right:
                letters.append(RIGHT)
            else:
                letters.append(known.setdefault(chosen, FIRST_WRONG + len(known)))
        mutants.append(letters)
    return mutants


def _chances(items: Sequence[Sequence[Sequence[int]]], options: int) -> Any:
    """How often each letter is among the answers to each mutant: items × mutants × letters."""
    import numpy

    chances = numpy.zeros((len(items), options, FIRST_WRONG + options))
    for place, mutants in enumerate(items):
        for mutant, letters in enumerate(mutants):
            for letter in letters:
                chances[place, mutant, letter] += 1 / len(letters)
    return chances


def _slopes(name: ScoreName, chances: Any, options: int) -> Any:
    """The score of each item if one letter stood for a mutant: items × mutants × letters."""
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
        table = _table(options)
        # The table is the same in all directions, so the first of them stands for the mutant.
        left = numpy.tensordot(others[0], table, axes=(1, table.ndim - 1))
        for other in others[1:]:
            left = numpy.einsum("n...c,nc->n...", left, other)
        slopes[:, mutant] = left
    return slopes


@lru_cache(maxsize=4)
def _table(options: int) -> Any:
    """PC of an item for every letter of every mutant."""
    import numpy

    number = FIRST_WRONG + options
    table = numpy.zeros((number,) * options)
    scores: dict[tuple[int, ...], float] = {}
    for letters in product(range(number), repeat=options):
        kind = tuple(sorted(letters))
        if kind not in scores:
            right = sum(letter in (RIGHT_N, RIGHT) for letter in letters)
            classes = [WRONG_N if letter == RIGHT_N else letter for letter in letters]
            scores[kind] = partial_circular(classes, right, options)
        table[letters] = scores[kind]
    return table


class _Others:
    """The answers to an item of all but one of those who gave any."""

    def __init__(self, item: GivenBy, letters: Sequence[Sequence[int]]) -> None:
        self._item = item
        self._letters = letters
        self._pool = Counter(letter for mutant in letters for letter in mutant)
        self._own: dict[str, list[int]] = {}
        for person, letter in zip(item.by, chain.from_iterable(letters), strict=True):
            self._own.setdefault(person, []).append(letter)

    def moved(self, slopes: Any) -> Sequence[float]:
        """The effect of every answer on a score."""
        total, pool = self._pool.total(), tuple(self._pool.items())
        moved: list[float] = []
        for score, people, mutant in zip(
            slopes.tolist(), self._item.people, self._letters, strict=True
        ):
            whole = sum([score[letter] * count for letter, count in pool])
            for person, letter in zip(people, mutant, strict=True):
                mine = self._own[person]
                drawn = (whole - sum([score[index] for index in mine])) / (total - len(mine))
                moved.append((score[letter] - drawn) / len(mutant))
        return moved
