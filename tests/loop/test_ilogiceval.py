"""ILogicEval's logs without their items: placeholders by number, in the report and in the matrix.

Figures are counted once more from the lines of the logs, by `plain`.
"""

import json
import re
from functools import cache
from pathlib import Path
from statistics import mean, pstdev
from typing import Any

import pytest
from click.testing import CliRunner, Result
from textual.pilot import Pilot

from items.recorded.placeholders import is_placeholder
from sessions.models.imports import known_items
from sessions.storage.database import Database
from tests.loop import plain
from tests.shared_data import shared_path
from tests.tui.at_rest import at_rest, wait_until
from tui.apps.inspector import InspectorApp
from tui.cli import main
from tui.screens.inspector.answers import AnswersScreen
from tui.screens.inspector.item import ItemScreen
from tui.screens.inspector.matrix import MatrixScreen
from tui.widgets.grid import Grid

LOGS = shared_path("ilogiceval")
RUNS = {
    ("0-shot", 1): ("0-shot-chatgpt.txt", 32.93, 3.13, 13.46),
    ("0-shot", 2): ("0-shot-chatgpt-2.txt", 31.60, 3.40, 14.34),
    ("3-shot", 1): ("3-shot-chatgpt.txt", 32.87, 3.73, 15.39),
}
"""Setting and run to the file and the ACC, CIR and PC that are known of it."""
ITEMS = 1500


@cache
def answers(name: str) -> tuple[dict[str, dict[int, list[int | None]]], dict[str, int]]:
    """What a log says, read by eye: item to rotation to option in the item's own order; golds."""
    counts: dict[str, dict[int, list[int | None]]] = {}
    golds: dict[str, int] = {}
    for line in (LOGS / name).read_text(encoding="utf-8").splitlines():
        number, gold, rest = line.split(" ", 2)
        mutants = counts.setdefault(f"ilogiceval/{number}", {})
        k = len(mutants)
        letter = re.search("Answer: ([ABCD])", rest[2:])
        mutants[k] = [None if letter is None else ("ABCD".index(letter[1]) + k) % 4]
        golds.setdefault(f"ilogiceval/{number}", "ABCD".index(gold))
    return counts, golds


def call(*arguments: str) -> Result:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    return result


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("ilogiceval") / "record.db"
    for (setting, run), (name, *_figures) in RUNS.items():
        row = ("--format", "ilogiceval", "--db", str(path), "--json")
        outcome = json.loads(call("import", str(LOGS / name), *row).stdout)
        assert outcome["imported"] == 4 * ITEMS
        assert outcome["skipped"] == []
        assert outcome["series"] == [{"model": "chatgpt", "setting": setting, "run": run}]
        assert outcome["placeholders"] == (ITEMS if (setting, run) == ("0-shot", 1) else 0)
    return path


@pytest.fixture(scope="module")
def report(database: Path) -> list[dict[str, Any]]:
    """The tables that the report prints."""
    document = json.loads(call("report", "--db", str(database), "--json").stdout)
    tables: list[dict[str, Any]] = document["tables"]
    return tables


def table(report: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    (outcome,) = [entry for entry in report if entry["name"] == name]
    return [dict(zip(outcome["columns"], row, strict=True)) for row in outcome["rows"]]


@pytest.mark.torture
def test_every_run_in_the_report(report: list[dict[str, Any]]) -> None:
    rows = {(row["setting"], row["run"]): row for row in table(report, "multiple choice")}
    assert set(rows) == set(RUNS)
    for key, (name, acc, cir, pc) in RUNS.items():
        row, expected = rows[key], plain.scores(*answers(name))
        assert (row["respondent"], row["kind"], row["items"]) == ("chatgpt", "model", ITEMS)
        for column, known, again in (
            ("ACC", acc, expected.acc.value),
            ("CIR", cir, plain.mean(expected.cirs)),
            ("PC", pc, plain.mean(expected.pcs)),
        ):
            assert round(100 * row[column], 2) == known
            assert row[column] == pytest.approx(again, abs=1e-12)
        assert row["ACC low"] == pytest.approx(expected.acc.low)
        assert row["ACC high"] == pytest.approx(expected.acc.high)


@pytest.mark.slow
def test_the_two_runs_of_one_setting_with_their_cv(report: list[dict[str, Any]]) -> None:
    (row,) = table(report, "multiple choice over runs")
    assert (row["setting"], row["runs"], row["question type"]) == ("0-shot", 2, "all")
    runs = [plain.scores(*answers(RUNS["0-shot", run][0])) for run in (1, 2)]
    for name, values in (
        ("ACC", [scores.acc.value for scores in runs]),
        ("CIR", [plain.mean(scores.cirs) for scores in runs]),
        ("PC", [plain.mean(scores.pcs) for scores in runs]),
    ):
        assert row[f"{name} mean"] == pytest.approx(mean(values))
        assert row[f"{name} CV %"] == pytest.approx(100 * pstdev(values) / mean(values))
    assert row["ACC CV %"] == pytest.approx(2.07, abs=0.005)


@pytest.mark.slow
def test_what_is_not_at_hand_is_not_measured(report: list[dict[str, Any]]) -> None:
    assert not [entry for entry in report if entry["name"].startswith("difficulty")]


async def wait_for_screen(pilot: Pilot[None], screen: type) -> Any:
    await wait_until(pilot, lambda: isinstance(pilot.app.screen, screen))
    await at_rest(pilot)
    return pilot.app.screen


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 35)])
async def test_in_the_matrix_without_naming_a_source(database: Path, size: tuple[int, int]) -> None:
    with Database.open(database) as db:
        items = known_items(db)
    assert len(items) == ITEMS
    assert all(is_placeholder(item) for item in items)
    app = InspectorApp(items, (), database)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert "recorded in record.db" in screen_text(app)
        await pilot.press("m")
        screen = await wait_for_screen(pilot, MatrixScreen)
        await wait_until(pilot, lambda: bool(screen.view.answered_items))
        view = screen.view
        assert len(view.answered_items) == ITEMS
        rows = [(column.name, column.setting, column.run) for column in view.matrix.columns]
        assert rows == [("chatgpt", setting, f"run {run}") for setting, run in RUNS]
        grid = screen.query_one(Grid)
        notes = [head.note for head in view.heads(grid.room)[1:]]
        assert notes == [f"{setting} · run {run}" for setting, run in RUNS]
        for row in range(ITEMS):
            id_, *cells = (cell.text for cell in view.row_cells(row, view.heads(grid.room)))
            for text, (name, *_figures) in zip(cells, RUNS.values(), strict=True):
                answer_lists, golds = answers(name)
                assert text == ("✓" if answer_lists[id_][0] == [golds[id_]] else "✗")
        assert f"{ITEMS:,} items" in screen_text(app)
        await pilot.press("down", "i")
        await wait_for_screen(pilot, ItemScreen)
        assert size[0] < 100 or "The text of ilogiceval/1 is not in the" in screen_text(app)
        await pilot.press("a")
        await wait_for_screen(pilot, AnswersScreen)
        assert "chatgpt" in screen_text(app)


def screen_text(app: InspectorApp) -> str:
    """The screen as text."""
    lines = app.screen._compositor.render_strips(app.size)
    return "\n".join("".join(segment.text for segment in line) for line in lines)
