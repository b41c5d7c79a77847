"""The problems of `bomb_shapes`, each solved and measured in a process of its own.

Owns the measuring (verdict, time, memory, how long it takes to cancel), what is held of a problem,
and the table: `python -m tests.solver.bombs`. `test_bombs` holds the engines to a few problems.

Other processes must not decide what passes. Limits on time are therefore limits on *processor*
time: what the process still works after a budget's end on the clock, and after the token was
pulled. A busy machine makes both smaller, never larger; an engine that works on is caught on any
machine. One that waits without working is caught by the clock, with room for a busy machine.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import threading
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from time import monotonic, process_time
from typing import Self

from solver.cancel import Budget, Cancel
from solver.errors import CountermodelError
from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.language.problem import Problem, Query
from solver.queries import Session
from solver.results import EngineAnswer, EngineChoice
from tests.solver.bomb_shapes import BOMBS, SEED

SECONDS = 10.0
"""The budget of a query, on the clock."""
SLACK = 0.5
"""Processor seconds past the budget's end by which a query must have ended."""
CANCEL_SLACK = 0.1
"""Processor seconds after the token was pulled by which everything must have stopped."""
BUSY = 6.0
"""How many times as long as budget and slack a query may take on the clock of a busy machine."""
MEMORY = 1 << 30
"""Bytes the process may take."""
CANCEL_AFTER = 0.3
"""Seconds after which the token is pulled."""

SHORT = 0.5
"""The budget of a query in the short form, which has every fourth problem."""

TICK = 0.01
"""Seconds between two readings of the clocks."""


