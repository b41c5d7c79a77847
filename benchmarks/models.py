"""All models of random 3-CNF premises as dicts, by every available engine.

Each engine starts from the same lists of ints and must return the same models as a list of dicts;
building its input is part of its time. The cell of a slow engine ends when its time is used up, and
then gives the number of instances it is based on. Counting has its own table.
"""

import gc
import importlib.util
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter

from benchmarks import opponents
from benchmarks.opponents import Clauses, Models, OutOfTime
from benchmarks.timing import Scale, least, ms, table, times, verdict
from tui.console.lazy_group import GARBAGE_THRESHOLD

VARIABLES = (6, 8, 12, 16, 20)
RATIOS = (2.0, 3.0, 4.2, 5.0)
CALLS = 3
"""Number of calls per instance; the minimum counts, since it is least affected by other
programs."""
TARGET_RATIO = 3.0
"""Maximum clause ratio to which the targets apply."""
PYSAT_UP_TO = 16
TARGETS = {"z3": 100.0, "clingo": 3.0, "python-sat": 1.5}
PYSAT_SOLVERS = (
    *("cadical103", "cadical153", "cadical195", "gluecard3", "gluecard4", "glucose3", "glucose4"),
    *("glucose42", "lingeling", "maplechrono", "maplecm", "maplesat", "mergesat3", "minicard"),
    *("minisat22", "minisat-gh"),
)

Engine = Callable[..., Models]


@dataclass
class Cell:
    """An engine's times on the instances of one size and ratio, in seconds."""

    seconds: list[float]
    repetitions: int

    @property
    def mean(self) -> float | None:
        """Mean seconds per instance; None if none was finished."""
        return sum(self.seconds) / len(self.seconds) if self.seconds else None

    @property
    def shown(self) -> str:
        """The mean in milliseconds, with the number of instances if some are missing."""
        short = len(self.seconds) < self.repetitions
        return ms(self.mean) + (f" ({len(self.seconds)})" if short else "")


def random_clauses(variables: int, ratio: float, seed: int) -> list[list[int]]:
    """A random 3-CNF: three different variables per clause, random signs."""
    rng = random.Random(f"3-CNF {variables} {ratio} {seed}")
    return [
        [k * rng.choice((1, -1)) for k in rng.sample(range(1, variables + 1), 3)]
        for _ in range(round(variables * ratio))
    ]


def measure(
    engine: Engine,
    instances: Sequence[Clauses],
    names: Sequence[str],
    budget: float,
    expected: Sequence[Models] | None,
) -> Cell:
    """Time an engine for up to `budget` seconds: for each instance the minimum processor time of
    several calls. Its models are compared outside the timing. Raises AssertionError if they differ
    from `expected`."""
    engine(warming(len(names)), names)
    until = perf_counter() + budget
    cell = Cell([], len(instances))
    for number, clauses in enumerate(instances):
        try:
            models = engine(clauses, names, until)
            seconds = least(partial(engine, clauses, names, until), CALLS)
        except OutOfTime:
            break
        cell.seconds.append(seconds)
        if expected is not None and as_set(models, names) != as_set(expected[number], names):
            raise AssertionError(f"a different set of models: {clauses}")
        if perf_counter() > until:
            break
    return cell


def warming(variables: int) -> Clauses:
    """An instance for an untimed call before each cell, which does imports and fills caches."""
    return random_clauses(variables, 4.2, -1)


def as_set(models: Models, names: Sequence[str]) -> set[tuple[bool, ...]]:
    """The models as a set. Raises AssertionError if one is listed twice or has other names."""
    model_set = {tuple([bool(model[name]) for name in names]) for model in models}
    if len(model_set) != len(models) or any(len(model) != len(names) for model in models):
        raise AssertionError("a model is listed twice, or has other names")
    return model_set


def fastest_pysat(number: int) -> str | None:
    """The python-sat solver that lists models fastest on small and large instances."""
    if importlib.util.find_spec("pysat") is None:
        return None
    totals: dict[str, float] = {}
    sizes = ((8, 3.0), (12, 2.0), (16, 3.0))
    for solver in PYSAT_SOLVERS:
        engine = opponents.pysat(solver)
        total = 0.0
        for variables, ratio in sizes:
            names = names_of(variables)
            instances = [random_clauses(variables, ratio, 1000 + k) for k in range(number)]
            try:
                total += sum(measure(engine, instances, names, 1.0, None).seconds)
            except Exception as error:  # a solver that this build of python-sat lacks
                print(f"python-sat: {solver} skipped ({type(error).__name__})")
                total = float("inf")
                break
        totals[solver] = total
    best = min(totals, key=lambda solver: totals[solver])
    ranked = sorted((t, s) for s, t in totals.items())[:4]
    print("python-sat's fastest:", ", ".join(f"{s} {t * 1000:.0f} ms" for t, s in ranked), "\n")
    return best


