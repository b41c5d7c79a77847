"""Two variants side by side: marks, answers before and after, typing, sides, undo, the command."""

import json
import shlex

import pytest
from click.testing import CliRunner

from items.formal import formal_item
from items.models import Item
from solver.cancel import Cancel
from solver.language.problem import BASELINE
from tests.tui.inspector.researcher_session import demo
from tests.tui.inspector.test_item_view import choice_item
from tui.cli import main
from tui.state.inspector.model_rows import ModelRows
from tui.state.inspector.watched_answers import outcomes
from tui.state.inspector.what_if import WhatIfView
from tui.state.inspector.what_if_answers import answer_lines
from tui.state.inspector.what_if_premises import premise_lines
from tui.state.inspector.what_if_work import supports_work
from tui.text import width


def view_of(item: Item, variant: str = BASELINE, against: str = BASELINE) -> WhatIfView:
    formal = formal_item(item)
    assert formal is not None
    view = WhatIfView(item, formal, "builtin:demo", variant=variant, against=against)
    show_preview(view)
    return view


def show_preview(view: WhatIfView) -> None:
    view.know(view.previewer.preview(view.variant))


@pytest.fixture
def goat() -> WhatIfView:
    return view_of(demo()[0])


def marks(rows: ModelRows | None) -> list[tuple[str, str]]:
    assert rows is not None
    outcome = [rows.row(place) for place in range(rows.count)]
    return [(row.sign, "".join("●" if v else "·" for v in row.values)) for row in outcome]


def changes(view: WhatIfView) -> dict[str, tuple[str, str, bool | None]]:
    assert view.preview is not None
    return {
        outcome.watch.label or outcome.watch.text: (
            outcome.answer_before,
            outcome.answer_after,
            outcome.changed,
        )
        for outcome in outcomes(view.watches, view.preview.diff)
    }


def test_how_formulas_were_read_is_shown_below_the_premises() -> None:
    item = demo()[0]
    formal = {**(item.formalization or {}), "premise": ["S -> B", "L ^ B", "S"]}
    view = view_of(item.model_copy(update={"formalization": formal}))
    text = " ".join(line.text for line in premise_lines(view, 60, True))
    assert "! ^ is read as ⊕" in text
    view.add()
    view.type("S -> B -> L")
    typed = " ".join(line.text for line in premise_lines(view, 60, True))
    assert "A chain of → is read from the right" in typed


def test_the_what_if_screen_of_the_goat_item_is_as_designed(goat: WhatIfView) -> None:
    goat.start_from("alpha")
    show_preview(goat)
    assert goat.right == "alpha"
    assert marks(goat.left_rows) == [("−", "●●·")]
    assert marks(goat.right_rows) == [("+", "···"), ("+", "··●"), ("+", "·●·")]
    assert goat.title(after_change=True) == "alpha · 3 models"
    lines = [line.text for line in premise_lines(goat, 40, True)]
    assert lines[2].split() == ["3", "¬", "S", "⇒", "¬S"]
    rows = changes(goat)
    assert rows["1 C"] == ("entailed", "undetermined", True)
    assert rows["count_models(S, B, L)"] == ("1", "3", True)
    text = "\n".join(line.text for line in answer_lines(goat, 110))
    assert "entailed      ≠ undetermined" in text
    assert "fails where ¬S ¬B L" in text


def test_unchanged_models_are_marked_and_nothing_changes_without_an_edit(goat: WhatIfView) -> None:
    assert goat.right == BASELINE
    assert marks(goat.left_rows) == marks(goat.right_rows) == [("=", "●●·")]
    assert {changed for _, _, changed in changes(goat).values()} == {False}


def test_premises_are_switched_off_negated_and_restored(goat: WhatIfView) -> None:
    goat.move(2)
    assert goat.toggle()
    show_preview(goat)
    assert [mark for mark, _ in marks(goat.right_rows)] == ["+", "+", "+", "="]
    assert goat.command().endswith("--edit 'drop 3'")
    goat.negate()
    assert goat.right == "alpha"
    goat.undo()
    assert goat.command().endswith("--edit 'drop 3'")
    goat.redo()
    assert goat.right == "alpha"
    goat.reset()
    assert goat.right == BASELINE
    for _move in range(3):
        assert goat.undo()
    assert not goat.undo()


def test_an_error_has_its_caret_and_the_last_valid_state_remains(goat: WhatIfView) -> None:
    goat.move(0)
    assert goat.edit() == "S → B"
    goat.type("S → B ∧ L")
    show_preview(goat)
    rows = marks(goat.right_rows)
    goat.type("S → B ∧ L ∧")
    assert goat.trouble() is not None
    assert goat.variant.edits
    show_preview(goat)
    assert marks(goat.right_rows) == rows
    lines = [line.text for line in premise_lines(goat, 44, True)]
    caret = next(line for line in lines if line.strip() == "^")
    assert width(caret) - 1 == 7 + len("S → B ∧ L ∧")
    assert "in force: S → B ∧ L" in "\n".join(lines)
    assert not goat.accept()
    goat.give_up()
    assert goat.right == BASELINE
    assert goat.edited_key is None


