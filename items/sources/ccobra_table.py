"""The tasks in a table in CCOBRA's format (`task`, `choices`, `response`) as items.

Owns which rows make an item: the first with each task. `items.sources.ccobra` owns tasks and
statements, `items.recorded.ccobra` people's answers in the same file.
"""

from collections.abc import Iterable
from typing import Any

from items.models import Item
from items.sources.ccobra import (
    choices_of,
    plain_column,
    read_task,
    require_judged,
    takes_several,
)
from items.sources.ccobra_items import item_of
from items.sources.document import Document, Record, fields_of
from solver.errors import InputError

_last_tasks: list[tuple[Document, dict[str, int]]] = []
"""The document read last, with the row of each of its tasks."""


def recognises(value: dict[str, Any]) -> bool:
    """Whether a row has the format's columns."""
    return {"id", "task", "choices", "response"} <= {plain_column(name) for name in value}


def read(record: Record, document: Document) -> Iterable[Item | InputError]:
    """The item of a row; none if an earlier row has the same task. Raises InputError if the row
    cannot be read."""
    where = document.where(record)
    value = fields_of(record, where, recognises, "the columns id, task, choices and response")
    value = {plain_column(name): cell for name, cell in value.items()}
    require_judged(value, where)
    several = takes_several(value)
    task, _ = read_task(str(value["task"]), choices_of(value), where, several=several)
    if not _last_tasks or _last_tasks[-1][0] is not document:
        _last_tasks[:] = [(document, {})]
    if _last_tasks[-1][1].setdefault(task.id, record.index) != record.index:
        return ()
    return (item_of(task, record.index, document.path.name),)
