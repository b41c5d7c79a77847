"""A run of the hardening loop against fake roles, over real HTTP on loopback.

Owns the run and its results: its record, its requests, its endings.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from items.asking.endpoints import Endpoint
from items.asking.llm import BackOff, Client
from items.asking.prices import Price
from items.harden.configuration import Setup, load_setup
from items.harden.loop_steps import Ending
from items.models import Item
from sessions.models import hardenings
from sessions.models.costs import Budget
from sessions.models.hardening import HardeningRun, Progress
from sessions.models.hardenings import Hardening
from sessions.record.clock import SystemClock
from sessions.storage.database import Database
from tests.fake_endpoint import FakeEndpoint
from tests.fake_roles import ROLES_FILE, FakeRoles, bases

BUDGETS = {"review": 2, "verify": 2, "answers": 2, "format": 1}


def write_roles(folder: Path, **budgets: int) -> Path:
    """A file of roles with these budgets."""
    path = folder / "roles.toml"
    path.write_text(ROLES_FILE.format(**{**BUDGETS, **budgets}), encoding="utf-8")
    return path


@dataclass(frozen=True)
class Played:
    """What came of a run."""

    setup: Setup
    roles: FakeRoles
    progress: Progress
    endings: Mapping[str, Ending]
    records: Sequence[Hardening]
    reason: str
    """Why the budget of money was closed."""
    failures: Sequence[str]

    @property
    def ending(self) -> Ending:
        """Of the only item."""
        (entry,) = self.endings.values()
        return entry

    @property
    def record(self) -> Hardening:
        """Of the only item."""
        (hardening,) = self.records
        return hardening

    @property
    def trail(self) -> list[str]:
        """The issues in the record, with role and gate."""
        return [
            " ".join(
                part
                for part in (
                    note["who"],
                    note["what"],
                    note["gate"],
                    *(issue["code"] for issue in note["issues"]),
                )
                if part
            )
            for note in self.record.of("note")
        ]


def play(
    folder: Path,
    script: Mapping[str, Any] | None = None,
    items: Sequence[Item] | None = None,
    *,
    limit: float | None = None,
    concurrency: int = 8,
    excluded_strategy: str = "",
    meanwhile: Callable[[HardeningRun], Coroutine[Any, Any, None]] | None = None,
    **budgets: int,
) -> Played:
    """Run the loop over items, by default the English base, and a second task at the same time if
    given."""
    setup = replace(
        load_setup(write_roles(folder, **budgets)),
        excluded_strategies=(excluded_strategy,) if excluded_strategy else (),
    )
    roles = FakeRoles(script)
    failures: list[str] = []
    price = Price(1_000_000.0, 1_000_000.0)
    budget = None if limit is None else Budget(price, limit)
    chosen = bases()[:1] if items is None else tuple(items)

    async def run(url: str, db: Database) -> HardeningRun:
        async with AsyncExitStack() as stack:
            client = await stack.enter_async_context(
                Client(Endpoint(url), back_off=BackOff(tries=1))
            )
            hardening_run = HardeningRun(
                db,
                chosen,
                setup,
                dict.fromkeys(setup.models, client),
                SystemClock(),
                concurrency,
                prices=dict.fromkeys(setup.models, price),
                budget=budget,
                on_failure=failures.append,
            )
            await asyncio.gather(
                hardening_run.run(), *([] if meanwhile is None else [meanwhile(hardening_run)])
            )
            return hardening_run

    with FakeEndpoint(roles) as server, Database.open(folder / "record.db") as db:
        outcome = asyncio.run(asyncio.wait_for(run(server.url, db), 300))
        records = [
            hardening
            for hardening in hardenings.read(db)
            if hardening.item_hash in {c.content_hash for c in chosen}
        ]
    reason = "" if budget is None else budget.reason
    return Played(setup, roles, outcome.progress, outcome.endings, records, reason, failures)
