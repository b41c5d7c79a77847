"""Models' answers as columns of numbers: read out of their rows some thousand at a time, or, in a
large database, once only, and kept.

Owns the columns and their form as bytes. What counts of them is `stored_answers`'.
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
"""The texts that stand for no answer."""
NOTHING: Final = -1
"""Stands where there is no request of an answer."""
OWNER = "models' answers, as columns"
"""The name under which they are kept."""
TABLES: Final = ("response", "call")
"""Where answers and their requests are stored."""
MANY = 32
"""The kept columns are kept anew once more than one in so many of their rows was added."""
_NUMBERS = ("run", "question", "mutant", "text", "request")
_CALLED = ("seconds", "prompt_tokens", "completion_tokens", "reasoning_tokens")


@dataclass(frozen=True)
class Columns:
    """All answers in the order in which they came; each column is an array of numbers, whole ones
    with a sign and 32 bits where they fit: memory that is not asked for need not be cleared."""

    series: Sequence[bytes]
    targets: Sequence[bytes]
    """Ids, each once."""
    texts: Sequence[str]
    """Each once; an answer is its JSON. The first is `FAILED`."""
    run: Any
    """Of each answer, the place of its series, target and text in these lists; and its mutant."""
    question: Any
    mutant: Any
    text: Any
    request: Any
    """The place of its request among the called; `NOTHING` where requests were not read."""
    called: Sequence[Any]
    """Of each request: seconds, and tokens of prompt, completion and reasoning; nan where that is
    not recorded."""


class End(NamedTuple):
    """Where a table ends to which rows are only added."""

    rows: int
    last: int
    """The number of its last row; `LEAST` where it has none."""
    id: str
    """That row's, in hexadecimal digits."""


LEAST: Final = -(1 << 63)
"""Before every row."""
NO_END: Final = End(0, LEAST, "")


def columns(db: Database, *, timed: bool) -> Columns:
    """The columns; without `timed` they may be without requests."""
    now = source(db)
    before = kept_source(db, now)
    whole = None if before is None else _kept_columns(db, before, now)
    of_all = before == now or (before is not None and not _many(before, now))
    if whole is None:
        whole, of_all = read(db, timed=timed, until=now), False
    if timed and not of_all and derived_data.large(db, "response"):
        derived_data.keep(db, {OWNER: (now, packed(whole))})
    return whole


def keep_up(db: Database) -> None:
    """Keep the columns of a large database if many answers were added since they were kept, so
    that the next report need not read them."""
    if not derived_data.large(db, "response"):
        return
    now = source(db)
    before = kept_source(db, now)
    if before is None or (before != now and _many(before, now)):
        columns(db, timed=True)


def source(db: Database) -> bytes:
    """What they are derived from: it tells them and their requests, to which rows are only added,
    from fewer or more of them."""
    return db.once(_source)


def expect_source(db: Database, make_source: Callable[[], bytes | None]) -> None:
    """Another process finds out what `source` gives of the database as it is now."""
    db.expect(_source, make_source)


def _source(db: Database) -> bytes:
    ends: list[End] = []
    for table in TABLES:
        ((rows, last),) = db.tuples(f"SELECT count(*), coalesce(max(rowid), {LEAST}) FROM {table}")
        ids = db.tuples(f"SELECT hex(id) FROM {table} WHERE rowid = ?", last)
        ends.append(End(rows, last, ids[0][0] if ids else ""))
    return json.dumps(ends).encode()


def ends(source: bytes) -> tuple[End, End]:
    """Where answers and requests end, from what `source` gave."""
    answers, requests = json.loads(source)
    return End(*answers), End(*requests)


