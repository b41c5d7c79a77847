"""Puzzles and counts, each against the best of python-sat, OxiDD and clingo in the same run.

A code puzzle of the shape of LLMEval-Logic's item 171 (a two-place predicate over twelve
constants), a code of three digits as plain Bools, the zebra puzzle as Enums, the ladder of 12,870
models, and 3-CNF over 60 symbols. Every side must give the same answer.

This project starts from formula trees: choosing an engine, grounding and encoding are in its time,
and reading the text, which is no engine's work, is a column of its own. The libraries start from
clauses that are ready, ground and encoded, which is kinder to them.
"""

import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from math import inf
from typing import Any

from benchmarks.models import names_of, random_clauses
from benchmarks.opponents import Clauses
from benchmarks.timing import Scale, ms, table, typical, verdict
from solver.cancel import Budget
from solver.engines.cnf import Encoder
from solver.engines.grounding import Grounding
from solver.language.edits import theory
from solver.language.loader import forget, load_problem
from solver.language.problem import Problem, Theory
from solver.queries import Session
from tests.solver.bomb_shapes import BOMBS, Formal

AIM = 3.0
"""Times the best library's time that this project may take."""


@dataclass(frozen=True)
class Puzzle:
    """A formal object whose first query is asked, and the same as clauses."""

    formal: Formal
    clauses: Clauses
    targets: Sequence[int]
    """Variables whose assignments are counted; none where one is only decided."""
    fixed: tuple[int, int] | None = None
    """(k, n) where all there is to it is that k of n symbols are true."""


def clauses_of(given: Theory) -> tuple[list[list[int]], Encoder]:
    """A quantifier-free theory as clauses."""
    clauses: list[list[int]] = []
    encoder = Encoder(given.signature, given.definitions, clauses.append, Budget.of(600))
    for premise in given.premises:
        encoder.require(premise.formula)
    return clauses, encoder


def code() -> Puzzle:
    """Item 171's shape: does a digit stand somewhere in some solution?"""
    formal = {**BOMBS["code puzzle, 12 constants"]()}
    formal["question"] = ["possible(At(d1, p0))"]
    problem = load_problem(formal)
    formula = problem.queries[0].formula
    assert formula is not None
    grounding = Grounding(theory(problem), [formula], 1, Budget.of(600))
    clauses, encoder = clauses_of(grounding.theory)
    encoder.require_all(grounding.laws)
    encoder.require(formula)
    return Puzzle(formal, clauses, ())


def password() -> Puzzle:
    """Which codes of three of ten digits fit the clues."""
    names = [f"c{place}_{digit}" for place in range(3) for digit in range(10)]
    premises = [f"exactly_one({', '.join(names[10 * p : 10 * p + 10])})" for p in range(3)]
    premises += [
        f"~(c{one}_{digit} & c{other}_{digit})"
        for one, other in combinations(range(3), 2)
        for digit in range(10)
    ]
    premises += [
        "exactly(1; c0_6, c1_8, c2_2)",
        "exactly(0; c0_7, c1_3, c2_8)",
        "exactly(2; c0_2, c0_0, c1_2, c1_0, c2_2, c2_0, c0_6, c1_6, c2_6)",
        "at_least(1; c0_0, c1_0, c2_0)",
    ]
    return counted({"premise": premises, "question": [f"count_models({', '.join(names)})"]}, names)


def counted(formal: Formal, names: Sequence[str]) -> Puzzle:
    """A problem over Bools of which all assignments to these names are counted."""
    clauses, encoder = clauses_of(theory(load_problem(formal)))
    return Puzzle(formal, clauses, [encoder.atom(name) for name in names])


def zebra() -> Puzzle:
    """Who owns the zebra, and who drinks water."""
    formal = {**BOMBS["zebra, Enums"]()}
    formal["question"] = ["count_models(zebra, water)"]
    clauses, encoder = clauses_of(theory(load_problem(formal)))
    targets = [*encoder.enum("zebra").values(), *encoder.enum("water").values()]
    return Puzzle(formal, clauses, targets)


def ladder() -> Puzzle:
    """All worlds in which 8 of 16 symbols are true."""
    listed = [f"p{n}" for n in range(16)]
    formal: Formal = {
        "premise": [f"exactly(8; {', '.join(listed)})"],
        "question": [f"count_models({', '.join(listed)})"],
    }
    return replace(counted(formal, listed), fixed=(8, 16))


def clauses_60(ratio: float, seed: int) -> Puzzle:
    """3-CNF over 60 symbols, all models counted."""
    names = names_of(60)
    clauses = random_clauses(60, ratio, seed)
    premises = [
        " | ".join(("" if literal > 0 else "~") + names[abs(literal) - 1] for literal in clause)
        for clause in clauses
    ]
    formal: Formal = {"premise": premises, "question": [f"count_models({', '.join(names)})"]}
    return Puzzle(formal, clauses, range(1, 61))


