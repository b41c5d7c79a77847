"""All models of clauses as disjoint cubes, each found by the SAT solver and widened.

Owns the widening: a literal of a model can be removed if every clause that it satisfies is also
satisfied without it, so that one cube represents two, four, eight, … models. A clause excludes each
cube already found, and later cubes satisfy it like any other; hence no model is in two cubes. Sets
of clauses are integers with one bit per clause.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from solver.cancel import Budget
from solver.engines.cnf import Clause

_WIDENED = 1 << 15
"""Number of cubes after which widening stops, because too many clauses exclude earlier cubes."""


class Solver(Protocol):
    """The solver that finds the models; see `sat.Clauses`."""

    def add(self, clause: Clause, /) -> object:
        """Add a clause."""

    def solve(self, assumptions: Sequence[int], budget: Budget) -> bool:
        """Whether there is a model. Raises `GaveUp`."""

    def model(self) -> list[int]:
        """The literals of the last model, in order of variables."""


class Cube(NamedTuple):
    """Models that agree on some variables, with every assignment to the others."""

    model: list[int]
    """One of the models."""
    free: list[int]
    """The variables that may have any value."""


def cubes(solver: Solver, clauses: Sequence[Clause], size: int, budget: Budget) -> Iterator[Cube]:
    """The models, over the variables 1 to `size`, of clauses that are in the solver and have no
    other variables. Raises `GaveUp`."""
    holders: dict[int, int] = {}
    """For each literal, the clauses that contain it."""
    number = len(clauses)
    count = 0
    while solver.solve((), budget):
        model = solver.model()
        # A variable that the solver does not know is false.
        model.extend(range(-len(model) - 1, -size - 1, -1))
        count += 1
        holders = holders or _holders(clauses, size)
        if count > _WIDENED:
            solver.add([-literal for literal in model])
            yield Cube(model, [])
            continue
        # Clauses with at least one, two or three true literals.
        at_least_one = at_least_two = at_least_three = 0
        for literal in model:
            holding = holders[literal]
            at_least_three |= at_least_two & holding
            at_least_two |= at_least_one & holding
            at_least_one |= holding
        ruled_out: list[int] = []
        free: list[int] = []
        only, pair = at_least_one & ~at_least_two, at_least_two & ~at_least_three
        for literal in model:
            holding = holders[literal]
            if holding & only:
                ruled_out.append(-literal)
                continue
            free.append(abs(literal))
            only |= holding & pair
            # The exact number is not tracked for three or more; assume two are left, to be safe.
            pair = pair & ~holding | holding & at_least_three
            at_least_three &= ~holding
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
