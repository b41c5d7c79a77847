"""No table averages items in words and in symbols: everybody is right on the ones and wrong on the
others, so a figure between the two would be an average."""

from collections.abc import Iterator

import pytest

from items.shape.structure import SYMBOLIC, WORDED
from sessions.record.figures import Solving
from sessions.report.build import build_report
from sessions.report.made import Report, Table
from sessions.report.narrowed import Narrowing, narrowed_report
from sessions.report.tables.registry import ANSWERED, ANSWERED_AFTER, ANSWERED_ELSEWHERE, RECORDED
from tests.sessions.planted_forms import SECONDS, TOKENS, planted

SHARES_OF_OTHERS = {("comparisons", "detectable difference")}
"""Columns that no answer decides."""
COMPARING = {**ANSWERED, **ANSWERED_ELSEWHERE, **ANSWERED_AFTER, **RECORDED}
NOT_THERE = {
    # Nothing of these is in the record.
    "agreement of judges",
    "hardening",
    "hardening, gates",
    "hardening, share sent back",
    "hardening, strategies",
    "hardening, issues",
    "golds of sub-questions",
    # Asked for apart.
    "mixed logistic model",
    # Made where a metric from outside asks for it.
    "domains, two by two",
}


@pytest.fixture(scope="module")
def report() -> Report:
    with planted() as db:
        return build_report(db, solving=Solving(5))


def between(table: Table) -> Iterator[tuple[str, object]]:
    """Figures that are of neither form alone."""
    for row in table.by_name():
        for column in table.columns:
            value = row[column.name]
            if column.end_of or not isinstance(value, int | float):
                continue
            known = {
                "share": (-1, 0, 1),
                "seconds": tuple(SECONDS.values()),
            }.get(column.unit)
            if column.name == "tokens of a request":
                known = tuple(2 * n for n in TOKENS.values())
            if known and value not in known and (table.name, column.name) not in SHARES_OF_OTHERS:
                yield column.name, value
        if "right" in row and "answers" in row and row["right"] not in (0, row["answers"]):
            yield "right", row["right"]


def test_no_comparing_table_averages_the_two(report: Report) -> None:
    tables = {table.name: table for table in report.tables}
    assert COMPARING.keys() - NOT_THERE == tables.keys() & COMPARING.keys()
    for name in COMPARING.keys() - NOT_THERE:
        table = tables[name]
        assert not list(between(table)), name
        assert {row["form"] for row in table.by_name()} == {WORDED, SYMBOLIC}, name


def test_they_are_taken_together_where_that_is_asked_for() -> None:
    with planted() as db:
        report = build_report(db, solving=Solving(5), pooled=True)
    tables = {table.name: table for table in report.tables}
    for name in COMPARING.keys() - NOT_THERE:
        assert "form" not in {column.name for column in tables[name].columns}, name
    assert {row["accuracy"] for row in tables["accuracy of models and people"].by_name()} == {0.5}
    assert {row["tokens of a request"] for row in tables["tokens"].by_name()} == {1000}


def test_attributes_do_not_pool_them() -> None:
    with planted() as db:
        for by, where in ((["level"], []), (["form", "level"], []), ([], [("level", "1")])):
            for table in narrowed_report(db, Narrowing(where, by), solving=Solving(5)).tables:
                assert not list(between(table)), (by, where, table.name)
        (table, *_) = narrowed_report(db, Narrowing([], ["level"]), pooled=True).tables
        assert {row["accuracy"] for row in table.by_name()} == {0.5}
