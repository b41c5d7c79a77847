"""`possible(f)`: some model of the premises satisfies f."""

from collections.abc import Iterator

from solver.engines.base import Engine
from solver.kinds.base import Kind, Statement, given, required, shown
from solver.kinds.grammar import Arguments, Cursor
from solver.kinds.words import Claim, Text, VerdictWord
from solver.language.problem import Query
from solver.language.syntax import Formula, negation
from solver.results import EngineAnswer, Verdict


class Possible(Kind):
    """Is there a model of the premises in which the formula holds?"""

    word = "possible"
    verdicts = (
        VerdictWord(
            Verdict.POSSIBLE,
            Text(
                "possible: it holds in at least one world in which the premises hold",
                "可能：至少在一种满足前提的情形下成立",
            ),
            Claim.HOLDS,
            shown=True,
            satisfiable=True,
            reply=Text("Yes, it is possible", "是，这可能"),
            spellings=("可能",),
        ),
        VerdictWord(
            Verdict.IMPOSSIBLE,
            Text(
                "impossible: it holds in no world in which the premises hold",
                "不可能：在任何满足前提的情形下都不成立",
            ),
            Claim.EXCLUDED,
            reply=Text("No, it is impossible", "否，这不可能"),
            spellings=("不可能",),
        ),
    )
    question = Text("Is it possible?", "这可能吗？")
    expected_accuracy = 0.75

    def read(self, cursor: Cursor) -> Arguments:
        return Arguments(cursor.formula())

    def answer(self, engine: Engine, query: Query, limit: int | None) -> EngineAnswer:
        formula, assumed = required(query), given(query)
        witness = shown(engine, *assumed, formula)
        return EngineAnswer(
            engine.name,
            Verdict.POSSIBLE if witness.exists else Verdict.IMPOSSIBLE,
            witness=witness.world,
            countermodel=engine.further(*assumed, negation(formula)),
        )

    def statements(self, query: Query) -> Iterator[Statement]:
        yield Statement(query.formula, False, Verdict.POSSIBLE)

    def settling(self, query: Query) -> tuple[Formula, ...]:
        return () if query.formula is None else (negation(query.formula),)


KIND = Possible()
