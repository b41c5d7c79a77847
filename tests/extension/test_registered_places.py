"""Every built-in name of a registry leads to an object: a renamed function is noticed here, and not
by a participant whose next screen is missing."""

from importlib import import_module
from pathlib import Path

import pytest

from solver.plugins import Registry

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("solver", "items", "study", "sessions", "tui")


def defining_modules() -> list[str]:
    """Modules of the program that define a registry."""
    files = (file for package in PACKAGES for file in (ROOT / package).rglob("*.py"))
    return sorted(
        ".".join(file.relative_to(ROOT).with_suffix("").parts)
        for file in files
        if "= Registry(" in file.read_text("utf-8")
    )


@pytest.mark.parametrize("name", defining_modules())
def test_every_built_in_name_leads_to_an_object(name: str) -> None:
    registries = [
        entry for entry in vars(import_module(name)).values() if isinstance(entry, Registry)
    ]
    assert registries
    for registry in registries:
        for built_in in registry._builtin:
            assert not registry._misfit(registry[built_in], built_in)
