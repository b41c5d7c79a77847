"""Puzzles and counts, compared with the best of python-sat, OxiDD and clingo in the same run.

A code puzzle like LLMEval-Logic's item 171 (a two-place predicate over twelve constants), a code of
three digits as plain Bools, the zebra puzzle as Enums, the ladder of 12,870 models, and 3-CNF over
60 symbols. All sides must give the same answer and nothing else: none of them constructs or checks
a structure. Most take less than a few milliseconds, so figures are the minimum processor time of
several calls.

There are two comparisons with different starting points:

- *From what is at hand*: this project starts from formula trees, as after reading a file; its time
  includes choosing an engine, grounding and encoding. The libraries start from ready clauses, which
  favours them. In the last two columns python-sat starts from the same trees, which it converts to
  its own formula objects.
- *The whole way*: this project reads its JSON. clingo reads the puzzle as a logic program, with
  counting constraints as aggregates; the code puzzle is a program with variables for clingo's
  grounder, in which names denote different individuals and there are no others, so that it needs no
  equality. python-sat gets its own formula objects, which it converts to clauses, and encodes
  counting constraints by its own `CardEnc`.
"""

import gc
import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from math import inf
from typing import Any

from benchmarks.models import names_of, random_clauses
from benchmarks.opponents import Clauses
from benchmarks.timing import Scale, least, ms, table, verdict
from solver.cancel import Budget
from solver.engines.atoms import BOOLS, axes_of
from solver.engines.cnf import Encoder
from solver.engines.engine_choice import first_order
from solver.engines.grounding import Grounding
from solver.language.edits import theory
from solver.language.loader import forget, load_problem
from solver.language.problem import Problem, Theory
from solver.language.syntax import (
    And,
    Count,
    EnumIs,
    EnumSame,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Prop,
)
from solver.queries import Session
from tests.solver.bomb_shapes import BOMBS, Formal
from tui.console.lazy_group import GARBAGE_THRESHOLD

FORMULA_DIVISOR = 8
"""Factor by which python-sat is called less often from formulas, since it takes long."""
TARGET_FACTOR = 3.0
"""Maximum time of this project as a multiple of the best library's time."""


@dataclass(frozen=True)
class Puzzle:
    """A formal object whose first query is answered, and its clauses."""

    formal: Formal
    clauses: Clauses
    targets: Sequence[int]
    """Variables whose assignments are counted; empty if satisfiability is decided."""
    program: str = ""
    """The same as a logic program, if written by hand."""
    true_count_and_size: tuple[int, int] | None = None
    """(k, n) if the puzzle only says that k of n symbols are true."""


def clauses_of(base: Theory) -> tuple[list[list[int]], Encoder]:
    """A quantifier-free theory as clauses."""
    clauses: list[list[int]] = []
    encoder = Encoder(base.signature, base.definitions, clauses.append, Budget.of(600))
    for premise in base.premises:
        encoder.require(premise.formula)
    return clauses, encoder


def code() -> Puzzle:
    """A puzzle like item 171: can a digit be at a place?"""
    formal = {**BOMBS["code puzzle, 12 constants"]()}
    formal["question"] = ["possible(At(d1, p0))"]
    problem = load_problem(formal)
    formula = problem.queries[0].formula
    assert formula is not None
    grounding = Grounding(theory(problem), [formula], 1, Budget.of(600))
    clauses, encoder = clauses_of(grounding.theory)
    encoder.require_all(grounding.laws)
    encoder.require(formula)
    return Puzzle(formal, clauses, (), _CODE)


_CODE = """
digit(d0; d1; d2; d3; d4; d5; d6; d7; d8). place(p0; p1; p2).
someone(X) :- digit(X). someone(X) :- place(X).
{ at(X, Y) : someone(X), someone(Y) }.
:- at(X, Y), not digit(X).
:- at(X, Y), not place(Y).
:- place(P), not at(D, P) : digit(D).
:- at(X, Y), at(X, Z), Y != Z.
:- at(X, Z), at(Y, Z), X != Y.
:- not at(d1, p0), not at(d2, p1), not at(d3, p2).
:- at(d1, p0), at(d2, p1).
:- at(d4, X), at(d4, p1).
found :- at(d5, X).
found :- at(d6, X).
:- not found.
:- at(d5, p0).
:- at(d6, p2).
:- not at(d1, p0).
"""
"""The code puzzle for clingo, where names denote different individuals and there are no others."""


