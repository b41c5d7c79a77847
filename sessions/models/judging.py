"""Having free answers judged by models: what is missing, and a run that stores every verdict.

Owns which answers of models, asked or imported, need a judge (those that comparison does not
settle), with one request for each item and judge, and that no judge is asked twice, even where its
verdict cannot be read. `study.scores.judging` owns the judge's prompt; `judging_people` groups
answers of people.
"""

import asyncio
import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
    """Answers that a judge receives in one request."""

    @property
    def item(self) -> Item:
        """The item that was answered."""

    @property
    def judge(self) -> str:
        """The judge model."""

    @property
    def numbers(self) -> Sequence[int]:
        """Numbers of the sub-questions whose answers the judge receives."""

    @property
    def open_count(self) -> int:
        """How many of them need a verdict."""

    @property
    def about(self) -> frozenset[bytes]:
        """What these verdicts are on: ids of models' answers, keys of people's distinct answers."""

    def messages(self) -> tuple[Message, ...]:
        """The messages to the judge."""

    def store(
        self, db: Database, verdicts: Mapping[int, Verdict], utc: str, prompt_hash: str, raw: str
    ) -> int:
        """Store the verdicts that were needed and return how many could be read."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """The free answers of one run to one item, which a judge receives in one request."""

    item: Item
    judge: str
    answers: tuple[tuple[int, Response], ...]
    """All of them, with the number of the sub-question."""
    open_ids: frozenset[bytes]
    """Ids of those that need a verdict."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of all of them."""
        return tuple(number for number, _ in self.answers)

    @property
    def open_count(self) -> int:
        """The number of open answers."""
        return len(self.open_ids)

    @property
    def about(self) -> frozenset[bytes]:
        """The ids of open answers."""
        return self.open_ids

    def store(
        self, db: Database, verdicts: Mapping[int, Verdict], utc: str, prompt_hash: str, raw: str
    ) -> int:
        """Store the verdicts on the open ones, and the reply with the first of them."""
        rows: list[Judgement] = []
        for number, row in self.answers:
            if row.id in self.open_ids:
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
        """The messages to the judge."""
        texts = {
            row.target.part: row.answer.text
            for _, row in self.answers
            if isinstance(row.answer, TextAnswer)
        }
        return judge_messages(self.item, texts)


@dataclass(frozen=True, slots=True)
class Due:
    """What remains to be asked of a judge."""

    heaps: tuple[Heap, ...] = ()
    unreadable: frozenset[bytes] = frozenset()
    """What stored but unreadable verdicts are on: the judge is not asked again."""


@dataclass(frozen=True, slots=True)
class JudgingTally:
    """The progress of judging; answers are counted."""

    judged: int = 0
    unreadable: int = 0
    failed: int = 0
    tokens: int = 0
    unreadable_before: int = 0
    """Not asked again, since the verdict of an earlier run could not be read."""

    def plus(self, other: "JudgingTally") -> "JudgingTally":
        """The sum of both."""
        return JudgingTally(
            self.judged + other.judged,
            self.unreadable + other.unreadable,
            self.failed + other.failed,
            self.tokens + other.tokens,
            self.unreadable_before + other.unreadable_before,
        )


class JudgedAnswers:
    """A judge's verdicts so far, to decide which answers it need not be asked about."""

    def __init__(
        self, verdicts: Iterable[tuple[bytes, bytes, bool | None]], *, again: bool
    ) -> None:
        """`verdicts` by answer, with what each is on, which several answers may share; with
        `again`, unreadable ones do not count."""
        readable, tried = set[bytes](), dict[bytes, bytes]()
        for answer, about, match in verdicts:
            if match is None:
                tried[answer] = about
            else:
                readable.add(answer)
        self._unreadable = {} if again else {key: tried[key] for key in tried.keys() - readable}
        self._with_text = self._unreadable.keys() | readable

    def open(self, answers: Collection[bytes]) -> frozenset[bytes]:
        """The answers among these that the judge must be asked about."""
        return frozenset(answers) - self._with_text

    def unreadable_among(self, answers: Collection[bytes]) -> frozenset[bytes]:
        """What the unreadable verdicts on these answers are on, about which the judge is not asked
        again."""
        return frozenset(
            self._unreadable[answer] for answer in answers if answer in self._unreadable
        )


