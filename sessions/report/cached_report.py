"""A complete report of a large record, cached with it until anything it depends on changes.

Owns what a report depends on (the options, the program, and the content of every table of the
database), its form as bytes, and when it is not cached. `sessions.storage.derived_data` owns where
it is stored.

Nothing is assumed to be unchanged without checking content: events count by their chains of hashes;
models' answers, to which rows are only added, by their cached columns and, row by row, what was
added since, or all rows where no columns are cached; all other tables row by row. A report is
stored in one transaction, and only if what it depends on has not changed since it was read, so that
nothing remains of a participant who withdrew meanwhile. The content is read again for this, unless
SQLite reports that nobody has written.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from sessions.models import columns
from sessions.models.responses import select
from sessions.report.report_tables import Report, Table
from sessions.report.rows import Column
from sessions.storage import derived_data
from sessions.storage.database import DamagedError, Database
from solver.errors import CountermodelError
from solver.phrases import Phrase

OWNERS_OF_EVENTS: Mapping[str, str] = {"event": "session", "annotation": "desk"}
"""Tables of events, with the tables of their owners."""
MADE_MEANWHILE = ("columns",)
"""Content that a report may add while it is made, since it follows from the answers."""
DIGEST = 32
"""Length of the hash that precedes a cached report's bytes."""
Content = dict[str, bytes]


class CachedReport:
    """The report with some options, for the record as it is now. The record's content is read at
    once, or with `late` when it is needed: by `stored`, by `look`, or by another process
    (`take_content`)."""

    def __init__(self, db: Database, options: object, *, late: bool = False) -> None:
        self._db = db
        self._owner = f"{derived_data.REPORT}{_hash(repr(options).encode()).hex()[:16]}"
        self._state = db.state
        self._content: Content | None = None
        self.looked = False
        """Whether the content was read."""
        if not late:
            self.look()

    def stored(self) -> Report | None:
        """The cached report; None where there is none for exactly this record, by this program."""
        sql = "SELECT 1 FROM kept WHERE owner = ? AND code = ?"
        if not self._db.tuples(sql, self._owner, derived_data.code()):
            return None
        self.look()
        source = None if self._content is None else _source(self._content)
        body = None if source is None else derived_data.body_of(self._db, self._owner, source)
        return None if body is None else _opened(body)

    def look(self) -> None:
        """Read the record's content, unless that was done."""
        if not self.looked:
            self.looked = True
            self._content = content_of(self._db)

    @property
    def unchanged(self) -> bool:
        """Whether the record is still the one that this report is for."""
        return self._db.state == self._state

    def take_content(self, content: Content | None) -> None:
        """Take the content read by another process in one transaction that began while the record
        was still `unchanged`; None where it could not read it."""
        self.looked = True
        self._content = content

    def keep(self, report: Report) -> None:
        """Cache the report in place of those for earlier records, unless the record has changed, or
        the database refuses it."""
        if self._content is None:
            return
        body = packed(report)
        if body is None or len(body) > derived_data.MAX_BYTES:
            return
        with suppress(CountermodelError), self._db.atomic() as connection:
            now = self._content if self.unchanged else content_of(self._db)
            source = None if now is None else _source(now)
            if (
                now is None
                or source is None
                or _lasting_content(now) != _lasting_content(self._content)
            ):
                return
            connection.execute(
                "DELETE FROM kept WHERE owner LIKE ? AND source <> ?",
                (f"{derived_data.REPORT}%", source),
            )
            connection.execute(
                "INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)",
                (self._owner, source, derived_data.code(), _hash(body) + body),
            )


def _opened(body: bytes) -> Report | None:
    """A cached report; None where its bytes have changed."""
    digest, report = body[:DIGEST], body[DIGEST:]
    return unpacked(report) if digest == _hash(report) else None


def standing(db: Database) -> tuple[str, ...]:
    """Notes on the cached reports: how many are for this record as it is now, and how many will
    never be used again. None is computed again to compare."""
    try:
        rows = db.tuples(
            "SELECT source, code, body FROM kept WHERE owner LIKE ?", f"{derived_data.REPORT}%"
        )
        content = content_of(db) if rows else None
    except DamagedError:
        return ()
    source = None if content is None else _source(content)
    own = [body for of, code, body in rows if (of, code) == (source, derived_data.code())]
    whole = sum(_opened(body) is not None for body in own)
    counts = (
        (whole, "of this record and this program; they were not computed again to compare"),
        (len(rows) - len(own), "of an earlier record or another program, and no longer used"),
        (len(own) - whole, "damaged, and no longer used"),
    )
    return tuple(f"{n} cached report{'s' * (n > 1)}: {state_text}" for n, state_text in counts if n)


def _lasting_content(content: Content) -> Content:
    return {
        name: content_hash for name, content_hash in content.items() if name not in MADE_MEANWHILE
    }


def _source(content: Content) -> bytes | None:
    """Hash of all content, with the program; None where no columns of models' answers are
    cached."""
    if content["columns"] == MISSING:
        return None
    return _hash(_program(), *(part for pair in content.items() for part in _bytes(pair)))


def _bytes(pair: tuple[str, bytes]) -> tuple[bytes, bytes]:
    return pair[0].encode(), pair[1]


MISSING, UNNEEDED = b"missing", b"unneeded"
"""Stand for the columns of models' answers."""


