"""Asking a model: a run over a plan that stores every answer as it arrives.

Owns the run with many concurrent requests, its figures, and stopping it. `request_plan` determines
what is missing, `items.asking.llm` sends, `items.asking.extraction` reads responses, and
`responses` stores.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Self

from items.asking.extraction import PartAnswer, extract
from items.asking.llm import CallFailed, Client, Reply, Unusable
from items.asking.pool import Pool
from items.asking.prompting import Prompt
from items.models import Item
from sessions.models import responses
from sessions.models.costs import Budget
from sessions.models.model_runs import Failures, held_locks
from sessions.models.request_plan import Plan, Task, parameters_of, target_of
from sessions.models.responses import Call, ModelAnswer
from sessions.record.clock import Clock
from sessions.storage.database import DamagedError, Database
from sessions.storage.lock import SessionLock
from solver.errors import OutsideError

PATIENCE = 120.0
"""Seconds that paid answers wait to be stored while others hold the database."""
_NOT_STORED = (
    "Then give the same command again. It asks again for the answers that could not be stored, "
    "those that came in last."
)


@dataclass(frozen=True, slots=True)
class Tally:
    """Progress of a run; question parts are counted once stored."""

    requests: int = 0
    answered: int = 0
    unreadable: int = 0
    failed: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    reasoning_tokens: int = 0

    @property
    def part_count(self) -> int:
        """Number of question parts that were asked."""
        return self.answered + self.unreadable + self.failed

    @property
    def tokens(self) -> int:
        """All tokens; completion tokens include reasoning tokens."""
        return self.prompt_tokens + self.completion_tokens

    def plus(self, rows: Sequence[ModelAnswer], requests: int) -> "Tally":
        """The tally with the answers of further requests added."""
        calls = {id(row.call): row.call for row in rows}.values()
        status = [row.status for row in rows]
        return Tally(
            self.requests + requests,
            self.answered + status.count("answered"),
            self.unreadable + status.count("unreadable"),
            self.failed + status.count("failed"),
            self.prompt_tokens + sum(call.prompt_tokens or 0 for call in calls),
            self.completion_tokens + sum(call.completion_tokens or 0 for call in calls),
            self.reasoning_tokens + sum(call.reasoning_tokens or 0 for call in calls),
        )


class Asking:
    """A run over a plan: `run` it; `stop` and `abort` may be called meanwhile, from its event
    loop."""

    def __init__(
        self,
        db: Database,
        plan: Plan,
        client: Client | Pool,
        clock: Clock,
        concurrency: int = 8,
        on_progress: Callable[[Tally], None] | None = None,
        on_failure: Callable[[str], None] | None = None,
        budget: Budget | None = None,
    ) -> None:
        self.tally = Tally()
        self.stopped = False
        """Whether the run ended before its plan was complete."""
        self._db = db
        self._plan = plan
        self._client = client
        self._clock = clock
        self._concurrency = concurrency
        self._on_progress = on_progress
        self._on_failure = on_failure
        self._budget = budget
        self._tasks = iter(plan.tasks)
        self._finished_rows: asyncio.Queue[list[ModelAnswer] | None] = asyncio.Queue()
        self._room = asyncio.Semaphore(concurrency)
        """Limits answers that have arrived and are not on disk yet: at the limit no more is sent,
        so that a kill loses at most that many answers, and those in flight."""
        self._workers: list[asyncio.Task[None]] = []
        self._items: dict[str, Item] = {task.item.content_hash: task.item for task in plan.tasks}
        self._failures = Failures()

    @property
    def gave_up(self) -> str:
        """Why no further request was sent, if failures were the cause."""
        return self._failures.gave_up

    def stop(self) -> None:
        """Send no more requests; those in flight are awaited and stored."""
        self.stopped = True
        self._client.hurry()

    def abort(self) -> None:
        """Do not wait for requests in flight; what has arrived is stored."""
        self.stopped = True
        for worker in self._workers:
            worker.cancel()

    async def run(self) -> Tally:
        """Ask everything in the plan; every answer is committed as soon as it arrives.

        Raises:
            OutsideError: the database cannot be written, or another process is asking the same.
        """
        self._db.require_writable()
        locks = _locks(self._db.path, self._plan)
        try:
            number = min(self._concurrency, len(self._plan.tasks))
            self._workers = [asyncio.create_task(self._work()) for _ in range(number)]
            writer = asyncio.create_task(self._write())
            try:
                await self._until_done(writer)
            finally:
                for worker in self._workers:
                    worker.cancel()
                await asyncio.gather(*self._workers, return_exceptions=True)
                self._finished_rows.put_nowait(None)
                await writer
        finally:
            for lock in locks:
                lock.release()
        return self.tally

    async def _until_done(self, writer: asyncio.Task[None]) -> None:
        """Wait until all workers are done, one fails, or nothing can be stored any more. Raises the
        error of the task that failed."""
        waiting: set[asyncio.Task[None]] = set(self._workers)
        while waiting:
            finished_tasks, _ = await asyncio.wait(
                {*waiting, writer}, return_when=asyncio.FIRST_COMPLETED
            )
            waiting -= finished_tasks
            for task in finished_tasks:
                if not task.cancelled() and (error := task.exception()) is not None:
                    raise error

    async def _work(self) -> None:
        for task in self._tasks:
            if self._budget is not None and not await self._budget.admit():
                self.stop()
                return
            if self.stopped:
                if self._budget is not None:
                    await self._budget.leave()
                return
            rows = await self._ask(task)
            if rows is None:
                return
            self._finished_rows.put_nowait(rows)
            await self._room.acquire()

    async def _ask(self, task: Task) -> list[ModelAnswer] | None:
        """The outcome of a request; None where it was stopped before it was sent."""
        prompt = task.prompt()
        model = self._plan.planned_run.model
        sent = {"model": model, **parameters_of(self._plan.planned_run, task.run)}
        other_parameters = {name: value for name, value in sent.items() if name != "model"}
        call = Call(utc=self._clock.utc(), prompt_hash=prompt.hash, parameters=sent)
        try:
            reply = await self._client.ask(model, prompt.messages, other_parameters)
        except CallFailed as error:
            if self._budget is not None:
                await self._budget.leave()
            if not error.tries:
                return None
            self._count_failure(task, error)
            call = failed_call(
                replace(call, seconds=error.seconds, tries=error.tries), error.unusable
            )
            extracteds = tuple(PartAnswer(leaf, None, error.reason) for leaf in task.leaves)
            return rows_of(model, task, extracteds, call, failed=True)
        self._failures.answered()
        if self._budget is not None:
            await self._budget.settle(reply.prompt_tokens, reply.completion_tokens)
        return rows_of(
            model, task, read_reply(reply, prompt), answered_call(call, reply), failed=False
        )

    def _count_failure(self, task: Task, error: CallFailed) -> None:
        if self._on_failure is not None:
            where = f"{task.item.id}, mutant {task.mutant}, run {task.run}"
            self._on_failure(f"{where}: {error.described}")
        if self._failures.failed(error):
            self.stop()

    async def _write(self) -> None:
        """Store what has arrived in one transaction, and repeat."""
        ended = False
        with _Store(self._db) as store:
            while not ended:
                arrived = [await self._finished_rows.get()]
                while not self._finished_rows.empty():
                    arrived.append(self._finished_rows.get_nowait())
                ended = None in arrived
                rows = [row for several in arrived if several is not None for row in several]
                hashes = dict.fromkeys(row.item_hash for row in rows)
                items = [self._items.pop(hash_) for hash_ in hashes if hash_ in self._items]
                requests = sum(several is not None for several in arrived)
                if rows:
                    await store.add(rows, items)
                    self._count(rows, requests)
                for _ in range(requests):
                    self._room.release()

    def _count(self, rows: Sequence[ModelAnswer], requests: int) -> None:
        self.tally = self.tally.plus(rows, requests)
        if self._on_progress is not None:
            self._on_progress(self.tally)


class _Store:
    """Commits in a separate thread, so that requests continue while waiting for the disk."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._own_db: Database | None = None
        """The thread's connection; a database in memory has only its original connection."""
        self._thread = ThreadPoolExecutor(1, "commits")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.submit(self._close).result()
        self._thread.shutdown()

    async def add(self, rows: Sequence[ModelAnswer], items: Sequence[Item]) -> None:
        """Add answers; when this returns they are safe on disk."""
        if self._db.path == ":memory:":
            responses.add(self._db, rows, items)
            return
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._add, rows, items)

    def _add(self, rows: Sequence[ModelAnswer], items: Sequence[Item]) -> None:
        """Store answers through a connection of this thread's own. Raises DamagedError where the
        file is damaged, and other OutsideErrors with the hint that answers are not stored."""
        try:
            if self._own_db is None:
                self._own_db = Database.open(self._db.path, create=False)
                self._own_db.wait_for_others(PATIENCE)
            responses.add(self._own_db, rows, items)
        except DamagedError:
            raise
        except OutsideError as error:
            raise type(error)(error.title, error.message, _NOT_STORED) from error

    def _close(self) -> None:
        if self._own_db is not None:
            self._own_db.close()


