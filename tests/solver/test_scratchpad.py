"""The scratchpad: lines to a problem and back, and errors next to their lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cancel import Budget, Cancel, GaveUp
from solver.errors import FormulaError
from solver.language.loader import load_problem
from solver.language.printer import Notation
from solver.language.problem import Problem
from solver.language.scratchpad import EXAMPLE, Scratchpad, write_scratch
from solver.language.scratchpad_lines import LineKind, read_scratch
from solver.language.syntax import EnumSort, PredicateSort
from solver.queries import solve_problem
from tests.effort import examples
from tests.solver.strategies import first_order_problems, propositional_problems


def test_the_example_is_read_and_answered() -> None:
    scratch = read_scratch(EXAMPLE)
    assert scratch.errors == ()
    assert scratch.problem is not None
    report = solve_problem(scratch.problem, engine="both")
    assert [str(q.answer.verdict) for q in report.queries] == ["necessary", "None"]
    assert report.queries[1].answer.count == 3
    assert scratch.problem.signature.symbols[("L", 0)].gloss == "the ferry is late"


def test_every_kind_of_line() -> None:
    scratch = read_scratch(
        """\
status: Enum(going, not_going) -- what became of it
P(x, y): -- x sings to y
F(x): Function
anna, otto: Person
A -- this is no symbol
"""
    )
    assert [line.kind for line in scratch.lines][:5] == [*[LineKind.SYMBOL] * 4, LineKind.PREMISE]
    assert scratch.errors[0].number == 4
    good = read_scratch(scratch.text.replace("A --", "# A --"))
    assert good.problem is not None
    symbols = good.problem.signature.symbols
    assert symbols[("status", 0)].sort == EnumSort(("going", "not_going"))
    assert symbols[("P", 2)].sort == PredicateSort(2)
    assert symbols[("P", 2)].places == ("x", "y")
    assert symbols[("F", 1)].sort == PredicateSort(1)
    assert good.problem.signature.constants() == ("anna", "otto")


def test_a_hard_item_by_hand() -> None:
    """Closed value sets, projections onto defined rules, several variants, many questions."""
    scratch = read_scratch(
        """\
