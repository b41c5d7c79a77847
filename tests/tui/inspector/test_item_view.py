"""The panes of one item as lines: their text, their marks, and that they fit."""

from itertools import product

import pytest

from items.files.loading import load
from items.formalizations.sentence_alignment import align
from items.inspection.analysis_run import analyse
from items.inspection.catalogue import Catalogue
from items.inspection.compute_figures import compute_figures
from items.inspection.figures import Figures
from items.models import Item, Option, Question
from items.scratchpads.formalize import formalized, readings_of
from solver.cancel import Cancel
from solver.inspection.formula_standing import FormulaVerdict
from solver.language.scratchpad_lines import read_scratch
from tests.effort import sampled
from tests.shared_data import shared_path
from tests.tui.inspector.researcher_session import demo
from tui.state.draft import Line
from tui.state.inspector.browse_view import BrowseView
from tui.state.inspector.explanation import ExplanationView, explanation_of, worked_out
from tui.state.inspector.item_findings import work_out
from tui.state.inspector.item_view import ItemView
from tui.state.inspector.notation import FormulaStyle
from tui.state.inspector.premise_pane import premise_lines
from tui.state.inspector.text_pane import text_lines
from tui.state.inspector.verdict_pane import evidence_lines, verdict_lines
from tui.text import width

PANES = (text_lines, premise_lines, verdict_lines, evidence_lines)


def worked_out_view(item: Item) -> ItemView:
    """The item, worked out."""
    analysis = analyse(item)
    view = ItemView(item)
    view.know(analysis, align(item, analysis.formal.problem) if analysis.formal is not None else ())
    return view


def text(lines: list[Line]) -> str:
    return "\n".join(line.text for line in lines)


def choice_item(premises: list[str], options: list[str], gold: str = "A", **more: object) -> Item:
    """A choice over A, B, C."""
    return Item.model_validate(
        {
            "id": "told",
            "text": "Something.",
            "questions": [
                {
                    "id": "1",
                    "kind": "choice",
                    "options": [{"text": f"option {f}", "formula": f} for f in options],
                    "gold": {"kind": "choice", "option": "ABCD".index(gold)},
                }
            ],
            "formalization": {"parameters": dict.fromkeys("ABC", "Bool"), "premise": premises},
            **more,
        }
    )


@pytest.fixture(scope="module")
def goat() -> ItemView:
    return worked_out_view(demo()[0])


def test_an_option_failing_in_its_world_is_selected_first(goat: ItemView) -> None:
    lines = text(evidence_lines(goat, 70, False)).splitlines()
    assert lines[0] == "✗ Option A, “L”, fails in this world:"
    assert lines[1].split() == ["S", "B", "L"]
    assert lines[2].split() == ["●", "●", "·"]
    assert "A goat sleeps on the roof." in lines[3]


def test_every_option_and_query_shows_both_engines(goat: ItemView) -> None:
    verdict_text = text(verdict_lines(goat, 80, True))
    assert "Question 1   gold C  ✓ proved" in verdict_text
    rows = {line.split()[0]: line for line in verdict_text.splitlines() if "worlds ✓ z3 ✓" in line}
    assert "✗ contradicted" in rows["B"]
    assert "◆ ¬L" in rows["C"]
    assert "✓ entailed" in rows["C"]
    assert "= unnecessary" in rows["necessary(¬L)"]
    assert goat.header()[1:3] == ("engines: worlds ✓  z3 ✓  agree", "gold proved ✓")


def test_formulas_are_shown_in_every_notation_next_to_their_words(goat: ItemView) -> None:
    view = ItemView(goat.item)
    assert goat.analysis is not None
    view.know(goat.analysis)
    forms = {}
    for style in FormulaStyle:
        assert view.formula_style is style
        forms[style] = text(premise_lines(view, 90, False))
        view.turn_notation()
    assert view.formula_style is FormulaStyle.UNICODE
    assert (
        "¬(L ∧ B)  not both the ferry is late and the baker whistles" in forms[FormulaStyle.UNICODE]
    )
    assert r"\neg (L \wedge B)" in forms[FormulaStyle.LATEX]
    assert "~(L & B)" in forms[FormulaStyle.ASCII]
    assert "∧" not in forms[FormulaStyle.WORDS]
    assert "not both the ferry is late and the baker whistles" in forms[FormulaStyle.WORDS]


@pytest.mark.parametrize("cells", [*range(1, 14), 20])
def test_premises_fit_any_width(goat: ItemView, cells: int) -> None:
    """A pane of a window that is made small is drawn at whatever is left of it."""
    drawn = text(premise_lines(goat, cells, True))
    assert "".join(drawn.split()).count("L∧B") == 1


