"""A set of names: individuals, or the listed formulas of a projection."""

from collections.abc import Mapping
from typing import Any

from items.answers import Answer, SetAnswer
from items.kinds.base import AnswerForm, Flaw, Rank
from items.kinds.set_notation import canonical, members, narrow, unknown_name
from items.models import Question
from items.seeds import Draw
from items.values.keys import KeyReader
from items.values.worlds import read_members
from solver.language.problem import Query
from solver.results import EngineAnswer


class Members(AnswerForm):
    """The members of a set of names."""

    name = "set"

    def parse(self, text: str, part: Question, keys: KeyReader) -> Answer:
        return SetAnswer(members=frozenset(members(narrow(text), keys.member)))

    def write(self, answer: Answer, rank: Rank) -> str:
        assert isinstance(answer, SetAnswer)
        return "{" + ", ".join(sorted(answer.members, key=rank)) + "}"

    def normal(self, answer: Answer, keys: KeyReader) -> Answer:
        assert isinstance(answer, SetAnswer)
        return SetAnswer(members=canonical(answer.members, keys))

    def extract(
        self, value: Any, part: Question, mutant: int, formalization: Mapping[str, Any] | None
    ) -> Answer:
        return read_members(value, part, formalization)

    def agrees(self, gold: Answer, query: Query, engine_answer: EngineAnswer) -> bool | None:
        if not isinstance(gold, SetAnswer):
            return False
        return engine_answer.exhausted and _names(query, engine_answer) == gold.members

    def from_engine(self, query: Query, engine_answer: EngineAnswer) -> Answer | None:
        if engine_answer.unknown or not engine_answer.exhausted:
            return None
        return SetAnswer(members=_names(query, engine_answer))

    def misfit(self, answer: Answer, part: Question, none_option: bool) -> Flaw | None:
        if not isinstance(answer, SetAnswer):
            return Flaw.WRONG_KIND
        return unknown_name(part, answer.members)

    def any(self, part: Question, none_option: bool, draw: Draw) -> Answer:
        keys = [choice.key for choice in part.vocabulary if draw.chance(0.5)]
        return SetAnswer(members=frozenset(keys))

    def near(self, gold: Answer, part: Question, draw: Draw) -> Answer | None:
        if not isinstance(gold, SetAnswer) or not part.vocabulary:
            return None
        return SetAnswer(members=gold.members ^ {draw.choice(part.vocabulary).key})


def _names(query: Query, engine_answer: EngineAnswer) -> frozenset[str]:
    if query.variable is None:
        return frozenset(engine_answer.projection or ())
    return frozenset([str(model[query.variable]) for model in engine_answer.models or ()])


FORM = Members()
