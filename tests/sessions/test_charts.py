"""Charts hold the figures of their tables, no more and no fewer."""

from importlib.util import find_spec
from statistics import fmean
from typing import Any

import pytest

from sessions.report.charts import drawing
from sessions.report.charts.drawing import MOST_ROWS
from sessions.report.charts.registry import CHARTS
from sessions.report.charts.svg import charts
from sessions.report.report_tables import Table
from sessions.report.rows import Column
from sessions.report.tables.diagnosed_registry import DIAGNOSED
from sessions.report.tables.registry import (
    ANSWERED,
    ANSWERED_AFTER,
    ANSWERED_ELSEWHERE,
    RECORDED,
    STUDY,
)

pytestmark = pytest.mark.skipif(
    find_spec("matplotlib") is None, reason="the extra report is not installed"
)


def table(name: str, heads: str, *rows: tuple[Any, ...]) -> Table:
    columns = tuple(Column(head) for head in heads.split(", "))
    return Table(name, "Models and people", "0" * 64, columns, rows, len(rows), {})


def figures_of(table: Table) -> list[tuple[str, Any]]:
    from matplotlib.figure import Figure

    return list(CHARTS[table.name](table, Figure))


def test_every_chart_draws_a_table_of_the_report() -> None:
    tables = {**STUDY, **ANSWERED, **ANSWERED_ELSEWHERE, **ANSWERED_AFTER, **RECORDED, **DIAGNOSED}
    assert set(CHARTS) <= set(tables)


def points(axes: Any) -> set[tuple[float, float]]:
    """The positions of marks, without the strokes at the ends of bounds."""
    return {
        (float(x), float(y))
        for line in axes.lines
        if line.get_marker() not in ("None", "", None, "|")
        for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)
    }


WHO = "respondent, kind, setting, run"
WORDS = {"symbolic": "符号", "all": "全部"}
TYPES = table(
    "multiple choice",
    f"{WHO}, question type, ACC, ACC low, ACC high",
    ("m", "model", "s", 1, "all", 0.5, 0.4, 0.6),
    ("m", "model", "s", 1, "weaken", 0.4, 0.3, 0.5),
    ("m", "model", "s", 1, "follow", 0.6, 0.5, 0.7),
    ("m", "model", "s", 2, "weaken", 0.99, 0.9, 1.0),
    ("people (3)", "people", "study", None, "weaken", 0.8, None, None),
    ("people (3)", "people", "study", None, "follow", None, None, None),
)


@pytest.mark.slow
def test_accuracy_by_type_has_people_and_the_first_runs() -> None:
    ((title, figure),) = figures_of(TYPES)
    assert title == "ACC by question type"
    (axes,) = figure.axes
    assert sorted(x for x, _ in points(axes)) == [0.4, 0.6, 0.8]
    spans = {tuple(line.get_xdata()) for line in axes.lines if line.get_marker() == "None"}
    assert {(0.3, 0.5), (0.5, 0.7)} <= spans
    assert [text.get_text() for text in axes.get_yticklabels()] == ["weaken", "follow"]


@pytest.mark.slow
def test_types_and_forms_of_items_are_in_the_readers_language() -> None:
    forms = table(
        "multiple choice",
        f"{WHO}, question type, ACC, ACC low, ACC high",
        ("m", "model", "s", 1, "weaken, symbolic", 0.4, 0.3, 0.5),
        ("m", "model", "s", 1, "all, symbolic", 0.6, 0.5, 0.7),
    )
    (chart,) = charts(forms, (), lambda text: WORDS.get(text, text))
    assert "weaken, 符号" in chart.svg
    assert "全部, 符号" in chart.svg


@pytest.mark.slow
def test_guessing_is_drawn_as_a_line() -> None:
    (chart,) = charts(TYPES, (0.25,))
    assert "dashed: guessing, 25 %" in chart.svg
    (chart,) = charts(TYPES)
    assert "guessing" not in chart.svg


def test_slopes_join_the_means_of_the_runs() -> None:
    rows = [
        (f"LLMEval-Logic {name}", "m", "model", "s", run, item, sub)
        for name, run, item, sub in (
            ("Base", 1, 0.8, 0.8),
            ("Base", 2, 0.6, 0.7),
            ("Hard", 1, 0.1, 0.5),
            ("Hard", 2, 0.2, 0.3),
        )
    ]
    rows.append(("LLMEval-Logic Hard", "other", "model", "s", 1, 0.4, 0.4))
    heads = f"benchmark, {WHO}, Item Accuracy, Sub-Q Accuracy"
    ((title, figure),) = figures_of(table("items of several questions", heads, *rows))
    assert title == "From Base to Hard: LLMEval-Logic"
    for axes, ends in zip(
        figure.axes,
        ((fmean((0.8, 0.6)), fmean((0.1, 0.2))), (fmean((0.8, 0.7)), fmean((0.5, 0.3)))),
        strict=True,
    ):
        (line,) = axes.lines
        assert tuple(line.get_ydata()) == pytest.approx(ends)
    alone = [row for row in rows if row[0].endswith("Hard")]
    assert figures_of(table("items of several questions", heads, *alone)) == []


