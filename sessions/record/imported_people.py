"""People's answers from a file of another program into the record, as sessions.

Owns the study that stands for a file, its sessions and their events, and the account of rows that
did not get there. A file is a study of its own, marked as imported by its station
(`study.stations.recorded`): no answer of a study that this program ran is ever mixed with it.
Formats are `items.recorded`'s, and so is finding an answer's item. Models' answers are
`sessions.models.imports`'.
"""

import hashlib
import json
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from sqlite3 import Connection
from typing import Any

from items.models import Item
from items.recorded.formats import read
from items.recorded.join import Joined, Joiner, joined
from items.recorded.rows import Skip
from items.sources.document import read_bytes
from sessions.record import snapshots
from sessions.record.event_log import SESSIONS
from sessions.storage.database import Database
from solver.errors import InputError
from study.course.entries import Planned
from study.course.events import Event, SegmentEnded, SegmentStarted, SessionStarted, Stamped
from study.course.plan import Plan
from study.course.sections import Step
from study.design.codes import normalise_code
from study.design.protocol import LoadedStudy, parse_study
from study.stations.end import SessionCompleted
from study.stations.recorded import AnswerRecorded, Recorded

SPACE = uuid.UUID("5b1f6a54-3c53-5d0e-9a34-2f6d1c7c5b11")
"""Of the ids of imported sessions: the same file gives the same ids on every machine."""
BLOCK = "answers"
THERE = "this person's answers are there already"


@dataclass(frozen=True, slots=True)
class ImportedPeople:
    """What became of a file."""

    imported: int
    """Answers that are new in the record."""
    people: int
    """Sessions that are new."""
    study: str
    """Title of the study that stands for the file."""
    joined: Mapping[str, int]
    """How many answers were joined to their items by what."""
    earlier: int
    """Other files of this name that were imported before."""
    skipped: tuple[Skip, ...]

    def as_json(self) -> dict[str, Any]:
        """For machines."""
        return {
            "imported": self.imported,
            "people": self.people,
            "study": self.study,
            "joined": dict(self.joined),
            "earlier": self.earlier,
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
    """Store the answers of a file's people, a session each, all of them or none. Importing a file
    again changes nothing: its people are there.

    Raises:
        InputError: the file is not in that format, or has no answer to one of the items.
    """
    skipped: list[Skip] = []
    people: dict[str, list[Joined]] = {}
    for row in joined(read(path, format, columns), Joiner(items)):
        if isinstance(row, Skip):
            skipped.append(row)
        elif row.answer is None:
            skipped.append(Skip(row.row.row, row.note or "no answer"))
        elif not row.row.model:
            skipped.append(Skip(row.row.row, "it does not say who answered"))
        else:
            people.setdefault(row.row.model, []).append(row)
    if not people:
        why = f": {skipped[0].row}: {skipped[0].reason}" if skipped else ""
        raise InputError("No answers", f"{path}: expected answers of people, found none{why}")
    loaded = _study(Path(path), format)
    used = {row.item.content_hash: row.item for rows in people.values() for row in rows}
    pools = {Path(path).name: tuple(used.values())}
    new: list[list[Joined]] = []
    with db.atomic() as connection:
        before = _of_name(connection, loaded)
        version = snapshots.store(connection, loaded, pools, utc)
        for slot, (person, code) in enumerate(_codes(people).items()):
            rows = people[person]
            session = str(uuid.uuid5(SPACE, f"{loaded.study_hash}\n{person}"))
            there = connection.execute("SELECT 1 FROM session WHERE id = ?", (session,))
            if there.fetchone() is not None:
                skipped += (Skip(row.row.row, THERE) for row in rows)
                continue
            first = SessionStarted(
                study_hash=loaded.study_hash,
                version=version,
                code=code,
                slot=slot,
                language=loaded.study.language,
                program=program,
                about={} if code == person else {"id": person},
                plan=_plan(loaded, rows),
            )
            connection.execute(
                "INSERT INTO session (id, version, code, pilot, simulated, slot, utc)"
                " VALUES (?, ?, ?, 0, 0, ?, ?)",
                (session, version, code, slot, utc),
            )
            SESSIONS.append(connection, session, _stamped(_events(first, rows, program), utc))
            new.append(rows)
    return ImportedPeople(
        imported=sum(map(len, new)),
        people=len(new),
        study=loaded.study.title,
        joined=Counter(row.by for rows in new for row in rows),
        earlier=before,
        skipped=tuple(skipped),
    )


def _study(path: Path, format: str) -> LoadedStudy:
    """The study that stands for a file: what its text says does not change with the place of the
    file or the day."""
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


def _of_name(connection: Connection, loaded: LoadedStudy) -> int:
    """How many other files of this name are in the record."""
    rows = connection.execute(
        "SELECT count(*) FROM study WHERE title = ? AND hash <> ?",
        (loaded.study.title, loaded.study_hash),
    )
    return int(rows.fetchone()[0])


def _codes(people: Mapping[str, object]) -> dict[str, str]:
    """The code of each person: the id in the file where it can be one and no other person has it,
    else one made from it."""
    codes: dict[str, str] = {}
    taken: set[str] = set()
    for person in people:
        try:
            code = normalise_code(person)
        except InputError:
            code = ""
        if not code or code in taken:
            code = f"P-{hashlib.sha256(person.encode()).hexdigest()[:10].upper()}"
        taken.add(code)
        codes[person] = code
    return codes


def _plan(loaded: LoadedStudy, rows: Sequence[Joined]) -> Plan:
    (section,) = (config for config in loaded.study.tables if isinstance(config, Recorded))
    steps = tuple(
        Step(
            index=n,
            block=0,
            item_hash=row.item.content_hash,
            item_id=row.item.id,
            question=row.item.questions.index(row.question),
            questions=1,
            ordinal=n,
            shift=row.mutant,
        )
        for n, row in enumerate(rows)
    )
    end = Planned(station="end", when="always")
    return Plan(stations=(section.planned(BLOCK, steps), end))


def _events(first: SessionStarted, rows: Sequence[Joined], program: str) -> Iterator[Event]:
    yield first
    yield SegmentStarted(boot_ns=0, program=program)
    for n, row in enumerate(rows):
        assert row.answer is not None
        yield AnswerRecorded(
            step=n, answers={row.part.id: row.answer}, row=row.row.row, said=row.row.raw or ""
        )
    yield SessionCompleted(outcome="completed", completion_code="")
    yield SegmentEnded()


def _stamped(events: Iterator[Event], utc: str) -> Iterator[Stamped]:
    """All at the moment of the import, as the file has no times."""
    for seq, event in enumerate(events):
        yield Stamped(seq, 0, "", utc, event)
