"""`has_alternative(targets; f)`: is there a model of the premises that falsifies f?

The answer lists the assignments of such models to the targets, which must determine f.
`has_alternative(targets)` asks whether there is more than one assignment.
"""

from collections.abc import Iterator, Sequence

from solver.engines.base import Engine, GaveUp
from solver.errors import InputError
from solver.kinds.assignments import nothing_else, pin, possible_rows
from solver.kinds.base import Asking, Kind, Members, Statement, given, shown
from solver.kinds.grammar import Arguments, Cursor
from solver.kinds.words import Claim, Text, VerdictWord
from solver.language.lexer import SEMICOLON
from solver.language.problem import Query
from solver.language.syntax import Formula, Prop, SymbolKey, negation, symbols_of
from solver.results import EngineAnswer, Verdict


class HasAlternative(Kind):
    """Could it turn out otherwise?"""

    word = "has_alternative"
    verdicts = (
        VerdictWord(
            Verdict.ALTERNATIVE,
            Text("alternative: the premises allow another solution", "有其他解：前提允许另一个解"),
            Claim.FAILS,
            shown=True,
            satisfiable=True,
            reply=Text("Yes, it can turn out otherwise", "是，可能有另一种结果"),
            spellings=("存在",),
        ),
        VerdictWord(
            Verdict.NO_ALTERNATIVE,
            Text(
                "no alternative: the premises allow no other solution",
                "没有其他解：前提不允许别的解",
            ),
            Claim.FOLLOWS,
            reply=Text("No, there is no other way", "否，没有别的可能"),
            spellings=("不存在", "no alternative"),
        ),
    )
    question = Text("Could it turn out otherwise?", "是否存在其他可能？")
    question_on_screen = Text("Could it turn out otherwise?", "有没有可能是另一种结果？")
    expected_accuracy = 0.65

    def read(self, cursor: Cursor) -> Arguments:
        targets = cursor.targets()
        if not cursor.at(SEMICOLON):
            return Arguments(targets=targets)
        cursor.index += 1
        return Arguments(cursor.formula(), targets=targets)

    def cases(self, query: Query, verdict: str) -> tuple[int, int | None] | None:
        if query.formula is not None:
            return None
        return (2, None) if verdict == Verdict.ALTERNATIVE else (0, 1)

    def answer(self, engine: Engine, query: Query, limit: int | None) -> EngineAnswer:
        """See `Kind.answer`. Raises InputError if the targets do not determine the formula."""
        if query.formula is None:
            return self._other_assignment(engine, query, limit)
        formula, assumed = query.formula, given(query)
        if not _mentions(query, formula) and not engine.determines(
            query.targets, formula, *assumed
        ):
            raise InputError(
                "Targets do not determine the formula",
                f"In {query.text} two models agree on the targets and differ on the formula.",
                "Add the symbols of the formula to the targets.",
            )
        witness = engine.further(*assumed, formula)
        refuted = shown(engine, *assumed, negation(formula))
        if not refuted.exists:
            return EngineAnswer(
                engine.name, Verdict.NO_ALTERNATIVE, models=(), count=0, witness=witness
            )
        listing = engine.assignments(query.targets, *assumed, negation(formula), limit=limit)
        return EngineAnswer(
            engine.name,
            Verdict.ALTERNATIVE,
            models=listing.models,
            count=listing.count,
            exhausted=listing.complete and len(listing.models) == listing.count,
            countermodel=refuted.world,
            witness=witness,
            reason=listing.reason,
        )

    def _other_assignment(self, engine: Engine, query: Query, limit: int | None) -> EngineAnswer:
        assumed = given(query)
        listing = engine.assignments(query.targets, *assumed, limit=limit)
        several = listing.count > 1
        if listing.reason and not several:
            raise GaveUp(listing.reason)
        first = listing.models
        if listing.count and not first:
            first = engine.assignments(query.targets, *assumed, limit=1, most=1).models
        pinned = pin(query.targets, first[0]) if first else None
        return EngineAnswer(
            engine.name,
            Verdict.ALTERNATIVE if several else Verdict.NO_ALTERNATIVE,
            models=listing.models,
            count=listing.count,
            exhausted=listing.complete and len(listing.models) == listing.count,
            countermodel=None if pinned is None else engine.further(*assumed, negation(pinned)),
            witness=None if pinned is None else engine.further(*assumed, pinned),
            reason=listing.reason,
        )

    def rests_on(
        self, query: Query, answer: EngineAnswer, ask: Asking, constants: Sequence[str]
    ) -> tuple[Formula, ...] | None:
        if answer.verdict == Verdict.NO_ALTERNATIVE and query.formula is None:
            return nothing_else(query, ask, constants)
        return super().rests_on(query, answer, ask, constants)

    def members(
        self, query: Query, answer: EngineAnswer, ask: Asking, constants: Sequence[str]
    ) -> Members:
        return possible_rows(query, ask) if query.formula is None else Members()

    def statements(self, query: Query) -> Iterator[Statement]:
        if query.formula is None:
            yield from super().statements(query)
        else:
            yield Statement(query.formula, True, Verdict.NO_ALTERNATIVE)

    def settling(self, query: Query) -> tuple[Formula, ...]:
        return () if query.formula is None else (query.formula,)


def _mentions(query: Query, formula: Formula) -> bool:
    """Whether every symbol of the formula is itself a target, so that the targets determine it."""
    columns: set[SymbolKey] = set()
    for target in query.targets:
        if target.enum is not None:
            columns.add((target.enum, 0))
        elif isinstance(target.formula, Prop):
            columns.add((target.formula.name, 0))
    return symbols_of(formula) <= columns


KIND = HasAlternative()
