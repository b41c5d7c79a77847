"""The accuracy report: which tables there are.

Owns the list of tables and what each is over. Versions of a study are never mixed: each has its own
tables. Pilots and withdrawn sessions are left out and counted as such; so are simulated
respondents, unless they are asked for, and then their tables stand apart. What is in the rows is
`rows`'s; how tables look is the terminal's.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sessions import beside
from sessions.annotation.report import queue_tables
from sessions.database import Database
from sessions.figures import Solving
from sessions.models.sheets import without_collecting
from sessions.report import rows as by
from sessions.report.comparing import comparing_tables
from sessions.report.respondents import (
    Models,
    People,
    models_of,
    packed,
    people_of,
    unpacked,
)
from sessions.report.rows import Column, Row, Rows
from sessions.results import VersionResults, versions

COMPARED = "Models and people"
"""The title over the tables that compare respondents; their version is a hash over the items."""
SIMULATED = "{title} (simulated respondents)"
"""The title over the tables of a study that scripts played."""
LARGE = 100_000
"""From so many events and so many answers of models on, both are read at the same time."""


@dataclass(frozen=True, slots=True)
class Table:
    """One table of one version of a study."""

    name: str
    study: str
    """The study's or queue's title; of simulated respondents, it says so."""
    version: str
    """Hash over the study file and its items; of comparing tables, over the items answered."""
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    n: int
    """How many sessions, answers or items were counted."""
    excluded: Mapping[str, int]
    """What was left out, and why; never with a count of 0."""
    notes: tuple[str, ...] = ()
    """What a reader must know of the figures."""

    def as_json(self) -> dict[str, Any]:
        """The table for machines, unrounded; a row is a list in the order of the columns."""
        return {
            "name": self.name,
            "study": self.study,
            "version": self.version,
            "columns": [column.name for column in self.columns],
            "rows": [list(row) for row in self.rows],
            "n": self.n,
            "excluded": dict(self.excluded),
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class Report:
    """All tables, version after version; none where nothing was recorded."""

    tables: tuple[Table, ...]

    def as_json(self) -> dict[str, Any]:
        """The report for machines."""
        return {"tables": [table.as_json() for table in self.tables]}


@without_collecting()
def build_report(
    db: Database,
    study: str | None = None,
    *,
    simulated: bool = False,
    solving: Solving | None = None,
) -> Report:
    """Every table of every version of a study (its id, title, file name or the beginning of a
    hash), or of all studies where none is named; of models and people on the same items; and of
    annotation queues, likewise. With `simulated`, also of simulated respondents, apart from
    people. `solving` bounds the work on what makes items hard; without it, the usual bound."""
    half, models = _halves(db, study, simulated=simulated)
    tables = list(half.tables)
    if study is None or half.found:
        if models is None:
            models = models_of(db, None if study is None else half.people)
        version, comparing = comparing_tables(
            db, half.people, models, solving or Solving(), all_items=study is None
        )
        for name, rows in comparing:
            excluded = {why: n for why, n in rows.excluded.items() if n}
            tables.append(
                Table(
                    name, COMPARED, version, rows.columns, rows.rows, rows.n, excluded, rows.notes
                )
            )
    for title, queue, name, rows in queue_tables(db, study):
        excluded = {why: n for why, n in rows.excluded.items() if n}
        tables.append(Table(name, title, queue, rows.columns, rows.rows, rows.n, excluded))
    return Report(tuple(tables))


@dataclass(frozen=True)
class _Half:
    """What the sessions of people and of simulated respondents give."""

    tables: tuple[Table, ...]
    people: People
    found: bool
    """Whether any version was."""


def _halves(db: Database, study: str | None, *, simulated: bool) -> tuple[_Half, Models | None]:
    """The people's half, and with many answers, on a machine that can do both at once, the models';
    else that is still to be read."""
    if study is not None or db.path == ":memory:" or not _large(db) or not beside.possible():
        return _half(db, study, simulated=simulated), None

    def work() -> _Half:
        with Database.open(db.path, create=False) as own:
            half = _half(own, None, simulated=simulated)
        return replace(half, people=packed(half.people))

    other = beside.Beside(work)
    models: Models | None = None
    try:
        models = models_of(db)
        for one in models.respondents:
            # Every table needs them: counted while the other half is waited for.
            assert one.tallies is not None
    finally:
        half = other.result()
    if half is None:
        return _half(db, None, simulated=simulated), models
    return replace(half, people=unpacked(db, half.people)), models


def _large(db: Database) -> bool:
    """Whether there is so much of both halves that two processes pay."""
    return all(
        db.tuples(f"SELECT count(*) FROM (SELECT 1 FROM {table} LIMIT {LARGE})")[0][0] == LARGE
        for table in ("event", "response")
    )


def _half(db: Database, study: str | None, *, simulated: bool) -> _Half:
    tables: list[Table] = []
    every = versions(db, study)
    scripted = versions(db, study, simulated=True) if simulated else ()
    for results in (*every, *scripted):
        left_out = {"pilot sessions": results.pilots, "withdrawn sessions": results.withdrawn}
        title = results.study.title
        if results.are_simulated:
            title = SIMULATED.format(title=title)
        elif not simulated:
            left_out["simulated sessions"] = results.simulated
        if not results.sessions and not any(left_out.values()):
            continue
        for name, rows in _tables(results):
            excluded = {why: n for why, n in (left_out | dict(rows.excluded)).items() if n}
            version = results.version
            tables.append(Table(name, title, version, rows.columns, rows.rows, rows.n, excluded))
    known = (*every, *(one for one in scripted if one.sessions))
    return _Half(tuple(tables), people_of(known), bool(every))


def known_studies(db: Database) -> tuple[str, ...]:
    """Ids (or titles) of the studies in a database, and ids of annotation queues."""
    rows = db.rows("SELECT DISTINCT key FROM study ORDER BY key")
    queues = db.rows("SELECT DISTINCT id FROM queue ORDER BY id")
    return (*(row["key"] for row in rows), *(row["id"] for row in queues))


def _tables(results: VersionResults) -> Iterator[tuple[str, Rows]]:
    study, sessions = results.study, results.sessions
    everything = [result for session in sessions for result in session.results]
    main = [result for result in everything if result.block.role == "main"]
    blocks = [study.section_id(section) for section in study.sections]
    judged = by.judge(main)
    yield "sessions", by.by_status(sessions)
    if not sessions:
        # What was left out is said there; the other tables would all be empty.
        return
    yield "participants", by.by_participant(sessions)
    if study.qualification is not None:
        yield "qualification", by.by_qualification(sessions)
    yield "accuracy by block", by.by_block(by.judge(everything), blocks)
    yield "accuracy by question kind", by.by_kind(judged)
    yield "accuracy by item attribute", by.by_attribute(judged)
    yield "item accuracy", by.by_whole_item(main, [b for b in blocks if b != "qualification"])
    yield "items", by.by_item(judged)
    yield "time per question", by.by_time(everything, blocks)
    yield "time-outs", by.by_time_out(everything, blocks)
    yield "confidence against accuracy", by.by_confidence(judged)
