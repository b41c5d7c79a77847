"""Importing recorded answers of models into the database.

Owns the way from another tool's file to rows of `responses`, and the report on every row that was
not imported. `items.recorded` owns formats and matching answers to items.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from items.answers import Answer
from items.models import Item
from items.recorded.formats import read
from items.recorded.join import JoinedAnswer, Joiner, join_all
from items.recorded.rows import Skip, answered_twice
from sessions.models import judgements, responses
from sessions.models.columns import keep_up
from sessions.models.judgements import Judgement
from sessions.models.responses import Call, ModelAnswer, Series
from sessions.storage.database import Database
from solver.errors import InputError
from solver.phrases import phrase

Slot = tuple[bytes, bytes, int]
"""Series, target and mutant: each has room for one answer, whatever the prompt."""


class AnswerText(NamedTuple):
    """The content of an answer, to distinguish a second log from the same one again."""

    answer: Answer | None
    raw: str | None


def _another() -> str:
    """The reason where a row differs from what is stored."""
    return phrase(
        "another answer of the same model, setting and run is already "
        "stored; if this is a second log, import it with --run and the next "
        "number"
    )


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """The outcome of importing a file."""

    imported: int
    """Answers that are new in the database."""
    unreadable: int
    """Those without a readable answer; they count as wrong."""
    failed: int
    """Those for which no response had arrived; they count as no answer."""
    verdicts: int
    """Other tools' verdicts on free answers, stored with them."""
    placeholders: int
    """Placeholder items created for answers without an item."""
    series: tuple[Series, ...]
    joined: Mapping[str, int]
    """How many answers were matched to their items, by criterion: content hash, id, text, …"""
    needs_run: bool
    """Whether answers were left out that differ from those stored for the same model, setting and
    run: another log, which needs its own run."""
    twice: int
    """Rows left out because an earlier row of the same file has a different answer for the same
    place."""
    skipped: tuple[Skip, ...]
    """Rows that were left out: unmatched, duplicate or bad, in the file's order within each
    sort."""

    def as_json(self) -> dict[str, Any]:
        """The summary as JSON."""
        return {
            "imported": self.imported,
            "unreadable": self.unreadable,
            "failed": self.failed,
            "verdicts": self.verdicts,
            "placeholders": self.placeholders,
            "series": [
                {"model": series.model, "setting": series.setting, "run": series.run}
                for series in self.series
            ],
            "joined": dict(self.joined),
            "needs_run": self.needs_run,
            "twice": self.twice,
            "skipped": [{"row": skip.row, "reason": skip.reason} for skip in self.skipped],
        }


def import_answers(
    db: Database,
    path: str | Path,
    format: str,
    *,
    utc: str,
    items: Sequence[Item] = (),
    model: str | None = None,
    setting: str | None = None,
    run: int | None = None,
    columns: Mapping[str, str] | None = None,
) -> ImportSummary:
    """Store a file's answers, all of them or none. Without `items`, those in the database are
    searched, and a row that matches none of them gets a placeholder item. Importing a file again
    changes nothing: its rows are duplicates.

    Raises:
        InputError: the file is not in that format, or does not say which model answered.
    """
    joiner = Joiner(items, others=() if items else known_items(db), stand_in=not items)
    feed = _Feed(db, path, format, utc, model, setting, run)
    rows = join_all(read(path, format, columns), joiner)
    added = responses.add(db, feed.answers(rows), _used(joiner))
    doubled = set(added.doubled)
    stored = [n for n in range(len(feed.places)) if n not in doubled]
    verdicts = [verdict for n, verdict in feed.verdicts if n not in doubled]
    judgements.add(db, verdicts)
    keep_up(db)
    statuses = [feed.statuses[n] for n in stored]
    earlier = _answer_texts(db, [feed.ids[n] for n in added.doubled])
    another = [
        earlier.get(feed.ids[n], feed.contents[n]) != feed.contents[n] for n in added.doubled
    ]
    return ImportSummary(
        imported=added.added,
        unreadable=statuses.count("unreadable"),
        failed=statuses.count("failed"),
        verdicts=len(verdicts),
        placeholders=joiner.placeholders,
        series=tuple(feed.series),
        joined=Counter(feed.criteria[n] for n in stored),
        needs_run=feed.needs_run or any(another),
        twice=feed.twice,
        skipped=(
            *feed.skipped,
            *(
                Skip(
                    feed.places[n],
                    _another() if differs else phrase("this answer is already stored"),
                )
                for n, differs in zip(added.doubled, another, strict=True)
            ),
        ),
    )


def _answer_texts(db: Database, ids: Sequence[bytes]) -> dict[bytes, AnswerText]:
    """The content of stored answers, by id."""
    called = responses.calls(db, ids)
    return {
        response.id: AnswerText(response.answer, called[response.id].raw)
        for response in (responses.read(db) if ids else ())
        if response.id in called
    }