def kept_source(db: Database, now: bytes) -> bytes | None:
    """What the kept columns were derived from, where that is the first rows of what there is `now`;
    else None. They are the first ones where there are as many of them as there were, and the last
    of them is the same."""
    before = derived_data.source_of(db, OWNER)
    if before is None or before == now:
        return before
    try:
        pairs = list(zip(TABLES, ends(before), ends(now), strict=True))
    except (ValueError, TypeError):
        return None
    return before if all(_grown(db, *pair) for pair in pairs) else None


def _grown(db: Database, table: str, before: End, now: End) -> bool:
    if before == now:
        return True
    sql = f"SELECT count(*) FROM {table} WHERE rowid > ? AND rowid <= ?"
    ((added,),) = db.tuples(sql, before.last, now.last)
    ids = db.tuples(f"SELECT hex(id) FROM {table} WHERE rowid = ?", before.last)
    same = ids == [(before.id,)] if before.rows else not ids
    return same and now.rows - int(added) == before.rows


def _many(before: bytes, now: bytes) -> bool:
    """Whether so much was added that reading it each time takes longer than keeping it."""
    pairs = zip(ends(before), ends(now), strict=True)
    return any((new.rows - old.rows) * MANY > old.rows for old, new in pairs)


def _kept_columns(db: Database, before: bytes, now: bytes) -> Columns | None:
    """The kept columns with what was added since, which alone is read; None where they cannot be
    read, or are of fewer rows than they were added."""
    body = derived_data.body_of(db, OWNER, before)
    whole = None if body is None else unpacked(body)
    if whole is None or before == now:
        return whole
    answers, requests = ends(before)
    all_answers, all_requests = ends(now)
    if all_answers.rows > 2 * answers.rows:
        return None
    rows_complete = len(whole.text) == answers.rows and len(whole.called[0]) == requests.rows
    # The places of requests follow from their rows, and an answer had its request.
    ((lowest,),) = db.tuples("SELECT coalesce(min(rowid), 1) FROM call")
    in_rows = lowest == 1 and requests.rows == requests.last
    if not rows_complete or not in_rows or (whole.request == NOTHING).any():
        return None
    return _read(db, _AddedRequests(db, requests, all_requests), (answers, all_answers), whole)


def read(db: Database, *, timed: bool, until: bytes | None = None) -> Columns:
    """Read the columns row by row, as far as `source` told; with `timed`, the requests too."""
    answers, requests = ends(source(db) if until is None else until)
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
    first: Columns | None = None,
) -> Columns | None:
    """Read the rows after one end up to another, with the requests as these are read, and put them
    after the `first` ones; None where that does not do."""
    import numpy

    texts = _Numbered({FAILED: 0}) if first is None else _numbered(first.texts)
    series, targets = (
        _numbered(ids) for ids in (((), ()) if first is None else (first.series, first.targets))
    )
    parts: list[tuple[Any, ...]] = [tuple(numpy.zeros(0, dtype=numpy.int64) for _ in _NUMBERS)]
    for rows in chunks(
        db,
        f"SELECT series, target, mutant, coalesce(answer, status), {requests.select_list}"
        f" FROM response {requests.join} WHERE response.rowid > ? AND response.rowid <= ?"
        " ORDER BY response.rowid",
        bounds[0].last,
        bounds[1].last,
    ):
        runs, questions, mutants, answers, *more = zip(*rows, strict=True)
        numbers = requests.numbers(more)
        if numbers is None:
            return None
        mutant: Any = numpy.array(mutants, dtype=numpy.int64)
        parts.append((series.of(runs), targets.of(questions), mutant, texts.of(answers), numbers))
    if first is None:
        columns, called = list(map(numpy.concatenate, zip(*parts, strict=True))), requests.columns()
    else:
        new = map(_narrow, map(numpy.concatenate, zip(*parts, strict=True)))
        before = [getattr(first, name) for name in _NUMBERS]
        columns = [numpy.concatenate(pair) for pair in zip(before, new, strict=True)]
        called = _joined([first.called, requests.columns()])
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
    arrays |= dict(zip(_CALLED, map(_narrow, columns.called), strict=True))
    out = BytesIO()
    numpy.savez(out, names=numpy.frombuffer(names, dtype=numpy.uint8), **arrays)
    return out.getvalue()


