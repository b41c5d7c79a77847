"""The propositional items of LLMEval-Logic Base, decided by regions and by fresh Z3 solvers.

For every assignment that a query must decide, a new Z3 solver gets the premises and the assignment.
This is timed in two ways: with all formulas translated for every assignment, and with the premises
translated into Z3's terms once per item, which favours Z3. All sides start from the items' JSON and
must give the same answers; the loader is the same, and caches each parsed item within a process.
Figures are processor time.
"""

import gc
import itertools
import json
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.timing import Scale, least, ms, table, times, verdict, worked
from solver.engines.engine_choice import first_order
from solver.language.edits import theory
from solver.language.loader import forget, load_problem
from solver.language.problem import Problem, Query, Theory
from solver.language.syntax import (
    And,
    Count,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Prop,
    Truth,
    expand,
)
from solver.queries import Session, asked_about
from solver.results import EngineAnswer
from tui.console.lazy_group import GARBAGE_THRESHOLD

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
BASE = DATA / "llmeval-logic" / "base" / "llmeval_logic_base.json"
TARGET = 250.0

Outcome = tuple[object, ...]


def propositional() -> list[dict[str, Any]]:
    """Formalizations of the items that the exact engine decides without grounding."""
    entries = []
    for item in json.loads(BASE.read_text(encoding="utf-8")):
        problem = load_problem(item["formalization"])
        under = theory(problem)
        formulas, targets = asked_about(problem.queries, under.signature)
        formulas += [target.formula for target in targets if target.formula is not None]
        formulas += under.formulas
        plain = not first_order([*formulas, *under.definitions.values()])
        enums = any(target.enum for query in problem.queries for target in query.targets)
        if plain and not enums:
            entries.append(item["formalization"])
    return entries


def _outcome(answer: EngineAnswer) -> Outcome:
    models = {frozenset(model.items()) for model in answer.models or ()}
    return (answer.verdict and str(answer.verdict), models, answer.count, answer.projection)


def by_worlds(items: Sequence[dict[str, Any]]) -> list[EngineAnswer]:
    """Every query of every item, by the exact engine."""
    answers = []
    for item in items:
        problem = load_problem(item)
        session = Session(theory(problem), problem.queries)
        answers.extend([session.exact(query) for query in problem.queries])
    return answers


class _Naive:
    """One fresh Z3 solver for every assignment."""

    def __init__(self, problem: Problem, *, anew: bool) -> None:
        """`anew`: translate the premises for every solver instead of once."""
        import z3

        self.z3 = z3
        self.variant_theory: Theory = theory(problem)
        self.premises = None if anew else self._premises()

    def _premises(self) -> list[Any]:
        return [self.expression(premise.formula) for premise in self.variant_theory.premises]

    def expression(self, formula: Formula) -> Any:
        """The formula in Z3. Raises TypeError for other formulas."""
        z3 = self.z3
        match expand(formula, self.variant_theory.definitions):
            case Prop(name):
                return z3.Bool(name)
            case Truth(value):
                return z3.BoolVal(value)
            case Not(body):
                return z3.Not(self.expression(body))
            case And(parts):
                return z3.And([self.expression(part) for part in parts])
            case Or(parts):
                return z3.Or([self.expression(part) for part in parts])
            case Implies(left, right):
                return z3.Implies(self.expression(left), self.expression(right))
            case Iff(left, right):
                return self.expression(left) == self.expression(right)
            case Count(bound, n, parts):
                weighted = [(self.expression(part), 1) for part in parts]
                make = {"at_least": z3.PbGe, "at_most": z3.PbLe, "exactly": z3.PbEq}[bound]
                return make(weighted, n)
        raise TypeError(type(formula).__name__)

    def holds(self, *assumed: Any) -> bool:
        """Whether premises and assumptions have a model, by a fresh solver."""
        solver = self.z3.Solver()
        solver.add(*(self.premises or self._premises()))
        solver.add(*assumed)
        return bool(solver.check() == self.z3.sat)

    def assignments(self, query: Query, *assumed: Any) -> list[dict[str, bool]]:
        """Every assignment to the targets that has a model."""
        z3 = self.z3
        keys = [target.key for target in query.targets]
        columns = [self.expression(t.formula) for t in query.targets if t.formula is not None]
        possible_rows = []
        for values in itertools.product((False, True), repeat=len(columns)):
            pinned = [c if value else z3.Not(c) for c, value in zip(columns, values, strict=True)]
            if self.holds(*assumed, *pinned):
                possible_rows.append(dict(zip(keys, values, strict=True)))
        return possible_rows

    def answer(self, query: Query) -> Outcome:
        """The answer in the same form as `_outcome`."""
        z3 = self.z3
        conditions = [] if query.given is None else [self.expression(query.given)]
        f = None if query.formula is None else self.expression(query.formula)
        none: set[object] = set()
        match query.kind:
            case "possible":
                word = "possible" if self.holds(*conditions, f) else "impossible"
                return (word, none, None, None)
            case "necessary":
                word = "unnecessary" if self.holds(*conditions, z3.Not(f)) else "necessary"
                return (word, none, None, None)
            case "projection":
                keys = []
                for target in query.listed:
                    assert target.formula is not None
                    column = self.expression(target.formula)
                    if query.mode == "possible":
                        holds = self.holds(*conditions, column)
                    else:
                        holds = not self.holds(*conditions, z3.Not(column))
                    keys += [target.key] * holds
                return (None, none, None, tuple(keys))
        rows = self.assignments(query, *conditions, *([] if f is None else [z3.Not(f)]))
        models: set[object] = {frozenset(model.items()) for model in rows}
        count = len(rows)
        match query.kind:
            case "enumerate_models":
                return (None, models, count, None)
            case "count_models":
                return (None, none, count, None)
            case "unique_solution":
                word = {0: "none", 1: "unique"}.get(count, "not_unique")
                return (word, none, count, None)
        other = count > 0 if f is not None else count > 1
        return ("alternative" if other else "no_alternative", models, count, None)


