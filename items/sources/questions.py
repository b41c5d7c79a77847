"""Formal queries with their gold answers as question parts.

Owns what LLMEval-Logic's files and bare formal objects share: kind, vocabulary and gold of a query,
and the splitting of a question asked in several breaths. Leaves the records to the source modules.
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
"""What ends with question marks; and what stands after the last ones, so that it is read once."""


def parts_of(
    formalization: Mapping[str, Any], texts: Sequence[str], where: str, strict: bool
) -> tuple[Problem, tuple[Question, ...]]:
    """The problem and one question part a query, numbered from 1, with gold where it is given.

    `texts` are the natural texts of the parts, or empty. Gold is read from the formalization's
    `answer` list, which has as many entries as there are queries, or is absent. Under `strict`
    names that are declared nowhere are refused, and so is a query that cannot be read; else its
    part stays, as a free answer with the query as it is written.

    Raises:
        InputError: the formalization or a gold answer cannot be read; under `strict` also a query.
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
            f"{len(written)} answer{'' if len(written) == 1 else 's'}, one a query",
            f"{len(golds)}",
        )
    read = iter(problem.queries)
    parts = tuple(
        unread_part(f"1.{n + 1}", text, None if golds is None else golds[n])
        if n in problem.unread
        else _part(problem, next(read), n, texts, golds, formalization, where)
        for n, text in enumerate(written)
    )
    return problem, parts


def unread_part(id: str, query: str, gold: object = None) -> Question:
    """The part whose query cannot be read: nobody knows what an answer to it is built from, so its
    gold answer stays as it is written."""
    answer = None if gold is None else TextAnswer(text=str(gold))
    return Question(id=id, kind="text", query=query, gold=answer)


def breaths(text: str, number: int) -> list[str]:
    """The text cut after its question marks, where that gives `number` pieces; else no pieces."""
    pieces = [piece.strip() for piece in _BREATHS.findall(text) if piece]
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
            phrase("Record cannot be read"),
            f"{where}, field answer[{n}]: {error.message}",
            error.hint,
        ) from None
    return question.model_copy(update={"gold": answer})
