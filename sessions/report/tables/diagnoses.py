"""Readings under which answers are right: no misreading, the smallest misreadings, or none."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from sessions.report.diagnosed_data import DiagnosedData
from sessions.report.rows import Rows, column, table_of
from sessions.report.tables.misreadings import misread_together
from solver.phrases import phrase
from study.diagnosis.second_engine import EngineCounts, sentences

NAME = phrase("diagnoses")

RIGHT, RANDOM = phrase("right as the question stands"), phrase("random error")
UNDECIDED = phrase("undecided")
NOTE = phrase(
    "each answer by the smallest combination of misreadings under which "
    "it would be right; if there are several, each counts an equal share"
)

LISTED_COMBINATIONS = 5
"""Number of contradicted combinations that are named."""


@dataclass(frozen=True, slots=True)
class DiagnosisRow:
    """One group and one diagnosis."""

    group: Annotated[str, column("group", "text")]
    diagnosis: Annotated[str, column("diagnosis", "text")]
    answers: Annotated[float, column("answers shared")]
    share: Annotated[float, column("share of answers", "share")]


def table(data: DiagnosedData) -> Rows | None:
    """The diagnoses of each group, the most frequent combinations first."""
    rows: list[DiagnosisRow] = []
    for group, document in data.document["groups"].items():
        outcome = document["diagnoses"]
        named: list[tuple[str, float]] = [(RIGHT, outcome["right"])]
        named += [
            (misread_together(entry["misreadings"]), entry["answers"])
            for entry in outcome["misread"]
        ]
        named += [(RANDOM, outcome["random"]), (UNDECIDED, outcome["undecided"])]
        rows += [
            DiagnosisRow(group, name, number, number / document["answers"])
            for name, number in named
            if number
        ]
    return table_of(
        DiagnosisRow, rows, int(data.document["answers"]), notes=tuple(_notes(data.document))
    )


def _notes(document: dict[str, Any]) -> Iterator[str]:
    """Z3's verdict comes first: an error of an engine must not be overlooked."""
    if document["checked"] is not None:
        yield from sentences(EngineCounts(**document["checked"]))
    contradicted = [(row, names) for row in document["given"] for names in row["contradicted"]]
    for row, names in contradicted[:LISTED_COMBINATIONS]:
        yield phrase(
            "contradicted: {item}, {question}, answer {answer}: {misreadings}",
            item=row["item"],
            question=row["question"],
            answer=row["answer"],
            misreadings=misread_together(names),
        )
    yield NOTE
