"""The interface of an answer form: reading, writing, comparing, checking and simulating answers.

Owns the base class and the flaws that a form may find in an answer. A question kind has one form,
or chooses one by its query. The terminal owns the control on screen and looks it up by the form's
name. If it has no control for a form, the answer is typed.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, ClassVar, NoReturn

from items.answers import Answer, FormAnswer
from items.models import Question
from items.seeds import Draw
from items.values.keys import KeyReader
from solver.errors import InputError
from solver.language.problem import Query
from solver.phrases import phrase
from solver.results import EngineAnswer

Rank = Callable[[str], tuple[int, str]]
"""Sort key of a member, giving the order in which members are written."""


class Flaw(StrEnum):
    """Why an answer does not fit a question or is incomplete."""

    WRONG_KIND = "wrong_kind"
    UNKNOWN_OPTION = "unknown_option"
    NONE_NOT_OFFERED = "none_not_offered"
    UNKNOWN_NAME = "unknown_name"
    TOO_LONG = "too_long"
    ROW_INCOMPLETE = "row_incomplete"
    SOLUTION_MISSING = "solution_missing"
    SOLUTION_NOT_EXPECTED = "solution_not_expected"
    EMPTY_TEXT = "empty_text"


class AnswerForm:
    """One answer form. Each form is a class with a single instance."""

    name: ClassVar[str]
    """Also the `kind` of its answers and the name of its control."""
    answers: ClassVar[type[FormAnswer] | None] = None
    """The class of its answers, for forms from plug-ins; answers are stored as this class. On
    screen such an answer is typed in the notation of `write` and read by `parse`."""
    rotates: ClassVar[bool] = False
    """Whether an answer chooses one of the options, which mutants show in rotated order."""
    truth: ClassVar[bool] = False
    """Whether answers are truth values, over which the F1 scores are computed."""
    free: ClassVar[bool] = False
    """Whether answers are in the respondent's own words, so that only a grade can make them right.
    """

    # --- text ------------------------------------------------------------------------------------

    def parse(self, text: str, part: Question, keys: KeyReader) -> Answer:
        """The answer that a text gives. Raises InputError if it gives none, RuntimeError if a form
        lacks this method."""
        raise RuntimeError(f"{self.name} does not say how it is read")

    def write(self, answer: Answer, rank: Rank) -> str:
        """The text of an answer, which `parse` reads back. Raises RuntimeError if a form lacks this
        method."""
        raise RuntimeError(f"{self.name} does not say how it is written")

    def normal(self, answer: Answer, keys: KeyReader) -> Answer:
        """The same answer with every member in canonical form."""
        return answer

    def extract(
        self, value: Any, part: Question, mutant: int, formalization: Mapping[str, Any] | None
    ) -> Answer:
        """The answer of a language model, given as a text or as the corresponding value in a JSON
        object. Raises Unreadable if that is not an answer, RuntimeError if a form lacks this
        method."""
        raise RuntimeError(f"{self.name} does not say how a response is read")

    # --- comparing -------------------------------------------------------------------------------

    def equal(self, answer: Answer, gold: Answer) -> bool:
        """Whether an answer equals the gold."""
        return answer == gold

    def agrees(self, gold: Answer, query: Query, engine_answer: EngineAnswer) -> bool | None:
        """Whether the gold agrees with an engine's answer; None if the engine's list is cut
        short."""
        return False

    def from_engine(self, query: Query, engine_answer: EngineAnswer) -> Answer | None:
        """An engine's answer in this form; None if the engine gave none or truncated its list."""
        return None

    # --- checking --------------------------------------------------------------------------------

    def misfit(self, answer: Answer, part: Question, none_option: bool) -> Flaw | None:
        """Why an answer, even an unfinished one, cannot belong to this part; None if it can."""
        return Flaw.WRONG_KIND if answer.kind != self.name else None

    def unfinished(self, answer: Answer, part: Question) -> Flaw | None:
        """Why a fitting answer cannot be confirmed yet; None where it can."""
        return None

    # --- simulated -------------------------------------------------------------------------------

    def any(self, part: Question, none_option: bool, draw: Draw) -> Answer:
        """A random answer that fits the part, drawn without regard to its meaning. Raises
        RuntimeError if a form lacks this method."""
        raise RuntimeError(f"{self.name} does not say how an answer is made up")

    def near(self, gold: Answer, part: Question, draw: Draw) -> Answer | None:
        """The gold with one thing changed; None if this form has no such change."""
        return None


def refuse(expected: str, text: str) -> NoReturn:
    """Raise an InputError saying that the text is not an answer."""
    excerpt = text if len(text) <= 200 else text[:199] + "…"
    raise InputError(
        "Answer cannot be read", phrase("expected {a}, found {b}", a=expected, b=repr(excerpt))
    )
