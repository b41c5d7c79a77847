"""`harden --roles`: the model-driven hardening loop, with progress, stopping and resuming.

Owns selection by probing models, the run with its progress and costs, the file of hardened items,
and the summary. The loop is in `items.harden.loop`, its record in `sessions.models.hardening`.
"""

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import click

from items.asking.endpoints import Endpoint, endpoint
from items.asking.llm import BackOff, Client
from items.asking.prices import Price, amount, price_of
from items.families.batches import PROVED
from items.files.save import save_text
from items.harden.attributes import SETTLED_BY
from items.harden.configuration import Probe, Setup, load_setup
from items.models import Item, ProofState
from items.sources.own_format import write
from sessions.models import hardenings
from sessions.models.asking import Asking
from sessions.models.costs import Budget
from sessions.models.hardening import HardeningRun, Progress, cost_of
from sessions.models.probing import shares
from sessions.models.request_plan import PlannedRun, plan
from sessions.record.clock import SystemClock
from sessions.record.proofs import store
from sessions.storage.database import Database, database_path
from solver.errors import InputError
from tui.commands._ask_run import Rates
from tui.commands._interrupts import Interrupts
from tui.commands._request_options import limited_by_prices
from tui.console.exitcodes import ExitCode, visible
from tui.console.json_output import echo_json
from tui.text import counted, fit, plain
from tui.version import program_version

LINE = 400
"""Maximum width of a failure message, in cells."""
NOT_EASY = "not easy for the probes: unchanged, check it by hand"
NOT_PROBED = "the probes' answers cannot be scored"


@dataclass(frozen=True)
class HardenOptions:
    """The options of the command."""

    roles: Path
    output: Path
    db: str | None
    base_url: str | None
    probe: bool
    prices: Path | None
    max_cost: float | None
    concurrency: int
    tries: int
    timeout: float
    dry_run: bool
    as_json: bool
    rates: Rates
    left_out: tuple[str, ...] = ()
    """Excluded strategies."""


