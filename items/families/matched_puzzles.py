"""Puzzles with different answers that agree in everything that can be counted.

Owns the exchange of symbols among clues: each symbol keeps its number of occurrences in each place
of each kind of clue, and only the pairing of symbols changes. The symbols next to those in the
question occur in the same places of the same kinds of clue, and in the same number of clues at
once; if requested, all distances from them are the same, too. A block contains one puzzle for each
answer, made from one set of clues. A reader that counts clues and neighbours therefore meets each
answer equally often, whatever it counts. Also owns the smallest set of clues that an answer needs.
Each family defines what its clues mean: a clue is a region, a mask of the arrangements in which it
holds.
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
class ExchangeRules:
    """Which symbols may be exchanged."""

    sort: Callable[[str], Hashable] = str.__len__
    """Symbols are exchanged only within a sort."""
    unordered_places: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Kind of clue to its places whose order has no meaning."""
    fixed_symbols: frozenset[str] = frozenset()
    """Symbols that are not moved."""
    asked_symbols: tuple[str, ...] = ()
    """Symbols in the question. In all puzzles of a block their neighbours occur in the same places
    of the same kinds of clue, and in the same number of clues at once."""
    same_distances: bool = False
    """Whether the distances from the symbols in the question must also agree."""

    def place(self, kind: str, place: int) -> int:
        """Return the place within a kind of clue; -1 for all places whose order has no meaning."""
        return -1 if place in self.unordered_places.get(kind, ()) else place

    def marks(self, clues: Sequence[Clue]) -> Mapping[str, int]:
        """Number the symbols so that symbols in the same places of the same kinds of clue have the
        same number. Exchanges do not change these numbers."""
        uses: dict[str, list[tuple[str, int]]] = {}
        for clue in clues:
            for place, symbol in enumerate(clue.args):
                uses.setdefault(symbol, []).append((clue.kind, self.place(clue.kind, place)))
        numbers: dict[Hashable, int] = {}
        return {
            symbol: numbers.setdefault(tuple(sorted(own)), len(numbers))
            for symbol, own in uses.items()
        }

    def neighbours(self, clues: Sequence[Clue], marks: Mapping[str, int]) -> Hashable:
        """Return the neighbours of the symbols in the question: the place of each within a clue,
        with its mark, and the clues that each symbol shares with them."""
        places: list[tuple[str | int, ...]] = []
        shared: dict[str, list[tuple[str | int, ...]]] = {symbol: [] for symbol in marks}
        for kind, symbols in clues:
            for place, symbol in enumerate(symbols):
                if symbol not in self.asked_symbols:
                    continue
                where = symbol, kind, self.place(kind, place)
                others = [(n, name) for n, name in enumerate(symbols) if name != symbol]
                places.append((*where, *sorted(marks[name] for _, name in others)))
                for number, name in others:
                    shared[name].append((*where, self.place(kind, number)))
        together = sorted((marks[name], *sorted(own)) for name, own in shared.items())
        return tuple(sorted(places)), tuple(together)

    def distances(self, clues: Sequence[Clue]) -> Hashable:
        """Return how many symbols are at each distance, via clues, from each symbol in the
        question, and how many pairs and triples of symbols are connected."""
        near: dict[str, set[str]] = {symbol: set() for symbol in self.asked_symbols}
        for clue in clues:
            for symbol in clue.args:
                near.setdefault(symbol, set()).update(clue.args)
        for symbol, others in near.items():
            others.discard(symbol)
        path_counts = [_distances_from(near, symbol) for symbol in self.asked_symbols]
        far = tuple(sorted(tuple([way.get(symbol, -1) for way in path_counts]) for symbol in near))
        twos = sum(map(len, near.values()))
        threes = sum(len(near[first] & near[second]) for first in near for second in near[first])
        return far, twos, threes

    def slots(self, clues: Sequence[Clue]) -> list[list[tuple[int, int]]]:
        """Return groups of places whose symbols may be exchanged, as (clue number, place) pairs."""
        pairs: dict[Hashable, list[tuple[int, int]]] = {}
        for number, clue in enumerate(clues):
            for place, symbol in enumerate(clue.args):
                if symbol not in self.fixed_symbols:
                    where = (clue.kind, self.place(clue.kind, place), self.sort(symbol))
                    pairs.setdefault(where, []).append((number, place))
        return [slots for slots in pairs.values() if len(slots) > 1]


def _distances_from(neighbours: Mapping[str, Collection[str]], start: str) -> Mapping[str, int]:
    """Number of clues between a symbol and each symbol reachable from it."""
    distances = {start: 0}
    layer = [start]
    while layer:
        layer = [n for symbol in layer for n in neighbours[symbol] if n not in distances]
        distances.update(dict.fromkeys(layer, 1 + max(distances.values())))
    return distances


