"""A participant's first screen, painted for real, loads nothing that is not needed for it."""

from pathlib import Path

import pytest

from tests.tripwire import HEAVY, reached_by
from tui.windows.app import PAINT_VARIABLE

HEADLESS = """
from textual.app import App
run = App.run
App.run = lambda self: run(self, headless=True, size=(80, 24))
from tui.cli import main
main(prog_name="countermodel")
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ("take", "builtin:demo"),
        ("take", "builtin:demo-zh"),
        ("take", "builtin:demo", "--participant", "P1"),
        ("demo",),
    ],
)
def test_a_first_screen_loads_nothing_heavy(arguments: tuple[str, ...], tmp_path: Path) -> None:
    environment = {PAINT_VARIABLE: "1", "COUNTERMODEL_DB": str(tmp_path / "first.db")}
    names = HEAVY | {"sqlite_utils"}
    assert reached_by(HEADLESS, *arguments, names=names, **environment) == set()


@pytest.mark.slow
def test_the_first_screen_is_reached(tmp_path: Path) -> None:
    environment = {PAINT_VARIABLE: "1", "COUNTERMODEL_DB": str(tmp_path / "first.db")}
    names = {"tui.screens.participant.code", "textual"}
    assert reached_by(HEADLESS, "take", "builtin:demo", names=names, **environment) == names


@pytest.mark.slow
def test_a_participants_process_loads_no_solver(tmp_path: Path) -> None:
    environment = {PAINT_VARIABLE: "1", "COUNTERMODEL_DB": str(tmp_path / "first.db")}
    names = {
        "solver.engines.engine_choice",
        "solver.language.loader",
        "items.gold.check",
        "items.files.loading",
    }
    begun = {"sessions.taking.runner", "tui.screens.participant.flow"}
    arguments = ("take", "builtin:demo", "--participant", "P1")
    assert reached_by(HEADLESS, *arguments, names=names | begun, **environment) == begun


@pytest.mark.parametrize("module", ["tui.commands.take", "tui.apps.participant", "tui.apps.home"])
def test_what_paints_a_first_screen_loads_nothing_of_the_logic(module: str) -> None:
    names = {"solver.language.syntax", "solver.kinds.registry", "solver.results", module}
    assert reached_by(f"import {module}", names=names) == {module}
