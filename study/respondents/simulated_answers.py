"""Simulated answers: right, wrong or arbitrary, to a question part of any kind.

Owns the choice between them; the answer form creates an answer. `simulation` owns how often each is
given.
"""

from items.answers import Answer, UniqueAnswer
from items.kinds.registry import form_of
from items.kinds.unique import solved
from items.models import Question
from items.seeds import Draw
from study.respondents.answer_checks import misfit, unfinished
from study.scores.scoring import score

TRIES = 20


def right_answer(part: Question, none_option: bool, draw: Draw) -> Answer:
    """The gold, where it can be given here; otherwise any answer."""
    gold = part.gold
    if isinstance(gold, UniqueAnswer) and gold.verdict == "unique" and gold.solution is None:
        gold = solved(part, draw)
    if gold is not None and _fits(gold, part, none_option):
        return gold
    return any_answer(part, none_option, draw)


def wrong_answer(part: Question, none_option: bool, draw: Draw) -> Answer:
    """A wrong answer, mostly one near the gold. Where every answer is right, that one; where no
    gold is known, any."""
    for attempt in range(TRIES):
        answer = _near(part, draw) if attempt < TRIES // 2 else None
        if answer is None or not _fits(answer, part, none_option):
            answer = any_answer(part, none_option, draw)
        if score(answer, part).right is not True:
            return answer
    return any_answer(part, none_option, draw)


def any_answer(part: Question, none_option: bool, draw: Draw) -> Answer:
    """Any answer that fits, drawn without looking at the question."""
    return form_of(part).any(part, none_option, draw)


def _fits(answer: Answer, part: Question, none_option: bool) -> bool:
    return misfit(answer, part, none_option) is None and unfinished(answer, part) is None


def _near(part: Question, draw: Draw) -> Answer | None:
    """The gold with one thing changed, for forms where that is possible."""
    return None if part.gold is None else form_of(part).near(part.gold, part, draw)