def test_no_slope_is_drawn_if_a_run_is_unsettled() -> None:
    rows = [
        (f"LLMEval-Logic {name}", who, "model", "s", run, 0.5, sub, unsettled)
        for name, who, run, sub, unsettled in (
            ("Base", "m", 1, 0.8, None),
            ("Hard", "m", 1, 0.5, None),
            ("Hard", "m", 2, None, 3),
            ("Base", "other", 1, 0.7, None),
            ("Hard", "other", 1, 0.4, None),
        )
    ]
    heads = f"benchmark, {WHO}, Item Accuracy, Sub-Q Accuracy, unsettled"
    ((_title, figure),) = figures_of(table("items of several questions", heads, *rows))
    items, subs = figure.axes
    assert len(items.lines) == 2, "Item Accuracy is settled in every run"
    (line,) = subs.lines
    assert tuple(line.get_ydata()) == (0.7, 0.4)


def test_an_unsettled_figure_is_a_dotted_line_between_its_bounds() -> None:
    spread_table = table(
        "accuracy of models and people",
        f"{WHO}, accuracy, low, high, all wrong, all right",
        ("settled", "model", "s", 1, 0.3, 0.2, 0.4, None, None),
        ("open", "model", "s", 1, None, None, None, 0.5, 0.9),
    )
    ((_title, figure),) = figures_of(spread_table)
    (axes,) = figure.axes
    assert points(axes) == {(0.3, 1.0)}
    (dotted,) = [line for line in axes.lines if line.get_linestyle() == ":"]
    assert tuple(dotted.get_xdata()) == (0.5, 0.9)
    assert dotted.get_marker() == "|", "seen even if the ends are close together"
    assert [text.get_text() for text in axes.get_yticklabels()] == [
        "open · s · 1",
        "settled · s · 1",
    ]
    assert "dotted: bounds while free" in axes.get_xlabel()


LONG = "a-model-of-a-long-name · contexthub temperature=0.6 top_p="


def test_settings_whose_names_differ_in_their_ends_have_charts_and_labels_of_their_own() -> None:
    both = [LONG.split(" · ")[1] + end for end in ("0.90", "0.95")]
    name = LONG.split(" · ")[0]
    heads = "respondent, kind, setting, runs, depth, width, answers, right, accuracy, low, high"
    cells = [
        (name, "model", setting, 1, "1", width, 10, 5, share, 0.1, 0.9)
        for setting, share in zip(both, (0.2, 0.7), strict=True)
        for width in ("2", "3")
    ]
    charts_of_both = figures_of(table("depth and width", heads, *cells))
    assert [[text.get_text() for text in figure.axes[0].texts] for _, figure in charts_of_both] == [
        ["20", "20"],
        ["70", "70"],
    ]
    for setting, (title, _) in zip(both, charts_of_both, strict=True):
        assert setting in title
    types = [
        (name, "model", setting, 1, kind, share, None, None)
        for setting, share in zip(both, (0.2, 0.7), strict=True)
        for kind in ("weaken", "follow")
    ]
    heads = f"{WHO}, question type, ACC, ACC low, ACC high"
    ((_, figure),) = figures_of(table("multiple choice", heads, *types))
    assert sorted(x for x, _ in points(figure.axes[0])) == [0.2, 0.2, 0.7, 0.7]


def test_a_curve_of_distractors_for_each_setting() -> None:
    rows = [
        ("m", "model", "s", 1, number, share, share - 0.1, share + 0.1)
        for number, share in ((0, 0.9), (4, 0.7), (8, 0.5))
    ]
    rows.append(("once", "model", "s", 1, 0, 0.3, 0.2, 0.4))
    heads = "respondent, kind, setting, runs, distractors, accuracy, low, high"
    ((_, figure),) = figures_of(table("distractors", heads, *rows))
    (axes,) = figure.axes
    assert sorted(y for _, y in points(axes) if y in (0.9, 0.7, 0.5)) == [0.5, 0.7, 0.9]
    assert [round(tick) for tick in axes.get_xticks()] == [0, 4, 8]
    assert 0.3 not in {y for _, y in points(axes)}, "one point is no curve"


