"""Queries of a scratchpad linked to the sub-questions of an item, each with its gold answer.

Owns which query answers which sub-question, reading a published answer if its words are
unambiguous, and the resulting questions of the item. `solver.language.scratchpad` owns the line
format; `items.gold.check` verifies golds.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from items.answers import Answer, TextAnswer
from items.formal import vocabulary
from items.gold.engine_answers import agrees
from items.models import Item, Question
from items.values.answer_text import format_answer, normal_answer, parse_answer
from items.values.keys import KeyReader
from solver.errors import InputError
from solver.kinds.registry import KINDS, kind_of
from solver.language.problem import Problem, Query
from solver.language.scratchpad_lines import LineKind, Scratch
from solver.phrases import phrase
from solver.results import QueryReport

MADE_OF = "made_of"
"""Provenance parameter with the fingerprint of the item that was formalized."""
NOTES = "notes"
"""Provenance parameter with the comments of the scratchpad, which explain how ambiguous text was
interpreted.
"""
_NUMBER = re.compile(
    r"(?:答案?[:：])?(?:一?共|有|总数[为是]?)*+(\d{1,18})[个种组名类]?(?:模型|世界|情况)?"
)
_WORDS: Mapping[str, Mapping[str, str]] = {
    "necessary": {
        "necessary": "必然 必然成立 必然为真 一定成立 necessary",
        "unnecessary": "不必然 不必然成立 并不必然 并非必然 非必然 unnecessary",
    },
    "possible": {
        "possible": "可能 可能成立 有可能 possible",
        "impossible": "不可能 不可能成立 必不可能 必然不成立 impossible",
    },
    "unique_solution": {
        "not_unique": "不唯一 不能唯一确定 无法唯一确定 not_unique",
        "none": "无解 没有解 none",
    },
    "has_alternative": {
        "alternative": "存在其他可能 不唯一 alternative",
        "no_alternative": "不存在其他可能 唯一 no_alternative",
    },
}
"""Query kind, to answer, to the published wordings that mean exactly this answer."""
_BLANK = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class QueryLink:
    """One query with the sub-question it answers."""

    line: int
    """Line of the gold answer in the scratchpad, from 0."""
    question: str
    """The sub-question's id."""
    place: int
    """Index of the query in the scratchpad, from 0."""
    gold: Answer | None = None
    """None if it cannot be read yet."""
    read: bool = False
    """Whether it was read from the published text rather than written by a person."""
    reason: str = ""
    """Why there is no gold answer."""
    wrong: bool = False
    """Whether the reason is an error in the line."""


def links_of(scratch: Scratch, item: Item | None) -> tuple[QueryLink, ...]:
    """Return the gold answers of a scratchpad in which only queries cannot be read, without those
    of such queries; empty otherwise."""
    problem = scratch.answerable
    if problem is None:
        return ()
    gold_lines = (line for line in scratch.lines if line.kind is LineKind.GOLD)
    lines = [line for line in gold_lines if line.place is not None]
    counts: dict[str, int] = {}
    for line in lines:
        counts[line.name] = counts.get(line.name, 0) + 1
    questions = None if item is None else {question.id: question for question in item.questions}
    ties: list[QueryLink] = []
    turns: dict[str, int] = {}
    for line in lines:
        assert line.place is not None
        turn = turns.get(line.name, 0)
        turns[line.name] = turn + 1
        bare = QueryLink(line.number, line.name, line.place)
        question = None if questions is None else questions.get(line.name)
        if questions and question is None:
            message = phrase(
                "there is no sub-question {a}; there are {b}", a=line.name, b=", ".join(questions)
            )
            ties.append(_failed(bare, message, wrong=True))
            continue
        part = asked_part(line.name, problem.queries[line.place], problem)
        if line.answer:
            ties.append(_written(bare, line.answer, part, scratch.formalization))
        else:
            ties.append(
                _published(bare, question, turn, counts[line.name], part, scratch.formalization)
            )
    return tuple(ties)


