"""Formal queries with their gold answers as question parts.

Owns what LLMEval-Logic's files and bare formal objects share: kind, vocabulary and gold of a query,
and splitting a text with several questions. The source modules own the records.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from items.answers import TextAnswer
from items.formal import load_formal, own_queries, vocabulary
from items.models import Question
from items.sources.document import bad_record
from items.values.answer_text import parse_answer
from solver.errors import InputError
from solver.language.problem import Problem, Query
from solver.phrases import phrase

_BREATHS = re.compile(r"([^？?]++[？?]++[”’」』\"']*+)|[^？?]++\Z")
"""A piece that ends with question marks, or the rest after the last ones, which is then matched
only once."""


def parts_of(
    formalization: Mapping[str, Any], texts: Sequence[str], where: str, strict: bool
) -> tuple[Problem, tuple[Question, ...]]:
    """The problem, and one question part per query, numbered from 1, with gold if it is given.

    `texts` are the natural-language texts of the parts, or empty. Gold is read from the
    formalization's `answer` list, which is absent or has one entry per query. Under `strict`,
    undeclared names and queries that cannot be parsed are refused. Otherwise the part of such a
    query is a free-text question with the query as written.

    Raises:
        InputError: the formalization or a gold answer cannot be read; under `strict`, also if a
        query cannot be parsed.
    """
    problem = load_formal(formalization, where, strict=strict, lenient=not strict)
    golds = formalization.get("answer")
    if isinstance(golds, str):
        golds = [golds]
    if golds is not None and not isinstance(golds, list):
        raise bad_record(f"{where}, field answer", "a list of answers", type(golds).__name__)
    written = own_queries(formalization)
    if golds is not None and len(golds) != len(written):
        raise bad_record(
            f"{where}, field answer",
            f"{len(written)} answer{'' if len(written) == 1 else 's'}, one per query",
            f"{len(golds)}",
        )
    remaining_queries = iter(problem.queries)
    parts = tuple(
        unread_part(f"1.{n + 1}", text, None if golds is None else golds[n])
        if n in problem.unreadable_queries
        else _part(problem, next(remaining_queries), n, texts, golds, formalization, where)
        for n, text in enumerate(written)
    )
    return problem, parts


def unread_part(id: str, query: str, gold: object = None) -> Question:
    """A part whose query cannot be parsed. What its answers are built from is unknown, so its gold
    answer is kept as written."""
    answer = None if gold is None else TextAnswer(text=str(gold))
    return Question(id=id, kind="text", query=query, gold=answer)


def breaths(text: str, number: int) -> list[str]:
    """The text split after its question marks, if that gives `number` pieces; otherwise empty."""
    pieces = [piece.strip() for piece in _BREATHS.findall(text) if piece]
    whole = "".join(text.split()) == "".join("".join(piece.split()) for piece in pieces)
    return pieces if whole and len(pieces) == number else []


def joined_question(parts: tuple[Question, ...], text: str) -> Question:
    """One question made of its parts; a single part becomes the question itself."""
    if len(parts) == 1:
        return parts[0].model_copy(update={"id": "1", "text": text})
    return Question(id="1", text=text, parts=parts)


def _part(
    problem: Problem,
    query: Query,
    n: int,
    texts: Sequence[str],
    golds: Sequence[Any] | None,
    formalization: Mapping[str, Any],
    where: str,
) -> Question:
    question = Question.model_validate(
        {
            "id": f"1.{n + 1}",
            "text": texts[n] if n < len(texts) else "",
            "kind": query.kind,
            "query": query.text,
            "vocabulary": vocabulary(query, problem),
        }
    )
    if golds is None or golds[n] is None:
        return question
    gold = golds[n]
    if isinstance(gold, int) and not isinstance(gold, bool):
        gold = str(gold)
    if not isinstance(gold, str):
        raise bad_record(f"{where}, field answer[{n}]", "text", type(gold).__name__)
    try:
        answer = parse_answer(gold, question, formalization, query)
    except InputError as error:
        raise InputError(
            phrase("Record cannot be read"),
            f"{where}, field answer[{n}]: {error.message}",
            error.hint,
        ) from None
    return question.model_copy(update={"gold": answer})
