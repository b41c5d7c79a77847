"""The tables of annotation, in order: progress, rates, agreement, speed and more.

Owns the list, and which queues have tables; `sessions.report.accuracy_report` combines them with
the tables of studies. A table is a module with its `NAME` and a function `table`, which returns
None where there is nothing to show.
"""

from collections.abc import Iterator

from sessions.annotation.results import QueueResults, results
from sessions.record import queues
from sessions.report.queue_tables import grades
from sessions.report.rows import Rows
from sessions.storage.database import Database
from solver.plugins import modules_of

OF_RESULTS = modules_of(
    "sessions.report.queue_tables",
    "progress",
    "outcomes",
    "rates",
    "agreement",
    "pairs",
    "controls",
    "adjudication",
    "speed",
    "reviews",
)
"""Made from all work on a queue."""
QUEUE_TABLES = (*(module.NAME for module in OF_RESULTS), grades.NAME)
"""The names of all tables that a queue may have."""


def queue_tables(
    db: Database, queue_name: str | None = None
) -> Iterator[tuple[str, str, str, Rows]]:
    """Title, hash, name and rows of every table of every queue, or of one by id, title or the
    beginning of its hash; for a queue with several versions, those from which not all work was
    carried over."""
    for hash_, id_, title in queues.current_queues(db):
        if (
            queue_name is not None
            and queue_name not in (id_, title)
            and not _begins(hash_, queue_name)
        ):
            continue
        queue_results = results(db, hash_)
        for name, rows in tables(queue_results):
            yield title, hash_, name, rows
        if queue_results.stored_queue.scheme.unit == "answer":
            yield title, hash_, grades.NAME, grades.table(db, queue_results)


def tables(results: QueueResults) -> Iterator[tuple[str, Rows]]:
    """The tables of one queue that are made from the work on it."""
    for module in OF_RESULTS:
        rows = module.table(results)
        if rows is not None:
            yield module.NAME, rows


def _begins(hash_: str, queue_name: str) -> bool:
    return len(queue_name) >= 6 and hash_.startswith(queue_name)
