"""What if, sensitivity, two items, scratchpad, as a person found them good.

After a wanted change: `pytest tests/snapshots --snapshot-update`, and look at the pictures.
"""

from collections.abc import Callable, Sequence

import pytest
from textual.pilot import Pilot

from items.models import Item
from tests.tui.at_rest import needs_known
from tests.tui.inspector.researcher_session import InspectorSession, demo
from tui.apps.inspector import InspectorApp
from tui.screens.inspector.scratchpad import ScratchScreen
from tui.screens.inspector.what_if import WhatIfScreen

Compare = Callable[..., bool]
SIZES = pytest.mark.parametrize(
    ("size", "theme"),
    [((120, 35), "dark"), ((80, 24), "light")],
    ids=["120x35-dark", "80x24-light"],
)
"""Each size and each theme once: a colour does not depend on the size."""
RAIN = """\
R: Bool -- 今天下雨
hat: Enum(red, green, none) -- 依依的帽子
Dry := ~R | hat != none
R -> hat = green
Dry
? enumerate_models(R, hat)
? projection(necessary; Dry) under wet
@wet add R
"""


def app_of(items: Sequence[Item], theme: str) -> InspectorApp:
    app = InspectorApp(items, ("builtin:demo",), None, "test")
    app.theme = f"countermodel-{theme}"
    return app


def after(*presses: str) -> Callable[[Pilot[None]], object]:
    async def press(pilot: Pilot[None]) -> None:
        at = InspectorSession(pilot.app, pilot)
        await at.settle()
        for key in presses:
            await at.press(key)
        if isinstance(pilot.app.screen, WhatIfScreen):
            await needs_known(pilot)

    return press


@pytest.mark.slow
@SIZES
def test_what_if(snap_compare: Compare, size: tuple[int, int], theme: str) -> None:
    keys = after("enter", "w", "down", "down", "exclamation_mark")
    assert snap_compare(app_of(demo()[:1], theme), terminal_size=size, run_before=keys)


@pytest.mark.slow
@SIZES
def test_a_premise_being_typed(snap_compare: Compare, size: tuple[int, int], theme: str) -> None:
    chinese = [item for item in demo() if item.id == "demo/goat-on-the-roof-zh"]
    keys = after("enter", "w", "down", "e", "space", "ampersand")
    assert snap_compare(app_of(chinese, theme), terminal_size=size, run_before=keys)


@pytest.mark.slow
@SIZES
def test_sensitivity(snap_compare: Compare, size: tuple[int, int], theme: str) -> None:
    keys = after("enter", "h", "down")
    assert snap_compare(app_of(demo()[:1], theme), terminal_size=size, run_before=keys)


@SIZES
def test_two_items(snap_compare: Compare, size: tuple[int, int], theme: str) -> None:
    pair = [item for item in demo() if item.id.startswith("demo/four-lamps")]
    keys = after("enter", "P")
    assert snap_compare(app_of(pair, theme), terminal_size=size, run_before=keys)


@SIZES
def test_a_scratchpad(snap_compare: Compare, size: tuple[int, int], theme: str) -> None:
    async def write(pilot: Pilot[None]) -> None:
        at = InspectorSession(pilot.app, pilot)
        await at.settle()
        await at.press("S")
        assert isinstance(pilot.app.screen, ScratchScreen)
        pilot.app.screen.area.load_text(RAIN)
        pilot.app.screen.area.move_cursor((6, 3))
        await at.settle()

    assert snap_compare(app_of(demo()[:1], theme), terminal_size=size, run_before=write)
