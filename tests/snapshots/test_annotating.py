"""Judging a hard item, as a person found it good.

After a wanted change: `pytest tests/snapshots --snapshot-update`, and look at the pictures.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from study.annotation.demo import ANNOTATOR, demo_queue
from tests.tui.inspector.researcher_session import InspectorSession
from tui.apps.annotator import AnnotatorApp

Compare = Callable[..., bool]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "theme"),
    [((120, 35), "dark"), ((80, 24), "light")],
    ids=["120x35-dark", "80x24-light"],
)
def test_judging(snap_compare: Compare, tmp_path: Path, size: tuple[int, int], theme: str) -> None:
    async def press(pilot: Pilot[None]) -> None:
        at = InspectorSession(pilot.app, pilot)
        await at.settle()
        await at.press("c", "c")

    app = AnnotatorApp(demo_queue(), tmp_path / "r.db", ANNOTATOR, program="test")
    app.theme = f"countermodel-{theme}"
    assert snap_compare(app, terminal_size=size, run_before=press)