def password() -> Puzzle:
    """Count the codes of three decimal digits that fit the clues."""
    names = [f"c{place}_{digit}" for place in range(3) for digit in range(10)]
    premises = [f"exactly_one({', '.join(names[10 * p : 10 * p + 10])})" for p in range(3)]
    premises += [
        f"~(c{first_place}_{digit} & c{second_place}_{digit})"
        for first_place, second_place in combinations(range(3), 2)
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
    """A problem over Bools whose assignments to these names are counted."""
    clauses, encoder = clauses_of(theory(load_problem(formal)))
    return Puzzle(formal, clauses, [encoder.atom(name) for name in names])


def zebra() -> Puzzle:
    """Who owns the zebra, and who drinks water?"""
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
    return replace(counted(formal, listed), true_count_and_size=(8, 16))


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
    """The formal object, read without a cache."""
    forget()
    return load_problem(puzzle.formal)


def own(problem: Problem) -> int:
    """This project's answer: the count, or 1 for possible and 0 for impossible. Raises
    AssertionError if there is none."""
    session = Session(theory(problem), problem.queries, "worlds", 600, shows=False)
    answer = session.ask(problem.queries[0], limit=0, want_supports=False).answer
    if answer.unknown:
        raise AssertionError(f"not decided: {answer.reason}")
    return int(answer.verdict == "possible") if answer.count is None else answer.count


def by_pysat(puzzle: Puzzle, solver: str = "minisat22") -> int:
    """python-sat with a blocking clause per assignment."""
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
    """clingo with projection to the targets."""
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
    """OxiDD: a directly built diagram if only the number of true symbols is fixed; None for other
    puzzles, whose diagrams in the order of the clauses do not fit into memory."""
    if puzzle.true_count_and_size is None:
        return None
    from oxidd.bdd import BDDManager

    true_count, size = puzzle.true_count_and_size
    manager: Any = BDDManager(1 << 16, 1 << 16, 1)
    manager.add_vars(size)
    reached = [manager.true()] + [manager.false()] * true_count
    for number in range(size):
        variable = manager.var(number)
        for j in range(true_count, 0, -1):
            reached[j] = variable.ite(reached[j - 1], reached[j])
        reached[0] = reached[0] & ~variable
    return int(reached[true_count].sat_count(size))


# --- the whole way -------------------------------------------------------------------------------


class _Program:
    """A quantifier-free theory as a logic program: choices, constraints, and rules that define
    other parts of formulas."""

    def __init__(self, problem: Problem) -> None:
        base = theory(problem)
        self.lines: list[str] = []
        self._rules = 0
        axes = axes_of(base, [], problem.queries[0].targets)
        for axis in axes:
            if axis.values == BOOLS:
                self.lines.append(f"{{ {axis.key} }}.")
            else:
                values = "; ".join(f"{axis.key}({value})" for value in axis.values)
                self.lines.append(f"{{ {values} }} = 1.")
            named = f"({';'.join(map(str, axis.values))})" if axis.values != BOOLS else ""
            if axis.key in {target.key for target in problem.queries[0].targets}:
                self.lines.append(
                    f"#project {axis.key}."
                    if not named
                    else "\n".join(f"#project {axis.key}({value})." for value in axis.values)
                )
        for premise in base.premises:
            self.lines.append(f":- {self.body(premise.formula, False)}.")

    def body(self, formula: Formula, positive: bool) -> str:
        """The body of a rule that is true if the formula, or its negation, is. Raises TypeError for
        other formulas."""
        no = "" if positive else "not "
        match formula:
            case Prop(name):
                return f"{no}{name}"
            case EnumIs(symbol, value):
                return f"{no}{symbol}({value})"
            case Not(inner):
                return self.body(inner, not positive)
            case And(parts) if positive:
                return ", ".join(self.body(part, True) for part in parts)
            case Or(parts) if not positive:
                return ", ".join(self.body(part, False) for part in parts)
            case Implies(left, right) if not positive:
                return f"{self.body(left, True)}, {self.body(right, False)}"
            case Count(bound, n, parts):
                listed = "; ".join(self.body(part, True) for part in parts)
                sign = {"at_least": ">=", "at_most": "<=", "exactly": "="}[bound]
                return f"{no}{{ {listed} }} {sign} {n}"
        self._rules += 1
        head = f"rule{self._rules}"
        match formula:
            case And() | Implies():
                self.lines.append(f"{head} :- {self.body(formula, isinstance(formula, And))}.")
                return f"{'' if isinstance(formula, And) == positive else 'not '}{head}"
            case Or(parts):
                self.lines += [f"{head} :- {self.body(part, True)}." for part in parts]
                return f"{no}{head}"
            case Iff(left, right):
                for both in (True, False):
                    self.lines.append(
                        f"{head} :- {self.body(left, both)}, {self.body(right, both)}."
                    )
                return f"{no}{head}"
            case EnumSame(left_name, right_name):
                self.lines.append(f"{head} :- {left_name}(X), {right_name}(X).")
                return f"{no}{head}"
        raise TypeError(type(formula).__name__)


def program(puzzle: Puzzle) -> str:
    """The puzzle as text for clingo."""
    return puzzle.program or "\n".join(_Program(load_problem(puzzle.formal)).lines)


def clingo_from_text(text: str, decided: bool) -> int:
    """clingo's answer from a logic program."""
    from clingo import Control

    control: Any = Control(["1" if decided else "0", "--project=project"])
    control.add("base", [], text)
    control.ground([("base", [])])
    count = 0
    with control.solve(yield_=True) as handle:
        for _ in handle:
            count += 1
    return count


def pysat_from_formulas(problem: Problem) -> int | None:
    """python-sat's answer from formulas, which it converts to clauses; None for first-order
    ones."""
    from pysat import formula as sat
    from pysat.card import CardEnc
    from pysat.solvers import Solver

    base, query = theory(problem), problem.queries[0]
    if first_order(base.formulas):
        return None
    sat.Formula.cleanup()
    pool = sat.Formula.export_vpool()
    with Solver(name="minisat22") as solver:

        def literal(formula: Formula) -> int:
            return int(sat.Formula.literals([pysat_formula(formula)])[0])

        def limited(formula: Count) -> None:
            make = {"at_least": CardEnc.atleast, "at_most": CardEnc.atmost}
            encode = make.get(formula.bound, CardEnc.equals)
            parts = [literal(part) for part in formula.parts]
            solver.append_formula(encode(lits=parts, bound=formula.n, vpool=pool))

        def pysat_formula(formula: Formula) -> Any:
            """A formula as python-sat's. Raises TypeError for a kind of formula that the puzzles do
            not have."""
            match formula:
                case Prop(name):
                    return sat.Atom(name)
                case EnumIs(symbol, value):
                    return sat.Atom(f"{symbol} {value}")
                case Not(inner):
                    return sat.Neg(pysat_formula(inner))
                case And(parts):
                    return sat.And(*map(pysat_formula, parts))
                case Or(parts):
                    return sat.Or(*map(pysat_formula, parts))
                case Implies(left, right):
                    return sat.Implies(pysat_formula(left), pysat_formula(right))
                case Iff(left, right):
                    return sat.Equals(pysat_formula(left), pysat_formula(right))
                case EnumSame(left_name, right_name):
                    pairs = [
                        sat.And(sat.Atom(f"{left_name} {value}"), sat.Atom(f"{right_name} {value}"))
                        for value in values[left_name]
                    ]
                    return sat.Or(*pairs)
            raise TypeError(type(formula).__name__)

        values = {
            axis.key: axis.values
            for axis in axes_of(base, [], query.targets)
            if axis.values != BOOLS
        }
        for key, options in values.items():
            limited(Count("exactly", 1, tuple([EnumIs(key, str(value)) for value in options])))
        for premise in base.premises:
            if isinstance(premise.formula, Count):
                limited(premise.formula)
            else:
                for clause in pysat_formula(premise.formula):
                    solver.add_clause(clause)
        columns: list[int] = []
        for target in query.targets:
            if target.enum is not None:
                columns += [literal(EnumIs(target.enum, str(v))) for v in values[target.enum]]
            elif target.formula is not None:
                columns.append(literal(target.formula))
        if solver.nof_vars() < (top := max(columns, default=0)):
            solver.add_clause([top, -top])
        count = 0
        while solver.solve():
            model = solver.get_model()
            solver.add_clause([-model[column - 1] for column in columns])
            count += 1
        return count


LIBRARIES: dict[str, tuple[str, Callable[[Puzzle], int | None]]] = {
    "python-sat": ("pysat", by_pysat),
    "clingo": ("clingo", by_clingo),
    "OxiDD": ("oxidd", by_oxidd),
}


def at_hand(names: Sequence[str], repeats: int) -> tuple[float, float]:
    """Print the comparison that starts from formula trees and clauses; returns the worst ratios to
    libraries with ready clauses, and to python-sat from the same trees. Raises AssertionError if a
    library gives another answer."""
    present = {n: run for n, (lib, run) in LIBRARIES.items() if importlib.util.find_spec(lib)}
    rows = []
    worst = worst_alike = 0.0
    for name in names:
        puzzle = PUZZLES[name]()
        problem = read(puzzle)
        expected = own(problem)
        own_time = least(lambda p=problem: own(p), repeats)  # type: ignore[misc]
        cells = []
        best = inf
        for library, run in present.items():
            answer = run(puzzle)
            if answer is None:
                cells.append("–")
                continue
            if answer != expected:
                raise AssertionError(f"{name}: {library} gives a different answer from {expected}")
            least_seconds = least(lambda r=run, p=puzzle: r(p), repeats)  # type: ignore[misc]
            best = min(best, least_seconds)
            cells.append(ms(least_seconds))
        worst = max(worst, own_time / best)
        alike = ["–", "–"]
        if (answer := pysat_from_formulas(problem)) is not None:
            if answer != expected:
                raise AssertionError(f"{name}: python-sat gives {answer} instead of {expected}")
            side = partial(pysat_from_formulas, problem)
            least_seconds = least(side, max(1, repeats // FORMULA_DIVISOR))
            worst_alike = max(worst_alike, own_time / least_seconds)
            alike = [ms(least_seconds), f"{own_time / least_seconds:.2f}×"]
        rows.append(
            [name, f"{expected:,}", ms(own_time), *cells, f"{own_time / best:.1f}×", *alike]
        )
    print("From formula trees, compared with ready clauses and, last, with the same trees\n")
    head = ["", "answer", "own", *present, "own to best", "python-sat, trees", "own to that"]
    print(table(head, rows))
    return worst, worst_alike


def whole_way(names: Sequence[str], repeats: int) -> float:
    """Print the comparison that starts from text or formulas; returns the worst ratio. Raises
    AssertionError if a library gives another answer."""
    rows = []
    worst = 0.0
    for name in names:
        puzzle = PUZZLES[name]()
        expected = own(read(puzzle))
        own_time = least(lambda p=puzzle: own(read(p)), repeats)  # type: ignore[misc]
        sides: list[Callable[[], int | None]] = []
        if importlib.util.find_spec("clingo"):
            text = program(puzzle)
            sides.append(partial(clingo_from_text, text, not puzzle.targets))
        sides.append(partial(pysat_from_formulas, read(puzzle)))
        cells = []
        best = inf
        for side in sides:
            answer = side()
            if answer is None:
                cells.append("–")
                continue
            if answer != expected:
                raise AssertionError(f"{name}: a library gives {answer} instead of {expected}")
            least_seconds = least(side, repeats)
            best = min(best, least_seconds)
            cells.append(ms(least_seconds))
        worst = max(worst, own_time / best)
        rows.append([name, ms(own_time), *cells, f"{own_time / best:.1f}×"])
    present = ["clingo, program", "python-sat, formulas"][-len(rows[0]) + 3 :]
    print("\nThe whole way, including reading\n")
    print(table(["", "own, JSON", *present, "own to best"], rows))
    return worst


def main(scale: Scale = Scale.FULL) -> None:
    """Print both tables."""
    print("Puzzles and counts, milliseconds of processor time (minimum)\n")
    repeats = scale.pick(40, 10, 1)
    puzzle_names = scale.pick(list(PUZZLES), list(PUZZLES), list(PUZZLES)[:3])
    gc.set_threshold(GARBAGE_THRESHOLD)
    (ready, alike), whole = at_hand(puzzle_names, repeats), whole_way(puzzle_names, repeats)
    print(
        f"\ntarget: at most {TARGET_FACTOR:g}× the best library: with ready clauses {ready:.1f}× ",
        end="",
    )
    print(
        f"{verdict(TARGET_FACTOR, ready)}, "
        f"from the same trees {alike:.2f}× {verdict(TARGET_FACTOR, alike)}, ",
        end="",
    )
    print(f"the whole way {whole:.1f}× {verdict(TARGET_FACTOR, whole)}")