def content_of(db: Database, answers: bytes | None = None) -> Content | None:
    """Hashes of every table's content, by name; None where some of it cannot be determined.
    `answers`: what `columns.source` returns for it, if known."""
    content: Content = {}
    tables = [
        name
        for (name,) in db.tuples(
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        )
        if not name.startswith("sqlite_") and name != "kept"
    ]
    as_columns = derived_data.large(db, "response")
    for name in sorted(tables):
        if name in OWNERS_OF_EVENTS:
            ends = _ends(db, name, OWNERS_OF_EVENTS[name])
            if ends is None:
                return None
            content[name] = ends
        elif as_columns and name in columns.TABLES:
            continue
        else:
            content[name] = _rows(db, name)
    content["answers"] = (answers or columns.source(db)) if as_columns else UNNEEDED
    content["columns"] = _columns(db, content["answers"]) if as_columns else UNNEEDED
    return content


def _ends(db: Database, table: str, records: str) -> bytes | None:
    """The last link of every record; None where some event is from before chains were
    introduced."""
    if db.tuples("SELECT 1 FROM before_chain LIMIT 1"):
        return None
    last = f"FROM {table} WHERE {records} = record.id ORDER BY seq DESC LIMIT 1"
    ends = db.tuples(
        f"SELECT id, (SELECT seq {last}), (SELECT hex(link) {last}) FROM {records} AS record"
        " ORDER BY id"
    )
    if any(seq is not None and not link for _, seq, link in ends):
        return None
    return _hash(repr(ends).encode())


def _rows(db: Database, name: str, condition: str = "", *values: object) -> bytes:
    digest = sha256()
    for row in select(db, f'SELECT * FROM "{name}"{condition}', *values):
        digest.update(repr(row).encode())
    return digest.digest()


def _columns(db: Database, source: bytes) -> bytes:
    """Hash of the cached columns and, row by row, of what was added since."""
    before = columns.kept_source(db, source)
    body = None if before is None else derived_data.body_of(db, columns.OWNER, before)
    if before is None or body is None:
        return MISSING
    ends = zip(columns.TABLES, columns.ends(before), columns.ends(source), strict=True)
    added = [
        _rows(
            db,
            table,
            " WHERE rowid > ? AND rowid <= ? ORDER BY rowid",
            first.last_row_id,
            last.last_row_id,
        )
        for table, first, last in ends
        if first != last
    ]
    return _hash(body, *added)


@cache
def _program() -> bytes:
    """Hash of the code that reads records and makes tables; `kept.code` covers the layers below."""
    folder = Path(__file__).resolve().parents[1]
    return _hash(*(path.read_bytes() for path in sorted(folder.rglob("*.py"))))


def _hash(*parts: bytes) -> bytes:
    digest = sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()


def packed(report: Report) -> bytes | None:
    """A report as bytes from which an equal report can be read; None where there are none."""
    try:
        body = _json(report)
        copy = unpacked(body)
    except (TypeError, ValueError):
        return None
    # Different reports have different bytes.
    return body if copy is not None and _json(copy) == body else None


def unpacked(body: bytes) -> Report | None:
    """The report; None where it cannot be read."""
    try:
        whole = json.loads(body)
        tables = tuple(_table(*each) for each in whole["tables"])
        return Report(tables, tuple(map(_read, whole["not_made"])))
    except (ValueError, TypeError, LookupError):
        return None


def _json(report: Report) -> bytes:
    tables = [list(_of_table(table)) for table in report.tables]
    whole = {"tables": tables, "not_made": list(map(_as_json_value, report.not_made))}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def _of_table(table: Table) -> Iterator[object]:
    yield from map(_as_json_value, (table.name, table.study, table.version))
    yield [
        [
            _as_json_value(each.name),
            each.unit,
            _as_json_value(each.meaning),
            _as_json_value(each.end_of),
        ]
        for each in table.columns
    ]
    yield [list(row) if _JSON_TYPES.issuperset(map(type, row)) else _row(row) for row in table.rows]
    yield table.n
    yield [[_as_json_value(why), n] for why, n in table.excluded.items()]
    yield list(map(_as_json_value, table.notes))


def _table(
    name: Any,
    study: Any,
    version: Any,
    columns: Sequence[Sequence[Any]],
    rows: Sequence[Sequence[Any]],
    n: int,
    excluded: Sequence[tuple[Any, int]],
    notes: Sequence[Any],
) -> Table:
    return Table(
        _read(name),
        _read(study),
        _read(version),
        tuple(
            Column(_read(name), unit, _read(meaning), _read(end_of))
            for name, unit, meaning, end_of in columns
        ),
        tuple(tuple(map(_read, row) if list in map(type, row) else row) for row in rows),
        n,
        {_read(why): count for why, count in excluded},
        tuple(map(_read, notes)),
    )


def _row(row: Sequence[object]) -> list[object]:
    return list(map(_as_json_value, row))


_JSON_TYPES = frozenset((str, int, float, bool, type(None)))
"""Types that JSON holds unchanged."""


def _as_json_value(value: object) -> object:
    """A cell, or text, as a JSON value. Raises TypeError where it is something else."""
    kind = type(value)
    if kind in _JSON_TYPES:
        return value
    if isinstance(value, Phrase):
        values = {name: _as_json_value(each) for name, each in value.values.items()}
        return [str(value), value.message, value.plural_message, values, dict(value.titles)]
    raise TypeError(f"{kind.__name__} has no such form")


def _read(value: Any) -> Any:
    if type(value) is not list:
        return value
    text, message, many, values, titles = value
    sentence = Phrase(text, message, many, {name: _read(each) for name, each in values.items()})
    if titles:
        sentence.titles = titles
    return sentence
