"""Every two domains of a setting by metrics that the matrices of domains do not contain.

The program's own metrics of two groups are in the matrices (`domain_tests`) and in the tables of
papers. This table contains metrics from plug-ins; without any, there is no table.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import Annotated

from sessions.report.comparing_data import ComparingData
from sessions.report.respondents import SettingColumns, attribute
from sessions.report.rows import Estimates, Rows, column, estimates, figures, group, table_of
from sessions.report.truth_counts import QuestionCounts, truth_answers_of
from solver.phrases import phrase
from study.metrics.chi_square import METRIC as CHI_SQUARE
from study.metrics.metric import CONTRASTED, GROUPS
from study.metrics.registry import metrics
from study.statistics.chi_square import TwoGroups

NAME = phrase("domains, two by two")
METRICS_WITH_TABLES = (CHI_SQUARE,)
"""Metrics that have tables of their own."""


@dataclass(frozen=True, slots=True)
class DomainPairRow:
    """Two domains in one setting."""

    respondent: Annotated[SettingColumns, group(SettingColumns)]
    domain: Annotated[str, column("domain", "text")]
    other_domain: Annotated[str, column("other domain", "text")]
    groups: Annotated[Estimates, figures(GROUPS, METRICS_WITH_TABLES)]
    contrasted: Annotated[Estimates, figures(CONTRASTED)]


def table(data: ComparingData) -> Rows | None:
    """Right and wrong answers of the first run, as in the matrices, and answers of all runs; None
    where no metric uses them."""
    if set(metrics(GROUPS)) <= set(METRICS_WITH_TABLES) and not metrics(CONTRASTED):
        return None
    tests = data.domain_tests
    rows: list[DomainPairRow] = []
    for truth in data.truths:
        if truth.names not in tests.matrices:
            continue
        counts = tests.matrices[truth.names].counts
        questions: dict[str, list[QuestionCounts]] = {}
        for each in truth.counted:
            domain = attribute(each.item, "domain")
            if domain is not None:
                questions.setdefault(domain, []).append(each)
        answers = {domain: truth_answers_of(questions[domain]) for domain in counts}
        for domain, other in combinations(counts, 2):
            rows.append(
                DomainPairRow(
                    truth.columns,
                    domain,
                    other,
                    estimates(
                        GROUPS, TwoGroups(counts[domain], counts[other]), METRICS_WITH_TABLES
                    ),
                    estimates(CONTRASTED, (answers[domain], answers[other])),
                )
            )
    return table_of(DomainPairRow, rows, tests.answers, tests.excluded)
