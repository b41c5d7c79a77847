"""`enumerate_models(targets)`: the distinct assignments to the targets in models of the premises.

`enumerate_models(F(x), x)` lists the named individuals for which the formula is possible, each
checked separately, as in LLMEval-Logic.
"""

from solver.engines.base import Engine
from solver.kinds.assignments import ENUMERATE, ListingKind, listing
from solver.kinds.base import AnswerForm, Vocabulary
from solver.kinds.words import Text
from solver.language.problem import Query
from solver.results import EngineAnswer, Verdict


class EnumerateModels(ListingKind):
    """Which assignments, or individuals, are possible?"""

    word = ENUMERATE
    forms = ("models", "set")
    question = Text("Which arrangements are possible?", "有哪些可能的情形？")
    question_on_screen = Text(
        "Which cases are possible? Build every one of them.",
        "有哪些可能的情形？请把每一种都列出来。",
    )
    expected_accuracy = 0.35

    def form(self, query: Query) -> AnswerForm:
        return "models" if query.variable is None else "set"

    def vocabulary(self, query: Query) -> Vocabulary:
        return "targets" if query.variable is None else "individuals"

    def answer(self, engine: Engine, query: Query, limit: int | None) -> EngineAnswer:
        rows = listing(engine, query, limit)
        return EngineAnswer(
            engine.name,
            Verdict.UNKNOWN if rows.reason else None,
            models=rows.models,
            count=rows.count,
            exhausted=rows.complete and len(rows.models) == rows.count,
            reason=rows.reason,
        )


KIND = EnumerateModels()
