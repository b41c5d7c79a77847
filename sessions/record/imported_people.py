"""Importing people's answers from another program's file into the record, as sessions.

Owns the study that represents a file, its sessions and their events, and the report on rows that
were not imported. A file is a study of its own, marked as imported by its station
(`study.stations.recorded`): its answers are never mixed with those of a study that this program
ran. `items.recorded` owns formats and matching answers to items; `imported_questions` decides which
rows answer the same question. `sessions.models.imports` imports models' answers.
"""

import hashlib
import json
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from sqlite3 import Connection
from typing import Any, NamedTuple

from items.models import Item
from items.recorded.formats import read
from items.recorded.join import JoinedAnswer, Joiner, join_all
from items.recorded.rows import Skip
from items.sources.document import read_bytes
from sessions.record import snapshots
from sessions.record.event_log import SESSIONS
from sessions.record.imported_questions import ImportedQuestion, questions_of
from sessions.record.results import keep_every
from sessions.storage import derived_data
from sessions.storage.database import Database
from solver.errors import InputError
from study.course.entries import Planned
from study.course.events import EVENTS, Event, SegmentEnded, SegmentStarted, SessionStarted, Stamped
from study.course.plan import Plan
from study.course.sections import Step
from study.design.codes import normalise_code
from study.design.protocol import LoadedStudy, parse_study
from study.stations.end import SessionCompleted
from study.stations.recorded import AnswerRecorded, Recorded

SPACE = uuid.UUID("5b1f6a54-3c53-5d0e-9a34-2f6d1c7c5b11")
"""Namespace of the ids of imported sessions: the same file gives the same ids on every machine."""
BLOCK = "answers"
STORED_ALREADY = "this person's answers are already stored"
NOT_THERE = (
    "this person's session was stored without this answer, and nothing is added to it; import the"
    " whole file into a new database, or the rows left out as a file of their own"
)
WITHDRAWN = "this person's session was withdrawn"
NO_RESPONDENT = "it does not say who answered, in a column such as respondent or participant"


@dataclass(frozen=True, slots=True)
class ImportedPeople:
    """The outcome of importing a file."""

    imported: int
    """Answers that are new in the record."""
    unreadable: int
    """Those without a readable answer; they count as wrong."""
    people: int
    """Sessions that are new."""
    study: str
    """Title of the study that represents the file."""
    joined: Mapping[str, int]
    """How many answers were matched to their items, by matching criterion."""
    earlier: int
    """Other files of this name that were imported before."""
    in_other_files: int
    """People whose id also occurs in another imported file: they count as different people, and
    their answers in both files count."""
    repeated: int
    """Answers of these people that another imported file also has under their id."""
    skipped: tuple[Skip, ...]
    without_item: int = 0
    """Rows that match no item; the sessions that are new cannot get their answers later."""

    def as_json(self) -> dict[str, Any]:
        """The counts as JSON."""
        return {
            "imported": self.imported,
            "unreadable": self.unreadable,
            "people": self.people,
            "study": self.study,
            "joined": dict(self.joined),
            "earlier": self.earlier,
            "in_other_files": self.in_other_files,
            "repeated": self.repeated,
            "without_item": self.without_item,
            "skipped": [{"row": skip.row, "reason": skip.reason} for skip in self.skipped],
        }


