"""Reports as lines: they fit, figures keep their units, nothing is a dash and not a zero."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessions.report.report_tables import Report, Table
from sessions.report.rows import Column
from tui.console.tables import print_tables
from tui.pages.report import page
from tui.state.report_columns import cell_text
from tui.state.report_view import ReportView, set_table
from tui.text import width

COLUMNS = (Column("kind", "text"), Column("answers"), Column("accuracy", "share"))


def table(name: str, *rows: tuple[str, int, float | None], **excluded: int) -> Table:
    return Table(name, "A study", "0123456789ab", COLUMNS, tuple(rows), len(rows), excluded)


def test_units_and_missing_values_are_shown() -> None:
    assert cell_text(0.825, Column("accuracy", "share")) == "82.5 %"
    assert cell_text(12.34, Column("time", "seconds")) == "12.3 s"
    assert cell_text(None, Column("accuracy", "share")) == "–"
    assert cell_text(0, Column("answers")) == "0"
    assert cell_text(-0.004, Column("Cohen's kappa")) == "0.00"
    assert cell_text(-0.006, Column("Cohen's kappa")) == "-0.01"
    assert cell_text(-0.0001, Column("gap", "share")) == "0.0 %"
    costs = (0, 0.0, 0.0000123, 0.00096, 0.0049, 0.00499, 0.005, 0.0994, 0.1, 1234.5)
    assert [cell_text(cost, Column("cost", "money")) for cost in costs] == [
        *("0.00", "0.00", "0.000012", "0.00096", "0.0049", "0.0050", "0.0050", "0.099", "0.10"),
        "1234.50",
    ]


def test_a_table_says_what_was_omitted() -> None:
    lines = [line.text for line in set_table(table("by kind", ("truth", 3, 1.0), pilots=2), 60)]
    assert lines[0] == "By kind  n = 1"
    assert lines[1].split() == ["kind", "answers", "accuracy"]
    assert lines[3].split() == ["truth", "3", "100.0", "%"]
    assert lines[-1] == "left out: pilots (2)"


def test_a_title_says_what_its_hash_identifies(capsys: pytest.CaptureFixture[str]) -> None:
    member = table("one", ("truth", 1, 1.0))
    both = Report((member, replace(member, study="Models and people", version="fedcba987654")))
    messages = [line.text for line in ReportView(both).lines(60)]
    assert "A study · version 01234567" in messages
    assert "Models and people · over items fedcba98" in messages
    print_tables(both.tables, 100)
    printed = capsys.readouterr().out
    assert "A study · version 01234567\n" in printed
    assert "Models and people · over items fedcba98\n" in printed
    assert "<h2>A study · version 01234567</h2>" in page(both)
    assert "<h2>Models and people · over items fedcba98</h2>" in page(both)
    # The contents are narrow: there the hash stands alone, to tell versions apart.
    assert [entry.study[-8:] for entry in ReportView(both).contents(60)] == ["01234567", "fedcba98"]


def test_what_all_rows_of_a_wide_table_share_is_written_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    columns = (
        Column("respondent", "text"),
        Column("setting", "text"),
        Column("level", "text"),
        Column("answers"),
        Column("accuracy", "share"),
    )
    rows = tuple(("a-model-of-today", "0-shot", level, 7, 0.5) for level in ("one", "two", "three"))
    wide = Table("by level", "A study", "0123456789ab", columns, rows, 21, {})
    once = "In every row: respondent a-model-of-today; setting 0-shot"
    lines = [line.text for line in set_table(wide, 50)]
    assert " ".join(lines[1:3]).rstrip() == once
    assert [line.split()[0] for line in lines[-3:]] == ["one", "two", "three"]
    print_tables((wide,), 50)
    printed = capsys.readouterr().out
    assert once in " ".join(printed.split())
    assert printed.count("a-model-of-today") == 1
    # A number that happens to be the same is still shown in every row.
    assert (
        sum(
            line.split() == [level, "7", "50.0", "%"]
            for level in ("one", "two", "three")
            for line in printed.splitlines()
        )
        == 3
    )
    # It is not written once if the table fits, or has two rows.
    assert [line.text for line in set_table(wide, 100)][1].split()[0] == "respondent"
    two = replace(wide, rows=rows[:2])
    assert not any("In every row" in line.text for line in set_table(two, 50))


def test_numbers_identify_rows_where_words_do_not(capsys: pytest.CaptureFixture[str]) -> None:
    columns = (
        Column("measure", "text"),
        Column("from"),
        Column("a figure of one kind", "share"),
        Column("a figure of another kind", "share"),
    )
    rows = (("symbols", 5, 0.25, 0.625), ("symbols", 6, 0.25, 0.75), ("premises", 5, 0.25, 0.5))
    print_tables((Table("difficulty", "A study", "0123456789ab", columns, rows, 3, {}),), 30)
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [line for line in lines if line[-2:] == ["62.5", "%"]] == [["symbols", "5", "62.5", "%"]]


def test_the_first_column_is_cut_where_the_others_would_not_fit_beside_it() -> None:
    columns = (
        Column("model", "text"),
        Column("setting", "text"),
        Column("metric", "text"),
        *(Column(f"Test-{type_}", "share") for type_ in ("3e1c", "3c1e", "missing")),
    )
    rows = tuple(
        (f"{model}-instruct-of-a-long-name", f"{shots}-shot", metric, 0.25, 0.25, rank / 8)
        for model in ("mixtral", "qwen")
        for shots in (0, 3)
        for rank, metric in enumerate(("ACC", "CIR", "PC"))
    )
    wide = Table("accuracy", "A study", "0123456789ab", columns, rows, 12, {})
    last = [line.text.split() for line in set_table(wide, 70)][-12:]
    names = {tuple(line[:3]) for line in last}
    assert len(names) == 12
    assert {line[0][:4] for line in last} == {"mixt", "qwen"}
    assert [line[-2] for line in last] == ["0.0", "12.5", "25.0"] * 4


@pytest.mark.parametrize("cells", range(22, 60))
def test_a_figure_and_the_papers_figure_stay_together_if_there_is_room(cells: int) -> None:
    columns = (
        Column("model", "text"),
        *(
            Column(f"{name}{ending}", "share")
            for name in ("ACC", "CIR", "PC")
            for ending in ("", " (paper)")
        ),
    )
    rows = (("one", *(0.25,) * 6), ("two", *(0.5,) * 6))
    printed = Table("table 9", "A study", "0123456789ab", columns, rows, 2, {})
    text = "\n".join(line.text for line in set_table(printed, cells))
    heads = [line for line in text.splitlines() if line.startswith("model")]
    # Each part has a model, and for every figure of the record one of the paper, whose head ends
    # with "(paper)".
    assert sum(head.count("(paper)") for head in heads) == 3
    for head in heads:
        assert len(head.replace("(paper)", "").split()) - 1 == head.count("(paper)")


def test_an_empty_table_and_an_empty_report() -> None:
    assert set_table(table("none"), 60)[-1].text == "–"
    assert ReportView(Report(())).lines(60)[0].text == "Nothing has been recorded yet."


@given(
    st.lists(st.tuples(st.text(max_size=60), st.integers(0, 10**6), st.floats(0, 1) | st.none())),
    st.integers(45, 120),
)
def test_lines_of_a_report_fit(rows: list[tuple[str, int, float | None]], cells: int) -> None:
    view = ReportView(Report((table("one", *rows), table("two"))))
    assert all(width(line.text) <= cells for line in view.lines(cells))
    first, second = view.contents(cells)
    assert view.at(second.line, cells) == 1
    assert view.at(second.line - 1, cells) == 0
    assert first.title == "One"


def test_a_wide_table_is_shown_in_parts_without_loss() -> None:
    columns = (Column("participant", "text"), *(Column(f"figure number {n}") for n in range(12)))
    rows = (("ÜNÏCODÉ中文-AAAAAAAA", *range(100000, 100012)), ("P-7KMQ2", *range(12)))
    wide = Table("wide", "A study", "0123456789ab", columns, rows, 2, {})
    lines = [line.text for line in set_table(wide, 76)]
    assert all(width(line) <= 76 for line in lines)
    assert "…" not in "".join(lines)
    words = " ".join(lines).split()
    assert {str(n) for n in range(100000, 100012)} <= set(words)
    assert words.count("ÜNÏCODÉ中文-AAAAAAAA") == words.count("participant") > 1
