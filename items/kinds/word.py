"""One of the verdict words of a query kind, such as a yes or a no."""

import re
from collections.abc import Mapping
from typing import Any

from items.answers import Answer, VerdictAnswer
from items.kinds.base import AnswerForm, Flaw, Rank, refuse
from items.models import Question
from items.seeds import Draw
from items.values.keys import KeyReader
from items.values.plain_answers import verdict
from solver.kinds.registry import kind_of
from solver.language.problem import Query
from solver.results import EngineAnswer


class Word(AnswerForm):
    """A verdict word."""

    name = "verdict"

    def parse(self, text: str, part: Question, keys: KeyReader) -> Answer:
        word = re.sub(r"[\s\-]+", "_", text.casefold())
        words = words_of(part.kind or "")
        if word not in words:
            refuse(" or ".join(words), text)
        return VerdictAnswer(word=word)

    def write(self, answer: Answer, rank: Rank) -> str:
        assert isinstance(answer, VerdictAnswer)
        return answer.word

    def extract(
        self, value: Any, part: Question, mutant: int, formalization: Mapping[str, Any] | None
    ) -> Answer:
        return VerdictAnswer(word=verdict(value, kind_of(part.kind or "")))

    def agrees(self, gold: Answer, query: Query, engine_answer: EngineAnswer) -> bool | None:
        return isinstance(gold, VerdictAnswer) and engine_answer.verdict == gold.word

    def from_engine(self, query: Query, engine_answer: EngineAnswer) -> Answer | None:
        return None if engine_answer.unknown else VerdictAnswer(word=str(engine_answer.verdict))

    def misfit(self, answer: Answer, part: Question, none_option: bool) -> Flaw | None:
        fits = isinstance(answer, VerdictAnswer) and answer.word in words_of(part.kind or "")
        return None if fits else Flaw.WRONG_KIND

    def any(self, part: Question, none_option: bool, draw: Draw) -> Answer:
        return VerdictAnswer(word=draw.choice(words_of(part.kind or "")))


def words_of(kind: str) -> tuple[str, ...]:
    """The words that answer a question of that kind, the affirmative one first. Raises InputError
    if the kind does not exist or cannot be used."""
    return tuple(str(word.verdict) for word in kind_of(kind).verdicts)


FORM = Word()
