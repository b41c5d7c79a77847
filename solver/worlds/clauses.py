"""All models of clauses, straight from lists of ints to dicts: the mask interface for CNF.

A clause lists non-zero ints in DIMACS manner: k for variable k, -k for its negation; variable k is
`names[k - 1]`. For generators and benchmarks that hold clauses already; formulas go through
`worlds`. Works as `conjoin` does (grow by one variable at a time, renumber the survivors
when they are few), with clauses taken apart literal by literal.
"""

from array import array
from collections.abc import Sequence
from functools import lru_cache

from solver.worlds.decode import Values, decoder, set_bits
from solver.worlds.space import BOOLS, MAX_WORLDS, Axis, TooLarge, shape

_WHOLE = 13
"""Up to so many variables the whole space is held."""
_FIRST = 9
"""Beyond, so many are taken whole before growth begins."""
_SPARSE = 6
"""Survivors are renumbered when fewer than one world in so many is left."""
_BIT_TO_DIGIT = tuple(
    bytes(49 if byte >> bit & 1 else 48 for byte in range(256)) for bit in range(8)
)

Clause = Sequence[int]


@lru_cache(maxsize=16)
def _literals(variables: int) -> tuple[int, ...]:
    """Regions of the literals over so many variables, at their own index; 0 is not used."""
    bools = shape((2,) * variables)
    positive = [bools.atom(k, 1) for k in range(variables)]
    negative = [bools.complement(k, 1) for k in range(variables)]
    return (0, *positive, *negative[::-1])


def _plain(clauses: Sequence[Clause], variables: int) -> int:
    """The region of all clauses over a space that is cheap to hold whole."""
    literals = _literals(variables)
    region = (1 << (1 << variables)) - 1
    for clause in clauses:
        if len(clause) == 3:
            a, b, c = clause
            region &= literals[a] | literals[b] | literals[c]
        else:
            bits = 0
            for literal in clause:
                bits |= literals[literal]
            region &= bits
    return region


