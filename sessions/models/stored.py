"""What is stored of models' answers, read once: for each run, the text that counts in every place.

Owns which of several answers to one question counts (the last one; of failures only where no answer
came), and how long each took. The rows become columns of numbers as they are read, some thousand at
a time, and are worked on as such. What the texts mean is `answer_sheets`'.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice, pairwise, repeat
from typing import Any, Final

from sessions.database import Database
from sessions.models.responses import chunks, select
from study.answer_sheets import Asked

FAILED: Final = "failed"
UNREADABLE: Final = "unreadable"
"""The texts that stand for no answer."""
NOTHING: Final = -1
"""Stands where a mutant was not asked."""
Line = tuple[str | None, ...]
"""The texts of all mutants of a question, from mutant 0 on; None where it was not asked."""
Seconds = dict[str, list[float]]
"""By content hash of the item, in seconds from sending to the end of the response."""

_UNKNOWN, _LEFT_OUT = -1, -2


@dataclass(slots=True)
class Usage:
    """What the requests of a run took, as their endpoint told it."""

    requests: int = 0
    """Those that brought a response, readable or not."""
    told: int = 0
    """Of these, those whose tokens are recorded."""
    prompt: int = 0
    """Tokens; so are the others."""
    completion: int = 0
    reasoning: int = 0
    """Part of the completion's, where the endpoint tells it."""


@dataclass(frozen=True)
class Stored:
    """The answers of some runs."""

    texts: Sequence[str]
    """Each once; an answer is its JSON."""
    places: Any
    """Runs × questions × mutants: the number of the text among `texts`, or `NOTHING`. Runs and
    questions stand in the order in which they were asked for; every question has as many mutants
    as the one with most of them."""
    superseded: Mapping[bytes, int]
    """By id of the series, as all that follow: answers that do not count, because the same was
    answered again."""
    times: Mapping[bytes, Seconds]
    usage: Mapping[bytes, Usage]
    """Over all requests of a run, also about items that nobody asked for here; with times."""
    unknown: int
    """Answers to questions that are not known, or to mutants they do not have."""

    def line(self, codes: Iterable[int]) -> Line:
        """The texts of a question's mutants."""
        return tuple([None if code == NOTHING else self.texts[code] for code in codes])


def stored(
    db: Database, series: Iterable[bytes], asked: Mapping[bytes, Asked | None], *, timed: bool
) -> Stored:
    """The answers of these series to these targets, of which None are not known; with `timed` how
    long they took and how many tokens, too."""
    reading = _Reading(series, asked)
    calls = _Calls(db) if timed else None
    call = "call" if timed else "NULL"
    for rows in chunks(
        db,
        f"SELECT series, target, mutant, coalesce(answer, status), {call} FROM response"
        " ORDER BY rowid",
    ):
        reading.take(rows, calls)
    return reading.done(calls)


