"""Heavy libraries are loaded when they are needed and not before, proved in fresh processes."""

from pathlib import Path

import pytest

from tests.tripwire import HEAVY, ROOT, reached_by

PACKAGES = ("solver", "items", "study", "sessions", "tui")


def modules(package: str) -> list[str]:
    """The dotted names of a package's modules, but those in which Z3 lives."""
    return [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in sorted((ROOT / package).rglob("*.py"))
        if path.name != "__init__.py" and not path.match("solver/engines/z3*.py")
    ]


def test_the_wire_trips() -> None:
    code = "try:\n    import pandas.no_such_module\nexcept ImportError:\n    pass"
    assert "pandas" in reached_by(code)
    assert reached_by("import json") == set()


@pytest.mark.parametrize("arguments", [["--help"], ["completion", "bash"]])
def test_help_loads_nothing_heavy_nor_textual(arguments: list[str]) -> None:
    code = "from tui.cli import main; main(prog_name='countermodel')"
    assert reached_by(code, *arguments, names=HEAVY | {"textual", "sqlite3"}) == set()


def test_completing_a_command_loads_nothing_heavy_nor_textual() -> None:
    code = "from tui.cli import main; main(prog_name='countermodel')"
    reached = reached_by(
        code,
        names=HEAVY | {"textual", "sqlite3"},
        _COUNTERMODEL_COMPLETE="bash_complete",
        COMP_WORDS="countermodel co",
        COMP_CWORD="1",
    )
    assert reached == set()


def test_importing_a_package_loads_nothing_heavy() -> None:
    """All in one process, from the lowest up: what one had loaded would be seen there."""
    packages = [name for package in PACKAGES for name in (package, *modules(package))]
    below = [name for name in packages if name.partition(".")[0] != "tui"]
    for names, heavy in ((below, HEAVY | {"textual"}), (packages, HEAVY)):
        assert reached_by("\n".join(f"import {name}" for name in names), names=heavy) == set()


def test_the_report_loads_no_engine_no_client_and_no_reader_of_responses() -> None:
    names = {
        "solver.engines.engine_choice",
        "items.asking.llm",
        "items.gold.check",
        "items.responses.reader",
        # What few records need, and what takes long to load.
        "items.harden.roles.role",
        "items.recorded.rows",
        "items.responses.answer_places",
        "items.splits.edited_worlds",
        "items.values.phrases",
        "solver.language.syntax",
    }
    assert reached_by("import sessions.report.accuracy_report", names=names) == set()
    assert reached_by("import items.gold.check", names=names) >= {"items.gold.check"}


def test_every_package_is_covered() -> None:
    roots = {path.parent.name for path in ROOT.glob("*/py.typed")}
    assert roots == set(PACKAGES)
    assert all(Path(ROOT / name / "__init__.py").is_file() for name in PACKAGES)
