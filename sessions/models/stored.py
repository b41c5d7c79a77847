"""What is stored of models' answers, read once: for each run, the text that counts in every place.

Owns which of several answers to one question counts (the last one; of failures only where no answer
came), and how long each took. A million rows are taken some thousand at a time, column by column.
What the texts mean is `sheets`'.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, islice, repeat
from operator import add, itemgetter
from typing import Final

from sessions.database import Database
from sessions.models.responses import chunks, select
from study.answer_sheets import Asked

FAILED: Final = "failed"
UNREADABLE: Final = "unreadable"
"""The texts that stand for no answer."""
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
    """The answers of some runs; everything by id of the series."""

    width: int
    """Places a question has, one a mutant."""
    texts: Mapping[bytes, Mapping[int, str]]
    """By place: the question's number among those asked for, times the width, plus the mutant. An
    answer is its JSON."""
    superseded: Mapping[bytes, int]
    """Answers that do not count, because the same was answered again."""
    times: Mapping[bytes, Seconds]
    usage: Mapping[bytes, Usage]
    """Over all requests of a run, also about items that nobody asked for here; with times."""
    unknown: int
    """Answers to questions that are not known, or to mutants they do not have."""

    def lines(self, run: bytes, number: int) -> Iterator[Line]:
        """For each of so many questions in their order, the texts of all its mutants."""
        line: list[str | None] = [None] * (self.width * number)
        for place, text in self.texts[run].items():
            line[place] = text
        return zip(*[iter(line)] * self.width, strict=True)


def stored(
    db: Database, series: Iterable[bytes], asked: Mapping[bytes, Asked | None], *, timed: bool
) -> Stored:
    """The answers of these series to these targets, of which None are not known; with `timed` how
    long they took and how many tokens, too."""
    reading = _Reading(series, asked)
    made = _Calls(db) if timed else None
    for rows in chunks(
        db,
        "SELECT series, target, mutant, coalesce(answer, status), call FROM response"
        " ORDER BY rowid",
    ):
        reading.take(rows, made)
    return reading.done()


class _Reading:
    """Rows as they come, put in their places."""

    def __init__(self, series: Iterable[bytes], asked: Mapping[bytes, Asked | None]) -> None:
        known = [run for run in asked.values() if run is not None]
        self._width = max((len(run.part.options) or 1 for run in known), default=1)
        self._items = {key: run.item_hash for key, run in asked.items() if run is not None}
        starts = dict(
            zip(self._items, range(0, len(known) * self._width, self._width), strict=True)
        )
        self._starts = {key: starts.get(key, _UNKNOWN) for key in asked}
        self._texts: dict[bytes, dict[int, str]] = {run: {} for run in series}
        self._rows = dict.fromkeys(self._texts, 0)
        self._times = {run: defaultdict[str, list[float]](list) for run in self._texts}
        self._usage = {run: Usage() for run in self._texts}
        self._before: dict[bytes, tuple[bytes, str | None]] = {}
        self._failed: list[tuple[bytes, bytes, int]] = []
        self._unused: dict[bytes, _Call] = {}
        """Requests of which nothing but failures has come: another part may have been answered."""
        self._same = _Same()
        self._unknown = 0

    def take(self, rows: list[tuple[bytes, bytes, int, str, bytes]], made: "_Calls | None") -> None:
        """Take in answers in the order in which they came."""
        series, targets, mutants, texts, calls = zip(*rows, strict=True)
        seconds: Sequence[float | None] = (None,) * len(calls)
        new: Sequence[_Call] = ()
        if made is not None:
            known, new = made.of(calls)
            seconds = [None if call is None else call[1] for call in known]
        if len(set(series)) == 1 and FAILED not in texts:
            self._put(series[0], targets, mutants, texts)
            self._time(series[0], targets, calls, seconds)
            self._use(series[0], [*new, *self._used_now(calls)])
            return
        self._failed += [(run, target, k) for run, target, k, text, _ in rows if text == FAILED]
        came = [
            row for row in zip(*zip(*rows, strict=True), seconds, strict=True) if row[3] != FAILED
        ]
        came.sort(key=itemgetter(0))
        self._unused.update((call[0], call) for call in new)
        for run, these in groupby(came, itemgetter(0)):
            _, targets, mutants, texts, calls, seconds = zip(*these, strict=True)
            self._put(run, targets, mutants, texts)
            self._time(run, targets, calls, seconds)
            self._use(run, self._used_now(calls))

    def _used_now(self, calls: Iterable[bytes]) -> "list[_Call]":
        """Those of the unused requests that answered something now."""
        if not self._unused:
            return []
        return [self._unused.pop(call) for call in self._unused.keys() & set(calls)]

    def done(self) -> Stored:
        """All that was taken in."""
        superseded = {run: rows - len(self._texts[run]) for run, rows in self._rows.items()}
        for run, target, mutant in self._failed:
            self._fail(run, target, mutant)
        times = {run: dict(time) for run, time in self._times.items()}
        return Stored(self._width, self._texts, superseded, times, self._usage, self._unknown)

    def _put(
        self, run: bytes, targets: Sequence[bytes], mutants: Sequence[int], texts: Sequence[str]
    ) -> None:
        text = self._texts.get(run)
        if text is None:
            return
        starts = list(map(self._starts.get, targets, repeat(_LEFT_OUT)))
        if min(starts) < 0 or min(mutants) < 0 or max(mutants) >= self._width:
            wanted = [place for place, start in enumerate(starts) if start != _LEFT_OUT]
            known = [n for n in wanted if starts[n] >= 0 and 0 <= mutants[n] < self._width]
            self._unknown += len(wanted) - len(known)
            starts = [starts[n] for n in known]
            mutants = [mutants[n] for n in known]
            texts = [texts[n] for n in known]
        # The same few answers come again and again: one text for each is enough.
        places = map(add, starts, mutants)
        text.update(zip(places, map(self._same.__getitem__, texts), strict=True))
        self._rows[run] += len(starts)

    def _fail(self, run: bytes, target: bytes, mutant: int) -> None:
        """A request got no response, which counts where no answer came either."""
        start = self._starts.get(target, _LEFT_OUT)
        if run not in self._texts or start == _LEFT_OUT:
            return
        if start == _UNKNOWN or not 0 <= mutant < self._width:
            self._unknown += 1
            return
        self._texts[run].setdefault(start + mutant, FAILED)

    def _time(
        self,
        run: bytes,
        targets: Sequence[bytes],
        calls: Sequence[bytes],
        seconds: Sequence[float | None],
    ) -> None:
        seconds_of = self._times.get(run)
        if seconds_of is None:
            return
        items = map(self._items.get, targets)
        last_place = self._before.get(run)
        distinct = set(calls) if last_place is None else {*calls, last_place[0]}
        if len(distinct) == len(calls) + (last_place is not None):  # each answered one part
            item: str | None = None
            for item, taken in zip(items, seconds, strict=True):
                if taken is not None and item is not None:
                    seconds_of[item].append(taken)
            self._before[run] = calls[-1], item
            return
        places = list(zip(calls, items, strict=True))
        # The parts of an item that one call answered stand together, and took its time together.
        before = [last_place, *places[:-1]]
        self._before[run] = places[-1]
        for place, last, taken in zip(places, before, seconds, strict=True):
            if taken is not None and place != last and (item := place[1]) is not None:
                seconds_of[item].append(taken)

    def _use(self, run: bytes, calls: Sequence["_Call"]) -> None:
        """Count requests that have not been counted yet."""
        usage = self._usage.get(run)
        if usage is None or not calls:
            return
        _, _, prompts, completions, reasonings = zip(*calls, strict=True)
        usage.requests += len(calls)
        usage.told += len(calls) - prompts.count(None)
        usage.prompt += sum(filter(None, prompts))
        usage.completion += sum(filter(None, completions))
        usage.reasoning += sum(filter(None, reasonings))


_Call = tuple[bytes, float | None, int | None, int | None, int | None]
"""Id, seconds, and tokens of prompt, completion and reasoning."""


class _Calls:
    """What calls took. They were written in the order of their answers, so both are read side by
    side; where the order is another, all are remembered."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._rows: Iterator[_Call] = chain.from_iterable(chunks(db, f"{_CALLS} ORDER BY rowid"))
        self._last: dict[bytes, _Call] = {}
        self._number = 0
        """How many were read side by side."""
        self._every: dict[bytes, _Call] | None = None
        self._told: set[bytes] = set()
        """Where all are remembered: those that were new to somebody."""

    def of(self, calls: Sequence[bytes]) -> tuple[Sequence[_Call | None], Sequence[_Call]]:
        """Each of them, None where it is not there, and those that are new, once each."""
        distinct = dict.fromkeys(calls)
        if self._every is None:
            wanted = [call for call in distinct if call not in self._last]
            rows = list(islice(self._rows, len(wanted)))
            if [row[0] for row in rows] == wanted:
                if rows and len(wanted) == len(calls):  # each once, in the order of the answers
                    self._last = {rows[-1][0]: rows[-1]}
                    self._number += len(rows)
                    return rows, rows
                known = {row[0]: row for row in rows} | self._last
                self._last = {rows[-1][0]: rows[-1]} if rows else self._last
                self._number += len(rows)
                return list(map(known.__getitem__, calls)), rows
            self._every = {row[0]: row for row in select(self._db, _CALLS)}
            before = select(self._db, f"{_CALLS} ORDER BY rowid LIMIT ?", self._number)
            self._told = {row[0] for row in before}
        every = self._every
        new = [every[call] for call in distinct if call in every and call not in self._told]
        self._told.update(call[0] for call in new)
        return list(map(every.get, calls)), new


_CALLS = "SELECT id, seconds, prompt_tokens, completion_tokens, reasoning_tokens FROM call"


class _Same(dict[str, str]):
    """Texts to the first one that was the same."""

    def __missing__(self, text: str) -> str:
        self[text] = text
        return text
