"""Grouping one person's rows: which of them answer parts of the same question.

Owns the order of the questions, which rows are duplicates, and how long a question took. A part
without a row is not among the answers: the file does not say what happened to it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

from items.answers import Answer
from items.models import Item
from items.recorded.join import JoinedAnswer
from items.recorded.rows import Skip, answered_twice

LONGEST = 366 * 86_400.0
"""Longest plausible time of an answer, in seconds; a larger value is ignored, e.g. a timestamp."""


@dataclass(frozen=True, slots=True)
class ImportedQuestion:
    """A question and the rows that answer it."""

    item: Item
    index: int
    """Place of the question in its item."""
    mutant: int
    """Rotation of its options, in places."""
    occasion: int
    """Which time the person met the item, from 0."""
    rows: Mapping[str, JoinedAnswer]
    """By part, in the order of the question's parts; only parts that the file has."""

    @property
    def answers(self) -> dict[str, Answer]:
        """By part."""
        return {part: row.answer for part, row in self.rows.items() if row.answer is not None}

    @property
    def setting(self) -> str:
        """The setting in the file, with what distinguishes several readings of one run."""
        first = next(iter(self.rows.values())).row
        return "/".join(filter(None, (first.setting, first.variant)))

    @property
    def run(self) -> int | None:
        """The run in the file, from 1; None where it does not say."""
        first = next(iter(self.rows.values())).row
        return None if first.run is None else first.run + first.epoch - 1

    @property
    def unread(self) -> dict[str, str]:
        """Why the answers to parts could not be read, by part."""
        return {part: row.note for part, row in self.rows.items() if row.answer is None}

    @property
    def seconds(self) -> float | None:
        """Total time of the answers; None where the file does not give a time for each. A time that
        is the same for every part is the time of the question, which was asked as a whole."""
        times = [_time(row.row.seconds) for row in self.rows.values()]
        known_times = [time for time in times if time is not None]
        if len(known_times) < len(times):
            return None
        return known_times[0] if len(set(known_times)) == 1 else sum(known_times)


@dataclass(frozen=True, slots=True)
class PersonsQuestions:
    """Everything that the file has about one person."""

    questions: tuple[ImportedQuestion, ...]
    """Questions of the same item and occasion are adjacent, in the order of the item."""
    skipped: tuple[Skip, ...]
    """Rows that repeat the answer of an earlier row."""


def questions_of(rows: Sequence[JoinedAnswer]) -> PersonsQuestions:
    """The questions that these rows of one person answer, each with all its parts wherever they are
    in the file. Items come in the order of their first rows. A different setting, run or rotation
    of the options makes a different answer; a further row for a part is a duplicate, unless rows of
    the format repeat (`RecordedRow.repeats`)."""
    open_questions: dict[_Place, list[_Open]] = {}
    skipped: list[Skip] = []
    for place, row in enumerate(rows):
        place_questions = open_questions.setdefault(_place(row), [])
        fitting = [each for each in place_questions if each.turned_as(row)]
        free = next((each for each in fitting if row.part.id not in each.rows), None)
        if free is not None:
            free.take(row)
        elif fitting and not row.row.repeats:
            before = fitting[0].rows[row.part.id]
            same = _answer_or_words(before) == _answer_or_words(row)
            skipped.append(Skip(row.row.row, answered_twice(before.row.row, same)))
        else:
            place_questions.append(_Open(place, row))
    return PersonsQuestions(_in_order(open_questions), tuple(skipped))


_Place = tuple[str, int, str | None, int | None, int, str]
"""Content hash of the item, place of the question in it, setting, run, epoch and variant."""


def _place(row: JoinedAnswer) -> _Place:
    recorded = row.row
    index = row.item.questions.index(row.question)
    occasion = (recorded.setting, recorded.run, recorded.epoch, recorded.variant)
    return (row.item.content_hash, index, *occasion)


class _Open:
    """A question that can still take rows."""

    def __init__(self, place: int, first_answer: JoinedAnswer) -> None:
        self.place = place
        """Place of its first row."""
        self.first_answer = first_answer
        self.rows = {first_answer.part.id: first_answer}
        self.mutant = first_answer.mutant if first_answer.part.multiple_choice else None

    def turned_as(self, row: JoinedAnswer) -> bool:
        """Whether a row has the same rotation as the others, or no options."""
        if not row.part.multiple_choice or self.mutant is None:
            return True
        return row.mutant == self.mutant

    def take(self, row: JoinedAnswer) -> None:
        """Add a row."""
        self.rows[row.part.id] = row
        if row.part.multiple_choice:
            self.mutant = row.mutant

    def question(self, index: int, occasion: int) -> ImportedQuestion:
        """The question with the rows so far."""
        parts = [leaf.id for leaf in self.first_answer.question.leaves if leaf.id in self.rows]
        rows = {part: self.rows[part] for part in parts}
        return ImportedQuestion(self.first_answer.item, index, self.mutant or 0, occasion, rows)


def _in_order(open_questions: Mapping[_Place, Sequence[_Open]]) -> tuple[ImportedQuestion, ...]:
    occasions: dict[tuple[object, ...], list[tuple[int, _Open]]] = {}
    for (item, index, *occasion), place_questions in open_questions.items():
        for again, each in enumerate(place_questions):
            occasions.setdefault((item, *occasion, again), []).append((index, each))
    by_first_row = sorted(
        occasions.values(),
        key=lambda occasion_questions: min(each.place for _, each in occasion_questions),
    )
    return tuple(
        each.question(index, occasion)
        for occasion, occasion_questions in enumerate(by_first_row)
        for index, each in sorted(occasion_questions, key=lambda pair: pair[0])
    )


def _answer_or_words(row: JoinedAnswer) -> object:
    """A row's answer; where that cannot be read, its text."""
    if row.answer is not None:
        return row.answer
    return row.row.answer if row.row.answer is not None else row.row.raw


def _time(seconds: float | None) -> float | None:
    """The time, or None where it is not plausible."""
    if seconds is None or not isfinite(seconds) or not 0 <= seconds <= LONGEST:
        return None
    return seconds