def rows_of(
    model: str, task: Task, extracteds: Iterable[PartAnswer], call: Call, *, failed: bool
) -> list[ModelAnswer]:
    """The stored form of a request: one answer per question part."""
    return [
        ModelAnswer(
            model,
            task.setting,
            task.run,
            *target_of(task.item, extracted.leaf),
            task.mutant,
            "failed" if failed else "unreadable" if extracted.answer is None else "answered",
            extracted.answer,
            call,
            extracted.note,
        )
        for extracted in extracteds
    ]


def read_reply(reply: Reply, prompt: Prompt) -> tuple[PartAnswer, ...]:
    """The answers in a reply; for an unreadable one, the reason includes a refusal or why the reply
    ended."""
    extracteds = extract(reply.text, prompt)
    reasons = ["the model refused to answer"] if reply.refusal else []
    if reply.finish not in ("", "stop"):
        reasons.append(f"the response ended with {reply.finish!r}")
    return tuple(
        extracted
        if extracted.answer is not None
        else replace(extracted, note="; ".join((extracted.note, *reasons)))
        for extracted in extracteds
    )


def answered_call(call: Call, reply: Reply) -> Call:
    """The call with the data of the reply."""
    return replace(
        call,
        raw=reply.text,
        seconds=reply.seconds,
        prompt_tokens=reply.prompt_tokens,
        completion_tokens=reply.completion_tokens,
        reasoning_tokens=reply.reasoning_tokens,
        refusal=reply.refusal or None,
        reasoning=reply.reasoning or None,
        finish=reply.finish or None,
        served_model=reply.model or None,
        fingerprint=reply.fingerprint or None,
        request_id=reply.request_id or None,
        tries=reply.tries,
        message=reply.message or None,
    )


def failed_call(call: Call, failure: Unusable) -> Call:
    """The call with what was received instead of a reply."""
    return replace(
        call,
        http_status=failure.status,
        body=failure.body or None,
        body_bytes=failure.size,
        request_id=failure.request_id or None,
    )


def _locks(path: str, plan: Plan) -> list[SessionLock]:
    """Allow only one process at a time to ask a model in a setting."""
    names = {
        "ask-"
        + blake2b(
            f"{plan.planned_run.model}\n{setting}".encode(), digest_size=8
        ).hexdigest(): setting
        for setting in sorted(plan.settings)
    }
    return held_locks(
        path,
        names,
        lambda name: OutsideError(
            "This model is being asked already",
            f"{plan.planned_run.model}, {names[name]}: another process writes to {path}",
            "Wait for it to end; then the same command asks what is still missing.",
        ),
    )
