"""How long a session takes, and which limits leave too little time for reading.

Owns reading times, by words and Chinese characters.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from items.models import Item
from study.course.plan import Plan
from study.course.sections import PlannedBlock

WORDS_A_MINUTE = 228
"""Reading speed of adults who read English aloud, mean of 36 readers; standard deviation 30.
Trauzettel-Klosinski and Dietz (2012), Standardized assessment of reading performance: the new
International Reading Speed Texts, IOVS 53(9), table 2."""
CHARACTERS_A_MINUTE = 255
"""The same for Chinese, from the same source; standard deviation 29."""
SLOW_FACTOR = 1.36
"""Factor on the reading time of somebody two standard deviations slower than that mean."""
THOUGHT_SECONDS = 30.0
"""Assumed for each question, in addition to reading it."""
_CHINESE = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")


@dataclass(frozen=True, slots=True)
class Minutes:
    """How long a session takes, in minutes, for the condition with the longest one."""

    sitting: int
    reading: float
    """Every text and question is read once."""
    expected: float
    """Reading, and `THOUGHT_SECONDS` for each question, within the limits."""
    limit: float | None
    """All questions take up their limits; None where some have none."""
    questions: int

    @property
    def sentence(self) -> str:
        """The figure as a sentence."""
        which = f", sitting {self.sitting}" if self.sitting > 1 else ""
        most = "some questions have no limit"
        if self.limit is not None:
            most = f"at most {self.limit:.0f} min by its limits"
        minutes = f"{self.expected:.0f} min"
        questions = f"{self.questions} question{'' if self.questions == 1 else 's'}"
        return (
            f"time{which}: about {minutes} for {questions}, "
            f"{most} (reading everything once takes {self.reading:.1f} min at "
            f"{WORDS_A_MINUTE} words or {CHARACTERS_A_MINUTE} Chinese characters a minute; "
            f"{THOUGHT_SECONDS:.0f} s of thought for each question are assumed, less where the "
            "limits leave less; pages, forms and breaks are not counted)"
        )


@dataclass(frozen=True, slots=True)
class Hurry:
    """A limit that leaves slow readers no time to finish reading, and nobody much time to think."""

    what: str
    """Name of what is limited: a block or its questions, or a sitting."""
    limit: float
    """In seconds."""
    reading: float
    """Reading time in seconds, at the mean speed."""
    questions: int = 0
    """Number of questions for which it is too short."""
    asked: int = 0
    """Number of questions, where the limit is for each question; otherwise 0."""

    @property
    def sentence(self) -> str:
        """The figure as a sentence."""
        noun = "a question that takes" if self.asked else "questions that take"
        slow = f"{SLOW_FACTOR * self.reading:.1f} s for slow readers"
        many = ""
        if self.asked > 1:
            many = f"; they are too short for {self.questions} of {self.asked} questions"
        return (
            f"{self.what}: the limits leave {self.limit:g} s for {noun} {self.reading:.1f} s "
            f"to read ({slow}){many}"
        )


def minutes_of(plan: Plan, sitting: int, items: Mapping[str, Item]) -> Minutes:
    """The figures of one sitting of one plan; `items` by content hash."""
    reading = expected = limit = 0.0
    limited = True
    questions = 0
    for block in plan.blocks:
        seconds = 0.0
        for reading_seconds in _reading(block, items):
            reading += reading_seconds
            value = reading_seconds + THOUGHT_SECONDS
            seconds += min(value, block.seconds_per_question or value)
        questions += len(block.steps)
        expected += min(seconds, block.seconds_per_block or seconds)
        longest = _longest(block)
        limited = limited and longest is not None
        limit += longest or 0.0
    if plan.seconds is not None:
        limit = min(limit, plan.seconds) if limited else plan.seconds
        expected, limited = min(expected, plan.seconds), True
    return Minutes(sitting, reading / 60, expected / 60, limit / 60 if limited else None, questions)


def hurries(plans: Mapping[int, Sequence[Plan]], items: Mapping[str, Item]) -> tuple[Hurry, ...]:
    """Limits shorter than slow readers need, each in the plan with most to read."""
    closest: dict[tuple[str, bool], Hurry] = {}

    def look(hurry: Hurry) -> None:
        which = (hurry.what, hurry.asked > 0)
        before = closest.get(which)
        if hurry.limit < SLOW_FACTOR * hurry.reading and (
            before is None or before.reading < hurry.reading
        ):
            closest[which] = hurry

    for sitting, sitting_plans in plans.items():
        for plan in sitting_plans:
            whole = 0.0
            for block in plan.blocks:
                reading_times = _reading(block, items)
                whole += sum(reading_times)
                limit = block.seconds_per_question
                if limit and reading_times:
                    many = sum(limit < SLOW_FACTOR * seconds for seconds in reading_times)
                    look(Hurry(block.id, limit, max(reading_times), many, len(reading_times)))
                if block.seconds_per_block:
                    look(Hurry(block.id, block.seconds_per_block, sum(reading_times)))
            if plan.seconds is not None:
                name = f"sitting {sitting}" if len(plans) > 1 else "the session"
                look(Hurry(name, plan.seconds, whole))
    return tuple(closest.values())


def _reading(block: PlannedBlock, items: Mapping[str, Item]) -> list[float]:
    """Seconds to read each question of a block, with the item's text added to its first."""
    item_hashes: set[str] = set()
    seconds = []
    for step in block.steps:
        texts = _question_text(items[step.item_hash], step.question)
        if step.item_hash not in item_hashes:
            texts.append(items[step.item_hash].text)
            item_hashes.add(step.item_hash)
        seconds.append(sum(map(_reading_seconds, texts)))
    return seconds


def _longest(block: PlannedBlock) -> float | None:
    """The longest time in seconds that a block can take; None without a limit."""
    limits = [
        limit
        for limit in (
            block.seconds_per_block,
            block.seconds_per_question and block.seconds_per_question * len(block.steps),
        )
        if limit
    ]
    return min(limits, default=None)


def _question_text(item: Item, place: int) -> list[str]:
    question = item.questions[place]
    return [
        question.text,
        *(leaf.text for leaf in question.leaves if leaf is not question),
        *(option.text for leaf in question.leaves for option in leaf.options),
    ]


def _reading_seconds(text: str) -> float:
    wide = len(_CHINESE.findall(text))
    words = len(_CHINESE.sub(" ", text).split())
    return 60 * (wide / CHARACTERS_A_MINUTE + words / WORDS_A_MINUTE)