def bundles(
    db: Database,
    items: Iterable[Item],
    model: str,
    settings: Collection[str],
    judge: str,
    *,
    again: bool = False,
) -> Due:
    """What remains to be asked of a judge about a model's answers in some settings: every item with
    a free answer that comparison does not settle and this judge has not judged. With `again`, also
    where its verdict could not be read."""
    rows = (row for row in responses.read(db, model=model) if row.series.setting in settings)
    return _due(db, rows, items, judge, again)


def imported_bundles(db: Database, items: Iterable[Item], judge: str, *, again: bool) -> Due:
    """The same for all imported answers of models."""
    return _due(db, responses.read(db, source="imported"), items, judge, again)


def _due(
    db: Database, rows: Iterable[Response], items: Iterable[Item], judge: str, again: bool
) -> Due:
    by_hash = {item.content_hash: item for item in items}
    groups: dict[tuple[Series, str, int], dict[str, Response]] = {}
    for row in rows:
        requested = row.target.item_hash in by_hash
        if requested and row.status == "answered" and isinstance(row.answer, TextAnswer):
            key = (row.series, row.target.item_hash, row.mutant)
            groups.setdefault(key, {})[row.target.part] = row
    verdicts = (
        (judgement.response, judgement.about, judgement.match)
        for judgement in judgements.read(db)
        if judgement.judge == judge and judgement.kind == "model"
    )
    spoken = JudgedAnswers(verdicts if groups else (), again=again)
    several = list(_bundles(groups.values(), by_hash, judge))
    heaps = tuple(
        replace(bundle, open_ids=open_ids)
        for bundle in several
        if (open_ids := spoken.open(bundle.open_ids))
    )
    return Due(
        heaps, spoken.unreadable_among([answer for bundle in several for answer in bundle.open_ids])
    )


def _bundles(
    groups: Iterable[dict[str, Response]], by_hash: dict[str, Item], judge: str
) -> Iterator[Bundle]:
    """Answers of one run to one item, whether judged or not."""
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
        if needed:
            yield Bundle(item, judge, tuple(answers), frozenset(needed))


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
        self.tally = JudgingTally()
        self.stopped = False
        self._db = db
        self._todo = iter(todo)
        self._client = client
        self._clock = clock
        self._concurrency = min(concurrency, max(len(todo), 1))
        self._on_failure = on_failure
        self._workers: list[asyncio.Task[None]] = []

    def stop(self) -> None:
        """Send no more requests."""
        self.stopped = True
        self._client.hurry()

    def abort(self) -> None:
        """Do not wait for requests in flight."""
        self.stopped = True
        for worker in self._workers:
            worker.cancel()

    async def run(self) -> JudgingTally:
        """Have all heaps judged; verdicts are committed as they arrive. Raises the first error of a
        worker, after all have ended."""
        self._workers = [asyncio.create_task(self._work()) for _ in range(self._concurrency)]
        try:
            for result in await asyncio.gather(*self._workers, return_exceptions=True):
                if isinstance(result, Exception):
                    raise result
        finally:
            for worker in self._workers:
                worker.cancel()
        return self.tally

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
            self.tally = self.tally.plus(JudgingTally(failed=heap.open_count))
            if self._on_failure is not None:
                self._on_failure(f"judge {heap.judge}, {heap.item.id}: {error.described}")
            if error.hopeless:
                self.stop()
            return
        sent = "\n".join(f"{message.role}\n{message.content}" for message in messages)
        readable = heap.store(
            self._db,
            read_verdicts(reply.text, heap.numbers),
            self._clock.utc(),
            hashlib.sha256(sent.encode()).hexdigest(),
            reply.text,
        )
        tokens = (reply.prompt_tokens or 0) + (reply.completion_tokens or 0)
        self.tally = self.tally.plus(
            JudgingTally(readable, heap.open_count - readable, tokens=tokens)
        )
