"""Tables of agreement: intervals next to figures, notes below rows, nothing lost at 80 cells."""

import pytest

from sessions.report.report_tables import Report, Table
from sessions.report.rows import Cell, Column
from tui.state.annotator.agreement_view import agreement_lines
from tui.text import width

TABLE = Table(
    "annotation agreement",
    "q",
    "0" * 64,
    (
        Column("check", "text"),
        Column("units"),
        Column("raw", "share"),
        Column("raw low", "share", end_of="raw"),
        Column("raw high", "share", end_of="raw"),
        Column("alpha"),
        Column("alpha low", end_of="alpha"),
        Column("alpha high", end_of="alpha"),
        Column("ordinal alpha"),
        Column("ordinal alpha low", end_of="ordinal alpha"),
        Column("ordinal alpha high", end_of="ordinal alpha"),
        Column("note", "text"),
    ),
    (
        ("gold", 22, 0.773, 0.5, 0.95, 0.17, -0.3, 0.63, None, None, None, ""),
        ("a_check_of_a_long_name", 4, 1.0, 1.0, 1.0, None, None, None, None, None, None,
         "alpha is not defined: every verdict is the same"),
    ),
    22,
    {"controls": 1},
)  # fmt: skip


def texts(cells: int) -> list[str]:
    lines = agreement_lines(Report((TABLE,)), cells)
    assert max(width(line.text) for line in lines) <= cells
    return [line.text.rstrip() for line in lines]


def test_an_interval_is_shown_next_to_its_figure() -> None:
    names = texts(110)
    assert names[2].split() == ["gold", "22", "77.3", "%", "[50.0,", "95.0]", "0.17", "[-0.30,",
                                "0.63]"]  # fmt: skip
    assert "ordinal" not in names[1]


@pytest.mark.parametrize("cells", [40, 74, 110])
def test_an_undefined_figure_is_a_dash_with_its_reason(cells: int) -> None:
    names = texts(cells)
    place = next(n for n, text in enumerate(names) if text.startswith("a_check"))
    assert names[place].endswith("–")
    name = names[place].split()[0]
    if name != "a_check_of_a_long_name":
        place += 1
        name += names[place].strip()
    assert name == "a_check_of_a_long_name", "no name is cut"
    reason = " ".join(text.strip() for text in names[place + 1 : place + 3])
    assert reason.startswith("alpha is not defined: every verdict is the")


def test_without_room_intervals_are_omitted_and_that_is_reported() -> None:
    names = texts(40)
    assert "[" not in "".join(names)
    assert "95 % intervals: in a wider window" in names


@pytest.mark.parametrize("cells", [40, 60, 76])
def test_no_column_is_lost_where_there_is_no_room_for_all(cells: int) -> None:
    columns = tuple(Column(f"figure {n}", "share") for n in range(9))
    rows: tuple[tuple[Cell, ...], ...] = (("a_check_of_a_long_name", *(n / 10 for n in range(9))),)
    wide = Table("t", "q", "0" * 64, (Column("check", "text"), *columns), rows, 1, {})
    lines = agreement_lines(Report((wide,)), cells)
    assert max(width(line.text) for line in lines) <= cells
    text = "\n".join(line.text for line in lines)
    assert all(f"figure {n}" in text and f"{n}0.0 %" in text for n in range(1, 9))


def test_an_empty_agreement_says_so() -> None:
    assert agreement_lines(Report(()), 60)[0].text == "Nothing is submitted yet."
