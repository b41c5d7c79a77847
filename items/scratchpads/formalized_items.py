"""Formalizations added to items in words: by id, sub-question by sub-question.

Owns joining the two. A formalization is an item from any source, such as a scratchpad, whose
queries name the sub-questions they answer; its own text is ignored.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from items.answers import TextAnswer
from items.models import Item, Question
from items.scratchpads.notes import own_notes
from items.scratchpads.sub_questions import (
    MADE_OF,
    NOTES,
    print_of,
    published,
    published_answer,
    with_words,
)
from solver.errors import InputError
from solver.phrases import phrase

MOST_NAMED = 8
"""Largest number of ids in one message."""


@dataclass(frozen=True, slots=True)
class FormalizedItems:
    """Items, with formalizations where available."""

    items: tuple[Item, ...]
    problems: tuple[InputError, ...]
    """Formalizations that do not fit the item with their id, or fit a different wording of it."""
    count: int
    """Number of items that received one."""
    unused_ids: tuple[str, ...] = ()
    """Ids of formalizations without an item."""


def put_on(items: Iterable[Item], formalizations: Iterable[Item]) -> FormalizedItems:
    """Add formalizations to the items with the same ids. A formalization with a sub-question that
    its item lacks is skipped."""
    waiting = {formalization.id: formalization for formalization in formalizations}
    problems: list[InputError] = []
    joined: list[Item] = []
    count = 0
    for item in items:
        own = waiting.pop(item.id, None)
        if own is None:
            joined.append(item)
            continue
        new, problem = fitted(item, own)
        count += new is not item
        joined.append(new)
        problems += [problem] if problem else []
    return FormalizedItems(tuple(joined), tuple(problems), count, tuple(waiting))


def fitted(item: Item, formalization: Item) -> tuple[Item, InputError | None]:
    """Return an item with the formalization of its id, or unchanged if it does not fit; and what is
    wrong with that formalization."""
    try:
        joined = formalized(item, formalization)
    except InputError as error:
        return item, error
    made_of = formalization.provenance.parameters.get(MADE_OF)
    present = item.provenance.parameters.get(MADE_OF) or print_of(item)
    if made_of in (None, present):
        return joined, None
    return joined, InputError(
        phrase("The item has changed"),
        f"{item.id}: its formalization was made for {made_of}, found {present}",
        phrase("Read the item again, and its published answers."),
    )


def unused(ids: Sequence[str]) -> InputError:
    """Return the problem for formalizations whose ids match no item."""
    if len(ids) == 1:
        return InputError(
            phrase("A formalization fits no item"), f"expected an item {ids[0]}, found none"
        )
    names = ", ".join(ids[:MOST_NAMED]) + (", …" if len(ids) > MOST_NAMED else "")
    return InputError(
        phrase("{a} formalizations fit no item", a=len(ids)),
        f"expected items {names}, found none of them",
    )


def formalized(item: Item, formalization: Item) -> Item:
    """Return an item with a formalization made for it.

    Raises:
        InputError: the formalization names a sub-question that the item does not have.
    """
    formal_questions = {question.id: question for question in formalization.questions}
    own_ids = [question.id for question in item.questions]
    unknown = next((id for id in formal_questions if id not in own_ids), None)
    if unknown is not None:
        raise InputError(
            phrase("A formalization does not fit its item"),
            f"{item.id}: expected one of the sub-questions {', '.join(own_ids)}, found {unknown}",
        )
    questions = tuple(
        question
        if question.id not in formal_questions
        else _joined(question, formal_questions[question.id], formalization)
        for question in item.questions
    )
    messages = [
        f"{question.id}. {published(question)}"
        for question in item.questions
        if question.id in formal_questions
        and any(leaf.free and leaf.gold for leaf in question.leaves)
    ]
    parameters = {MADE_OF: print_of(item), **item.provenance.parameters}
    notes = own_notes(item, str(formalization.provenance.parameters.get(NOTES, "")))
    if notes:
        parameters[NOTES] = notes
    return item.model_copy(
        update={
            "provenance": item.provenance.model_copy(update={"parameters": parameters}),
            "questions": questions,
            "formalization": formalization.formalization,
            "explanation": "\n".join(part for part in (item.explanation, *messages) if part),
        }
    )


def _joined(question: Question, formal_question: Question, formalization: Item) -> Question:
    """A sub-question with the queries of the formalization; a missing gold answer is read from the
    published one, or stays in words."""
    golds = [leaf.gold for leaf in question.leaves if leaf.gold is not None]
    leaves = []
    for leaf in formal_question.leaves:
        part = leaf
        if part.free and part.query_kind is None:
            # Its query cannot be read, so the form of its answer is unknown.
            leaves.append(part.model_copy(update={"gold": next(iter(golds), None)}))
            continue
        if part.free or part.gold is None:
            kind = part.query_kind if part.free else part.kind
            plain = part.model_copy(update={"kind": kind, "query_kind": None, "gold": None})
            gold = golds[0] if len(golds) == 1 and not formal_question.parts else None
            if isinstance(gold, TextAnswer):
                gold = published_answer(gold.text, plain, formalization.formalization)
            if gold is not None:
                part = plain.model_copy(update={"gold": gold})
            else:
                words = next(iter(golds), None)
                part = plain.model_copy(update={"kind": "text", "query_kind": kind, "gold": words})
        leaves.append(part)
    return with_words(question, leaves)