class Ticks(threading.Thread):
    """Reads both clocks again and again, so that the processor time at a moment on the clock can
    be told afterwards; and pulls a token at a moment, where there is one to pull.

    Work that holds Python's global lock delays a reading. The reading before it then counts, so
    that such work is never taken for shorter than it was.
    """

    def __init__(self, token: Cancel, pull_after: float | None = None) -> None:
        """Pull the token so many seconds after `start`."""
        super().__init__(daemon=True)
        self.pulled: float | None = None
        """The moment at which the token was to be pulled; None before."""
        self._token = token
        self._pull_after = pull_after
        self._done = threading.Event()
        self._moments: list[float] = []
        self._worked: list[float] = []

    def __enter__(self) -> Self:
        self._read()
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self.join()

    def _read(self) -> float:
        now = monotonic()
        self._worked.append(process_time())
        self._moments.append(now)
        return now

    def run(self) -> None:
        """See the class."""
        pull = None if self._pull_after is None else self._moments[0] + self._pull_after
        while not self._done.wait(TICK):
            now = self._read()
            if pull is not None and now >= pull and self.pulled is None:
                self.pulled = pull
                self._token.cancel()

    def worked_since(self, moment: float) -> float:
        """Processor seconds from a moment on the clock until now; 0 where it is still to come."""
        if monotonic() <= moment:
            return 0.0
        place = bisect_right(self._moments, moment) - 1
        return process_time() - self._worked[max(0, place)]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a problem. Questions are its queries, whether premises are consistent, and
    reading it."""

    verdicts: list[str]
    """The verdict, count or reason of each query, the first few."""
    slowest: float
    """Seconds on the clock of the slowest question."""
    late: float
    """The most processor seconds a question took past its budget."""
    seconds: float
    """Seconds in all, reading included."""
    megabytes: float
    """The most memory the process held."""
    cancelled: float | None
    """Processor seconds from the moment of pulling the token to the end; None where the problem
    was decided before."""

    def within_limits(self, seconds: float) -> bool:
        """Whether all limits were kept under a budget of so many seconds a question."""
        return (
            self.late <= SLACK
            and self.slowest <= BUSY * (seconds + SLACK)
            and self.megabytes * (1 << 20) <= MEMORY
            and (self.cancelled is None or self.cancelled <= CANCEL_SLACK)
        )


def run(
    name: str, engine: EngineChoice, seconds: float, cancel_after: float | None = None
) -> Outcome:
    """Solve a problem in this process, the libraries already loaded."""
    for library in ("pysat.solvers", "oxidd.bdd", "z3"):
        import_module(library)
    data = BOMBS[name]()
    began = monotonic()
    token = Cancel()
    verdicts: list[str] = []
    slowest = late = 0.0
    sessions: dict[str, Session] = {}
    with Ticks(token, cancel_after) as ticks:

        def timed(question: Callable[[], str]) -> str:
            nonlocal slowest, late
            start = monotonic()
            try:
                title = question()
            except CountermodelError as error:
                title = error.title
            slowest = max(slowest, monotonic() - start)
            late = max(late, ticks.worked_since(start + seconds))
            return title

        budget = Budget.of(seconds, token)
        read: list[Problem] = []

        def reading() -> str:
            read.append(load_problem(data, budget=budget))
            return ""

        if refused := timed(reading):
            verdicts.append(refused)
        for problem, query in [(each, query) for each in read for query in each.queries]:
            if query.under not in sessions:
                under = [other for other in problem.queries if other.under == query.under]
                session = Session(
                    theory(problem, query.under), tuple(under), engine, seconds, token
                )
                sessions[query.under] = session
                timed(partial(_consistency, session))
            verdicts.append(timed(partial(_answer, sessions[query.under], query)))
            if token.cancelled:
                break
        cancelled = None if ticks.pulled is None else ticks.worked_since(ticks.pulled)
    return Outcome(verdicts[:3], slowest, late, monotonic() - began, _megabytes(), cancelled)


def _megabytes() -> float:
    """The most memory this process ever held. Where the system tells it of the program alone, not
    with what the process that started it held, which `getrusage` counts on Linux."""
    status = Path("/proc/self/status")
    if status.exists():
        peak = next(line for line in status.read_text().split("\n") if line.startswith("VmHWM:"))
        return int(peak.split()[1]) / (1 << 10)
    peak_rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak_rss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def _consistency(session: Session) -> str:
    return str(session.report.consistent)


def _answer(session: Session, query: Query) -> str:
    return _shown(session.ask(query, limit=100).answer)


def _shown(answer: EngineAnswer) -> str:
    if answer.unknown:
        return f"unknown ({answer.reason})"
    return str(answer.verdict or answer.count)


def apart_run(
    name: str, engine: EngineChoice, seconds: float, cancel_after: float | None
) -> Outcome | str:
    """The same in a process of its own; a text where it did not come to its end."""
    wanted = json.dumps([name, engine, seconds, cancel_after])
    try:
        process = subprocess.run(
            [sys.executable, "-m", "tests.solver.bombs", "--one", wanted],
            capture_output=True,
            text=True,
            timeout=BUSY * (seconds * 8 + 60),
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "does not stop"
    if process.returncode:
        return f"ends with {process.returncode}: {process.stderr.strip().splitlines()[-1:]}"
    return Outcome(**json.loads(process.stdout.splitlines()[-1]))


HEAD = [
    "problem",
    "answers",
    "slowest, s",
    "past budget, s",
    "in all, s",
    "memory, MB",
    "cancelled, ms",
    "kept",
]


def row(name: str, outcome: Outcome | str, cancelled: Outcome | str, seconds: float) -> list[str]:
    """The cells of a problem, from an undisturbed run and one that was cancelled."""
    if isinstance(outcome, str):
        return [name, outcome, "", "", "", "", "", "✗"]
    if isinstance(cancelled, str):
        milliseconds, within_bounds = cancelled, False
    else:
        late = cancelled.cancelled
        milliseconds = "–" if late is None else f"{late * 1000:.0f}"
        within_bounds = outcome.within_limits(seconds) and cancelled.within_limits(seconds)
    figures = (outcome.slowest, outcome.late, outcome.seconds)
    return [
        name,
        ", ".join(outcome.verdicts),
        *[f"{figure:.2f}" for figure in figures],
        f"{outcome.megabytes:.0f}",
        milliseconds,
        "✓" if within_bounds else "✗",
    ]


def table(names: Sequence[str], engine: EngineChoice, seconds: float) -> Iterator[list[str]]:
    """The cells of all rows, as they come in."""
    for name in names:
        outcome = cancelled = apart_run(name, engine, seconds, None)
        if isinstance(outcome, str) or outcome.seconds > CANCEL_AFTER:
            cancelled = apart_run(name, engine, seconds, CANCEL_AFTER)
        yield row(name, outcome, cancelled, seconds)


def main() -> int:
    """Print the table; 1 where a problem did not keep the limits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default="auto", choices=["auto", "worlds", "z3", "both"])
    parser.add_argument("--seconds", type=float, default=SECONDS, help="budget of a query")
    parser.add_argument("--seed", default="", help="of the clauses drawn at random")
    parser.add_argument("--short", action="store_true", help="every fourth, and a short budget")
    parser.add_argument("--only", default="", help="shapes whose name contains this")
    parser.add_argument("--one", default="", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        sys.stdout.write(json.dumps(asdict(run(*json.loads(options.one)))) + "\n")
        return 0
    os.environ[SEED] = options.seed
    names = [name for name in BOMBS if options.only in name][:: 4 if options.short else 1]
    seconds = min(options.seconds, SHORT) if options.short else options.seconds
    sys.stdout.write(f"| {' | '.join(HEAD)} |\n|---|---|--:|--:|--:|--:|--:|---|\n")
    failed = False
    for cells in table(names, options.engine, seconds):
        failed = failed or cells[-1] != "✓"
        sys.stdout.write(f"| {' | '.join(cells)} |\n")
        sys.stdout.flush()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
