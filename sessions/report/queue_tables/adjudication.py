"""Annotators' verdicts compared with the adjudicator's."""

from sessions.annotation.results import QueueResults
from sessions.report.queue_tables.known_verdicts import against
from sessions.report.rows import Rows
from solver.phrases import phrase
from study.annotation.attachments import FORMALIZATION

NAME = phrase("annotators against adjudication")


def table(results: QueueResults) -> Rows:
    """Annotators' verdicts compared with the final verdicts on checks that were disputed and
    decided."""
    final_verdicts = {
        entry: {
            key: final.verdict
            for key, final in decided.verdicts.items()
            if key != FORMALIZATION  # the attachment is not a verdict on the item
        }
        for entry, decided in results.adjudications.items()
    }
    return against(results, final_verdicts)
