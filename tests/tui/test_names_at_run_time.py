"""Names that only the running program looks up: handlers of messages, actions of keys, and the
types in style sheets. A renamed class would leave them without effect, and no type checker says
so."""

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from textual import widgets
from textual.css.model import SelectorType
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.message import Message

from tui.keys.actions import ACTIONS
from tui.windows.app import BaseApp

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
OF_THE_DRIVER = {"on_meta"}
"""Methods that Textual does not call by name."""


@cache
def sources() -> dict[Path, str]:
    """The interface's modules, all of them imported, and Textual's widgets."""
    files = sorted((ROOT / "tui").rglob("*.py"))
    for file in files:
        parts = file.relative_to(ROOT).with_suffix("").parts
        import_module(".".join(parts).removesuffix(".__init__"))
    for name in dir(widgets):
        getattr(widgets, name)
    return {file: file.read_text(encoding="utf-8") for file in files}


def below(kind: type[Any]) -> Iterator[type[Any]]:
    """All subclasses, at any depth."""
    for subclass in kind.__subclasses__():
        yield subclass
        yield from below(subclass)


def test_every_handler_is_that_of_a_message() -> None:
    texts = sources()
    handlers = {kind.handler_name for kind in below(Message)}
    found = [
        (file.name, name)
        for file, text in texts.items()
        for name in re.findall(r"def _?(on_\w+)\(\s*self", text)
        if name not in OF_THE_DRIVER
    ]
    assert len(found) > 50
    assert [pair for pair in found if pair[1] not in handlers] == []


def test_every_action_has_a_method() -> None:
    methods = set(re.findall(r"def action_(\w+)\(", "".join(sources().values())))
    methods |= {name.removeprefix("action_") for name in dir(BaseApp) if name.startswith("action_")}
    assert {action.name for action in ACTIONS} <= methods


def test_every_type_in_a_style_sheet_is_that_of_a_widget() -> None:
    sources()
    types = {kind.__name__ for kind in below(DOMNode)}
    sheets = sorted((ROOT / "tui" / "styles").glob("*.tcss"))
    assert sheets
    unknown = set()
    for path in sheets:
        sheet = Stylesheet(variables=BaseApp().get_css_variables())
        sheet.read(path)
        for rule in sheet.rules:
            for selectors in rule.selector_set:
                unknown |= {
                    (path.name, part.name)
                    for part in selectors.selectors
                    if part.type is SelectorType.TYPE and part.name not in types
                }
    assert unknown == set()
