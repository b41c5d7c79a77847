"""Answer sheets out of the database: one for each run of each model.

Owns which stored answer counts (of several to one question, the last one; of failures, only where
no answer came) and which verdict. Made for a million answers: it reads the compact tables only.
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
from sessions.models.responses import Series, chunks, parsed, select
from study.metrics.circular import code
from study.scoring import Ruling
from study.sheets import Asked, Sheet, TruthRow, asked_of

Seconds = dict[str, list[float]]
"""By content hash of the item, in seconds from sending to the end of the response."""


@dataclass(frozen=True)
class ModelSheets:
    """What models answered."""

    items: Mapping[str, Item]
    """The items answered, by content hash."""
    asked: Mapping[tuple[str, str], Asked]
    """Their question parts, by content hash and id of the part."""
    sheets: Mapping[Series, Sheet]
    """By model, setting and run."""
    unknown: int
    """Answers to questions whose item is not in the database, which count nowhere."""
    times: Mapping[Series, Seconds]
    """How long every response took, readable or not, once for each item it was about; empty where
    nobody asked. Runs without any are not there."""


def model_sheets(
    db: Database,
    *,
    models: Collection[str] | None = None,
    items: Collection[str] | None = None,
    timed: bool = False,
) -> ModelSheets:
    """Every run of every model, or of the models named, over all items or those of these content
    hashes; with `timed` how long it took, too."""
    series = {
        row[0]: Series(*row[1:])
        for row in select(
            db, "SELECT id, model, setting, run FROM series ORDER BY model, setting, run"
        )
        if models is None or row[1] in models
    }
    targets = {
        row[0]: (row[1], row[2])
        for row in select(db, "SELECT id, item_hash, part FROM target")
        if items is None or row[1] in items
    }
    found = _items(db, {item_hash for item_hash, _ in targets.values()})
    known = asked_of(found)
    parts = {target: known.get(place) for target, place in targets.items()}
    extra = _Extra(db)
    quick = _Quick(db.path)
    sheets: dict[Series, Sheet] = {}
    with without_collecting():
        taken = _seconds(db) if timed else {}
        homes = {t: item_hash for t, (item_hash, _) in targets.items() if item_hash in found}
        read = _read(db, series, parts, homes, taken)
        for one, by_target in read.answers.items():
            sheet = Sheet(superseded=read.superseded[one])
            for target, slots in by_target.items():
                part = parts[target]
                if part is not None and not quick.put(sheet, part, slots):
                    extra.put(sheet, part, slots, (one, target))
            if sheet.answers or sheet.failed:
                sheets[series[one]] = sheet
    times = {series[one]: found for one, found in read.times.items() if found}
    return ModelSheets(found, known, sheets, read.unknown, times)


_Slots = dict[int, str]
"""Mutant to its answer as JSON, or to `unreadable` or `failed`."""


@dataclass(slots=True)
class _Read:
    """What stands in the table of answers; by series, then by target or item."""

    answers: dict[bytes, dict[bytes, _Slots]]
    """Those that count."""
    superseded: dict[bytes, int]
    """How many do not."""
    times: dict[bytes, Seconds]
    unknown: int = 0
    """How many are to unknown items."""


def _read(
    db: Database,
    series: Mapping[bytes, Series],
    parts: Mapping[bytes, Asked | None],
    homes: Mapping[bytes, str],
    taken: Mapping[bytes, float],
) -> _Read:
    """Every answer, read once; `homes` are the items of targets, `taken` the seconds of calls."""
    answers: dict[bytes, dict[bytes, _Slots]] = {one: {} for one in series}
    superseded = dict.fromkeys(series, 0)
    times: dict[bytes, Seconds] = {one: {} for one in series}
    unknown = 0
    texts: dict[str, str] = {}
    before: tuple[bytes, str] | None = None
    for rows in chunks(
        db,
        "SELECT series, target, mutant, coalesce(answer, status), call FROM response"
        " ORDER BY rowid",
    ):
        for one, target, mutant, text, call in rows:
            by_target = answers.get(one)
            if by_target is None:
                continue
            if call in taken and text != "failed" and target in homes:
                item = homes[target]
                # The parts of an item that one call answered stand together.
                if (call, item) != before:
                    before = (call, item)
                    listed = times[one].get(item)
                    if listed is None:
                        times[one][item] = [taken[call]]
                    else:
                        listed.append(taken[call])
            slots = by_target.get(target)
            if slots is None:
                if parts.get(target) is None:
                    unknown += target in parts
                    continue
                slots = by_target[target] = {}
            elif mutant in slots:
                if text == "failed" and slots[mutant] != "failed":
                    continue
                superseded[one] += slots[mutant] != "failed"
            # The same few answers come again and again: one text for each is enough.
            slots[mutant] = texts.setdefault(text, text)
    return _Read(answers, superseded, times, unknown)


def _seconds(db: Database) -> dict[bytes, float]:
    """How long every call took that was timed."""
    found: dict[bytes, float] = {}
    for calls in chunks(db, "SELECT id, seconds FROM call WHERE seconds IS NOT NULL"):
        found.update(calls)
    return found


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


class _Quick:
    """Takes in answers to questions of a choice or a truth value, the most frequent by far."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._truths: dict[str, str | None] = {"unreadable": None}
        """Answers as JSON to their words; None for those of other kinds."""
        self._codes: dict[int | None, dict[str, tuple[int, ...]]] = {}
        """By gold, answers as JSON to their codes."""

    def put(self, sheet: Sheet, asked: Asked, slots: _Slots) -> bool:
        """Take in the answers to a question; False where it is of another kind, or not all of the
        answers are of its own."""
        gold = asked.part.gold
        if asked.by_item:
            return False
        if isinstance(gold, TruthAnswer):
            return self._put_truths(sheet, asked.key, gold.value, slots)
        if not isinstance(gold, ChoiceAnswer) or asked.part.kind != "choice":
            return False
        known = self._codes.setdefault(gold.option, {})
        try:
            codes = {mutant: known[text] for mutant, text in slots.items()}
        except KeyError:
            for text in slots.values():
                if text in ("unreadable", "failed"):
                    return False
                answer = parsed(text, self._path)
                if not isinstance(answer, ChoiceAnswer):
                    return False
                known[text] = (code(answer.option, gold.option),)
            codes = {mutant: known[text] for mutant, text in slots.items()}
        sheet.choices.put(asked.key, len(asked.part.options), codes)
        sheet.answers += len(codes)
        return True

    def _put_truths(self, sheet: Sheet, key: str, gold: str, slots: _Slots) -> bool:
        known = self._truths
        for text in slots.values():
            if text not in known and text != "failed":
                answer = parsed(text, self._path)
                known[text] = answer.value if isinstance(answer, TruthAnswer) else None
            if known.get(text) is None:
                return False
        sheet.truths += [TruthRow(key, gold, known[text], "", k) for k, text in slots.items()]
        sheet.answers += len(slots)
        return True