def by_fresh_solvers(items: Sequence[dict[str, Any]], *, anew: bool) -> list[Outcome]:
    """Every query of every item, with a fresh Z3 solver per assignment."""
    outcomes = []
    for item in items:
        problem = load_problem(item)
        naive = _Naive(problem, anew=anew)
        outcomes.extend([naive.answer(query) for query in problem.queries])
    return outcomes


def by_both(items: Sequence[dict[str, Any]]) -> None:
    """Every query with both engines of this project. Raises AssertionError if they disagree."""
    for item in items:
        problem = load_problem(item)
        session = Session(theory(problem), problem.queries, engine="both")
        for query in problem.queries:
            if session.ask(query, want_supports=False).agree is not True:
                raise AssertionError(f"the engines disagree on {query.text}")


def main(scale: Scale = Scale.FULL) -> None:
    """Print the table, or a message if the data are absent. Raises AssertionError if regions and
    fresh solvers disagree."""
    print("LLMEval-Logic Base, propositional items: one engine compared with fresh solvers\n")
    if not BASE.exists():
        print("skipped: shared/data/llmeval-logic is not next to the checkout")
        return
    gc.set_threshold(GARBAGE_THRESHOLD)
    items = propositional()[: scale.pick(None, None, 3)]
    forget()
    answers = by_worlds(items)
    expected = [_outcome(answer) for answer in answers]
    by_fresh_solvers(items[:2], anew=True)
    by_both(items[:2])

    def read_anew() -> None:
        forget()
        by_worlds(items)

    # Take turns, so that other load affects all of them.
    passes: list[float] = []
    fresh_passes: list[float] = []
    reading: list[float] = []
    anew: list[float] = []
    once: list[float] = []
    both: list[float] = []
    for _ in range(scale.pick(3, 1, 1)):
        passes.append(least(lambda: by_worlds(items), 9))
        fresh_passes.append(least(read_anew, 9))
        reading.append(least(lambda: [load_problem(item) for item in items], 9))
        for durations, fresh in ((anew, True), (once, False)):
            seconds, outcomes = worked(lambda f=fresh: by_fresh_solvers(items, anew=f))  # type: ignore[misc]
            durations.append(seconds)
            if outcomes != expected:
                raise AssertionError("regions and fresh solvers disagree")
        both.append(worked(lambda: by_both(items))[0])
    own, slow, kinder = median(passes), median(anew), median(once)
    first = median(fresh_passes)
    rows = [
        ["worlds, with cached items", ms(own), times(slow, own), times(kinder, own)],
        ["  of which looking up cached items", ms(median(reading)), "", ""],
        ["worlds, with empty caches", ms(first), times(slow, first), times(kinder, first)],
        ["worlds and Z3, compared", ms(median(both)), "", ""],
        ["(a) a fresh Z3 solver per assignment", ms(slow), "1×", ""],
        ["(b) the same, premises translated once", ms(kinder), "", "1×"],
    ]
    print(f"{len(items)} items, {len(answers)} queries, including reading; all answers agree\n")
    print(table(["", "ms", "vs (a)", "vs (b)"], rows))
    print(
        f"\ntarget: {TARGET:.0f}× — with empty caches: (a) {slow / first:.0f}× "
        f"{verdict(slow / first, TARGET)}; with cached items: (a) {slow / own:.0f}×"
    )
