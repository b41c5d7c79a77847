"""Answer sheets built from the database: one for each run of each model.

Owns where each stored answer goes on a sheet, and which verdict on it counts. `stored_answers`
decides which answers count.
"""

import gc
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from pydantic import ValidationError

from items.answers import ChoiceAnswer, TruthAnswer
from items.models import Item
from sessions.models import judgements
from sessions.models.columns import FAILED, NO_REQUEST, UNREADABLE
from sessions.models.judgements import Judgement
from sessions.models.responses import Series, parsed, select
from sessions.models.stored_answers import Line, Seconds, StoredAnswers, Usage, stored
from sessions.record import snapshots
from sessions.record.grades import ruling
from sessions.storage.database import Database
from study.scores.answer_sheets import AnswerSheet, AskedPart, Status, Tallies, TruthRow, asked_of
from study.scores.scoring import Ruling
from study.statistics.circular import ItemChoices, code
from study.statistics.crossed import firsts_and_codes
from study.statistics.sub_questions import SubAnswer


@dataclass(frozen=True)
class ModelSheets:
    """Models' answers."""

    items: Mapping[str, Item]
    """The items answered, by content hash."""
    parts: Mapping[tuple[str, str], AskedPart]
    """Their question parts, by content hash and id of the part."""
    sheets: Mapping[Series, AnswerSheet]
    """By model, setting and run."""
    unknown: int
    """Answers to questions whose item is not in the database; they count nowhere."""
    times: Mapping[Series, Seconds]
    """Time of every response, readable or not, once for each item it was about; empty unless
    requested. Runs without times are missing."""
    usage: Mapping[Series, Usage]
    """What the requests of each run used; empty unless requested."""


def model_sheets(
    db: Database,
    *,
    items: Collection[str] | None = None,
    timed: bool = False,
) -> ModelSheets:
    """Every run of every model over all items, or those of the given content hashes; with `timed`,
    also response times and numbers of tokens."""
    series = {
        row[0]: Series(*row[1:])
        for row in select(
            db, "SELECT id, model, setting, run FROM series ORDER BY model, setting, run"
        )
    }
    targets = {
        row[0]: (row[1], row[2])
        for row in select(db, "SELECT id, item_hash, part FROM target ORDER BY rowid")
        if items is None or row[1] in items
    }
    outcome = _items(db, {item_hash for item_hash, _ in targets.values()})
    known_parts = asked_of(outcome)
    parts = {target: known_parts.get(place) for target, place in targets.items()}
    with without_collecting():
        stored_answers = stored(db, series, parts, timed=timed)
        takers = _Takers(db)
        places = [(target, part) for target, part in parts.items() if part is not None]
        sheets: dict[Series, AnswerSheet] = {}
        for run, run_times in zip(
            series, _run_answers(stored_answers, takers, places), strict=True
        ):
            sheet = AnswerSheet(superseded=stored_answers.superseded[run])
            run_times.put(sheet, run)
            if sheet.answers or sheet.failed_requests:
                sheets[series[run]] = sheet
    times = {series[run]: run_times for run, run_times in stored_answers.times.items() if run_times}
    usage = {series[run]: used for run, used in stored_answers.usage.items()} if timed else {}
    return ModelSheets(outcome, known_parts, sheets, stored_answers.unknown, times, usage)


