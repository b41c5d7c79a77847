"""From the desk to the researcher's screens on the present item, and back."""

from pathlib import Path

import pytest

from items.files.loading import load
from items.models import Item
from solver.inspection.evaluate import false_premises
from tests.sessions.annotation_samples import small_queue
from tests.study.annotation.samples import item
from tests.tui.annotator.annotator_session import judging
from tests.tui.at_rest import at_rest, wait_until
from tui.apps.home import HomeApp
from tui.screens.annotator.judge import JudgeScreen
from tui.screens.inspector.models import ModelsScreen
from tui.screens.inspector.what_if import WhatIfScreen
from tui.windows.question_window import QuestionModal


def formal() -> list[Item]:
    return [entry for entry in load("builtin:demo").items if entry.attributes.get("kind") == "hard"]


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 35), marks=pytest.mark.torture)])
async def test_models_and_what_if_open_from_the_item_and_return(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    queue = small_queue(tmp_path / "q", formal()[:1], by=())
    async with judging(queue, tmp_path / "r.db", "a", size=size) as at:
        wanted = at.item
        await at.press("f7")
        await at.settle()
        assert isinstance(at.app.screen, ModelsScreen)
        assert at.app.screen.item.id == wanted
        assert wanted in at.text()
        await at.press("escape")
        assert at.item == wanted
        await at.press("f9")
        await at.settle()
        assert isinstance(at.app.screen, WhatIfScreen)
        assert at.app.screen.view.item.id == wanted
        await at.press("space")
        await at.settle()
        await at.press("escape")
        assert isinstance(at.app.screen, WhatIfScreen), "edits are not saved, so it asks"
        await at.press("escape")
        # What was tried there changed nothing here, and the keys are the checks' again.
        assert at.item == wanted
        assert at.screen.judging.current is not None
        assert at.screen.judging.current.work.verdicts == {}
        await at.press("a")
        assert "clear" in at.screen.judging.current.work.verdicts


async def test_without_a_formalization_the_screen_says_how_to_get_one(tmp_path: Path) -> None:
    queue = small_queue(tmp_path / "q", [item(1)])
    async with judging(queue, tmp_path / "r.db", "a") as at:
        for key in ("f7", "f9"):
            await at.press(key)
            assert isinstance(at.app.screen, JudgeScreen)
        assert "Ctrl+B" in str([n.message for n in at.app._notifications])


@pytest.mark.slow
async def test_an_own_formalization_is_shown(tmp_path: Path) -> None:
    queue = small_queue(tmp_path / "q", [item(1)])
    async with judging(queue, tmp_path / "r.db", "a") as at:
        await at.press("ctrl+b")
        pad = at.app.screen.query_one("TextArea")
        pad.load_text("A, B: Bool\nA | B\n? necessary(B)  # 1 = unnecessary\n")  # type: ignore[attr-defined]
        await at.settle()
        await at.press("ctrl+s")
        await at.settle()
        await at.press("f7")
        await at.settle()
        assert isinstance(at.app.screen, ModelsScreen)
        assert "3 models" in at.text()


@pytest.mark.slow
async def test_researcher_screens_open_from_home_too(tmp_path: Path) -> None:
    app = HomeApp(tmp_path / "home.db")
    async with app.run_test(size=(120, 35)) as pilot:
        await pilot.pause()
        await pilot.press("s")
        await wait_until(pilot, lambda: isinstance(app.screen, JudgeScreen))
        await at_rest(pilot)
        await pilot.press("f7")
        await wait_until(pilot, lambda: isinstance(app.screen, ModelsScreen))


@pytest.mark.slow
async def test_the_world_of_a_verdict_is_questioned_at_the_desk(tmp_path: Path) -> None:
    queue = small_queue(tmp_path / "q", formal()[:1], by=())
    async with judging(queue, tmp_path / "r.db", "a") as at:
        view = at.screen.judging.evidence.view
        assert view is not None
        for entry in view.entries:
            view.select(entry.key)
            if view.questioned is not None:
                break
        await at.press("ctrl+r")
        await at.settle()
        window = at.app.screen
        assert isinstance(window, QuestionModal)
        pair = view.questioned
        assert pair is not None
        assert (window.view.theory, window.view.world) == pair
        assert false_premises(*pair) == ()
        await at.press("escape")
        # Nothing typed there is a verdict here.
        assert at.screen.judging.current is not None
        assert at.screen.judging.current.work.verdicts == {}
