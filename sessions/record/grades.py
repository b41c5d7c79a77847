"""Verdicts on distinct free answers, whoever gave them: people and models alike.

Owns the table `grade` and when two answers are the same: same item, same part, same text after
normalizing width, case and spacing. A grade applies to everybody who gave that answer, then or
later. The text is not stored here, so that it is deleted with a participant's record.
"""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from typing import Literal, Protocol, TypeVar

from items.answers import Answer, TextAnswer
from sessions.record.clock import not_before
from sessions.storage.database import Database, explained
from study.scores.free_answers import normalised
from study.scores.scoring import Ruling

GraderKind = Literal["model", "person"]


class AnswerVerdict(Protocol):
    """A verdict on an answer."""

    @property
    def judge(self) -> str:
        """Who gave the verdict."""

    @property
    def kind(self) -> GraderKind:
        """Whether the judge is a person or a model."""

    @property
    def match(self) -> bool | None:
        """Whether the answer is right; None where that could not be decided, or was taken back."""

    @property
    def utc(self) -> str:
        """Time of the verdict."""


V = TypeVar("V", bound=AnswerVerdict)


@dataclass(frozen=True, slots=True)
class Grade:
    """One verdict on one distinct answer."""

    answer: bytes
    """Key of the answer (`answer_key`)."""
    item_hash: str
    part: str
    """Id of the question part."""
    judge: str
    """Name of the annotator, or of the judge model."""
    kind: GraderKind
    match: bool | None
    """Whether the answer is right; None where that could not be decided, or was taken back."""
    reason: str
    utc: str
    prompt_hash: str = ""
    """Hash of the prompt that a judge model received; empty for a person."""

    @property
    def id(self) -> bytes:
        """Identifies the grade. A model judges an answer once per prompt; a person may grade
        again."""
        again = self.utc if self.kind == "person" or self.match is None else ""
        rest = "\n".join((self.judge, self.kind, self.prompt_hash, again))
        return blake2b(self.answer + rest.encode(), digest_size=16).digest()


def answer_key(item_hash: str, part: str, answer: Answer) -> bytes:
    """16 bytes that are equal for all respondents who gave the same answer; they do not identify a
    respondent, and the text cannot be derived from them."""
    if isinstance(answer, TextAnswer):
        words = answer.text
    else:
        # The formal language is not loaded where all judged answers are free text.
        from items.values.answer_text import format_answer

        words = format_answer(answer)
    content = json.dumps((item_hash, part, normalised(words)), ensure_ascii=False)
    return blake2b(content.encode(), digest_size=16).digest()


def insert(connection: sqlite3.Connection, rows: Iterable[Grade]) -> int:
    """Add grades inside the caller's transaction and return how many were new."""
    before = connection.total_changes
    connection.executemany(
        "INSERT OR IGNORE INTO grade VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (
                row.id,
                row.answer,
                row.item_hash,
                row.part,
                row.judge,
                row.kind,
                None if row.match is None else int(row.match),
                row.reason,
                row.prompt_hash,
                row.utc,
            )
            for row in rows
        ),
    )
    return connection.total_changes - before


def rule(connection: sqlite3.Connection, grade: Grade) -> None:
    """Add a person's verdict inside the caller's transaction, as that person's last on the answer:
    its time is later than that of earlier ones, even if the clock was set back in between."""
    (last,) = connection.execute(
        "SELECT max(utc) FROM grade WHERE answer = ? AND judge = ? AND kind = 'person'",
        (grade.answer, grade.judge),
    ).fetchone()
    insert(connection, [replace(grade, utc=not_before(grade.utc, last))])


def read(db: Database) -> Iterator[Grade]:
    """All grades in the order in which they were added."""
    with explained(db.path):
        cursor: sqlite3.Cursor = db.connection.cursor()
        cursor.row_factory = None
        for key, item_hash, part, judge, kind, match, reason, utc, prompt_hash in cursor.execute(
            "SELECT answer, item_hash, part, judge, kind, match, reason, utc, prompt_hash"
            " FROM grade ORDER BY rowid"
        ):
            right = None if match is None else bool(match)
            yield Grade(key, item_hash, part, judge, kind, right, reason, utc, prompt_hash)


class Rulings:
    """Rulings on answers according to the grades; read once from a database."""

    def __init__(self, grades: Iterable[Grade]) -> None:
        by_answer: dict[bytes, list[Grade]] = {}
        self._graded_parts: set[tuple[str, str]] = set()
        for grade in grades:
            by_answer.setdefault(grade.answer, []).append(grade)
            self._graded_parts.add((grade.item_hash, grade.part))
        self._rulings = {
            key: held_ruling
            for key, grades_of_one in by_answer.items()
            if (held_ruling := ruling(grades_of_one)) is not None
        }

    @cached_property
    def digest(self) -> str:
        """Equal for equal rulings."""
        digest = blake2b(digest_size=16)
        for key, held_ruling in sorted(self._rulings.items()):
            digest.update(key + bytes((held_ruling.right, held_ruling.by_person)))
        return digest.hexdigest()

    def of(self, item_hash: str, answers: Mapping[str, Answer]) -> dict[str, Ruling]:
        """The rulings on one respondent's answers to parts of an item, by part id."""
        return {
            part: held_ruling
            for part, answer in answers.items()
            if (item_hash, part) in self._graded_parts
            and (held_ruling := self._rulings.get(answer_key(item_hash, part, answer))) is not None
        }


def settled(verdicts: Iterable[V]) -> V | None:
    """The verdict that counts among several on one answer: the last one given by a person (a
    verdict without a match withdraws that person's earlier ones); else the majority of judge
    models, each by its first readable verdict, with ties decided by the judge that was asked first;
    None where there is none."""
    last: dict[str, V] = {}
    models: dict[str, V] = {}
    for verdict in verdicts:
        if verdict.kind == "model":
            # A judge keeps its place even if its first verdict could not be read.
            first_verdict = models.setdefault(verdict.judge, verdict)
            if first_verdict.match is None and verdict.match is not None:
                models[verdict.judge] = verdict
        elif verdict.judge not in last or last[verdict.judge].utc <= verdict.utc:
            last[verdict.judge] = verdict
    people = [verdict for verdict in last.values() if verdict.match is not None]
    return max(people, key=lambda verdict: verdict.utc) if people else majority(models.values())


def majority(verdicts: Collection[V]) -> V | None:
    """The first of the verdicts that agree with the majority; in a tie, the first of all. None
    where no verdict decides."""
    decided = [verdict for verdict in verdicts if verdict.match is not None]
    if not decided:
        return None
    yes = sum(bool(verdict.match) for verdict in decided)
    if 2 * yes == len(decided):
        return decided[0]
    return next(verdict for verdict in decided if verdict.match is (2 * yes > len(decided)))


def ruling(verdicts: Iterable[AnswerVerdict]) -> Ruling | None:
    """The verdict that counts, in the form that scoring takes."""
    last = settled(verdicts)
    if last is None or last.match is None:
        return None
    return Ruling(last.match, by_person=last.kind == "person")
