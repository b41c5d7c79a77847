"""Registries: own things and plug-ins by name, what is imported when, and plug-ins that break."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from solver.errors import InputError
from solver.plugins import Registry, take_complaints
from tests.plugin_distributions import install

GROUP = "countermodel.tested"
OWN = {"pi": "math:pi", "colours": "colorsys"}


def registry(*offers: str) -> Registry[Any]:
    new_registry: Registry[Any] = Registry(GROUP, OWN, offers)
    new_registry.refresh()
    return new_registry


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which distributions count as installed."""
    monkeypatch.syspath_prepend(str(tmp_path))
    take_complaints()
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.startswith("planted_"):
            del sys.modules[name]
    take_complaints()
    registry()


def test_own_things_are_modules_or_what_is_in_them() -> None:
    plugins = registry()
    assert list(plugins) == ["pi", "colours"]
    assert len(plugins) == 2
    assert plugins["pi"] == pytest.approx(3.14159, abs=1e-5)
    assert plugins["colours"].__name__ == "colorsys"
    with pytest.raises(KeyError):
        plugins["tau"]


def test_plug_ins_come_after_and_are_imported_when_looked_up(folder: Path) -> None:
    install(
        folder,
        "planted-one",
        {"planted_one.py": '"""A module."""\nTHING = 7\n'},
        {GROUP: {"seven": "planted_one:THING", "module": "planted_one"}},
    )
    plugins = registry()
    assert list(plugins) == ["pi", "colours", "module", "seven"]
    assert "seven" in plugins
    assert "planted_one" not in sys.modules
    assert plugins["seven"] == 7
    assert plugins["module"].THING == 7
    assert plugins["module"] is plugins["module"]


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("raise ValueError('no luck')", "planted_bad", "ValueError: no luck"),
        ("raise SystemExit(4)", "planted_bad", "SystemExit: 4"),
        ("x = (", "planted_bad", "SyntaxError"),
        ("x = 1", "planted_bad:y", "AttributeError"),
        ("x = 1", "planted_nowhere", "No module named 'planted_nowhere'"),
        ("x = 1", "planted_bad", "to have read, found nothing there"),
        ("x = 1", "not a place!", "is not used: "),
    ],
)
def test_a_broken_plug_in_is_told_of_once_and_breaks_nothing(
    folder: Path, text: str, place: str, reason: str
) -> None:
    good = '"""Good."""\ndef read() -> int:\n    return 1\n'
    install(
        folder,
        "planted-bad",
        {"planted_bad.py": text, "planted_good.py": good},
        {GROUP: {"bad": place, "good": "planted_good"}},
        version="2.5",
    )
    plugins: Registry[Any] = Registry(GROUP, {}, ("read",))
    plugins.refresh()
    assert [name for name, _ in plugins.working()] == ["good"]
    assert [name for name, _ in plugins.working()] == ["good"]
    (complaint,) = take_complaints()
    assert f"The plug-in bad of {GROUP} in planted-bad 2.5 is not used: " in complaint
    assert reason in complaint
    with pytest.raises(InputError, match=r"planted-bad 2\.5"):
        plugins["bad"]


def test_a_name_that_is_taken_is_reported_with_both_distributions(folder: Path) -> None:
    install(folder, "planted-a", {}, {GROUP: {"pi": "math:e", "twice": "math:e"}})
    install(folder, "planted-b", {}, {GROUP: {"twice": "math:e"}})
    plugins = registry()
    assert list(plugins) == ["pi", "colours", "twice"]
    assert plugins["pi"] == pytest.approx(3.14159, abs=1e-5)
    own, other = sorted(take_complaints())
    assert "plug-in pi of" in own
    assert "the program's own" in own
    assert "planted-a 1.0" in other
    assert "planted-b 1.0" in other


def test_a_plug_in_that_is_a_function_is_named_where_it_fails(folder: Path) -> None:
    text = "def show(flow):\n    return flow.nothing\n\n\ndef good(flow):\n    return flow\n"
    install(
        folder,
        "planted-screen",
        {"planted_screen.py": text},
        {GROUP: {"bad": "planted_screen:show", "good": "planted_screen:good"}},
    )
    plugins = registry()
    assert plugins["good"](7) == 7
    with pytest.raises(
        InputError, match=rf"The plug-in bad of {GROUP} in planted-screen 1\.0 failed"
    ):
        plugins["bad"](7)