class HardenRun:
    """A run of the loop over items."""

    def __init__(self, options: HardenOptions, items: Sequence[Item]) -> None:
        """Raises InputError with `--probe` if the file of roles has no models for it."""
        limited_by_prices(options.max_cost, options.prices)
        self.options = options
        self.items = tuple(items)
        self.setup: Setup = replace(load_setup(options.roles), excluded_strategies=options.left_out)
        if options.probe and self.setup.probe is None:
            raise InputError(
                "--probe needs models", f"{options.roles}: expected a table [probe], found none"
            )
        probes = self.setup.probe.models if options.probe and self.setup.probe else ()
        self.models = tuple(dict.fromkeys([*self.setup.models, *probes]))
        self.prices: Mapping[str, Price] = (
            {}
            if options.prices is None
            else {model: price_of(model, options.prices) for model in self.models}
        )
        self.unentered_counts: Counter[str] = Counter()
        """Number of items that did not enter the loop, by reason."""
        self.entered_items: tuple[Item, ...] = ()
        self.progress = Progress()
        self.rejected_counts: Counter[str] = Counter()
        self.hardened: tuple[Item, ...] = ()
        self.probing_cost = 0.0
        self.total_cost: float | None = None
        """Cost of these items in the loop, over all runs."""
        self.stopped = False
        self.failed = False
        self.seconds = 0.0
        self.interrupts = Interrupts(self._print_line)
        self._bar_shown = False

    def play(self) -> ExitCode:
        """Probe, harden, write, and print the summary."""
        begun = time.perf_counter()
        if self.options.dry_run:
            return self._plan()
        endpoints = {model: endpoint(model, self.options.base_url) for model in self.models}
        with Database.open(database_path(self.options.db)) as db:
            asyncio.run(self._play(db, endpoints))
            self._costs(db)
            self._remember(db)
        self.seconds = time.perf_counter() - begun
        save_text(self.options.output, write(self.hardened))
        self._show()
        return self.exit_code

    @property
    def exit_code(self) -> ExitCode:
        """The exit code for how the run ended."""
        if self.interrupts.number:
            return ExitCode.INTERRUPTED
        if self.stopped or self.failed or self.progress.unfinished:
            return ExitCode.OUTSIDE
        return ExitCode.DONE if self.hardened else ExitCode.NO

    # --- running ---------------------------------------------------------------------------------

    async def _play(self, db: Database, endpoints: Mapping[str, Endpoint]) -> None:
        wish = self.options
        async with AsyncExitStack() as stack:
            # Each model has its own client, because limits of requests and tokens apply per model.
            clients = {
                model: await stack.enter_async_context(
                    Client(
                        entry,
                        wish.timeout,
                        BackOff(tries=wish.tries),
                        pace=wish.rates.pace(model),
                    )
                )
                for model, entry in endpoints.items()
            }
            budget = self._budget()
            if wish.probe and self.setup.probe is not None:
                self.entered_items = await self._routed(db, clients, self.setup.probe, budget)
            else:
                self.entered_items = self.items
            if self.stopped:
                return
            run = HardeningRun(
                db,
                self.entered_items,
                self.setup,
                clients,
                SystemClock(),
                wish.concurrency,
                self.prices,
                budget,
                on_progress=self._advance,
                on_failure=self._print_line,
            )
            with self.interrupts.during(run):
                try:
                    self.progress = await run.run()
                finally:
                    self._wipe()
            self.stopped = run.stopped
            self.failed = bool(run.progress.failed)
            endings = [run.endings.get(item.content_hash) for item in self.entered_items]
        self.hardened = tuple(
            ending.item for ending in endings if ending is not None and ending.item
        )
        self.rejected_counts.update(
            ending.reason for ending in endings if ending is not None and not ending.accepted
        )
        if run.gave_up:
            self._print_line(f"Stopped, because no further request would succeed: {run.gave_up}")
        if budget is not None and budget.reason:
            self._print_line(f"Ended: {budget.reason}.")

    def _budget(self) -> Budget | None:
        if self.options.max_cost is None:
            return None
        return Budget(next(iter(self.prices.values())), self.options.max_cost)

    async def _routed(
        self, db: Database, clients: Mapping[str, Client], probe: Probe, budget: Budget | None
    ) -> tuple[Item, ...]:
        """The items that the probing models answer correctly often enough. Their answers are
        recorded like all answers, and never asked for again."""
        settings: set[str] = set()
        for model in probe.models:
            todo = plan(self.items, PlannedRun(model=model, runs=probe.runs), db)
            settings.update(todo.settings)
            if not todo.tasks:
                continue
            if budget is not None:
                budget.price = self.prices[model]
            asking = Asking(
                db,
                todo,
                clients[model],
                SystemClock(),
                self.options.concurrency,
                on_failure=self._print_line,
                budget=budget,
            )
            with self.interrupts.during(asking):
                tally = await asking.run()
            if model in self.prices:
                price = self.prices[model]
                self.probing_cost += price.cost(tally.prompt_tokens, tally.completion_tokens)
            if asking.stopped or tally.failed:
                self.stopped = True
                return ()
        values = shares(db, self.items, probe.models, settings, probe.runs)
        easy: list[Item] = []
        for item in self.items:
            share = values[item.content_hash]
            if share is None or share < probe.min_accuracy:
                self.unentered_counts[NOT_PROBED if share is None else NOT_EASY] += 1
            else:
                easy.append(item)
        return tuple(easy)

    # --- afterwards ----------------------------------------------------------------------------

    def _costs(self, db: Database) -> None:
        """The cost of these items in the loop, including earlier runs."""
        if not self.prices:
            return
        costs = [
            cost_of(hardening, self.prices)
            for item in self.entered_items
            for hardening in hardenings.read(db, item.content_hash)
            if hardening.key == self.setup.key
        ]
        known_costs = [cost for cost in costs if cost is not None]
        self.total_cost = sum(known_costs) if len(known_costs) == len(costs) else None

    def _remember(self, db: Database) -> None:
        """Store proof states of items whose gold answers are all the solver's."""
        proved = [item for item in self.hardened if item.attributes[SETTLED_BY] == "solver"]
        states: dict[str, ProofState] = {item.content_hash: PROVED for item in proved}
        store(db, states, program_version(), SystemClock().utc())

    def _plan(self) -> ExitCode:
        """Print what a run would do."""
        budgets = self.setup.budgets
        # Decider, both proposers, reviewer and verifier act once, and every answerer once.
        least = 5 + len(self.setup.players["answerer"].models)
        document = {
            "items": len(self.items),
            "roles": {name: list(entry.models) for name, entry in self.setup.players.items()},
            "budgets": asdict(budgets),
            "least_requests": len(self.items) * least,
        }
        if self.options.as_json:
            echo_json(document)
            return ExitCode.DONE
        click.echo(f"{counted(len(self.items), 'item')} for the loop.")
        for name, player in self.setup.players.items():
            click.echo(f"  {name}: {', '.join(map(plain, player.models))}")
        click.echo(
            f"  retries: {budgets.review} from review, {budgets.verify} from verification, "
            f"{budgets.answers} of answers, {budgets.format} of a reply that cannot be used"
        )
        click.echo(f"At least {counted(len(self.items) * least, 'request')}.")
        return ExitCode.DONE

    def to_json(self) -> dict[str, Any]:
        """The run as JSON."""
        now = self.progress
        by = Counter(str(item.attributes[SETTLED_BY]) for item in self.hardened)
        return {
            "written": len(self.hardened),
            "entered": len(self.entered_items),
            "rejected": dict(self.rejected_counts),
            "left_out": dict(self.unentered_counts),
            "unfinished": now.unfinished,
            "settled_by": dict(by),
            "requests": now.requests,
            "reused": now.reused,
            "failed": now.failed,
            "tokens": now.tokens,
            "cost": now.cost + self.probing_cost if self.prices else None,
            "cost_in_all": self.total_cost,
            "stopped": self.stopped,
            "seconds": self.seconds,
        }

    def _show(self) -> None:
        if self.options.as_json:
            echo_json(self.to_json())
            return
        now = self.progress
        click.echo(
            f"{counted(len(self.hardened), 'item')} of {len(self.entered_items)} hardened in "
            f"{self.seconds:.1f} s: {plain(str(self.options.output))}"
        )
        for by, number in Counter(
            str(item.attributes[SETTLED_BY]) for item in self.hardened
        ).items():
            who = {"solver": "the solver", "models": "models alone"}.get(by, "solver and models")
            click.echo(f"  golds of {counted(number, 'item')} settled by {who}")
        for reason, number in self.rejected_counts.items():
            click.echo(f"  rejected {number}: {plain(reason)}")
        for reason, number in self.unentered_counts.items():
            click.echo(f"  left out {number}: {reason}")
        cost = f", cost {amount(now.cost + self.probing_cost)}" if self.prices else ""
        if self.total_cost is not None and now.reused:
            cost += f" ({amount(self.total_cost)} with earlier runs)"
        click.echo(
            f"{counted(now.requests, 'request')}, {now.tokens:,} tokens{cost}; "
            f"{counted(now.reused, 'reply', 'replies')} of earlier runs not asked again"
        )
        if now.unfinished or self.stopped:
            click.echo(
                f"{counted(now.unfinished, 'item')} not finished; run the same command to continue."
            )

    # --- progress --------------------------------------------------------------------------------

    def _advance(self, progress: Progress) -> None:
        if not sys.stderr.isatty():
            return
        over = progress.accepted + progress.rejected
        money = f" · cost {amount(progress.cost)}" if self.prices else ""
        text = (
            f"{over} of {len(self.entered_items)} items · {progress.accepted} accepted · "
            f"{progress.requests} requests · {progress.tokens:,} tokens{money}"
        )
        click.echo(f"\r\033[K{fit(text, 100)}", nl=False, err=True)
        self._bar_shown = True

    def _wipe(self) -> None:
        if self._bar_shown:
            click.echo("\r\033[K", nl=False, err=True)
            self._bar_shown = False

    def _print_line(self, line: str) -> None:
        """Print one line on standard error."""
        self._wipe()
        click.echo(visible(fit(plain(line), LINE)), err=True)
