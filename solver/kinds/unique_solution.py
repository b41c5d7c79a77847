"""`unique_solution(targets)`: do the premises leave exactly one assignment to the targets?"""

from collections.abc import Sequence

from solver.engines.base import Engine, GaveUp
from solver.kinds.assignments import pin, possible_rows
from solver.kinds.base import Asking, Kind, Members, Vocabulary, given
from solver.kinds.grammar import Arguments, Cursor
from solver.kinds.words import Text, VerdictWord
from solver.language.problem import Query
from solver.language.syntax import Formula, Truth, negation
from solver.results import EngineAnswer, Verdict

MAX_COUNTED = 1024
"""Maximum assignments that the exact engine counts, although two are enough for the verdict."""


class UniqueSolution(Kind):
    """Is there exactly one solution, and what is it?"""

    word = "unique_solution"
    verdicts = (
        VerdictWord(
            Verdict.UNIQUE,
            Text("unique: the premises leave exactly one solution", "唯一：前提只留下一个解"),
            satisfiable=True,
            spellings=("唯一",),
        ),
        VerdictWord(
            Verdict.NOT_UNIQUE,
            Text(
                "not unique: the premises leave more than one solution",
                "不唯一：前提留下不止一个解",
            ),
            shown=True,
            satisfiable=True,
            spellings=("不唯一",),
        ),
        VerdictWord(
            Verdict.NONE,
            Text("none: the premises leave no solution", "无解：前提没有留下任何解"),
            spellings=("无解",),
        ),
    )
    forms = ("unique",)
    question = Text("Is exactly one arrangement possible?", "可能的情形是否恰有一种？")
    question_on_screen = Text("Is there exactly one solution?", "是不是正好有一个解？")
    expected_accuracy = 0.55

    def read(self, cursor: Cursor) -> Arguments:
        return Arguments(targets=cursor.targets())

    def vocabulary(self, query: Query) -> Vocabulary:
        return "targets"

    def answer(self, engine: Engine, query: Query, limit: int | None) -> EngineAnswer:
        """See `Kind.answer`. Raises GaveUp if fewer than two assignments were found in time."""
        exact, assumed = engine.name == "worlds", given(query)
        listing = engine.assignments(
            query.targets, *assumed, limit=1, most=MAX_COUNTED if exact else 2
        )
        if listing.reason and listing.count < 2:
            raise GaveUp(listing.reason)
        count = listing.count if exact and listing.complete else None
        if not listing.count:
            return EngineAnswer(engine.name, Verdict.NONE, count=count)
        single = listing.count == 1
        solution = pin(query.targets, listing.models[0])
        return EngineAnswer(
            engine.name,
            Verdict.UNIQUE if single else Verdict.NOT_UNIQUE,
            solution=listing.models[0] if single else None,
            count=count,
            witness=engine.further(*assumed, solution),
            countermodel=engine.further(*assumed, negation(solution)),
        )

    def rests_on(
        self, query: Query, answer: EngineAnswer, ask: Asking, constants: Sequence[str]
    ) -> tuple[Formula, ...] | None:
        if answer.verdict == Verdict.NONE:
            return (Truth(False),)
        if answer.verdict == Verdict.UNIQUE and answer.solution is not None:
            return (pin(query.targets, answer.solution),)
        return super().rests_on(query, answer, ask, constants)

    def members(
        self, query: Query, answer: EngineAnswer, ask: Asking, constants: Sequence[str]
    ) -> Members:
        return possible_rows(query, ask)


KIND = UniqueSolution()
