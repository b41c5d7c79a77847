"""`necessary(f)`: every model of the premises satisfies f."""

from collections.abc import Iterator

from solver.engines.base import Engine
from solver.kinds.base import Kind, Statement, given, required, shown
from solver.kinds.grammar import Arguments, Cursor
from solver.kinds.words import Claim, Text, VerdictWord
from solver.language.problem import Query
from solver.language.syntax import Formula, negation
from solver.results import EngineAnswer, Verdict


class Necessary(Kind):
    """Does the formula hold in every model of the premises?"""

    word = "necessary"
    verdicts = (
        VerdictWord(
            Verdict.NECESSARY,
            Text(
                "necessary: it holds in every world in which the premises hold",
                "必然：在所有满足前提的情形下都成立",
            ),
            Claim.FOLLOWS,
            reply=Text("Yes, it must be so", "是，必定如此"),
            spellings=("必然", "必然成立", "一定"),
        ),
        VerdictWord(
            Verdict.UNNECESSARY,
            Text(
                "not necessary: it fails in a world in which the premises hold",
                "不必然：在某种满足前提的情形下不成立",
            ),
            Claim.FAILS,
            shown=True,
            satisfiable=True,
            reply=Text("No, it need not be so", "否，不一定如此"),
            spellings=("不必然", "不必然成立", "不一定", "not necessary", "not necessarily"),
        ),
    )
    question = Text("Must it be so?", "这必然如此吗？")
    question_on_screen = Text("Must it be so?", "必定如此吗？")
    entailment = True
    expected_accuracy = 0.7

    def read(self, cursor: Cursor) -> Arguments:
        return Arguments(cursor.formula())

    def answer(self, engine: Engine, query: Query, limit: int | None) -> EngineAnswer:
        formula, assumed = required(query), given(query)
        refuted = shown(engine, *assumed, negation(formula))
        return EngineAnswer(
            engine.name,
            Verdict.UNNECESSARY if refuted.exists else Verdict.NECESSARY,
            countermodel=refuted.world,
            witness=engine.further(*assumed, formula),
        )

    def statements(self, query: Query) -> Iterator[Statement]:
        yield Statement(query.formula, True, Verdict.NECESSARY)

    def settling(self, query: Query) -> tuple[Formula, ...]:
        return () if query.formula is None else (query.formula,)


KIND = Necessary()
