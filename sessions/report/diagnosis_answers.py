"""Recorded answers to items, as input for a diagnosis.

Owns which answers count: confirmed and readable ones to exactly these items. Pilots and withdrawn
sessions are left out, as everywhere.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from items.models import Item
from sessions.record import snapshots
from sessions.report.answer_book import AnswerBook, answer_book
from sessions.report.item_answers import RecordedAnswer
from sessions.storage.database import Database
from solver.phrases import phrase
from study.diagnosis.recorded_answers import GivenAnswer

GROUPS = {"person": "people", "model": "models", "simulated": "simulated"}
"""Kind of respondent to the name of its group."""


def diagnosis_answers(
    db: Database, items: Iterable[Item], *, simulated: bool = False
) -> tuple[list[GivenAnswer], dict[str, int]]:
    """The answers to these items, and how many were left out, by reason; with `simulated`, those of
    simulated respondents instead of people."""
    return answers_in_book(answer_book(db, simulated=simulated), items)


def answers_in_book(
    book: AnswerBook, items: Iterable[Item]
) -> tuple[list[GivenAnswer], dict[str, int]]:
    """The same, from a book of answers."""
    answers: list[GivenAnswer] = []
    left_out: Counter[str] = Counter()
    for item in items:
        item_answers = book.answers(item)
        if item_answers.other_version:
            left_out[phrase("to another version of the item")] += len(item_answers.answers)
            continue
        for answer in item_answers.answers:
            _take(item, answer, answers, left_out)
    return answers, dict(left_out)


def answered_items(db: Database, book: AnswerBook) -> Iterator[Item]:
    """The items in the record that somebody in a book answered, in the version answered; for
    models, where people answered any, including those that people answered."""
    item_hashes = set(book.people) or set(book.models)
    for row in db.rows("SELECT hash, body FROM item ORDER BY id, hash"):
        if row["hash"] in item_hashes:
            yield snapshots.parsed(row["body"], row["hash"])


def _take(
    item: Item, answer: RecordedAnswer, answers: list[GivenAnswer], left_out: Counter[str]
) -> None:
    if answer.timed_out:
        left_out["timed out"] += 1
        return
    before = sum(len(q.leaves) for q in item.questions[: answer.question_index])
    question = item.questions[answer.question_index]
    timed = next((leaf.id for leaf in question.leaves if leaf.id in answer.answers), "")
    for n, leaf in enumerate(question.leaves):
        value = answer.answers.get(leaf.id)
        if value is None and answer.scores[leaf.id].why == "not recorded":
            continue
        if value is None:
            left_out[phrase("no readable answer")] += 1
            continue
        # Parts that are asked together share one time.
        seconds = answer.seconds if leaf.id == timed else None
        group = GROUPS[answer.respondent_kind]
        answers.append(GivenAnswer(_name(answer), group, item, before + n, value, seconds))


def _name(answer: RecordedAnswer) -> str:
    """A person's code; a model with its setting and run."""
    if answer.respondent_kind != "model":
        return answer.respondent
    return "/".join((answer.respondent, answer.study, answer.block))
