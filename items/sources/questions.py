"""Formal queries with their gold answers as question parts.

Owns what LLMEval-Logic's files and bare formal objects share: kind, vocabulary and gold of a query,
and the splitting of a question asked in several breaths. Leaves the records to the source modules.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from items.answer_text import parse_answer
from items.formal import load_formal, vocabulary
from items.models import Question
from items.sources.document import bad_record
from solver.errors import InputError
from solver.language.problem import Problem, Query

_BREATHS = re.compile(r"[^？?]+[？?]+[”’」』\"']*")


def parts_of(
    formalization: Mapping[str, Any], texts: Sequence[str], where: str, strict: bool
) -> tuple[Problem, tuple[Question, ...]]:
    """The problem and one question part a query, numbered from 1, with gold where it is given.

    `texts` are the natural texts of the parts, or empty. Gold is read from the formalization's
    `answer` list, which has as many entries as there are queries, or is absent. Under `strict`
    names that are declared nowhere are refused.

    Raises:
        InputError: the formalization, a query or a gold answer cannot be read.
    """
    problem = load_formal(formalization, where, strict=strict)
    golds = formalization.get("answer")
    if isinstance(golds, str):
        golds = [golds]
    if golds is not None and not isinstance(golds, list):
        raise bad_record(f"{where}, field answer", "a list of answers", type(golds).__name__)
    if golds is not None and len(golds) != len(problem.queries):
        raise bad_record(
            f"{where}, field answer",
            f"{len(problem.queries)} answers, one a query",
            f"{len(golds)}",
        )
    parts = tuple(
        _part(problem, query, n, texts, golds, formalization, where)
        for n, query in enumerate(problem.queries)
    )
    return problem, parts


def breaths(text: str, number: int) -> list[str]:
    """The text cut after its question marks, where that gives `number` pieces; else no pieces."""
    pieces = [piece.strip() for piece in _BREATHS.findall(text)]
    whole = "".join(text.split()) == "".join("".join(piece.split()) for piece in pieces)
    return pieces if whole and len(pieces) == number else []


def joined(parts: tuple[Question, ...], text: str) -> Question:
    """One question out of its parts: the part itself where there is but one."""
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
            "Record cannot be read", f"{where}, field answer[{n}]: {error.message}", error.hint
        ) from None
    return question.model_copy(update={"gold": answer})
