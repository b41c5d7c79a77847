"""Minimal hitting sets, and minimal supports by asking an oracle.

Knows numbers only: what the numbers stand for, and who decides whether some of them entail
something, is the caller's. Owns the enumeration of minimal hitting sets (after MMCS, Murakami and
Uno 2014, on bit masks) and the search that learns the sets to hit from the oracle's refusals
(Bailey and Stuckey 2005).
"""

from collections.abc import Callable, Iterator, Sequence

from solver.cancel import Budget
from solver.results import MAX_SUPPORTS, Supports

Entails = Callable[[frozenset[int]], bool | None]
"""Whether the premises of these numbers entail what is asked; None where that is not known."""

Core = Callable[[], frozenset[int]]
"""The numbers that sufficed for the oracle's last yes."""

TIME_LIMIT = 2.0
"""Seconds a search may take where nobody says otherwise."""
_MOST_FOUND = 4096
"""Minimal sets looked at before the smallest are chosen."""


def smallest_edges(edges: Sequence[int], budget: Budget | None = None) -> list[int]:
    """The sets (as bit masks) that contain no other of them. Raises `TimeUp`."""
    smallest: list[int] = []
    for edge in sorted(set(edges), key=int.bit_count):
        if budget is not None and not len(smallest) & 15 and budget.over:
            raise TimeUp
        for other in smallest:
            if other & edge == other:
                break
        else:
            smallest.append(edge)
    return smallest


class TimeUp(Exception):
    """The budget ended in the middle of a search."""


def hitting_sets(edges: Sequence[int], budget: Budget | None = None) -> Iterator[int]:
    """All minimal sets that meet every edge; sets are bit masks. None if an edge is empty.

    Raises `TimeUp` where the budget ends before the last one.
    """
    edges = smallest_edges(edges, budget)
    if edges and not edges[0]:
        return
    members: dict[int, int] = {}
    for number, edge in enumerate(edges):
        rest = edge
        while rest:
            low = rest & -rest
            members[low] = members.get(low, 0) | 1 << number
            rest ^= low
    all_edges = (1 << len(edges)) - 1
    start: tuple[int, int, int, dict[int, int]] = (0, sum(members), all_edges, {})
    stack = [start]
    turn = 0
    while stack:
        turn += 1
        if budget is not None and not turn & 7 and budget.over:
            raise TimeUp
        chosen, candidates, open_, alone = stack.pop()
        if not open_:
            yield chosen
            continue
        choice = -1
        rest = open_
        while rest:
            low = rest & -rest
            options = edges[low.bit_length() - 1] & candidates
            if choice < 0 or options.bit_count() < choice.bit_count():
                choice = options
            rest ^= low
        candidates &= ~choice
        rest = choice
        while rest:
            vertex = rest & -rest
            rest ^= vertex
            hit = members[vertex]
            # Every chosen vertex must stay the only one that meets some edge.
            still = {other: only & ~hit for other, only in alone.items()}
            if all(still.values()):
                still[vertex] = open_ & hit
                stack.append((chosen | vertex, candidates, open_ & ~hit, still))
            candidates |= vertex


def collect(
    supports: Iterator[frozenset[int]],
    cap: int,
    budget: Budget,
    complete: Callable[[], bool],
    most: int | None = None,
) -> Supports:
    """Sort what a search finds, smallest first, cut at the cap; the search ends after `most`."""
    sets: list[tuple[int, ...]] = []
    stopped = False
    try:
        for numbers in supports:
            if len(sets) >= _MOST_FOUND or (sets and budget.over):
                stopped = True
                break
            sets.append(tuple(sorted(numbers)))
            if len(sets) == most:
                stopped = True
                break
    except TimeUp:
        stopped = True
    sets.sort(key=lambda numbers: (len(numbers), numbers))
    searched = not stopped and complete()
    return Supports(tuple(sets[:cap]), len(sets) <= cap and searched, searched)


