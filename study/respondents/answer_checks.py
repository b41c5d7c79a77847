"""Whether an answer fits a question part, and whether it is complete.

Owns the reasons for refusing an input. The answer form (`items.kinds`) decides what fits, and
`study.scores.scoring` what is right.
"""

from enum import StrEnum

from items.answers import Answer
from items.kinds.registry import form_of, form_of_answer
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
    OUT_OF_BOUNDS = "out_of_bounds"


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
    Reason.OUT_OF_BOUNDS: "The number is outside its bounds.",
}


class RefusedError(InputError):
    """A refused input. The session is unchanged; nothing was recorded."""

    def __init__(self, reason: Reason, part: str | None = None) -> None:
        super().__init__("Not accepted", _WORDS[reason])
        self.reason = reason
        self.part = part
        """The part of the question that it concerns, if any."""


def misfit(answer: Answer, part: Question, none_option: bool) -> Reason | None:
    """Why an answer does not fit this part, not even as a draft; None where it can."""
    flaw = form_of(part).misfit(answer, part, none_option)
    return None if flaw is None else Reason(flaw)


def unfinished(answer: Answer | None, part: Question) -> Reason | None:
    """Why a fitting answer cannot be confirmed yet; None where it can."""
    if answer is None:
        return Reason.UNANSWERED
    flaw = form_of_answer(answer).unfinished(answer, part)
    return None if flaw is None else Reason(flaw)
