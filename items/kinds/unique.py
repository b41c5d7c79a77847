"""Whether there is exactly one solution, and which one."""

import re
from collections.abc import Mapping
from typing import Any

from items.answers import Answer, UniqueAnswer
from items.kinds.base import AnswerForm, Flaw, Rank, refuse
from items.kinds.set_notation import (
    any_row,
    canonical,
    is_full,
    narrow,
    row_text,
    unknown_name,
    world_of,
    worlds,
)
from items.models import Question
from items.seeds import Draw
from items.values.keys import KeyReader
from items.values.worlds import read_unique
from solver.language.problem import Query
from solver.results import EngineAnswer

VERDICTS = ("unique", "not_unique", "none")


class Unique(AnswerForm):
    """`unique` with the solution, `not_unique` or `none`."""

    name = "unique"

    def parse(self, text: str, part: Question, keys: KeyReader) -> Answer:
        text = narrow(text)
        match = re.fullmatch(r"([A-Za-z_\- ]++)\s*+([({].*)?", text, re.DOTALL)
        verdict = re.sub(r"[\s\-]+", "_", match[1].strip().casefold()) if match else ""
        expected = "`unique {(…)}`, `not_unique` or `none`"
        if match is None or verdict not in VERDICTS:
            refuse(expected, text)
        if match[2] is None:
            return UniqueAnswer.model_validate({"verdict": verdict})
        if verdict != "unique":
            refuse(f"{expected}; only `unique` has a solution", text)
        body = match[2]
        rows = worlds(body if body.startswith("{") else "{" + body + "}", keys)
        if len(rows) != 1:
            refuse("one solution after `unique`", text)
        return UniqueAnswer(verdict="unique", solution=next(iter(rows)))

    def write(self, answer: Answer, rank: Rank) -> str:
        assert isinstance(answer, UniqueAnswer)
        if answer.solution is None:
            return answer.verdict
        return f"{answer.verdict} {{{row_text(answer.solution, rank)}}}"

    def normal(self, answer: Answer, keys: KeyReader) -> Answer:
        assert isinstance(answer, UniqueAnswer)
        if answer.solution is None:
            return answer
        return UniqueAnswer(verdict=answer.verdict, solution=canonical(answer.solution, keys))

    def extract(
        self, value: Any, part: Question, mutant: int, formalization: Mapping[str, Any] | None
    ) -> Answer:
        return read_unique(value, part, formalization)

    def equal(self, answer: Answer, gold: Answer) -> bool:
        if not isinstance(answer, UniqueAnswer) or not isinstance(gold, UniqueAnswer):
            return False
        if gold.solution is None:
            return answer.verdict == gold.verdict
        return answer == gold

    def agrees(self, gold: Answer, query: Query, engine_answer: EngineAnswer) -> bool | None:
        if not isinstance(gold, UniqueAnswer) or engine_answer.verdict != gold.verdict:
            return False
        if gold.solution is None or engine_answer.solution is None:
            return True
        return world_of(engine_answer.solution) == gold.solution

    def from_engine(self, query: Query, engine_answer: EngineAnswer) -> Answer | None:
        if engine_answer.unknown or not engine_answer.exhausted:
            return None
        solution = None if engine_answer.solution is None else world_of(engine_answer.solution)
        return UniqueAnswer.model_validate(
            {"verdict": str(engine_answer.verdict), "solution": solution}
        )

    def misfit(self, answer: Answer, part: Question, none_option: bool) -> Flaw | None:
        if not isinstance(answer, UniqueAnswer):
            return Flaw.WRONG_KIND
        if answer.verdict != "unique" and answer.solution is not None:
            return Flaw.SOLUTION_NOT_EXPECTED
        return unknown_name(part, answer.solution or ())

    def unfinished(self, answer: Answer, part: Question) -> Flaw | None:
        assert isinstance(answer, UniqueAnswer)
        if answer.solution is not None:
            return None if is_full(answer.solution, part) else Flaw.ROW_INCOMPLETE
        missing = answer.verdict == "unique" and part.vocabulary
        return Flaw.SOLUTION_MISSING if missing else None

    def any(self, part: Question, none_option: bool, draw: Draw) -> Answer:
        verdict = draw.below(3)
        if verdict:
            return UniqueAnswer(verdict="not_unique" if verdict == 1 else "none")
        return solved(part, draw)

    def near(self, gold: Answer, part: Question, draw: Draw) -> Answer | None:
        if not isinstance(gold, UniqueAnswer) or gold.solution is None:
            return None
        return UniqueAnswer(verdict="unique", solution=any_row(part, draw))


def solved(part: Question, draw: Draw) -> UniqueAnswer:
    """The answer `unique`, with a random solution if the question asks for one."""
    solution = any_row(part, draw) if part.vocabulary else None
    return UniqueAnswer(verdict="unique", solution=solution)


FORM = Unique()
