"""Simulated respondents: their answers, confidence and times.

Owns the profile and everything a respondent does, from a seed and the respondent's number. Pure:
the same seed, number and profile give the same answers to the same items in any order, on every
machine. In a further attempt or sitting the same item is answered independently. The record plays
sessions with it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import exp, log
from statistics import NormalDist
from typing import Annotated, Protocol

from pydantic import BaseModel, ConfigDict, Field

from items.answers import Answer
from items.kinds.names import is_question_kind, own_kind, usable_question_kinds
from items.models import Item, Question
from items.seeds import Draw
from study.diagnosis.misreading_groups import Misreaders

Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
QUALIFICATION = "qualification"
"""Key in `right` for every question of the qualification, whatever its kind."""
_QUALIFICATION_ACCURACY = 0.93


def accuracies() -> dict[str, float]:
    """Accuracy of the median respondent where the profile gives none, by kind of question;
    `QUALIFICATION` for every question of the qualification."""
    return {kind: _accuracy(kind) for kind in (QUALIFICATION, *usable_question_kinds())}


PACE_LOG_SD = 0.3
"""Standard deviation of the logarithm of respondents' pace."""
HEEDING_RATE = 0.98
"""How often a respondent who is not careless follows a text that says which option to choose."""
HURRY = 0.15
"""Share of the usual time that careless respondents take."""
_NORMAL = NormalDist()


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Profile(_Frozen):
    """What simulated respondents are like."""

    right: Mapping[str, Share] = Field(default_factory=dict)
    """Kind of question, or `qualification`, to the accuracy of a median respondent; defaults in
    `accuracies`."""
    spread: Annotated[float, Field(ge=0, le=5)] = 0.5
    """Standard deviation of ability between respondents, in logits; 0 makes all equal."""
    seconds: Annotated[float, Field(gt=0, le=86_400)] = 30.0
    """Median time per question; times are log-normal."""
    seconds_spread: Annotated[float, Field(ge=0, le=3)] = 0.5
    """Standard deviation of the logarithm of the time, within a respondent."""
    careless: Share = 0.05
    """Share of respondents who hurry and give arbitrary answers."""
    time_outs: Share = 0.02
    """Share of questions left open until time runs out, where time is limited."""
    abandon: Share = 0.05
    """Share of respondents who leave at some point and do not come back."""
    decline: Share = 0.0
    """Share of respondents who do not agree to take part."""
    misreaders: tuple[Misreaders, ...] = ()

    def right_in(self, kind: str) -> float:
        """Accuracy of a median respondent for a kind of question."""
        return self.right.get(kind, _accuracy(kind))


def _accuracy(kind: str) -> float:
    if kind == QUALIFICATION:
        return _QUALIFICATION_ACCURACY
    if not is_question_kind(kind):
        return 0.5
    from solver.kinds.registry import kind_of

    return (own_kind(kind) or kind_of(kind)).expected_accuracy


class Simulated(_Frozen):
    """Marks a session as simulated and records how its answers were generated."""

    seed: int
    number: int
    """Number of the respondent, from 1."""
    profile: Profile


class Place(Protocol):
    """Identifies a question of an item."""

    @property
    def item_hash(self) -> str:
        """The item's content hash."""

    @property
    def question(self) -> int:
        """Index in the item's questions."""


class Rules(Protocol):
    """What a block lets a respondent do."""

    @property
    def none_option(self) -> bool:
        """Whether the options include N (none)."""

    @property
    def role(self) -> str:
        """The purpose of the block's answers."""


@dataclass(frozen=True, slots=True)
class Act:
    """What a respondent does with one question, time permitting."""

    answers: Mapping[str, Answer]
    """Answers by part, in the order they are given."""
    confidence: int
    """1 to 5, for blocks that ask for it."""
    seconds: float
    """From the question's opening to its confirmation."""
    lingers: bool
    """Whether the answer is given but not confirmed before time runs out."""