def test_a_premise_and_its_sentence_are_highlighted_together(goat: ItemView) -> None:
    goat.point(1)
    marked = [p.text for line in text_lines(goat, 60, False) for p in line.pieces
              if p.role == "marked"]  # fmt: skip
    assert " ".join(marked).startswith("It is not the case that both the ferry is late")
    premise = [p.text for line in premise_lines(goat, 60, True) for p in line.pieces
               if p.role == "marked"]  # fmt: skip
    assert premise == ["¬(L ∧ B)"]


def test_supports_are_marked_one_after_another() -> None:
    view = worked_out_view(choice_item(["A", "A → B", "C", "C → B"], ["B", "¬B"]))
    view.select("0.0")

    def marked() -> list[str]:
        return [line.text.split()[0] for line in premise_lines(view, 60, False) if "●" in line.text]

    assert marked() == ["1", "2"]
    assert view.next_support()
    assert marked() == ["3", "4"]
    assert view.next_support()
    assert marked() == ["1", "2"]


def test_unneeded_premises_and_shared_facts_are_shown() -> None:
    view = worked_out_view(choice_item(["A", "A → B", "C ∨ ¬C"], ["B", "¬B"]))
    view.select("0.0")
    premise_text = text(premise_lines(view, 60, False))
    assert "no answer needs     3" in premise_text
    assert "true in all models  A, B" in premise_text
    assert "left open           C" in premise_text


def test_facts_that_were_not_checked_are_mentioned(monkeypatch: pytest.MonkeyPatch) -> None:
    item = choice_item(["∀x (F(x) → G(x))", "F(a)", "F(b)"], ["G(a)", "¬G(a)"])
    assert "not checked" not in text(premise_lines(worked_out_view(item), 60, False))
    monkeypatch.setattr("solver.inspection.backbone.MAX_ATOMS", 1)
    shown = text(premise_lines(worked_out_view(item), 80, False))
    assert "not checked" in shown
    assert "other facts: there are too many, or time was up" in shown


def test_inconsistent_premises_come_first_with_a_smallest_conflict() -> None:
    view = worked_out_view(choice_item(["B", "A", "C → B", "¬A"], ["B", "¬B"]))
    lines = text(premise_lines(view, 60, False)).splitlines()
    assert lines[0] == "✗ The premises contradict one another."
    assert lines[1].strip() == "No world satisfies premises 2 4."
    assert "premises inconsistent" in text(verdict_lines(view, 80, False))


def test_proved_is_never_shown_alone_over_contradictory_premises() -> None:
    gold = {"kind": "verdict", "word": "necessary"}
    question = {"id": "1", "kind": "necessary", "query": "necessary(C)", "gold": gold}
    view = worked_out_view(choice_item(["B", "A", "C → B", "¬A"], ["A", "B"], questions=[question]))
    assert view.analysis is not None
    assert view.analysis.check.state == "proved"
    assert view.header()[2:] == ("‼ inconsistent · gold proved ✓", "bad")
    for pane in PANES:
        first = " ".join(line.text.strip() for line in pane(view, 60, False)[:2])
        assert "contradict one another" in first, pane.__name__
    for line in text(verdict_lines(view, 80, False)).splitlines():
        assert "proved" not in line or "contradict" in line
    figures = compute_figures(view.item)
    assert (figures.gold, figures.inconsistent) == ("proved", True)
    assert Figures.from_json(figures.to_json()) == figures
    table = BrowseView(Catalogue([view.item]))
    table.catalogue.update(0, figures)
    heads = [head for head in table.heads(80) if head.key == "gold"]
    assert [cell.text for cell in table.row_cells(0, heads)] == ["‼ inconsistent"]


def test_only_a_variant_with_contradictory_premises_is_named() -> None:
    formalization = {
        "parameters": {"A": "Bool", "B": "Bool"},
        "premise": ["A"],
        "variants": {"alpha": [{"op": "add", "formula": "¬A"}]},
        "question": ["necessary(B) under alpha"],
    }
    view = worked_out_view(choice_item([], ["A", "B"], formalization=formalization))
    assert view.inconsistent == ("alpha",)
    first = verdict_lines(view, 80, False)[0].text
    assert (
        first == "‼ The premises under alpha contradict one another: everything follows from them."
    )
    assert "gold A  ✓ proved" in text(verdict_lines(view, 90, False)), "the baseline has models"


