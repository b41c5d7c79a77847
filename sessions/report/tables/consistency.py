"""Whether each respondent's answers are consistent, and the single reading under which most are
right."""

from collections import Counter
from dataclasses import dataclass
from typing import Annotated

from sessions.report.diagnosed_data import DiagnosedData
from sessions.report.rows import Rows, column, table_of
from sessions.report.tables.misreadings import misread_together
from solver.phrases import phrase

NAME = phrase("consistency")
AS_IT_STANDS = phrase("as it stands")
NOTE = phrase(
    "answers to one text are consistent if there is a set of worlds for "
    "which all are right; with few answers, some reading makes most of "
    "them right by chance"
)


@dataclass(frozen=True, slots=True)
class ConsistencyRow:
    """One respondent."""

    group: Annotated[str, column("group", "text")]
    respondent: Annotated[str, column("respondent", "text")]
    answers: Annotated[int, column("answers decided")]
    right: Annotated[int, column("right as they stand")]
    explained_right: Annotated[int, column("right under one reading")]
    reading: Annotated[str, column("reading", "text")]
    texts: Annotated[int, column("texts")]
    inconsistent: Annotated[int, column("inconsistent texts")]
    give_up: Annotated[int, column("answers to remove")]


def table(data: DiagnosedData) -> Rows | None:
    """Every respondent with a decidable answer."""
    texts: Counter[str] = Counter()
    broken: Counter[str] = Counter()
    minority_answers: Counter[str] = Counter()
    for text in data.document["texts"]:
        together = text["together"]
        if together is None:
            continue
        who = text["respondent"]
        texts[who] += 1
        broken[who] += not together["consistent"]
        minority_answers[who] += len(text["answers"]) - together["largest_part"]
    rows = [
        ConsistencyRow(
            group,
            who,
            entry["answers"],
            entry["right"],
            entry["largest_part"],
            _readings(entry["readings"]),
            texts[who],
            broken[who],
            minority_answers[who],
        )
        for group, document in data.document["groups"].items()
        for who, entry in document["consistency"]["respondents"].items()
        if entry["answers"]
    ]
    return table_of(ConsistencyRow, rows, sum(row.answers for row in rows), notes=(NOTE,))


def _readings(readings: list[list[str]]) -> str:
    """The first reading, and how many others do as well."""
    first = misread_together(readings[0]) if readings[0] else AS_IT_STANDS
    more = len(readings) - 1
    return phrase("{first} (or {n} more)", first=first, n=more) if more else first
