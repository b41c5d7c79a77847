"""What a participant may learn about their own misreadings after a session.

Owns which answers are considered, and counting what would make the wrong ones right. The screens
own the words. One person's answers are few, so no rates are reported, and no answer that only
several misreadings together would explain.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from items.answers import Answer
from items.formal import formal_item
from items.misreadings.misreading import BELIEF
from items.misreadings.registry import MISREADINGS
from items.models import Item
from solver.cancel import Budget, Cancel
from solver.errors import CountermodelError
from study.course.state import SessionState
from study.diagnosis.question_readings import QuestionReadings
from study.diagnosis.time_allowance import Allowance

SECONDS = 2.0
"""Time for all answers together, as the participant is waiting."""
CHECKING = 2.0
"""Time for Z3, after that, to check what would be reported. What it did not reach by then is not
reported."""
READING_SECONDS = 0.3
"""Time for one answer under one reading, for either engine."""
BOUND = 200
"""Readings of one question that are considered."""
MAX_REPORTED = 3
"""Misreadings that are reported."""


@dataclass(frozen=True, slots=True)
class Debriefing:
    """What is reported."""

    answers: int
    """Number of answers considered."""
    right: int
    """How many of them are right under the texts as written."""
    misread: tuple[tuple[str, int], ...]
    """Misreadings under which other answers would be right, and how many, according to both engines
    (neither can judge common sense). They are in descending order of the number of these answers
    minus the right answers that the misreading would make wrong. A misreading is not reported if
    every answer it explains is also explained by one reported before it."""


def debriefing(
    state: SessionState,
    items: Mapping[str, Item],
    seconds: float = SECONDS,
    cancel: Cancel | None = None,
) -> Debriefing:
    """Debrief on the answers of one session, as far as time allows; `cancel` ends it sooner."""
    budget = Budget.of(seconds, cancel)
    answers = right = 0
    readings_by_name: dict[str, dict[int, QuestionReadings]] = {}
    others: list[QuestionReadings] = []
    for item, place, answer in _counting_answers(state, items):
        if budget.is_over:
            break
        try:
            formal = formal_item(item, budget=budget)
            leaf = item.leaves[place]
            decidable = formal is not None and (
                place in formal.queries or any(formal.options.get(place, ()))
            )
            if formal is None or not decidable or leaf.free:
                continue
            readings = QuestionReadings(
                item,
                formal,
                place,
                [answer],
                bound=BOUND,
                timeout=READING_SECONDS,
                question_seconds=budget.left,
                cancel=cancel,
            )
            explanation = readings.explanation(0)
        except CountermodelError:
            continue
        answers += 1
        right += explanation.right
        if explanation.right:
            others.append(readings)
        for names in explanation.combinations:
            if len(names) == 1:
                readings_by_name.setdefault(names[0], {})[answers] = readings
    explained = {name: set(answers) for name, answers in readings_by_name.items()}
    against = dict.fromkeys(explained, 0)
    for readings in others:
        for name in explained:
            if not budget.is_over:
                against[name] += 0 not in readings.right((name,))
    return Debriefing(
        answers, right, tuple(_by_both(_told_misreadings(explained, against), readings_by_name))
    )


def _by_both(
    names: Iterable[str], readings_by_name: Mapping[str, Mapping[int, QuestionReadings]]
) -> Iterator[tuple[str, int]]:
    """Misreadings to report, and how many answers would be right according to both engines; those
    without such an answer are omitted."""
    asking = Allowance(CHECKING)
    for name in names:
        answers = [
            number
            for number, readings in readings_by_name[name].items()
            if name == BELIEF or readings.checked(0, (name,), asking)
        ]
        if answers:
            yield name, len(answers)


def _told_misreadings(
    explained: Mapping[str, set[int]], contradictions: Mapping[str, int]
) -> Iterator[str]:
    """Misreadings, each time the one that explains most answers that none before it explains, minus
    the answers against it; ties go to the first in the registry. One is reported only for answers
    that no other explains."""
    unexplained = set[int]().union(*explained.values())
    for _ in range(MAX_REPORTED):
        if not unexplained:
            return
        able = [name for name in MISREADINGS.usable() if explained.get(name, set()) & unexplained]
        name = max(able, key=lambda name: len(explained[name] & unexplained) - contradictions[name])
        yield name
        unexplained -= explained[name]


def _counting_answers(
    state: SessionState, items: Mapping[str, Item]
) -> Iterator[tuple[Item, int, Answer]]:
    """The answers that count, with the positions of their parts among the item's leaves."""
    for record in state.records:
        step = state.plan.steps[record.step]
        item = items.get(step.item_hash)
        if item is None:
            continue
        before = sum(len(question.leaves) for question in item.questions[: step.question])
        for n, part in enumerate(item.questions[step.question].leaves):
            answer = record.final.get(part.id)
            if answer is not None:
                yield item, before + n, answer
