"""Accuracy in words and in symbols of everybody who answered items of both, twins among them.

The table of accuracy takes both together.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from items.shape.structure import form
from sessions.report.compared import ComparingData
from sessions.report.counted import counted_of
from sessions.report.respondents import over
from sessions.report.rows import Rows, column, group, table_of
from sessions.report.tables.accuracy import NOTE, AccuracyRow, row_of
from sessions.report.unsettled import NOTE as UNSETTLED_NOTE


@dataclass(frozen=True, slots=True)
class FormRow:
    """One run of a model, or people, on the items of one form."""

    form: Annotated[str, column("form", "text")]
    accuracy: Annotated[AccuracyRow, group(AccuracyRow)]


def table(data: ComparingData) -> Rows | None:
    """Every respondent with answers to items of both forms; None where there is none."""
    known: dict[int, Mapping[str, str]] = {}
    rows: list[FormRow] = []
    for respondent in data.respondents:
        # The runs of models share their items.
        if id(respondent.items) not in known:
            known[id(respondent.items)] = {
                key: form(item) for key, item in respondent.items.items()
            }
        forms = known[id(respondent.items)]
        if len(set(forms.values())) < 2:
            continue
        keys: dict[str, set[str]] = {}
        for key in respondent.sheet.answered_items:
            keys.setdefault(forms[key], set()).add(key)
        if len(keys) > 1:
            counted = {name: counted_of(over(respondent, these)) for name, these in keys.items()}
            free = any(each.free for each in counted.values())
            rows += [FormRow(name, row_of(counted[name], free=free)) for name in sorted(counted)]
    if not rows:
        return None
    notes = (NOTE, UNSETTLED_NOTE) if any(row.accuracy.between for row in rows) else (NOTE,)
    return table_of(FormRow, rows, sum(row.accuracy.answers for row in rows), {}, notes)
