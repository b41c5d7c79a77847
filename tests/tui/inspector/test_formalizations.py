"""A model's formalization next to the item's own, opened with one key; the verdict is recorded."""

import json
from pathlib import Path

import pytest

from items.answers import TextAnswer
from items.formalizations.request_items import formalization_items
from items.models import Item
from sessions.models import responses
from sessions.models.responses import Call, ModelAnswer
from sessions.record import adjudications
from sessions.storage.database import Database
from solver.inspection.evaluate import evaluate, false_premises
from tests.items.formalizations.puzzles import GOLD
from tests.tui.inspector.researcher_session import NOON, open_inspector
from tui.screens.inspector.answers import AnswersScreen
from tui.screens.inspector.formalizations import FormalizationsScreen
from tui.screens.inspector.item import ItemScreen
from tui.windows.question_window import QuestionModal

ITEM = Item.model_validate(
    {
        "id": "goat",
        "text": "If a goat sleeps on the roof, the baker whistles. The ferry is late or not.",
        "questions": [{"id": "1", "kind": "possible", "query": "possible(L)"}],
        "formalization": {key: value for key, value in GOLD.items() if key != "question"},
    }
)
FLIPPED = {**GOLD, "premise": ["B -> S", "~(L & B)"], "question": ["possible(L)"]}


def wrote(path: Path, *texts: str) -> None:
    """Models wrote these of the item, with free symbols."""
    item = formalization_items([ITEM], "free")["goat"]
    with Database.open(path) as db:
        rows = [
            ModelAnswer(
                model=f"parrot-{number}",
                setting="s",
                run=1,
                item_hash=item.content_hash,
                item_id=item.id,
                question="1",
                part="1",
                mutant=0,
                status="answered",
                answer=TextAnswer(text=text),
                call=Call(utc=NOON, raw=text),
            )
            for number, text in enumerate(texts, 1)
        ]
        responses.add(db, rows, [item])


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 35), marks=pytest.mark.torture)])
async def test_formalizations_are_compared_from_the_item_to_the_verdict(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    path = tmp_path / "r.db"
    wrote(path, f"<formalization>{json.dumps(FLIPPED)}</formalization>")
    async with open_inspector([ITEM], size, path) as at:
        await at.press("enter", "f")
        assert isinstance(at.app.screen, FormalizationsScreen)
        text = at.text()
        assert "the item's own" in text
        assert "parrot-1 · free · 1" in text
        assert "each says something that the other does not" in text
        message = " ".join(text.replace("┃", " ").split())
        assert "“If a goat sleeps on the roof, the baker whistles.”" in message
        await at.press("e")
        window = at.app.screen
        assert isinstance(window, QuestionModal)
        # One side allows the world, what the other says is false in it.
        assert false_premises(window.view.theory, window.view.world) == ()
        (says,) = window.view.statements
        assert evaluate(says.formula, window.view.world).value is False
        await at.press("escape")
        await at.press("1", "enter")
        assert "A verdict needs a reason." in at.text()
        await at.press(*"said", "enter")
        assert "Say who decides" in at.text()
        await at.press("tab", *"ann", "enter")
        assert "✎ the left one says what the text says: said" in at.text()
        await at.press("b")
        assert "✎ the right one says what the text says: said" in at.text()
        await at.press("escape")
        assert isinstance(at.app.screen, ItemScreen)
    with Database.open(path) as db:
        (entry,) = adjudications.read(db, ITEM.content_hash)
    assert (entry.choice, entry.reason, entry.person) == ("left", "said", "ann")
    assert (entry.left_name, entry.right_name) == ("the item's own", "parrot-1 · free · 1")
    assert entry.right == f"<formalization>{json.dumps(FLIPPED)}</formalization>"


@pytest.mark.slow
async def test_formalizations_of_two_models_and_an_unreadable_one_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    wrote(path, json.dumps(FLIPPED), "I cannot do [bold]that[/bold].")
    async with open_inspector([ITEM], database=path) as at:
        await at.press("enter", "a")
        assert isinstance(at.app.screen, AnswersScreen)
        await at.press("f", "o")
        await at.press(*"parrot-2", "enter")
        text = at.text()
        assert "I cannot do [bold]that[/bold]." in text
        assert "One of them cannot be read" in text
        assert "S → B" in text
        await at.press("b", "o", *"parrot-1", "enter")
        assert "One of them cannot be read" in at.text()


@pytest.mark.slow
async def test_without_a_second_formalization_the_screen_says_where_they_come_from(
    tmp_path: Path,
) -> None:
    async with open_inspector([ITEM], database=tmp_path / "none.db") as at:
        await at.press("enter", "f")
        assert isinstance(at.app.screen, ItemScreen)
        assert "countermodel formalize" in str([n.message for n in at.app._notifications])
