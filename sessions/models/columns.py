"""Models' answers as columns of numbers: read out of their rows some thousand at a time, or, in a
large database, once only, and kept.

Owns the columns and their form as bytes. What counts of them is `stored`'s.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import chain, islice, repeat
from typing import Any, Final
from zipfile import BadZipFile

from sessions.models.responses import chunks, select
from sessions.storage import kept
from sessions.storage.database import Database

FAILED: Final = "failed"
UNREADABLE: Final = "unreadable"
"""The texts that stand for no answer."""
NOTHING: Final = -1
"""Stands where there is no request of an answer."""
OWNER = "models' answers, as columns"
"""The name under which they are kept."""
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


def columns(db: Database, *, timed: bool) -> Columns:
    """The columns; without `timed` they may be without requests."""
    now = source(db)
    body = kept.body_of(db, OWNER, now)
    whole = None if body is None else unpacked(body)
    if whole is None:
        whole = read(db, timed=timed)
        if timed and kept.large(db, "response"):
            kept.keep(db, {OWNER: (now, packed(whole))})
    return whole


def source(db: Database) -> bytes:
    """What they are derived from: it tells them and their requests, to which rows are only added,
    from fewer or more of them."""
    return db.once(_source)


def expect_source(db: Database, make_source: Callable[[], bytes | None]) -> None:
    """Another process finds out what `source` gives of the database as it is now."""
    db.expect(_source, make_source)


def _source(db: Database) -> bytes:
    counts: list[object] = []
    for table in ("response", "call"):
        counts += db.tuples(f"SELECT count(*), max(rowid) FROM {table}")
        counts += db.tuples(f"SELECT hex(id) FROM {table} ORDER BY rowid DESC LIMIT 1")
    return json.dumps(counts).encode()


def read(db: Database, *, timed: bool) -> Columns:
    """Read the columns row by row; with `timed`, the requests too."""
    if not timed:
        outcome = _read(db, _Unread())
    else:
        outcome = _read(db, _OwnCalls(db)) or _read(db, _Calls(db))
    assert outcome is not None
    return outcome


def _read(db: Database, requests: "_Unread | _OwnCalls | _Calls") -> Columns | None:
    """Read them with the requests as these are read; None where that does not do."""
    import numpy

    series, targets, texts = _Numbered(), _Numbered(), _Numbered({FAILED: 0})
    parts: list[tuple[Any, ...]] = [tuple(numpy.zeros(0, dtype=numpy.int64) for _ in _NUMBERS)]
    for rows in chunks(
        db,
        f"SELECT series, target, mutant, coalesce(answer, status), {requests.select_list}"
        f" FROM response {requests.join} ORDER BY response.rowid",
    ):
        runs, questions, mutants, answers, *more = zip(*rows, strict=True)
        numbers = requests.numbers(more)
        if numbers is None:
            return None
        mutant: Any = numpy.array(mutants, dtype=numpy.int64)
        parts.append((series.of(runs), targets.of(questions), mutant, texts.of(answers), numbers))
    run, question, mutant, text, request = map(numpy.concatenate, zip(*parts, strict=True))
    called = requests.columns()
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
    """Requests that are as many as the answers and stand in the same rows, as where nobody asked
    again and every request was about one question: both tables are read as one."""

    select_list = f"call.id IS response.call, {', '.join(_CALLED)}"
    join = "LEFT JOIN call ON call.rowid = response.rowid"

    def __init__(self, db: Database) -> None:
        counts = "SELECT (SELECT count(*) FROM response) = (SELECT count(*) FROM call)"
        self._as_many = bool(db.tuples(counts)[0][0])
        self._columns: list[Any] = []
        """Of each chunk: seconds, and tokens of prompt, completion and reasoning."""
        self._number = 0
        """How many were read."""

    def numbers(self, columns: Sequence[Sequence[Any]]) -> Any:
        """Their numbers; None where an answer is not of the request in the same row."""
        import numpy

        own, *taken = columns
        if not self._as_many or not all(own):
            return None
        before, self._number = self._number, self._number + len(own)
        self._columns.append([numpy.array(column, dtype=float) for column in taken])
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

    def __init__(self, db: Database) -> None:
        self._db = db
        self._rows = chain.from_iterable(chunks(db, f"{_CALLS} ORDER BY rowid"))
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
            rows = select(self._db, "SELECT id FROM call ORDER BY rowid")
            self._every = {row[0]: number for number, row in enumerate(rows)}
        return numpy.fromiter(map(self._every.get, calls, repeat(NOTHING)), numpy.int64, len(calls))

    def columns(self) -> Sequence[Any]:
        """As those of `_OwnCalls`."""
        if self._every is not None:
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


def _joined(chunks: Sequence[Sequence[Any]]) -> Sequence[Any]:
    """The columns of all chunks."""
    import numpy

    if not chunks:
        return [numpy.zeros(0)] * len(_CALLED)
    return [numpy.concatenate(column) for column in zip(*chunks, strict=True)]


_CALLS = f"SELECT id, {', '.join(_CALLED)} FROM call"


class _Numbered(dict[Any, int]):
    """What was met to its number, in the order in which it came."""

    def __missing__(self, key: Any) -> int:
        number = self[key] = len(self)
        return number

    def of(self, keys: Sequence[Any]) -> Any:
        """Their numbers."""
        import numpy

        return numpy.fromiter(map(self.__getitem__, keys), numpy.int64, len(keys))
