"""A world under question: its facts, a formula's parts, what breaks, the nearest model."""

import pytest

from items.formal import formal_item
from items.models import Item
from solver.inspection.nearest_world import nearest
from solver.inspection.structure_list import structures
from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.language.syntax import is_propositional
from solver.results import Structure
from tests.tui.inspector.researcher_session import InspectorSession, demo, open_inspector
from tui.state.draft import Line
from tui.state.inspector.questioned_world import QuestionedWorld
from tui.text import width
from tui.windows.question_window import QuestionModal, statements

GOAT = demo()[0]


def of_goat() -> QuestionedWorld:
    """The one model of the goat: S, B, not L."""
    formal = formal_item(GOAT)
    assert formal is not None
    questions = statements(GOAT, formal)
    return QuestionedWorld(theory(formal.problem), {"S": True, "B": True, "L": False}, questions)


def text(lines: list[Line]) -> list[str]:
    return [line.text.rstrip() for line in lines]


def test_every_part_is_shown_with_its_truth() -> None:
    view = of_goat()
    view.type("S -> (L | ~B)")
    lines = text(view.truth_lines(60, False))
    assert lines[:6] == [
        "✗ S → L ∨ ¬B",
        "  ✓ S",
        "  ✗ L ∨ ¬B",
        "    ✗ L",
        "    ✗ ¬B",
        "      ✓ B",
    ]
    assert "✓ No premise is false here." in lines


def test_a_changed_fact_breaks_premises_and_changes_answers() -> None:
    view = of_goat()
    view.toggle("L")
    lines = text(view.truth_lines(60, False))
    assert "✗ Premise 2 is false:" in lines
    assert "✓ 1 A L  ≠ was ✗" in lines
    assert "✗ 1 C ¬L  ≠ was ✓" in lines
    assert any("● L ≠ was ·" in line for line in text(view.fact_lines(60, True)))
    view.reset()
    assert not any("≠" in line for line in text(view.truth_lines(60, False)))


def test_what_is_not_a_formula_says_so_and_unknown_names_are_refused() -> None:
    view = of_goat()
    for wrong in ("S ->", "S & Nobody"):
        view.type(wrong)
        assert view.formula is None
        assert view.formula_error
        assert view.formula_error.startswith(" ".join(text(view.truth_lines(80, False))[:1]))
    view.type("")
    assert "Type a formula" in text(view.truth_lines(80, False))[0]


def test_the_nearest_model_is_reported_and_shown() -> None:
    view = of_goat()
    view.theory = type(view.theory)(view.theory.signature, view.theory.premises[:2])
    view.type("L")
    assert view.formula is not None
    assert not isinstance(view.world, Structure)
    view.take(nearest(view.theory, view.world, view.formula))
    lines = text(view.truth_lines(90, False))
    assert "The nearest model where it holds is 3 facts away: S ● → ·, B ● → ·, L · → ●" in lines
    assert view.world == {"S": False, "B": False, "L": True}


def test_structures_are_questioned_too() -> None:
    fact_count = 0
    for item in demo():
        formal = formal_item(item)
        if formal is None:
            continue
        premises = theory(formal.problem)
        if all(is_propositional(premise.formula) for premise in premises.premises):
            continue
        for structure in structures(premises, limit=1).structures:
            view = QuestionedWorld(premises, structure, statements(item, formal))
            before = view.facts(structure)
            for key, value in before:
                view.toggle(key)
                assert dict(view.facts(view.world))[key] != value
                lines = [*view.fact_lines(40, True), *view.truth_lines(50, False)]
                assert all(width(line.text) <= 50 for line in lines)
                view.reset()
            assert view.facts(view.world) == before
            fact_count += len(before)
    assert fact_count


def modal(at: InspectorSession) -> QuestionModal:
    assert isinstance(at.app.screen, QuestionModal)
    return at.app.screen