def import_people(
    db: Database,
    path: str | Path,
    format: str,
    *,
    utc: str,
    program: str,
    items: Sequence[Item] = (),
    columns: Mapping[str, str] | None = None,
) -> ImportedPeople:
    """Store the answers of the people in a file, one session each, all of them or none. Importing a
    file again changes nothing, since its people are already stored.

    Raises:
        InputError: the file is not in that format, or has no answer to one of the items.
    """
    skipped: list[Skip] = []
    without_item = 0
    people: dict[str, list[JoinedAnswer]] = {}
    for row in join_all(read(path, format, columns), Joiner(items)):
        if isinstance(row, Skip):
            skipped.append(row)
            without_item += row.no_item
        elif row.status == "failed":
            skipped.append(Skip(row.row.row, row.note or "no answer"))
        elif not (who := row.row.model if row.row.person is None else row.row.person):
            skipped.append(Skip(row.row.row, NO_RESPONDENT))
        else:
            people.setdefault(who, []).append(row)
    if not people:
        why = f": {skipped[0].row}: {skipped[0].reason}" if skipped else ""
        raise InputError("No answers", f"{path}: expected answers of people, found none{why}")
    loaded = _study(Path(path), format)
    used = {row.item.content_hash: row.item for rows in people.values() for row in rows}
    pools = {Path(path).name: tuple(used.values())}
    new: list[tuple[ImportedQuestion, ...]] = []
    others = _OtherFiles(0, 0)
    with db.atomic() as connection:
        before = _of_name(connection, loaded)
        version = snapshots.store(connection, loaded, pools, utc)
        for slot, (person, code) in enumerate(_codes(people).items()):
            questions = questions_of(people[person])
            session = str(uuid.uuid5(SPACE, f"{loaded.study_hash}\n{person}"))
            stored_rows = connection.execute("SELECT 1 FROM session WHERE id = ?", (session,))
            if stored_rows.fetchone() is not None:
                skipped += _why_not_again(connection, session, questions.questions)
                skipped += questions.skipped
                continue
            skipped += questions.skipped
            others += _in_other_files(connection, loaded, code, questions.questions)
            first = SessionStarted(
                study_hash=loaded.study_hash,
                version=version,
                code=code,
                slot=slot,
                language=loaded.study.language,
                program=program,
                about={} if code == person else {"id": person},
                plan=_plan(loaded, questions.questions),
            )
            connection.execute(
                "INSERT INTO session (id, version, code, pilot, simulated, slot, utc)"
                " VALUES (?, ?, ?, 0, 0, ?, ?)",
                (session, version, code, slot, utc),
            )
            events = _events(first, questions.questions, program)
            SESSIONS.append(connection, session, _stamped(events, utc))
            new.append(questions.questions)
    if derived_data.large(db, "event"):
        keep_every(db, 1, 0, simulated=False)
    stored = [row for questions in new for question in questions for row in question.rows.values()]
    return ImportedPeople(
        imported=len(stored),
        unreadable=sum(row.status == "unreadable" for row in stored),
        people=len(new),
        study=loaded.study.title,
        joined=Counter(row.identified_by for row in stored),
        earlier=before,
        in_other_files=others.people,
        repeated=others.answers,
        skipped=tuple(skipped),
        without_item=without_item,
    )


def _study(path: Path, format: str) -> LoadedStudy:
    """The study that represents a file: its text does not depend on the file's folder or on the
    date."""
    digest = hashlib.sha256(read_bytes(path)).hexdigest()
    name = json.dumps(path.name)
    text = (
        f'id = "imported-{digest[:16]}"\n'
        f"title = {json.dumps(f'{path.name} (imported)')}\n\n"
        "[[blocks]]\n"
        'station = "recorded"\n'
        f'id = "{BLOCK}"\n'
        f"source = {name}\n"
        f"format = {json.dumps(format)}\n"
        f'sha256 = "{digest}"\n'
    )
    return parse_study(text, path.name)


def _of_name(connection: Connection, loaded_study: LoadedStudy) -> int:
    """How many other files of this name are in the record."""
    rows = connection.execute(
        "SELECT count(*) FROM study WHERE title = ? AND hash <> ?",
        (loaded_study.study.title, loaded_study.study_hash),
    )
    return int(rows.fetchone()[0])


def _why_not_again(
    connection: Connection, session: str, questions: Sequence[ImportedQuestion]
) -> Iterator[Skip]:
    """Why nothing is stored for a person whose session is already stored: for each answer, whether
    the session has it; an import with other items may have left it out."""
    withdrawal = connection.execute(
        "SELECT 1 FROM withdrawal WHERE session = ?", (session,)
    ).fetchone()
    stored: set[tuple[str, str, str, int | None, int]] = set()
    steps: tuple[Step, ...] = ()
    for row in connection.execute(
        "SELECT session, kind, payload FROM event WHERE session = ?"
        " AND kind IN ('session_started', 'answer_recorded') ORDER BY seq",
        (session,),
    ):
        event = None if withdrawal else EVENTS.read(*row[1:])
        if isinstance(event, SessionStarted):
            steps = event.plan.steps
        elif isinstance(event, AnswerRecorded):
            step = steps[event.step]
            stored.update(
                (step.item_hash, part, event.setting, event.run, step.shift)
                for part in (*event.answers, *event.unread)
            )
    for question in questions:
        for part, answer in question.rows.items():
            key = question.item.content_hash, part, question.setting, question.run, question.mutant
            why = WITHDRAWN if withdrawal else STORED_ALREADY if key in stored else NOT_THERE
            yield Skip(answer.row.row, why)


