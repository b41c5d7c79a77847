"""What a form of answer is: reading, writing, comparing, checking, and answers made up.

Owns the base class and what a form may find wrong with an answer. A question kind has one form, or
chooses one by its query. The control on screen belongs to the terminal, which finds it by the
form's name; a form that it has no control for is typed.
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
"""Place of a member in the order in which members are written."""


class Flaw(StrEnum):
    """Why an answer does not fit a question, or is not complete."""

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
    """One form of answers. A class a form, one object of it."""

    name: ClassVar[str]
    """Also the `kind` of its answers, and the name of its control."""
    answers: ClassVar[type[FormAnswer] | None] = None
    """The class of its answers, where the program has none: it is then stored by this class. Such
    an answer is typed on screen as `write` writes it, and read by `parse`."""
    rotates: ClassVar[bool] = False
    """Whether answers choose one of the options, which mutants show in rotated order."""
    truth: ClassVar[bool] = False
    """Whether answers are truth values, which the F1 scores are over."""
    free: ClassVar[bool] = False
    """Whether answers are in the respondent's own words, which only a grade makes right."""

    # --- text ------------------------------------------------------------------------------------

    def parse(self, text: str, part: Question, keys: KeyReader) -> Answer:
        """The answer a text gives. Raises InputError where it gives none, RuntimeError where a form
        lacks this method."""
        raise RuntimeError(f"{self.name} does not say how it is read")

    def write(self, answer: Answer, rank: Rank) -> str:
        """The text of an answer; `parse` reads it back. Raises RuntimeError where a form lacks this
        method."""
        raise RuntimeError(f"{self.name} does not say how it is written")

    def normal(self, answer: Answer, keys: KeyReader) -> Answer:
        """The same answer with every member in canonical form."""
        return answer

    def extract(
        self, value: Any, part: Question, mutant: int, formalization: Mapping[str, Any] | None
    ) -> Answer:
        """The answer a language model gave: a text, or what a JSON object holds in its place.
        Raises Unreadable where that is none, RuntimeError where a form lacks this method."""
        raise RuntimeError(f"{self.name} does not say how a response is read")

    # --- comparing -------------------------------------------------------------------------------

    def equal(self, answer: Answer, gold: Answer) -> bool:
        """Whether an answer is what the gold says."""
        return answer == gold

    def agrees(self, gold: Answer, query: Query, engine_answer: EngineAnswer) -> bool | None:
        """Whether a gold is what an engine found; None where the engine's list is cut short."""
        return False

    def from_engine(self, query: Query, engine_answer: EngineAnswer) -> Answer | None:
        """An engine's answer as an answer of this form; None where it gave none or cut its list
        short."""
        return None

    # --- checking --------------------------------------------------------------------------------

    def misfit(self, answer: Answer, part: Question, none_option: bool) -> Flaw | None:
        """Why an answer cannot be one to this part, even unfinished; None where it can."""
        return Flaw.WRONG_KIND if answer.kind != self.name else None

    def unfinished(self, answer: Answer, part: Question) -> Flaw | None:
        """Why a fitting answer cannot be confirmed yet; None where it can."""
        return None

    # --- made up ---------------------------------------------------------------------------------

    def any(self, part: Question, none_option: bool, draw: Draw) -> Answer:
        """Any answer that fits, drawn without a look at the question. Raises RuntimeError where a
        form lacks this method."""
        raise RuntimeError(f"{self.name} does not say how an answer is made up")

    def near(self, gold: Answer, part: Question, draw: Draw) -> Answer | None:
        """The gold with one thing changed; None where that means nothing."""
        return None


def refuse(expected: str, text: str) -> NoReturn:
    """Raise the InputError that a text is no answer."""
    excerpt = text if len(text) <= 200 else text[:199] + "…"
    raise InputError(
        "Answer cannot be read", phrase("expected {a}, found {b}", a=expected, b=repr(excerpt))
    )
