"""Paper B, the draft ILogicEval: tables 2, 3 with the human row, 4 and 5."""

from collections.abc import Callable, Iterator

from items.models import Item
from items.shape.structure import WORDED, form
from sessions.report.papers.choices import by_form, by_type, dataset, of_paper, over_runs, overview
from sessions.report.papers.recorded import PaperRecord
from sessions.report.rows import Rows

NAMES = ("Accuracy", "Circular", "PC")


def tables(recorded: PaperRecord) -> Iterator[tuple[str, Rows]]:
    """Every table that can be made from answers."""
    printed = recorded.printed.tables
    yield "table 2", over_runs(recorded, printed["table 2"], NAMES)
    yield "table 3", by_type(recorded, printed["table 3"], NAMES, people=True)
    yield "table 4", by_form(recorded, printed["table 4"], NAMES)
    yield "table 5", overview(recorded, printed["table 5"], _sets_of(recorded))


def _sets_of(recorded: PaperRecord) -> Callable[[Item], str]:
    """The set of an item, as the paper names it; prefixed with `s-` if it is in symbols."""
    ours = of_paper(recorded)

    def set_name(item: Item) -> str:
        name = "ILogicEval" if ours(item) else dataset(item)
        return name if form(item) == WORDED else f"s-{name}"

    return set_name