class _Growth:
    """Surviving partial worlds over the variables placed so far."""

    def __init__(self, clauses: Sequence[Clause], variables: int, max_worlds: int) -> None:
        self.max_worlds = max_worlds
        self.worlds: list[int] = []
        """Of each partial world the mask of its true variables (bit k - 1 for variable k); only
        after a renumbering, before it they are counted through."""
        self.above: list[int] = []
        """Variables placed since, lowest first."""
        self._plan(clauses, variables)
        self.width = 1 << len(self.first)
        self.regions = [0] * (2 * variables + 1)
        self.widths = [0] * (2 * variables + 1)
        self._start()

    def _plan(self, clauses: Sequence[Clause], variables: int) -> None:
        """Choose the variables on top, each as the one that completes fewest clauses."""
        open_: list[set[int]] = [set() for _ in range(variables + 1)]
        for number, clause in enumerate(clauses):
            for literal in clause:
                open_[literal if literal > 0 else -literal].add(number)
        left = set(range(1, variables + 1))
        self.tops: list[tuple[int, list[tuple[bool, list[int]]]]] = []
        taken: set[int] = set()
        while len(left) > _FIRST:
            top = min(left, key=lambda k: len(open_[k]))
            left.remove(top)
            numbers = open_[top]
            taken |= numbers
            completed = []
            for number in numbers:
                rest = []
                for literal in clauses[number]:
                    if literal != top and literal != -top:
                        rest.append(literal)
                        open_[literal if literal > 0 else -literal].discard(number)
                signs = [literal > 0 for literal in clauses[number] if literal in (top, -top)]
                if all(sign == signs[0] for sign in signs):
                    completed.append((signs[0], rest))
            self.tops.append((top, completed))
        self.tops.reverse()
        self.first = sorted(left)
        self.low_clauses = [c for number, c in enumerate(clauses) if number not in taken]

    def _start(self) -> None:
        """Take the first variables whole."""
        count = len(self.first)
        literals = _literals(count)
        for place, k in enumerate(self.first, 1):
            self.regions[k] = literals[place]
            self.regions[-k] = literals[-place]
            self.widths[k] = self.widths[-k] = self.width
        region = (1 << self.width) - 1
        regions = self.regions
        for clause in self.low_clauses:
            bits = 0
            for literal in clause:
                bits |= regions[literal]
            region &= bits
        self.region = region
        worlds = [0]
        for k in self.first:
            bit = 1 << (k - 1)
            worlds += [world | bit for world in worlds]
        self.worlds = worlds

    def _literal(self, literal: int) -> int:
        """The region of a literal at the present width."""
        bits = self.regions[literal]
        width = self.widths[literal]
        if width != self.width:
            while width < self.width:
                bits |= bits << width
                width <<= 1
            self.regions[literal] = bits
            self.widths[literal] = width
        return bits

    def run(self) -> None:
        """Place all variables."""
        for place, (top, completed) in enumerate(self.tops):
            if not self.region:
                return
            if self.width > 64 and self.region.bit_count() * _SPARSE < self.width:
                self._renumber(place)
            if self.width * 2 > self.max_worlds:
                raise TooLarge(self.width * 2, self.max_worlds)
            self._place(top, completed)

    def _place(self, top: int, completed: list[tuple[bool, list[int]]]) -> None:
        """Put a variable on top: where it is false, a clause it occurs in must hold without it."""
        low = high = self.region
        for positive, rest in completed:
            bits = 0
            for literal in rest:
                bits |= self._literal(literal)
            if positive:
                low &= bits
            else:
                high &= bits
        width = self.width
        ones = (1 << width) - 1
        self.region = low | high << width
        self.regions[-top] = ones
        self.regions[top] = ones << width
        self.width = self.widths[top] = self.widths[-top] = 2 * width
        self.above.append(top)

    def survivors(self) -> list[int]:
        """The surviving worlds as masks of true variables."""
        worlds = self.worlds
        size = len(worlds)
        if not self.above:
            return [worlds[place] for place in set_bits(self.region)]
        high = [0]
        for k in self.above:
            bit = 1 << (k - 1)
            high += [world | bit for world in high]
        return [worlds[place % size] | high[place // size] for place in set_bits(self.region)]

    def _renumber(self, place: int) -> None:
        """Number the survivors 0, 1, 2, …; their variables become columns of bits."""
        worlds = self.worlds = self.survivors()
        self.above = []
        count = len(worlds)
        self.width = count
        ones = self.region = (1 << count) - 1
        needed = {
            literal if literal > 0 else -literal
            for _, completed in self.tops[place:]
            for _, rest in completed
            for literal in rest
        } - {top for top, _ in self.tops[place:]}
        packed = _bytes_of(worlds)
        step = len(packed) // count
        for k in needed:
            column = packed[(k - 1) >> 3 :: step].translate(_BIT_TO_DIGIT[(k - 1) & 7])
            bits = int(column, 2)
            self.regions[k] = bits
            self.regions[-k] = ones ^ bits
            self.widths[k] = self.widths[-k] = count


def _bytes_of(worlds: list[int]) -> bytes:
    """The worlds from the last to the first, each in the same number of little-endian bytes."""
    largest = max(worlds)
    if largest < 1 << 32 and array("I").itemsize == 4 and array("H", b"\1\0")[0] == 1:
        return array("I", worlds[::-1]).tobytes()
    step = (largest.bit_length() + 7) // 8
    return b"".join([world.to_bytes(step, "little") for world in reversed(worlds)])


def _grown(clauses: Sequence[Clause], variables: int, max_worlds: int) -> _Growth:
    growth = _Growth(clauses, variables, max_worlds)
    growth.run()
    return growth


def clause_worlds(
    clauses: Sequence[Clause], variables: int, *, max_worlds: int = MAX_WORLDS
) -> list[int]:
    """The models as world indices (bit k - 1 is variable k), ascending.

    Raises `TooLarge` where more than `max_worlds` partial worlds would have to be held at once.
    """
    if variables <= _WHOLE:
        return set_bits(_plain(clauses, variables))
    growth = _grown(clauses, variables, max_worlds)
    return sorted(growth.survivors()) if growth.region else []


def clause_models(
    clauses: Sequence[Clause], names: Sequence[str], *, max_worlds: int = MAX_WORLDS
) -> list[Values]:
    """The models as dicts from name to bool, in ascending order of their world indices."""
    worlds = clause_worlds(clauses, len(names), max_worlds=max_worlds)
    return decoder(tuple([Axis(name, BOOLS) for name in names])).models(worlds)


def clause_count(clauses: Sequence[Clause], variables: int, *, max_worlds: int = MAX_WORLDS) -> int:
    """How many models there are, without listing them."""
    if variables <= _WHOLE:
        return _plain(clauses, variables).bit_count()
    return _grown(clauses, variables, max_worlds).region.bit_count()
