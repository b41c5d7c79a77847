"""An engine that tries every structure up to a size: the oracle for what query kinds mean.

Shares nothing with the engines but the formula classes and `solver.structures.holds`.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, product

from solver.cancel import NO_LIMIT
from solver.engines.base import GaveUp, Listing
from solver.language.problem import Target, Theory
from solver.language.syntax import (
    BoolSort,
    EnumSort,
    Formula,
    PredicateSort,
    expand,
)
from solver.results import EngineName, Model, Structure, Supports, World
from solver.structures import holds, predicate_keys

Rows = frozenset[tuple[str, ...]]


class BruteEngine:
    """Every structure over domains of 1 to `size` elements; of a propositional theory, every
    assignment."""

    name: EngineName = "worlds"
    note = ""
    shows = True
    budget = NO_LIMIT

    def __init__(self, theory: Theory, size: int = 1) -> None:
        self.theory = theory
        self.size = size

    def over(
        self, theory: Theory, formulas: Iterable[Formula] = (), targets: Iterable[Target] = ()
    ) -> "BruteEngine":
        """Every structure of another theory."""
        return BruteEngine(theory, self.size)

    @cached_property
    def _plain(self) -> bool:
        return not any(
            symbol.arity or not isinstance(symbol.sort, BoolSort | EnumSort)
            for symbol in self.theory.signature.symbols.values()
        )

    @cached_property
    def structures(self) -> list[Structure]:
        """Those in which the premises hold."""
        premises = self.theory.formulas
        return [structure for structure in self._all() if self._true(structure, premises)]

    def _true(self, structure: Structure, formulas: Sequence[Formula]) -> bool:
        return all(holds(structure, expand(f, self.theory.definitions)) for f in formulas)

    def _all(self) -> Iterator[Structure]:
        symbols = self.theory.signature.symbols
        constants = self.theory.signature.constants()
        for size in range(1, self.size + 1):
            domain = tuple(f"e{n}" for n in range(size))
            keys: list[str] = []
            relations: list[list[Rows]] = []
            values: list[tuple[bool | str, ...]] = []
            names: list[str] = []
            for (name, arity), symbol in symbols.items():
                if isinstance(symbol.sort, PredicateSort):
                    rows = list(product(domain, repeat=arity))
                    keys.append(predicate_keys(symbols)[name, arity])
                    relations.append(
                        [
                            frozenset(some)
                            for number in range(len(rows) + 1)
                            for some in combinations(rows, number)
                        ]
                    )
                elif isinstance(symbol.sort, BoolSort):
                    names.append(name)
                    values.append((False, True))
                elif isinstance(symbol.sort, EnumSort):
                    names.append(name)
                    values.append(symbol.sort.values)
            for elements in product(domain, repeat=len(constants)):
                for chosen in product(*relations):
                    for row in product(*values):
                        yield Structure(
                            domain,
                            dict(zip(constants, elements, strict=True)),
                            dict(zip(keys, chosen, strict=True)),
                            dict(zip(names, row, strict=True)),
                        )

    def _where(self, assumed: Sequence[Formula]) -> Iterator[Structure]:
        return (structure for structure in self.structures if self._true(structure, assumed))

    def world(self, *assumed: Formula) -> World | None:
        """The first structure; of a propositional theory, its values."""
        structure = next(self._where(assumed), None)
        return None if structure is None else dict(structure.values) if self._plain else structure

    def further(self, *assumed: Formula) -> World | None:
        """A world where the theory is propositional."""
        if not self._plain:
            return None
        try:
            return self.world(*assumed)
        except GaveUp:
            return None

    def satisfiable(self, *assumed: Formula) -> bool:
        """Whether there is a structure."""
        return next(self._where(assumed), None) is not None

    def _row(self, structure: Structure, targets: Sequence[Target]) -> Model:
        return {
            target.key: (
                structure.values[target.enum]
                if target.enum is not None
                else target.formula is not None and self._true(structure, [target.formula])
            )
            for target in targets
        }

    def assignments(
        self,
        targets: Sequence[Target],
        *assumed: Formula,
        limit: int | None = None,
        most: int | None = None,
    ) -> Listing:
        """Distinct assignments, in the order of the structures."""
        rows = [self._row(structure, targets) for structure in self._where(assumed)]
        distinct = list({tuple(row.items()): row for row in rows}.values())
        counted = distinct if most is None else distinct[:most]
        models = tuple(counted if limit is None else counted[:limit])
        return Listing(models, len(counted), len(counted) == len(distinct))

    def determines(self, targets: Sequence[Target], formula: Formula, *assumed: Formula) -> bool:
        """Whether structures that agree on the targets agree on the formula."""
        verdicts: dict[tuple[tuple[str, bool | str], ...], bool] = {}
        for structure in self._where(assumed):
            value = self._true(structure, [formula])
            if (
                verdicts.setdefault(tuple(self._row(structure, targets).items()), value)
                is not value
            ):
                return False
        return True

    def supports(self, formula: Formula, *, cap: int, most: int | None = None) -> Supports:
        """Minimal entailing sets, by trying all sets from the smallest on."""
        numbers = [premise.number for premise in self.theory.premises]
        outcome: list[tuple[int, ...]] = []
        for size in range(len(numbers) + 1):
            for chosen in combinations(numbers, size):
                if any(set(smaller) <= set(chosen) for smaller in outcome):
                    continue
                premises = tuple(p for p in self.theory.premises if p.number in chosen)
                theory = Theory(self.theory.signature, premises, self.theory.definitions)
                part = BruteEngine(theory, self.size)
                if all(part._true(structure, [formula]) for structure in part.structures):
                    outcome.append(chosen)
        return Supports(tuple(outcome[:cap]), len(outcome) <= cap)


class TiredEngine(BruteEngine):
    """Gives up after so many questions."""

    def __init__(self, theory: Theory, questions: int) -> None:
        super().__init__(theory)
        self.questions = questions

    def over(
        self, theory: Theory, formulas: Iterable[Formula] = (), targets: Iterable[Target] = ()
    ) -> "BruteEngine":
        """As tired."""
        return TiredEngine(theory, self.questions)

    def _where(self, assumed: Sequence[Formula]) -> Iterator[Structure]:
        self.questions -= 1
        if self.questions < 0:
            raise GaveUp("timeout")
        return super()._where(assumed)
