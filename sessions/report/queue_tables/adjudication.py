"""Annotators' verdicts compared with the adjudicator's."""

from sessions.annotation.agreement_units import ALL_UNITS
from sessions.annotation.results import QueueResults
from sessions.report.queue_tables.known_verdicts import against
from sessions.report.rows import Rows
from solver.phrases import phrase
from study.annotation.attachments import FORMALIZATION

NAME = phrase("annotators against adjudication")


def table(results: QueueResults) -> Rows:
    """Annotators' verdicts compared with the final verdicts on checks that were disputed and
    decided."""
    rights_by_annotator: dict[tuple[str, str], list[bool]] = {}
    for entry, decided in results.adjudications.items():
        for annotator, work in results.submissions.get(entry, {}).items():
            verdicts = results.judged(entry, work)
            for key, final in decided.verdicts.items():
                if key == FORMALIZATION:
                    continue  # the attachment is not a verdict on the item
                right = key in verdicts and verdicts[key].verdict == final.verdict
                for name in (key.partition("@")[0], ALL_UNITS):
                    rights_by_annotator.setdefault((annotator, name), []).append(right)
    return against(results, rights_by_annotator, len(results.adjudications))