path: Enum(outside, terrace, dryer, window) -- how the coat dried
rain: Bool -- it rained
plug: Enum(dehumidifier, heater) -- what the plug recorded
Dehumid := plug = dehumidifier
Rule1 := path = terrace | path = window
path = outside -> ~rain      # a line in the garden
path = terrace -> Dehumid
path = window -> Dehumid & ~rain
? count_models(path, rain, plug)
? projection(possible; Rule1, path = outside) under alpha
? enumerate_models(path, Rule1) under beta
@alpha add rain
@beta add plug = heater
@beta add path != outside
"""
    )
    assert scratch.problem is not None
    report = solve_problem(scratch.problem, engine="both")
    assert not report.disagreements
    first, second, third = (query.answer for query in report.queries)
    # outside 1·2, terrace 2·1, dryer 2·2, window 1·1
    assert first.count == 9
    assert second.projection == ("Rule1",)
    assert third.models == ({"path": "dryer", "Rule1": False},)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("A\nA ->\nB", 1, 4, "expected a formula"),
        ("  A & & B", 0, 6, "expected a formula"),
        ("s: Enum(a, b)\n   s = c", 1, 7, "not a value"),
        ("A\n? necessary(A", 1, 13, "bracket"),
        ("A\n?frob(A)", 1, None, ""),
        ("X := A &", 0, 8, "expected a formula"),
        ("X := Y\nY := X\nA", 1, None, "circular"),
        ("A\n@alpha replace 1 A |", 1, 20, "expected a formula"),
        ("A\n@alpha drop 2", 1, None, "no premise 2"),
        ("A\n@alpha drop " + "9" * 5000, 1, None, "no premise 9"),
        ("A\n@alpha drop 1\n@alpha negate 1", 2, None, ""),
        ("A\n@alpha turn 1", 1, None, "not an edit"),
        ("A: Bool\nA: Bool", 1, None, "already in line 1"),
        ("A := B\nA: Bool", 1, None, "already in line 1"),
        ("A: Enum()", 0, None, "cannot name a value"),
        ("A\n? possible(A) under alpha", 1, None, "alpha"),
        ("@baseline add A", 0, None, ""),
    ],
)
def test_errors_stand_next_to_their_lines(
    text: str, line: int, column: int | None, message: str
) -> None:
    scratch = read_scratch(text)
    assert scratch.problem is None
    assert [scratch_line.number for scratch_line in scratch.errors] == [line]
    error = scratch.errors[0].error
    assert error is not None
    assert message in f"{error.message} {error.hint}"
    if column is not None:
        assert isinstance(error, FormulaError)
        assert scratch.errors[0].column == column


def test_one_bad_line_leaves_the_numbers_of_the_others() -> None:
    scratch = read_scratch("A ->\nB\n@alpha drop 2")
    assert [error.number for error in scratch.errors] == [0]
    assert scratch.formalization["variants"] == {"alpha": [{"op": "drop", "premise": 1}]}


def test_the_last_good_problem_stays_while_typing() -> None:
    pad = Scratchpad.of("A\n? possible(A)")
    good = pad.readable_problem
    broken = pad.typed("A &\n? possible(A)")
    assert broken.stale
    assert broken.readable_problem is good
    mended = broken.typed("A & B\n? possible(A)")
    assert not mended.stale
    assert mended.readable_problem is not None
    assert mended.readable_problem.premises != (good.premises if good else ())


def test_an_empty_pad_is_an_empty_problem() -> None:
    pad = Scratchpad.of()
    assert pad.readable_problem is not None
    assert pad.readable_problem.premises == ()


@given(st.text(alphabet="AB:=?@#-> ~&|()x,1dropEnumBool\n", max_size=60))
@examples(200)
def test_any_text_is_read_without_raising(text: str) -> None:
    scratch = read_scratch(text)
    assert len(scratch.lines) == text.count("\n") + 1
    if scratch.problem is None:
        assert scratch.errors or scratch.error is not None
    else:
        again = load_problem(scratch.formalization)
        assert again.premises == scratch.problem.premises


@pytest.mark.slow
@given(st.one_of(propositional_problems(), first_order_problems()), st.sampled_from(list(Notation)))
@examples(100)
def test_problems_come_back_from_their_lines(problem: Problem, notation: Notation) -> None:
    scratch = read_scratch(write_scratch(problem, notation))
    assert scratch.errors == ()
    assert scratch.problem is not None
    assert scratch.problem.premises == problem.premises
    assert dict(scratch.problem.definitions) == dict(problem.definitions)
    assert scratch.problem.queries == problem.queries
    assert {k: v.edits for k, v in scratch.problem.variants.items()} == {
        k: v.edits for k, v in problem.variants.items()
    }


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("A\n" * 2_000, "expected at most 2,000 lines, found 2,001"),
        ("A" * 200_001, "expected at most 200,000 characters, found 200,001"),
    ],
    ids=["lines", "characters"],
)
def test_a_text_that_is_too_long_is_not_read(text: str, reason: str) -> None:
    scratch = read_scratch(text)
    assert scratch.error is not None
    assert (scratch.error.title, scratch.error.message) == ("The text is too long", reason)
    assert (scratch.problem, scratch.lines) == (None, ())
    assert read_scratch(text[:-2]).error is None


def test_reading_ends_with_its_budget_and_is_given_up_when_stopped() -> None:
    text = EXAMPLE + "A &\n" * 40
    scratch = read_scratch(text, Budget.of(0))
    assert scratch.error is not None
    assert scratch.error.message == "timeout"
    assert scratch.problem is None
    assert scratch.answerable is None
    assert scratch.text == text
    token = Cancel()
    token.cancel()
    with pytest.raises(GaveUp, match="interrupted"):
        read_scratch(text, Budget.of(10, token))
    # What is kept from before stays good.
    pad = Scratchpad.of(EXAMPLE).typed(text, Budget.of(0))
    assert pad.readable_problem is not None
    assert pad.stale
