"""`count_models(targets)`: how many distinct assignments to the targets there are.

`count_models(F(x), x)` counts the named individuals for which the formula is possible.
"""

from solver.engines.base import Engine
from solver.kinds.assignments import ENUMERATE, ListingKind, listing
from solver.kinds.words import Text
from solver.language.problem import Query
from solver.results import EngineAnswer, Verdict


class CountModels(ListingKind):
    """How many assignments, or individuals, are possible?"""

    word = "count_models"
    forms = ("number",)
    listed_by = ENUMERATE
    question = Text("How many arrangements are possible?", "一共有多少种可能的情形？")
    question_on_screen = Text("How many different cases are possible?", "一共有几种可能的情形？")
    expected_accuracy = 0.45

    def answer(self, engine: Engine, query: Query, limit: int | None) -> EngineAnswer:
        rows = listing(engine, query, 0)
        return EngineAnswer(
            engine.name,
            Verdict.UNKNOWN if rows.reason else None,
            count=rows.count,
            exhausted=rows.complete,
            reason=rows.reason,
        )


KIND = CountModels()
