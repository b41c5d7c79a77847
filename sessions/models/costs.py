"""What a run over a plan will cost, and keeping it within a limit.

Owns the estimate and the budget. Prices are `items.asking.prices`'s, asking is `asking`'s.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from items.asking.pace import tokens_of
from items.asking.prices import Price, amount
from sessions.models.plan import Plan, Task
from sessions.models.responses import select
from sessions.storage.database import Database

SAMPLE = 200
"""Prompts that are measured for an estimate, spread evenly over the plan."""

_CALLS = (
    "FROM call WHERE prompt_tokens IS NOT NULL AND completion_tokens IS NOT NULL"
    " AND source = 'asked' AND id IN (SELECT call FROM response WHERE series IN"
    " (SELECT id FROM series WHERE model = ? AND setting IN ({marks})))"
)
"""Calls of a model in as many settings as there are marks whose tokens are known."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a plan will cost, as far as can be known before."""

    requests: int
    prompt_tokens: float
    """Of all requests; from the lengths of prompts, or the mean of recorded responses."""
    completion_tokens: float | None
    """Of all requests, by the mean of recorded responses; None where there are none."""
    recorded: int
    """Responses of this model in these settings whose tokens are recorded."""
    cost: float
    """Where the completion's tokens are not known, of the prompts alone."""
    most: float | None
    """The cost if every response is as long as `max_tokens` allows; None without that limit."""

    def as_json(self) -> dict[str, Any]:
        """For machines."""
        return asdict(self)


def estimate(plan: Plan, price: Price, db: Database | None) -> Estimate:
    """What the requests of a plan will cost."""
    number = len(plan.tasks)
    recorded, prompt, completion = (0, 0.0, 0.0) if db is None else _recorded(db, plan)
    prompts = number * prompt if recorded else _prompts(plan.tasks)
    completions = number * completion if recorded else None
    limit = plan.wanted.parameters.get("max_tokens")
    most = price.cost(prompts, number * limit) if isinstance(limit, int) else None
    cost = price.cost(prompts, completions or 0)
    return Estimate(number, prompts, completions, recorded, cost, most)


def _recorded(db: Database, plan: Plan) -> tuple[int, float, float]:
    """How many calls in the plan's settings have their tokens recorded, and the means of those of
    prompts and completions."""
    marks = ", ".join("?" * len(plan.settings))
    ((number, prompt, completion),) = select(
        db,
        "SELECT count(*), coalesce(avg(prompt_tokens), 0), coalesce(avg(completion_tokens), 0)"
        f" {_CALLS.format(marks=marks)}",
        plan.wanted.model,
        *plan.settings,
    )
    return number, prompt, completion


def _prompts(tasks: Sequence[Task]) -> float:
    """Tokens of the prompts of all tasks, from the lengths of some of them."""
    if not tasks:
        return 0.0
    size = min(SAMPLE, len(tasks))
    sample = [tasks[place * len(tasks) // size] for place in range(size)]
    texts = [message.content for task in sample for message in task.prompt().messages]
    return sum(map(tokens_of, texts)) * len(tasks) / size


def dearest(plan: Plan, price: Price, db: Database) -> float | None:
    """What the dearest recorded response of the plan's model in its settings cost, at these prices;
    None where there is none with its tokens."""
    marks = ", ".join("?" * len(plan.settings))
    counts = select(
        db,
        f"SELECT DISTINCT prompt_tokens, completion_tokens {_CALLS.format(marks=marks)}",
        plan.wanted.model,
        *plan.settings,
    )
    return max((price.cost(prompt, completion) for prompt, completion in counts), default=None)


class Budget:
    """Lets requests be sent while a limit holds even if each of those under way costs as much as
    the dearest so far. Where nothing is known before it, the first is sent alone."""

    def __init__(self, price: Price, limit: float, dearest: float | None = None) -> None:
        """`dearest` is what the dearest request before the run cost, where that is known."""
        self.spent = 0.0
        self.reason = ""
        """Why no further request may be sent."""
        self.price = price
        """Of tokens, where what is settled names no price."""
        self._limit = limit
        self._dearest = dearest
        self._open = 0
        self._changed = asyncio.Condition()

    async def admit(self) -> bool:
        """Wait until another request may be sent, and count it as under way; False where none may
        any more."""
        async with self._changed:
            while not self.reason:
                if self._dearest is None:
                    admitted = self._open == 0
                else:
                    admitted = self.spent + (self._open + 1) * self._dearest <= self._limit
                if admitted:
                    self._open += 1
                    return True
                if self._open == 0:
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
        """A request has its response; `price` is its model's own, where several are asked. Without
        token counts nothing more may be sent."""
        if prompt_tokens is None or completion_tokens is None:
            self.reason = "the endpoint does not tell tokens, so that no cost can be told"
        cost = (price or self.price).cost(prompt_tokens or 0, completion_tokens or 0)
        self.spent += cost
        self._dearest = max(cost, self._dearest or 0.0)
        await self.leave()

    async def leave(self) -> None:
        """A request is no longer under way; one that failed has no cost that could be told."""
        async with self._changed:
            self._open -= 1
            self._changed.notify_all()
