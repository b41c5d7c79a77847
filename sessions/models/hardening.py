"""Hardening items by models: a run of the loop over many items that records everything.

Owns carrying out what `items.harden.loop` yields (requests, solving, notes), continuing an
interrupted run, cost, and stopping. Recorded outcomes are passed to the loop again, so that no
reply that arrived is requested twice.
"""

import asyncio
import hashlib
import json
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from items.asking.llm import CallFailed, Client, Reply
from items.asking.prices import Price
from items.harden.configuration import Setup
from items.harden.gates import ANSWER, after_answering, before_answering
from items.harden.loop import harden
from items.harden.loop_steps import REVIEW, Ask, Effect, Ending, Note, Solve
from items.models import Item
from sessions.models import hardenings
from sessions.models.costs import Budget
from sessions.models.hardenings import Hardening, Kind
from sessions.models.model_runs import Failures, held_locks
from sessions.record.clock import Clock
from sessions.storage.database import Database
from sessions.storage.lock import SessionLock
from solver.cancel import Cancel, Cancelled
from solver.errors import OutsideError


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a run."""

    requests: int = 0
    """Replies that arrived in this run."""
    reused: int = 0
    """Replies of earlier runs that were reused."""
    failed: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    """Cost of this run, where prices are known."""
    accepted: int = 0
    rejected: int = 0
    unfinished: int = 0

    @property
    def tokens(self) -> int:
        """All tokens of this run."""
        return self.prompt_tokens + self.completion_tokens


class _RunStopped(Exception):
    """No more requests are sent."""


class HardeningRun:
    """A run over some items: `run` it; `stop` and `abort` may be called meanwhile."""

    def __init__(
        self,
        db: Database,
        items: Sequence[Item],
        setup: Setup,
        clients: Mapping[str, Client],
        clock: Clock,
        concurrency: int = 8,
        prices: Mapping[str, Price] | None = None,
        budget: Budget | None = None,
        on_progress: Callable[[Progress], None] | None = None,
        on_failure: Callable[[str], None] | None = None,
    ) -> None:
        """`clients` are by model."""
        self.progress = Progress()
        self.endings: dict[str, Ending] = {}
        """Endings of finished items, by content hash of the item."""
        self.stopped = False
        self._db = db
        self._items = items
        self._setup = setup
        self._clients = clients
        self._clock = clock
        self._prices = prices or {}
        self._budget = budget
        self._on_progress = on_progress
        self._on_failure = on_failure
        self._room = asyncio.Semaphore(concurrency)
        self._tasks: list[asyncio.Task[None]] = []
        self._solving = asyncio.Semaphore(1)
        self._cancel = Cancel()
        self._failures = Failures()

    @property
    def gave_up(self) -> str:
        """Why no more requests were sent, if failures were the cause."""
        return self._failures.gave_up

    def stop(self) -> None:
        """Send no more requests; those in flight are awaited and recorded. Current solving is
        cancelled, since it can be repeated at no cost."""
        self._cancel.cancel(0.0)
        self._end()

    def _end(self) -> None:
        """Send no more requests."""
        self.stopped = True
        for client in self._clients.values():
            client.hurry()

    def abort(self) -> None:
        """Do not wait for anything."""
        self.stop()
        for task in self._tasks:
            task.cancel()

    async def run(self) -> Progress:
        """Take every item through the loop as far as possible.

        Raises:
            OutsideError: the database cannot be written, or another process hardens the same items.
        """
        self._db.require_writable()
        locks = _locks(self._db.path, self._setup)
        waiting = iter(self._items)

        async def work() -> None:
            for item in waiting:
                if self.stopped:
                    return
                await self._item(item)

        try:
            number = min(len(self._items), 64)
            self._tasks = [asyncio.create_task(work()) for _ in range(number)]
            try:
                for outcome in await asyncio.gather(*self._tasks, return_exceptions=True):
                    if isinstance(outcome, Exception):
                        raise outcome
            finally:
                for task in self._tasks:
                    task.cancel()
        finally:
            for lock in locks:
                lock.release()
        unfinished = len(self._items) - len(self.endings)
        self._count(replace(self.progress, unfinished=unfinished))
        return self.progress

    async def _item(self, item: Item) -> None:
        hardening = hardenings.enter(self._db, item, self._setup, self._clock.utc())
        ended = hardening.ending
        if ended is not None:
            ending = Ending(bool(ended["accepted"]), str(ended["reason"]), hardening.item)
            for _ in hardening.of("asked"):
                self.reuse()
        else:
            try:
                ending = await _Course(self, item, hardening).play()
            except (_RunStopped, CallFailed, Cancelled):
                return
        self.endings[item.content_hash] = ending
        now = self.progress
        self._count(
            replace(
                now,
                accepted=now.accepted + ending.accepted,
                rejected=now.rejected + (not ending.accepted),
            )
        )

    async def send(self, ask: Ask) -> Reply:
        """Send a request and return the reply, within the limits of the run. Raises _Stopped and
        CallFailed."""
        player = self._setup.players[ask.role]
        async with self._room:
            if self.stopped or (self._budget is not None and not await self._budget.admit()):
                self._end()
                raise _RunStopped
            if self.stopped:
                if self._budget is not None:
                    await self._budget.leave()
                raise _RunStopped
            try:
                client = self._clients[ask.model]
                reply = await client.ask(ask.model, ask.messages, player.parameters)
            except CallFailed as error:
                await self._failed(ask, error)
                raise
        self._failures.answered()
        price = self._prices.get(ask.model)
        if self._budget is not None:
            await self._budget.settle(reply.prompt_tokens, reply.completion_tokens, price)
        prompt, completion = reply.prompt_tokens or 0, reply.completion_tokens or 0
        now = self.progress
        self._count(
            replace(
                now,
                requests=now.requests + 1,
                prompt_tokens=now.prompt_tokens + prompt,
                completion_tokens=now.completion_tokens + completion,
                cost=now.cost + (0.0 if price is None else price.cost(prompt, completion)),
            )
        )
        return reply

    async def _failed(self, ask: Ask, error: CallFailed) -> None:
        if self._budget is not None:
            await self._budget.leave()
        self._count(replace(self.progress, failed=self.progress.failed + 1))
        if self._on_failure is not None:
            self._on_failure(f"{ask.role}, {ask.model}: {error.described}")
        if self._failures.failed(error):
            self._end()

    async def solve(self, solve: Solve, base: Item) -> Any:
        """The solver's findings at a gate, computed in a thread, one at a time."""
        async with self._solving:
            if solve.gate == REVIEW:
                before = await asyncio.to_thread(
                    before_answering, solve.record, base, cancel=self._cancel
                )
                return before.to_json()
            golds = {id: ANSWER.validate_python(gold) for id, gold in solve.golds.items()}
            return await asyncio.to_thread(
                after_answering, solve.record, golds, solve.answers, cancel=self._cancel
            )

    def reuse(self) -> None:
        """Count a reply that was recorded earlier."""
        self._count(replace(self.progress, reused=self.progress.reused + 1))

    def write(
        self, hardening: str, kind: Kind, payload: Mapping[str, Any], item: Item | None = None
    ) -> None:
        """Record an event."""
        hardenings.append(self._db, hardening, kind, payload, self._clock.utc(), item)

    def _count(self, progress: Progress) -> None:
        self.progress = progress
        if self._on_progress is not None:
            self._on_progress(progress)