def test_a_new_premise_is_added_and_an_empty_one_is_not(goat: WhatIfView) -> None:
    goat.add()
    goat.type("L")
    assert goat.accept()
    show_preview(goat)
    assert goat.title(after_change=True) == "edited · 0 models ‼ contradictory"
    text = "\n".join(line.text for line in answer_lines(goat, 110))
    assert text.lstrip().startswith("‼ The premises of edited contradict one another")
    goat.add()
    assert goat.accept()
    assert len(goat.bench.premises) == 4


def test_a_name_declared_nowhere_is_reported(goat: WhatIfView) -> None:
    goat.add()
    goat.type("K → S")
    assert "K is not declared" in " ".join(
        line.text.strip() for line in premise_lines(goat, 60, True)
    )


def test_two_variants_are_compared() -> None:
    room = next(item for item in demo() if item.id == "demo/lamp-room")
    view = view_of(room, variant="beta", against="alpha")
    lines = "\n".join(line.text for line in premise_lines(view, 44, True))
    # Both add a seventh premise, another one each.
    assert "¬K  ⇒  ¬L" in lines
    assert view.command().endswith("--under beta --against alpha")
    assert {mark for mark, _ in marks(view.left_rows)} == {"−"}
    view.compare_with(BASELINE)
    show_preview(view)
    assert "+" not in {mark for mark, _ in marks(view.right_rows)}
    assert view.swap()
    show_preview(view)
    assert (view.left, view.right) == ("beta", BASELINE)
    text = "\n".join(line.text for line in premise_lines(view, 44, True))
    assert "only in beta: ¬L" in text


def test_the_command_shows_the_same_difference(goat: WhatIfView) -> None:
    goat.move(0)
    goat.toggle()
    goat.move(1)
    goat.edit()
    goat.type("L → B")
    goat.accept()
    show_preview(goat)
    words = shlex.split(goat.command())
    assert words[0] == "countermodel"
    ran = CliRunner().invoke(main, [*words[1:], "--json"])
    assert ran.exit_code == 0, ran.output
    data = json.loads(ran.stdout)
    assert goat.preview is not None
    diff = goat.preview.diff
    assert data["counts"]["kept"] == diff.kept.count
    assert data["counts"]["added"] == diff.added.count
    assert data["counts"]["removed"] == diff.removed.count


def test_no_line_is_wider_than_its_pane() -> None:
    item = choice_item(["A → B", "B → (C ∧ ¬A) ∨ (¬C ∧ A)"], ["A", "C"], language="zh")
    view = view_of(item)
    view.move(1)
    view.negate()
    show_preview(view)
    for cells in (24, 34, 76, 116):
        for lines in (premise_lines(view, cells, True), answer_lines(view, cells)):
            assert max(width(line.text) for line in lines) <= cells


def test_structures_replace_models_of_first_order_premises() -> None:
    socrates = Item.model_validate(
        {
            "id": "s",
            "text": "Every cat sings. Tom is a cat.",
            "questions": [{"id": "1", "kind": "necessary", "query": "necessary(S(t))"}],
            "formalization": {
                "parameters": {"C": "Function(1)", "S": "Function(1)", "t": "Cat"},
                "premise": ["∀x (C(x) → S(x))", "C(t)"],
            },
        }
    )
    view = view_of(socrates)
    view.move(1)
    view.toggle()
    show_preview(view)
    assert view.left_rows is not None
    assert view.left_rows.count == 0
    assert "first-order" in view.left_rows.incomplete_reason
    assert changes(view)["1"] == ("necessary", "unnecessary", True)
    assert "fails here:" in view.note(40, after_change=True)
    assert "fails here:" not in view.note(40, after_change=False)


def test_the_selected_premise_shows_answers_that_need_it_and_its_sentence(
    goat: WhatIfView,
) -> None:
    work = supports_work(goat)
    assert work is not None
    supports = work(Cancel())
    goat.supports, goat.alignments = supports.supports, supports.alignments
    goat.move(2)
    assert goat.needing(2)
    lines = premise_lines(goat, 60, True)
    needed_text = f"baseline: needed by {', '.join(goat.needing(2))}"
    assert needed_text in [line.text.strip() for line in lines]
    lit = [piece.text for line in lines for piece in line.pieces if piece.role == "marked"]
    assert lit
    assert all(text in goat.item.text for text in lit)
    goat.negate()
    show_preview(goat)
    assert goat.needing(2), "what the left side needs does not depend on the right"
