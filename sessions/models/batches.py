"""Asking a plan through batch files: writing its requests, reading and storing the results.

Owns which result belongs to which request. Results are stored like answers that were asked one by
one, so that they are not asked again; results that are already stored or belong to another plan are
ignored.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path

from items.asking.batch import Request, Result, read_results, write_requests
from items.asking.endpoints import Endpoint
from items.asking.extraction import PartAnswer
from items.asking.llm import CallFailed, Client
from sessions.models import responses
from sessions.models.asking import Tally, answered_call, failed_call, read_reply, rows_of
from sessions.models.request_plan import Plan, Task, keys_of, parameters_of
from sessions.models.responses import Call, ModelAnswer
from sessions.record.clock import Clock
from sessions.storage.database import Database
from solver.errors import InputError

RESULTS_PER_TRANSACTION = 500
"""Results per transaction."""


@dataclass(frozen=True, slots=True)
class BatchOutcome:
    """The outcome of reading results."""

    tally: Tally
    strange: int
    """Results of requests that are not in the plan, or are already answered."""
    errors: tuple[InputError, ...]
    """Lines that are not results."""


def request_id(task: Task, model: str) -> str:
    """The id of a request, the same whenever and wherever it is written."""
    digest = blake2b(digest_size=16)
    for key in keys_of(task, model):
        digest.update(key)
    return f"countermodel-{digest.hexdigest()}"


def write_batch(plan: Plan, path: Path, endpoint: Endpoint) -> tuple[Path, ...]:
    """Write the missing requests to files. `endpoint` determines the names of parameters.

    Raises InputError where a file already exists; OutsideError where it cannot be written.
    """
    client = Client(endpoint)

    def requests() -> Iterator[Request]:
        model = plan.planned_run.model
        for task in plan.tasks:
            sent = client.body(
                model, task.prompt().messages, parameters_of(plan.planned_run, task.run)
            )
            yield Request(request_id(task, model), sent)

    return write_requests(path, requests())


def read_batch(db: Database, plan: Plan, paths: Iterable[Path], clock: Clock) -> BatchOutcome:
    """Store the answers in files of results.

    Raises InputError where a file cannot be read; OutsideError where nothing can be stored.
    """
    waiting = {request_id(task, plan.planned_run.model): task for task in plan.tasks}
    reading = _Reading(db, plan, clock)
    strange = 0
    bad: list[InputError] = []
    for path in paths:
        for result in read_results(path):
            if isinstance(result, InputError):
                bad.append(result)
                continue
            task = waiting.pop(result.id, None)
            if task is None:
                strange += 1
                continue
            if result.body is None:
                # A later file may contain the answer.
                waiting[result.id] = task
            reading.take(task, result)
        reading.store()
    return BatchOutcome(reading.tally, strange, tuple(bad))


class _Reading:
    """Collects answers as they are read, and stores several hundred at a time."""

    def __init__(self, db: Database, plan: Plan, clock: Clock) -> None:
        self.tally = Tally()
        self._db = db
        self._plan = plan
        self._clock = clock
        self._client = Client(Endpoint(""))
        self._rows: list[ModelAnswer] = []
        self._tasks: list[Task] = []

    def take(self, task: Task, result: Result) -> None:
        """Add the answers of one result."""
        prompt = task.prompt()
        model = self._plan.planned_run.model
        sent = {"model": model, **parameters_of(self._plan.planned_run, task.run)}
        call = Call(utc=self._clock.utc(), prompt_hash=prompt.hash, parameters=sent)
        failure, came = result.failure, result.unusable
        if result.body is not None:
            try:
                reply = self._client.reply(result.body, result.request_id)
            except CallFailed as error:
                failure = error.reason
                came = error.unusable
        if failure:
            extracteds: tuple[PartAnswer, ...] = tuple(
                PartAnswer(leaf, None, failure) for leaf in task.leaves
            )
            call = failed_call(call, came)
        else:
            extracteds = read_reply(reply, prompt)
            call = replace(answered_call(call, reply), seconds=None, tries=None)
        self._rows += rows_of(model, task, extracteds, call, failed=bool(failure))
        self._tasks.append(task)
        self.tally = self.tally.plus(self._rows[-len(extracteds) :], 1)
        if len(self._tasks) >= RESULTS_PER_TRANSACTION:
            self.store()

    def store(self) -> None:
        """Store what was read so far; it is then safe on disk."""
        if self._rows:
            items = {task.item.content_hash: task.item for task in self._tasks}
            responses.add(self._db, self._rows, list(items.values()))
        self._rows, self._tasks = [], []
