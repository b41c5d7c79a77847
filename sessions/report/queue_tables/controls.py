"""Annotators' verdicts on control items."""

from sessions.annotation.results import QueueResults
from sessions.report.queue_tables.known_verdicts import against
from sessions.report.rows import Rows
from solver.phrases import phrase

NAME = phrase("annotators against controls")


def table(results: QueueResults) -> Rows | None:
    """Annotators' verdicts compared with the known verdicts of control items, by check and
    overall; None for a queue without control items."""
    controls = results.stored_queue.material.controls
    return against(results, controls) if controls else None
