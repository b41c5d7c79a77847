"""Having free answers judged by models: what is missing, and a run that stores every verdict.

Owns which answers of models need a judge (those no comparison settles), one request for each item
and judge, and that no judge is asked twice. What a judge is told is `study.scores.judging`'s;
answers of people are heaped up by `judging_people`.
"""

import asyncio
import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from items.answers import TextAnswer
from items.asking.llm import CallFailed, Client
from items.asking.message import Message
from items.models import Item
from sessions.models import judgements, responses
from sessions.models.judgements import Judgement
from sessions.models.responses import Response, Series
from sessions.record.clock import Clock
from sessions.storage.database import Database
from study.scores.free_answers import settled
from study.scores.judging import Verdict, judge_messages, read_verdicts


class Heap(Protocol):
    """What a judge is asked about at once."""

    @property
    def item(self) -> Item:
        """The item that was answered."""

    @property
    def judge(self) -> str:
        """The judge model."""

    @property
    def numbers(self) -> Sequence[int]:
        """Numbers of the sub-questions whose answers it is sent."""

    @property
    def wanted(self) -> int:
        """How many of them need a verdict."""

    def messages(self) -> tuple[Message, ...]:
        """What it is sent."""

    def store(
        self, db: Database, verdicts: Mapping[int, Verdict], utc: str, prompt_hash: str, raw: str
    ) -> int:
        """Keep the verdicts that were needed; how many could be read."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """The free answers of one run to one item, of which a judge gives its verdicts at once."""

    item: Item
    judge: str
    answers: tuple[tuple[int, Response], ...]
    """All of them, with the number of the sub-question."""
    open: frozenset[bytes]
    """Ids of those that need a verdict."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """Of all of them."""
        return tuple(number for number, _ in self.answers)

    @property
    def wanted(self) -> int:
        """How many are open."""
        return len(self.open)

    def store(
        self, db: Database, verdicts: Mapping[int, Verdict], utc: str, prompt_hash: str, raw: str
    ) -> int:
        """Verdicts on the open ones, the reply with the first of them."""
        rows: list[Judgement] = []
        for number, row in self.answers:
            if row.id in self.open:
                verdict = verdicts[number]
                message = None if rows else raw
                rows.append(
                    Judgement(
                        row.id,
                        self.judge,
                        "model",
                        verdict.match,
                        verdict.reason,
                        utc,
                        prompt_hash,
                        message,
                    )
                )
        judgements.add(db, rows)
        return sum(row.match is not None for row in rows)

    def messages(self) -> tuple[Message, ...]:
        """What the judge is sent."""
        texts = {
            row.target.part: row.answer.text
            for _, row in self.answers
            if isinstance(row.answer, TextAnswer)
        }
        return judge_messages(self.item, texts)


@dataclass(frozen=True, slots=True)
class Judged:
    """How judging stands; answers are counted."""

    judged: int = 0
    unreadable: int = 0
    failed: int = 0
    tokens: int = 0


def bundles(
    db: Database, items: Iterable[Item], model: str, settings: Collection[str], judge: str
) -> list[Bundle]:
    """What a judge has yet to say about a model's answers: every item with a free answer that no
    comparison settles and on which this judge has no verdict that could be read."""
    by_hash = {item.content_hash: item for item in items}
    groups: dict[tuple[Series, str, int], dict[str, Response]] = {}
    for row in responses.read(db, model=model):
        item = by_hash.get(row.target.item_hash)
        known = row.series.setting in settings and item is not None
        if known and row.status == "answered" and isinstance(row.answer, TextAnswer):
            key = (row.series, row.target.item_hash, row.mutant)
            groups.setdefault(key, {})[row.target.part] = row
    there = {
        judgement.response
        for judgement in judgements.read(db)
        if judgement.judge == judge and judgement.kind == "model" and judgement.match is not None
    }
    return list(_bundles(groups.values(), by_hash, there, judge))


def _bundles(
    groups: Iterable[dict[str, Response]],
    by_hash: dict[str, Item],
    there: Collection[bytes],
    judge: str,
) -> Iterator[Bundle]:
    for rows in groups:
        item = by_hash[next(iter(rows.values())).target.item_hash]
        answers: list[tuple[int, Response]] = []
        needed: set[bytes] = set()
        for number, leaf in enumerate(item.leaves, start=1):
            row = rows.get(leaf.id)
            if row is None or not isinstance(leaf.gold, TextAnswer):
                continue
            answers.append((number, row))
            if isinstance(row.answer, TextAnswer) and settled(row.answer, leaf) is None:
                needed.add(row.id)
        if needed - set(there):
            yield Bundle(item, judge, tuple(answers), frozenset(needed - set(there)))


class Judging:
    """A run over heaps of answers. `stop` ends it after the requests in flight."""

    def __init__(
        self,
        db: Database,
        todo: Sequence[Heap],
        client: Client,
        clock: Clock,
        concurrency: int = 8,
        on_failure: Callable[[str], None] | None = None,
    ) -> None:
        self.judged = Judged()
        self.stopped = False
        self._db = db
        self._todo = iter(todo)
        self._client = client
        self._clock = clock
        self._concurrency = min(concurrency, max(len(todo), 1))
        self._on_failure = on_failure
        self._workers: list[asyncio.Task[None]] = []

    def stop(self) -> None:
        """Send nothing more."""
        self.stopped = True
        self._client.hurry()

    def abort(self) -> None:
        """Wait for nothing."""
        self.stopped = True
        for worker in self._workers:
            worker.cancel()

    async def run(self) -> Judged:
        """Have all bundles judged; verdicts are committed as they arrive."""
        self._workers = [asyncio.create_task(self._work()) for _ in range(self._concurrency)]
        try:
            for result in await asyncio.gather(*self._workers, return_exceptions=True):
                if isinstance(result, Exception):
                    raise result
        finally:
            for worker in self._workers:
                worker.cancel()
        return self.judged

    async def _work(self) -> None:
        for bundle in self._todo:
            if self.stopped:
                return
            await self._judge(bundle)

    async def _judge(self, heap: Heap) -> None:
        messages = heap.messages()
        try:
            reply = await self._client.ask(heap.judge, messages, {"temperature": 0})
        except CallFailed as error:
            if not error.tries:  # stopped before it was sent
                return
            now = self.judged
            failed = now.failed + heap.wanted
            self.judged = Judged(now.judged, now.unreadable, failed, now.tokens)
            if self._on_failure is not None:
                self._on_failure(f"judge {heap.judge}, {heap.item.id}: {error.reason}")
            if error.hopeless:
                self.stop()
            return
        sent = "\n".join(f"{message.role}\n{message.content}" for message in messages)
        read = heap.store(
            self._db,
            read_verdicts(reply.text, heap.numbers),
            self._clock.utc(),
            hashlib.sha256(sent.encode()).hexdigest(),
            reply.text,
        )
        now = self.judged
        tokens = (reply.prompt_tokens or 0) + (reply.completion_tokens or 0)
        unreadable = now.unreadable + heap.wanted - read
        self.judged = Judged(now.judged + read, unreadable, now.failed, now.tokens + tokens)
