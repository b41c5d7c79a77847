"""Accuracy of people with and without those flagged by person-fit."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from sessions.report.diagnosed_data import DiagnosedData
from sessions.report.presentation import ALL_ALIKE, Presentation, presentation_of
from sessions.report.rows import Rows, column, figure, group, table_of
from solver.phrases import phrase
from study.diagnosis.person_fit import flagged
from study.diagnosis.recorded_fit import right_of
from study.metrics.accuracy import METRIC as ACCURACY
from study.statistics.samples import Estimate, Sample

NAME = phrase("accuracy without flagged people")

ALL, WITHOUT = "all", "without flagged people"
NOTE = phrase("over confirmed answers to question parts with a reference answer")


@dataclass(frozen=True, slots=True)
class FlaggedRow:
    """One group, with or without flagged people."""

    group: Annotated[str, column("group", "text")]
    people_counted: Annotated[
        str, column("people counted", "text", "whether flagged people are included")
    ]
    presentation: Annotated[Presentation, group(Presentation)]
    people: Annotated[int, column("people")]
    answers: Annotated[int, column("answers")]
    accuracy: Annotated[Estimate | None, figure(ACCURACY)]


def table(data: DiagnosedData) -> Rows | None:
    """Both figures of each group with a person-fit; None where there is none."""
    rows: list[FlaggedRow] = []
    number = people = 0
    for group_name, (persons, fits) in data.fits.items():
        if fits.false_answers is None and fits.false_times is None:
            continue
        flagged_people = {persons[place] for place in flagged(fits)}
        number += len(flagged_people)
        people += len(persons)
        for name, persons_kept in (
            (ALL, persons),
            (WITHOUT, [person for person in persons if person not in flagged_people]),
        ):
            rows += [_row(data, group_name, name, persons_kept, sort) for sort in _sorts(data)]
    excluded = {phrase("flagged people, from the second row of each group"): number}
    return table_of(FlaggedRow, rows, people, excluded, (NOTE,)) if rows else None


def _sorts(data: DiagnosedData) -> Sequence[Presentation]:
    """The presentations of items, where they are distinguished; a single one where all are alike,
    or are pooled."""
    sorts = sorted(
        {presentation_of(question.item) for question in data.explained_answers.questions}
    )
    return sorts if len(sorts) > 1 and not data.pooled else [ALL_ALIKE]


def _row(
    data: DiagnosedData,
    group: str,
    name: str,
    persons_kept: Sequence[str],
    presentation: Presentation,
) -> FlaggedRow:
    places = {person: n for n, person in enumerate(data.explained_answers.answers.persons)}
    answers: list[tuple[int, int]] = []
    items: list[str] = []
    clusters: list[str] = []
    people: list[str] = []
    for person in persons_kept:
        for place, right in right_of(data.explained_answers, places[person]):
            item = data.explained_answers.questions[place].item
            if presentation and presentation_of(item) != presentation:
                continue
            answers.append((int(right), 1))
            items.append(item.content_hash)
            clusters.append(data.clusters.of(item.content_hash, item))
            people.append(person)
    sample = data.clusters.sampling.of(Sample(answers, items, people, clusters))
    return FlaggedRow(
        group, name, presentation, len(persons_kept), len(answers), ACCURACY.estimate(sample)
    )