def names_of(variables: int) -> list[str]:
    """The names v1, v2, …"""
    return [f"v{k}" for k in range(1, variables + 1)]


def engines(scale: Scale) -> dict[str, Engine]:
    """The available engines, this project's first. Prints the names of those not installed."""
    functions: dict[str, Engine] = {"worlds": opponents.worlds}
    solver = fastest_pysat(scale.pick(10, 2, 1))
    if solver is not None:
        functions["python-sat"] = opponents.pysat(solver)
    if importlib.util.find_spec("clingo") is not None:
        functions["clingo"] = opponents.clingo
    functions["z3"] = opponents.z3
    for missing in {"python-sat", "clingo"} - functions.keys():
        print(f"skipped: {missing} is not installed (pip install countermodel[bench])")
    return functions


def main(scale: Scale = Scale.FULL) -> None:
    """Print the tables."""
    print("All models of random 3-CNF premises as dicts, milliseconds per instance (mean)")
    gc.set_threshold(GARBAGE_THRESHOLD)
    number, budget = scale.pick((100, 6.0), (10, 2.0), (1, 0.05))
    print(
        f"{number} seeded instances each, including set-up: the minimum processor time of {CALLS}"
    )
    print("calls, after one untimed call, with the program's own setting for garbage collection;")
    print(f"(n): only n finished within {budget:g} s\n")
    present = engines(scale)
    rows = []
    counts = []
    worst: dict[str, tuple[float, str]] = {}
    for variables in scale.pick(VARIABLES, VARIABLES, VARIABLES[:2]):
        names = names_of(variables)
        for ratio in RATIOS:
            instances = [random_clauses(variables, ratio, seed) for seed in range(number)]
            expected = [opponents.worlds(clauses, names) for clauses in instances]
            cells = {
                name: measure(engine, instances, names, budget, expected)
                for name, engine in present.items()
            }
            own = cells["worlds"].mean
            assert own is not None
            place = f"{variables} at {ratio}"
            value = sum(map(len, expected)) / number
            ratios = []
            for name in TARGETS:
                if name not in cells:
                    ratios.append("–")
                    continue
                finished = len(cells[name].seconds)
                # Both means are over the same instances.
                own_time = sum(cells["worlds"].seconds[:finished]) / max(finished, 1)
                mean = cells[name].mean
                if mean is None:
                    ratios.append(f"> {times(budget, own)}")
                else:
                    ratios.append(times(mean, own_time))
                within = ratio <= TARGET_RATIO and (
                    name != "python-sat" or variables <= PYSAT_UP_TO
                )
                if within and mean is not None:
                    worst[name] = min(worst.get(name, (float("inf"), "")), (mean / own_time, place))
            rows.append([place, f"{value:,.0f}", *[c.shown for c in cells.values()], *ratios])
            counts.append(count_row(place, instances, names))
    head = ["variables", "models", *present, *[f"vs {name}" for name in TARGETS]]
    print(table(head, rows))
    print("\nCounting only, milliseconds per instance (mean)\n")
    print(table(["variables", "worlds", "listing"], counts))
    print(f"\nworst ratio up to {TARGET_RATIO} clauses per variable:")
    for name, (reached, where) in worst.items():
        upto = f", up to {PYSAT_UP_TO} variables" if name == "python-sat" else ""
        target = TARGETS[name]
        print(
            f"  {name}{upto}: {reached:.1f}× ({where}), target {target:g}× — "
            f"{verdict(reached, target)}"
        )


def count_row(place: str, instances: Sequence[Clauses], names: Sequence[str]) -> list[str]:
    """Counting compared with listing, both by this project's engine. Raises AssertionError if they
    disagree."""
    counted = 0.0
    listed = 0.0
    for clauses in instances:
        counting = partial(opponents.worlds_count, clauses, names)
        listing = partial(opponents.worlds, clauses, names)
        if counting() != len(listing()):
            raise AssertionError("counting and listing disagree")
        counted += least(counting, CALLS)
        listed += least(listing, CALLS)
    return [place, ms(counted / len(instances)), ms(listed / len(instances))]
