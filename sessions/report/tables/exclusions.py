"""The rules by which a study excludes sessions, and how many each excludes."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.rows import Rows, column, table_of
from sessions.report.study_data import StudyData
from solver.phrases import phrase

NAME = phrase("exclusions")
ANY = phrase("any of them")
NOTE = phrase(
    "every rule is applied to every session of people; rules never "
    "depend on whether answers of the main blocks are right"
)


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One rule."""

    rule: Annotated[str, column("rule", "text")]
    leaves_out: Annotated[str, column("leaves out sessions that", "prose")]
    sessions: Annotated[int, column("sessions")]
    sessions_alone: Annotated[int | None, column("by this rule alone")]


def table(study: StudyData) -> Rows | None:
    """Every rule of the study file; None where it has none."""
    if not study.rules:
        return None
    outcome = [session.rules for session in study.sessions]
    rows = [
        RuleRow(
            rule.name,
            rule.clause,
            sum(rule.name in names for names in outcome),
            sum(names == (rule.name,) for names in outcome),
        )
        for rule in study.rules
    ]
    rows.append(RuleRow(ANY, "", sum(bool(names) for names in outcome), None))
    return table_of(RuleRow, rows, len(outcome), notes=(NOTE,))