def asked_part(id: str, query: Query, problem: Problem) -> Question:
    """Return a query as a question without words."""
    choices = [choice.model_dump() for choice in vocabulary(query, problem)]
    return Question.model_validate(
        {"id": id, "kind": query.kind, "query": query.text, "vocabulary": choices}
    )


def _failed(link: QueryLink, reason: str, *, wrong: bool = False) -> QueryLink:
    return QueryLink(link.line, link.question, link.place, reason=reason, wrong=wrong)


def _written(link: QueryLink, text: str, part: Question, formal: Mapping[str, Any]) -> QueryLink:
    try:
        gold = parse_answer(text, part, formal)
    except InputError as error:
        # It uses a wording that is accepted in published answers, such as 不必然.
        gold_published = published_answer(text, part, formal)
        if gold_published is None:
            return _failed(link, error.message or error.title, wrong=True)
        gold = gold_published
    return QueryLink(link.line, link.question, link.place, gold)


def _published(
    link: QueryLink,
    question: Question | None,
    part_number: int,
    parts: int,
    part: Question,
    formal: Mapping[str, Any],
) -> QueryLink:
    leaves = () if question is None else question.leaves
    if not leaves:
        return _failed(link, phrase("no answer is published for it: write the answer"))
    if question is not None and question.parts and len(leaves) == parts:
        leaf = leaves[part_number]
    elif parts > 1:
        return _failed(
            link, phrase("several queries share it: write what the published answer says here")
        )
    else:
        leaf = leaves[0]
    gold = leaf.gold
    if gold is None:
        return _failed(link, phrase("no answer is published for it: write the answer"))
    if isinstance(gold, TextAnswer):
        answer = published_answer(gold.text, part, formal)
        if answer is None:
            return _failed(link, phrase("the published answer is in words: write what it says"))
        return QueryLink(link.line, link.question, link.place, answer, read=True)
    if leaf.kind != part.kind:
        return _failed(link, f"the published answer is to {leaf.kind}: write what it says")
    return QueryLink(link.line, link.question, link.place, gold, read=True)


def published_answer(
    text: str, part: Question, formalization: Mapping[str, Any] | None = None
) -> Answer | None:
    """Return the answer of a published text to a query, if its words mean exactly that answer; None
    for anything that a person should read."""
    bare = _BLANK.sub("", text).strip("。.．;；,，")
    for answer, words in _WORDS.get(part.kind or "", {}).items():
        if bare.casefold() in words.split():
            return parse_answer(answer, part, formalization)
    if part.kind and part.kind in KINDS and kind_of(part.kind).forms == ("number",):
        number = _NUMBER.fullmatch(bare)
        return parse_answer(number[1], part, formalization) if number else None
    if not bare.startswith(("{", "unique")):
        return None
    try:
        return parse_answer(text.strip().rstrip("。"), part, formalization)
    except InputError:
        # A name missing from the formalization is a word of the text; a person should read it.
        return None


def gold_agrees(
    gold: Answer, report: QueryReport, problem: Problem, formalization: Mapping[str, Any]
) -> bool | None:
    """Whether a gold answer agrees with the solver's; None if the solver did not decide, or its
    list of models was truncated."""
    if report.answer.unknown:
        return None
    holds = agrees(gold, report.query, report.answer)
    if holds is False:
        # The gold's members may be in a notation other than the printer's.
        keys = KeyReader(vocabulary(report.query, problem), formalization)
        return agrees(normal_answer(gold, keys), report.query, report.answer)
    return holds


# --- the item's questions ------------------------------------------------------------------------


def with_links(item: Item, scratch: Scratch) -> tuple[Question, ...]:
    """Return the item's questions, checkable where queries are linked: a single query makes a
    question of its kind, several make its parts. A query whose gold answer cannot be read yet
    remains a free answer.

    Raises InputError if a gold answer is wrong.
    """
    problem = scratch.problem
    assert problem is not None
    ties = links_of(scratch, item)
    refuse_wrong(ties)
    return tuple(
        _linked(question, [tie for tie in ties if tie.question == question.id], problem)
        for question in item.questions
    )