class _Course:
    """The loop for one item: first replayed from the record, then continued."""

    def __init__(self, run: HardeningRun, item: Item, hardening: Hardening) -> None:
        self._run = run
        self._item = item
        self._hardening = hardening
        self._replies: dict[str, deque[str]] = {}
        self._solved: dict[str, deque[Any]] = {}
        for event in hardening.events:
            if event.kind == "asked":
                self._replies.setdefault(event.payload["key"], deque()).append(
                    event.payload["reply"]["text"]
                )
            elif event.kind == "solved":
                self._solved.setdefault(event.payload["key"], deque()).append(
                    event.payload["found"]
                )
        self._notes = deque(hardening.of("note"))

    async def play(self) -> Ending:
        """Run the loop to its end. Raises _Stopped and CallFailed; everything done so far is
        recorded."""
        course = harden(self._item, self._run._setup)
        results: Sequence[Any] | None = None
        while True:
            try:
                effects = next(course) if results is None else course.send(results)
            except StopIteration as end:
                ending: Ending = end.value
                break
            tasks = [asyncio.create_task(self._perform(effect)) for effect in effects]
            try:
                errors = await asyncio.gather(*tasks, return_exceptions=True)
            except asyncio.CancelledError:
                for task in tasks:
                    task.cancel()
                raise
            # Replies that arrived together with a failure are recorded before it is raised.
            for error in errors:
                if isinstance(error, BaseException):
                    raise error
            results = errors
        hashed = None if ending.item is None else ending.item.content_hash
        self._run.write(
            self._hardening.id,
            "ended",
            {
                "accepted": ending.accepted,
                "reason": ending.reason,
                "item_hash": hashed,
                "item": None if ending.item is None else ending.item.model_dump(mode="json"),
            },
            ending.item,
        )
        return ending

    async def _perform(self, effect: Effect) -> Any:
        match effect:
            case Ask():
                return await self._ask(effect)
            case Solve():
                return await self._solve(effect)
            case Note():
                if self._notes:
                    self._notes.popleft()
                else:
                    self._run.write(self._hardening.id, "note", effect.to_json())
                return None

    async def _ask(self, ask: Ask) -> str:
        parameters = dict(self._run._setup.players[ask.role].parameters)
        messages = [[message.role, message.content] for message in ask.messages]
        key = _hash([ask.role, ask.stage, ask.model, ask.version, ask.attempt, messages])
        recorded_replies = self._replies.get(key)
        if recorded_replies:
            self._run.reuse()
            return recorded_replies.popleft()
        document = {
            "key": key,
            "role": ask.role,
            "stage": ask.stage,
            "model": ask.model,
            "version": ask.version,
            "attempt": ask.attempt,
            "messages": messages,
            "parameters": parameters,
        }
        try:
            reply = await self._run.send(ask)
        except CallFailed as error:
            came = asdict(error.unusable)
            failure = {**document, "reason": error.reason, "tries": error.tries, "came": came}
            self._run.write(self._hardening.id, "failed", failure)
            raise
        self._run.write(self._hardening.id, "asked", {**document, "reply": asdict(reply)})
        return reply.text

    async def _solve(self, solve: Solve) -> Any:
        question = [solve.gate, solve.version, solve.record, solve.golds, solve.answers]
        key = _hash(question)
        recorded_outcomes = self._solved.get(key)
        if recorded_outcomes:
            return recorded_outcomes.popleft()
        outcome = await self._run.solve(solve, self._item)
        document = {"key": key, "gate": solve.gate, "version": solve.version, "found": outcome}
        if solve.gate == REVIEW:
            document["record"] = solve.record
        self._run.write(self._hardening.id, "solved", document)
        # Plain data as read from the record, so that a run and its repetition see the same.
        return json.loads(json.dumps(outcome))


def cost_of(hardening: Hardening, prices: Mapping[str, Price]) -> float | None:
    """The cost of an item over all runs; None where a price or a count is not known."""
    total = 0.0
    for event in hardening.of("asked"):
        price, reply = prices.get(event["model"]), event["reply"]
        tokens = reply.get("prompt_tokens"), reply.get("completion_tokens")
        if price is None or None in tokens:
            return None
        total += price.cost(tokens[0] or 0, tokens[1] or 0)
    return total


def _hash(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _locks(path: str, setup: Setup) -> list[SessionLock]:
    """Allow only one process at a time to harden with a file of roles."""
    return held_locks(
        path,
        (f"harden-{setup.key[:16]}",),
        lambda _: OutsideError(
            "These items are being hardened already",
            f"another process hardens by these roles and writes to {path}",
            "Wait for it to end; then the same command does what is still missing.",
        ),
    )