class _Reading:
    """Rows as they come, as columns of numbers."""

    def __init__(self, series: Iterable[bytes], asked: Mapping[bytes, Asked | None]) -> None:
        self._runs = {run: number for number, run in enumerate(series)}
        known = {target: part for target, part in asked.items() if part is not None}
        self._width = max((len(part.part.options) or 1 for part in known.values()), default=1)
        questions = {target: number for number, target in enumerate(known)}
        self._questions = {target: questions.get(target, _UNKNOWN) for target in asked}
        self._items = [part.item_hash for part in known.values()]
        self._texts = _Numbered({FAILED: 0})
        self._columns: list[tuple[Any, ...]] = []
        """Of each chunk: run, question, mutant, text and request."""

    def take(self, rows: list[tuple[Any, ...]], calls: "_Calls | None") -> None:
        """Take in answers in the order in which they came."""
        import numpy

        n = len(rows)
        series, targets, mutants, texts, requests = zip(*rows, strict=True)
        self._columns.append(
            (
                numpy.fromiter(map(self._runs.get, series, repeat(_LEFT_OUT)), numpy.int32, n),
                numpy.fromiter(
                    map(self._questions.get, targets, repeat(_LEFT_OUT)), numpy.int32, n
                ),
                numpy.array(mutants, dtype=numpy.int64),
                numpy.fromiter(map(self._texts.__getitem__, texts), numpy.int32, n),
                numpy.full(n, NOTHING) if calls is None else calls.numbers(requests),
            )
        )

    def done(self, calls: "_Calls | None") -> Stored:
        """All that was taken in."""
        import numpy

        empty: tuple[Any, ...] = tuple(numpy.zeros(0, dtype=numpy.int64) for _ in range(5))
        run, question, mutant, text, request = map(
            numpy.concatenate, zip(*(self._columns or [empty]), strict=True)
        )
        wanted = (run >= 0) & (question != _LEFT_OUT)
        known = wanted & (question >= 0) & (mutant >= 0) & (mutant < self._width)
        came = text != self._texts[FAILED]
        size = len(self._runs), len(self._items), self._width
        cell = (run * numpy.int64(size[1]) + question) * size[2] + mutant
        last: Any = numpy.full(size[0] * size[1] * size[2], NOTHING, dtype=numpy.int64)
        answers = numpy.flatnonzero(known & came)
        numpy.maximum.at(last, cell[answers], answers)
        places = numpy.where(last == NOTHING, NOTHING, text[last] if len(text) else NOTHING)
        given = numpy.bincount(run[answers], minlength=size[0])
        superseded = given - (last.reshape(size) != NOTHING).sum(axis=(1, 2))
        # A request that got no response counts where no answer came either.
        failed = cell[known & ~came]
        places[failed[places[failed] == NOTHING]] = self._texts[FAILED]
        times: Mapping[bytes, Seconds] = {key: {} for key in self._runs}
        usage: Mapping[bytes, Usage] = {key: Usage() for key in self._runs}
        if calls is not None:
            called = calls.columns()
            mine = numpy.flatnonzero((run >= 0) & came & (request != NOTHING))
            times = self._times(run[mine], question[mine], request[mine], called[0])
            usage = self._usage(run[mine], request[mine], called[1:])
        return Stored(
            list(self._texts),
            places.astype(numpy.int32).reshape(size),
            dict(zip(self._runs, superseded.tolist(), strict=True)),
            times,
            usage,
            int((wanted & ~known).sum()),
        )

    def _times(self, run: Any, question: Any, request: Any, taken: Any) -> Mapping[bytes, Seconds]:
        """The parts of an item that one request answered took its time together."""
        import numpy

        names = list(dict.fromkeys(self._items))
        numbers = {name: number for number, name in enumerate(names)}
        items: Any = numpy.array([numbers[key] for key in self._items], dtype=numpy.int64)
        those = numpy.flatnonzero((question >= 0) & ~numpy.isnan(taken[request]))
        if not len(those):
            return {key: {} for key in self._runs}
        item, request = items[question[those]], request[those]
        cell = run[those] * numpy.int64(len(names)) + item
        once = _firsts(request, cell)
        cell, seconds = cell[once], taken[request[once]]
        order = numpy.argsort(cell, kind="stable")
        starts = numpy.flatnonzero(numpy.diff(cell[order], prepend=NOTHING))
        ends: Any = numpy.append(starts[1:], len(order))
        runs, numbered = numpy.divmod(cell[order[starts]], len(names))
        # The items of a run stand in the order of their first responses.
        ranked = numpy.lexsort((order[starts], runs))
        keys = [names[number] for number in numbered[ranked].tolist()]
        listed = seconds[order].tolist()
        slices = zip(starts[ranked].tolist(), ends[ranked].tolist(), strict=True)
        values = [listed[start:end] for start, end in slices]
        runs = runs[ranked]
        bounds: Any = numpy.searchsorted(runs, numpy.arange(len(self._runs) + 1))
        return {
            key: dict(zip(keys[start:end], values[start:end], strict=True))
            for key, (start, end) in zip(self._runs, pairwise(bounds.tolist()), strict=True)
        }

    def _usage(self, run: Any, request: Any, tokens: Sequence[Any]) -> Mapping[bytes, Usage]:
        """Every request once, whatever it was about."""
        import numpy

        once = _firsts(request, 0)
        run, request = run[once], request[once]
        counts = [numpy.bincount(run, minlength=len(self._runs))]
        counts.append(
            numpy.bincount(run[~numpy.isnan(tokens[0][request])], minlength=len(self._runs))
        )
        for column in tokens:
            weights = numpy.nan_to_num(column[request])
            counts.append(numpy.bincount(run, weights, minlength=len(self._runs)).astype(int))
        rows = zip(*(count.tolist() for count in counts), strict=True)
        return {key: Usage(*row) for key, row in zip(self._runs, rows, strict=True)}


def _firsts(request: Any, cell: Any) -> Any:
    """The places, in order, where a request stands with a cell for the first time."""
    import numpy

    if (numpy.diff(request) > 0).all():
        return numpy.arange(len(request))
    both = cell * (request.max() + 1) + request
    return numpy.sort(numpy.unique(both, return_index=True)[1])


class _Calls:
    """The requests, numbered from 0. They were written in the order of their answers, so both are
    read side by side; where the order is another, all of their ids are remembered."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._rows = chain.from_iterable(chunks(db, f"{_CALLS} ORDER BY rowid"))
        self._last = b""
        self._columns: list[Any] = []
        """Of each chunk: seconds, and tokens of prompt, completion and reasoning."""
        self._number = 0
        """How many were read."""
        self._every: dict[bytes, int] | None = None

    def numbers(self, calls: Sequence[bytes]) -> Any:
        """The number of each of them; `NOTHING` where it is not there."""
        import numpy

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
        """What each took: seconds, and tokens of prompt, completion and reasoning; nan where that
        is not recorded."""
        import numpy

        if self._every is not None:
            self._read(None)
        if not self._columns:
            return [numpy.zeros(0)] * 4
        return [numpy.concatenate(column) for column in zip(*self._columns, strict=True)]

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


_CALLS = "SELECT id, seconds, prompt_tokens, completion_tokens, reasoning_tokens FROM call"


class _Numbered(dict[str, int]):
    """Texts to their numbers, in the order in which they came."""

    def __missing__(self, text: str) -> int:
        number = self[text] = len(self)
        return number
