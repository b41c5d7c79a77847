"""Conversion between scratchpads and items.

Owns what becomes a question, and what is kept of the item that a scratchpad was opened from.
`solver.language.scratchpad` owns the line format and `items.files.save` writes files.
"""

from dataclasses import replace

from items.formal import FormalItem, formal_item
from items.models import Item, Provenance, Question
from items.scratchpads.notes import PUBLISHED, notes_of, own_notes
from items.scratchpads.sub_questions import (
    MADE_OF,
    NOTES,
    own_questions,
    print_of,
    published,
    with_links,
)
from items.values.answer_text import format_answer
from solver.errors import InputError
from solver.language.printer import Notation
from solver.language.scratchpad import EXAMPLE, write_scratch
from solver.language.scratchpad_lines import Scratch
from solver.phrases import phrase

BENCHMARK = "scratchpad"


def scratch_text(
    item: Item | None = None,
    notation: Notation = Notation.UNICODE,
    *,
    golds: bool = False,
    words: bool = True,
) -> str:
    """Return the initial lines: an item's formalization with the queries of its questions, the
    item's text as comments if it has no formalization, or an example if there is no item.

    With `golds`, the text and the questions are always included as comments, each with its
    condition and published answer, and every query is followed by its gold answer. Without `words`
    there are no such comments.

    Raises InputError if the item's formalization cannot be read.
    """
    if item is None:
        return EXAMPLE
    formal = formal_item(item)
    if formal is None:
        query_lines = "".join(
            question_comment(question, golds=golds)
            for question in (item.questions if golds else item.leaves)
        )
        return (_marks(item) if golds else "") + _comment(item.text) + query_lines
    if not golds:
        return write_scratch(formal.problem, notation)
    places = {place: n for n, place in enumerate(sorted(formal.queries))}
    asked_of_leaves = {query.text for query in formal.queries.values()}
    lines = [
        _marks(item),
        _comment(str(item.provenance.parameters.get(NOTES, ""))),
        _comment(item.text) if words else "",
        write_scratch(replace(formal.problem, queries=()), notation),
    ]
    place = 0
    for question in item.questions:
        lines.append(question_comment(question, golds=True) if words else "")
        for leaf in question.leaves:
            if leaf.query is not None and leaf.query in formal.unreadable_queries:
                lines.append(_unread_comment(leaf.query, formal))
                if leaf.gold is not None:
                    lines.append(
                        _comment(f"gold for {question.id}: {format_answer(leaf.gold, leaf)}")
                    )
            if place in places:
                lines.append(f"? {' '.join(formal.queries[place].text.split())}\n")
                if leaf.free:
                    lines.append(f"gold for {question.id}:\n")
                elif leaf.gold is not None and leaf.kind == formal.queries[place].kind:
                    lines.append(f"gold for {question.id}: {format_answer(leaf.gold, leaf)}\n")
            place += 1
    lines += [
        f"? {' '.join(query.text.split())}\n"
        for query in formal.problem.queries
        if query.text not in asked_of_leaves
    ]
    of_leaves = {leaf.query for leaf in item.leaves}
    lines += [
        _unread_comment(text, formal) for text in formal.unreadable_queries if text not in of_leaves
    ]
    if item.explanation and words:
        lines.append(_comment(f"{PUBLISHED}\n{item.explanation}"))
    return "".join(lines)


def _unread_comment(query: str, formal: FormalItem) -> str:
    """An unreadable query as a comment with the reason, so that it can be corrected."""
    text = " ".join(query.split())
    why = " ".join(formal.unreadable_queries[query].split())
    return _comment(f"? {text}\n{why}", "cannot be read:")


def formal_pad(item: Item, *, notes: bool = True) -> str:
    """Return the formalization alone, as a scratchpad that can be shared if the item's text may not
    be: id, formulas, queries, and golds in the formal language. Glosses and `notes` come from the
    formalization.

    Raises InputError if the item has no formalization, or one that cannot be read.
    """
    if item.formalization is None:
        raise InputError(phrase("There is no formalization"), item.id)
    if not notes:
        origin = item.provenance
        parameters = {key: value for key, value in origin.parameters.items() if key != NOTES}
        item = item.model_copy(
            update={"provenance": origin.model_copy(update={"parameters": parameters})}
        )
    return scratch_text(item, golds=True, words=False)


