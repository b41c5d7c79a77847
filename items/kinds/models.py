"""A set of models: assignments to the targets, each given as the set of targets that are true."""

from collections.abc import Iterable, Mapping
from typing import Any

from items.answers import Answer, ModelsAnswer, World
from items.kinds.base import AnswerForm, Flaw, Rank
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
from items.values.worlds import read_models
from solver.language.problem import Query
from solver.results import EngineAnswer, Model

MOST_ROWS = 4
"""Largest number of rows in a table filled in at random."""


class Models(AnswerForm):
    """Every possible assignment."""

    name = "models"

    def parse(self, text: str, part: Question, keys: KeyReader) -> Answer:
        return ModelsAnswer(models=worlds(narrow(text), keys))

    def write(self, answer: Answer, rank: Rank) -> str:
        assert isinstance(answer, ModelsAnswer)
        rows = [sorted(world, key=rank) for world in answer.models]
        rows.sort(key=lambda row: (len(row), [rank(key) for key in row]))
        return "{" + ", ".join(row_text(frozenset(row), rank) for row in rows) + "}"

    def normal(self, answer: Answer, keys: KeyReader) -> Answer:
        assert isinstance(answer, ModelsAnswer)
        return ModelsAnswer(models=frozenset(canonical(world, keys) for world in answer.models))

    def extract(
        self, value: Any, part: Question, mutant: int, formalization: Mapping[str, Any] | None
    ) -> Answer:
        return read_models(value, part, formalization)

    def agrees(self, gold: Answer, query: Query, engine_answer: EngineAnswer) -> bool | None:
        if not isinstance(gold, ModelsAnswer):
            return False
        models = gold.models
        if engine_answer.count is not None and engine_answer.count > len(models):
            return False
        listed = engine_answer.models or ()
        if not engine_answer.exhausted and len(listed) <= len(models):
            return None
        return len(listed) == len(models) and _worlds(listed) == models

    def from_engine(self, query: Query, engine_answer: EngineAnswer) -> Answer | None:
        if engine_answer.unknown or not engine_answer.exhausted:
            return None
        return ModelsAnswer(models=_worlds(engine_answer.models or ()))

    def misfit(self, answer: Answer, part: Question, none_option: bool) -> Flaw | None:
        if not isinstance(answer, ModelsAnswer):
            return Flaw.WRONG_KIND
        return unknown_name(part, (name for world in answer.models for name in world))

    def unfinished(self, answer: Answer, part: Question) -> Flaw | None:
        assert isinstance(answer, ModelsAnswer)
        full = all(is_full(world, part) for world in answer.models)
        return None if full else Flaw.ROW_INCOMPLETE

    def any(self, part: Question, none_option: bool, draw: Draw) -> Answer:
        rows = draw.below(MOST_ROWS + 1)
        return ModelsAnswer(models=frozenset(any_row(part, draw) for _ in range(rows)))

    def near(self, gold: Answer, part: Question, draw: Draw) -> Answer | None:
        if not isinstance(gold, ModelsAnswer):
            return None
        ordered = sorted(gold.models, key=sorted)
        if ordered and draw.chance(0.5):
            return ModelsAnswer(models=gold.models - {draw.choice(ordered)})
        return ModelsAnswer(models=gold.models | {any_row(part, draw)})


def _worlds(models: Iterable[Model]) -> frozenset[World]:
    return frozenset([world_of(model) for model in models])


FORM = Models()
