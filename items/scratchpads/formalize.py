"""An item in words combined with a formalization that a person wrote for it.

Owns the assignment of queries to sub-questions, reading the gold answers in the formal language,
and the resulting item. `items.gold.check` checks the golds.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from items.answers import TextAnswer
from items.formal import vocabulary
from items.models import Item, Question
from items.values.answer_text import format_answer, parse_answer
from items.values.plain_answers import TRUTH_WORDS
from solver.errors import InputError
from solver.kinds.registry import asks_whether_follows
from solver.language.loader import load_problem
from solver.language.problem import Problem, Query
from solver.language.scratchpad_lines import LineKind, Scratch
from solver.phrases import phrase

_MARK = re.compile(r"\s#\s*([^\s=：:]+)\s*[=：:]\s*(\S(?:.*\S)?)\s*\Z", re.DOTALL)
LABELS = frozenset(("True", "False", "Unknown", "Uncertain"))
"""Gold answers in words that are truth values."""
GOLD_TEXTS = "gold_texts"
"""Provenance parameter with the original gold answers as text, by question part; every item
formalized by a person has it, even if it had no golds.
"""


@dataclass(frozen=True, slots=True)
class PartReading:
    """The formal queries of one question part, and its gold answers in the formal language."""

    queries: tuple[str, ...]
    """Several if the question asks several things."""
    golds: tuple[str, ...]
    """One per query, in the text form of answers."""


def readings_of(item: Item, scratch: Scratch) -> dict[str, PartReading]:
    """Return the queries of a scratchpad by question, from the marks at the ends of its query
    lines: `? count_models(A, B)  # 3 = 4` assigns this query to question 3 with gold 4. Queries
    without a mark are not assigned.

    Raises InputError for a mark with an unknown question.
    """
    lines = scratch.text.split("\n")
    queries = scratch.formalization.get("question", [])
    ids = {leaf.id for leaf in item.leaves}
    readings: dict[str, PartReading] = {}
    for line in scratch.lines:
        if line.kind is not LineKind.QUERY or line.error is not None or line.place is None:
            continue
        mark = _MARK.search(lines[line.number])
        if mark is None:
            continue
        id, gold = mark[1], mark[2]
        if id not in ids:
            raise InputError(
                phrase("No such question"),
                phrase(
                    "line {a}: expected one of {b}, found {c}",
                    a=line.number + 1,
                    b=", ".join(sorted(ids)),
                    c=repr(id),
                ),
            )
        before = readings.get(id, PartReading((), ()))
        query = str(queries[line.place])
        readings[id] = PartReading((*before.queries, query), (*before.golds, gold))
    return readings


def formalized(
    item: Item, formalization: Mapping[str, Any], readings: Mapping[str, PartReading]
) -> Item:
    """Return the item with the formalization, with formal queries for the questions that have a
    reading. The original gold answers are kept in its provenance.

    Raises InputError if the formalization, a query or a gold cannot be read.
    """
    own = [text for reading in readings.values() for text in reading.queries]
    data = {key: value for key, value in formalization.items() if key != "answer"}
    problem = load_problem({**data, "question": own}, where=item.id)
    parsed_queries = iter(problem.queries)
    queries = {
        id: [next(parsed_queries) for _ in reading.queries] for id, reading in readings.items()
    }
    unknown = [id for id in readings if id not in {leaf.id for leaf in item.leaves}]
    if unknown:
        raise InputError(
            phrase("No such question"),
            phrase("{a} has no question {b}", a=item.id, b=repr(unknown[0])),
        )
    reader = _Reader(problem, {**data, "question": own}, readings, queries)
    gold_texts = {
        leaf.id: format_answer(leaf.gold, leaf)
        for leaf in item.leaves
        if leaf.gold is not None and (isinstance(leaf.gold, TextAnswer) or leaf.id in readings)
    }
    parameters = {**item.provenance.parameters, GOLD_TEXTS: gold_texts}
    # Queries without a question stay in the formalization.
    rest = [text for text in data.get("question", []) if text not in own]
    return item.model_copy(
        update={
            "formalization": {**data, "question": rest} if rest else _without_key(data, "question"),
            "questions": tuple(reader.question(question) for question in item.questions),
            "provenance": item.provenance.model_copy(update={"parameters": parameters}),
        }
    )


def published_gold(item: Item, part: str) -> str | None:
    """Return the original gold answer to a question part, from before formalization: empty if there
    was none, None if the item is as published."""
    texts = item.provenance.parameters.get(GOLD_TEXTS)
    if not isinstance(texts, Mapping):
        return None
    return str(texts.get(part) or texts.get(part.rpartition(".")[0]) or "")


@dataclass(frozen=True)
class _Reader:
    problem: Problem
    formalization: Mapping[str, Any]
    readings: Mapping[str, PartReading]
    queries: Mapping[str, list[Query]]

    def question(self, question: Question) -> Question:
        """Return a question with the formal queries for it, or for its parts."""
        if question.parts:
            parts = tuple(self._single(part) for part in question.parts)
            return question.model_copy(update={"parts": parts})
        if len(self.queries.get(question.id, ())) < 2:
            return self._single(question)
        golds = self.readings[question.id].golds
        parts = tuple(
            self._formal(Question(id=f"{question.id}.{n}", kind="text"), query, gold)
            for n, (query, gold) in enumerate(
                zip(self.queries[question.id], golds, strict=True), start=1
            )
        )
        update = {"kind": None, "gold": None, "query_kind": None, "parts": parts}
        return Question.model_validate({**dict(question), **update})

    def _single(self, leaf: Question) -> Question:
        queries = self.queries.get(leaf.id)
        if not queries:
            return leaf
        if len(queries) > 1:
            raise InputError(
                phrase("A part asks one thing"),
                phrase("question {a} has several queries", a=leaf.id),
            )
        return self._formal(leaf, queries[0], self.readings[leaf.id].golds[0])

    def _formal(self, leaf: Question, query: Query, gold: str) -> Question:
        # An item with True, False and Unknown keeps its scale: `necessary` decides it.
        scaled = asks_whether_follows(query.kind) and (
            leaf.kind == "truth"
            or (isinstance(leaf.gold, TextAnswer) and leaf.gold.text.strip() in LABELS)
        )
        truth = scaled and gold.strip().casefold() in TRUTH_WORDS
        update = {
            "kind": "truth" if truth else query.kind,
            "query_kind": None,
            "query": query.text,
            "vocabulary": vocabulary(query, self.problem),
            "gold": None,
        }
        plain = Question.model_validate({**dict(leaf), **update})
        try:
            answer = parse_answer(gold, plain, self.formalization)
        except InputError as error:
            where = phrase("question {a}: {b}", a=leaf.id, b=error.message)
            raise InputError(phrase("Gold cannot be read"), where, error.hint) from None
        return plain.model_copy(update={"gold": answer})


def _without_key(formalization: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in formalization.items() if name != key}
