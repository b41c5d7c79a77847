"""What a study file comes to: minutes, guessing, balance, and the interval to expect.

Owns these four figures and their sentences, for the researcher who checks a file before anybody
takes part. What they rest on is said with them. How likely a test is passed by guessing is
`guessing`, the simulation of intervals `power`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from items.models import Item
from study.guessing import guess
from study.plan import Plan
from study.planning import make_plan
from study.power import Assumed, curve
from study.protocol import Study
from study.sections import PlannedBlock, Pools, select

WORDS_A_MINUTE = 228
"""English read aloud by adults, mean of 36 readers; standard deviation 30. Trauzettel-Klosinski and
Dietz (2012), Standardized assessment of reading performance: the new International Reading Speed
Texts, IOVS 53(9), table 2."""
CHARACTERS_A_MINUTE = 255
"""Chinese, the same source; standard deviation 29."""
SLOW = 1.36
"""How much longer somebody takes who reads two standard deviations below that mean."""
THOUGHT_SECONDS = 30.0
"""Assumed for each question, besides reading it."""
_WIDE = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")


@dataclass(frozen=True, slots=True)
class Minutes:
    """How long a session takes, in minutes, for the condition in which it takes longest."""

    sitting: int
    reading: float
    """Every text and question read once."""
    expected: float
    """Reading, and `THOUGHT_SECONDS` for each question, within the limits."""
    limit: float | None
    """All questions at their limits; None where some have none."""
    questions: int

    @property
    def told(self) -> str:
        """A sentence."""
        which = f", sitting {self.sitting}" if self.sitting > 1 else ""
        most = "some questions have no limit"
        if self.limit is not None:
            most = f"at most {self.limit:.0f} by its limits"
        minutes = f"{self.expected:.0f} minute{'' if round(self.expected) == 1 else 's'}"
        questions = f"{self.questions} question{'' if self.questions == 1 else 's'}"
        return (
            f"time{which}: about {minutes} for {questions}, "
            f"{most} (reading everything once takes {self.reading:.1f} minutes at "
            f"{WORDS_A_MINUTE} words or {CHARACTERS_A_MINUTE} Chinese characters a minute; "
            f"{THOUGHT_SECONDS:.0f} s of thought for each question are assumed, less where the "
            "limits leave less; pages, forms and breaks are not counted)"
        )


@dataclass(frozen=True, slots=True)
class Hurry:
    """A limit that leaves some people no time to read, and nobody much to think."""

    what: str
    """What is limited: a block or its questions, or a sitting."""
    limit: float
    """Seconds."""
    reading: float
    """Seconds that reading takes, at the mean speed."""
    questions: int = 0
    """For how many it is too short."""
    asked: int = 0
    """Of how many, where the limit is for each question; otherwise 0."""

    @property
    def told(self) -> str:
        """A sentence."""
        asked = "a question that takes" if self.asked else "questions that take"
        slow = f"{SLOW * self.reading:.1f} s for slow readers"
        many = ""
        if self.asked > 1:
            many = f"; they are too short for {self.questions} of {self.asked} questions"
        return (
            f"{self.what}: the limits leave {self.limit:g} s for {asked} {self.reading:.1f} s "
            f"to read ({slow}){many}"
        )


@dataclass(frozen=True, slots=True)
class Guessing:
    """What somebody scores in a block who only guesses."""

    block: str
    rate: Fraction
    """Mean chance of a right answer."""
    questions: int

    @property
    def told(self) -> str:
        """A sentence."""
        return f"{self.block}: guessing is right in {float(self.rate):.1%} of its answers"


@dataclass(frozen=True, slots=True)
class Balance:
    """After how many completed sessions everything has come round."""

    conditions: int
    orders: int
    rotations: int
    """Turns of the options; 1 where nothing is rotated."""

    @property
    def slots(self) -> int:
        """Completed sessions in which each cell has each rotation once."""
        return self.conditions * self.orders * self.rotations

    @property
    def told(self) -> str:
        """A sentence."""
        parts = [
            f"{n} {word if n == 1 else words}"
            for n, word, words in (
                (self.conditions, "condition", "conditions"),
                (self.orders, "order of blocks", "orders of blocks"),
                (self.rotations, "rotation of options", "rotations of options"),
            )
        ]
        whole = "each session" if self.slots == 1 else f"every {self.slots} completed sessions"
        return f"balance: {', '.join(parts)}; whole after {whole}"


@dataclass(frozen=True, slots=True)
class Interval:
    """The 95 % interval of people's accuracy that a number of people gives."""

    people: int
    items: int
    """Of the main blocks, that each of them answers."""
    width: float
    """Between 0 and 1."""
    shared: bool
    """Whether all answer the same items; if not, the interval is rather narrower."""

    @property
    def told(self) -> str:
        """A sentence."""
        half = f"±{100 * self.width / 2:.1f} points"
        about = "about" if self.shared else "at most about"
        return (
            f"interval: with {self.people} people and {self.items} items, the 95 % interval of "
            f"accuracy is {about} {half} "
            "(assuming 70 % right, and people and items that vary by 1 logit; see study plan)"
        )


@dataclass(frozen=True, slots=True)
class Forecast:
    """All four."""

    minutes: tuple[Minutes, ...]
    guessing: tuple[Guessing, ...]
    balance: Balance
    interval: Interval | None
    """None where fewer than two items are asked."""
    hurries: tuple[Hurry, ...] = ()
    """Limits that are too short to read what is asked."""

    @property
    def warnings(self) -> list[str]:
        """A line each."""
        return [hurry.told for hurry in self.hurries]

    @property
    def told(self) -> list[str]:
        """A line each."""
        lines = [minute.told for minute in self.minutes]
        lines += [guessing.told for guessing in self.guessing]
        lines.append(self.balance.told)
        return lines if self.interval is None else [*lines, self.interval.told]


