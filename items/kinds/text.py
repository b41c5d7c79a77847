"""A free answer."""

from collections.abc import Mapping
from typing import Any

from items.answers import Answer, TextAnswer
from items.kinds.base import AnswerForm, Flaw, Rank
from items.kinds.question import QuestionKind
from items.models import Question
from items.seeds import Draw
from items.values.keys import KeyReader
from items.values.plain_answers import free
from solver.kinds.words import Text

MAX_TEXT = 20_000
"""Most characters in a free answer."""
NO_IDEA = TextAnswer(text="I cannot tell.")


class FreeText(AnswerForm):
    """Any text."""

    name = "text"
    free = True

    def parse(self, text: str, part: Question, keys: KeyReader) -> Answer:
        return TextAnswer(text=text)

    def write(self, answer: Answer, rank: Rank) -> str:
        assert isinstance(answer, TextAnswer)
        return answer.text

    def extract(
        self, value: Any, part: Question, mutant: int, formalization: Mapping[str, Any] | None
    ) -> Answer:
        return TextAnswer(text=free(value))

    def misfit(self, answer: Answer, part: Question, none_option: bool) -> Flaw | None:
        if not isinstance(answer, TextAnswer):
            return Flaw.WRONG_KIND
        return None if len(answer.text) <= MAX_TEXT else Flaw.TOO_LONG

    def unfinished(self, answer: Answer, part: Question) -> Flaw | None:
        empty = isinstance(answer, TextAnswer) and not answer.text.strip()
        return Flaw.EMPTY_TEXT if empty else None

    def any(self, part: Question, none_option: bool, draw: Draw) -> Answer:
        return NO_IDEA


FORM = FreeText()
KIND = QuestionKind(
    name="text",
    form="text",
    question=Text("", ""),
    question_on_screen=Text("What is your answer?", "您的回答是什么？"),
    expected_accuracy=0.4,
)
