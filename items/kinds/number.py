"""A number, 0 or more."""

import re
from collections.abc import Mapping
from typing import Any

from items.answers import Answer, CountAnswer
from items.kinds.base import AnswerForm, Flaw, Rank, refuse
from items.models import Question
from items.seeds import Draw
from items.values.keys import KeyReader
from items.values.plain_answers import count
from solver.language.problem import Query
from solver.phrases import phrase
from solver.results import EngineAnswer

MAX_DIGITS = 1000
"""Most digits that are accepted; the largest count within the limits has far fewer."""
MAX_COUNT = 10**18
"""Largest number a respondent may give."""


class Number(AnswerForm):
    """A count."""

    name = "count"

    def parse(self, text: str, part: Question, keys: KeyReader) -> Answer:
        if not re.fullmatch(r"[0-9]+", text, re.ASCII) or len(text) > MAX_DIGITS:
            refuse(phrase("a number, 0 or more"), text)
        return CountAnswer(count=int(text))

    def write(self, answer: Answer, rank: Rank) -> str:
        assert isinstance(answer, CountAnswer)
        return str(answer.count)

    def extract(
        self, value: Any, part: Question, mutant: int, formalization: Mapping[str, Any] | None
    ) -> Answer:
        return CountAnswer(count=count(value))

    def agrees(self, gold: Answer, query: Query, engine_answer: EngineAnswer) -> bool | None:
        if not isinstance(gold, CountAnswer):
            return False
        if engine_answer.exhausted:
            return engine_answer.count == gold.count
        return (
            False if engine_answer.count is not None and engine_answer.count > gold.count else None
        )

    def from_engine(self, query: Query, engine_answer: EngineAnswer) -> Answer | None:
        if engine_answer.unknown or not engine_answer.exhausted or engine_answer.count is None:
            return None
        return CountAnswer(count=engine_answer.count)

    def misfit(self, answer: Answer, part: Question, none_option: bool) -> Flaw | None:
        if not isinstance(answer, CountAnswer):
            return Flaw.WRONG_KIND
        return None if answer.count <= MAX_COUNT else Flaw.TOO_LONG

    def any(self, part: Question, none_option: bool, draw: Draw) -> Answer:
        return CountAnswer(count=draw.below(2 ** min(len(part.vocabulary) or 3, 6)))

    def near(self, gold: Answer, part: Question, draw: Draw) -> Answer | None:
        if not isinstance(gold, CountAnswer):
            return None
        return CountAnswer(count=max(0, gold.count + draw.choice((-2, -1, 1, 2))))


FORM = Number()
