"""Why answers are wrong: the world that refutes each, and what would have to go."""

from typing import Any

import pytest

from items.answers import Answer
from items.formal import FormalItem, formal_item
from items.gold.refutation import ObjectionKind, Refutation, refute
from items.inspection.blocking import BlockingPremises, blocking_premises
from items.models import Item
from items.values.answer_text import parse_answer
from solver.cancel import Cancel, Cancelled
from solver.language.edits import theory
from solver.queries import Session
from solver.results import EngineChoice
from tests.items.inspected_items import asking, item

XOR = ["A | B", "~(A & B)"]


def session_and_answer(
    one: Item, text: str, place: int = 0, engine: EngineChoice = "both"
) -> tuple[FormalItem, Answer, Session]:
    formal = formal_item(one)
    assert formal is not None
    query = formal.queries.get(place)
    session = Session(
        theory(formal.problem, None if query is None else query.under),
        formal.problem.queries,
        engine,
    )
    return formal, parse_answer(text, one.leaves[place], one.formalization), session


def refuted(one: Item, text: str, place: int = 0) -> Refutation:
    formal, answer, session = session_and_answer(one, text, place)
    return refute(one, formal, place, answer, session)


def mended(one: Item, text: str, place: int = 0, **caps: Any) -> BlockingPremises:
    formal, answer, session = session_and_answer(one, text, place)
    return blocking_premises(one, formal, place, answer, session, **caps)


@pytest.mark.parametrize(
    ("premises", "query", "answer", "why", "about", "world"),
    [
        (XOR, "necessary(A)", "necessary", ObjectionKind.FAILS, "", {"A": False, "B": True}),
        (XOR, "possible(A)", "impossible", ObjectionKind.HOLDS, "", {"A": True, "B": False}),
        (XOR, "necessary(A | B)", "unnecessary", ObjectionKind.FOLLOWS, "", None),
        (XOR, "possible(A & B)", "possible", ObjectionKind.EXCLUDED, "", None),
        (
            XOR,
            "has_alternative(A; A)",
            "no_alternative",
            ObjectionKind.FAILS,
            "",
            {"A": False, "B": True},
        ),
        (["A"], "has_alternative(A; A)", "alternative", ObjectionKind.FOLLOWS, "", None),
        (["A"], "has_alternative(A)", "alternative", ObjectionKind.FOLLOWS, "", None),
        (
            XOR,
            "enumerate_models(A, B)",
            "{(A)}",
            ObjectionKind.MISSED,
            "(B)",
            {"A": False, "B": True},
        ),
        (
            XOR,
            "enumerate_models(A, B)",
            "{(A), (B), (A, B)}",
            ObjectionKind.EXCLUDED,
            "(A, B)",
            None,
        ),
        (
            ["A", "B"],
            "enumerate_models(B, A)",
            "{}",
            ObjectionKind.MISSED,
            "(B, A)",
            {"A": True, "B": True},
        ),
        (XOR, "count_models(A, B)", "3", ObjectionKind.NUMBER, "3", None),
        (
            XOR,
            "unique_solution(A, B)",
            "unique {(A)}",
            ObjectionKind.FAILS,
            "(A)",
            {"A": False, "B": True},
        ),
        (["A", "B"], "unique_solution(A, B)", "not_unique", ObjectionKind.FOLLOWS, "(A, B)", None),
        (
            ["A", "B"],
            "unique_solution(A, B)",
            "none",
            ObjectionKind.MISSED,
            "",
            {"A": True, "B": True},
        ),
        (["A", "~A"], "unique_solution(A)", "not_unique", ObjectionKind.INCONSISTENT, "", None),
        (
            XOR,
            "projection(necessary; A, A | B)",
            "{A, A ∨ B}",
            ObjectionKind.FAILS,
            "A",
            {"A": False, "B": True},
        ),
        (XOR, "projection(necessary; A, A | B)", "{}", ObjectionKind.FOLLOWS, "A ∨ B", None),
        (
            XOR,
            "projection(possible; A, A & B)",
            "{A, A ∧ B}",
            ObjectionKind.EXCLUDED,
            "A ∧ B",
            None,
        ),
        (
            XOR,
            "projection(possible; A, A & B)",
            "{}",
            ObjectionKind.HOLDS,
            "A",
            {"A": True, "B": False},
        ),
    ],
)
def test_every_kind_of_wrong_answer(
    premises: list[str], query: str, answer: str, why: ObjectionKind, about: str, world: object
) -> None:
    refutation = refuted(asking(premises, query), answer)
    assert [(o.kind, o.subject) for o in refutation.objections] == [(why, about)]
    assert refutation.world == world
    objection = refutation.objections[0]
    if why in (ObjectionKind.FOLLOWS, ObjectionKind.EXCLUDED, ObjectionKind.INCONSISTENT):
        assert objection.supports is not None
        assert objection.supports.sets
    if why is ObjectionKind.NUMBER:
        assert objection.count == 2


