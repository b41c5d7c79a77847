"""Models' stored answers, read once: for each run, the text that counts in every place.

Owns which of several answers to one question counts (the last one; failures only where no answer
came), and how long each took, computed over columns of numbers (`columns`). `answer_sheets`
interprets the texts.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from sessions.models.columns import NO_REQUEST, Columns, columns
from sessions.models.responses import Series, select
from sessions.storage.database import Database
from study.scores.answer_sheets import AskedPart
from study.statistics.times import Times

Line = tuple[str | None, ...]
"""The texts of all mutants of a question, from mutant 0 on; None where it was not asked."""
Seconds = Mapping[str, Sequence[float]]
"""By content hash of the item, in seconds from sending to the end of the response."""

_UNKNOWN, _LEFT_OUT = -1, -2


@dataclass(slots=True)
class Usage:
    """What the requests of a run used, as their endpoint reported it."""

    requests: int = 0
    """Requests with a response, readable or not."""
    with_tokens: int = 0
    """Those of them whose tokens are recorded."""
    prompt: int = 0
    """Tokens; likewise the other fields."""
    completion: int = 0
    reasoning: int | None = None
    """Part of the completion; None where the endpoint reported it for no request."""


@dataclass(frozen=True)
class StoredAnswers:
    """The answers of some runs."""

    texts: Sequence[str]
    """Distinct texts; an answer is its JSON."""
    places: Any
    """Runs × questions × mutants: the number of the text among `texts`, or `NO_REQUEST` where a
    mutant was not asked. Runs and questions are in the requested order; every question has as many
    mutants as the one with the most."""
    superseded: Mapping[bytes, int]
    """By id of the series, like all fields below: answers that do not count, because the same was
    answered again."""
    times: Mapping[bytes, Seconds]
    usage: Mapping[bytes, Usage]
    """Over all requests of a run, including those about other items; requires `timed`."""
    unknown: int
    """Answers to unknown questions, or to mutants they do not have."""

    def line(self, codes: Iterable[int]) -> Line:
        """The texts of a question's mutants."""
        return tuple([None if code == NO_REQUEST else self.texts[code] for code in codes])


def stored(
    db: Database, series: Iterable[bytes], parts: Mapping[bytes, AskedPart | None], *, timed: bool
) -> StoredAnswers:
    """The answers of these series to these targets, where None marks unknown ones; with `timed`,
    also response times and numbers of tokens."""
    return _Reading(series, parts).of(columns(db, timed=timed), timed=timed)


def usage_over(db: Database, items: Container[str]) -> Mapping[Series, Usage]:
    """Usage of the requests about some items, given by content hash; by run."""
    import numpy

    runs = {
        row[0]: Series(*row[1:]) for row in select(db, "SELECT id, model, setting, run FROM series")
    }
    about = {row[0] for row in select(db, "SELECT id, item_hash FROM target") if row[1] in items}
    recorded = columns(db, timed=True)
    is_about: Any = numpy.array([target in about for target in recorded.targets], dtype=bool)
    chosen = numpy.flatnonzero(
        is_about[recorded.question] & (recorded.text != 0) & (recorded.request != NO_REQUEST)
    )
    reading = _Reading(recorded.series, {})
    used = reading.usage(
        recorded.run[chosen], recorded.request[chosen], recorded.request_columns[1:]
    )
    return {runs[key]: usage for key, usage in used.items()}


