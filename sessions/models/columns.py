"""Models' answers as columns of numbers: read from their rows several thousand at a time or, in a
large database, read only once and cached.

Owns the columns and their form as bytes. `stored_answers` decides which of them count.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import chain, islice, repeat
from typing import Any, Final, NamedTuple
from zipfile import BadZipFile

from sessions.models.responses import chunks, select
from sessions.storage import derived_data
from sessions.storage.database import Database

FAILED: Final = "failed"
UNREADABLE: Final = "unreadable"
"""The texts that represent a missing answer."""
NO_REQUEST: Final = -1
"""Marks an answer without a request."""
OWNER = "models' answers, as columns"
"""The owner of the cached columns."""
TABLES: Final = ("response", "call")
"""The tables of answers and their requests."""
GROWTH_DIVISOR = 32
"""The columns are cached again when more than one in this many of their rows was added."""
_NUMBERS = ("run", "question", "mutant", "text", "request")
_REQUEST_COLUMNS = ("seconds", "prompt_tokens", "completion_tokens", "reasoning_tokens")


@dataclass(frozen=True)
class Columns:
    """All answers in the order of arrival; each column is an array of numbers, signed 32-bit
    integers where they fit, since memory that is not used need not be cleared."""

    series: Sequence[bytes]
    targets: Sequence[bytes]
    """Distinct ids."""
    texts: Sequence[str]
    """Distinct texts; an answer is its JSON. The first is `FAILED`."""
    run: Any
    """For each answer, the places of its series, target and text in these lists; and its mutant."""
    question: Any
    mutant: Any
    text: Any
    request: Any
    """The place of its request in `request_columns`; `NO_REQUEST` where requests were not read."""
    request_columns: Sequence[Any]
    """For each request: seconds, and tokens of prompt, completion and reasoning; nan where not
    recorded."""


class End(NamedTuple):
    """The end of an append-only table."""

    rows: int
    last_row_id: int
    """The row id of its last row; `BEFORE_ALL_ROWS` where it has none."""
    id: str
    """The id of that row, in hexadecimal digits."""


BEFORE_ALL_ROWS: Final = -(1 << 63)
"""Precedes every row id."""
NO_END: Final = End(0, BEFORE_ALL_ROWS, "")


def columns(db: Database, *, timed: bool) -> Columns:
    """The columns; without `timed`, possibly without requests."""
    now = source(db)
    before = kept_source(db, now)
    whole = None if before is None else _kept_columns(db, before, now)
    of_all = before == now or (before is not None and not _many(before, now))
    if whole is None:
        whole, of_all = read(db, timed=timed, end_source=now), False
    if timed and not of_all and derived_data.large(db, "response"):
        derived_data.keep(db, {OWNER: (now, packed(whole))})
    return whole


def keep_up(db: Database) -> None:
    """Cache the columns of a large database again if many answers were added since, so that the
    next report need not read them."""
    if not derived_data.large(db, "response"):
        return
    now = source(db)
    before = kept_source(db, now)
    if before is None or (before != now and _many(before, now)):
        columns(db, timed=True)


def source(db: Database) -> bytes:
    """The source of the columns: it changes whenever answers or requests, which are append-only,
    are added or removed."""
    return db.cached(_source)


def expect_source(db: Database, make_source: Callable[[], bytes | None]) -> None:
    """Let another process compute `source` for the database as it is now."""
    db.expect(_source, make_source)


def _source(db: Database) -> bytes:
    ends: list[End] = []
    for table in TABLES:
        ((rows, last),) = db.tuples(
            f"SELECT count(*), coalesce(max(rowid), {BEFORE_ALL_ROWS}) FROM {table}"
        )
        ids = db.tuples(f"SELECT hex(id) FROM {table} WHERE rowid = ?", last)
        ends.append(End(rows, last, ids[0][0] if ids else ""))
    return json.dumps(ends).encode()


def ends(source: bytes) -> tuple[End, End]:
    """The ends of answers and requests, from the value of `source`."""
    answers, requests = json.loads(source)
    return End(*answers), End(*requests)


def kept_source(db: Database, source: bytes) -> bytes | None:
    """The source of the cached columns, if it covers the first rows of those that `source` names;
    else None. It does where the number of these rows and the last of them are unchanged."""
    before = derived_data.source_of(db, OWNER)
    if before is None or before == source:
        return before
    try:
        pairs = list(zip(TABLES, ends(before), ends(source), strict=True))
    except (ValueError, TypeError):
        return None
    return before if all(_grown(db, *pair) for pair in pairs) else None


def _grown(db: Database, table: str, earlier_end: End, end: End) -> bool:
    if earlier_end == end:
        return True
    sql = f"SELECT count(*) FROM {table} WHERE rowid > ? AND rowid <= ?"
    ((added,),) = db.tuples(sql, earlier_end.last_row_id, end.last_row_id)
    ids = db.tuples(f"SELECT hex(id) FROM {table} WHERE rowid = ?", earlier_end.last_row_id)
    same = ids == [(earlier_end.id,)] if earlier_end.rows else not ids
    return same and end.rows - int(added) == earlier_end.rows


def _many(earlier_source: bytes, source: bytes) -> bool:
    """Whether so much was added that reading it each time takes longer than caching it."""
    pairs = zip(ends(earlier_source), ends(source), strict=True)
    return any((new.rows - old.rows) * GROWTH_DIVISOR > old.rows for old, new in pairs)


def _kept_columns(db: Database, earlier_source: bytes, source: bytes) -> Columns | None:
    """The cached columns, extended by reading only what was added since; None where they cannot be
    read, or more rows were added than they have."""
    body = derived_data.body_of(db, OWNER, earlier_source)
    whole = None if body is None else unpacked(body)
    if whole is None or earlier_source == source:
        return whole
    answers, requests = ends(earlier_source)
    all_answers, all_requests = ends(source)
    if all_answers.rows > 2 * answers.rows:
        return None
    rows_complete = (
        len(whole.text) == answers.rows and len(whole.request_columns[0]) == requests.rows
    )
    # The places of requests are computed from their rows, which requires that every answer has its
    # request.
    ((lowest,),) = db.tuples("SELECT coalesce(min(rowid), 1) FROM call")
    in_rows = lowest == 1 and requests.rows == requests.last_row_id
    if not rows_complete or not in_rows or (whole.request == NO_REQUEST).any():
        return None
    return _read(db, _AddedRequests(db, requests, all_requests), (answers, all_answers), whole)


def read(db: Database, *, timed: bool, end_source: bytes | None = None) -> Columns:
    """Read the columns row by row, up to the end in `end_source` or `source`; with `timed`, also
    the requests."""
    answers, requests = ends(source(db) if end_source is None else end_source)
    bounds = NO_END, answers
    if not timed:
        outcome = _read(db, _Unread(), bounds)
    else:
        own = answers.rows == requests.rows
        outcome = _read(db, _OwnCalls(), bounds) if own else None
        outcome = outcome or _read(db, _Calls(db, requests), bounds)
    assert outcome is not None
    return outcome


def _read(
    db: Database,
    requests: "_Unread | _OwnCalls | _Calls | _AddedRequests",
    bounds: tuple[End, End],
    earlier_columns: Columns | None = None,
) -> Columns | None:
    """Read the rows between two ends, with requests as `requests` reads them, and append them to
    the `earlier_columns`; None where this way of reading does not apply."""
    import numpy

    texts = _Numbered({FAILED: 0}) if earlier_columns is None else _numbered(earlier_columns.texts)
    series, targets = (
        _numbered(ids)
        for ids in (
            ((), ())
            if earlier_columns is None
            else (earlier_columns.series, earlier_columns.targets)
        )
    )
    parts: list[tuple[Any, ...]] = [tuple(numpy.zeros(0, dtype=numpy.int64) for _ in _NUMBERS)]
    for rows in chunks(
        db,
        f"SELECT series, target, mutant, coalesce(answer, status), {requests.select_list}"
        f" FROM response {requests.join} WHERE response.rowid > ? AND response.rowid <= ?"
        " ORDER BY response.rowid",
        bounds[0].last_row_id,
        bounds[1].last_row_id,
    ):
        runs, questions, mutants, answers, *more = zip(*rows, strict=True)
        numbers = requests.numbers(more)
        if numbers is None:
            return None
        mutant: Any = numpy.array(mutants, dtype=numpy.int64)
        parts.append((series.of(runs), targets.of(questions), mutant, texts.of(answers), numbers))
    if earlier_columns is None:
        columns, called = list(map(numpy.concatenate, zip(*parts, strict=True))), requests.columns()
    else:
        new = map(_narrow, map(numpy.concatenate, zip(*parts, strict=True)))
        before = [getattr(earlier_columns, name) for name in _NUMBERS]
        columns = [numpy.concatenate(pair) for pair in zip(before, new, strict=True)]
        called = _joined([earlier_columns.request_columns, requests.columns()])
    run, question, mutant, text, request = columns
    return Columns(
        list(series), list(targets), list(texts), run, question, mutant, text, request, called
    )


def packed(columns: Columns) -> bytes:
    """The columns as bytes; the same columns have the same bytes."""
    import numpy

    ids = [[key.hex() for key in keys] for keys in (columns.series, columns.targets)]
    names = json.dumps([*ids, list(columns.texts)]).encode()
    arrays = {name: _narrow(getattr(columns, name)) for name in _NUMBERS}
    arrays |= dict(zip(_REQUEST_COLUMNS, map(_narrow, columns.request_columns), strict=True))
    out = BytesIO()
    numpy.savez(out, names=numpy.frombuffer(names, dtype=numpy.uint8), **arrays)
    return out.getvalue()


def unpacked(body: bytes) -> Columns | None:
    """The columns from these bytes; None where they contain none."""
    import numpy

    try:
        with numpy.load(BytesIO(body), allow_pickle=False) as arrays:
            series, targets, texts = json.loads(arrays["names"].tobytes())
            return Columns(
                [bytes.fromhex(key) for key in series],
                [bytes.fromhex(key) for key in targets],
                texts,
                **{name: _checked(arrays[name], "iu", numpy.int32) for name in _NUMBERS},
                request_columns=[
                    _checked(arrays[name], "f", numpy.float32) for name in _REQUEST_COLUMNS
                ],
            )
    except (BadZipFile, ValueError, LookupError, TypeError, OSError, EOFError):
        return None


def _checked(column: Any, kinds: str, narrowest_type: Any) -> Any:
    """The same numbers in a type that can represent them and the type `narrowest_type`. Raises
    TypeError where they are of none of these kinds."""
    import numpy

    if column.dtype.kind not in kinds:
        raise TypeError(f"{column.dtype}: expected numbers of one of the kinds {kinds}")
    wide = numpy.promote_types(column.dtype, narrowest_type)
    return column.astype(wide if wide.kind in kinds else numpy.int64, copy=False)


def _narrow(column: Any) -> Any:
    """The same numbers in the smallest type that can represent them."""
    import numpy

    if column.dtype.kind == "f":
        single = column.astype(numpy.float32)
        return single if numpy.array_equal(single, column, equal_nan=True) else column
    ends = (int(column.min()), int(column.max())) if len(column) else (0, 0)
    return column.astype(numpy.result_type(*map(numpy.min_scalar_type, ends)))


class _Unread:
    """Skips requests."""

    select_list = "NULL"
    join = ""

    def numbers(self, columns: Sequence[Sequence[Any]]) -> Any:
        """`NO_REQUEST` for each of the answers."""
        import numpy

        return numpy.full(len(columns[0]), NO_REQUEST)

    def columns(self) -> Sequence[Any]:
        """No columns of requests."""
        import numpy

        return [numpy.zeros(0)] * len(_REQUEST_COLUMNS)


class _OwnCalls:
    """Reads requests that are in the same rows as their answers, as when nothing was asked again
    and every request was about one question: both tables are read as one."""

    select_list = f"call.id IS response.call, {', '.join(_REQUEST_COLUMNS)}"
    join = "LEFT JOIN call ON call.rowid = response.rowid"

    def __init__(self) -> None:
        self._columns: list[Any] = []
        """By chunk: seconds, and tokens of prompt, completion and reasoning."""
        self._number = 0
        """Number of requests read."""

    def numbers(self, columns: Sequence[Sequence[Any]]) -> Any:
        """Numbers of the requests; None where an answer's request is not in the same row."""
        import numpy

        own, *other_columns = columns
        if not all(own):
            return None
        before, self._number = self._number, self._number + len(own)
        self._columns.append([numpy.array(column, dtype=float) for column in other_columns])
        return numpy.arange(before, self._number)

    def columns(self) -> Sequence[Any]:
        """For each request: seconds, and tokens of prompt, completion and reasoning; nan where not
        recorded."""
        return _joined(self._columns)