PUZZLES: dict[str, Callable[[], Puzzle]] = {
    "code puzzle, 12 constants": code,
    "password of three digits": password,
    "zebra, Enums": zebra,
    "ladder of 12,870 models": ladder,
    "3-CNF, 60 symbols, ratio 4.2": partial(clauses_60, 4.2, 1),
    "3-CNF, 60 symbols, ratio 4.0": partial(clauses_60, 4.0, 0),
    "3-CNF, 60 symbols, ratio 5.0": partial(clauses_60, 5.0, 0),
}


def read(puzzle: Puzzle) -> Problem:
    """The formal object, read as for the first time."""
    forget()
    return load_problem(puzzle.formal)


def own(problem: Problem) -> int:
    """This project's answer: the count, or 1 for possible and 0 for impossible."""
    session = Session(theory(problem), problem.queries, "worlds", 600)
    answer = session.ask(problem.queries[0], limit=0, want_supports=False).answer
    if answer.unknown:
        raise AssertionError(f"not decided: {answer.reason}")
    return int(answer.verdict == "possible") if answer.count is None else answer.count


def by_pysat(puzzle: Puzzle, solver: str = "minisat22") -> int:
    """python-sat with a blocking clause an assignment."""
    from pysat.solvers import Solver

    with Solver(name=solver, bootstrap_with=puzzle.clauses) as engine:
        if not puzzle.targets:
            return int(engine.solve())
        top = max(puzzle.targets)
        if engine.nof_vars() < top:
            engine.add_clause([top, -top])
        count = 0
        while engine.solve():
            model = engine.get_model()
            engine.add_clause([-model[variable - 1] for variable in puzzle.targets])
            count += 1
        return count


def by_clingo(puzzle: Puzzle) -> int:
    """clingo, projecting on the targets."""
    from clingo import Control, Function, Number

    control: Any = Control(["0" if puzzle.targets else "1", "--project=project"])
    variables = sorted({abs(literal) for clause in puzzle.clauses for literal in clause})
    with control.backend() as backend:
        atoms = {
            variable: backend.add_atom(Function("v", [Number(variable)]))
            for variable in {*variables, *puzzle.targets}
        }
        backend.add_rule(list(atoms.values()), choice=True)
        for clause in puzzle.clauses:
            body = [-atoms[k] if k > 0 else atoms[-k] for k in clause]
            backend.add_rule([], body)
        backend.add_project([atoms[variable] for variable in puzzle.targets])
    count = 0
    with control.solve(yield_=True) as handle:
        for _ in handle:
            count += 1
    return count


def by_oxidd(puzzle: Puzzle) -> int | None:
    """OxiDD: where a number of symbols is fixed, a diagram of that, written down directly; None for
    other shapes, whose diagrams in the order of the clauses do not fit into memory."""
    if puzzle.fixed is None:
        return None
    from oxidd.bdd import BDDManager

    wanted, size = puzzle.fixed
    manager: Any = BDDManager(1 << 16, 1 << 16, 1)
    manager.add_vars(size)
    reached = [manager.true()] + [manager.false()] * wanted
    for number in range(size):
        variable = manager.var(number)
        for j in range(wanted, 0, -1):
            reached[j] = variable.ite(reached[j - 1], reached[j])
        reached[0] = reached[0] & ~variable
    return int(reached[wanted].sat_count(size))


LIBRARIES: dict[str, tuple[str, Callable[[Puzzle], int | None]]] = {
    "python-sat": ("pysat", by_pysat),
    "clingo": ("clingo", by_clingo),
    "OxiDD": ("oxidd", by_oxidd),
}


def main(scale: Scale = Scale.FULL) -> None:
    """Print the table."""
    print("Puzzles and counts, milliseconds (median)\n")
    repeats = scale.pick(15, 5, 1)
    wanted = scale.pick(list(PUZZLES), list(PUZZLES), list(PUZZLES)[:4])
    present = {n: run for n, (lib, run) in LIBRARIES.items() if importlib.util.find_spec(lib)}
    rows = []
    worst = 0.0
    for name in wanted:
        puzzle = PUZZLES[name]()
        reading = typical(lambda p=puzzle: read(p), repeats)  # type: ignore[misc]
        problem = read(puzzle)
        expected = own(problem)
        mine = typical(lambda p=problem: own(p), repeats)  # type: ignore[misc]
        cells = []
        best = inf
        for library, run in present.items():
            answer = run(puzzle)
            if answer is None:
                cells.append("–")
                continue
            if answer != expected:
                raise AssertionError(f"{name}: {library} gives another answer than {expected}")
            taken = typical(lambda r=run, p=puzzle: r(p), repeats)  # type: ignore[misc]
            best = min(best, taken)
            cells.append(ms(taken))
        worst = max(worst, mine / best)
        rows.append([name, f"{expected:,}", ms(reading), ms(mine), *cells, f"{mine / best:.1f}×"])
    print(table(["", "answer", "reading", "own", *present, "own to best"], rows))
    print(f"\nworst {worst:.1f}×, aim at most {AIM:g}× — {verdict(AIM, worst)}")
