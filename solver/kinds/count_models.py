"""`count_models(targets)`: how many distinct assignments to the targets there are.

`count_models(F(x), x)` counts the named individuals for which the formula is possible.
"""

from collections.abc import Sequence

from solver.engines.base import Engine
from solver.kinds.assignments import listing, nothing_else, possible_rows
from solver.kinds.base import Asking, Kind, Members
from solver.kinds.enumerate_models import inside
from solver.kinds.grammar import Arguments, Cursor
from solver.kinds.words import Text
from solver.language.problem import Query
from solver.language.syntax import Formula
from solver.results import EngineAnswer, Verdict


class CountModels(Kind):
    """How many assignments, or individuals, are possible?"""

    word = "count_models"
    forms = ("number",)
    question = Text("How many arrangements are possible?", "一共有多少种可能的情形？")
    question_on_screen = Text("How many different cases are possible?", "一共有几种可能的情形？")
    expected_accuracy = 0.45

    def read(self, cursor: Cursor) -> Arguments:
        return cursor.models()

    def inside(self, query: Query) -> str:
        return inside(query) or super().inside(query)

    def answer(self, engine: Engine, query: Query, limit: int | None) -> EngineAnswer:
        outcome = listing(engine, query, 0)
        return EngineAnswer(
            engine.name,
            Verdict.UNKNOWN if outcome.reason else None,
            count=outcome.count,
            exhausted=outcome.complete,
            reason=outcome.reason,
        )

    def rests_on(
        self, query: Query, answer: EngineAnswer, ask: Asking, constants: Sequence[str]
    ) -> tuple[Formula, ...] | None:
        return None if answer.unknown else nothing_else(query, ask, constants)

    def members(
        self, query: Query, answer: EngineAnswer, ask: Asking, constants: Sequence[str]
    ) -> Members:
        return possible_rows(query, ask)


KIND = CountModels()