class _Calls:
    """Reads requests, numbered from 0. They were written in the order of their answers, so both are
    read in parallel; where the order differs, all of their ids are stored in memory."""

    select_list = "call"
    join = ""

    def __init__(self, db: Database, end: End) -> None:
        self._db = db
        self._last_row = end.last_row_id
        self._rows = chain.from_iterable(
            chunks(db, f"SELECT id, {_CALLS}", NO_END.last_row_id, end.last_row_id)
        )
        self._last_request = b""
        self._columns: list[Any] = []
        """By chunk: seconds, and tokens of prompt, completion and reasoning."""
        self._number = 0
        """Number of requests read."""
        self._every: dict[bytes, int] | None = None

    def numbers(self, columns: Sequence[Sequence[bytes]]) -> Any:
        """The number of each request; `NO_REQUEST` where it is missing."""
        import numpy

        (calls,) = columns
        if self._every is None:
            distinct = list(dict.fromkeys(calls))
            again = distinct[:1] == [self._last_request]
            before = self._number - again
            if self._read(len(distinct) - again) == distinct[again:]:
                self._last_request = distinct[-1]
                if len(distinct) == len(calls):
                    return numpy.arange(before, before + len(calls))
                numbers = {call: before + place for place, call in enumerate(distinct)}
                return numpy.array(list(map(numbers.__getitem__, calls)))
            sql = "SELECT id FROM call WHERE rowid <= ? ORDER BY rowid"
            rows = select(self._db, sql, self._last_row)
            self._every = {row[0]: number for number, row in enumerate(rows)}
        return numpy.fromiter(
            map(self._every.get, calls, repeat(NO_REQUEST)), numpy.int64, len(calls)
        )

    def columns(self) -> Sequence[Any]:
        """See `_OwnCalls.columns`."""
        self._read(None)
        return _joined(self._columns)

    def _read(self, number: int | None) -> list[bytes]:
        """Read the next `number` requests, or all the rest, and return their ids."""
        import numpy

        rows = list(islice(self._rows, number))
        if not rows:
            return []
        ids, *columns = zip(*rows, strict=True)
        self._columns.append([numpy.array(column, dtype=float) for column in columns])
        self._number += len(rows)
        return list(ids)