@pytest.mark.slow
async def test_one_key_opens_it_from_the_item_and_from_its_models() -> None:
    for size in ((80, 24), (120, 35)):
        async with open_inspector(size=size) as at:
            await at.press("enter", "e")
            assert modal(at).view.text == "L"
            assert "✗ L" in at.text()
            await at.press("tab", "down", "down", "space")
            assert "is false" in at.text()
            await at.press("f5", "shift+tab", "end", "backspace", "S", "enter")
            assert "It holds here" in at.text()
            await at.press("escape", "m", "e")
            assert modal(at).view.world == {"S": True, "B": True, "L": False}
            await at.press("S", "&", "L", "enter")
            assert "It holds in no model" in at.text()
            await at.press("escape")
            assert at.app.screen.name == "models"


@pytest.mark.slow
async def test_enter_finds_the_nearest_world_from_the_facts_too() -> None:
    async with open_inspector() as at:
        await at.press("enter", "e", "end", "backspace")
        await at.press("S", "shift+tab", "tab", "tab")
        focused = modal(at).focused
        assert focused is not None
        assert focused.id == "facts"
        before = modal(at).view.world
        await at.press("space")
        assert modal(at).view.world != before
        await at.press("enter")
        view = modal(at).view
        assert view.nearest is not None
        assert view.nearest.world == view.world
        assert "looking for" not in at.text()


@pytest.mark.slow
async def test_keys_walk_to_the_nearest_world_and_back() -> None:
    item = Item.model_validate(
        {
            "id": "w",
            "text": "T",
            "formalization": {"parameters": {"A": "Bool", "B": "Bool"}, "premise": ["A ∨ B"]},
            "questions": [{"id": "1", "kind": "possible", "query": "possible(A)"}],
        }
    )
    async with open_inspector([item]) as at:
        await at.press("enter", "m", "e")
        view = modal(at).view
        away = "~A & B" if view.world == {"A": True, "B": False} else "A & ~B"
        await at.press(*away.replace(" ", ""), "enter")
        far, start = view.world, view.nearest_from
        assert far != start
        assert "F7" in at.text()
        for _ in view.steps:
            await at.press("f7")
        assert view.world == start
        for _ in view.steps:
            await at.press("f9")
        assert view.world == far
        assert at.app.theme == "countermodel-dark"


def test_only_questions_of_the_variant_are_asked() -> None:
    item = Item.model_validate(
        {
            "id": "v",
            "text": "T",
            "formalization": {
                "parameters": {"A": "Bool"},
                "premise": ["A"],
                "variants": {"alpha": [{"op": "drop", "premise": 0}]},
            },
            "questions": [
                {"id": "1", "kind": "necessary", "query": "necessary(A)"},
                {"id": "2", "kind": "possible", "query": "possible(¬A) under alpha"},
            ],
        }
    )
    formal = formal_item(item)
    assert formal is not None
    assert [statement.label for statement in statements(item, formal)] == ["1"]
    assert [statement.label for statement in statements(item, formal, "alpha")] == ["2"]


def test_a_relation_that_holds_of_nobody_has_all_its_places() -> None:
    problem = load_problem(
        {
            "parameters": {"a": "Constant", "b": "Constant"},
            "premise": ["forall x (forall y (Likes(x, y) -> Likes(y, x)))"],
        }
    )
    alone = Structure(("a", "b"), {"a": "a", "b": "b"}, {"Likes": frozenset()})
    view = QuestionedWorld(theory(problem), alone)
    rows = {"Likes(a, a)", "Likes(a, b)", "Likes(b, a)", "Likes(b, b)"}
    assert {key for key, _ in view.facts(alone)} == rows
    view.toggle("Likes(a, b)")
    assert isinstance(view.world, Structure)
    assert view.world.predicates["Likes"] == {("a", "b")}
    view.toggle("Likes(a, b)")
    assert dict(view.facts(view.world)) == dict.fromkeys(rows, False)