def test_a_wrong_gold_is_selected_first_and_refuted() -> None:
    view = worked_out_view(choice_item(["A → B", "A"], ["B", "C"], gold="B"))
    assert view.header()[2:] == ("gold refuted ✗", "bad")
    evidence_text = text(evidence_lines(view, 70, False))
    assert evidence_text.startswith("✗ The gold answer B is wrong")
    assert "B: C does not follow" in evidence_text
    assert "as this world shows:" in evidence_text


def test_items_without_or_with_an_unreadable_formalization_say_so() -> None:
    plain = Item(id="x", text="Only text.", questions=(Question(id="1", kind="text", text="?"),))
    assert "This item has no formalization." in text(
        premise_lines(worked_out_view(plain), 40, False)
    )
    broken = choice_item(["A ∧"], ["A", "B"])
    premise_text = text(premise_lines(worked_out_view(broken), 60, False))
    assert "✗ The formalization cannot be read" in premise_text


def test_control_sequences_are_removed() -> None:
    evil = "\x1b[31mred\x1b]0;title\x07 \x9b2J\r\x00 [bold]x[/bold]"
    item = choice_item(["A"], ["A", "B"], title=evil).model_copy(
        update={
            "text": evil,
            "explanation": evil,
            "attributes": {"level": evil},
            "questions": (
                Question(
                    id="1",
                    kind="choice",
                    text=evil,
                    options=(Option(text=evil, formula="A"), Option(text=evil)),
                ),
            ),
        }
    )
    view = worked_out_view(item)
    for pane in PANES:
        lines = text(pane(view, 50, True))
        assert not set(lines) & {"\x1b", "\x07", "\x9b", "\r", "\x00"}
    assert "[bold]x[/bold]" in text(text_lines(view, 50, True))
    assert "\x1b" not in "".join(view.header()[:3])


@pytest.mark.slow
@pytest.mark.scaled
def test_no_line_of_a_built_in_item_is_too_wide() -> None:
    for item in sampled(demo(), 25):
        view = worked_out_view(item)
        for entry, cells in product(view.entries, (36, 74)):
            view.select(entry.key)
            for pane in PANES:
                wide = [line.text for line in pane(view, cells, True) if width(line.text) > cells]
                # A table of symbols may have a column wider than a pane; nothing else.
                assert [name for name in wide if "●" not in name and "·" not in name] == [], item.id


@pytest.mark.slow
@pytest.mark.scaled
def test_every_real_base_item_shows_verdicts_and_models_or_structures() -> None:
    items = load(shared_path("llmeval-logic/base")).items
    assert len(items) == 95
    for item in sampled(items, 12):
        known = work_out(item, Cancel())
        view = ItemView(item)
        view.know(known.analysis, known.alignments)
        assert known.analysis.error is None, item.id
        assert view.entries, item.id
        assert "worlds ✓" in text(verdict_lines(view, 80, True)) or "z3 ✓" in text(
            verdict_lines(view, 80, True)
        ), item.id
        assert view.header()[2] == "gold proved ✓", item.id
        theory = view.theory
        assert theory is not None
        if theory.report.consistent is not False:
            assert theory.models or theory.structures or theory.models_reason, item.id
        for entry in view.entries:
            view.select(entry.key)
            assert evidence_lines(view, 60, False), (item.id, entry.key)


def test_premises_of_an_enumeration_are_marked_too() -> None:
    item = next(entry for entry in demo() if entry.id == "demo/dinner-guests")
    known = work_out(item, Cancel())
    view = ItemView(item)
    view.know(known.analysis, known.alignments, known.decisive_claims)
    assert view.marked == (0, 1, 2, 3)
    assert "needs premises 1 2 3 4" in text(evidence_lines(view, 70, False))


def test_a_verdict_shown_by_a_world_needs_no_premise() -> None:
    """C follows from two premises; that C is possible, and ¬C unnecessary, needs neither."""
    questions = [{"id": n, "kind": "text", "text": "?", "gold": None} for n in "1234"]
    item = Item.model_validate({"id": "rain", "text": "It rains.", "questions": questions})
    pad = (
        "A: Bool\nC: Bool\nA\nA → C\n? possible(C)  # 1 = possible\n"
        "? necessary(C)  # 2 = necessary\n? necessary(¬C)  # 3 = unnecessary\n"
        "? possible(¬C)  # 4 = impossible\n"
    )
    scratch = read_scratch(pad)
    view = worked_out_view(formalized(item, scratch.formalization, readings_of(item, scratch)))
    supports = [entry.supports.sets if entry.supports else None for entry in view.entries]
    both = ((0, 1),)
    assert supports == [None, both, None, both]
    lines = [line for line in text(verdict_lines(view, 120, False)).splitlines() if "(" in line]
    assert ["needs 1 2" in line for line in lines] == [False, True, False, True]


