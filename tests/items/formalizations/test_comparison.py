"""Formalizations against the gold: premises both ways, symbols, queries, answers, verdicts."""

from collections.abc import Mapping
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from items.formalizations.comparison import (
    ComparisonVerdict,
    FormalComparison,
    Gate,
    Pattern,
    compare_formalizations,
)
from items.formalizations.symbols import MatchBasis
from solver.language.loader import load_problem
from solver.language.problem import Problem
from solver.premise_relation import Relation
from tests.effort import examples
from tests.items.formalizations.puzzles import CAGE, GOLD, changed
from tests.solver.truth_tables import holds


def compared(candidate: Problem, gold: Mapping[str, object] = GOLD) -> FormalComparison:
    return compare_formalizations(candidate, load_problem(gold), timeout=10)


def test_the_gold_is_equivalent_to_itself() -> None:
    formal_comparison = compared(changed(GOLD))
    assert (formal_comparison.standing, formal_comparison.gate) == (
        ComparisonVerdict.EQUIVALENT,
        Gate.EQUIVALENT,
    )
    assert formal_comparison.premises.relation is Relation.EQUIVALENT
    assert [answer.value for answer in formal_comparison.answers] == [
        "possible",
        "necessary",
        [[], ["B"], ["L"], ["S", "B"]],
    ]


@pytest.mark.parametrize(
    ("premise", "relation", "extras", "missing"),
    [
        (["~B -> ~S", "~L | ~B"], Relation.EQUIVALENT, [], []),
        (["~(L & B)", "S -> B", "S -> ~L"], Relation.EQUIVALENT, [], []),
        (["S -> B"], Relation.WEAKER, [], [1]),
        (["S <-> B", "~(L & B)"], Relation.STRONGER, [0], []),
        (["S <-> B"], Relation.INCOMPARABLE, [0], [1]),
        (["S -> B", "~(L & B)", "S & L"], Relation.STRONGER, [2], []),
    ],
)
def test_extras_and_missing_premises_are_named(
    premise: list[str], relation: Relation, extras: list[int], missing: list[int]
) -> None:
    premises = compared(changed(GOLD, premise=premise)).premises
    assert premises.relation is relation
    assert [extra.premise for extra in premises.extras] == extras
    assert [step.premise for step in premises.missing] == missing


def test_the_world_of_a_difference_shows_it() -> None:
    premises = compared(changed(GOLD, premise=["S <-> B"])).premises
    (extra,) = premises.extras
    (missing,) = premises.missing
    # Under the gold B without S; under the candidate L with B.
    assert extra.world == {"S": False, "B": True, "L": False}
    assert missing.world == {"S": True, "B": True, "L": True}


@pytest.mark.parametrize(
    ("premise", "patterns"),
    [
        (["S -> B", "~(L & B)", "B -> ~S"], [Pattern.OVER_CONSTRAINED]),
        (["B -> S", "~(L & B)"], [Pattern.FLIPPED]),
        (["~(L & B)"], [Pattern.OMITTED]),
        (["S <-> B", "S | L"], [Pattern.OVER_CONSTRAINED, Pattern.FLIPPED, Pattern.OMITTED]),
        (["~B | S", "~(L & B)"], [Pattern.FLIPPED]),
        # → against ↔ is the paper's example; the rest only says more, or less, of the same symbols.
        (["S <-> B", "~(L & B)"], [Pattern.OVER_CONSTRAINED, Pattern.FLIPPED]),
        (["~S & B", "~(L & B)"], [Pattern.OVER_CONSTRAINED]),
        (["~S", "~(L & B)"], [Pattern.OVER_CONSTRAINED]),
        (["S -> B", "~L & ~B"], [Pattern.OVER_CONSTRAINED]),
        (["S -> ~B", "~(L & B)"], [Pattern.OVER_CONSTRAINED, Pattern.OMITTED]),
        (["S -> B", "L | ~L | B"], [Pattern.OMITTED]),
    ],
)
def test_appendix_e_patterns_are_distinguished(premise: list[str], patterns: list[Pattern]) -> None:
    assert list(compared(changed(GOLD, premise=premise)).patterns) == patterns


