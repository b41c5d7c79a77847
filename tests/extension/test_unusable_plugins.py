"""Plug-ins of every sort that cannot be imported: commands that did not ask for them go on."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from items.export.registry import EXPORTERS
from items.kinds.names import QUESTIONS
from items.lint.checks import CHECKS
from items.misreadings.registry import MISREADINGS
from items.recorded.formats import IMPORTERS
from items.sources.formats import SOURCES
from solver.kinds.registry import KINDS
from solver.plugins import Registry, take_complaints
from study.course.entries import STATIONS
from study.metrics.registry import METRICS
from study.respondents.simulation import accuracies
from tests.plugin_distributions import install
from tui.cli import main

REGISTRIES: tuple[Registry[Any], ...] = (
    KINDS,
    QUESTIONS,
    MISREADINGS,
    METRICS,
    SOURCES,
    IMPORTERS,
    EXPORTERS,
    CHECKS,
    STATIONS,
)


@pytest.fixture(autouse=True)
def hollow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A distribution whose plug-ins are not there, one in every group."""
    points = {registry.group: {"hollow": "hollow:NOTHING"} for registry in REGISTRIES}
    install(tmp_path / "installed", "hollow", {"hollow.py": ""}, points)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path / "installed"))
    monkeypatch.setenv("COUNTERMODEL_DB", str(tmp_path / "test.db"))
    for registry in REGISTRIES:
        registry.refresh()
    # Commands that an earlier test imported have listed the names that there were then.
    for command in [m for m in sys.modules if m.startswith("tui.commands.")]:
        monkeypatch.delitem(sys.modules, command)
    yield tmp_path
    monkeypatch.undo()
    for registry in REGISTRIES:
        registry.refresh()
    sys.modules.pop("hollow", None)
    take_complaints()


def run(*arguments: str) -> str:
    run = CliRunner().invoke(main, list(arguments))
    assert run.exit_code == 0, run.output
    return run.output


@pytest.mark.slow
def test_options_are_still_diagnosed() -> None:
    output = run("diagnose", "builtin:practice", "--options")
    assert "biconditional" in output
    assert "Plug-in cannot be used" not in output


@pytest.mark.slow
def test_answers_are_still_simulated_reported_and_diagnosed() -> None:
    run("simulate", "builtin:demo", "--participants", "2", "--seed", "1")
    assert "accuracy" in run("report", "--simulated")
    output = run("diagnose", "builtin:demo", "--simulated")
    assert "Plug-in cannot be used" not in output
    assert "hollow" not in accuracies()


def test_a_study_file_names_no_kind_that_cannot_be_used(tmp_path: Path) -> None:
    run("study", "new", "s.toml", "--from", "builtin:demo")
    from tui.commands._study_new import _scored

    assert "hollow" not in accuracies()
    text = _scored()
    assert "necessary" in text
    assert "hollow" not in text
