"""Answer sheets out of the database: one for each run of each model.

Owns where each stored answer goes, and which verdict on it holds. Which ones count is `stored`'s.
"""

import gc
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from pydantic import ValidationError

from items.answers import ChoiceAnswer, TruthAnswer
from items.models import Item
from sessions import snapshots
from sessions.database import Database
from sessions.grades import ruling
from sessions.models import judgements
from sessions.models.judgements import Judgement
from sessions.models.responses import Series, parsed, select
from sessions.models.stored import FAILED, UNREADABLE, Line, Seconds, Usage, stored
from study.answer_sheets import AnswerSheet, Asked, Status, TruthRow, asked_of
from study.scoring import Ruling
from study.statistics.circular import code
from study.statistics.multi import SubAnswer
from study.statistics.partial_circular import Columns


@dataclass(frozen=True)
class ModelSheets:
    """What models answered."""

    items: Mapping[str, Item]
    """The items answered, by content hash."""
    asked: Mapping[tuple[str, str], Asked]
    """Their question parts, by content hash and id of the part."""
    sheets: Mapping[Series, AnswerSheet]
    """By model, setting and run."""
    unknown: int
    """Answers to questions whose item is not in the database, which count nowhere."""
    times: Mapping[Series, Seconds]
    """How long every response took, readable or not, once for each item it was about; empty where
    nobody asked. Runs without any are not there."""
    usage: Mapping[Series, Usage]
    """What the requests of each run took; empty where nobody asked."""


def model_sheets(
    db: Database,
    *,
    models: Collection[str] | None = None,
    items: Collection[str] | None = None,
    timed: bool = False,
) -> ModelSheets:
    """Every run of every model, or of the models named, over all items or those of these content
    hashes; with `timed` how long they took and how many tokens, too."""
    series = {
        row[0]: Series(*row[1:])
        for row in select(
            db, "SELECT id, model, setting, run FROM series ORDER BY model, setting, run"
        )
        if models is None or row[1] in models
    }
    targets = {
        row[0]: (row[1], row[2])
        for row in select(db, "SELECT id, item_hash, part FROM target ORDER BY rowid")
        if items is None or row[1] in items
    }
    outcome = _items(db, {item_hash for item_hash, _ in targets.values()})
    known = asked_of(outcome)
    parts = {target: known.get(place) for target, place in targets.items()}
    with without_collecting():
        read = stored(db, series, parts, timed=timed)
        takers = _Takers(db)
        places = [(target, part, takers.of(part)) for target, part in parts.items() if part]
        nothing: Line = (None,) * read.width
        sheets: dict[Series, AnswerSheet] = {}
        for run in series:
            sheet = AnswerSheet(superseded=read.superseded[run])
            for (target, part, taker), line in zip(
                places, read.lines(run, len(places)), strict=True
            ):
                if line != nothing and not (taker and taker.take(sheet, line)):
                    takers.others.put(sheet, part, line, (run, target))
            if sheet.answers or sheet.failed:
                sheets[series[run]] = sheet
    times = {series[run]: taken for run, taken in read.times.items() if taken}
    usage = {series[run]: used for run, used in read.usage.items()} if timed else {}
    return ModelSheets(outcome, known, sheets, read.unknown, times, usage)


