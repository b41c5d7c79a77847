"""Intervals next to their figures, in the tables that people read."""

from sessions.report.report_tables import Table
from sessions.report.rows import Column, Row
from tui import i18n
from tui.state.report_columns import LEVEL, shown_columns


def table(columns: tuple[Column, ...], *rows: Row) -> Table:
    return Table("t", "s", "v", columns, rows, len(rows), {}, ())


def test_bounds_are_folded_into_the_figure_before_them() -> None:
    columns = (
        Column("who", "text"),
        Column("accuracy", "share"),
        Column("low", "share", end_of="accuracy"),
        Column("high", "share", end_of="accuracy"),
        Column("kappa"),
        Column("kappa low", end_of="kappa"),
        Column("kappa high", end_of="kappa"),
        Column("n"),
    )
    rows = (
        ("a", 0.5, 0.25, 0.75, -0.1, -0.25, 0.05, 4),
        ("b", 1.0, 0.875, 1.0, None, None, None, 9),
    )
    who, accuracy, kappa, n = shown_columns(table(columns, *rows))
    assert who.cells == ("a", "b")
    assert who.left
    assert accuracy.head("Richtigkeit") == f"Richtigkeit ({LEVEL})"
    assert accuracy.cells == ("50.0 %  (25.0–75.0)", "100.0 % (87.5–100.0)")
    assert kappa.figures == ("-0.10", "–")
    assert kappa.bounds == ("-0.25 to 0.05", "")
    assert (
        len(
            {
                len(cell) - len(figure)
                for cell, figure in zip(kappa.cells, kappa.figures, strict=True)
            }
        )
        == 1
    )
    assert n.cells == ("4", "9")
    assert n.head("n") == "n"
    try:
        i18n.use("zh")
        *_, translated, _n = shown_columns(table(columns, *rows))
        assert translated.bounds == ("-0.25 至 0.05", "")
    finally:
        i18n.use("en")


def test_low_and_high_of_something_else_stay_columns() -> None:
    columns = (Column("tide", "text"), Column("PC low", "share"), Column("PC high", "share"))
    assert [column.name for column in shown_columns(table(columns, ("a", 0.1, 0.2)))] == [
        "tide",
        "PC low",
        "PC high",
    ]


def test_a_table_without_rows_shows_a_dash_once() -> None:
    columns = (
        Column("who", "text"),
        Column("accuracy", "share"),
        Column("low", end_of="accuracy"),
        Column("high", end_of="accuracy"),
    )
    assert [column.cells for column in shown_columns(table(columns))] == [("–",), ("",)]


def test_no_head_mentions_intervals_without_any_in_the_column() -> None:
    columns = (
        Column("accuracy", "share"),
        Column("low", "share", end_of="accuracy"),
        Column("high", "share", end_of="accuracy"),
    )
    (some,) = shown_columns(table(columns, (0.5, 0.2, 0.8), (0.5, None, None)))
    assert some.head("accuracy") == f"accuracy ({LEVEL})"
    (none,) = shown_columns(table(columns, (0.5, None, None), (None, None, None)))
    assert none.head("accuracy") == "accuracy"
    assert none.cells == ("50.0 %", "–")
