"""Models filtered, compared, copied and saved; structures as drawings."""

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from solver.inspection.model_table import Value, model_table
from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.language.problem import BASELINE
from solver.results import Structure
from tests.tui.inspector.researcher_session import InspectorSession, demo, open_inspector
from tui.screens.inspector.models import ModelsScreen
from tui.screens.inspector.models_windows import Side, sides
from tui.state.inspector.model_files import rows_file, structures_file
from tui.state.inspector.models_view import CHUNK_ROWS, ModelsView, TableOrder

LAKE = next(item for item in demo() if item.id == "demo/lake-or-pool")
FIRST_ORDER = next(item for item in demo() if item.attributes.get("kind") == "first-order")


def models(at: InspectorSession) -> ModelsScreen:
    assert isinstance(at.app.screen, ModelsScreen)
    return at.app.screen


@pytest.mark.slow
async def test_given_facts_accumulate_and_forced_values_are_shown() -> None:
    async with open_inspector([LAKE], size=(120, 35)) as at:
        await at.press("enter", "m", "right", "right", "f")
        screen = models(at)
        assert screen.view is not None
        assert list(screen.view.order.conditions) == [("P", True)]
        text = at.text()
        assert "1 model where P" in text
        assert "given true" in text
        assert "must be lake" in text
        assert text.count("cannot hold") == 3
        assert "Given P · must hold: place=lake · cannot hold: C, R" in text
        await at.press("f")
        assert "5 models where ¬P" in at.text()
        await at.press("f")
        assert "6 models" in at.text()
        assert "where" not in at.text().splitlines()[0]
        await at.press("tab", "f")
        await at.press("c")
        assert not screen.view.order.conditions


@pytest.mark.slow
async def test_two_variants_are_compared_over_the_columns_shown() -> None:
    async with open_inspector([LAKE], size=(120, 35)) as at:
        await at.press("enter", "m", "d", *["down"] * 4, "enter")
        screen = models(at)
        assert screen.side == Side(("alpha", "baseline"), "difference")
        assert "alpha − baseline" in at.header()
        assert screen.view is not None
        assert screen.view.total == 4
        # Without the column C the rows are those of the item's own question.
        await at.press("right", "space")
        assert [screen.view.values(row) for row in range(screen.view.total)] == [
            ("pool", True, False),
            ("pool", True, True),
        ]


@pytest.mark.slow
async def test_the_model_is_copied_and_the_rows_are_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with open_inspector([LAKE], size=(120, 35)) as at:
        await at.press("enter", "m", "y")
        assert at.app.clipboard == "place\tC\tP\tR\nlake\tfalse\tfalse\tfalse\n"
        for name in ("rows.csv", "rows.json", "rows.svg"):
            await at.press("x", "ctrl+u", *name, "enter")
        assert isinstance(at.app.screen, ModelsScreen)
    rows = list(csv.DictReader((tmp_path / "rows.csv").open(encoding="utf-8")))
    assert len(rows) == 6
    assert rows[0] == {"place": "lake", "C": "false", "P": "false", "R": "false"}
    data = json.loads((tmp_path / "rows.json").read_text(encoding="utf-8"))
    assert len(data["models"]) == 6
    assert data["models"][0] == {"place": "lake", "C": False, "P": False, "R": False}
    ElementTree.fromstring((tmp_path / "rows.svg").read_text(encoding="utf-8"))


@pytest.mark.slow
async def test_other_endings_and_existing_files_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    existing_file = tmp_path / "kept.csv"
    existing_file.write_text("mine", encoding="utf-8")
    async with open_inspector([LAKE], size=(80, 24)) as at:
        await at.press("enter", "m", "x", "ctrl+u", *"rows.txt", "enter")
        assert "has to end in" in at.text()
        await at.press("ctrl+u", *existing_file.name, "enter")
        assert "will be overwritten" in at.text()
        assert existing_file.read_text(encoding="utf-8") == "mine"
        await at.press("enter")
        assert existing_file.read_text(encoding="utf-8").startswith("place")


@pytest.mark.slow
async def test_structures_are_saved_and_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with open_inspector([FIRST_ORDER], size=(120, 35)) as at:
        await at.press("enter", "m", "y")
        assert at.app.clipboard.strip()
        for name in ("s.csv", "s.json", "s.svg"):
            await at.press("x", "ctrl+u", *name, "enter")
    assert json.loads((tmp_path / "s.json").read_text(encoding="utf-8"))["structures"]
    ElementTree.fromstring((tmp_path / "s.svg").read_text(encoding="utf-8"))


ODD = Structure(
    ("a<b>", "e1"),
    {"a<b>": "a<b>", "c": "a<b>"},
    {
        "F": frozenset({("e1",)}),
        "P": frozenset({("a<b>", "e1"), ("e1", "e1")}),
        "T": frozenset({("e1", "e1", "a<b>")}),
    },
    {"rain": True, "s": "x&y"},
)


def test_drawings_show_every_fact_and_escape_names() -> None:
    signature = load_problem(
        {"parameters": {"F": "Function(1)", "P": "Function(2)", "T": "Function(3)"}}
    ).signature
    drawn = structures_file(".svg", [ODD, ODD], signature, "about <this>")
    root = ElementTree.fromstring(drawn)
    texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "a<b> = c" in texts
    assert "e1: F" in texts
    assert "T: (e1, e1, a<b>)" in texts
    assert "s = x&y" in texts
    arrows = [n for n in root.iter("{http://www.w3.org/2000/svg}path") if n.get("marker-end")]
    # Two structures with two arrows each, and a line of the legend each.
    assert len(arrows) == 6
    lines = list(csv.reader(io.StringIO(structures_file(".csv", [ODD], signature, ""))))
    assert ["1", "P", "a<b> e1", "true"] in lines
    assert ["1", "c", "", "a<b>"] in lines


def test_rows_are_written_unchanged() -> None:
    rows: list[list[Value]] = [[True, 'x "y", z'], [False, "=1+1"]]
    text = rows_file(".csv", ["A", "s"], rows, "")
    assert list(csv.reader(io.StringIO(text))) == [
        ["A", "s"],
        ["true", 'x "y", z'],
        ["false", "=1+1"],
    ]
    ElementTree.fromstring(rows_file(".svg", ["A", "s"], rows, "<&"))


def test_every_pair_of_variants_can_be_chosen() -> None:
    outcome = sides([BASELINE, "alpha", "beta"])
    assert len(outcome) == 3 + 3 * 5
    query_text = outcome["union baseline alpha"].query(["A", "B"])
    assert query_text == "union(baseline, alpha; A, B)"
    assert outcome["alpha"].query(["A"]) == "enumerate_models(A) under alpha"


def test_a_filter_cycles_through_the_values() -> None:
    problem = load_problem(
        {"parameters": {"A": "Bool", "s": "Enum(x, y)"}, "premise": ["A -> s = x"]}
    )
    base = theory(problem)
    table = model_table(base)
    assert table is not None
    order = TableOrder(tuple(column.key for column in table.columns))
    view = ModelsView(base, "en", table.columns, table, order)
    rows = table.view(order.keys)
    view.show(order, rows, rows.page(0, CHUNK_ROWS))
    filters = []
    for key in ("A", "A", "A", "s", "s", "s"):
        order = view.narrowed(key)
        rows = table.view(order.keys, where=order.conditions)
        view.show(order, rows, rows.page(0, CHUNK_ROWS))
        filters.append((view.filter_text, view.total))
    assert filters == [("A", 1), ("¬A", 2), ("", 3), ("s=x", 2), ("s=y", 1), ("", 3)]
