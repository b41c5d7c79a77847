"""Having people's free answers judged by models, like those of models.

Owns which answers need it and grouping them: every distinct answer is judged once, whoever gave it,
and a request contains at most one answer to each sub-question of an item, as with a model's
answers. `judging` sends the requests. They contain people's texts, but neither names nor codes.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from items.asking.message import Message
from items.models import Item
from sessions.models.free_answers import FreeAnswer, to_grade
from sessions.models.judging import Due, JudgedAnswers
from sessions.record import grades
from sessions.record.grades import Grade
from sessions.storage.database import Database
from study.scores.judging import Verdict, judge_messages


@dataclass(frozen=True, slots=True)
class PeoplesAnswers:
    """Distinct answers to one item, at most one to each sub-question; all need a verdict."""

    item: Item
    judge: str
    answers: tuple[tuple[int, FreeAnswer], ...]
    """With the number of the sub-question."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """Numbers of the sub-questions answered."""
        return tuple(number for number, _ in self.answers)

    @property
    def open_count(self) -> int:
        """The number of all of them."""
        return len(self.answers)

    @property
    def about(self) -> frozenset[bytes]:
        """Their keys."""
        return frozenset(free_answer.key for _, free_answer in self.answers)

    def messages(self) -> tuple[Message, ...]:
        """The messages to the judge."""
        return judge_messages(
            self.item, {free_answer.part: free_answer.text for _, free_answer in self.answers}
        )

    def store(
        self, db: Database, verdicts: Mapping[int, Verdict], utc: str, prompt_hash: str, raw: str
    ) -> int:
        """Store the verdicts as grades; the reply is not stored, since it may quote people."""
        rows = [
            Grade(
                free_answer.key,
                free_answer.item_hash,
                free_answer.part,
                self.judge,
                "model",
                verdicts[number].match,
                "",
                utc,
                prompt_hash,
            )
            for number, free_answer in self.answers
        ]
        with db.atomic() as connection:
            grades.insert(connection, rows)
        return sum(row.match is not None for row in rows)


def heaps(db: Database, items: Iterable[Item], judge: str, *, again: bool) -> Due:
    """What remains to be asked of a judge about people's answers to these items. With `again`, also
    where its verdict could not be read."""
    verdicts = (
        (grade.answer, grade.answer, grade.match)
        for grade in grades.read(db)
        if grade.judge == judge and grade.kind == "model"
    )
    spoken = JudgedAnswers(verdicts, again=again)
    unreadable = frozenset[bytes]()
    by_item: dict[str, tuple[Item, dict[str, list[FreeAnswer]]]] = {}
    for item, free_answer in to_grade(db, items, models=False):
        unreadable |= spoken.unreadable_among([free_answer.key])
        if spoken.open([free_answer.key]):
            _, parts = by_item.setdefault(item.content_hash, (item, {}))
            parts.setdefault(free_answer.part, []).append(free_answer)
    people: list[PeoplesAnswers] = []
    for item, parts in by_item.values():
        for layer in range(max(len(part_answers) for part_answers in parts.values())):
            answers = tuple(
                (number, parts[leaf.id][layer])
                for number, leaf in enumerate(item.leaves, start=1)
                if layer < len(parts.get(leaf.id, ()))
            )
            people.append(PeoplesAnswers(item, judge, answers))
    return Due(tuple(people), unreadable)
