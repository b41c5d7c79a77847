"""All models of clauses as disjoint cubes, each found by the SAT solver and widened.

Owns the widening: a model's literal can go where every clause it makes true is true without it, so
that one cube stands for two models, four, eight, … A clause rules out each cube that was found, and
later cubes keep it true like any other; hence no model is in two of them. Sets of clauses are
integers with a bit a clause.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from solver.cancel import Budget
from solver.engines.cnf import Clause

_WIDENED = 1 << 15
"""After so many cubes, too many clauses rule them out, and each model is a cube of its own."""


class Solver(Protocol):
    """What finds the models; see `sat.Clauses`."""

    def add(self, clause: Clause, /) -> object:
        """Add a clause."""

    def solve(self, assumptions: Sequence[int], budget: Budget) -> bool:
        """Whether there is a model. Raises `GaveUp`."""

    def model(self) -> list[int]:
        """The literals of the last model, by variable."""


class Cube(NamedTuple):
    """Models that agree on some variables and have every assignment to the others."""

    model: list[int]
    """One of them."""
    free: list[int]
    """The others' variables."""


def cubes(solver: Solver, clauses: Sequence[Clause], size: int, budget: Budget) -> Iterator[Cube]:
    """The models over the variables 1 to `size` of clauses that are in the solver and have no other
    variables. Raises `GaveUp`."""
    holders: dict[int, int] = {}
    """For each literal the clauses that have it."""
    number = len(clauses)
    count = 0
    while solver.solve((), budget):
        model = solver.model()
        # A variable the solver never met is false.
        model.extend(range(-len(model) - 1, -size - 1, -1))
        count += 1
        holders = holders or _holders(clauses, size)
        if count > _WIDENED:
            solver.add([-literal for literal in model])
            yield Cube(model, [])
            continue
        # Clauses in which one literal at least is true, two at least, three at least.
        index = two = three = 0
        for literal in model:
            holding = holders[literal]
            three |= two & holding
            two |= index & holding
            index |= holding
        ruled_out: list[int] = []
        free: list[int] = []
        only, pair = index & ~two, two & ~three
        for literal in model:
            holding = holders[literal]
            if holding & only:
                ruled_out.append(-literal)
                continue
            free.append(abs(literal))
            only |= holding & pair
            # How many are left in a clause of three or more is not kept: two, to be safe.
            pair = pair & ~holding | holding & three
            three &= ~holding
        solver.add(ruled_out)
        for literal in ruled_out:
            holders[literal] |= 1 << number
        number += 1
        yield Cube(model, free)


def _holders(clauses: Sequence[Clause], size: int) -> dict[int, int]:
    holders = dict.fromkeys([*range(1, size + 1), *range(-size, 0)], 0)
    bit = 1
    for clause in clauses:
        for literal in clause:
            holders[literal] |= bit
        bit <<= 1
    return holders
