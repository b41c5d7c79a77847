"""No table averages items in words and in symbols, or in several languages: everybody is right on
the ones and wrong on the others, so a figure between the two would be an average."""

from collections.abc import Iterator

import pytest

from sessions.record.solver_figures import Solving
from sessions.report.accuracy_report import build_report
from sessions.report.headline import headline
from sessions.report.narrowing import Narrowing, narrowed_report
from sessions.report.papers.registry import paper_report
from sessions.report.report_tables import Report, Table
from sessions.report.tables.registry import (
    ANSWERED,
    ANSWERED_AFTER,
    ANSWERED_ELSEWHERE,
    RECORDED,
    STUDY,
)
from tests.sessions.planted import DIFFERENCES, SECONDS, TOKENS, planted_record

OTHERS = {
    ("comparisons", "detectable difference"),
    ("participants", "seconds used"),
    ("participants", "seconds away"),
}
"""Columns that rightness does not decide, or that are of a session."""
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
def reports() -> dict[str, Report]:
    reports_made = {}
    for tells in DIFFERENCES:
        with planted_record(tells) as db:
            reports_made[tells] = build_report(db, solving=Solving(5))
    return reports_made


by_difference = pytest.mark.parametrize("difference", DIFFERENCES)


def between(table: Table) -> Iterator[tuple[str, object]]:
    """Figures that are of neither of the two alone."""
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
            if known and value not in known and (table.name, column.name) not in OTHERS:
                yield column.name, value
        if "right" in row and "answers" in row and row["right"] not in (0, row["answers"]):
            yield "right", row["right"]


@by_difference
def test_no_table_of_a_study_averages_words_and_symbols(
    reports: dict[str, Report], difference: str
) -> None:
    tables = {table.name: table for table in reports[difference].tables}
    assert STUDY.keys() - {"attention items", "behaviour"} == tables.keys() & STUDY.keys()
    for name in STUDY.keys() & tables.keys():
        assert not list(between(tables[name])), name
        # What all have in common has no column.
        assert not {column.name for column in tables[name].columns} & (
            DIFFERENCES.keys() - {difference}
        )
        # How sessions ended, and why some are left out, is not told by form.
        if name not in ("sessions", "exclusions"):
            rows = tables[name].by_name()
            assert {row[difference] for row in rows} - {""} == {*DIFFERENCES[difference]}, name
    rows = tables["accuracy by block"].by_name()
    assert [(row["block"], row[difference], row["accuracy"]) for row in rows] == [
        (block, way, share)
        for block in ("qualification", "mixed")
        for way, share in zip(DIFFERENCES[difference], (1, 0), strict=True)
    ]


@by_difference
def test_no_comparing_table_averages_words_and_symbols(
    reports: dict[str, Report], difference: str
) -> None:
    tables = {table.name: table for table in reports[difference].tables}
    assert COMPARING.keys() - NOT_THERE == tables.keys() & COMPARING.keys()
    for name in COMPARING.keys() - NOT_THERE:
        table = tables[name]
        assert not list(between(table)), name
        assert {row[difference] for row in table.by_name()} == {*DIFFERENCES[difference]}, name


@by_difference
def test_words_and_symbols_are_pooled_on_request(difference: str) -> None:
    with planted_record(difference) as db:
        report = build_report(db, solving=Solving(5), pooled=True)
    tables = {table.name: table for table in report.tables}
    for name in COMPARING.keys() - NOT_THERE:
        assert difference not in {column.name for column in tables[name].columns}, name
    assert {row["accuracy"] for row in tables["accuracy of models and people"].by_name()} == {0.5}
    assert {row["tokens of a request"] for row in tables["tokens"].by_name()} == {1000}
    for name in STUDY.keys() & tables.keys():
        assert difference not in {column.name for column in tables[name].columns}, name
    assert {row["accuracy"] for row in tables["accuracy by block"].by_name()} == {0.5}
    (first, *_) = tables["time per question"].by_name()
    assert first["median"] == sum(SECONDS[way] for way in DIFFERENCES[difference]) / 2


@by_difference
def test_the_first_page_reports_accuracy_separately(difference: str) -> None:
    with planted_record(difference) as db:
        sentences = [
            sentence for sentence in headline(db).participation if "main blocks" in sentence
        ]
        pooled = [
            sentence
            for sentence in headline(db, pooled=True).participation
            if "main blocks" in sentence
        ]
    assert [
        (f", {name}: " in text, share in text)
        for text, name, share in zip(
            sentences, DIFFERENCES[difference], ("100.0 %", "0.0 % over all"), strict=True
        )
    ] == [(True, True)] * 2
    assert ["50.0 %" in sentence for sentence in pooled] == [True]


@pytest.mark.slow
@by_difference
def test_misreadings_are_distinguished_and_fit_by_person(difference: str) -> None:
    with planted_record(difference) as db:
        report = build_report(db, solving=Solving(0), diagnose=True)
    tables = {table.name: table for table in report.tables}
    for row in tables["consistency"].by_name():
        share = row["right as they stand"] / row["answers decided"]
        assert share == (1 if row[difference] == DIFFERENCES[difference][0] else 0)
    right = [
        (row[difference], row["share of answers"])
        for row in tables["diagnoses"].by_name()
        if row["diagnosis"] == "right as the question stands"
    ]
    assert right
    assert {way for way, _share in right} == {DIFFERENCES[difference][0]}
    assert {row[difference] for row in tables["misreadings"].by_name()} == {
        *DIFFERENCES[difference]
    }


@pytest.mark.slow
@by_difference
def test_attributes_do_not_pool_them(difference: str) -> None:
    with planted_record(difference) as db:
        for by, where in ((["level"], []), ([difference, "level"], []), ([], [("level", "1")])):
            for table in narrowed_report(db, Narrowing(where, by), solving=Solving(5)).tables:
                assert not list(between(table)), (by, where, table.name)
        (table, *_) = narrowed_report(db, Narrowing([], ["level"]), pooled=True).tables
        assert {row["accuracy"] for row in table.by_name()} == {0.5}


@pytest.mark.parametrize(("letter", "tables"), [("D", 7), ("E", 2)])
def test_papers_with_items_in_words_count_only_these(letter: str, tables: int) -> None:
    with planted_record() as db:
        report = paper_report(db, letter)
    filled = set()
    for table in report.tables:
        if table.name == "not made from answers":
            continue
        if table.name == "error types":
            wrong = {row["wrong answers"] for row in table.by_name()}
            assert wrong <= {None, "not recorded"}
            continue
        for row in table.by_name():
            for column in table.columns:
                value = row[column.name]
                if column.name in ("accuracy", "D0", "D5", "Macro", "Base Item Acc", "baseline"):
                    assert value in (None, 1, "not recorded"), (table.name, column.name)
                    filled |= {table.name} if value == 1 else set()
        assert any("in symbols" in why for why in table.excluded) or not table.n
    assert len(filled) >= min(tables, 2)