@contextmanager
def without_collecting() -> Iterator[None]:
    """Disable garbage collection: it would take long to search millions of small objects that all
    stay alive."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


class _Choice:
    """Reads answers to a multiple-choice question; together with `_Truth` the most frequent by far.
    Questions with the same number of options and the same gold share one reader."""

    def __init__(self, options: int, gold: int | None, path: str) -> None:
        self._options = options
        self._gold = gold
        self._path = path

    def read(self, line: Line) -> "_Read | None":
        """The answers to all mutants; None where they are not all choices."""
        columns: list[tuple[int, ...]] = []
        for text in line:
            if text is None:
                columns.append(())
                continue
            answer = None if text in (FAILED, UNREADABLE) else parsed(text, self._path)
            if not isinstance(answer, ChoiceAnswer):
                return None
            columns.append((code(answer.option, self._gold),))
        if any(columns[self._options :]):
            return None
        choice = ItemChoices(self._options, tuple(columns[: self._options]))
        return _Read(choice.score.right, choice=choice)


class _Truth:
    """Reads answers to a truth-value question."""

    def __init__(self, part_asked: AskedPart, gold: str, path: str) -> None:
        self._key = part_asked.key
        self._gold = gold
        self._path = path

    def read(self, line: Line) -> "_Read | None":
        """The answers to all mutants; None where they are not all truth values."""
        rows: list[TruthRow] = []
        for mutant, text in enumerate(line):
            if text is None:
                continue
            answer = None if text in (FAILED, UNREADABLE) else parsed(text, self._path)
            if not isinstance(answer, TruthAnswer):
                return None
            rows.append(TruthRow(self._key, self._gold, answer.value, "", mutant))
        right = sum([row.gold == row.answer for row in rows])
        return _Read((right, len(rows)), truths=tuple(rows))


class _Part:
    """Reads answers to a part of an item that counts as a whole, if there are no rulings."""

    def __init__(self, part_asked: AskedPart, path: str) -> None:
        self._part_asked = part_asked
        self._path = path

    def read(self, line: Line) -> "_Read | None":
        """The only answer; None where there are others, or none, or comparison does not settle
        it."""
        text, *others = line
        if text is None or text in (FAILED, UNREADABLE) or any(others):
            return None
        alone = AnswerSheet()
        alone.put(self._part_asked, 0, "answered", parsed(text, self._path))
        right = alone.parts[0].right
        return None if right is None else _Read((int(right), 1), parts=tuple(alone.parts))


_Taker = _Choice | _Truth | _Part


@dataclass(frozen=True, slots=True)
class _Read:
    """The content of the answers to all mutants of a question; shared by all runs with the same
    answers."""

    tally: tuple[int, int]
    """Number of right answers and of answers."""
    choice: ItemChoices | None = None
    truths: tuple[TruthRow, ...] = ()
    parts: tuple[SubAnswer, ...] = ()


class _Reads:
    """Everything that was read, by sort."""

    def __init__(self, answers_read: Sequence[_Read | None]) -> None:
        self.choices = _Column([each and each.choice for each in answers_read])
        self.truths = _Column([each and each.truths for each in answers_read])
        self.parts = _Column([each and each.parts for each in answers_read])


class _Column:
    """Values at some places; None or empty at the others."""

    def __init__(self, values: Sequence[Any]) -> None:
        import numpy

        self._values = _objects(values)
        self._has_value: Any = numpy.array([bool(value) for value in values], dtype=bool)

    def of(self, value_places: Any) -> tuple[Any, Sequence[Any]]:
        """Positions in a list of places that have a value; and the values."""
        import numpy

        places = numpy.flatnonzero(self._has_value[value_places])
        return places, self._values[value_places[places]].tolist()


def _objects(values: Sequence[Any]) -> Any:
    """The values as an array, in which a tuple is one element."""
    import numpy

    array: Any = numpy.empty(len(values), dtype=object)
    for place, value in enumerate(values):
        array[place] = value
    return array


class _Takers:
    """Assigns a reader to each question."""

    def __init__(self, db: Database) -> None:
        self.other_answers = _OtherAnswers(db)
        self._path = db.path
        self._choices: dict[tuple[int, int | None], _Choice] = {}

    def of(self, part_asked: AskedPart) -> _Taker | None:
        """The reader for a question; None where only `other_answers` can read its answers."""
        gold = part_asked.part.gold
        if part_asked.by_item:
            part = part_asked.part
            plain = gold is not None and not (part.multiple_choice or part.truth or part.free)
            return (
                _Part(part_asked, self._path) if plain and not self.other_answers.rulings else None
            )
        if isinstance(gold, TruthAnswer):
            return _Truth(part_asked, gold.value, self._path)
        if isinstance(gold, ChoiceAnswer) and part_asked.part.multiple_choice:
            options = len(part_asked.part.options)
            taker = _Choice(options, gold.option, self._path)
            return self._choices.setdefault((options, gold.option), taker)
        return None


class _Questions:
    """The questions in order, and the order of their items in `AnswerSheet.counted`."""

    def __init__(self, places: Sequence[tuple[bytes, AskedPart]]) -> None:
        import numpy

        self.places = places
        self.keys = _objects([part_asked.key for _, part_asked in places])
        self._names = list(dict.fromkeys(part_asked.item_hash for _, part_asked in places))
        numbers = {name: number for number, name in enumerate(self._names)}
        self._items: Any = numpy.array(
            [numbers[part_asked.item_hash] for _, part_asked in places], dtype=numpy.int64
        )
        kinds = [_kind(part_asked) for _, part_asked in places]
        self._ranks = numpy.array(kinds, dtype=numpy.int64) * len(places) + numpy.arange(
            len(places)
        )
        self._order: tuple[Any, list[str]] = numpy.zeros(0, dtype=numpy.int64), []

    def tallies(self, rows: Any) -> Tallies:
        """Tallies by item, from numbers of right answers and answers of each question."""
        import numpy

        n = len(self._names)
        answered = numpy.flatnonzero(rows[:, 1])
        least = numpy.full(n, 3 * len(self.places))
        numpy.minimum.at(least, self._items[answered], self._ranks[answered])
        order = numpy.argsort(least)[: int((least < 3 * len(self.places)).sum())]
        if not numpy.array_equal(order, self._order[0]):  # usually the same as in the last run
            self._order = order, [self._names[number] for number in order.tolist()]
        counts = [numpy.bincount(self._items, column, minlength=n)[order] for column in rows.T]
        return Tallies(self._order[1], numpy.stack(counts, axis=1).astype(numpy.int64))


def _kind(part_asked: AskedPart) -> int:
    """Rank of the question's kind in `AnswerSheet.counted`."""
    return ("choice", "truth", "").index(part_asked.scored_as)


