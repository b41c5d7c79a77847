"""Tasks of a table in CCOBRA's format (`task`, `choices`, `response`) as items.

Owns which rows make an item: the first with each task. What tasks and statements are is
`items.ccobra`'s; people's answers in the same file are `items.recorded.ccobra`'s.
"""

from collections.abc import Iterable
from typing import Any

from items.ccobra import NOTHING, choices_of, item_of, read_task
from items.models import Item
from items.sources.document import Document, Record, bad_record, fields_of
from solver.errors import InputError

FEWEST = 2
_seen: list[tuple[Document, dict[str, int]]] = []
"""The document read last, and the row of each of its tasks."""


def recognises(value: dict[str, Any]) -> bool:
    """Whether a row has the format's columns."""
    return {"id", "task", "choices", "response"} <= value.keys()


def read(record: Record, document: Document) -> Iterable[Item | InputError]:
    """The item of a row; none where an earlier row has the same task."""
    where = document.where(record)
    value = fields_of(record, where, recognises, "the columns id, task, choices and response")
    task, _ = read_task(str(value["task"]), choices_of(value), where)
    if not _seen or _seen[-1][0] is not document:
        _seen[:] = [(document, {})]
    if _seen[-1][1].setdefault(task.id, record.index) != record.index:
        return ()
    if sum(choice != NOTHING for choice in task.choices) < FEWEST:
        raise bad_record(f"{where}, column choices", "two or more choices besides nothing", "fewer")
    return (item_of(task, record.index, document.path.name),)
