"""Editing on the spot: every move, undo, the same variant at the command line, and the preview."""

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.diff import diff
from solver.errors import FormulaError, InputError
from solver.inspection.preview import Previewer, preview
from solver.inspection.workbench import Workbench
from solver.language.edits import read_edits
from solver.language.loader import load_problem
from solver.language.problem import BASELINE, Problem
from solver.results import Model
from tests.effort import examples
from tests.solver.strategies import first_order_problems, propositional_problems

GOAT = {
    "premise": ["S -> B", "~(L & B)", "S"],
    "define": {"Quiet": "~B & ~L"},
    "question": ["necessary(~L)", "count_models(S, B, L)", "possible(Quiet)"],
    "variants": {
        "alpha": [{"op": "replace", "premise": 2, "formula": "~S"}],
        "beta": [{"op": "drop", "premise": 0}, {"op": "add", "formula": "L"}],
    },
}


@pytest.fixture
def bench() -> Workbench:
    return Workbench.of(load_problem(GOAT))


def test_a_workbench_begins_as_the_baseline(bench: Workbench) -> None:
    assert [line.text for line in bench.lines] == ["S → B", "¬(L ∧ B)", "S", "¬B ∧ ¬L"]
    assert not bench.changed
    assert bench.edits() == ()
    assert bench.undo() == bench


def test_off_negated_replaced_added(bench: Workbench) -> None:
    moved = bench.toggle(0).negate(1).type(2, "S | L").add("B")
    assert moved.edits() == ("drop 1", "negate 2", "replace 3 S | L", "add B")
    assert [premise.number for premise in moved.theory().premises] == [1, 2, 3]
    moved = moved.toggle(0).toggle(moved.last_key)
    assert moved.edits() == ("negate 2", "replace 3 S | L")
    assert moved.negate(1).edits() == ("replace 3 S | L",)
    assert moved.reset(2).edits() == ("negate 2",)
    assert len(moved.reset(moved.last_key).premises) == 3


def test_what_cannot_be_read_keeps_the_last_good_formula(bench: Workbench) -> None:
    good = bench.type(2, "S & L")
    bad = good.type(2, "S & L &")
    line = bad.line(2)
    assert line.text == "S & L &"
    assert isinstance(line.error, FormulaError)
    assert line.error.position == 7
    assert line.error.caret().endswith("^")
    assert bad.errors == (line,)
    assert bad.as_variant() == good.as_variant()
    assert bad.type(2, "S & L").errors == ()


def test_an_added_line_counts_only_once_it_can_be_read(bench: Workbench) -> None:
    empty = bench.add()
    assert empty.as_variant().edits == ()
    assert empty.type(empty.last_key, "L &").as_variant().edits == ()
    assert empty.type(empty.last_key, "L").edits() == ("add L",)


def test_names_declared_nowhere_are_warned_of(bench: Workbench) -> None:
    line = bench.type(0, "S -> Bx").line(0)
    assert line.error is None
    assert "Bx is not declared" in line.warnings[0]


def test_a_name_new_in_one_line_is_known_in_the_others(bench: Workbench) -> None:
    moved = bench.add("New(anna)").add("anna = otto")
    line = moved.add("anna").line(moved.last_key + 1)
    assert line.error is not None
    assert "not a formula" in line.error.message


def test_undo_and_redo_go_through_every_move(bench: Workbench) -> None:
    states = [bench, bench.negate(0)]
    states.append(states[-1].type(1, "L"))
    states.append(states[-1].add("B"))
    states.append(states[-1].type(defined(bench, "Quiet"), "B"))
    states.append(states[-1].remove(states[-1].last_key))
    back = states[-1]
    for wanted in reversed(states[:-1]):
        back = back.undo()
        assert back.lines == wanted.lines
    for wanted in states[1:]:
        back = back.redo()
        assert back.lines == wanted.lines
    assert back.redo() is back


def test_keystrokes_in_one_line_are_undone_together(bench: Workbench) -> None:
    typed = bench
    for text in ("S ", "S |", "S | L"):
        typed = typed.type(2, text)
    assert typed.undo().lines == bench.lines
    elsewhere = typed.type(1, "L").type(2, "S")
    assert elsewhere.undo().line(2).text == "S | L"
    assert typed.settled().type(2, "S").undo().line(2).text == "S | L"


def test_a_new_move_forgets_what_was_undone(bench: Workbench) -> None:
    assert bench.negate(0).undo().negate(1).redo_states == ()


def defined(bench: Workbench, name: str) -> int:
    (line,) = [line for line in bench.definitions if line.name == name]
    return line.key


def test_definitions_can_be_changed() -> None:
    definitions = {"Quiet": "~B & ~L", "Loud": "~Quiet"}
    bench = Workbench.of(load_problem({**GOAT, "define": definitions}))
    moved = bench.type(defined(bench, "Quiet"), "~B").type(defined(bench, "Loud"), "B")
    assert moved.edits() == ("define Quiet ~B", "define Loud B")
    moved = bench.type(defined(bench, "Quiet"), "~B")
    circle = moved.type(defined(bench, "Quiet"), "~Loud")
    assert circle.errors[0].name == "Quiet"
    assert circle.as_variant() == moved.as_variant()


