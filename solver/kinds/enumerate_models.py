"""`enumerate_models(targets)`: the distinct assignments to the targets in models of the premises.

`enumerate_models(F(x), x)` lists the named individuals for which the formula is possible, each
asked on its own, as LLMEval-Logic does.
"""

from collections.abc import Sequence

from solver.engines.base import Engine
from solver.kinds.assignments import ENUMERATE, listing, nothing_else, possible_rows
from solver.kinds.base import AnswerForm, Asking, Kind, Members, Vocabulary
from solver.kinds.grammar import Arguments, Cursor
from solver.kinds.words import Text
from solver.language.printer import print_formula
from solver.language.problem import Query
from solver.language.syntax import Formula
from solver.results import EngineAnswer, Verdict


class EnumerateModels(Kind):
    """Which assignments, or individuals, are possible?"""

    word = ENUMERATE
    forms = ("models", "set")
    question = Text("Which arrangements are possible?", "有哪些可能的情形？")
    question_on_screen = Text(
        "Which cases are possible? Build every one of them.",
        "有哪些可能的情形？请把每一种都列出来。",
    )
    expected_accuracy = 0.35

    def read(self, cursor: Cursor) -> Arguments:
        return cursor.models()

    def inside(self, query: Query) -> str:
        return inside(query) or super().inside(query)

    def form(self, query: Query) -> AnswerForm:
        return "models" if query.variable is None else "set"

    def vocabulary(self, query: Query) -> Vocabulary:
        return "targets" if query.variable is None else "individuals"

    def answer(self, engine: Engine, query: Query, limit: int | None) -> EngineAnswer:
        outcome = listing(engine, query, limit)
        return EngineAnswer(
            engine.name,
            Verdict.UNKNOWN if outcome.reason else None,
            models=outcome.models,
            count=outcome.count,
            exhausted=outcome.complete and len(outcome.models) == outcome.count,
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


def inside(query: Query) -> str:
    """The arguments of the form with individuals; empty in the form with targets."""
    if query.variable is None or query.formula is None:
        return ""
    return f"{print_formula(query.formula)}, {query.variable}"


KIND = EnumerateModels()