class Respondent:
    """One simulated respondent."""

    def __init__(self, simulated: Simulated) -> None:
        self.simulated = simulated
        self.profile = simulated.profile
        draw = self.draw("traits")
        self.ability = self.profile.spread * _normal(draw)
        """In logits, relative to the median respondent."""
        self.pace = exp(PACE_LOG_SD * _normal(draw))
        """Factor on the usual time."""
        self.careless = draw.chance(self.profile.careless)
        self.declines = draw.chance(self.profile.decline)
        self._abandons = draw.chance(self.profile.abandon)
        self._how_far = draw.random()
        self.misreads = self._group() if self.profile.misreaders else None
        """What this respondent misreads; None where the answers follow the profile."""

    def _group(self) -> Misreaders | None:
        """One of the groups of misreaders, drawn by their shares, or none."""
        at = self.draw("misreads").random()
        for group in self.profile.misreaders:
            at -= group.share
            if at < 0:
                return group
        return None

    @cached_property
    def waits(self) -> Draw:
        """Random durations of looking at pages between questions."""
        return self.draw("pages")

    def leaves_at(self, steps: int) -> int | None:
        """The step, out of `steps` in the session, at which this respondent leaves for good; never
        the first. None for one who stays."""
        if not self._abandons or steps < 2:
            return None
        return 1 + int(self._how_far * (steps - 1))

    def act(
        self,
        step: Place,
        block: Rules,
        question: Question,
        item: Item | None = None,
        *,
        instructed: bool = False,
        turn: tuple[int, ...] = (),
    ) -> Act:
        """What the respondent does with a question. Every part is right or wrong independently; a
        misreader needs the question's item. `instructed`: the text says which option to choose, and
        an attentive respondent does so. `turn`: numbers, from 1, of the attempt and sitting; after
        the first of all, everything is drawn independently."""
        # This module is needed to read every session's first event; sessions of people need none of
        # these.
        from study.respondents.simulated_answers import any_answer, right_answer, wrong_answer
        from study.scores.scoring import score_question

        again = turn if any(number > 1 for number in turn) else ()
        draw = self.draw(step.item_hash, step.question, *again)
        answers: dict[str, Answer] = {}
        first = 0 if item is None else _first_leaf(item, step.question)
        for number, part in enumerate(question.leaves, first):
            main = block.role == "main" and not instructed
            if self.misreads is not None and item is not None and main:
                from study.diagnosis.misreaders import misread

                none = block.none_option
                understood = misread(item, number, self.misreads, draw, none_option=none)
                answers[part.id] = understood or any_answer(part, none, draw)
                continue
            if self.careless:
                answers[part.id] = any_answer(part, block.none_option, draw)
                continue
            kind = QUALIFICATION if block.role == "qualification" else str(part.kind)
            chance = (
                HEEDING_RATE if instructed else shifted(self.profile.right_in(kind), self.ability)
            )
            give = right_answer if draw.chance(chance) else wrong_answer
            answers[part.id] = give(part, block.none_option, draw)
        usual = self.profile.seconds * self.pace * (HURRY if self.careless else 1)
        seconds = usual * exp(self.profile.seconds_spread * _normal(draw))
        lingers = draw.chance(self.profile.time_outs)
        right = score_question(answers, question).right is True
        return Act(answers, self._sure(right, draw), seconds, lingers)

    def _sure(self, right: bool, draw: Draw) -> int:
        if self.careless:
            return 1 + draw.below(5)
        return 1 + draw.weighted((2, 4, 14, 40, 40) if right else (14, 24, 30, 20, 12))

    def draw(self, *name: str | int) -> Draw:
        """The respondent's own random numbers, the same for the same name."""
        return Draw("simulated", self.simulated.seed, self.simulated.number, *name)


def _first_leaf(item: Item, question: int) -> int:
    """The position of a question's first part among the item's leaves."""
    return sum(len(before.leaves) for before in item.questions[:question])


def shifted(share: float, logits: float) -> float:
    """A probability moved on the logit scale; 0 and 1 stay."""
    if share in (0, 1):
        return float(share)
    return 1 / (1 + exp(-(log(share / (1 - share)) + logits)))


def _normal(draw: Draw) -> float:
    """A standard normal number."""
    return _NORMAL.inv_cdf(min(max(draw.random(), 1e-12), 1 - 1e-12))