class _AddedRequests:
    """Reads the requests of answers added to cached ones: new requests are read and numbered after
    the others; the place of an earlier one is computed from its row."""

    select_list = "call.rowid"
    join = "LEFT JOIN call ON call.id = response.call"

    def __init__(self, db: Database, earlier_end: End, end: End) -> None:
        import numpy

        self._earlier_end, self._end = earlier_end, end
        self._places: dict[int | None, int] = {None: NO_REQUEST}
        """By row id."""
        self._columns: list[Any] = []
        for rows in chunks(db, f"SELECT rowid, {_CALLS}", earlier_end.last_row_id, end.last_row_id):
            numbers, *columns = zip(*rows, strict=True)
            first = earlier_end.rows + len(self._places) - 1
            self._places.update(zip(numbers, range(first, first + len(rows)), strict=True))
            self._columns.append([numpy.array(column, dtype=float) for column in columns])

    def numbers(self, columns: Sequence[Sequence[int | None]]) -> Any:
        """Numbers of the requests; None where one was added after the end."""
        import numpy

        (rows,) = columns
        if any(row is not None and row > self._end.last_row_id for row in rows):
            return None
        places = (
            row - 1
            if row is not None and row <= self._earlier_end.last_row_id
            else self._places[row]
            for row in rows
        )
        return numpy.fromiter(places, numpy.int64, len(rows))

    def columns(self) -> Sequence[Any]:
        """See `_OwnCalls.columns`; only the new ones."""
        return _joined(self._columns)


def _joined(chunks: Sequence[Sequence[Any]]) -> Sequence[Any]:
    """The concatenated columns of all chunks."""
    import numpy

    if not chunks:
        return [numpy.zeros(0)] * len(_REQUEST_COLUMNS)
    return [numpy.concatenate(column) for column in zip(*chunks, strict=True)]


_CALLS = f"{', '.join(_REQUEST_COLUMNS)} FROM call WHERE rowid > ? AND rowid <= ? ORDER BY rowid"


class _Numbered(dict[Any, int]):
    """Numbers keys in the order of their first appearance."""

    def __missing__(self, key: Any) -> int:
        number = self[key] = len(self)
        return number

    def of(self, keys: Sequence[Any]) -> Any:
        """Their numbers."""
        import numpy

        return numpy.fromiter(map(self.__getitem__, keys), numpy.int64, len(keys))


def _numbered(keys: Iterable[Any]) -> _Numbered:
    """A numbering that begins with these keys."""
    return _Numbered({key: number for number, key in enumerate(keys)})