class _OtherFiles(NamedTuple):
    """How much of a file is in other imported files, judged by ids."""

    people: int
    answers: int

    def __add__(self, other: object) -> "_OtherFiles":
        """The sum of both."""
        assert isinstance(other, _OtherFiles)
        return _OtherFiles(self.people + other.people, self.answers + other.answers)


def _in_other_files(
    connection: Connection,
    loaded_study: LoadedStudy,
    code: str,
    questions: Sequence[ImportedQuestion],
) -> _OtherFiles:
    """Whether another imported file has a person of this code, and how many of the answers to these
    questions it also has."""
    rows = connection.execute(
        "SELECT event.session, event.kind, event.payload FROM event"
        " JOIN session ON session.id = event.session"
        " JOIN version ON version.hash = session.version"
        " WHERE session.code = ? AND version.study_hash <> ? AND session.id IN"
        "  (SELECT session FROM event WHERE kind = 'answer_recorded')"
        " AND event.kind IN ('session_started', 'answer_recorded') ORDER BY session, seq",
        (code, loaded_study.study_hash),
    ).fetchall()
    stored_answers: set[tuple[str, str]] = set()
    steps: tuple[Step, ...] = ()
    for row in rows:
        event = EVENTS.read(*row[1:])
        if isinstance(event, SessionStarted):
            steps = event.plan.steps
        elif isinstance(event, AnswerRecorded):
            stored_answers.update(
                (steps[event.step].item_hash, part) for part in (*event.answers, *event.unread)
            )
    again = sum(
        (question.item.content_hash, part) in stored_answers
        for question in questions
        for part in question.rows
    )
    return _OtherFiles(int(bool(rows)), again)


def _codes(people: Mapping[str, object]) -> dict[str, str]:
    """The code of each person: the id in the file where it is a valid code and no other person has
    it, else one derived from it."""
    codes: dict[str, str] = {}
    used_codes: set[str] = set()
    for person in people:
        try:
            code = normalise_code(person)
        except InputError:
            code = ""
        if not code or code in used_codes:
            code = f"P-{hashlib.sha256(person.encode()).hexdigest()[:10].upper()}"
        used_codes.add(code)
        codes[person] = code
    return codes


def _plan(loaded_study: LoadedStudy, questions: Sequence[ImportedQuestion]) -> Plan:
    (section,) = (config for config in loaded_study.study.tables if isinstance(config, Recorded))
    number = Counter(question.occasion for question in questions)
    steps = tuple(
        Step(
            index=n,
            block=0,
            item_hash=question.item.content_hash,
            item_id=question.item.id,
            question=question.index,
            questions=number[question.occasion],
            ordinal=question.occasion,
            shift=question.mutant,
        )
        for n, question in enumerate(questions)
    )
    end = Planned(station="end", when="always")
    return Plan(stations=(section.planned(BLOCK, steps), end))


def _events(
    session_started: SessionStarted, questions: Sequence[ImportedQuestion], program: str
) -> Iterator[Event]:
    yield session_started
    yield SegmentStarted(boot_ns=0, program=program)
    for n, question in enumerate(questions):
        yield AnswerRecorded(
            step=n,
            answers=question.answers,
            unread=question.unread,
            setting=question.setting,
            run=question.run,
            row=", ".join(row.row.row for row in question.rows.values()),
            said=_row_text(question),
            used_ns=None if question.seconds is None else round(question.seconds * 1e9),
        )
    yield SessionCompleted(outcome="completed", completion_code="")
    yield SegmentEnded()


def _row_text(question: ImportedQuestion) -> str:
    answers = {
        part: (row.row.answer if row.row.raw is None else row.row.raw) or ""
        for part, row in question.rows.items()
    }
    if len(answers) == 1:
        return next(iter(answers.values()))
    return json.dumps(answers, ensure_ascii=False)


def _stamped(events: Iterator[Event], utc: str) -> Iterator[Stamped]:
    """Stamp all events with the time of the import, as the file has no times."""
    for seq, event in enumerate(events):
        yield Stamped(seq, 0, "", utc, event)