@dataclass(frozen=True, slots=True)
class _RunAnswers:
    """The answers of a run, question by question."""

    stored_answers: StoredAnswers
    number: int
    """Number of the run."""
    questions: _Questions
    reads: "_Reads"
    read_places: Any
    """For each question, the place of its answers in `reads`."""
    tallies: Any
    """Number of right answers and of answers at each of these places, as an array."""
    unread_places: Sequence[int]
    """The questions left to `other_answers`."""
    other_answers: "_OtherAnswers"

    def put(self, sheet: AnswerSheet, run: bytes) -> None:
        """Add them to a sheet, in the order of the questions."""
        start = 0
        for place in self.unread_places:
            self._put(sheet, start, place)
            target, part_asked = self.questions.places[place]
            line = self.stored_answers.line(self.stored_answers.places[self.number, place].tolist())
            truths, parts = len(sheet.truths), len(sheet.parts)
            self.other_answers.put(sheet, part_asked, line, (run, target))
            self.tallies[place] = _tally(
                sheet, part_asked, sheet.truths[truths:], sheet.parts[parts:]
            )
            start = place + 1
        self._put(sheet, start, len(self.questions.places))
        sheet.tallies = self.questions.tallies(self.tallies)

    def _put(self, sheet: AnswerSheet, start: int, end: int) -> None:
        which, reads = self.read_places[start:end], self.reads
        sheet.answers += int(self.tallies[start:end, 1].sum())
        sheet.truths += chain.from_iterable(reads.truths.of(which)[1])
        sheet.parts += chain.from_iterable(reads.parts.of(which)[1])
        places, choices = reads.choices.of(which)
        keys = self.questions.keys[start:end][places].tolist()
        sheet.choices.put(dict(zip(keys, choices, strict=True)))


def _tally(
    sheet: AnswerSheet,
    part_asked: AskedPart,
    truths: Sequence[TruthRow],
    parts: Sequence[SubAnswer],
) -> tuple[int, int]:
    """Number of right answers and of answers to the question that the last truth values and parts
    belong to."""
    kind = _kind(part_asked)
    if kind == 0:
        return sheet.choices.right(part_asked.key)
    if kind == 1:
        return sum([row.gold == row.answer for row in truths]), len(truths)
    if part_asked.part.kind in ("choice", "truth"):
        return 0, 0
    rights = [part.right for part in parts if part.right is not None]
    return sum(rights), len(rights)


