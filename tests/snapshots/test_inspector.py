"""The researcher's screens as they were when a person found them good, on items of their own."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from textual.pilot import Pilot

from items.models import Item
from tests.tui.at_rest import at_rest, wait_until
from tests.tui.inspector.researcher_session import demo, record
from tui.apps.inspector import InspectorApp
from tui.screens.inspector.browse import BrowseScreen

Compare = Callable[..., bool]

GOAT = {
    "id": "pictures/goat",
    "title": "A goat on the roof",
    "text": "The baker whistles, provided that a goat sleeps on the roof. It is not the case that "
    "both the ferry is late and the baker whistles. A goat sleeps on the roof.",
    "questions": [
        {
            "id": "1",
            "text": "Which conclusion follows?",
            "kind": "choice",
            "options": [
                {"text": "The ferry is late.", "formula": "L"},
                {"text": "The ferry is not late.", "formula": "¬L"},
            ],
            "gold": {"kind": "choice", "option": 1},
        }
    ],
    "formalization": {
        "parameters": {"S": "Bool", "B": "Bool", "L": "Bool"},
        "translation": {
            "S": "a goat sleeps on the roof",
            "B": "the baker whistles",
            "L": "the ferry is late",
        },
        "premise": ["S → B", "¬(L ∧ B)", "S"],
    },
    "provenance": {"benchmark": "Pictures"},
}
GUEST = {
    "id": "pictures/guest",
    "title": "谁来吃晚饭",
    "language": "zh",
    "text": "依依和佳佳中至少来一位。如果依依来，佳佳也来。",
    "questions": [
        {"id": "1", "text": "依依一定来吗？", "kind": "necessary", "query": "necessary(I)",
         "gold": {"kind": "verdict", "word": "necessary"}},
    ],
    "formalization": {
        "parameters": {"I": "Bool", "J": "Bool"},
        "translation": {"I": "依依来", "J": "佳佳来"},
        "premise": ["I ∨ J", "I → J"],
    },
    "provenance": {"benchmark": "图片"},
}  # fmt: skip
SIZES = pytest.mark.parametrize(
    ("size", "theme"),
    [((120, 35), "dark"), ((80, 24), "light")],
    ids=["120x35-dark", "80x24-light"],
)
"""Each size and each theme once: a colour does not depend on the size."""


def inspector(theme: str, items: Sequence[Item] = (), database: Path | None = None) -> InspectorApp:
    own = [Item.model_validate(GOAT), Item.model_validate(GUEST)]
    app = InspectorApp(items or own, ["pictures"], database)
    app.theme = f"countermodel-{theme}"
    return app


def settled(*keys: str) -> Callable[[Pilot[None]], object]:
    """Press these, each once everything is worked out."""

    async def settle(pilot: Pilot[None]) -> None:
        def is_settled() -> bool:
            browse = next((s for s in pilot.app.screen_stack if isinstance(s, BrowseScreen)), None)
            finished = all(worker.is_finished for worker in pilot.app.workers)
            return browse is not None and not browse.view.catalogue.pending() and finished

        await wait_until(pilot, is_settled)
        await at_rest(pilot)

    async def press(pilot: Pilot[None]) -> None:
        await settle(pilot)
        for key in keys:
            await pilot.press(key)
            await settle(pilot)

    return press


@SIZES
def test_browse(snap_compare: Compare, size: tuple[int, int], theme: str) -> None:
    assert snap_compare(inspector(theme), terminal_size=size, run_before=settled("down"))


@SIZES
def test_item(snap_compare: Compare, size: tuple[int, int], theme: str) -> None:
    assert snap_compare(inspector(theme), terminal_size=size, run_before=settled("enter"))


@pytest.mark.slow
def test_a_chinese_item_whose_gold_is_wrong(snap_compare: Compare) -> None:
    keys = settled("down", "enter", "2")
    assert snap_compare(inspector("light"), terminal_size=(120, 35), run_before=keys)


@pytest.mark.slow
@SIZES
def test_models(snap_compare: Compare, size: tuple[int, int], theme: str) -> None:
    keys = settled("down", "enter", "m")
    assert snap_compare(inspector(theme), terminal_size=size, run_before=keys)


@pytest.mark.slow
@SIZES
def test_structures(snap_compare: Compare, size: tuple[int, int], theme: str) -> None:
    keys = settled("enter", "m")
    app = inspector(theme, [item for item in demo() if item.id == "demo/singing-divers"])
    assert snap_compare(app, terminal_size=size, run_before=keys)


@pytest.mark.slow
@SIZES
def test_answers(snap_compare: Compare, size: tuple[int, int], theme: str, tmp_path: Path) -> None:
    record(tmp_path / "study.db")
    app = inspector(theme, demo()[:1], tmp_path / "study.db")
    keys = settled("enter", "a", "home")
    assert snap_compare(app, terminal_size=size, run_before=keys)


@SIZES
def test_facets(snap_compare: Compare, size: tuple[int, int], theme: str) -> None:
    keys = settled("f", "down", "space")
    assert snap_compare(inspector(theme), terminal_size=size, run_before=keys)


@SIZES
def test_record(snap_compare: Compare, size: tuple[int, int], theme: str) -> None:
    assert snap_compare(inspector(theme), terminal_size=size, run_before=settled("o"))
