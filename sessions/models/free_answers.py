"""Free answers to be graded: those of people and of models, each distinct one once.

Owns finding them in the record, for annotators and judge models, and finding their text by key. Who
gave an answer is not passed on. People's texts exist only in their sessions, and disappear with a
session that is withdrawn.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from items.answers import Answer
from items.models import Item
from sessions.models import responses
from sessions.record.grades import answer_key
from sessions.storage.database import Database
from study.course.events import EVENTS, SessionStarted
from study.scores.scoring import score
from study.stations.question import AnswerConfirmed
from study.stations.recorded import AnswerRecorded

WITHDRAWN_TEXT = "(This answer was withdrawn.)"
"""Placeholder for a withdrawn answer."""


@dataclass(frozen=True, slots=True)
class FreeAnswer:
    """One distinct answer to one part of an item."""

    key: bytes
    """See `sessions.record.grades.answer_key`."""
    item_hash: str
    part: str
    text: str
    """The text as one of its respondents wrote it."""


def to_grade(
    db: Database, items: Iterable[Item], *, models: bool = True
) -> Iterator[tuple[Item, FreeAnswer]]:
    """Answers to these items that only a reader can grade, in an order that does not reveal who
    answered; those of people and of models, or of people alone."""
    items_by_hash = {item.content_hash: item for item in items}
    leaves = {(key, leaf.id): leaf for key, item in items_by_hash.items() for leaf in item.leaves}
    answers: dict[bytes, FreeAnswer] = {}
    for row in (_given_answers if models else _of_people)(db, items_by_hash):
        leaf = leaves.get((row.item_hash, row.part))
        if leaf is not None and score(row.answer, leaf).why == "ungraded":
            _keep(answers, _distinct(row))
    for key in sorted(answers):
        yield items_by_hash[answers[key].item_hash], answers[key]


def by_key(db: Database, item_hashes: Collection[str], *, people: bool) -> dict[bytes, FreeAnswer]:
    """All recorded answers to these items by key, with or without those of people."""
    answers: dict[bytes, FreeAnswer] = {}
    rows = _given_answers(db, item_hashes) if people else _of_models(db, item_hashes)
    for row in rows:
        _keep(answers, _distinct(row))
    return answers


def others_by_key(
    db: Database, item_hashes: Collection[str]
) -> Mapping[bytes, tuple[tuple[str, str], ...]]:
    """Key of an answer to its respondent's answers to the other parts of the item, each as part and
    text; missing where there are no other parts. If several people gave the answer, those of the
    one whose other answers sort first, so that they do not reveal who it is."""
    occasions: dict[tuple[str, ...], list[FreeAnswer]] = {}
    for row in _given_answers(db, item_hashes):
        occasions.setdefault((*row.occasion, row.item_hash), []).append(_distinct(row))
    others: dict[bytes, tuple[tuple[str, str], ...]] = {}
    for answers in occasions.values():
        for answer in answers:
            rest = tuple((other.part, other.text) for other in answers if other.part != answer.part)
            if rest:
                others[answer.key] = min(others.get(answer.key, rest), rest)
    return others


def keys_of_people(db: Database, item_hashes: Collection[str]) -> set[bytes]:
    """The keys of all answers to these items that people confirmed."""
    return {answer_key(row.item_hash, row.part, row.answer) for row in _of_people(db, item_hashes)}


@dataclass(frozen=True, slots=True)
class _GivenAnswer:
    """One answer of one respondent to one part."""

    occasion: tuple[str, ...]
    """The same for all answers of one respondent; for a model, of one run."""
    item_hash: str
    part: str
    answer: Answer


def _distinct(row: _GivenAnswer) -> FreeAnswer:
    # A report needs only the keys of the answers.
    from items.values.answer_text import format_answer

    key = answer_key(row.item_hash, row.part, row.answer)
    return FreeAnswer(key, row.item_hash, row.part, format_answer(row.answer))


def _keep(free_answers: dict[bytes, FreeAnswer], free_answer: FreeAnswer) -> None:
    """Add an answer. Of several spellings, the choice does not depend on the order of the
    record."""
    before = free_answers.get(free_answer.key)
    if before is None or free_answer.text < before.text:
        free_answers[free_answer.key] = free_answer


def _given_answers(db: Database, item_hashes: Collection[str]) -> Iterator[_GivenAnswer]:
    yield from _of_models(db, item_hashes)
    yield from _of_people(db, item_hashes)


def _of_models(db: Database, item_hashes: Collection[str]) -> Iterator[_GivenAnswer]:
    for response in responses.read(db):
        target, series = response.target, response.series
        if response.answer is not None and target.item_hash in item_hashes:
            run = (series.model, series.setting, str(series.run), str(response.mutant))
            yield _GivenAnswer(run, target.item_hash, target.part, response.answer)


def _of_people(db: Database, item_hashes: Collection[str]) -> Iterator[_GivenAnswer]:
    """Confirmed and imported answers of people, without pilots and simulated respondents."""
    steps: dict[tuple[str, int], str] = {}
    for row in db.rows(
        "SELECT session, event.kind AS kind, payload FROM event"
        " JOIN session ON session.id = event.session"
        " WHERE event.kind IN ('session_started', 'answer_confirmed', 'answer_recorded')"
        " AND NOT pilot AND NOT simulated ORDER BY session, seq"
    ):
        event = EVENTS.read(row["kind"], row["payload"])
        if isinstance(event, SessionStarted):
            for step in event.plan.steps:
                if step.item_hash in item_hashes:
                    steps[row["session"], step.index] = step.item_hash
        elif isinstance(event, AnswerConfirmed | AnswerRecorded):
            item_hash = steps.get((row["session"], event.step))
            if item_hash is not None:
                for part, answer in event.answers.items():
                    yield _GivenAnswer((row["session"],), item_hash, part, answer)