@pytest.mark.parametrize(
    ("gold", "premise", "patterns"),
    [
        ("P(a, b)", "P(b, a)", [Pattern.FLIPPED]),
        ("forall x y (P(x, y) -> F(x))", "forall x y (P(y, x) -> F(x))", [Pattern.FLIPPED]),
        ("forall x (F(x) -> P(x, a))", "forall x (P(x, a) -> F(x))", [Pattern.FLIPPED]),
        ("F(a) -> (P(a, b) -> P(b, b))", "F(a) -> (P(b, b) -> P(a, b))", [Pattern.FLIPPED]),
        ("forall x (F(x) -> P(x, a))", "forall x (F(x) & P(x, a))", [Pattern.OVER_CONSTRAINED]),
        ("exists x (F(x) & P(x, a))", "forall x (F(x) & P(x, a))", [Pattern.OVER_CONSTRAINED]),
        ("P(a, b) & P(b, b)", "P(a, b) | P(b, b)", [Pattern.OMITTED]),
        (
            "forall x (F(x) <-> P(x, a))",
            "forall x (P(x, a) -> F(x))",
            [Pattern.FLIPPED, Pattern.OMITTED],
        ),
        # A part that says nothing beside the rest is no turned relation.
        ("~P(a, b)", "~P(a, b) & (P(b, a) -> P(b, b))", [Pattern.OVER_CONSTRAINED]),
        (
            "~P(b, a)",
            "~P(a, b) & (P(b, a) -> P(b, b))",
            [Pattern.OVER_CONSTRAINED, Pattern.OMITTED],
        ),
    ],
)
def test_a_relation_is_flipped_only_where_a_premise_turned_round_gives_the_candidate(
    gold: str, premise: str, patterns: list[Pattern]
) -> None:
    whole = {**CAGE, "premise": [gold]}
    assert list(compared(changed(CAGE, premise=[premise]), whole).patterns) == patterns


def test_right_by_accident_is_marked() -> None:
    queries = ["possible(L)"]
    gold = {**GOLD, "question": queries}
    formal_comparison = compared(
        changed(GOLD, premise=["B -> S", "~(L & B)"], question=queries), gold
    )
    assert (formal_comparison.answers_same, formal_comparison.standing) == (
        True,
        ComparisonVerdict.ACCIDENT,
    )
    assert formal_comparison.gate is Gate.SOFT_REVIEW
    flipped = compared(changed(GOLD, premise=["L -> B", "~(L & B)"], question=queries), gold)
    assert (flipped.answers_same, flipped.standing) == (False, ComparisonVerdict.DIFFERENT)
    assert flipped.gate is Gate.FAILED


def test_premises_without_a_model_are_compared_classically() -> None:
    formal_comparison = compared(changed(GOLD, premise=["S", "~S"]))
    assert (formal_comparison.premises.second_consistent, formal_comparison.relation) == (
        False,
        "stronger",
    )
    assert [answer.value for answer in formal_comparison.answers] == ["impossible", "necessary", []]


# --- symbols -----------------------------------------------------------------------------------


def test_symbols_are_matched_by_gloss_and_not_by_name() -> None:
    turned = load_problem(
        {
            "parameters": {"B": "Bool", "L": "Bool", "S": "Bool"},
            "translation": {
                "B": "a goat sleeps on the roof",
                "L": "the baker whistles",
                "S": "The ferry is late.",
            },
            "premise": ["B -> L", "~(S & L)"],
            "question": ["possible(S)", "necessary(B -> ~S)", "enumerate_models(B, L, S)"],
        }
    )
    formal_comparison = compared(turned)
    assert formal_comparison.standing is ComparisonVerdict.EQUIVALENT
    assert {m.symbol.name: (m.gold.name, m.basis) for m in formal_comparison.alignment.matches} == {
        "B": ("S", MatchBasis.GLOSS),
        "L": ("B", MatchBasis.GLOSS),
        "S": ("L", MatchBasis.NORMALIZED),
    }
    assert formal_comparison.answers[2].value == [[], ["B"], ["L"], ["S", "B"]]