@pytest.mark.parametrize("name", ["alpha", "beta"])
def test_a_variant_can_be_opened_and_is_named_again(name: str) -> None:
    problem = load_problem(GOAT)
    opened = Workbench.of(problem, name)
    assert opened.as_variant(name) == problem.variants[name]
    assert opened.command_line("f.json") == f"countermodel diff f.json --under {name}"


def test_the_command_line_is_quoted_and_names_what_it_is_compared_with() -> None:
    bench = Workbench.of(load_problem(GOAT)).type(0, "S -> ~B").compare("beta")
    line = bench.command_line("my items.jsonl", "the goat")
    assert shlex.split(line) == [
        "countermodel",
        "diff",
        "my items.jsonl",
        "--item",
        "the goat",
        "--edit",
        "replace 1 S -> ~B",
        "--against",
        "beta",
    ]
    with pytest.raises(InputError, match="no variant"):
        bench.compare("gamma")


@st.composite
def edited(draw: st.DrawFn, problem: Problem) -> Workbench:
    """Some moves on a problem, text that cannot be read among them."""
    bench = Workbench.of(problem)
    texts = st.sampled_from(["A", "A & B", "A ->", "~(A | C)", "", "F(a", "⊤"])
    for _ in range(draw(st.integers(0, 6))):
        keys = [line.key for line in bench.premises]
        move = draw(st.sampled_from(["toggle", "negate", "type", "add", "reset", "undo", "redo"]))
        if move == "add":
            bench = bench.add(draw(texts))
        elif move in ("undo", "redo"):
            bench = getattr(bench, move)()
        elif keys:
            key = draw(st.sampled_from(keys))
            bench = bench.type(key, draw(texts)) if move == "type" else getattr(bench, move)(key)
    return bench


@given(st.data(), st.one_of(propositional_problems(), first_order_problems()))
@examples(80)
def test_the_edits_typed_give_the_same_variant(data: st.DataObject, problem: Problem) -> None:
    bench = data.draw(edited(problem))
    assert read_edits(bench.edits(), problem).variant.edits == bench.as_variant().edits
    if bench.undo_states:
        assert bench.undo().redo().lines == bench.lines


# --- preview -----------------------------------------------------------------------------------


def test_the_preview_of_the_goat(bench: Workbench) -> None:
    outcome = preview(bench.negate(2))
    counts = (outcome.diff.kept.count, outcome.diff.removed.count, outcome.diff.added.count)
    assert counts == (0, 1, 3)
    assert outcome.diff.removed.models == ({"S": True, "B": True, "L": False},)
    assert [change.changed for change in outcome.diff.queries] == [True, True, True]
    assert outcome.added is not None
    assert outcome.added.view(["B"]).counts == {"B": {False: 1, True: 1}}


def test_two_variants_can_be_compared() -> None:
    problem = load_problem(GOAT)
    outcome = Previewer(problem, "alpha").preview("beta")
    assert (outcome.diff.before, outcome.diff.after) == ("alpha", "beta")
    wanted = diff(problem, "beta", "alpha")
    assert (outcome.diff.count_before, outcome.diff.count_after) == (
        wanted.count_before,
        wanted.count_after,
    )


def test_first_order_problems_are_previewed_without_models() -> None:
    problem = load_problem(
        {"premise": ["∀x (F(x) → G(x))", "F(a)"], "question": ["necessary(G(a))"]}
    )
    bench = Workbench.of(problem).toggle(0)
    previewer = Previewer(problem)
    assert not previewer.fast(bench.as_variant())
    outcome = preview(bench, previewer)
    assert (outcome.kept, outcome.diff.kept.models) == (None, None)
    assert [change.changed for change in outcome.diff.queries] == [True]


def rows(models: tuple[Model, ...] | None) -> set[frozenset[tuple[str, bool | str]]]:
    assert models is not None
    return {frozenset(model.items()) for model in models}


@given(st.data(), propositional_problems())
@examples(60)
def test_the_preview_is_the_difference(data: st.DataObject, problem: Problem) -> None:
    bench = data.draw(edited(problem))
    previewer = Previewer(problem, page=10_000)
    previewer.preview(BASELINE)
    outcome = preview(bench, previewer)
    wanted = diff(problem, bench.as_variant(), engine="worlds")
    for name in ("kept", "removed", "added"):
        entry, other = getattr(outcome.diff, name), getattr(wanted, name)
        assert rows(entry.models) == rows(other.models)
        assert entry.count == other.count
    changes = [change.changed for change in outcome.diff.queries]
    assert changes == [change.changed for change in wanted.queries]
    assert {name: report.consistent for name, report in outcome.diff.theories.items()} == {
        name: report.consistent for name, report in wanted.theories.items()
    }