class _Reading:
    """Selects what is requested from all answers."""

    def __init__(self, series: Iterable[bytes], parts: Mapping[bytes, AskedPart | None]) -> None:
        self._runs = {run: number for number, run in enumerate(series)}
        known_parts = {target: part for target, part in parts.items() if part is not None}
        self._width = max((len(part.part.options) or 1 for part in known_parts.values()), default=1)
        questions = {target: number for number, target in enumerate(known_parts)}
        self._questions = {target: questions.get(target, _UNKNOWN) for target in parts}
        self._items = [part.item_hash for part in known_parts.values()]

    def of(self, columns: Columns, *, timed: bool) -> StoredAnswers:
        """Select it from the columns."""
        import numpy

        run = _numbers(self._runs, columns.series)[columns.run]
        question = _numbers(self._questions, columns.targets)[columns.question]
        mutant, text, request = columns.mutant, columns.text, columns.request
        requested = (run >= 0) & (question != _LEFT_OUT)
        countable = requested & (question >= 0) & (mutant >= 0) & (mutant < self._width)
        came = text != 0
        size = len(self._runs), len(self._items), self._width
        cells = size[0] * size[1] * size[2]
        cell = (run.astype(_enough(cells), copy=False) * size[1] + question) * size[2] + mutant
        last: Any = numpy.full(cells, NO_REQUEST, dtype=_enough(len(text)))
        answers = _where(countable & came)
        # If several numbers are assigned to one place, the last one remains.
        last[cell[answers]] = numpy.arange(len(text), dtype=last.dtype)[answers]
        places: Any = numpy.full(cells, NO_REQUEST, dtype=numpy.int32)
        filled = _where(last != NO_REQUEST)
        places[filled] = text[last[filled]]
        answered = numpy.bincount(run[answers], minlength=size[0])
        superseded = answered - (last.reshape(size) != NO_REQUEST).sum(axis=(1, 2))
        # A request without a response counts where no answer came either.
        failed = cell[countable & ~came]
        places[failed[places[failed] == NO_REQUEST]] = 0
        times: Mapping[bytes, Seconds] = {key: {} for key in self._runs}
        usage: Mapping[bytes, Usage] = {key: Usage() for key in self._runs}
        if timed:
            chosen = _where((run >= 0) & came & (request != NO_REQUEST))
            times = self._times(
                run[chosen], question[chosen], request[chosen], columns.request_columns[0]
            )
            usage = self.usage(run[chosen], request[chosen], columns.request_columns[1:])
        return StoredAnswers(
            columns.texts,
            places.reshape(size),
            dict(zip(self._runs, superseded.tolist(), strict=True)),
            times,
            usage,
            int((requested & ~countable).sum()),
        )

    def _times(
        self, run: Any, question: Any, request: Any, request_seconds: Any
    ) -> Mapping[bytes, Seconds]:
        """The parts of an item that one request answered share its time."""
        import numpy

        names = list(dict.fromkeys(self._items))
        numbers = {name: number for number, name in enumerate(names)}
        items: Any = numpy.array([numbers[key] for key in self._items], dtype=numpy.int32)
        timed = (question >= 0) & ~numpy.isnan(request_seconds[request])
        if not timed.any():
            return {key: {} for key in self._runs}
        timed_places = _where(timed)
        item, request = items[question[timed_places]], request[timed_places]
        cells = _enough(len(self._runs) * len(names))
        cell = run[timed_places].astype(cells, copy=False) * len(names) + item
        once = _firsts(request, cell)
        cell, seconds = cell[once], request_seconds[request[once]].astype(float, copy=False)
        order = numpy.argsort(cell, kind="stable")
        starts = numpy.flatnonzero(numpy.diff(cell[order], prepend=NO_REQUEST))
        ends: Any = numpy.append(starts[1:], len(order))
        runs, numbered = numpy.divmod(cell[order[starts]], len(names))
        # The items of a run are in the order of their first responses.
        ranked = numpy.lexsort((order[starts], runs))
        starts, sizes, runs = starts[ranked], (ends - starts)[ranked], runs[ranked]
        numbered = numbered[ranked]
        before = numpy.cumsum(sizes) - sizes
        values = seconds[order][numpy.repeat(starts - before, sizes) + numpy.arange(len(order))]
        bounds: Any = numpy.searchsorted(runs, numpy.arange(len(self._runs) + 1))
        outcome: dict[bytes, Seconds] = {}
        keys: list[str] = []
        last: Any = None
        for key, (start, end) in zip(self._runs, pairwise(bounds.tolist()), strict=True):
            items, number = numbered[start:end], sizes[start:end]
            if last is None or not numpy.array_equal(items, last):  # usually those of the last run
                last, keys = items, [names[item] for item in items.tolist()]
            first = int(before[start]) if end > start else 0
            outcome[key] = Times(keys, number, values[first : first + int(number.sum())])
        return outcome

    def usage(self, run: Any, request: Any, tokens: Sequence[Any]) -> Mapping[bytes, Usage]:
        """Usage by run; each request counts once, however many questions it was about."""
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
        reasoned = numpy.bincount(
            run[~numpy.isnan(tokens[2][request])], minlength=len(self._runs)
        ).tolist()
        rows = zip(*(count.tolist() for count in counts), reasoned, strict=True)
        return {
            key: Usage(requests, counted, prompt, completion, thought if with_reasoning else None)
            for key, (requests, counted, prompt, completion, thought, with_reasoning) in zip(
                self._runs, rows, strict=True
            )
        }


def _numbers(numbers: Mapping[bytes, int], keys: Sequence[bytes]) -> Any:
    """The numbers of these ids, as an array."""
    import numpy

    return numpy.array([numbers.get(key, _LEFT_OUT) for key in keys], dtype=numpy.int32)


def _enough(number: int) -> Any:
    """An integer type that holds this number."""
    import numpy

    return numpy.int32 if number <= numpy.iinfo(numpy.int32).max else numpy.int64


def _where(mask: Any) -> Any:
    """The places where the mask is true; a slice if all are, which avoids copying."""
    import numpy

    return slice(None) if mask.all() else numpy.flatnonzero(mask)


def _firsts(request: Any, cell: Any) -> Any:
    """The places, in order, of the first occurrence of each pair of request and cell; a slice if
    all are first, which avoids copying."""
    import numpy

    if (request[1:] > request[:-1]).all():
        return slice(None)
    both = cell * (numpy.int64(request.max()) + 1) + request
    return numpy.sort(numpy.unique(both, return_index=True)[1])