def test_the_order_of_places_follows_the_gloss() -> None:
    heard = load_problem(
        {
            "parameters": {"F": "Function(1)", "Q": "Function(2)", "a": "Person", "b": "Person"},
            "translation": {"F(x)": "x sings", "Q(y, x)": "x hears y", "a": "Ada", "b": "Bo"},
            "premise": ["forall x (F(x) -> exists y Q(x, y))", "Q(b, a)", "F(a)", "a != b"],
            "question": ["enumerate_models(F(x), x)", "necessary(exists x Q(a, x))"],
        }
    )
    assert compared(heard, CAGE).standing is ComparisonVerdict.EQUIVALENT
    straight = changed(CAGE, premise=["forall x (F(x) -> exists y P(x, y))", *CAGE["premise"][1:]])
    assert compared(straight, CAGE).standing is not ComparisonVerdict.EQUIVALENT


def test_a_symbol_with_another_meaning_is_not_the_gold_s() -> None:
    glosses = {**GOLD["translation"], "L": "no dog barks at night"}
    formal_comparison = compared(changed(GOLD, translation=glosses))
    assert [symbol.name for symbol in formal_comparison.alignment.free] == ["L"]
    assert [symbol.name for symbol in formal_comparison.alignment.unmatched] == ["L"]
    assert formal_comparison.standing is ComparisonVerdict.NOT_COMPARABLE
    comparison = compare_formalizations(
        changed(GOLD, translation=glosses), load_problem(GOLD), timeout=10, by_name=True
    )
    assert comparison.standing is ComparisonVerdict.EQUIVALENT


def test_an_enum_and_a_definition_are_compared_by_what_they_say() -> None:
    gold: dict[str, object] = {
        "parameters": {"status": "Enum(going, off, open)", "R": "Bool"},
        "translation": {"status": "what became of the trip", "R": "it rains"},
        "premise": ["R -> status = off", "status != open"],
        "question": ["count_models(status)", "enumerate_models(status, R)"],
    }
    other = {
        "parameters": {"trip": "Enum(off, going, open)", "W": "Bool"},
        "translation": {"trip": "what became of the trip", "W": "it rains"},
        "define": {"Settled": "trip = off | trip = going"},
        "premise": ["Settled", "trip = going -> ~W"],
        "question": ["count_models(trip)", "enumerate_models(W, trip)"],
    }
    formal_comparison = compared(load_problem(other), gold)
    assert formal_comparison.standing is ComparisonVerdict.EQUIVALENT
    assert formal_comparison.answers[1].value == [
        ["R", "status=off"],
        ["status=going"],
        ["status=off"],
    ]


# --- queries -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "same"),
    [
        (["possible(~~L)", "necessary(~(S & L))", "enumerate_models(L, B, S)"], True),
        (["necessary(S -> ~L)", "enumerate_models(S, B, L)", "possible(L)"], True),
        (["possible(~L)", "necessary(S -> ~L)", "enumerate_models(S, B, L)"], False),
        (["possible(L)", "possible(S -> ~L)", "enumerate_models(S, B, L)"], False),
        (["possible(L)", "necessary(S -> ~L)", "enumerate_models(S, L)"], False),
        (["possible(L)", "necessary(S -> ~L)", "count_models(S, B, L)"], False),
        (["possible(L)", "necessary(S -> ~L)"], False),
    ],
)
def test_queries_are_the_same_by_what_they_ask(question: list[str], same: bool) -> None:
    assert compared(changed(GOLD, question=question)).query_same is same


