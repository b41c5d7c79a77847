"""What if and sensitivity, at the keyboard."""

import json
from pathlib import Path
from threading import Event

import pytest
from click.testing import CliRunner
from textual.widgets import Input

from items.files.loading import load
from items.models import Item
from solver.cancel import Cancel
from solver.inspection.preview import Preview, Previewer
from solver.language.problem import Variant
from tests.tui.inspector.researcher_session import InspectorSession, open_inspector, record
from tui.cli import main
from tui.screens.inspector.notice import NoticeScreen
from tui.screens.inspector.sensitivity import SensitivityScreen
from tui.screens.inspector.what_if import WhatIfScreen
from tui.screens.inspector.windows import AskModal, PickModal
from tui.widgets.prose import Prose


def what_if(at: InspectorSession) -> WhatIfScreen:
    assert isinstance(at.app.screen, WhatIfScreen), at.app.screen
    return at.app.screen


async def fill(at: InspectorSession, field: str, text: str) -> None:
    at.app.screen.query_one(f"#ask-{field}", Input).value = text
    await at.settle()


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 35), marks=pytest.mark.torture)])
async def test_a_variant_saved_from_sensitivity_is_reproduced_by_diff(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    monkeypatch.chdir(tmp_path)
    async with open_inspector(size=size) as at:
        await at.press("enter")
        await at.press("h")
        assert isinstance(at.app.screen, SensitivityScreen)
        assert "edits change an answer" in at.header()
        assert "≠ drop    1" in at.text()
        await at.press("down", "down", "down", "down")
        await at.press("enter")
        screen = what_if(at)
        assert screen.view.command().endswith("--edit 'drop 3'")
        assert "edited · 4 models" in at.text()
        await at.press("s")
        await fill(at, "name", "no_goat")
        await at.press("enter")
        assert not isinstance(at.app.screen, AskModal)
        assert screen.view.right == "no_goat"
        path = tmp_path / "demo-goat-on-the-roof-no_goat.jsonl"
        command = screen.view.command()
        assert command == (
            f"countermodel diff {path.name} --item demo/goat-on-the-roof --under no_goat"
        )
        preview = screen.view.preview
        assert preview is not None
        await at.press("escape")
        assert isinstance(at.app.screen, SensitivityScreen)
    ran = CliRunner().invoke(main, [*command.split()[1:], "--json"])
    assert ran.exit_code == 0, ran.output
    data = json.loads(ran.stdout)
    assert data["counts"]["added"] == preview.diff.added.count == 3
    assert any(query["changed"] for query in data["queries"])
    saved = load(str(path)).items[0]
    assert saved.formalization is not None
    assert set(saved.formalization["variants"]) == {"alpha", "no_goat"}


@pytest.mark.slow
async def test_no_file_is_overwritten_without_confirmation(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    path.write_text("not an item\n", encoding="utf-8")
    async with open_inspector() as at:
        await at.press("enter", "w")
        await at.press("space")
        await at.press("s")
        await fill(at, "name", "alpha")
        await fill(at, "path", str(path))
        await at.press("enter")
        assert isinstance(at.app.screen, AskModal)
        wrong = at.app.screen.query_one("#ask-wrong", Prose)
        assert "alpha already" in wrong.text
        assert "exists" in wrong.text
        await fill(at, "name", "beta")
        assert wrong.text == ""
        await at.press("enter")
        await at.press("enter")
        # Confirmed, but the file holds something else.
        assert isinstance(at.app.screen, AskModal)
        assert "cannot be read" in wrong.text
        assert path.read_text(encoding="utf-8") == "not an item\n"
        await at.press("escape")
        assert what_if(at).view.right == "edited"


@pytest.mark.slow
async def test_a_premise_is_typed_in_place() -> None:
    async with open_inspector() as at:
        await at.press("enter", "w")
        await at.press("e")
        await at.press("end", "space", "ampersand")
        assert "in force: S → B" in at.text()
        assert "^" in at.text()
        await at.press("enter")
        assert what_if(at).view.edited_key == 0
        await at.press("space", "L")
        assert "edited · 0 models" in at.text()
        await at.press("enter")
        assert what_if(at).view.edited_key is None
        assert "'replace 1 S -> B & L'" in at.text()
        await at.press("u")
        assert what_if(at).view.right == "baseline"
        await at.press("ctrl+r")
        assert what_if(at).view.right == "edited"
        await at.press("a")
        await at.press("escape")
        assert len(what_if(at).view.bench.premises) == 3
        await at.press("x")
        assert what_if(at).view.right == "baseline"


@pytest.mark.slow
async def test_both_sides_are_chosen_from_a_list() -> None:
    async with open_inspector() as at:
        await at.press("enter", "w")
        await at.press("r")
        assert isinstance(at.app.screen, PickModal)
        await at.press("a", "l", "p")
        await at.press("enter")
        assert "what if: baseline → alpha" in at.header()
        await at.press("l")
        await at.press("down", "enter")
        assert "what if: alpha → alpha" in at.header()
        await at.press("r")
        await at.press("up", "enter")
        assert "what if: alpha → baseline" in at.header()


@pytest.mark.slow
async def test_slow_work_is_stopped_by_esc_and_never_comes_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with open_inspector() as at:
        await at.press("enter", "w")
        screen = what_if(at)
        before = screen.view.preview
        real = Previewer.preview

        def slow(self: Previewer, after: Variant | str, *, cancel: Cancel | None = None) -> Preview:
            assert cancel is not None
            while not cancel.cancelled:
                Event().wait(0.005)
            return real(self, after)

        monkeypatch.setattr(Previewer, "preview", slow)
        screen.was_slow = True
        await at.pilot.press("space")
        await at.wait_until(lambda: screen.job.busy)
        assert "working" in at.header()
        # The keyboard does not wait.
        await at.pilot.press("down")
        assert screen.view.cursor == 1
        await at.press("escape")
        assert "stopped" in at.header()
        assert screen.view.preview is before
        assert what_if(at) is screen


@pytest.mark.slow
async def test_an_item_without_a_formalization_leads_to_the_scratchpad() -> None:
    bare = Item.model_validate(
        {"id": "bare", "text": "A goat.", "questions": [{"id": "1", "kind": "text"}]}
    )
    async with open_inspector([bare]) as at:
        await at.press("enter", "w")
        assert isinstance(at.app.screen, NoticeScreen)
        assert "no formalization" in at.text()
        await at.press("S")
        assert "Scratchpad · bare" in at.header()
        assert "# A goat." in at.text()


@pytest.mark.slow
async def test_with_a_database_recorded_answers_are_shown(tmp_path: Path) -> None:
    record(tmp_path / "answers.db")
    async with open_inspector(database=tmp_path / "answers.db") as at:
        await at.press("enter", "w")
        assert "people 2/3 67 %" in at.text()
        assert "A ✗ P1, model-a · C ✓ P2, P3, model-b" in at.text()


@pytest.mark.slow
async def test_unsaved_edits_are_left_only_at_the_second_esc() -> None:
    async with open_inspector(size=(80, 24)) as at:
        await at.press("enter", "w", "space", "escape")
        assert isinstance(at.app.screen, WhatIfScreen)
        assert "Edits are not saved" in str([notice.message for notice in at.app._notifications])
        await at.press("escape")
        assert at.app.screen.name == "item"
        await at.press("w", "space", "u", "escape")
        assert at.app.screen.name == "item"
