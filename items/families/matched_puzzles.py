"""Puzzles that differ in their answer and in nothing that can be counted.

Owns the exchange of symbols among clues: each symbol keeps how often it stands in each place of
each kind of clue, and only who stands together with whom changes. Beside those asked about stand
symbols that are in the same places of the same kinds of clue, in as many clues at once; and, if
asked for, everybody is as far away. Out of one set of clues, a block has one puzzle for every
answer. So whoever counts clues and neighbours meets each answer equally often, whatever was
counted. Owns, too, the smallest set of clues that an answer needs. What
clues mean is the family's: every clue is a region, a mask of the arrangements in which it holds.
"""

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations
from operator import and_
from typing import Generic, TypeVar

from items.families.phrases import Clue
from items.seeds import Draw
from solver.supports_search import hitting_sets

Answer = TypeVar("Answer", bound=Hashable)


@dataclass(frozen=True)
class Trade:
    """Which symbols may change places."""

    sort: Callable[[str], Hashable] = str.__len__
    """Symbols change places within a sort only."""
    alike: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Kind of clue to those of its places whose order means nothing."""
    fixed: frozenset[str] = frozenset()
    """Symbols that stay where they are."""
    asked: tuple[str, ...] = ()
    """Symbols that have the same beside them in all puzzles of a block: symbols that stand in the
    same places of the same kinds of clue, and in as many clues at once."""
    far: bool = False
    """Whether all symbols are as far from those asked about, too."""

    def place(self, kind: str, place: int) -> int:
        """A place of a kind of clue; -1 for all whose order means nothing."""
        return -1 if place in self.alike.get(kind, ()) else place

    def marks(self, clues: Sequence[Clue]) -> Mapping[str, int]:
        """A number for each symbol; equal where symbols stand in the same places of the same kinds
        of clue. No exchange changes it."""
        uses: dict[str, list[tuple[str, int]]] = {}
        for clue in clues:
            for place, symbol in enumerate(clue.args):
                uses.setdefault(symbol, []).append((clue.kind, self.place(clue.kind, place)))
        numbers: dict[Hashable, int] = {}
        return {
            symbol: numbers.setdefault(tuple(sorted(own)), len(numbers))
            for symbol, own in uses.items()
        }

    def beside(self, clues: Sequence[Clue], marks: Mapping[str, int]) -> Hashable:
        """What stands beside the asked symbols: in a clue, and where, told by its marks; and in
        which clues each symbol is together with them."""
        places: list[tuple[str | int, ...]] = []
        shared: dict[str, list[tuple[str | int, ...]]] = {symbol: [] for symbol in marks}
        for kind, symbols in clues:
            for place, symbol in enumerate(symbols):
                if symbol not in self.asked:
                    continue
                where = symbol, kind, self.place(kind, place)
                others = [(n, name) for n, name in enumerate(symbols) if name != symbol]
                places.append((*where, *sorted(marks[name] for _, name in others)))
                for number, name in others:
                    shared[name].append((*where, self.place(kind, number)))
        together = sorted((marks[name], *sorted(own)) for name, own in shared.items())
        return tuple(sorted(places)), tuple(together)

    def distances(self, clues: Sequence[Clue]) -> Hashable:
        """How many symbols are how far from each of those asked about, by way of clues; and how
        many symbols stand together, by two and by three."""
        near: dict[str, set[str]] = {symbol: set() for symbol in self.asked}
        for clue in clues:
            for symbol in clue.args:
                near.setdefault(symbol, set()).update(clue.args)
        for symbol, others in near.items():
            others.discard(symbol)
        path_counts = [_distances_from(near, symbol) for symbol in self.asked]
        far = tuple(sorted(tuple([way.get(symbol, -1) for way in path_counts]) for symbol in near))
        twos = sum(map(len, near.values()))
        threes = sum(len(near[first] & near[two]) for first in near for two in near[first])
        return far, twos, threes

    def slots(self, clues: Sequence[Clue]) -> list[list[tuple[int, int]]]:
        """The places whose symbols may change places among themselves, as numbers of clues and
        places in them."""
        pairs: dict[Hashable, list[tuple[int, int]]] = {}
        for number, clue in enumerate(clues):
            for place, symbol in enumerate(clue.args):
                if symbol not in self.fixed:
                    where = (clue.kind, self.place(clue.kind, place), self.sort(symbol))
                    pairs.setdefault(where, []).append((number, place))
        return [slots for slots in pairs.values() if len(slots) > 1]


def _distances_from(near: Mapping[str, Collection[str]], start: str) -> Mapping[str, int]:
    """How many clues lead from a symbol to each that can be reached from it."""
    distances = {start: 0}
    layer = [start]
    while layer:
        layer = [n for symbol in layer for n in near[symbol] if n not in distances]
        distances.update(dict.fromkeys(layer, 1 + max(distances.values())))
    return distances


def exchanges(draw: Draw, clues: Sequence[Clue], trade: Trade, steps: int) -> Iterator[list[Clue]]:
    """Clues in which symbols have changed places, step by step from the ones before. No clue is
    about one symbol twice, and no two are the same."""
    slots = trade.slots(clues)
    now = list(clues)
    if not slots:
        return
    weights = [len(places) for places in slots]
    for _ in range(steps):
        (count, first_place), (other, second_place) = draw.sample(slots[draw.weighted(weights)], 2)
        first, second = now[count].args[first_place], now[other].args[second_place]
        if first == second or count == other:
            continue
        left = _with(now[count], first_place, second)
        right = _with(now[other], second_place, first)
        if left is None or right is None or left == right or left in now or right in now:
            continue
        now[count], now[other] = left, right
        yield now


def _with(clue: Clue, place: int, symbol: str) -> Clue | None:
    if symbol in clue.args:
        return None
    return Clue(clue.kind, (*clue.args[:place], symbol, *clue.args[place + 1 :]))


def block(
    draw: Draw,
    clues: Sequence[Clue],
    answers: Sequence[Answer],
    trade: Trade,
    judge: Callable[[Sequence[Clue]], Answer | None],
    steps: int,
) -> Mapping[Answer, tuple[Clue, ...]] | None:
    """One puzzle for each of the answers, by exchange among these clues; None where they were not
    found. `judge` gives the answer of a puzzle, None for one that is not wanted."""
    marks = trade.marks(clues)
    keys: list[Callable[[Sequence[Clue]], Hashable]] = [lambda trial: trade.beside(trial, marks)]
    if trade.far:
        keys.append(trade.distances)
    by_answer: _Alike[Answer] = _Alike(len(answers), keys)
    for number, trial in enumerate(exchanges(draw, clues, trade, steps)):
        if number > steps // 3 and not by_answer.puzzles:
            return None  # such clues are rarely possible together
        answer = judge(trial)
        if answer is not None and answer in answers:
            outcome = by_answer.add(answer, tuple(trial))
            if outcome is not None:
                return outcome
    return None


class _Alike(Generic[Answer]):
    """Puzzles that agree as far as they have been compared. They are compared further, which takes
    the time, once there are as many answers as wanted among them."""

    def __init__(self, wanted: int, keys: Sequence[Callable[[Sequence[Clue]], Hashable]]) -> None:
        """`keys` are what is still to be compared."""
        self.puzzles: dict[Answer, tuple[Clue, ...]] = {}
        """The first puzzle of each answer."""
        self._wanted, self._keys = wanted, keys
        self._parts: dict[Hashable, _Alike[Answer]] = {}
        self._waiting: list[tuple[Answer, tuple[Clue, ...]]] = []

    def add(
        self, answer: Answer, puzzle: tuple[Clue, ...]
    ) -> Mapping[Answer, tuple[Clue, ...]] | None:
        """One more puzzle; those that agree in everything, once there are as many as wanted."""
        self.puzzles.setdefault(answer, puzzle)
        if self._keys:
            self._waiting.append((answer, puzzle))
        if len(self.puzzles) < self._wanted:
            return None
        if not self._keys:
            return self.puzzles
        key, *others = self._keys
        waiting, self._waiting = self._waiting, []
        for own, clues in waiting:
            part = self._parts.setdefault(key(clues), _Alike(self._wanted, others))
            outcome = part.add(own, clues)
            if outcome is not None:
                return outcome
        return None


def joined(regions: Sequence[int], full: int) -> int:
    """The arrangements in which all hold."""
    return reduce(and_, regions, full)


def supports(regions: Sequence[int], fails: int) -> list[int]:
    """The minimal sets of clues, as masks, that exclude the region `fails`: by duality, the
    minimal hitting sets of what each of its arrangements violates. The smallest come first.

    Arrangements are told apart clue by clue, those that violate nothing more first, and those that
    violate all that others do are not told apart further. So no more regions are held at once than
    there are clues, two of each; a region is as large as all arrangements."""
    least: list[int] = []
    stack = [(fails, 0, 0)] if fails else []
    while stack:
        worlds, number, violated = stack.pop()
        if any(not mask & ~violated for mask in least):
            continue
        if number == len(regions):
            least.append(violated)
            continue
        inside = worlds & regions[number]
        if inside != worlds:
            stack.append((worlds ^ inside, number + 1, violated | 1 << number))
        if inside:
            stack.append((inside, number + 1, violated))
    counts = hitting_sets(least)
    return sorted(counts, key=lambda mask: (mask.bit_count(), mask))


def says_something_new(regions: Sequence[int], full: int) -> bool:
    """Whether no clue says nothing, everything, or the same as another."""
    return len(set(regions)) == len(regions) and not {0, full} & set(regions)


def needs(regions: Sequence[int], fails: int, least: int) -> bool:
    """Whether at least so many of the clues are needed to exclude the region `fails`."""
    return all(joined(fewer, fails) for fewer in combinations(regions, least - 1))