def test_answers_are_held_against_the_query_that_asks_the_same() -> None:
    turned = ["necessary(S -> ~L)", "enumerate_models(S, B, L)", "possible(L)"]
    formal_comparison = compared(changed(GOLD, question=turned))
    assert (formal_comparison.partners, formal_comparison.answers_same) == ((2, 0, 1), True)


def test_counts_are_those_of_true_targets_and_of_cases() -> None:
    formal_comparison = compared(changed(GOLD, question=["count_models(S, B, L)"]))
    (answer,) = formal_comparison.answers
    assert (answer.value, answer.cases) == ([0, 1, 2], 4)


@pytest.mark.parametrize(
    ("query", "value"),
    [
        ("unique_solution(S, B)", "not_unique"),
        ("unique_solution(S, B) given S", ["unique", ["S", "B"]]),
        ("has_alternative(S, L; S -> L)", "alternative"),
        ("has_alternative(S, L)", "alternative"),
        ("projection(necessary; ~(S & L), B)", ["¬(S ∧ L)"]),
        ("projection(possible; L, S & L, S)", ["L", "S"]),
        ("count_models(S, B, L) under alpha", [1, 2]),
    ],
)
def test_every_kind_of_query_has_a_plain_answer(query: str, value: object) -> None:
    variants = {"alpha": [{"op": "add", "formula": "S | L"}]}
    formal_comparison = compared(changed(GOLD, question=[query], variants=variants))
    assert formal_comparison.answers[0].value == value


def test_what_is_not_decided_is_unknown_and_never_a_verdict() -> None:
    candidate = changed(CAGE, premise=["forall x P(x, x)", "F(a)"])
    formal_comparison = compare_formalizations(candidate, load_problem(CAGE), timeout=1e-9)
    assert formal_comparison.premises.equivalent is None
    assert [step.reason for step in formal_comparison.premises.undecided] == ["timeout"] * 4
    assert formal_comparison.answers_same is None
    assert (formal_comparison.standing, formal_comparison.gate) == (
        ComparisonVerdict.UNKNOWN,
        Gate.UNKNOWN,
    )


# --- against truth tables ----------------------------------------------------------------------

FORMULAS = st.recursive(
    st.sampled_from(["A", "B", "C"]),
    lambda inner: st.one_of(
        inner.map(lambda f: f"~({f})"),
        st.tuples(inner, st.sampled_from(["&", "|", "->", "<->"]), inner).map(
            lambda parts: f"({parts[0]}) {parts[1]} ({parts[2]})"
        ),
    ),
    max_leaves=5,
)
SETS = st.lists(FORMULAS, max_size=3)


@given(SETS, SETS)
@examples(60)
def test_the_relation_is_that_of_the_truth_tables(first: list[str], second: list[str]) -> None:
    names = {"parameters": dict.fromkeys("ABC", "Bool"), "question": []}
    gold, other = (load_problem({**names, "premise": premise}) for premise in (first, second))
    worlds = [dict(zip("ABC", row, strict=True)) for row in product([False, True], repeat=3)]
    mine = [all(holds(f, world, {}) for f in gold.premises) for world in worlds]
    theirs = [all(holds(f, world, {}) for f in other.premises) for world in worlds]
    premises = compare_formalizations(other, gold, timeout=10).premises
    forward = all(t for m, t in zip(mine, theirs, strict=True) if m)
    backward = all(m for m, t in zip(mine, theirs, strict=True) if t)
    expected = {
        (True, True): Relation.EQUIVALENT,
        (True, False): Relation.WEAKER,
        (False, True): Relation.STRONGER,
        (False, False): Relation.INCOMPARABLE,
    }
    assert premises.relation is expected[forward, backward]
    for steps, sides in ((premises.extras, gold), (premises.missing, other)):
        for followed in steps:
            assert isinstance(followed.world, dict)
            world = {**dict.fromkeys("ABC", False), **followed.world}
            assert all(holds(f, world, {}) for f in sides.premises)
            assert not holds(followed.formula, world, {})
