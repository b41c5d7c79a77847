"""Annotators' verdicts on control items."""

from sessions.annotation.agreement_units import ALL_UNITS
from sessions.annotation.results import QueueResults
from sessions.report.queue_tables.known_verdicts import against
from sessions.report.rows import Rows
from solver.phrases import phrase

NAME = phrase("annotators against controls")


def table(results: QueueResults) -> Rows | None:
    """Annotators' verdicts compared with the known verdicts of control items, by check and
    overall; None for a queue without control items."""
    if not results.stored_queue.material.controls:
        return None
    rights_by_annotator: dict[tuple[str, str], list[bool]] = {}
    for entry, known_verdicts in results.stored_queue.material.controls.items():
        for annotator, work in results.submissions.get(entry, {}).items():
            verdicts = results.judged(entry, work)
            for key, verdict in known_verdicts.items():
                right = key in verdicts and verdicts[key].verdict == verdict
                for name in (key.partition("@")[0], ALL_UNITS):
                    rights_by_annotator.setdefault((annotator, name), []).append(right)
    return against(results, rights_by_annotator, len(results.stored_queue.material.controls))