def test_an_answer_with_two_claims_needs_and_explains_both() -> None:
    item = next(entry for entry in demo() if entry.id == "demo/barking-dogs")
    known = work_out(item, Cancel())
    view = ItemView(item)
    view.know(known.analysis, known.alignments, known.decisive_claims)
    assert "needs 1 2 3 4 5" in text(verdict_lines(view, 100, False))
    rows = [row.split() for row in text(evidence_lines(view, 70, False)).splitlines()]
    assert ["●", "needs", "premises", "1", "2", "3", "4", "5"] in rows
    own = [
        *("· ¬N(argo)", "needs premises 1 2 4"),
        *("· ¬N(bibi)", "needs premises 1 2 3 5"),
    ]
    first = rows.index(own[0].split())
    assert rows[first : first + 4] == [row.split() for row in own]
    assert not any(row[:1] == ["or"] for row in rows)
    # There is one set; it is lit, and `b` takes it apart for both claims at once.
    assert not view.next_support()
    explanation = explanation_of(view)
    assert explanation is not None
    assert explanation.consequence is not None
    assert explanation.numbers == (0, 1, 2, 3, 4)
    why = ExplanationView(view, explanation)
    why.know((worked_out(explanation, Cancel()),))
    assert why.explanation is not None
    assert why.explanation.core is not None
    assert why.explanation.core.premises == (0, 1, 2, 3, 4)
    assert "2 claims" in why.title
    assert "¬N(argo) ∧ ¬N(bibi)" in text(why.lines(100, True))


def test_a_statement_that_is_false_is_contradicted_not_only_unnecessary() -> None:
    item = Item.model_validate(
        {
            "id": "told",
            "text": "Something.",
            "questions": [
                {"id": "1", "kind": "truth", "query": "necessary(B)",
                 "gold": {"kind": "truth", "value": "false"}},
            ],
            "formalization": {"parameters": {"A": "Bool", "B": "Bool"}, "premise": ["B → A", "¬A"]},
        }
    )  # fmt: skip
    view = worked_out_view(item)
    assert "✗ contradicted" in text(verdict_lines(view, 80, True))
    evidence = text(evidence_lines(view, 80, True))
    assert "It holds in no model of the premises." in evidence
    assert "excluded by premises 1 2" in evidence
    assert view.marked == (0, 1)


def test_words_that_support_a_verdict_are_highlighted_in_the_text(goat: ItemView) -> None:
    def lit() -> str:
        lines = text_lines(goat, 60, False)
        return " ".join(p.text for line in lines for p in line.pieces if p.role == "marked")

    follows = next(
        entry.key
        for entry in goat.entries
        if entry.option is not None
        and entry.option.standing is not None
        and entry.option.standing.verdict is FormulaVerdict.ENTAILED
    )
    goat.select(follows)
    assert goat.marked
    words = lit()
    assert "the ferry is late" in words
    assert "provided that" not in words, "words of no atom are not lit"
    assert "a guess" in " ".join(line.text for line in text_lines(goat, 60, False))
    goat.point(0)
    assert "provided that" in lit(), "the whole sentence of the premise under the cursor"
    other = next(entry.key for entry in goat.entries if not entry.supports)
    goat.select(other)
    assert lit() == ""


def test_an_attachment_that_contradicts_itself_proves_and_refutes_nothing() -> None:
    gold = {"kind": "text", "text": "Yes."}
    questions = [{"id": n, "kind": "text", "text": "?", "gold": gold} for n in "12"]
    original = Item.model_validate({"id": "told", "text": "It is told.", "questions": questions})
    pad = "A: Bool\nA\n~A\n? necessary(A)  # 1 = necessary\n? possible(A)  # 2 = possible\n"
    scratch = read_scratch(pad)
    view = worked_out_view(
        formalized(original, scratch.formalization, readings_of(original, scratch))
    )
    verdict_text = text(verdict_lines(view, 120, False))
    assert verdict_text.count("Question 1   ‼ The premises contradict one another.") == 1
    assert verdict_text.count("Question 2   ‼ The premises contradict one another.") == 1
    assert "as attached: necessary" in verdict_text
    assert "published: “Yes.”" in verdict_text
    assert "proved" not in verdict_text
    assert "refuted" not in verdict_text
