"""Paper B, the draft ILogicEval: tables 2, 3 with the human row, 4 and 5."""

from collections.abc import Callable, Iterator

from items.models import Item
from items.shape.structure import WORDED, form
from sessions.report.papers.multiple_choice import (
    by_form,
    by_type,
    dataset,
    of_paper,
    over_runs,
    overview,
)
from sessions.report.papers.paper_record import PaperRecord
from sessions.report.rows import Rows

NAMES = ("Accuracy", "Circular", "PC")


def tables(record: PaperRecord) -> Iterator[tuple[str, Rows]]:
    """Every table that can be made from answers."""
    printed = record.paper.tables
    yield "table 2", over_runs(record, printed["table 2"], NAMES)
    yield "table 3", by_type(record, printed["table 3"], NAMES, people=True)
    yield "table 4", by_form(record, printed["table 4"], NAMES)
    yield "table 5", overview(record, printed["table 5"], _sets_of(record))


def _sets_of(record: PaperRecord) -> Callable[[Item], str]:
    """The set of an item, as the paper names it; prefixed with `s-` if it is in symbols."""
    ours = of_paper(record)

    def set_name(item: Item) -> str:
        name = "ILogicEval" if ours(item) else dataset(item)
        return name if form(item) == WORDED else f"s-{name}"

    return set_name
