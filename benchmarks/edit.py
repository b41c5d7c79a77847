"""From a keypress to the difference it makes: the preview of an edit against recomputing with Z3.

Problems of 8, 12 and 16 Bool symbols with randomly drawn clauses, loose (most models remain) and
tight (few do). Each key toggles, negates or rewrites one premise; the time includes the new state
of the editor, parsing, both regions, counts, the first page of models kept, removed and added, and
four queries on both sides. Z3 gets the same edited premises, lists the models before and after with
one blocking clause each, at most as many as a page shows, and decides the same two entailments; its
time starts when the formulas are ready. The target is that 99 of 100 keys are answered within a
frame at 60 per second. Figures are processor time, since other programs may be running; a key may
coincide with a garbage collection.
"""

import gc
import random
from collections.abc import Sequence
from time import process_time
from typing import Any

from benchmarks.timing import Scale, ms, times, verdict
from solver.inspection.preview import PAGE, Previewer, preview
from solver.inspection.workbench import Workbench
from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.language.problem import Problem
from solver.language.syntax import And, Formula, Implies, Not, Or, Prop
from tui.console.lazy_group import GARBAGE_THRESHOLD

LIMIT_SECONDS = 0.016
"""Seconds within which 99 of 100 keys should be answered."""
SIZES = (8, 12, 16)


def problem(symbols: int, clauses: int, seed: int) -> Problem:
    """Clauses of three literals written as conditionals, and four queries."""
    chosen = random.Random(seed)
    names = [f"p{n}" for n in range(symbols)]

    def literal(name: str) -> str:
        return name if chosen.random() < 0.5 else f"~{name}"

    premises = []
    for _ in range(clauses):
        a, b, c = chosen.sample(names, 3)
        premises.append(f"{literal(a)} & {literal(b)} -> {literal(c)}")
    queries = [
        f"necessary({names[0]})",
        f"necessary({names[1]} -> {names[2]})",
        f"count_models({', '.join(names)})",
        f"enumerate_models({', '.join(names[:6])})",
    ]
    return load_problem({"premise": premises, "question": queries})


def keys(start: Workbench, symbols: int, number: int, seed: int) -> list[tuple[str, int, str]]:
    """The operations of the keys."""
    chosen = random.Random(seed)
    rows = []
    for _ in range(number):
        line = chosen.randrange(len(start.premises))
        a, b = chosen.sample(range(symbols), 2)
        move = chosen.choice(["toggle", "negate", "type"])
        rows.append((move, line, f"p{a} -> p{b}"))
    return rows


def press(bench: Workbench, key: tuple[str, int, str]) -> Workbench:
    """The editor after one key."""
    move, line, text = key
    if move == "toggle":
        return bench.toggle(line)
    return bench.negate(line) if move == "negate" else bench.type(line, text)


def z3_recompute(
    formulas_before: Sequence[Formula], formulas_after: Sequence[Formula], symbols: int
) -> None:
    """The same work with only Z3: entailments and models of both sides."""
    import z3

    context = z3.Context()
    names = [f"p{n}" for n in range(symbols)]
    props = {name: z3.Bool(name, context) for name in names}

    def term(formula: Formula) -> Any:
        """A formula as Z3's. Raises ValueError for a kind of formula that the edits do not have."""
        match formula:
            case Prop(name):
                return props[name]
            case Not(body):
                return z3.Not(term(body))
            case And(parts):
                return z3.And([term(part) for part in parts])
            case Or(parts):
                return z3.Or([term(part) for part in parts])
            case Implies(left, right):
                return z3.Implies(term(left), term(right))
        raise ValueError(formula)

    for formulas in (formulas_before, formulas_after):
        solver = z3.Solver(ctx=context)
        solver.add([term(formula) for formula in formulas])
        for conclusion in (props["p0"], z3.Implies(props["p1"], props["p2"])):
            solver.push()
            solver.add(z3.Not(conclusion))
            solver.check()
            solver.pop()
        for _ in range(PAGE):
            if solver.check() != z3.sat:
                break
            model = solver.model()
            solver.add(
                z3.Or([p if not z3.is_true(model[p]) else z3.Not(p) for p in props.values()])
            )


def measure(symbols: int, clauses: int, number: int, recomputed: int) -> list[str]:
    """One line of the table: size, models, keys, Z3's median, ratio."""
    start_problem = problem(symbols, clauses, symbols * 100 + clauses)
    start = bench = Workbench.of(start_problem)
    previewer = Previewer(start_problem)
    durations: list[float] = []
    z3_taken: list[float] = []
    models = 0
    for place, key in enumerate(keys(start, symbols, number, symbols)):
        began = process_time()
        bench = press(bench, key)
        current_preview = preview(bench, previewer)
        durations.append(process_time() - began)
        models = current_preview.diff.count_before or 0
        if place < recomputed:
            sides = [
                side.formulas
                for side in (theory(start_problem), theory(start_problem, bench.as_variant()))
            ]
            began = process_time()
            z3_recompute(sides[0], sides[1], symbols)
            z3_taken.append(process_time() - began)
            # The recursive function keeps its context; many contexts exceed Z3's memory.
            gc.collect()
    # The first key includes the time for the unchanged side; later ones do not. It is counted too.
    ordered = sorted(durations)
    median, worst = ordered[len(ordered) // 2], ordered[-1]
    late = ordered[min(len(ordered) - 1, round(0.99 * len(ordered)))]
    z3_median = sorted(z3_taken)[len(z3_taken) // 2]
    return [
        f"{symbols}",
        f"{clauses}",
        f"{models}",
        ms(median),
        ms(late),
        ms(worst),
        ms(z3_median),
        times(z3_median, median),
        verdict(LIMIT_SECONDS, late),
    ]


def main(scale: Scale = Scale.FULL) -> None:
    """Measure and print."""
    number, recomputed = scale.pick((400, 20), (100, 4), (3, 1))
    gc.set_threshold(GARBAGE_THRESHOLD)
    heading = ["symbols", "premises", "models", "p50", "p99", "max", "Z3", "ratio", "target"]
    rows = [heading]
    for symbols in SIZES:
        rows.append(measure(symbols, symbols, number, recomputed))
        rows.append(measure(symbols, 4 * symbols, number, recomputed))
    print(
        f"{number} keys per line, milliseconds, target: p99 at most {LIMIT_SECONDS * 1000:.0f}; "
        f"Z3 lists at most {PAGE} models per side, the preview counts all"
    )
    widths = [max(len(row[place]) for row in rows) for place in range(len(heading))]
    for row in rows:
        print("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)))
