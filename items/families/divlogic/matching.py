"""Options that no count tells apart: what is counted in an option and in the premises about it.

Owns the marks of an option: its form and signs, and how each of its symbols stands in the premises
(as a fact, left or right of an arrow, how often, together with the other) and in the
conclusion asked about; and the renamings that make every option the right one. Where all options of
a question have the same marks, a reader who counts but does not reason has no reason to prefer any.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import Literal

from items.families.divlogic.masks import LITERALS, Form, Lit, Statement

Level = Literal["steps", "neighbours", "roles", "counts", "form"]
NEIGHBOURS: Level = "neighbours"
"""More than all marks: the symbols beside those of the options are in equally many premises, facts
included; and as many different ones, where no number of premises is asked for."""
LEVELS: tuple[Level, ...] = ("roles", "counts", "form")
"""From all marks to the form and signs alone."""


class Uses:
    """How every symbol stands in premises, and in a conclusion where one is shown."""

    __slots__ = ("_alike", "_asked", "_of", "_symbols", "level", "symbols")

    def __init__(
        self,
        premises: Sequence[Statement],
        conclusion: Statement | None = None,
        level: Level = "roles",
    ) -> None:
        self.level = level
        self.symbols = [statement.symbols for statement in premises]
        self._symbols: dict[int, Hashable] = _symbol_marks(tuple(premises), level)
        self._asked = () if conclusion is None else conclusion.literals
        self._of: dict[Lit, Hashable] = {}
        self._alike: dict[Hashable, list[Lit]] = {}
        for lit in LITERALS:
            mark = self._of[lit] = self._literal(lit)
            self._alike.setdefault(mark, []).append(lit)

    def of(self, lit: Lit) -> Hashable:
        """The marks of a literal."""
        return self._of[lit]

    def like(self, lit: Lit) -> Sequence[Lit]:
        """All literals with its marks, itself included."""
        return self._alike[self._of[lit]]

    def _literal(self, lit: Lit) -> Hashable:
        if self.level == "form":
            return lit & 1
        mark = self._symbols.get(lit >> 1)
        if not self._asked:
            return lit & 1, mark
        places = [n for n, other in enumerate(self._asked) if other >> 1 == lit >> 1]
        if self.level == "counts":
            return lit & 1, mark, bool(places)
        return lit & 1, mark, tuple([(place, self._asked[place] == lit) for place in places])

    def marks(self, statement: Statement) -> Hashable:
        """The marks of an option."""
        lits = statement.literals
        together: tuple[int, ...] = ()
        if self.level == "roles":
            together = tuple(
                sum(1 for symbols in self.symbols if not pair & ~symbols)
                for count, other in combinations(lits, 2)
                for pair in ((1 << (count >> 1)) | (1 << (other >> 1)),)
            )
        return (statement.form, tuple([self.of(lit) for lit in lits]), together)


@lru_cache(maxsize=256)
def _symbol_marks(premises: tuple[Statement, ...], level: Level) -> dict[int, Hashable]:
    """By symbol, how often it stands in each part of premises; how often at all, where no more
    has to agree."""
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
"""Form to the parts in which its symbols stand."""


@lru_cache(maxsize=32)
def uses_of(premises: tuple[Statement, ...], level: Level) -> Uses:
    """The uses in premises, kept for the next conclusion about the same ones."""
    return Uses(premises, level=level)


def alike(options: Sequence[Statement], premises: Sequence[Statement]) -> bool:
    """Whether the options resemble one another equally: the symbols of each stand equally often in
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
    """The premises in which symbols of an option stand together with those of others, by form,
    with the parts in which both stand."""
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


def joined(option: Statement, premises: Sequence[Statement]) -> Hashable:
    """What joins an option to other symbols in premises: for each symbol beside its own, in which
    form of premise, in which parts, in how many premises the other stands, and whether it is given
    or its denial is; and of each two premises about the option, how many other symbols they share.
    In which parts of further premises a symbol stands is not told."""
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
    """The symbols of a premise with the parts in which they stand."""
    return _ROLES[statement.form](statement.literals)


def _places(statements: Sequence[Statement]) -> Mapping[int, Sequence[int]]:
    """By symbol, at which places of statements it stands."""
    places: dict[int, list[int]] = {}
    for statement in statements:
        for place, lit in enumerate(statement.literals):
            places.setdefault(lit >> 1, []).append(place)
    return places


def renamings(options: Sequence[Statement]) -> Iterator[Mapping[int, int]]:
    """The renamings of the symbols of options among themselves that keep the options the same,
    whatever their order."""
    for images in permutations(options):
        names: dict[int, int] = {}
        if all(
            names.setdefault(lit >> 1, image >> 1) == image >> 1
            for option, moved in zip(options, images, strict=True)
            for lit, image in zip(option.literals, moved.literals, strict=True)
        ) and len(set(names.values())) == len(names):
            yield names


def mirrored(options: Sequence[Statement]) -> bool:
    """Whether every option is the right one of a mirrored problem: symbols of the options can be
    renamed among themselves so that the options stay the same four and any one becomes any other.
    Options of equal marks have symbols of equal marks in equal places, so a renaming changes no
    mark. Problems are drawn as often as their renamings; so whoever sees the options and all marks
    meets each option as the right one equally often.
    """
    first, *others = options
    reached = {
        tuple([names[lit >> 1] << 1 | lit & 1 for lit in first.literals])
        for names in renamings(options)
    }
    return all(other.literals in reached for other in others)
