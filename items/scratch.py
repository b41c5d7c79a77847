"""A scratchpad as an item, and an item as a scratchpad.

Owns what becomes a question and what is kept of an item that a scratchpad was opened from. The line
format is `solver.language.scratchpad`'s, writing files `save`'s.
"""

from items.formal import formal_item, vocabulary
from items.models import Item, Provenance, Question
from solver.errors import InputError
from solver.language.printer import Notation
from solver.language.scratchpad import EXAMPLE, Scratch, write_scratch

BENCHMARK = "scratchpad"


def scratch_text(item: Item | None = None, notation: Notation = Notation.UNICODE) -> str:
    """The lines to begin with: an item's formalization with the queries of its questions, the
    item's text as comments where it has none, an example for no item at all.

    Raises InputError where the item's formalization cannot be read.
    """
    if item is None:
        return EXAMPLE
    formal = formal_item(item)
    if formal is not None:
        return write_scratch(formal.problem, notation)
    paragraphs = [item.text]
    paragraphs += [f"{leaf.id}. {leaf.text}" for leaf in item.leaves if leaf.text]
    return "".join(
        f"# {line}\n" for text in paragraphs for line in text.splitlines() if line.strip()
    )


def scratch_item(
    scratch: Scratch, id: str, *, title: str = "", text: str = "", language: str = "en"
) -> Item:
    """The scratchpad as an item, one question a query, without gold answers.

    Raises InputError where a line cannot be read or nothing is asked.
    """
    problem = scratch.problem
    if problem is None:
        line = next(iter(scratch.errors), None)
        where = "" if line is None else f"line {line.number + 1}"
        raise InputError("The scratchpad cannot be saved yet", f"{where} cannot be read".strip())
    if not problem.queries:
        raise InputError(
            "The scratchpad asks nothing", hint="An item needs a question: ? necessary(…)"
        )
    questions = tuple(
        Question.model_validate(
            {
                "id": str(number),
                "kind": query.kind,
                "query": query.text,
                "vocabulary": [choice.model_dump() for choice in vocabulary(query, problem)],
            }
        )
        for number, query in enumerate(problem.queries, start=1)
    )
    return Item(
        id=id,
        title=title,
        language=language,
        text=text,
        questions=questions,
        formalization=dict(scratch.data),
        provenance=Provenance(benchmark=BENCHMARK),
    )


def with_formalization(item: Item, scratch: Scratch) -> Item:
    """An item that had no formalization, with the scratchpad's; its questions stay as they are,
    the queries go into the formalization.

    Raises InputError where a line cannot be read.
    """
    if scratch.problem is None:
        raise InputError("The scratchpad cannot be saved yet", "some lines cannot be read")
    return item.model_copy(update={"formalization": dict(scratch.data)})
