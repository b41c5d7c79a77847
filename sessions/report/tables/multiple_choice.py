"""DivLogicEval's table: ACC, CIR and PC of every respondent, by question type."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.comparing_data import ALL, ComparingData
from sessions.report.respondents import RespondentColumns
from sessions.report.rows import Estimates, Rows, column, estimates, figures, group, table_of
from solver.phrases import phrase
from study.metrics.metric import CHOICES

NAME = phrase("multiple choice")
NOTE = phrase("ACC is over mutant 0, CIR and PC over items with every mutant answered")
TOGETHER_NOTE = phrase(
    "combined: the mutants of an item were answered by several "
    "respondents, or several times; the scores are expectations over "
    "drawing one answer to each mutant"
)


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """One respondent's choices of one question type, or of all."""

    respondent: Annotated[RespondentColumns, group(RespondentColumns)]
    type: Annotated[str, column("question type", "text")]
    items: Annotated[int, column("items")]
    scores: Annotated[Estimates, figures(CHOICES)]
    put_together: Annotated[str, column("put together", "text")]


def table(data: ComparingData) -> Rows | None:
    """Models × settings × scores × question type, together with people (DivLogicEval, section 4,
    tables 4 and 5); None where no choice was answered."""
    if not any(len(respondent.sheet.choices) for respondent in data.respondents):
        return None
    rows = [
        ChoiceRow(
            choice.respondent.columns,
            name,
            len(scores.items),
            estimates(CHOICES, scores),
            phrase("yes") if scores.composite else phrase("no"),
        )
        for choice in data.choices
        for name, scores in choice.scores.items()
    ]
    whole = [choice.scores[ALL] for choice in data.choices if choice.scores]
    answers = sum(item.answers for scores in whole for item in scores.items.values())
    together = any(scores.composite for scores in whole)
    notes = (NOTE, TOGETHER_NOTE) if together else (NOTE,)
    left_out = sum(scores.incomplete for scores in whole)
    excluded = {phrase("items without every mutant, from CIR and PC"): left_out}
    return table_of(ChoiceRow, rows, answers, excluded, notes)
