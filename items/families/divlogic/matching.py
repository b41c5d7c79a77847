"""Options that counting cannot distinguish: what is counted in an option and in the premises about
it.

Owns the marks of an option: its form and signs, and how each of its symbols occurs in the premises
(as a fact, left or right of an arrow, how often, together with the other) and in the conclusion of
the question. Also owns the renamings that map every option to the right one. If all options of a
question have the same marks, a reader that counts but does not reason has no reason to prefer any.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import Literal

from items.families.divlogic.masks import LITERALS, Form, Lit, Statement

Level = Literal["steps", "neighbours", "roles", "counts", "form"]
NEIGHBOURS: Level = "neighbours"
"""More than all marks: the symbols adjacent to those of the options occur in equally many premises,
including facts; and there are equally many different ones, unless a number of premises is
requested.
"""
LEVELS: tuple[Level, ...] = ("roles", "counts", "form")
"""From all marks to form and signs only."""


class Uses:
    """How every symbol occurs in premises, and in the conclusion if one is shown."""

    __slots__ = (
        "_conclusion_literals",
        "_literals_by_mark",
        "_mark_by_literal",
        "_symbols",
        "level",
        "symbols",
    )

    def __init__(
        self,
        premises: Sequence[Statement],
        conclusion: Statement | None = None,
        level: Level = "roles",
    ) -> None:
        self.level = level
        self.symbols = [statement.symbols for statement in premises]
        self._symbols: dict[int, Hashable] = _symbol_marks(tuple(premises), level)
        self._conclusion_literals = () if conclusion is None else conclusion.literals
        self._mark_by_literal: dict[Lit, Hashable] = {}
        self._literals_by_mark: dict[Hashable, list[Lit]] = {}
        for lit in LITERALS:
            mark = self._mark_by_literal[lit] = self._literal(lit)
            self._literals_by_mark.setdefault(mark, []).append(lit)

    def of(self, lit: Lit) -> Hashable:
        """Return the marks of a literal."""
        return self._mark_by_literal[lit]

    def like(self, lit: Lit) -> Sequence[Lit]:
        """Return all literals with the same marks, including itself."""
        return self._literals_by_mark[self._mark_by_literal[lit]]

    def _literal(self, lit: Lit) -> Hashable:
        if self.level == "form":
            return lit & 1
        mark = self._symbols.get(lit >> 1)
        if not self._conclusion_literals:
            return lit & 1, mark
        places = [n for n, other in enumerate(self._conclusion_literals) if other >> 1 == lit >> 1]
        if self.level == "counts":
            return lit & 1, mark, bool(places)
        return (
            lit & 1,
            mark,
            tuple([(place, self._conclusion_literals[place] == lit) for place in places]),
        )

    def marks(self, statement: Statement) -> Hashable:
        """Return the marks of an option."""
        lits = statement.literals
        together: tuple[int, ...] = ()
        if self.level == "roles":
            together = tuple(
                sum(1 for symbols in self.symbols if not pair & ~symbols)
                for first, second in combinations(lits, 2)
                for pair in ((1 << (first >> 1)) | (1 << (second >> 1)),)
            )
        return (statement.form, tuple([self.of(lit) for lit in lits]), together)


@lru_cache(maxsize=256)
def _symbol_marks(premises: tuple[Statement, ...], level: Level) -> dict[int, Hashable]:
    """For each symbol, its number of occurrences in each part of premises; at levels below `roles`,
    its total number of occurrences."""
    roles: dict[int, list[str]] = {}
    for statement in premises:
        for symbol, role in _ROLES[statement.form](statement.literals):
            roles.setdefault(symbol, []).append(role)
    if level == "roles":
        return {symbol: tuple(sorted(own)) for symbol, own in roles.items()}
    return {symbol: len(own) for symbol, own in roles.items()}


def _of_rule(form: Form) -> Callable[[tuple[Lit, ...]], list[tuple[int, str]]]:
    left, right = f"left, {form}", f"right, {form}"

    def parts(literals: tuple[Lit, ...]) -> list[tuple[int, str]]:
        *before, after = literals
        return [*((lit >> 1, left) for lit in before), (after >> 1, right)]

    return parts


def _of_fact(literals: tuple[Lit, ...]) -> list[tuple[int, str]]:
    (lit,) = literals
    return [(lit >> 1, "denied" if lit & 1 else "stated")]


_ROLES: Mapping[Form, Callable[[tuple[Lit, ...]], list[tuple[int, str]]]] = {
    "fact": _of_fact,
    "implies": _of_rule("implies"),
    "not_both": _of_rule("not_both"),
    "either": _of_rule("either"),
}
"""Form to a function that lists its symbols with their parts."""


@lru_cache(maxsize=32)
def uses_of(premises: tuple[Statement, ...], level: Level) -> Uses:
    """Return the uses in premises, cached for further conclusions about the same ones."""
    return Uses(premises, level=level)


def alike(options: Sequence[Statement], premises: Sequence[Statement]) -> bool:
    """Whether the options resemble one another equally: the symbols of each occur equally often in
    the others, in the same places, and together with those of the others in premises."""
    profiles = set()
    premise_symbols = [statement.symbols for statement in premises]
    for place, option in enumerate(options):
        others = [other for n, other in enumerate(options) if n != place]
        symbols = [lit >> 1 for other in others for lit in other.literals]
        near = sorted(
            sum(1 for mask in premise_symbols if mask & option.symbols and mask & other.symbols)
            for other in others
        )
        profiles.add((tuple([symbols.count(lit >> 1) for lit in option.literals]), tuple(near)))
        if len(profiles) > 1:
            return False
    return True


def meetings(
    option: Statement, others: Sequence[Statement], premises: Sequence[Statement]
) -> Hashable:
    """Return the premises that contain symbols of an option and of others, by form, with the parts
    of both."""
    own = _places([option])
    theirs = _places(others)
    pairs = []
    for premise in premises:
        own_places: list[Hashable] = []
        other_places: list[Hashable] = []
        for symbol, part in _ROLES[premise.form](premise.literals):
            own_places += [(part, place) for place in own.get(symbol, ())]
            other_places += [(part, place) for place in theirs.get(symbol, ())]
        if own_places and other_places:
            pairs.append((sorted(map(repr, own_places)), sorted(map(repr, other_places))))
    return tuple(sorted(map(repr, pairs)))


def connections(option: Statement, premises: Sequence[Statement]) -> Hashable:
    """Return how premises connect an option to other symbols: for each adjacent symbol, the form of
    the premise, both parts, the number of premises with that symbol, and whether it is asserted or
    denied as a fact; and for each two premises about the option, the number of other symbols they
    share. The parts of adjacent symbols in further premises are not included."""
    counts = Counter(symbol for premise in premises for symbol, _ in _parts(premise))
    facts = {
        symbol: part
        for premise in premises
        if premise.form == "fact"
        for symbol, part in _parts(premise)
    }
    own = [premise for premise in premises if premise.symbols & option.symbols]
    neighbours = sorted(
        (place, part, other_part, counts[other], facts.get(other, ""))
        for premise in own
        for symbol, part in _parts(premise)
        for other, other_part in _parts(premise)
        for place, lit in enumerate(option.literals)
        if lit >> 1 == symbol != other
    )
    pairs = []
    for first, second in combinations(own, 2):
        sides = sorted(
            (
                premise.form,
                tuple([bool(premise.symbols >> (lit >> 1) & 1) for lit in option.literals]),
            )
            for premise in (first, second)
        )
        shared = first.symbols & second.symbols & ~option.symbols
        pairs.append((tuple(sides), shared.bit_count()))
    return tuple(neighbours), tuple(sorted(pairs))


def _parts(statement: Statement) -> list[tuple[int, str]]:
    """Symbols of a premise with their parts."""
    return _ROLES[statement.form](statement.literals)


def _places(statements: Sequence[Statement]) -> Mapping[int, Sequence[int]]:
    """For each symbol, its places in statements."""
    places: dict[int, list[int]] = {}
    for statement in statements:
        for place, lit in enumerate(statement.literals):
            places.setdefault(lit >> 1, []).append(place)
    return places


def renamings(options: Sequence[Statement]) -> Iterator[Mapping[int, int]]:
    """Yield the permutations of the options' symbols that preserve the set of options."""
    for images in permutations(options):
        names: dict[int, int] = {}
        if all(
            names.setdefault(lit >> 1, image >> 1) == image >> 1
            for option, moved in zip(options, images, strict=True)
            for lit, image in zip(option.literals, moved.literals, strict=True)
        ) and len(set(names.values())) == len(names):
            yield names


def mirrored(options: Sequence[Statement]) -> bool:
    """Whether every option is the right one of a mirrored problem: the options' symbols can be
    permuted so that the set of four options is preserved and any option maps to any other. Options
    with equal marks have symbols with equal marks in equal places, so a renaming preserves all
    marks. Problems and their renamings are equally likely to be drawn, so a reader that sees the
    options and all marks meets each option as the right one equally often."""
    first, *others = options
    reached = {
        tuple([names[lit >> 1] << 1 | lit & 1 for lit in first.literals])
        for names in renamings(options)
    }
    return all(other.literals in reached for other in others)
