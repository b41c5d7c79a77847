"""`projection(necessary; f, …)`, `projection(possible; f, …)`: the listed formulas that hold.

They hold in every model of the premises, or in some.
"""

from collections.abc import Iterator, Sequence

from solver.engines.base import Engine
from solver.errors import InputError
from solver.kinds.base import (
    AnswerClaim,
    Asking,
    Kind,
    Member,
    Members,
    Statement,
    Vocabulary,
    given,
)
from solver.kinds.grammar import Arguments, Cursor
from solver.kinds.words import Text
from solver.language.lexer import COMMA, SEMICOLON
from solver.language.parser_parts import expected
from solver.language.problem import Query
from solver.language.syntax import Formula, negation
from solver.phrases import phrase
from solver.results import EngineAnswer


class Projection(Kind):
    """Which of the listed formulas follow, or are possible?"""

    word = "projection"
    forms = ("set",)
    question = Text("Which of these belong to the answer?", "下面哪些属于答案？")
    question_on_screen = Text("Which of these belong to the answer?", "以下哪些属于答案？")
    entailment = True
    expected_accuracy = 0.45

    def read(self, cursor: Cursor) -> Arguments:
        tokens, place = cursor.tokens, cursor.index
        mode = tokens[place]
        cursor.index += bool(mode)
        cursor.skip(SEMICOLON, COMMA, wanted="a semicolon, as in projection(necessary; A, B)")
        if mode == "necessary":
            return Arguments(mode="necessary", listed=cursor.listed())
        if mode == "possible":
            return Arguments(mode="possible", listed=cursor.listed())
        return expected(tokens, place, phrase("necessary or possible"))

    def inside(self, query: Query) -> str:
        return f"{query.mode}; {', '.join(target.key for target in query.listed)}"

    def vocabulary(self, query: Query) -> Vocabulary:
        return "formulas"

    def answer(self, engine: Engine, query: Query, limit: int | None) -> EngineAnswer:
        """See `Kind.answer`. Raises InputError if a listed target is an Enum."""
        necessary, assumed = query.mode == "necessary", given(query)
        keys: list[str] = []
        for target in query.listed:
            formula = target.formula
            if formula is None:
                raise InputError("Projection of an Enum symbol", query.text, "List formulas.")
            sought = negation(formula) if necessary else formula
            if engine.satisfiable(*assumed, sought) is not necessary:
                keys.append(target.key)
        return EngineAnswer(engine.name, None, projection=tuple(keys))

    def rests_on(
        self, query: Query, answer: EngineAnswer, ask: Asking, constants: Sequence[str]
    ) -> tuple[Formula, ...] | None:
        if answer.unknown:
            return None
        listed = ((t.key in (answer.projection or ()), t.formula) for t in query.listed)
        if query.mode == "necessary":
            return tuple(formula for holds, formula in listed if holds and formula is not None)
        return tuple(negation(f) for holds, f in listed if not holds and f is not None)

    def members(
        self, query: Query, answer: EngineAnswer, ask: Asking, constants: Sequence[str]
    ) -> Members:
        if answer.unknown:
            return Members(whole=False)
        rows: list[Member] = []
        for target in query.listed:
            if target.formula is None:
                continue
            is_listed, necessary = (
                target.key in (answer.projection or ()),
                query.mode == "necessary",
            )
            formula = negation(target.formula) if necessary else target.formula
            claim = AnswerClaim(query.under, formula, is_listed is not necessary)
            rows.append(Member(target.key, is_listed, (claim,)))
        return Members(tuple(sorted(rows, key=lambda row: not row.held)))

    def statements(self, query: Query) -> Iterator[Statement]:
        for target in query.listed:
            yield Statement(target.formula, query.mode == "necessary", key=target.key)

    def settling(self, query: Query) -> tuple[Formula, ...]:
        if query.mode != "necessary":
            return ()
        return tuple(target.formula for target in query.listed if target.formula is not None)


KIND = Projection()