class _Extra:
    """What the compact reading leaves out: verdicts, and why an answer could not be read."""

    def __init__(self, db: Database) -> None:
        self._path = db.path
        self._rulings = _rulings(db)
        self._notes = {
            (one, target, mutant): note
            for one, target, mutant, note in select(
                db,
                "SELECT series, target, mutant, note FROM response WHERE status <> 'answered'"
                " ORDER BY rowid",
            )
        }

    def put(self, sheet: Sheet, asked: Asked, slots: _Slots, place: tuple[bytes, bytes]) -> None:
        """Take in answers of any kind."""
        for mutant, text in slots.items():
            note = self._notes.get((*place, mutant), "")
            if text == "failed":
                sheet.put(asked, mutant, "failed", None, note=note)
            elif text == "unreadable":
                sheet.put(asked, mutant, "unreadable", None, note=note)
            else:
                said = self._rulings.get((*place, mutant))
                answer = parsed(text, self._path)
                sheet.put(asked, mutant, "answered", answer, ruling=said)


def _rulings(db: Database) -> dict[tuple[bytes, bytes, int], Ruling]:
    """The verdict that holds on the last answer to a question, by series, target and mutant."""
    every: dict[bytes, list[Judgement]] = {}
    for one in judgements.read(db):
        every.setdefault(one.response, []).append(one)
    if not every:
        return {}
    found: dict[tuple[bytes, bytes, int], Ruling] = {}
    for id_, series, target, mutant in select(
        db,
        "SELECT id, series, target, mutant FROM response WHERE status = 'answered' ORDER BY rowid",
    ):
        said = ruling(every.get(id_, ()))
        if said is not None:
            found[series, target, mutant] = said
    return found


def _items(db: Database, wanted: Collection[str]) -> dict[str, Item]:
    found: dict[str, Item] = {}
    for item_hash, body in select(db, "SELECT hash, body FROM item"):
        if item_hash in wanted:
            try:
                found[item_hash] = snapshots.parsed(body)
            except ValidationError:  # check-db says so; its answers count as unknown
                continue
    return found