def test_people_s_spread_shows_everybody_and_names_nobody() -> None:
    rows = [(f"P{n}", n / 10) for n in range(7)] + [("nobody", None)]
    participants_table = table("participants", "participant, accuracy", *rows)
    ((title, figure),) = figures_of(participants_table)
    assert title == "How far people differ (7 people)"
    assert sorted(x for x, _ in points(figure.axes[0])) == [n / 10 for n in range(7)]
    (chart,) = charts(participants_table)
    assert not any(f">{name}<" in chart.svg for name, _ in rows)
    assert figures_of(table("participants", "participant, accuracy", *rows[:2])) == []


def test_no_spread_is_drawn_if_somebodys_answers_are_unsettled() -> None:
    rows: list[tuple[Any, ...]] = [(f"P{n}", n / 10, None, None) for n in range(7)]
    rows.append(("open", None, 0.2, 0.6))
    participants_table = table("participants", "participant, accuracy, all wrong, all right", *rows)
    assert figures_of(participants_table) == []


def test_of_too_many_rows_the_best_are_drawn_even_if_their_answers_are_unsettled() -> None:
    settled = [
        (f"m{n}", "model", "s", 1, 0.2 + n / 100, 0.1, 0.9, None, None) for n in range(MOST_ROWS)
    ]
    open_ = [
        ("good", "model", "s", 1, None, None, None, 0.85, 0.9),
        ("bad", "model", "s", 1, None, None, None, 0.05, 0.1),
    ]
    ((title, figure),) = figures_of(
        table(
            "accuracy of models and people",
            f"{WHO}, accuracy, low, high, all wrong, all right",
            *settled,
            *open_,
        )
    )
    (axes,) = figure.axes
    names = [text.get_text() for text in axes.get_yticklabels()]
    assert title == f"Accuracy, the best {MOST_ROWS} of {MOST_ROWS + 2}"
    assert names[:2] == ["good · s · 1", "m1 · s · 1"]
    assert not {"bad · s · 1", "m0 · s · 1"} & {*names}


def test_p_values_of_domains_are_in_their_cells() -> None:
    rows = [
        ("m", "model", "s", "a", None, 0.0004, 0.2),
        ("m", "model", "s", "b", 0.0004, None, 1.0),
        ("m", "model", "s", "c", 0.2, 1.0, None),
    ]
    heads = "respondent, kind, setting, domain, a, b, c"
    ((_, figure),) = figures_of(table("domains, p corrected", heads, *rows))
    entries = [text.get_text() for text in figure.axes[0].texts]
    assert entries == ["<.001", ".200", "<.001", "1", ".200", "1"]


def test_a_map_is_drawn_as_paths_and_holds_its_cells() -> None:
    """A page that allows no images cannot show a picture of cells."""
    cells = table(
        "depth and width",
        "respondent, kind, setting, runs, depth, width, answers, right, accuracy, low, high",
        ("m", "model", "s", 1, "1", "2", 10, 9, 0.9, 0.6, 1.0),
        ("m", "model", "s", 1, "1", "3", 10, 2, 0.2, 0.1, 0.5),
        ("m", "model", "s", 1, "4", "3", 10, 5, 0.5, 0.2, 0.8),
    )
    ((_title, figure),) = figures_of(cells)
    (axes,) = figure.axes
    assert {(text.get_position(), text.get_text()) for text in axes.texts} == {
        ((0, 0), "90"),
        ((1, 0), "20"),
        ((1, 1), "50"),
    }
    (mesh,) = axes.collections
    values = mesh.get_array().reshape(2, 2)
    assert values[0].tolist() == [0.9, 0.2]
    assert values[1].tolist() == [None, 0.5]
    assert axes.get_ylim() == (1.5, -0.5)
    (chart,) = charts(cells)
    assert "<image" not in chart.svg
    assert "data:" not in chart.svg


def test_each_title_says_that_not_all_settings_have_a_map(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(drawing, "MOST_MAPS", 2)
    heads = "respondent, kind, setting, runs, depth, width, answers, right, accuracy, low, high"
    rows = [(f"m{n}", "model", "s", 1, "1", "2", 10, 9, 0.9, 0.6, 1.0) for n in range(3)]
    two_titles = [title for title, _ in figures_of(table("depth and width", heads, *rows[:2]))]
    assert len(two_titles) == 2
    assert not any("settings" in title for title in two_titles)
    some = [title for title, _ in figures_of(table("depth and width", heads, *rows))]
    assert len(some) == 2
    assert all("one of the first 2 of 3 settings" in title for title in some)


@pytest.mark.parametrize("before", range(20, 60))
def test_no_line_of_a_label_begins_with_a_closing_sign(before: int) -> None:
    for mark in "，：）":
        for word in ("差", "CW"):
            lines = drawing.axis_label(f"{'字' * before}{word}{mark}{'文' * 30}").split("\n")
            assert len(lines) > 1
            assert not any(line.startswith(mark) for line in lines)
            assert "".join(lines) == f"{'字' * before}{word}{mark}{'文' * 30}"
