"""Keys that come faster than fields open reach them in order; reasons and games on the screen."""

import pytest
from textual.events import Key
from textual.widgets import Input

from items.models import Item, Question
from solver.engines import z3
from tests.tui.inspector.researcher_session import InspectorSession, demo, open_inspector
from tui.screens.inspector.browse import FilterLine
from tui.screens.inspector.explanation import ExplanationModal
from tui.screens.inspector.full_answer import FullAnswerModal
from tui.screens.inspector.what_if import WhatIfScreen
from tui.windows.game_window import GameModal
from tui.windows.question_window import QuestionModal

NAMES = {
    " ": "space",
    "-": "minus",
    ">": "greater_than_sign",
    "(": "left_parenthesis",
    ")": "right_parenthesis",
    "&": "ampersand",
    "~": "tilde",
    "/": "slash",
    "|": "vertical_line",
}


async def burst(at: InspectorSession, text: str) -> None:
    """All keys at once, as a paste or a fast hand sends them."""
    for char in text:
        at.app.post_message(Key(NAMES.get(char, char), char))
    await at.settle()


@pytest.mark.slow
@pytest.mark.parametrize("text", ["S -> (B & ~L)", "L|a|w|m|q"])
async def test_a_burst_of_keys_reaches_the_field_that_its_first_key_opens(text: str) -> None:
    async with open_inspector(size=(120, 35)) as at:
        await at.press("enter", "m")
        await burst(at, f"e{text}")
        assert at.app.screen.query_one(Input).value == text


async def test_a_burst_of_keys_reaches_the_filter_completely() -> None:
    async with open_inspector(size=(80, 24)) as at:
        await burst(at, "/goat")
        assert at.app.screen.query_one(FilterLine).value == "goat"


@pytest.mark.slow
async def test_a_burst_reaches_the_line_of_a_new_premise_and_undo_takes_it_back() -> None:
    async with open_inspector(size=(120, 35)) as at:
        await at.press("enter", "w")
        await burst(at, "aS -> (B & ~L)")
        screen = at.app.screen
        assert isinstance(screen, WhatIfScreen)
        assert screen.view.bench.premises[-1].text == "S -> (B & ~L)"
        await at.press("enter", "u")
        assert len(screen.view.bench.premises) == 3
        assert not screen.view.bench.undo_states


@pytest.mark.slow
async def test_undo_while_typing_discards_the_line() -> None:
    async with open_inspector(size=(120, 35)) as at:
        await at.press("enter", "w", "a", "S")
        screen = at.app.screen
        assert isinstance(screen, WhatIfScreen)
        assert screen.view.undo()
        assert screen.view.edited_key is None
        assert len(screen.view.bench.premises) == 3


@pytest.mark.slow
async def test_reasons_are_shown_with_their_sentences() -> None:
    async with open_inspector(size=(80, 24)) as at:
        await at.press("enter", "b")
        assert isinstance(at.app.screen, ExplanationModal)
        text = at.text()
        assert "Why “L” is excluded" in text
        assert "2 ¬(L ∧ B)" in text
        assert "“A goat sleeps on the roof.”" in text
        assert "No part of this can be left out" in text


@pytest.mark.slow
async def test_premises_that_are_not_needed_are_omitted() -> None:
    item = demo()[0].model_copy(
        update={
            "id": "more",
            "formalization": {
                **(demo()[0].formalization or {}),
                "premise": ["S → B ∧ L", "¬(L ∧ B) ∨ S", "S"],
                "variants": {},
            },
        }
    )
    async with open_inspector([item], size=(120, 35)) as at:
        await at.press("enter", "b")
        text = at.text()
        assert "Why “L” follows" in text
        assert "needed: S → … ∧ L" in text
        assert "¬(L ∧ B)" not in text