def _marks(item: Item) -> str:
    """Comments that identify the scratchpad's item, wherever it is saved."""
    made_of = item.provenance.parameters.get(MADE_OF) or print_of(item)
    return f"# item: {' '.join(item.id.split())}\n# made of: {made_of}\n"


def question_comment(question: Question, *, golds: bool = False) -> str:
    """Return a question's text as comments: number, condition, text, and the published answer."""
    lines = "\n".join(part for part in (question.condition, question.text) if part)
    message = _comment(lines, f"{question.id}.") if lines.strip() else ""
    in_words = golds and any(leaf.free for leaf in question.leaves)
    answer = published(question) if in_words else ""
    return message + (_comment(answer, f"{question.id} published:") if answer else "")


def _comment(text: str, head: str = "") -> str:
    """Lines as comments, the first with a head. A line of Chinese, which has no spaces, is not
    preceded by one either, because a terminal would break the line there."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        return ""
    gaps = ["" if line.strip()[0] >= "\u2e80" else " " for line in lines]
    first = f"#{gaps[0]}{head}{gaps[0]}{lines[0]}" if head else f"#{gaps[0]}{lines[0]}"
    rest = [f"#{gap}{line}" for gap, line in zip(gaps[1:], lines[1:], strict=True)]
    return "\n".join([first, *rest]) + "\n"


def scratch_item(
    scratch: Scratch,
    id: str,
    *,
    language: str = "en",
    lenient: bool = False,
) -> Item:
    """Return the scratchpad as an item: a question for each sub-question that its gold answers
    name, and one for every other query. With `lenient`, unreadable queries are kept as written.

    Raises InputError if a line cannot be read or there is no query.
    """
    problem = scratch.answerable if lenient else scratch.problem
    if problem is None:
        line = next(iter(scratch.errors), None)
        where = "" if line is None else f"line {line.number + 1}"
        raise InputError(
            phrase("The scratchpad cannot be saved yet"),
            phrase("{a} cannot be read", a=where).strip(),
        )
    if not problem.queries and not scratch.unreadable_queries:
        raise InputError(
            phrase("The scratchpad has no query"), hint="An item needs a question: ? necessary(…)"
        )
    questions = own_questions(scratch)
    return Item(
        id=id,
        language=language,
        text="",
        questions=questions,
        formalization=dict(scratch.formalization),
        provenance=Provenance(benchmark=BENCHMARK),
    )


def with_formalization(item: Item, scratch: Scratch) -> Item:
    """Return an item with the scratchpad's formalization. Sub-questions linked to queries by gold
    answers become checkable; their published answers in words go into the explanation, and comments
    that are not part of the item's text into its notes. Other questions are unchanged, and other
    queries go into the formalization.

    Raises InputError if a line cannot be read.
    """
    if scratch.problem is None:
        raise InputError(
            phrase("The scratchpad cannot be saved yet"), phrase("some lines cannot be read")
        )
    questions = with_links(item, scratch)
    tied = {question.id for question in questions} - {
        before.id
        for before, after in zip(item.questions, questions, strict=True)
        if before == after
    }
    messages = [
        f"{question.id}. {published(question)}"
        for question in item.questions
        if question.id in tied and any(leaf.free and leaf.gold for leaf in question.leaves)
    ]
    messages = [line for line in messages if line not in item.explanation]
    queries = {leaf.query for question in questions for leaf in question.leaves}
    formal = dict(scratch.formalization)
    if any(queries) and tied:
        formal["question"] = [query for query in formal.get("question", []) if query not in queries]
        if not formal["question"]:
            del formal["question"]
    explanation = "\n".join(part for part in (item.explanation, *messages) if part)
    others = {key: value for key, value in item.provenance.parameters.items() if key != NOTES}
    parameters = {**({MADE_OF: print_of(item)} if tied else {}), **others}
    notes = own_notes(item, notes_of(scratch.text))
    if notes:
        parameters[NOTES] = notes
    return item.model_copy(
        update={
            "formalization": formal,
            "questions": questions,
            "explanation": explanation,
            "provenance": item.provenance.model_copy(update={"parameters": parameters}),
        }
    )
