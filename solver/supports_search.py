"""Minimal hitting sets, and minimal supports by means of an oracle.

Handles numbers only; the caller knows what they stand for and supplies the oracle for entailment.
Owns the enumeration of minimal hitting sets (after MMCS, Murakami and Uno 2014, on bit masks) and
the search that learns the sets to hit from the oracle's negative answers (Bailey and Stuckey 2005).
"""

from collections.abc import Callable, Iterator, Sequence

from solver.cancel import Budget
from solver.results import MAX_SUPPORTS, Supports

Entails = Callable[[frozenset[int]], bool | None]
"""Whether the premises with these numbers entail the goal; None if that is not known."""

Core = Callable[[], frozenset[int]]
"""The numbers that were sufficient for the oracle's last positive answer."""

TIME_LIMIT = 2.0
"""Default time limit of a search, in seconds."""
_MOST_FOUND = 4096
"""Maximum minimal sets collected before the smallest are chosen."""


def smallest_edges(edges: Sequence[int], budget: Budget | None = None) -> list[int]:
    """The sets (as bit masks) that contain no other of the sets. Raises `TimeUp`."""
    smallest: list[int] = []
    for edge in sorted(set(edges), key=int.bit_count):
        if budget is not None and not len(smallest) & 15 and budget.is_over:
            raise TimeUp
        for other in smallest:
            if other & edge == other:
                break
        else:
            smallest.append(edge)
    return smallest


class TimeUp(Exception):
    """The budget ended during a search."""


def hitting_sets(edges: Sequence[int], budget: Budget | None = None) -> Iterator[int]:
    """All minimal sets that intersect every edge; sets are bit masks. Yields none if an edge is
    empty.

    Raises `TimeUp` if the budget ends before the last one.
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
        if budget is not None and not turn & 7 and budget.is_over:
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
            # Every chosen vertex must remain the only one in some edge.
            still = {other: only & ~hit for other, only in alone.items()}
            if all(still.values()):
                still[vertex] = open_ & hit
                stack.append((chosen | vertex, candidates, open_ & ~hit, still))
            candidates |= vertex


def collect(
    supports: Iterator[frozenset[int]],
    cap: int,
    budget: Budget,
    is_complete: Callable[[], bool],
    most: int | None = None,
) -> Supports:
    """Collect the results of a search, smallest first, at most `cap`; the search ends after
    `most`."""
    sets: list[tuple[int, ...]] = []
    stopped = False
    try:
        for numbers in supports:
            if len(sets) >= _MOST_FOUND or (sets and budget.is_over):
                stopped = True
                break
            sets.append(tuple(sorted(numbers)))
            if len(sets) == most:
                stopped = True
                break
    except TimeUp:
        stopped = True
    sets.sort(key=lambda numbers: (len(numbers), numbers))
    searched = not stopped and is_complete()
    return Supports(tuple(sets[:cap]), len(sets) <= cap and searched, searched)


class Search:
    """Search for minimal supports with an oracle; `complete` says whether none can be missing."""

    def __init__(
        self, numbers: Sequence[int], entails: Entails, budget: Budget, core: Core | None = None
    ) -> None:
        self.numbers = tuple(numbers)
        self.complete = True
        self._entails = entails
        self._budget = budget
        self._core = core
        self._answers: dict[int, bool | None] = {}

    def _ask(self, mask: int) -> bool | None:
        if mask not in self._answers:
            if self._budget.is_over:
                return None
            self._answers[mask] = self._entails(self._set(mask))
        return self._answers[mask]

    def _set(self, mask: int) -> frozenset[int]:
        digits = reversed(f"{mask:b}")
        return frozenset(
            [n for n, digit in zip(self.numbers, digits, strict=False) if digit == "1"]
        )

    def _bits(self) -> Iterator[int]:
        """One bit per number, until the budget is used up."""
        for bit in range(len(self.numbers)):
            if self._budget.is_over:
                return
            yield 1 << bit

    def _shrink(self, mask: int) -> int:
        """A minimal entailing subset of a set that was just found to entail."""
        mask = self._reduced(mask)
        for bit in self._bits():
            if mask & bit and self._ask(mask ^ bit):
                mask = self._reduced(mask ^ bit)
        return mask

    def _reduced(self, mask: int) -> int:
        """The subset that the oracle needed for its last answer."""
        if self._core is None:
            return mask
        needed = self._core()
        digits = "".join("1" if number in needed else "0" for number in reversed(self.numbers))
        core = int(digits or "0", 2)
        return core if core & ~mask == 0 and self._ask(core) else mask

    def _grow(self, mask: int) -> int:
        """A maximal non-entailing superset of a set that does not entail."""
        for bit in self._bits():
            if not mask & bit:
                answer = self._ask(mask | bit)
                if answer is False:
                    mask |= bit
                elif answer is None:
                    self.complete = False
        return mask

    def _minimal(self, mask: int) -> bool:
        """Whether the oracle confirms that the set entails, and that it does not without any one
        number."""
        if self._ask(mask) is not True:
            return False
        needed = all(self._ask(mask ^ bit) is False for bit in self._bits() if mask & bit)
        return needed and not self._budget.is_over

    def run(self) -> Iterator[frozenset[int]]:
        """Minimal supports without duplicates, until all are found or time runs out."""
        all_premises = (1 << len(self.numbers)) - 1
        entailed = self._ask(all_premises)
        if entailed is not True:
            self.complete = entailed is False
            return
        minimal_masks: set[int] = set()
        first = self._shrink(all_premises)
        if self._minimal(first):
            minimal_masks.add(first)
            yield self._set(first)
        edges: list[int] = []
        learned = True
        while learned:
            learned = False
            for mask in hitting_sets(edges, self._budget):
                if self._budget.is_over:
                    self.complete = False
                    return
                if mask in minimal_masks:
                    continue
                answer = self._ask(mask)
                if answer is False:
                    edges.append(all_premises ^ self._grow(mask))
                    learned = True
                    break
                if answer is None or not self._minimal(mask):
                    self.complete = False
                    continue
                minimal_masks.add(mask)
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
    """Minimal sets of numbers for which the oracle's answer is positive; it must be monotone.

    The oracle has confirmed every returned set, and rejected it without any one number. `exhausted`
    is False at the cap, after `most`, at the end of the budget, or if the oracle did not know.
    `core` returns the numbers that the oracle needed for its last positive answer.
    """
    budget = budget or Budget.of(TIME_LIMIT)
    search = Search(numbers, entails, budget, core)
    return collect(search.run(), cap, budget, lambda: search.complete, most)
