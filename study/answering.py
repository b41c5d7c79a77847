"""Whether an answer fits a question part, and whether it is complete.

Owns the checks made before an answer enters the record. Right or wrong is `scoring`.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from enum import StrEnum

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
from items.models import Question
from solver.errors import InputError


class Reason(StrEnum):
    """Why an input was refused; screens have their own words for each."""

    NOT_NOW = "not_now"
    UNKNOWN_PART = "unknown_part"
    WRONG_KIND = "wrong_kind"
    UNKNOWN_OPTION = "unknown_option"
    NONE_NOT_OFFERED = "none_not_offered"
    UNKNOWN_NAME = "unknown_name"
    TOO_LONG = "too_long"
    NO_CONFIDENCE_ASKED = "no_confidence_asked"
    UNANSWERED = "unanswered"
    ROW_INCOMPLETE = "row_incomplete"
    SOLUTION_MISSING = "solution_missing"
    SOLUTION_NOT_EXPECTED = "solution_not_expected"
    EMPTY_TEXT = "empty_text"
    CONFIDENCE_MISSING = "confidence_missing"
    BREAKS_NOT_ALLOWED = "breaks_not_allowed"


_WORDS: dict[Reason, str] = {
    Reason.NOT_NOW: "This is not possible at this point.",
    Reason.UNKNOWN_PART: "The question has no such part.",
    Reason.WRONG_KIND: "This kind of answer does not fit the question.",
    Reason.UNKNOWN_OPTION: "There is no such option.",
    Reason.NONE_NOT_OFFERED: "“None of these” is not offered here.",
    Reason.UNKNOWN_NAME: "The answer uses a name the question does not offer.",
    Reason.TOO_LONG: "The answer is too long.",
    Reason.NO_CONFIDENCE_ASKED: "No rating is asked for here.",
    Reason.UNANSWERED: "There is no answer yet.",
    Reason.ROW_INCOMPLETE: "A row of the table is not filled in.",
    Reason.SOLUTION_MISSING: "“Unique” needs the solution.",
    Reason.SOLUTION_NOT_EXPECTED: "Only “unique” has a solution.",
    Reason.EMPTY_TEXT: "The text is empty.",
    Reason.CONFIDENCE_MISSING: "Say how sure you are, 1 to 5.",
    Reason.BREAKS_NOT_ALLOWED: "No breaks at will in this block.",
}
MAX_TEXT = 20_000
"""Characters of a free answer."""
MAX_COUNT = 10**18
_ENUM_KEY = re.compile(r"^([A-Za-z_][A-Za-z0-9_]*)=([^=\s]+)$")
VERDICTS = {
    "possible": ("possible", "impossible"),
    "necessary": ("necessary", "unnecessary"),
    "has_alternative": ("alternative", "no_alternative"),
}
"""The words of each kind of yes-or-no question."""


class RefusedError(InputError):
    """An input that was refused. The session is as it was; nothing was recorded."""

    def __init__(self, reason: Reason, part: str | None = None) -> None:
        super().__init__("Not accepted", _WORDS[reason])
        self.reason = reason
        self.part = part
        """The part of the question it concerns, where there is one."""


def misfit(answer: Answer, part: Question, none_option: bool) -> Reason | None:
    """Why an answer cannot be an answer to this part, even unfinished; None where it can."""
    match part.kind, answer:
        case "choice", ChoiceAnswer(option=None):
            return None if none_option else Reason.NONE_NOT_OFFERED
        case "choice", ChoiceAnswer(option=int(option)):
            return None if 0 <= option < len(part.options) else Reason.UNKNOWN_OPTION
        case "truth", TruthAnswer():
            return None
        case ("possible" | "necessary" | "has_alternative") as kind, VerdictAnswer(word=word):
            return None if word in VERDICTS[kind] else Reason.WRONG_KIND
        case "count_models", CountAnswer(count=count):
            return None if count <= MAX_COUNT else Reason.TOO_LONG
        case "text", TextAnswer(text=text):
            return None if len(text) <= MAX_TEXT else Reason.TOO_LONG
        case "enumerate_models", ModelsAnswer(models=models):
            if part.gold is not None and not isinstance(part.gold, ModelsAnswer):
                return Reason.WRONG_KIND
            return _unknown(part, (name for world in models for name in world))
        case "enumerate_models", SetAnswer(members=members):
            if part.gold is not None and not isinstance(part.gold, SetAnswer):
                return Reason.WRONG_KIND
            return _unknown(part, members)
        case "projection", SetAnswer(members=members):
            return _unknown(part, members)
        case "unique_solution", UniqueAnswer(verdict=verdict, solution=solution):
            if verdict != "unique" and solution is not None:
                return Reason.SOLUTION_NOT_EXPECTED
            return _unknown(part, solution or ())
        case _:
            return Reason.WRONG_KIND


def unfinished(answer: Answer | None, part: Question) -> Reason | None:
    """Why a fitting answer cannot be confirmed yet; None where it can."""
    match answer:
        case None:
            return Reason.UNANSWERED
        case TextAnswer(text=text) if not text.strip():
            return Reason.EMPTY_TEXT
        case UniqueAnswer(verdict="unique", solution=None) if part.vocabulary:
            return Reason.SOLUTION_MISSING
        case UniqueAnswer(solution=solution) if solution is not None:
            return None if _row_full(solution, part) else Reason.ROW_INCOMPLETE
        case ModelsAnswer(models=models):
            full = all(_row_full(world, part) for world in models)
            return None if full else Reason.ROW_INCOMPLETE
        case _:
            return None


def enum_groups(part: Question) -> dict[str, tuple[str, ...]]:
    """The vocabulary's Enum targets: name to its keys, such as status to (status=going, …).

    A row of a table has exactly one key of each group.
    """
    groups: dict[str, list[str]] = defaultdict(list)
    for choice in part.vocabulary:
        found = _ENUM_KEY.match(choice.key)
        if found:
            groups[found[1]].append(choice.key)
    return {name: tuple(keys) for name, keys in groups.items() if len(keys) > 1}


def _row_full(world: World, part: Question) -> bool:
    return all(len(world.intersection(keys)) == 1 for keys in enum_groups(part).values())


def _unknown(part: Question, names: Iterable[str]) -> Reason | None:
    known = {choice.key for choice in part.vocabulary}
    return None if all(name in known for name in names) else Reason.UNKNOWN_NAME