def exchanges(
    draw: Draw, clues: Sequence[Clue], rules: ExchangeRules, steps: int
) -> Iterator[list[Clue]]:
    """Yield sets of clues, each obtained from the one before by exchanging two symbols. No clue
    contains a symbol twice, and no two clues are the same."""
    slots = rules.slots(clues)
    now = list(clues)
    if not slots:
        return
    weights = [len(places) for places in slots]
    for _ in range(steps):
        (count, first_place), (other, second_place) = draw.sample(slots[draw.weighted(weights)], 2)
        first, second = now[count].args[first_place], now[other].args[second_place]
        if first == second or count == other:
            continue
        changed = _with(now[count], first_place, second)
        partner = _with(now[other], second_place, first)
        if (
            changed is None
            or partner is None
            or changed == partner
            or changed in now
            or partner in now
        ):
            continue
        now[count], now[other] = changed, partner
        yield now


def _with(clue: Clue, place: int, symbol: str) -> Clue | None:
    if symbol in clue.args:
        return None
    return Clue(clue.kind, (*clue.args[:place], symbol, *clue.args[place + 1 :]))


def block(
    draw: Draw,
    clues: Sequence[Clue],
    answers: Sequence[Answer],
    rules: ExchangeRules,
    judge: Callable[[Sequence[Clue]], Answer | None],
    steps: int,
) -> Mapping[Answer, tuple[Clue, ...]] | None:
    """Find one puzzle for each answer by exchanging symbols among these clues; None if the search
    fails. `judge` returns the answer of a puzzle, or None to reject it."""
    marks = rules.marks(clues)
    keys: list[Callable[[Sequence[Clue]], Hashable]] = [
        lambda trial: rules.neighbours(trial, marks)
    ]
    if rules.same_distances:
        keys.append(rules.distances)
    by_answer: _PuzzleGroup[Answer] = _PuzzleGroup(len(answers), keys)
    for number, trial in enumerate(exchanges(draw, clues, rules, steps)):
        if number > steps // 3 and not by_answer.puzzles:
            return None  # such clues are rarely possible together
        answer = judge(trial)
        if answer is not None and answer in answers:
            puzzles = by_answer.add(answer, tuple(trial))
            if puzzles is not None:
                return puzzles
    return None


class _PuzzleGroup(Generic[Answer]):
    """Puzzles that agree in the keys compared so far. The next key is compared, which is the slow
    part, only when the required number of answers occurs among them."""

    def __init__(self, size: int, keys: Sequence[Callable[[Sequence[Clue]], Hashable]]) -> None:
        """`keys` are those not yet compared."""
        self.puzzles: dict[Answer, tuple[Clue, ...]] = {}
        """First puzzle for each answer."""
        self._wanted, self._keys = size, keys
        self._parts: dict[Hashable, _PuzzleGroup[Answer]] = {}
        self._waiting: list[tuple[Answer, tuple[Clue, ...]]] = []

    def add(
        self, answer: Answer, puzzle: tuple[Clue, ...]
    ) -> Mapping[Answer, tuple[Clue, ...]] | None:
        """Add a puzzle. Return puzzles that agree in all keys once the required number exists."""
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
            part = self._parts.setdefault(key(clues), _PuzzleGroup(self._wanted, others))
            puzzles = part.add(own, clues)
            if puzzles is not None:
                return puzzles
        return None


def conjoined(regions: Sequence[int], full: int) -> int:
    """Return the arrangements in which all regions hold."""
    return reduce(and_, regions, full)


def supports(regions: Sequence[int], failing_worlds: int) -> list[int]:
    """Return the minimal sets of clues, as masks, that exclude the region `failing_worlds`,
    smallest first: by duality, the minimal hitting sets of the clues violated in each of its
    arrangements.

    Arrangements are split clue by clue. Those that violate fewer clues are processed first, and
    those that violate a superset of clues already found are not split further. At most two regions
    per clue are therefore held at once; each region is as large as the set of all arrangements.
    """
    least: list[int] = []
    stack = [(failing_worlds, 0, 0)] if failing_worlds else []
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
    minimal_sets = hitting_sets(least)
    return sorted(minimal_sets, key=lambda mask: (mask.bit_count(), mask))


def says_something_new(regions: Sequence[int], full: int) -> bool:
    """Whether no clue is empty, contradictory, or equivalent to another."""
    return len(set(regions)) == len(regions) and not {0, full} & set(regions)


def needs(regions: Sequence[int], failing_worlds: int, minimum: int) -> bool:
    """Whether excluding the region `failing_worlds` needs at least `minimum` of the clues."""
    return all(conjoined(fewer, failing_worlds) for fewer in combinations(regions, minimum - 1))
