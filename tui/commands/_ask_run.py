"""A run of `ask`, with progress, failures and Ctrl+C.

Owns the progress bar on standard error, the line for each failure, and the exit code. Asking and
storing are in `sessions.models.asking`, judging in `sessions.models.judging`.
"""

import asyncio
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from items.asking.endpoints import Endpoint
from items.asking.llm import BackOff, Client
from items.asking.pace import Pace
from items.asking.pool import Pool
from items.asking.prices import Price, amount
from items.models import Item
from sessions.models.asking import Asking, Tally
from sessions.models.batches import read_batch
from sessions.models.columns import keep_up
from sessions.models.costs import Budget, dearest
from sessions.models.judging import Due, Heap, Judging, JudgingTally, bundles
from sessions.models.request_plan import Plan
from sessions.models.samples import (
    Majorities,
    carry_verdicts,
    majority_setting,
    store_majorities,
)
from sessions.record.clock import SystemClock
from sessions.storage.database import Database
from tui.commands._interrupts import Interrupts
from tui.console.exitcodes import ExitCode, visible
from tui.text import fit, plain

LINE = 400
"""Maximum width of a failure message, in cells."""


@dataclass
class Rates:
    """The limits on requests and tokens per minute, for each model."""

    requests: int | None = None
    tokens: int | None = None
    _paces: dict[str, Pace] = field(default_factory=dict)

    def pace(self, model: str) -> Pace | None:
        """The pace of a model, shared by its roles as respondent and judge; None without limits."""
        if self.requests is None and self.tokens is None:
            return None
        if model not in self._paces:
            self._paces[model] = Pace(self.requests, self.tokens)
        return self._paces[model]


