"""People whose answers resemble models' rather than other people's, or whose times resemble
nobody's."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.diagnosed_data import DiagnosedData
from sessions.report.rows import Rows, column, table_of
from solver.phrases import listed, phrase
from study.diagnosis.person_fit import FEWEST_PEOPLE, FEWEST_QUESTIONS, LEVEL, Fit, Fits

NAME = phrase("person-fit")
NOTE = phrase(
    "a flag is not a proof, and excludes nobody. Answers: how much more "
    "probable as models' than as other people's of the same ability; "
    "times: how far from the lognormal model"
)
TOO_FEW = (
    f"over fewer than {FEWEST_QUESTIONS} questions or {FEWEST_PEOPLE} people, or where no model "
    "answered, nothing is said"
)


@dataclass(frozen=True, slots=True)
class FitRow:
    """One person."""

    group: Annotated[str, column("group", "text")]
    respondent: Annotated[str, column("respondent", "text")]
    answers_z: Annotated[float | None, column("z of answers")]
    answers_p: Annotated[float | None, column("p of answers", "p")]
    times_z: Annotated[float | None, column("z of times")]
    times_p: Annotated[float | None, column("p of times", "p")]
    flag: Annotated[str, column("flag", "text")]


def table(data: DiagnosedData) -> Rows | None:
    """Every person with a person-fit; None where there are none."""
    rows: list[FitRow] = []
    notes: list[str] = []
    for group, (persons, fits) in data.fits.items():
        rows += [
            FitRow(group, person, *_cells(fit.answers), *_cells(fit.times), _flag(fit))
            for person, fit in zip(persons, fits.persons, strict=True)
            if fit.answers is not None or fit.times is not None
        ]
        notes += _rates(group, fits)
    return table_of(FitRow, rows, len(rows), notes=(NOTE, *notes, TOO_FEW)) if rows else None


def _cells(fit: Fit | None) -> tuple[float | None, float | None]:
    return (None, None) if fit is None else (fit.z, fit.p)


def _flag(fit: "object") -> str:
    flags = [name for name in ("answers", "times") if _is(getattr(fit, name))]
    return ", ".join(flags) or "–"


def _is(fit: Fit | None) -> bool:
    return fit is not None and fit.flagged


def _rates(group: str, fits: Fits) -> list[str]:
    """How many people are flagged among those who answer as people do."""
    messages: list[str] = []
    if fits.false_answers is not None:
        messages.append(phrase("{share:.1f} % for answers", share=100 * fits.false_answers))
    if fits.false_times is not None:
        messages.append(phrase("{share:.1f} % for times", share=100 * fits.false_times))
    if not messages:
        return []
    return [
        phrase(
            "{group}: flagged below p = {level:g}; flagged among {n:,} simulated "
            "persons who answer as people do: {shares}",
            group=phrase(group),
            level=LEVEL,
            n=fits.simulated,
            shares=listed(messages),
        )
    ]