def unpacked(body: bytes) -> Columns | None:
    """The columns out of these bytes; None where they hold none."""
    import numpy

    try:
        with numpy.load(BytesIO(body), allow_pickle=False) as arrays:
            series, targets, texts = json.loads(arrays["names"].tobytes())
            return Columns(
                [bytes.fromhex(key) for key in series],
                [bytes.fromhex(key) for key in targets],
                texts,
                **{name: _checked(arrays[name], "iu", numpy.int32) for name in _NUMBERS},
                called=[_checked(arrays[name], "f", numpy.float32) for name in _CALLED],
            )
    except (BadZipFile, ValueError, LookupError, TypeError, OSError, EOFError):
        return None


def _checked(column: Any, kinds: str, least: Any) -> Any:
    """The same numbers in a type that holds them and all of another. Raises TypeError where they
    are of none of these kinds."""
    import numpy

    if column.dtype.kind not in kinds:
        raise TypeError(f"{column.dtype}: expected numbers of one of the kinds {kinds}")
    wide = numpy.promote_types(column.dtype, least)
    return column.astype(wide if wide.kind in kinds else numpy.int64, copy=False)


def _narrow(column: Any) -> Any:
    """The same numbers in as few bytes as hold them."""
    import numpy

    if column.dtype.kind == "f":
        single = column.astype(numpy.float32)
        return single if numpy.array_equal(single, column, equal_nan=True) else column
    ends = (int(column.min()), int(column.max())) if len(column) else (0, 0)
    return column.astype(numpy.result_type(*map(numpy.min_scalar_type, ends)))


class _Unread:
    """Requests that nobody wants."""

    select_list = "NULL"
    join = ""

    def numbers(self, columns: Sequence[Sequence[Any]]) -> Any:
        """`NOTHING` for each of the answers."""
        import numpy

        return numpy.full(len(columns[0]), NOTHING)

    def columns(self) -> Sequence[Any]:
        """None of what they took."""
        import numpy

        return [numpy.zeros(0)] * len(_CALLED)


class _OwnCalls:
    """Requests that stand in the same rows as the answers, of as many as there are, as where nobody
    asked again and every request was about one question: both tables are read as one."""

    select_list = f"call.id IS response.call, {', '.join(_CALLED)}"
    join = "LEFT JOIN call ON call.rowid = response.rowid"

    def __init__(self) -> None:
        self._columns: list[Any] = []
        """Of each chunk: seconds, and tokens of prompt, completion and reasoning."""
        self._number = 0
        """How many were read."""

    def numbers(self, columns: Sequence[Sequence[Any]]) -> Any:
        """Their numbers; None where an answer is not of the request in the same row."""
        import numpy

        own, *other_columns = columns
        if not all(own):
            return None
        before, self._number = self._number, self._number + len(own)
        self._columns.append([numpy.array(column, dtype=float) for column in other_columns])
        return numpy.arange(before, self._number)

    def columns(self) -> Sequence[Any]:
        """What each took: seconds, and tokens of prompt, completion and reasoning; nan where that
        is not recorded."""
        return _joined(self._columns)


