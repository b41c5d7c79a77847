"""Claims written by hand that look truer than they are, and true ones beside them."""

from typing import Any

import pytest

from items.claims.claim import State
from items.claims.run import CheckedClaim, claims_of
from items.files.loading import load
from items.harden.hardener import Hardener
from items.models import Item
from tests.items.claims.results import result_of

PROVED, REFUTED, UNKNOWN = State.PROVED, State.REFUTED, State.UNKNOWN
VALUES = {"A": "Bool", "C": "Bool", "D": "Bool", "s": "Enum(x, y, z)", "t": "Enum(u, v)"}


def checked(
    claim: str,
    declared: dict[str, Any],
    premises: list[str],
    queries: list[str],
    **more: Any,
) -> CheckedClaim:
    item = Item.model_validate(
        {
            "id": "by-hand",
            "text": "t",
            "questions": [
                {"id": str(n), "kind": query.split("(")[0], "text": "?", "query": query}
                for n, query in enumerate(queries, 1)
            ],
            "formalization": {"parameters": VALUES, "premise": premises, **more},
            "claims": {claim: declared},
        }
    )
    return result_of(claims_of(item, only=(claim,)), claim)


@pytest.mark.parametrize(
    ("premises", "state"),
    [
        (["C → A", "s = x → A", "C → D"], REFUTED),
        (["A → C", "s = x → A", "C → D"], REFUTED),
        (["D → (A ↔ C)", "s = x → A", "C → s ≠ y"], REFUTED),
        (["A", "s = x → C", "A → C"], UNKNOWN),
        (["A ↔ C", "s = x → A", "C → D"], PROVED),
        (["A → C", "C → A", "s = x → A", "C → D"], PROVED),
    ],
)
def test_an_alias_holds_both_ways(premises: list[str], state: State) -> None:
    queries = ["enumerate_models(s, C, D)", "possible(s = x ∧ ¬C)"]
    outcome = checked("alias", {"names": [["A", "C"]]}, premises, queries).outcome
    assert outcome.state is state
    if state is REFUTED:
        world: Any = outcome.world
        assert world.get("A", False) != world.get("C", False)


@pytest.mark.parametrize(
    ("premises", "state"),
    [
        (["∀x (P(x) → Q(x))", "P(a)", "∀x (Q(x) → R(x))"], REFUTED),
        (["∀x (P(x) ↔ Q(x))", "P(a)", "∀x (Q(x) → R(x))"], PROVED),
    ],
)
def test_an_alias_of_predicates_holds_of_every_individual(
    premises: list[str], state: State
) -> None:
    parameters = {"a": "Person", **dict.fromkeys("PQR", "Function(1)")}
    queries = ["necessary(R(a))"]
    names = {"names": [["P", "Q"]]}
    assert checked("alias", names, premises, queries, parameters=parameters).state is state


@pytest.mark.parametrize(
    ("premise", "reading", "state"),
    [
        ("C ∨ ¬C", "¬A", REFUTED),
        ("C → D", "s = y", REFUTED),
        ("C → D", "C ∧ s = y", REFUTED),
        ("C → D", "(C ∨ ¬C) ∧ s = y", REFUTED),
        ("C → D ∨ ¬s = y ∨ s = y", "s = y", REFUTED),
        ("D → A", "A", PROVED),
        ("D → A", "D", PROVED),
        ("D → A", "A → D", REFUTED),
    ],
)
def test_a_reading_is_one_of_its_premise(premise: str, reading: str, state: State) -> None:
    declared = {"premises": [1], "readings": [reading]}
    premises = ["s = x → ¬A", premise]
    assert checked("distractor", declared, premises, ["enumerate_models(s, A)"]).state is state


def test_a_reading_contradicts_the_premises_neither_at_the_baseline_nor_under_a_variant() -> None:
    declared = {"premises": [2], "readings": ["¬A"]}
    queries = ["enumerate_models(s, t)", "enumerate_models(s, A) under alpha"]
    edits = {"variants": {"alpha": [{"op": "drop", "premise": 0}]}}
    premises = ["A", "s = x → A", "C → ¬A"]
    check = checked("distractor", declared, premises, queries, **edits)
    assert check.state is REFUTED
    assert "contradicts" in check.outcome.reason
    premises[0] = "A ∨ D"
    assert checked("distractor", declared, premises, queries, **edits).state is PROVED


@pytest.mark.parametrize(
    ("axes", "premises", "state", "told"),
    [
        (["A", "A"], ["s = x → A"], REFUTED, "named twice"),
        (["A", "¬A"], ["s = x → A"], REFUTED, "determines it"),
        (["s", "s = x"], ["s ≠ y"], REFUTED, "determines it"),
        (["s = x", "s"], ["s ≠ y"], REFUTED, "determines it"),
        (["A", "A ∧ C"], ["D → A"], REFUTED, "every combination"),
        (["s", "t", "A"], ["A", "s = x → t = u"], PROVED, "closed: A"),
        (["s", "A", "D"], ["D", "A"], REFUTED, "closed: A, D"),
        (["s", "A", "A"], ["s = x → A"], PROVED, "named twice"),
    ],
)
def test_axes_are_open_and_independent(
    axes: list[str], premises: list[str], state: State, told: str
) -> None:
    outcome = checked("branching", {"axes": axes}, premises, ["enumerate_models(s, t, A)"]).outcome
    assert outcome.state is state
    assert told in outcome.reason


def test_rules_that_are_added_go_on_from_those_of_the_base() -> None:
    base = next(i for i in load("builtin:demo").items if i.id == "demo/lamp-room")
    (item,) = Hardener((base,))(0).items
    numbers = [line.split(".")[0] for line in item.text.splitlines() if line[:1].isdigit()]
    assert numbers == [str(n) for n in range(1, len(numbers) + 1)]
    assert len(numbers) > 6