@pytest.mark.slow
async def test_a_comparison_is_explained_row_by_row_on_both_sides() -> None:
    item = Item.model_validate(
        {
            "id": "trip",
            "text": "If it rains, the boat stays.",
            "questions": [
                {"id": "1", "kind": "text", "query": "difference(dry, baseline; R, B)"},
                {"id": "2", "kind": "text", "query": "projection(possible; R, B)"},
            ],
            "formalization": {
                "parameters": {"R": "Bool", "B": "Bool"},
                "premise": ["R -> B"],
                "variants": {"dry": [{"op": "drop", "premise": 0}, {"op": "add", "formula": "~B"}]},
            },
        }
    )
    async with open_inspector([item], size=(120, 35)) as at:
        await at.press("enter", "b")
        text = at.text()
        assert "“R ∧ ¬B” is part of the answer" in text
        assert "←→ part 1 of 5" in text
        possible, impossible = text.split("Impossible under baseline")
        assert "Possible under dry" in possible
        assert "¬(R ∧ ¬B)" in impossible
        assert "1 R → B" in impossible
        await at.press("left", "right")
        text = at.text()
        assert "“¬R ∧ ¬B” is not part of the answer" in text
        assert text.count("In this world every premise is true") == 2
        await at.press("right", "right", "right", "right")
        assert "Nothing else is possible" in at.text()
        assert "←→ part 5 of 5" in at.text()
        await at.press("left", "left", "left", "left", "e")
        screen = at.app.screen
        assert isinstance(screen, QuestionModal)
        assert "R ∧ ¬B" in at.text()
        await at.press("escape", "down", "b")
        assert "“R” is part of the answer" in at.text()
        await at.press("right")
        assert "“B” is part of the answer" in at.text()
        assert "✓ B" in at.text()


@pytest.mark.slow
async def test_denying_a_consequence_leads_to_a_fact() -> None:
    async with open_inspector(size=(120, 35)) as at:
        await at.press("enter", "m", "e", *"~L", "f6")
        assert isinstance(at.app.screen, GameModal)
        await at.press("3", "1")
        assert "I ask about a part of it" in at.text()
        while "Go on" in at.text() or "Say which part" in at.text():
            await at.press("1")
        assert "✗ What you said is false." in at.text()
        await at.press("backspace")
        assert "does not hold" not in at.text()
        await at.press("escape", "escape")
        assert at.app.screen.name == "models"


@pytest.mark.slow
async def test_a_true_claim_can_be_defended() -> None:
    async with open_inspector(size=(80, 24)) as at:
        await at.press("enter", "m", "e", *"S & B", "f6", "1")
        while "Go on" in at.text() or "Say which part" in at.text():
            await at.press("1")
        assert "✓ What you said is true." in at.text()


@pytest.mark.slow
async def test_a_long_answer_is_opened_in_full() -> None:
    names = [f"P{n}" for n in range(8)]
    item = demo()[0].model_copy(
        update={
            "id": "long",
            "questions": (
                Question(
                    id="1",
                    text="Which?",
                    kind="enumerate_models",
                    query=f"enumerate_models({', '.join(names)})",
                ),
            ),
            "formalization": {"parameters": dict.fromkeys(names, "Bool"), "premise": ["P0 | ~P0"]},
        }
    )
    async with open_inspector([item], size=(120, 35)) as at:
        await at.press("enter", "l")
        modal = at.app.screen
        assert isinstance(modal, FullAnswerModal)
        assert "256 assignments" in at.text()
        rows = [line.text for line in modal.view.lines(100, False)]
        assert rows[-1].split()[0] == "256"


@pytest.mark.slow
async def test_the_first_model_of_a_scratchpad_is_questioned() -> None:
    async with open_inspector(size=(120, 35)) as at:
        await at.press("enter", "S", "f7")
        assert isinstance(at.app.screen, QuestionModal)
        await at.press(*"S & B")
        assert "✓ S ∧ B" in at.text()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("query", "pair"),
    [
        ("necessary(L(a, b))", ("Why “L(a, b)” does not follow", "it is false")),
        ("possible(L(a, b))", ("Why “L(a, b)” is possible", "and so is it")),
        ("possible(L(a, a))", ("Why “L(a, a)” is excluded", "2 ¬L(a, a)")),
        ("necessary(exists y L(b, y))", ("Why “∃y L(b, y)” follows", "1 ∀x ∃y L(x, y)")),
    ],
)
async def test_reasons_of_queries_over_individuals(
    query: str, pair: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whoever waits at a screen gets no world after two seconds; a busy machine may take longer.
    monkeypatch.setattr(z3, "_STRUCTURE_SECONDS", 60.0)
    item = demo()[0].model_copy(
        update={
            "id": "likes",
            "questions": (Question(id="1", kind=query.split("(")[0], query=query),),
            "formalization": {
                "parameters": {"a": "P", "b": "P", "L": "Function(2)"},
                "premise": ["forall x exists y L(x, y)", "~L(a, a)"],
            },
        }
    )
    async with open_inspector([item], size=(120, 35)) as at:
        await at.press("enter", "b")
        text = at.text()
        assert all(name in text for name in pair), text
