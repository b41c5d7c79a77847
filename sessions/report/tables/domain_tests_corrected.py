"""Whether accuracy depends on the domain: p corrected for the number of pairs."""

from sessions.report.comparing_data import ComparingData
from sessions.report.rows import Rows
from sessions.report.tables.domain_tests import matrix
from solver.phrases import phrase

NAME = phrase("domains, p corrected")


def table(data: ComparingData) -> Rows:
    """p of every two domains by Holm's method."""
    return matrix(data, corrected=True)
