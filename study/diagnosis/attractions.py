"""What leads to each answer of an item before anybody answers: the misreadings that make each
option attractive.

Owns the list, as a document. `question_readings` decides what makes an answer right.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from items.answers import Answer, ChoiceAnswer
from items.executors.executor import Workers
from items.executors.jobs import InputFailure
from items.formal import formal_item
from items.misreadings.registry import MISREADINGS
from items.models import Item, Question
from items.sources.ccobra_items import offers_nothing
from solver.cancel import whole_budget
from solver.errors import InputError
from study.diagnosis.possible_answers import answers_to
from study.diagnosis.question_readings import QUESTION_SECONDS, QuestionReadings
from study.diagnosis.recorded_answers import AskedQuestion, GivenAnswer, explained_answers

TOO_FEW_ANSWERS = "fewer than two answers are known beforehand"
MIN_ANSWERS = 2


def possible_answers(item: Item, place: int) -> tuple[Answer, ...]:
    """The possible answers to a question part; where they cannot be listed, those that are right as
    the item is written and under single misreadings."""
    leaf = item.leaves[place]
    none = (ChoiceAnswer(option=None),) if leaf.options and offers_nothing(item) else ()
    listed = answers_to(leaf, none)
    if len(listed) >= MIN_ANSWERS or leaf.free:
        return listed
    try:
        formal = formal_item(item)
        if formal is None or place not in formal.queries:
            return listed
        readings = QuestionReadings(item, formal, place, listed)
        entry = dict.fromkeys(listed)
        for names in ((), *((name,) for name in MISREADINGS.usable())):
            entry |= dict.fromkeys(a for a in readings.answers_under(names) if a is not None)
    except InputError:
        return listed
    return tuple(entry)


def attractions(
    items: Iterable[Item],
    workers: Workers | None = None,
    *,
    both: bool = False,
    question_seconds: float = QUESTION_SECONDS,
) -> Iterator[list[dict[str, Any]]]:
    """The question parts of each item, in order, with their possible answers and, for each answer,
    the smallest combinations of misreadings that make it right. `reached_by` lists the single
    misreadings, made wherever they apply, that lead to it and change the right answer. With `both`,
    Z3 checks each combination, and `confirmed` lists those under which it finds the answer right
    too. An item that cannot be processed is undecided, with the reason. A question part may take
    `question_seconds`; what is left then is undecided."""
    for item, parts in (workers or Workers()).pairs(AttractionsJob(both, question_seconds), items):
        if isinstance(parts, InputFailure):
            reason = f"{parts.title} {parts.reason}".strip()
            yield [_part(item, leaf, reason) for leaf in item.leaves]
        else:
            yield parts


@dataclass(frozen=True)
class AttractionsJob:
    """The job that lists what leads to each answer."""

    both: bool
    question_seconds: float = QUESTION_SECONDS
    size: int = 8

    @property
    def identity(self) -> str:
        """The parameters of the job."""
        return repr(self)

    def begin(self) -> Callable[[Item], list[dict[str, Any]]]:
        """The function that processes an item."""
        return lambda item: _parts(item, self.both, self.question_seconds)

    def key_of(self, input: Item) -> str:
        """The whole content of the item."""
        return input.model_dump_json()


def _parts(item: Item, both: bool, question_seconds: float) -> list[dict[str, Any]]:
    rows = rows_of(item, question_seconds)
    explained = explained_answers(rows, both=both, question_seconds=question_seconds)
    questions = {q.place: (q, r, why) for q, r, why in zip(
        explained.questions, explained.readings, explained.reasons, strict=True
    )}  # fmt: skip
    parts = []
    for place, leaf in enumerate(item.leaves):
        question, readings, reason = questions.get(place, (None, None, TOO_FEW_ANSWERS))
        fields = _part(item, leaf, reason)
        if question is not None and isinstance(readings, QuestionReadings):
            fields["answers"] = _answers(question, readings, both)
        parts.append(fields)
    return parts


def _part(item: Item, leaf: Question, reason: str) -> dict[str, Any]:
    return {"item": item.id, "question": leaf.id, "undecided": reason}


def rows_of(item: Item, question_seconds: float = QUESTION_SECONDS) -> list[GivenAnswer]:
    """Every possible answer to a part of an item, as if somebody had given it. Listing those of one
    part may take `question_seconds`."""
    rows: list[GivenAnswer] = []
    for place in range(len(item.leaves)):
        with whole_budget(question_seconds):
            listed = possible_answers(item, place)
        if len(listed) >= MIN_ANSWERS:
            rows += [GivenAnswer("", "", item, place, answer) for answer in listed]
    return rows


def _answers(
    question: AskedQuestion, readings: QuestionReadings, both: bool
) -> list[dict[str, Any]]:
    plain = readings.right()
    single = {name: readings.right((name,)) for name in MISREADINGS.usable()}
    answers = []
    for choice, answer in enumerate(question.choices):
        explanation = readings.explained(choice, both=both)
        answers.append(
            {
                "answer": question.text(choice),
                "gold": None if question.leaf.gold is None else answer == question.leaf.gold,
                "right": explanation.right,
                "combinations": [list(names) for names in explanation.combinations if names],
                "confirmed": [list(names) for names in explanation.confirmed] if both else None,
                "reached_by": [
                    name for name, right in single.items() if choice in right and right != plain
                ],
                "unreached": explanation.random,
            }
        )
    return answers