class Search:
    """Minimal supports through an oracle; `complete` says whether none can be missing."""

    def __init__(
        self, numbers: Sequence[int], entails: Entails, budget: Budget, core: Core | None = None
    ) -> None:
        self.numbers = tuple(numbers)
        self.complete = True
        self._entails = entails
        self._budget = budget
        self._core = core
        self._known: dict[int, bool | None] = {}

    def _ask(self, mask: int) -> bool | None:
        if mask not in self._known:
            if self._budget.over:
                return None
            self._known[mask] = self._entails(self._set(mask))
        return self._known[mask]

    def _set(self, mask: int) -> frozenset[int]:
        digits = reversed(f"{mask:b}")
        return frozenset(
            [n for n, digit in zip(self.numbers, digits, strict=False) if digit == "1"]
        )

    def _bits(self) -> Iterator[int]:
        """One bit a number, until the budget is over."""
        for bit in range(len(self.numbers)):
            if self._budget.over:
                return
            yield 1 << bit

    def _shrink(self, mask: int) -> int:
        """An entailing set from which nothing can be left out, inside one that was just found to
        entail."""
        mask = self._reduced(mask)
        for bit in self._bits():
            if mask & bit and self._ask(mask ^ bit):
                mask = self._reduced(mask ^ bit)
        return mask

    def _reduced(self, mask: int) -> int:
        """What the oracle needed of the set it has just been asked about."""
        if self._core is None:
            return mask
        needed = self._core()
        digits = "".join("1" if number in needed else "0" for number in reversed(self.numbers))
        core = int(digits or "0", 2)
        return core if core & ~mask == 0 and self._ask(core) else mask

    def _grow(self, mask: int) -> int:
        """A set that does not entail and cannot take another number, around one that does not."""
        for bit in self._bits():
            if not mask & bit:
                answer = self._ask(mask | bit)
                if answer is False:
                    mask |= bit
                elif answer is None:
                    self.complete = False
        return mask

    def _minimal(self, mask: int) -> bool:
        """The oracle said so: it entails, and does not with any one number left out."""
        if self._ask(mask) is not True:
            return False
        needed = all(self._ask(mask ^ bit) is False for bit in self._bits() if mask & bit)
        return needed and not self._budget.over

    def run(self) -> Iterator[frozenset[int]]:
        """Minimal supports, each once, until all are found or time has run out."""
        all_premises = (1 << len(self.numbers)) - 1
        entailed = self._ask(all_premises)
        if entailed is not True:
            self.complete = entailed is False
            return
        counts: set[int] = set()
        first = self._shrink(all_premises)
        if self._minimal(first):
            counts.add(first)
            yield self._set(first)
        edges: list[int] = []
        learned = True
        while learned:
            learned = False
            for mask in hitting_sets(edges, self._budget):
                if self._budget.over:
                    self.complete = False
                    return
                if mask in counts:
                    continue
                answer = self._ask(mask)
                if answer is False:
                    edges.append(all_premises ^ self._grow(mask))
                    learned = True
                    break
                if answer is None or not self._minimal(mask):
                    self.complete = False
                    continue
                counts.add(mask)
                yield self._set(mask)


def search_supports(
    numbers: Sequence[int],
    entails: Entails,
    cap: int = MAX_SUPPORTS,
    *,
    budget: Budget | None = None,
    most: int | None = None,
    core: Core | None = None,
) -> Supports:
    """Minimal sets of numbers for which the oracle says yes; it must be monotone.

    Every set returned was asked about, and so was every set with one number less. `exhausted` is
    False at the cap, at `most` found, at the budget's end, or when the oracle did not know.
    `core` tells which numbers the oracle needed for its last yes.
    """
    budget = budget or Budget.of(TIME_LIMIT)
    search = Search(numbers, entails, budget, core)
    return collect(search.run(), cap, budget, lambda: search.complete, most)