class _Calls:
    """The requests, numbered from 0. They were written in the order of their answers, so both are
    read side by side; where the order is another, all of their ids are remembered."""

    select_list = "call"
    join = ""

    def __init__(self, db: Database, end: End) -> None:
        self._db = db
        self._last_row = end.last
        self._rows = chain.from_iterable(chunks(db, f"SELECT id, {_CALLS}", NO_END.last, end.last))
        self._last = b""
        self._columns: list[Any] = []
        """Of each chunk: seconds, and tokens of prompt, completion and reasoning."""
        self._number = 0
        """How many were read."""
        self._every: dict[bytes, int] | None = None

    def numbers(self, columns: Sequence[Sequence[bytes]]) -> Any:
        """The number of each of them; `NOTHING` where it is not there."""
        import numpy

        (calls,) = columns
        if self._every is None:
            distinct = list(dict.fromkeys(calls))
            again = distinct[:1] == [self._last]
            before = self._number - again
            if self._read(len(distinct) - again) == distinct[again:]:
                self._last = distinct[-1]
                if len(distinct) == len(calls):
                    return numpy.arange(before, before + len(calls))
                numbers = {call: before + place for place, call in enumerate(distinct)}
                return numpy.array(list(map(numbers.__getitem__, calls)))
            sql = "SELECT id FROM call WHERE rowid <= ? ORDER BY rowid"
            rows = select(self._db, sql, self._last_row)
            self._every = {row[0]: number for number, row in enumerate(rows)}
        return numpy.fromiter(map(self._every.get, calls, repeat(NOTHING)), numpy.int64, len(calls))

    def columns(self) -> Sequence[Any]:
        """As those of `_OwnCalls`."""
        self._read(None)
        return _joined(self._columns)

    def _read(self, number: int | None) -> list[bytes]:
        """Read so many more, or all; their ids."""
        import numpy

        rows = list(islice(self._rows, number))
        if not rows:
            return []
        ids, *columns = zip(*rows, strict=True)
        self._columns.append([numpy.array(column, dtype=float) for column in columns])
        self._number += len(rows)
        return list(ids)


class _AddedRequests:
    """The requests of answers that were added to some that are kept: further ones are read, and
    numbered after the others; the place of one that was there before follows from its row."""

    select_list = "call.rowid"
    join = "LEFT JOIN call ON call.id = response.call"

    def __init__(self, db: Database, before: End, end: End) -> None:
        import numpy

        self._before, self._end = before, end
        self._places: dict[int | None, int] = {None: NOTHING}
        """By their rows."""
        self._columns: list[Any] = []
        for rows in chunks(db, f"SELECT rowid, {_CALLS}", before.last, end.last):
            numbers, *columns = zip(*rows, strict=True)
            first = before.rows + len(self._places) - 1
            self._places.update(zip(numbers, range(first, first + len(rows)), strict=True))
            self._columns.append([numpy.array(column, dtype=float) for column in columns])

    def numbers(self, columns: Sequence[Sequence[int | None]]) -> Any:
        """Their numbers; None where one was added later still."""
        import numpy

        (rows,) = columns
        if any(row is not None and row > self._end.last for row in rows):
            return None
        places = (
            row - 1 if row is not None and row <= self._before.last else self._places[row]
            for row in rows
        )
        return numpy.fromiter(places, numpy.int64, len(rows))

    def columns(self) -> Sequence[Any]:
        """As those of `_OwnCalls`, of the further ones alone."""
        return _joined(self._columns)


def _joined(chunks: Sequence[Sequence[Any]]) -> Sequence[Any]:
    """The columns of all chunks."""
    import numpy

    if not chunks:
        return [numpy.zeros(0)] * len(_CALLED)
    return [numpy.concatenate(column) for column in zip(*chunks, strict=True)]


_CALLS = f"{', '.join(_CALLED)} FROM call WHERE rowid > ? AND rowid <= ? ORDER BY rowid"


class _Numbered(dict[Any, int]):
    """What was met to its number, in the order in which it came."""

    def __missing__(self, key: Any) -> int:
        number = self[key] = len(self)
        return number

    def of(self, keys: Sequence[Any]) -> Any:
        """Their numbers."""
        import numpy

        return numpy.fromiter(map(self.__getitem__, keys), numpy.int64, len(keys))


def _numbered(keys: Iterable[Any]) -> _Numbered:
    """Those that were met before, each once."""
    return _Numbered({key: number for number, key in enumerate(keys)})
