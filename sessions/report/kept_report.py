"""A whole report of a large record, kept beside it until anything it was made of is another thing.

Owns what a report is made of (the options, the program, and the content of every table of the
database), its form as bytes, and when it is not kept. Where that is, is
`sessions.storage.derived_data`'s.

Nothing is taken for unchanged because it looks so from outside: events count by their chains of
hashes; models' answers, to which rows are only added, by their columns as they are kept, and row by
row what was added since, or all of them where no columns are kept; all other tables row by row. A
report is stored in one transaction, and only if what it was made of is the same then as it was
before, so that none is left of a participant who withdrew meanwhile. It is looked at again then,
unless SQLite tells that nobody has written.
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

CHAINED: Mapping[str, str] = {"event": "session", "annotation": "desk"}
"""Tables of events, with those of the records that they are of."""
MADE_MEANWHILE = ("columns",)
"""What a report may add while it is made: it follows from the answers."""
DIGEST = 32
"""Bytes before a kept report, which say what its bytes were."""
Content = dict[str, bytes]


class KeptReport:
    """The report with some options, of a record as it is now. What is in the record is looked at
    first, or with `late` where that is needed: by `found`, by `look`, or in another process
    (`seen`)."""

    def __init__(self, db: Database, options: object, *, late: bool = False) -> None:
        self._db = db
        self._owner = f"{derived_data.REPORT}{_hash(repr(options).encode()).hex()[:16]}"
        self._state = db.state
        self._before: Content | None = None
        self.looked = False
        """Whether anybody looked."""
        if not late:
            self.look()

    def stored(self) -> Report | None:
        """The one that is kept; None where none is of just this record, by this program."""
        sql = "SELECT 1 FROM kept WHERE owner = ? AND code = ?"
        if not self._db.tuples(sql, self._owner, derived_data.code()):
            return None
        self.look()
        source = None if self._before is None else _source(self._before)
        body = None if source is None else derived_data.body_of(self._db, self._owner, source)
        return None if body is None else _opened(body)

    def look(self) -> None:
        """Look at the record, unless somebody did."""
        if not self.looked:
            self.looked = True
            self._before = content_of(self._db)

    @property
    def unchanged(self) -> bool:
        """Whether the record is still the one of which this is the report."""
        return self._db.state == self._state

    def take_content(self, content: Content | None) -> None:
        """What another process saw that looked since and in one transaction, which had begun when
        the record was still `unchanged`; None where it saw nothing."""
        self.looked = True
        self._before = content

    def keep(self, report: Report) -> None:
        """Keep it in place of those of earlier records, unless the record is another one by now,
        or the database refuses it."""
        if self._before is None:
            return
        body = packed(report)
        if body is None or len(body) > derived_data.MOST:
            return
        with suppress(CountermodelError), self._db.atomic() as connection:
            now = self._before if self.unchanged else content_of(self._db)
            source = None if now is None else _source(now)
            if (
                now is None
                or source is None
                or _lasting_content(now) != _lasting_content(self._before)
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
    """The report that was kept so; None where the bytes are not those that were."""
    digest, report = body[:DIGEST], body[DIGEST:]
    return unpacked(report) if digest == _hash(report) else None


def standing(db: Database) -> tuple[str, ...]:
    """What there is to say of the reports that are kept: how many are of this record as it is now,
    and how many will never be told again. None is made again for that."""
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
        (whole, "of this record as it is, by this program; they were not made again to compare"),
        (len(rows) - len(own), "of an earlier record or another program, and not told any more"),
        (len(own) - whole, "not as they were stored, and not told any more"),
    )
    return tuple(f"{n} kept report{'s' * (n > 1)}: {state_text}" for n, state_text in counts if n)


def _lasting_content(content: Content) -> Content:
    return {
        name: content_hash for name, content_hash in content.items() if name not in MADE_MEANWHILE
    }


def _source(content: Content) -> bytes | None:
    """All of it as one hash, with the program; None where models' answers are not there as they
    would be kept."""
    if content["columns"] == MISSING:
        return None
    return _hash(_program(), *(part for pair in content.items() for part in _bytes(pair)))


def _bytes(pair: tuple[str, bytes]) -> tuple[bytes, bytes]:
    return pair[0].encode(), pair[1]


MISSING, UNNEEDED = b"missing", b"unneeded"
"""In place of the columns of models' answers."""


def content_of(db: Database, answers: bytes | None = None) -> Content | None:
    """What is in every table, by its name, as hashes; None where some of it cannot be told.
    `answers`: what `columns.source` gives of it, where that is known."""
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
        if name in CHAINED:
            ends = _ends(db, name, CHAINED[name])
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
    """The last link of every record; None where some event is from before there were chains."""
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


def _rows(db: Database, name: str, which: str = "", *values: object) -> bytes:
    digest = sha256()
    for row in select(db, f'SELECT * FROM "{name}"{which}', *values):
        digest.update(repr(row).encode())
    return digest.digest()


def _columns(db: Database, now: bytes) -> bytes:
    """The columns as they are kept, and row by row what was added since."""
    before = columns.kept_source(db, now)
    body = None if before is None else derived_data.body_of(db, columns.OWNER, before)
    if before is None or body is None:
        return MISSING
    ends = zip(columns.TABLES, columns.ends(before), columns.ends(now), strict=True)
    added = [
        _rows(db, table, " WHERE rowid > ? AND rowid <= ? ORDER BY rowid", first.last, last.last)
        for table, first, last in ends
        if first != last
    ]
    return _hash(body, *added)


@cache
def _program() -> bytes:
    """The code that reads records and makes tables; what is below it is in `kept.code`."""
    folder = Path(__file__).resolve().parents[1]
    return _hash(*(path.read_bytes() for path in sorted(folder.rglob("*.py"))))


def _hash(*parts: bytes) -> bytes:
    digest = sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()


def packed(report: Report) -> bytes | None:
    """A report as bytes, from which the very same one can be read; None where there are none."""
    try:
        body = _json(report)
        read = unpacked(body)
    except (TypeError, ValueError):
        return None
    # Different reports have different bytes.
    return body if read is not None and _json(read) == body else None


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
    yield [list(row) if _PLAIN.issuperset(map(type, row)) else _row(row) for row in table.rows]
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


_PLAIN = frozenset((str, int, float, bool, type(None)))
"""What stands in JSON as it is."""


def _as_json_value(value: object) -> object:
    """A cell, or text, as JSON has it. Raises TypeError where it is something else."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if isinstance(value, Phrase):
        values = {name: _as_json_value(each) for name, each in value.values.items()}
        return [str(value), value.message, value.many, values, dict(value.titles)]
    raise TypeError(f"{kind.__name__} has no such form")


def _read(value: Any) -> Any:
    if type(value) is not list:
        return value
    text, message, many, values, titles = value
    sentence = Phrase(text, message, many, {name: _read(each) for name, each in values.items()})
    if titles:
        sentence.titles = titles
    return sentence