def forecast(study: Study, pools: Pools, people: int = 30, repetitions: int = 60) -> Forecast:
    """What a study that passed its check comes to with so many people."""
    items = {item.content_hash: item for pool in pools.values() for item in pool}
    cells = max(len(study.conditions), 1) * study.orders
    plans = {
        sitting: [make_plan(study, pools, slot, sitting) for slot in range(min(cells, 60))]
        for sitting in range(1, len(study.sittings) + 2)
    }
    minutes = tuple(
        max((_minutes(plan, sitting, items) for plan in outcome), key=lambda entry: entry.expected)
        for sitting, outcome in plans.items()
    )
    every = [plan for outcome in plans.values() for plan in outcome]
    return Forecast(
        minutes,
        _guessing(every, items),
        _balance(study, pools, every),
        _interval(study, plans, people, repetitions),
        _hurries(plans, items),
    )


def _minutes(plan: Plan, sitting: int, items: Mapping[str, Item]) -> Minutes:
    reading = expected = limit = 0.0
    limited = True
    questions = 0
    for block in plan.blocks:
        seconds = 0.0
        for read in _reading(block, items):
            reading += read
            value = read + THOUGHT_SECONDS
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


def _reading(block: PlannedBlock, items: Mapping[str, Item]) -> list[float]:
    """Seconds to read each question of a block, the item's text with its first."""
    known: set[str] = set()
    seconds = []
    for step in block.steps:
        texts = _question_text(items[step.item_hash], step.question)
        if step.item_hash not in known:
            texts.append(items[step.item_hash].text)
            known.add(step.item_hash)
        seconds.append(sum(map(_reading_seconds, texts)))
    return seconds


def _hurries(plans: Mapping[int, Sequence[Plan]], items: Mapping[str, Item]) -> tuple[Hurry, ...]:
    """Limits shorter than slow readers need; of each, the plan with most to read."""
    found: dict[tuple[str, bool], Hurry] = {}

    def look(hurry: Hurry) -> None:
        which = (hurry.what, hurry.asked > 0)
        before = found.get(which)
        if hurry.limit < SLOW * hurry.reading and (
            before is None or before.reading < hurry.reading
        ):
            found[which] = hurry

    for sitting, outcome in plans.items():
        for plan in outcome:
            whole = 0.0
            for block in plan.blocks:
                read = _reading(block, items)
                whole += sum(read)
                limit = block.seconds_per_question
                if limit and read:
                    many = sum(limit < SLOW * seconds for seconds in read)
                    look(Hurry(block.id, limit, max(read), many, len(read)))
                if block.seconds_per_block:
                    look(Hurry(block.id, block.seconds_per_block, sum(read)))
            if plan.seconds is not None:
                name = f"sitting {sitting}" if len(plans) > 1 else "the session"
                look(Hurry(name, plan.seconds, whole))
    return tuple(found.values())


def _longest(block: PlannedBlock) -> float | None:
    """Seconds that a block can take; None without a limit."""
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
    wide = len(_WIDE.findall(text))
    words = len(_WIDE.sub(" ", text).split())
    return 60 * (wide / CHARACTERS_A_MINUTE + words / WORDS_A_MINUTE)


def _guessing(plans: Sequence[Plan], items: Mapping[str, Item]) -> tuple[Guessing, ...]:
    """Of the main blocks, in the first plan that has them."""
    guessings: dict[str, Guessing] = {}
    for plan in plans:
        for block in plan.blocks:
            if block.role != "main" or block.id in guessings:
                continue
            chances = [
                guess(
                    items[step.item_hash],
                    items[step.item_hash].questions[step.question],
                    none_option=block.none_option,
                )
                for step in block.steps
                if step.index not in block.unscored
            ]
            if chances:
                rate = sum(chances, Fraction(0)) / len(chances)
                guessings[block.id] = Guessing(block.id, rate, len(chances))
    return tuple(guessings.values())


def _balance(study: Study, pools: Pools, plans: Sequence[Plan]) -> Balance:
    """Over the main blocks: of a sample that is the same for everybody, its items; of another, all
    that may be drawn."""
    asked = {
        (block.id, step.item_hash)
        for plan in plans
        for block in plan.blocks
        for step in block.steps
    }
    counts = [
        len(leaf.options)
        for block in study.blocks
        if block.rotate
        for item in select(block, pools)
        if block.sample != "same" or (study.section_id(block), item.content_hash) in asked
        for leaf in item.leaves
        if leaf.options
    ]
    return Balance(max(len(study.conditions), 1), study.orders, lcm(*counts) if counts else 1)


def _interval(
    study: Study,
    plans: Mapping[int, Sequence[Plan]],
    people: int,
    repetitions: int,
) -> Interval | None:
    """For the first condition, over all sittings."""
    asked = {
        step.item_hash
        for plan in plans.values()
        for block in plan[0].blocks
        if block.role == "main"
        for step in block.steps
        if step.index not in block.unscored
    }
    if len(asked) < 2 or people < 2:
        return None
    shared = all(block.sample == "same" for block in study.blocks)
    (planned,) = curve([people], [len(asked)], Assumed(), repetitions=repetitions)
    return Interval(people, len(asked), planned.width, shared)
