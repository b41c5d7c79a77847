"""Whether accuracy depends on the domain: p of every two domains."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from sessions.report.comparing_data import ComparingData
from sessions.report.rows import Rows, by_name, column, table_of, varying_column
from solver.phrases import phrase

NAME = phrase("domains, p of chi-square")
NOTE = phrase(
    "Pearson's chi-square on right and wrong, without continuity "
    "correction, for the first run of each setting, with one answer to "
    "each question; no p on the diagonal, and none if both domains are "
    "all right or all wrong"
)


@dataclass(frozen=True, slots=True)
class DomainRow:
    """One domain against all others, in one setting."""

    respondent: Annotated[str, column("respondent", "text")]
    kind: Annotated[str, column("kind", "text")]
    setting: Annotated[str, column("setting", "text")]
    form: Annotated[str, varying_column("form", "text")]
    language: Annotated[str, varying_column("language", "text")]
    domain: Annotated[str, column("domain", "text")]
    tests: Annotated[Mapping[str, float | None], by_name("p")]
    """p by the other domain."""


def table(data: ComparingData) -> Rows:
    """p of the chi-square test of every two domains (ContextHub, section 5.1, figures 4 and 5)."""
    return matrix(data, corrected=False)


def matrix(data: ComparingData, *, corrected: bool) -> Rows:
    """Every setting and domain; with `corrected`, p corrected for the number of tests."""
    tests = data.domain_tests
    domains = sorted({name for outcome in tests.matrices.values() for name in outcome.groups})
    rows: list[DomainRow] = []
    for names, chi_square_matrix in tests.matrices.items():
        for domain in chi_square_matrix.groups:
            cells: dict[str, float | None] = {}
            for other in domains:
                test = chi_square_matrix.test(domain, other)
                cells[other] = None if test is None else test.corrected if corrected else test.p
            rows.append(DomainRow(*names, domain, cells))
    notes: tuple[str, ...] = (NOTE,)
    small = sum(
        test.few_expected for outcome in tests.matrices.values() for test in outcome.tests.values()
    )
    if small:
        notes += (
            phrase(
                "pairs with an expected count below 5, for which the test is approximate: {n}",
                n=small,
            ),
        )
    if corrected:
        notes += (phrase("corrected by Holm's method for all pairs of a respondent"),)
    return table_of(DomainRow, rows, tests.answers, tests.excluded, notes)
