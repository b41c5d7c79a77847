"""Answers that a script gives: the right one, a wrong one, or any, to a question part of any kind.

Owns making answers that fit and are complete. How often which is given is `simulation`'s.
"""

from items.answers import (
    Answer,
    ChoiceAnswer,
    CountAnswer,
    ModelsAnswer,
    SetAnswer,
    TextAnswer,
    TruthAnswer,
    UniqueAnswer,
    VerdictAnswer,
    World,
)
from items.families.seeds import Draw
from items.models import Question
from study.answering import VERDICTS, enum_groups, misfit, unfinished
from study.scoring import score

TRIES = 20
TRUTHS: tuple[TruthAnswer, ...] = (
    TruthAnswer(value="true"),
    TruthAnswer(value="false"),
    TruthAnswer(value="unknown"),
)
NO_IDEA = TextAnswer(text="I cannot tell.")
MOST_ROWS = 4
"""Of a table that was filled in at random."""


def right_answer(part: Question, none_option: bool, draw: Draw) -> Answer:
    """The gold, where it can be given here; else any answer."""
    gold = part.gold
    if isinstance(gold, UniqueAnswer) and gold.verdict == "unique" and gold.solution is None:
        gold = _unique(part, draw)
    if gold is not None and _fits(gold, part, none_option):
        return gold
    return any_answer(part, none_option, draw)


def wrong_answer(part: Question, none_option: bool, draw: Draw) -> Answer:
    """An answer that is not right: mostly one near the gold. Where every answer is right, that
    one; where no gold is known, any."""
    for attempt in range(TRIES):
        found = _near(part, draw) if attempt < TRIES // 2 else None
        if found is None or not _fits(found, part, none_option):
            found = any_answer(part, none_option, draw)
        if score(found, part).right is not True:
            return found
    return any_answer(part, none_option, draw)


def any_answer(part: Question, none_option: bool, draw: Draw) -> Answer:
    """Any answer that fits, drawn without looking at the question."""
    match part.kind:
        case "choice":
            places: list[int | None] = list(range(len(part.options)))
            return ChoiceAnswer(option=draw.choice([*places, None] if none_option else places))
        case "truth":
            return draw.choice(TRUTHS)
        case "possible" | "necessary" | "has_alternative":
            return VerdictAnswer.model_validate({"word": draw.choice(VERDICTS[part.kind])})
        case "count_models":
            return CountAnswer(count=draw.below(2 ** min(len(part.vocabulary) or 3, 6)))
        case "enumerate_models" if not isinstance(part.gold, SetAnswer):
            rows = draw.below(MOST_ROWS + 1)
            return ModelsAnswer(models=frozenset(_row(part, draw) for _ in range(rows)))
        case "enumerate_models" | "projection":
            keys = [choice.key for choice in part.vocabulary if draw.chance(0.5)]
            return SetAnswer(members=frozenset(keys))
        case "unique_solution":
            verdict = draw.below(3)
            if verdict:
                return UniqueAnswer(verdict="not_unique" if verdict == 1 else "none")
            return _unique(part, draw)
        case _:
            return NO_IDEA


def _unique(part: Question, draw: Draw) -> UniqueAnswer:
    """With any solution, where one is asked for."""
    return UniqueAnswer(verdict="unique", solution=_row(part, draw) if part.vocabulary else None)


def _fits(answer: Answer, part: Question, none_option: bool) -> bool:
    return misfit(answer, part, none_option) is None and unfinished(answer, part) is None


def _near(part: Question, draw: Draw) -> Answer | None:
    """The gold with one thing changed, for the kinds where that means something."""
    match part.gold:
        case CountAnswer(count=count):
            return CountAnswer(count=max(0, count + draw.choice((-2, -1, 1, 2))))
        case ModelsAnswer(models=models):
            ordered = sorted(models, key=sorted)
            if ordered and draw.chance(0.5):
                return ModelsAnswer(models=models - {draw.choice(ordered)})
            return ModelsAnswer(models=models | {_row(part, draw)})
        case SetAnswer(members=members) if part.vocabulary:
            return SetAnswer(members=members ^ {draw.choice(part.vocabulary).key})
        case UniqueAnswer(verdict="unique", solution=solution) if solution is not None:
            return UniqueAnswer(verdict="unique", solution=_row(part, draw))
        case _:
            return None


def _row(part: Question, draw: Draw) -> World:
    """One full row of a table: a value of every Enum, true or false for the rest."""
    groups = enum_groups(part)
    grouped = {key for keys in groups.values() for key in keys}
    plain = [c.key for c in part.vocabulary if c.key not in grouped and draw.chance(0.5)]
    return frozenset((*plain, *(draw.choice(keys) for keys in groups.values())))