def _run_answers(
    stored_answers: StoredAnswers, takers: _Takers, places: Sequence[tuple[bytes, AskedPart]]
) -> Iterator[_RunAnswers]:
    """The answers of every run. Few sets of answers differ, so each is read once."""
    import numpy

    runs, number, _ = stored_answers.places.shape
    by_question = [takers.of(part_asked) for _, part_asked in places]
    numbers: dict[_Taker | None, int] = {}
    taker: Any = numpy.array(
        [numbers.setdefault(each, len(numbers)) for each in by_question], dtype=numpy.int64
    )
    # Equal numbers for the same reader and the same texts of all mutants, across questions and
    # runs.
    same = numpy.broadcast_to(taker, (runs, number)).reshape(-1)
    first: Any = numpy.zeros(0, dtype=numpy.int64)
    for mutant in range(stored_answers.places.shape[2]):
        column = stored_answers.places[:, :, mutant].reshape(-1) - numpy.int64(NO_REQUEST)
        first, same = firsts_and_codes(same * (len(stored_answers.texts) + 1) + column)
    readers = list(numbers)
    answers_read: list[_Read | None] = []
    unread: list[bool] = []
    for place in first.tolist():
        line = stored_answers.line(stored_answers.places.reshape(runs * number, -1)[place].tolist())
        reader = readers[taker[place % number]]
        answered = any(text is not None for text in line)
        outcome = reader.read(line) if answered and reader is not None else None
        answers_read.append(outcome)
        unread.append(answered and outcome is None)
    is_left = numpy.array(unread, dtype=bool)
    tallies = numpy.array([each.tally if each else (0, 0) for each in answers_read]).reshape(-1, 2)
    questions, reads = _Questions(places), _Reads(answers_read)
    for run, run_row in enumerate(same.reshape(runs, number)):
        yield _RunAnswers(
            stored_answers,
            run,
            questions,
            reads,
            run_row,
            tallies[run_row],
            numpy.flatnonzero(is_left[run_row]).tolist(),
            takers.other_answers,
        )


class _OtherAnswers:
    """Reads answers of any kind, with verdicts, and the reasons for unreadable ones."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self.rulings = _rulings(db)

    @cached_property
    def _notes(self) -> dict[tuple[bytes, bytes, int], str]:
        sql = (
            "SELECT series, target, mutant, note FROM response WHERE status <> 'answered'"
            " ORDER BY rowid"
        )
        rows = select(self._db, sql)
        return {(entry, target, mutant): note for entry, target, mutant, note in rows}

    def put(
        self, sheet: AnswerSheet, part_asked: AskedPart, line: Line, place: tuple[bytes, bytes]
    ) -> None:
        """Add the answers to all mutants."""
        for mutant, text in enumerate(line):
            if text is None:
                continue
            if text in (FAILED, UNREADABLE):
                note = self._notes.get((*place, mutant), "")
                status: Status = FAILED if text == FAILED else UNREADABLE
                sheet.put(part_asked, mutant, status, None, note=note)
            else:
                verdict = self.rulings.get((*place, mutant))
                answer = parsed(text, self._db.path)
                sheet.put(part_asked, mutant, "answered", answer, ruling=verdict)


def _rulings(db: Database) -> dict[tuple[bytes, bytes, int], Ruling]:
    """The verdict that counts for the last answer to a question, by series, target and mutant."""
    by_response: dict[bytes, list[Judgement]] = {}
    for judgement in judgements.read(db):
        by_response.setdefault(judgement.response, []).append(judgement)
    if not by_response:
        return {}
    rulings: dict[tuple[bytes, bytes, int], Ruling] = {}
    for id_, series, target, mutant in select(
        db,
        "SELECT id, series, target, mutant FROM response WHERE status = 'answered' ORDER BY rowid",
    ):
        verdict = ruling(by_response.get(id_, ()))
        if verdict is not None:
            rulings[series, target, mutant] = verdict
    return rulings


def _items(db: Database, item_hashes: Collection[str]) -> dict[str, Item]:
    items: dict[str, Item] = {}
    for item_hash, body in select(db, "SELECT hash, body FROM item"):
        if item_hash in item_hashes:
            try:
                items[item_hash] = snapshots.parsed(body, item_hash)
            except ValidationError:  # reported by check-db; its answers count as unknown
                continue
    return items