def test_a_solution_that_is_none() -> None:
    refutation = refuted(asking(["A", "B"], "unique_solution(A, B)"), "unique {(A)}")
    assert {(o.kind, o.subject) for o in refutation.objections} == {
        (ObjectionKind.EXCLUDED, "(A)"),
        (ObjectionKind.FAILS, "(A)"),
    }
    assert refutation.world == {"A": True, "B": True}


def test_individuals() -> None:
    entry = asking(
        ["F(anna)", "~F(otto) | ~F(anna)"],
        "enumerate_models(F(x), x)",
        parameters={"anna": "Person", "otto": "Person", "F": "Function(1)"},
    )
    refutation = refuted(entry, "{otto}")
    assert {(o.kind, o.subject) for o in refutation.objections} == {
        (ObjectionKind.EXCLUDED, "otto"),
        (ObjectionKind.HOLDS, "anna"),
    }


def test_wrong_options() -> None:
    late = refuted(item(), "A")
    assert (late.objections[0].kind, late.objections[0].subject) == (ObjectionKind.FAILS, "A")
    assert late.world == {"S": True, "B": True, "L": False, "C": True}
    none = refuted(item(), "N")
    assert [(o.kind, o.subject) for o in none.objections] == [(ObjectionKind.FOLLOWS, "B")]


@pytest.mark.parametrize(
    ("answer", "why"), [("True", ObjectionKind.FAILS), ("Unknown", ObjectionKind.EXCLUDED)]
)
def test_wrong_truth_values(answer: str, why: ObjectionKind) -> None:
    refutation = refuted(item(), answer, place=3)
    assert [o.kind for o in refutation.objections] == [why]


def test_nothing_speaks_against_a_right_answer() -> None:
    for place, text in ((0, "B"), (1, "necessary"), (2, "3"), (3, "False")):
        refutation = refuted(item(), text, place)
        assert refutation.objections == ()
        assert refutation.reason


# --- what would have to go ---------------------------------------------------------------------


def test_the_fewest_premises_without_which_it_would_be_right() -> None:
    premises = mended(item(), "Unknown", place=3)
    assert premises.premises == (0,)
    assert set(premises.further_sets) == {(1,), (2,)}
    assert premises.exhausted


def test_a_set_of_two() -> None:
    entry = asking(["A", "A", "B"], "necessary(A)", "necessary")
    premises = mended(entry, "unnecessary")
    assert (premises.premises, premises.further_sets, premises.exhausted) == ((0, 1), (), True)


def test_less_never_makes_more_follow() -> None:
    premises = mended(asking(XOR, "necessary(A)"), "necessary")
    assert (premises.premises, premises.exhausted) == (None, True)
    assert premises.reason


def test_none_at_all_and_none_within_the_cap() -> None:
    entry = asking(XOR, "count_models(A, B)")
    assert mended(entry, "3").premises in ((0,), (1,))
    never = mended(entry, "7")
    assert (never.premises, never.exhausted) == (None, True)
    capped = mended(asking(["A", "A", "A"], "necessary(A)"), "unnecessary", max_size=2)
    assert (capped.premises, capped.exhausted) == (None, False)
    hasty = mended(asking(["A", "A"], "necessary(A)"), "unnecessary", seconds=-1.0)
    assert (hasty.premises, hasty.exhausted, hasty.reason) == (
        None,
        False,
        "the time limit was reached",
    )


def test_it_looks_at_the_variant_the_question_is_asked_under() -> None:
    premises = mended(item(), "4", place=2)
    assert premises.premises in ((1,), (2,))
    assert {premises.premises, *premises.further_sets} == {(1,), (2,)}


def test_the_search_can_be_stopped() -> None:
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Cancelled):
        mended(item(), "Unknown", place=3, cancel=cancel)