@contextmanager
def without_collecting() -> Iterator[None]:
    """Millions of small objects that all stay: looking for garbage among them takes its time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


class _Choice:
    """Takes in answers to a question of a choice; together with `_Truth` the most frequent by far.
    Few sets of answers differ, so what was made of one is remembered."""

    def __init__(self, asked: Asked, gold: int | None, known: "_Columns", path: str) -> None:
        self._key = asked.key
        self._options = len(asked.part.options)
        self._gold = gold
        self._known = known
        self._path = path

    def take(self, sheet: AnswerSheet, line: Line) -> bool:
        """Take in the answers to all mutants; False where they are not all choices."""
        try:
            columns, number = self._known[line]
        except KeyError:
            columns, number = self._known[line] = self._columns(line)
        if not number:
            return False
        sheet.choices.put(self._key, self._options, columns)
        sheet.answers += number
        return True

    def _columns(self, line: Line) -> tuple[Columns, int]:
        columns: list[tuple[int, ...]] = []
        for text in line:
            if text is None:
                columns.append(())
                continue
            answer = None if text in (FAILED, UNREADABLE) else parsed(text, self._path)
            if not isinstance(answer, ChoiceAnswer):
                return (), 0
            columns.append((code(answer.option, self._gold),))
        if any(columns[self._options :]):
            return (), 0
        return tuple(columns[: self._options]), sum(map(len, columns))


_Columns = dict[Line, tuple[Columns, int]]
"""The answers to all mutants to their codes, and how many there are; to 0 where some are no
choices."""


class _Truth:
    """Takes in answers to a question of a truth value."""

    def __init__(self, asked: Asked, gold: str, known: "_Words", path: str) -> None:
        self._key = asked.key
        self._gold = gold
        self._known = known
        self._path = path

    def take(self, sheet: AnswerSheet, line: Line) -> bool:
        """Take in the answers to all mutants; False where they are not all truth values."""
        try:
            words = self._known[line]
        except KeyError:
            words = self._known[line] = self._words(line)
        for mutant, word in words:
            sheet.truths.append(TruthRow(self._key, self._gold, word, "", mutant))
        sheet.answers += len(words)
        return bool(words)

    def _words(self, line: Line) -> tuple[tuple[int, str], ...]:
        chosen: list[tuple[int, str]] = []
        for mutant, text in enumerate(line):
            if text is None:
                continue
            answer = None if text in (FAILED, UNREADABLE) else parsed(text, self._path)
            if not isinstance(answer, TruthAnswer):
                return ()
            chosen.append((mutant, answer.value))
        return tuple(chosen)


_Words = dict[Line, tuple[tuple[int, str], ...]]
"""The answers to all mutants to (mutant, word); to nothing where some are no truth values."""


class _Part:
    """Takes in answers to a part of an item that counts as a whole, where nobody ruled over any."""

    def __init__(self, asked: Asked, path: str) -> None:
        self._asked = asked
        self._known: dict[Line, SubAnswer | None] = {}
        self._path = path

    def take(self, sheet: AnswerSheet, line: Line) -> bool:
        """Take in the one answer; False where there is another, or none."""
        try:
            part = self._known[line]
        except KeyError:
            part = self._known[line] = self._part(line)
        if part is None:
            return False
        sheet.parts.append(part)
        sheet.answers += 1
        return True

    def _part(self, line: Line) -> SubAnswer | None:
        text, *others = line
        if text is None or text in (FAILED, UNREADABLE) or any(others):
            return None
        alone = AnswerSheet()
        alone.put(self._asked, 0, "answered", parsed(text, self._path))
        return alone.parts[0]


class _Takers:
    """Who takes in the answers to which question."""

    def __init__(self, db: Database) -> None:
        self.others = _Others(db)
        self._path = db.path
        self._choices: dict[tuple[int, int | None], _Columns] = {}
        self._truths: _Words = {}

    def of(self, asked: Asked) -> _Choice | _Truth | _Part | None:
        """None where only `others` will do."""
        gold = asked.part.gold
        if asked.by_item:
            part = asked.part
            plain = gold is not None and not (part.multiple_choice or part.truth or part.free)
            return _Part(asked, self._path) if plain and not self.others.rulings else None
        if isinstance(gold, TruthAnswer):
            return _Truth(asked, gold.value, self._truths, self._path)
        if isinstance(gold, ChoiceAnswer) and asked.part.multiple_choice:
            known = self._choices.setdefault((len(asked.part.options), gold.option), {})
            return _Choice(asked, gold.option, known, self._path)
        return None


class _Others:
    """Takes in answers of any kind, with verdicts, and why they could not be read."""

    def __init__(self, db: Database) -> None:
        self._path = db.path
        self.rulings = _rulings(db)
        self._notes = {
            (entry, target, mutant): note
            for entry, target, mutant, note in select(
                db,
                "SELECT series, target, mutant, note FROM response WHERE status <> 'answered'"
                " ORDER BY rowid",
            )
        }

    def put(self, sheet: AnswerSheet, asked: Asked, line: Line, place: tuple[bytes, bytes]) -> None:
        """Take in the answers to all mutants."""
        for mutant, text in enumerate(line):
            if text is None:
                continue
            if text in (FAILED, UNREADABLE):
                note = self._notes.get((*place, mutant), "")
                status: Status = FAILED if text == FAILED else UNREADABLE
                sheet.put(asked, mutant, status, None, note=note)
            else:
                said = self.rulings.get((*place, mutant))
                answer = parsed(text, self._path)
                sheet.put(asked, mutant, "answered", answer, ruling=said)


def _rulings(db: Database) -> dict[tuple[bytes, bytes, int], Ruling]:
    """The verdict that holds on the last answer to a question, by series, target and mutant."""
    every: dict[bytes, list[Judgement]] = {}
    for judgement in judgements.read(db):
        every.setdefault(judgement.response, []).append(judgement)
    if not every:
        return {}
    rulings: dict[tuple[bytes, bytes, int], Ruling] = {}
    for id_, series, target, mutant in select(
        db,
        "SELECT id, series, target, mutant FROM response WHERE status = 'answered' ORDER BY rowid",
    ):
        said = ruling(every.get(id_, ()))
        if said is not None:
            rulings[series, target, mutant] = said
    return rulings


def _items(db: Database, wanted: Collection[str]) -> dict[str, Item]:
    items: dict[str, Item] = {}
    for item_hash, body in select(db, "SELECT hash, body FROM item"):
        if item_hash in wanted:
            try:
                items[item_hash] = snapshots.parsed(body, item_hash)
            except ValidationError:  # check-db says so; its answers count as unknown
                continue
    return items
