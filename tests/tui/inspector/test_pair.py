"""Two items side by side: which belong together, what differs, and choosing at the keyboard."""

import threading
from pathlib import Path

import pytest
from textual.widgets import Input

from items.files.loading import load
from items.inspection.pairing import compare
from items.models import Item
from tests.shared_data import shared_path
from tests.tui.inspector.researcher_session import InspectorSession, demo, open_inspector
from tui.screens.inspector.item import ItemScreen
from tui.screens.inspector.pair import PairScreen
from tui.screens.inspector.windows import PickModal
from tui.state.draft import Line
from tui.state.inspector.pair import PairView
from tui.text import width
from tui.widgets.prose import Prose


def item(id: str, text: str, premises: list[str], gloss: str) -> Item:
    return Item.model_validate(
        {
            "id": id,
            "text": text,
            "questions": [{"id": "1", "kind": "necessary", "query": "necessary(B)"}],
            "formalization": {
                "parameters": {"A": "Bool", "B": "Bool"},
                "translation": {"A": gloss},
                "premise": premises,
            },
        }
    )


ONE = item("one", "The goat sleeps on the roof.", ["A", "A → B"], "the goat sleeps")
OTHER = item("other", "The cat sleeps on a roof.", ["A", "A → B"], "the cat sleeps")
HARD = item("hard", "一只山羊睡在屋顶上。", ["A", "A → B", "¬B ∨ A"], "一只山羊睡着")


def view_of(left: Item, right: Item) -> PairView:
    view = PairView(left, right)
    view.item_pair = compare(left, right)
    return view


def pieces(lines: list[Line], role: str) -> str:
    return " ".join(p.text for line in lines for p in line.pieces if p.role == role)


def test_differing_words_are_marked_on_each_side() -> None:
    view = view_of(ONE, OTHER)
    lines = view.lines(100, True)
    assert pieces(lines, "removed").split() == ["goat", "the"]
    assert pieces(lines, "added").split() == ["cat", "a"]
    text = "\n".join(line.text for line in lines)
    assert "Text ≠" in text
    assert "Premises =" in text
    assert "the goat sleeps" in text
    assert view.header(100)[2] == "same template"


def test_premises_models_and_answers_are_compared() -> None:
    lines = [line.text for line in view_of(ONE, HARD).lines(100, True)]
    assert any("models 1" in line for line in lines)
    added = next(line for line in lines if "¬B ∨ A" in line)
    assert " + " in added
    assert any(line.startswith("Answers") and "=" in line for line in lines)


@pytest.mark.parametrize("cells", [60, 76, 117])
def test_both_columns_fit_and_are_aligned(cells: int) -> None:
    for line in view_of(HARD, ONE).lines(cells, True):
        assert width(line.text) <= cells
        if "│" in line.text:
            assert width(line.text.split("│")[0]) == (cells - 3) // 2 + 1


@pytest.mark.slow
async def test_an_item_is_chosen_by_words_and_sides_change_places() -> None:
    async with open_inspector() as at:
        await at.press("enter", "P")
        assert "demo/goat-on-the-roof │ demo/goat-on-the-roof-zh" in at.header()
        await at.press("o")
        assert isinstance(at.app.screen, PickModal)
        await at.press(*"scenic")
        await at.press("enter")
        screen = at.app.screen
        assert isinstance(screen, PairScreen)
        assert "demo/goat-on-the-roof │ demo/scenic-tram" in at.header()
        assert "Premises ≠" in at.text()
        await at.press("b")
        assert "demo/scenic-tram │ demo/goat-on-the-roof" in at.header()
        await at.press("escape")
        assert not isinstance(at.app.screen, PairScreen)


async def map_file(at: InspectorSession, path: Path) -> None:
    await at.press("m")
    at.app.screen.query_one("#ask-path", Input).value = str(path)
    await at.press("enter")


@pytest.mark.slow
async def test_a_map_file_pairs_items(tmp_path: Path) -> None:
    path = tmp_path / "pairs.json"
    path.write_text('{"one": ["hard", "other"]}', encoding="utf-8")
    async with open_inspector([ONE, OTHER, HARD], size=(80, 24)) as at:
        await at.press("enter", "P")
        # Of the same template.
        assert "one │ other" in at.header()
        await map_file(at, path)
        assert "one │ hard" in at.header()
        await at.press("n")
        assert "one │ other" in at.header()
        await map_file(at, tmp_path / "no such file")
        assert "no such file" in at.app.screen.query_one("#ask-wrong", Prose).text
        await at.press("escape")
        assert "one │ other" in at.header()


@pytest.mark.slow
async def test_one_template_in_two_domains_on_real_contexthub_files() -> None:
    path = shared_path("contexthub/data_level1/deductive_logic.json")
    items = load(str(path)).items
    async with open_inspector(items) as at:
        await at.press("enter", "P")
        assert "same template" in at.header()
        screen_text = at.text()
        assert "Text ≠" in screen_text
        assert "Symbols ≠" in screen_text
        assert "Premises =" in screen_text


def test_the_demo_has_pairs_in_two_languages() -> None:
    by_id = {entry.id: entry for entry in demo()}
    view = view_of(by_id["demo/four-lamps"], by_id["demo/four-lamps-zh"])
    assert view.item_pair is not None
    assert view.item_pair.same_template


@pytest.mark.slow
async def test_the_abstract_twin_of_a_worded_item_comes_first() -> None:
    path = shared_path("contexthub/data_level1/deductive_logic.json")
    items = load(str(path)).items
    async with open_inspector(items, size=(80, 24)) as at:
        await at.press("enter", "P")
        assert "/abstract/0" in at.header()
        rows = at.text().splitlines()
        left, right = rows[3].strip("┃ ").split("│")
        assert left.strip() != right.strip(), "ids are cut at their beginning, where they are alike"
        await at.press("b")
        assert at.header().startswith("…"), "the left one is cut too"
        assert "abstract/0 │" in at.header()


@pytest.mark.slow
async def test_without_a_choice_esc_returns_to_the_item() -> None:
    async with open_inspector([ONE, HARD]) as at:
        await at.press("enter", "P")
        assert isinstance(at.app.screen, PickModal)
        await at.press("escape")
        assert isinstance(at.app.screen, ItemScreen)


@pytest.mark.slow
async def test_items_of_one_template_are_found_in_the_background(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from items.inspection import pairing

    in_main_thread: list[bool] = []
    read = pairing.template_key

    def noted(item: Item) -> str | None:
        in_main_thread.append(threading.current_thread() is threading.main_thread())
        return read(item)

    monkeypatch.setattr(pairing, "template_key", noted)
    many = [item(f"it/{n}", f"Text {n}.", ["A", f"A → B{n // 2}"], "a") for n in range(300)]
    async with open_inspector(many) as at:
        await at.press("enter")
        await at.press("P")
        screen = at.app.screen
        assert isinstance(screen, PairScreen)
        assert screen.view.right is many[1]
        await at.press("escape")
        await at.press("n", "n", "P")
        assert isinstance(at.app.screen, PairScreen)
        assert at.app.screen.view.left is many[2]
        assert at.app.screen.view.right is many[3]
    assert 300 <= in_main_thread.count(False) < 320, "once for all items, and for those compared"
    assert in_main_thread.count(True) < 20
