"""What a run over a plan will cost, and limiting its cost.

Owns the estimate and the budget. `items.asking.prices` owns prices, `asking` the run.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from items.asking.pace import tokens_of
from items.asking.prices import Price, amount
from sessions.models.request_plan import Plan, Task
from sessions.models.responses import select
from sessions.storage.database import Database

SAMPLE = 200
"""Number of prompts measured for an estimate, spread evenly over the plan."""

_CALLS = (
    "FROM call WHERE prompt_tokens IS NOT NULL AND completion_tokens IS NOT NULL"
    " AND source = 'asked' AND id IN (SELECT call FROM response WHERE series IN"
    " (SELECT id FROM series WHERE model = ? AND setting IN ({marks})))"
)
"""Calls of a model in some settings, one placeholder each, whose tokens are known."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The cost of a plan, as far as it can be estimated in advance."""

    requests: int
    prompt_tokens: float
    """For all requests; from the lengths of prompts, or the mean of recorded responses."""
    completion_tokens: float | None
    """For all requests, from the mean of recorded responses; None where there are none."""
    recorded: int
    """Responses of this model in these settings whose tokens are recorded."""
    cost: float
    """Without known completion tokens, the cost of the prompts alone."""
    most: float | None
    """The cost if every response is as long as `max_tokens` allows; None without that limit."""

    def as_json(self) -> dict[str, Any]:
        """The estimate as JSON."""
        return asdict(self)


def estimate(plan: Plan, price: Price, db: Database | None) -> Estimate:
    """The estimated cost of a plan's requests."""
    number = len(plan.tasks)
    recorded, prompt, completion = (0, 0.0, 0.0) if db is None else _recorded(db, plan)
    prompts = number * prompt if recorded else _prompts(plan.tasks)
    completions = number * completion if recorded else None
    limit = plan.planned_run.parameters.get("max_tokens")
    most = price.cost(prompts, number * limit) if isinstance(limit, int) else None
    cost = price.cost(prompts, completions or 0)
    return Estimate(number, prompts, completions, recorded, cost, most)


def _recorded(db: Database, plan: Plan) -> tuple[int, float, float]:
    """Number of calls in the plan's settings with recorded tokens, and the mean tokens of their
    prompts and completions."""
    marks = ", ".join("?" * len(plan.settings))
    ((number, prompt, completion),) = select(
        db,
        "SELECT count(*), coalesce(avg(prompt_tokens), 0), coalesce(avg(completion_tokens), 0)"
        f" {_CALLS.format(marks=marks)}",
        plan.planned_run.model,
        *plan.settings,
    )
    return number, prompt, completion


def _prompts(tasks: Sequence[Task]) -> float:
    """Prompt tokens of all tasks, estimated from the lengths of some prompts."""
    if not tasks:
        return 0.0
    size = min(SAMPLE, len(tasks))
    sample = [tasks[place * len(tasks) // size] for place in range(size)]
    texts = [message.content for task in sample for message in task.prompt().messages]
    return sum(map(tokens_of, texts)) * len(tasks) / size


def dearest(plan: Plan, price: Price, db: Database) -> float | None:
    """Cost of the most expensive recorded response of the plan's model in its settings, at these
    prices; None where no response has its tokens recorded."""
    marks = ", ".join("?" * len(plan.settings))
    counts = select(
        db,
        f"SELECT DISTINCT prompt_tokens, completion_tokens {_CALLS.format(marks=marks)}",
        plan.planned_run.model,
        *plan.settings,
    )
    return max((price.cost(prompt, completion) for prompt, completion in counts), default=None)


class Budget:
    """Admits requests while the limit holds even if each one under way costs as much as the most
    expensive so far. If nothing is known in advance, the first request is sent alone."""

    def __init__(self, price: Price, limit: float, dearest: float | None = None) -> None:
        """`dearest` is the cost of the most expensive request before the run, where known."""
        self.spent = 0.0
        self.reason = ""
        """Why no further request may be sent."""
        self.price = price
        """Price of tokens where `settle` is not given one."""
        self._limit = limit
        self._dearest_cost = dearest
        self._under_way = 0
        self._changed = asyncio.Condition()

    async def admit(self) -> bool:
        """Wait until another request may be sent, and count it as under way; False where no more
        may be sent."""
        async with self._changed:
            while not self.reason:
                if self._dearest_cost is None:
                    admitted = self._under_way == 0
                else:
                    admitted = (
                        self.spent + (self._under_way + 1) * self._dearest_cost <= self._limit
                    )
                if admitted:
                    self._under_way += 1
                    return True
                if self._under_way == 0:
                    self.reason = (
                        f"the limit of {amount(self._limit)} leaves no room for another request, "
                        f"after {amount(self.spent)}"
                    )
                    break
                await self._changed.wait()
            self._changed.notify_all()
            return False

    async def settle(
        self,
        prompt_tokens: int | None,
        completion_tokens: int | None,
        price: Price | None = None,
    ) -> None:
        """Record the response to a request; `price` is its model's own, where several are asked.
        Without token counts no more requests are admitted."""
        if prompt_tokens is None or completion_tokens is None:
            self.reason = "the endpoint does not report tokens, so the cost is unknown"
        cost = (price or self.price).cost(prompt_tokens or 0, completion_tokens or 0)
        self.spent += cost
        self._dearest_cost = max(cost, self._dearest_cost or 0.0)
        await self.leave()

    async def leave(self) -> None:
        """Record that a request is no longer under way; a failed one has no known cost."""
        async with self._changed:
            self._under_way -= 1
            self._changed.notify_all()