def known_items(db: Database) -> tuple[Item, ...]:
    """Every item in a database, in the order of storing."""
    rows = db.rows("SELECT body FROM item ORDER BY rowid")
    return tuple(Item.model_validate_json(row["body"]) for row in rows)


def _used(joiner: Joiner) -> Iterator[Item]:
    """The items that were answered; complete only after all rows were read."""
    yield from joiner.joined_items.values()


class _Feed:
    """Joined rows as model answers, with what must be remembered about each, by its place."""

    def __init__(
        self,
        db: Database,
        path: str | Path,
        format: str,
        utc: str,
        model: str | None,
        setting: str | None,
        run: int | None,
    ) -> None:
        self._db = db
        self._path = path
        self._origin = f"{format} {Path(path).name}"
        self._utc = utc
        self._model, self._setting, self._run = model, setting, run
        self.places: list[str] = []
        self.ids: list[bytes] = []
        self.contents: list[AnswerText] = []
        self.criteria: list[str] = []
        self.statuses: list[str] = []
        self.series: dict[Series, None] = {}
        self.skipped: list[Skip] = []
        self.verdicts: list[tuple[int, Judgement]] = []
        self.needs_run = False
        self.twice = 0
        self._first_answers: dict[Slot, tuple[str, AnswerText]] = {}
        """The first row of the file for each slot, and its content."""
        self._stored_ids: dict[bytes, dict[Slot, bytes]] = {}
        """Ids of stored answers, by series."""

    def answers(self, rows: Iterator[JoinedAnswer | Skip]) -> Iterator[ModelAnswer]:
        """The answers to store; skipped rows are collected in `skipped`."""
        for row in rows:
            if isinstance(row, Skip):
                self.skipped.append(row)
                continue
            answer = self._answer(row)
            content = AnswerText(answer.answer, answer.call.raw)
            if reason := self._has_no_room(row.row.row, answer, content):
                self.skipped.append(Skip(row.row.row, reason))
                continue
            place = len(self.places)
            self.places.append(row.row.row)
            self.ids.append(answer.id)
            self.contents.append(content)
            self.criteria.append(row.identified_by)
            self.statuses.append(row.status)
            self.series.setdefault(Series(answer.model, answer.setting, answer.run))
            if row.part.free and row.status == "answered":
                self.verdicts.extend((place, verdict) for verdict in self._verdicts(row, answer))
            yield answer

    def _has_no_room(self, row: str, answer: ModelAnswer, content: AnswerText) -> str:
        """Why a row cannot be stored: an earlier row of the file, or a stored answer to another
        prompt, occupies its slot. Empty where the slot is free; a failed request occupies none."""
        if answer.status == "failed":
            return ""
        slot = (answer.series, answer.target, answer.mutant)
        if slot in self._first_answers:
            first, before = self._first_answers[slot]
            self.twice += before != content
            return answered_twice(first, before == content)
        self._first_answers[slot] = row, content
        if answer.series not in self._stored_ids:
            self._stored_ids[answer.series] = responses.slots(self._db, answer.series)
        if self._stored_ids[answer.series].get(slot, answer.id) != answer.id:
            self.needs_run = True
            return _another()
        return ""

    def _answer(self, row_joined: JoinedAnswer) -> ModelAnswer:
        """A joined row as a model's answer. Raises InputError where neither the row nor the command
        names a model."""
        row = row_joined.row
        model = self._model or row.model
        if not model:
            raise InputError(
                "Which model answered?",
                f"{self._path}, {row.row}: expected a model's name, found none",
                "Name it with --model.",
            )
        setting = (row.setting or "") if self._setting is None else self._setting
        if row.variant:
            setting = f"{setting}/{row.variant}" if setting else row.variant
        run = self._run or row.run or 1
        return ModelAnswer(
            model=model,
            setting=setting,
            run=run + row.epoch - 1,
            item_hash=row_joined.item.content_hash,
            item_id=row_joined.item.id,
            question=row_joined.question.id,
            part=row_joined.part.id,
            mutant=row_joined.mutant,
            status=row_joined.status,
            answer=row_joined.answer,
            call=Call(
                utc=row.utc or self._utc,
                source="imported",
                origin=self._origin,
                prompt_hash=row.prompt_hash,
                parameters=row.parameters,
                raw=row.raw,
                seconds=row.seconds,
                prompt_tokens=row.prompt_tokens,
                completion_tokens=row.completion_tokens,
                reasoning_tokens=row.reasoning_tokens,
            ),
            note=row_joined.note,
        )

    def _verdicts(self, row_joined: JoinedAnswer, answer: ModelAnswer) -> Iterator[Judgement]:
        for grade in row_joined.row.grades:
            yield Judgement(
                response=answer.id,
                judge=grade.judge,
                kind="model",
                match=grade.match,
                reason=grade.reason,
                utc=answer.call.utc,
            )