class Run:
    """Asks the missing questions, then has the answers judged that need it."""

    def __init__(
        self,
        plan: Plan,
        items: Sequence[Item],
        database: Database,
        endpoints: Mapping[str, Endpoint],
        concurrency: int,
        back_off: BackOff,
        timeout: float,
        price: Price | None = None,
        max_cost: float | None = None,
        rates: "Rates | None" = None,
        further_endpoints: Sequence[Endpoint] = (),
        repeat_unreadable: bool = False,
    ) -> None:
        """`further_endpoints`: endpoints that serve the same model. `repeat_unreadable`: whether
        judges are asked again where their verdict could not be read."""
        self.plan = plan
        self.tally = Tally()
        self.judging_tally = JudgingTally()
        self.majorities = Majorities()
        """Majorities over the samples of all settings."""
        self.stopped = False
        """Whether the run ended before everything was asked."""
        self.over_budget = False
        """Whether the cost limit ended it."""
        self.seconds = 0.0
        self._items = items
        self._database = database
        self._endpoints = endpoints
        self._further_endpoints = further_endpoints
        self._repeat_unreadable = repeat_unreadable
        self._concurrency = concurrency
        self._back_off = back_off
        self._timeout = timeout
        self._price = price
        self._max_cost = max_cost
        self._interrupts = Interrupts(self._print_line)
        self._rates = rates or Rates()
        self._progress: Progress | None = None

    @property
    def interrupted(self) -> bool:
        """Whether somebody stopped the run."""
        return self._interrupts.number > 0

    @property
    def exit_code(self) -> ExitCode:
        """The exit code for how the run ended."""
        if self.interrupted:
            return ExitCode.INTERRUPTED
        if self.tally.failed or self.judging_tally.failed or self.stopped:
            return ExitCode.OUTSIDE
        return ExitCode.DONE

    @property
    def cost(self) -> float | None:
        """The cost of asking, without judges; None without a price."""
        return self._cost(self.tally)

    def play(self, judges: Sequence[str]) -> None:
        """Ask, then judge. The first Ctrl+C sends nothing more and waits for pending requests; the
        second abandons those too."""
        begun = time.perf_counter()
        try:
            if self.plan.tasks:
                asyncio.run(self._ask())
            self._vote()
            for judge in judges:
                if not self.stopped:
                    self._have_judged(judge)
        finally:
            self.seconds = time.perf_counter() - begun
        keep_up(self._database)

    async def _ask(self) -> None:
        async with self._clients() as client:
            budget: Budget | None = None
            if self._price is not None and self._max_cost is not None:
                dearest_cost = dearest(self.plan, self._price, self._database)
                budget = Budget(self._price, self._max_cost, dearest_cost)
            asking = Asking(
                self._database,
                self.plan,
                client,
                SystemClock(),
                self._concurrency,
                on_progress=self._advance,
                on_failure=self._print_line,
                budget=budget,
            )
            with (
                self._bar(self.plan.planned_run.model, len(self.plan.tasks)),
                self._interrupts.during(asking),
            ):
                try:
                    await asking.run()
                finally:
                    self.tally, self.stopped = asking.tally, asking.stopped
        if asking.gave_up:
            self._print_line(f"Stopped, because no further request would succeed: {asking.gave_up}")
        if budget is not None and budget.reason:
            self.over_budget = True
            self._print_line(f"Ended: {budget.reason}.")

    def _vote(self) -> None:
        """Store the majority answer where several samples were requested."""
        planned_run = self.plan.planned_run
        if planned_run.samples < 2:
            return
        for setting in self.plan.settings:
            majorities = store_majorities(
                self._database,
                self._items,
                planned_run.model,
                setting,
                planned_run.runs,
                planned_run.samples,
                SystemClock(),
            )
            self.majorities = self.majorities.plus(majorities)

    def _have_judged(self, judge: str) -> None:
        planned_run, settings = self.plan.planned_run, self.plan.settings
        self._have(judge, self._due(judge, settings, self._repeat_unreadable))
        if planned_run.samples < 2 or self.stopped:
            return
        for setting in settings:
            carry_verdicts(
                self._database,
                self._items,
                planned_run.model,
                setting,
                planned_run.samples,
                judge,
                SystemClock(),
            )
        # Unreadable verdicts were carried over too; they are already counted above.
        majorities = [majority_setting(setting, planned_run.samples) for setting in settings]
        self._have(judge, replace(self._due(judge, majorities, False), unreadable=frozenset()))

    def _due(self, judge: str, settings: Collection[str], repeat_unreadable: bool) -> Due:
        model = self.plan.planned_run.model
        return bundles(self._database, self._items, model, settings, judge, again=repeat_unreadable)

    def _have(self, judge: str, due: Due) -> None:
        """Have the due answers judged, and count those whose earlier verdict could not be read."""
        self.judging_tally = self.judging_tally.plus(
            JudgingTally(unreadable_before=len(due.unreadable))
        )
        if due.heaps:
            asyncio.run(self._judge(judge, due.heaps))

    async def _judge(self, judge: str, heaps: Sequence[Heap]) -> None:
        async with self._client(judge) as client:
            clock = SystemClock()
            judging = Judging(
                self._database, heaps, client, clock, self._concurrency, on_failure=self._print_line
            )
            with self._interrupts.during(judging):
                self.judging_tally = self.judging_tally.plus(await judging.run())
            self.stopped = judging.stopped

    def _clients(self) -> "Client | Pool":
        """The client of the model, or a pool of clients for all endpoints that serve it."""
        model = self.plan.planned_run.model
        first = self._client(model)
        if not self._further_endpoints:
            return first
        pace = self._rates.pace(model)
        more = [
            Client(endpoint, self._timeout, self._back_off, pace=pace)
            for endpoint in self._further_endpoints
        ]
        return Pool([first, *more], self._lost)

    def _lost(self, number: int, reason: str) -> None:
        self._print_line(f"Endpoint {number} is no longer used: {reason}")

    def take(self, paths: Sequence[Path]) -> int:
        """Store the results in batch files instead of asking. Returns the number that belong to
        other requests."""
        begun = time.perf_counter()
        stored = read_batch(self._database, self.plan, paths, SystemClock())
        for problem in stored.errors:
            self._print_line(f"{problem.title}: {problem.message}")
        self.tally = stored.tally
        self.stopped = stored.tally.requests < len(self.plan.tasks)
        self._vote()
        self.seconds = time.perf_counter() - begun
        keep_up(self._database)
        return stored.strange

    def _client(self, model: str) -> Client:
        pace = self._rates.pace(model)
        return Client(self._endpoints[model], self._timeout, self._back_off, pace=pace)

    @contextmanager
    def _bar(self, model: str, requests: int) -> Iterator[None]:
        """Show a progress bar on standard error, with the cost so far in tokens, if it is a
        terminal."""
        console = Console(stderr=True, markup=False, highlight=False)
        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[cost]}", markup=False),
            TimeRemainingColumn(),
        )
        with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
            self._task = progress.add_task(fit(plain(model), 30), total=requests, cost="")
            self._progress = progress
            try:
                yield
            finally:
                self._progress = None

    def _advance(self, tally: Tally) -> None:
        if self._progress is not None:
            trouble = f" · {tally.failed} failed" if tally.failed else ""
            trouble += f" · {tally.unreadable} unreadable" if tally.unreadable else ""
            money = self._cost(tally)
            priced = "" if money is None else f" · cost {amount(money)}"
            cost = f"{tally.tokens:,} tokens{priced}{trouble}"
            self._progress.update(self._task, completed=tally.requests, cost=cost)

    def _cost(self, tally: Tally) -> float | None:
        if self._price is None:
            return None
        return self._price.cost(tally.prompt_tokens, tally.completion_tokens)

    def _print_line(self, line: str) -> None:
        """Print one line on standard error, above the bar."""
        text = visible(fit(plain(line), LINE))
        if self._progress is not None and not self._progress.disable:
            self._progress.console.print(text, soft_wrap=True)
        else:
            click.echo(text, err=True)