def refuse_wrong(links: Sequence[QueryLink]) -> None:
    """Raise InputError for the first erroneous gold answer."""
    for tie in links:
        if tie.wrong:
            raise InputError(
                phrase("A gold answer cannot be read"),
                f"line {tie.line + 1}, {tie.question}: {tie.reason}",
            )


def own_questions(scratch: Scratch) -> tuple[Question, ...]:
    """Return questions for a scratchpad without an item: the sub-questions named by golds, and one
    for every query without a gold answer. An unreadable query becomes a question after the others,
    or the last part of the sub-question it is meant to answer.

    Raises InputError if a gold answer is wrong.
    """
    problem = scratch.answerable
    assert problem is not None
    ties = links_of(scratch, None)
    refuse_wrong(ties)
    by_place = {tie.place: tie for tie in ties}
    used_names = {tie.question for tie in ties}
    used_names |= {name for _query, name in scratch.unreadable_queries}
    total = len(problem.queries) + len(scratch.unreadable_queries)
    free = (str(n) for n in range(1, total + len(used_names) + 1) if str(n) not in used_names)
    questions: dict[str, Question] = {}
    for place, query in enumerate(problem.queries):
        tie = by_place.get(place)
        if tie is None:
            id = next(free)
            questions[id] = asked_part(id, query, problem)
        elif tie.question not in questions:
            own_ties = [ty for ty in ties if ty.question == tie.question]
            questions[tie.question] = _linked(
                Question(id=tie.question, kind="text"), own_ties, problem
            )
    for text, name in scratch.unreadable_queries:
        id = name or next(free)
        bad = Question(id=id, kind="text", query=text)
        if id in questions:
            leaves = enumerate((*questions[id].leaves, bad), start=1)
            parts = [leaf.model_copy(update={"id": f"{id}.{n}"}) for n, leaf in leaves]
            bad = with_words(questions[id], parts)
        questions[id] = bad
    return tuple(questions.values())


def _linked(question: Question, links: Sequence[QueryLink], problem: Problem) -> Question:
    if not links:
        return question
    ids = (
        [question.id] if len(links) == 1 else [f"{question.id}.{n + 1}" for n in range(len(links))]
    )
    parts = []
    for id, tie in zip(ids, links, strict=True):
        part = asked_part(id, problem.queries[tie.place], problem)
        if tie.gold is None:
            gold = _words(question)
            part = part.model_copy(update={"kind": "text", "query_kind": part.kind, "gold": gold})
        else:
            part = part.model_copy(update={"gold": tie.gold})
        parts.append(part)
    return with_words(question, parts)


def with_words(question: Question, parts: Sequence[Question]) -> Question:
    """Return a question's text with other parts, or with the content of a single part."""
    if len(parts) == 1:
        texts = {"id": question.id, "text": question.text, "condition": question.condition}
        return parts[0].model_copy(update=texts)
    return Question(
        id=question.id, text=question.text, condition=question.condition, parts=tuple(parts)
    )


def _words(question: Question) -> Answer | None:
    golds = [leaf.gold for leaf in question.leaves if leaf.gold is not None]
    if not golds:
        return None
    words = (gold for gold in golds if isinstance(gold, TextAnswer))
    return next(words, None) or TextAnswer(text=published(question))


def published(question: Question) -> str:
    """Return the published answer to a sub-question as text; empty if there is none."""
    golds = [leaf.gold for leaf in question.leaves if leaf.gold is not None]
    return "; ".join(
        dict.fromkeys(g.text if isinstance(g, TextAnswer) else format_answer(g) for g in golds)
    )


def print_of(item: Item) -> str:
    """Return a fingerprint of an item's texts, questions and published answers (twelve hexadecimal
    digits). It shows whether a formalization was made for this exact item."""
    messages = [item.text]
    for question in item.questions:
        messages += [question.condition or "", question.text, published(question)]
    bare = _BLANK.sub("", "".join(messages))
    return hashlib.sha256(bare.encode()).hexdigest()[:12]
