"""Symbols that no gloss settles: matched by proof, never against what glosses say."""

from typing import Any

import pytest

from items.formalizations.comparison import (
    ComparisonVerdict,
    FormalComparison,
    compare_formalizations,
)
from items.formalizations.query_comparison import QueryComparer
from items.formalizations.symbols import MatchBasis, spelled_alike
from solver.language.loader import load_problem
from tests.interpreter_steps import steps
from tests.items.formalizations.puzzles import CAGE, GOLD


def compared(
    candidate: dict[str, Any], gold: dict[str, Any] = GOLD, timeout: float = 10
) -> FormalComparison:
    return compare_formalizations(load_problem(candidate), load_problem(gold), timeout=timeout)


def matched(formal_comparison: FormalComparison) -> dict[str, tuple[str, MatchBasis]]:
    return {m.symbol.name: (m.gold.name, m.basis) for m in formal_comparison.alignment.matches}


def test_symbols_without_a_gloss_are_matched_by_proof() -> None:
    # Of six mappings one makes the premises equivalent.
    formal_comparison = compared(
        {
            "premise": ["~(R & P)", "Q -> P"],
            "question": ["possible(R)", "necessary(Q -> ~R)", "enumerate_models(P, Q, R)"],
        }
    )
    assert matched(formal_comparison) == {
        "Q": ("S", MatchBasis.PROOF),
        "P": ("B", MatchBasis.PROOF),
        "R": ("L", MatchBasis.PROOF),
    }
    assert formal_comparison.standing is ComparisonVerdict.EQUIVALENT


def test_what_glosses_settle_leaves_the_rest_to_proof() -> None:
    formal_comparison = compared(
        {
            "translation": {"X": "Ferry is late"},
            "premise": ["Z -> Y", "~(X & Y)"],
            "question": GOLD["question"] and ["possible(X)"],
        }
    )
    assert matched(formal_comparison) == {
        "X": ("L", MatchBasis.NORMALIZED),
        "Z": ("S", MatchBasis.PROOF),
        "Y": ("B", MatchBasis.PROOF),
    }


def test_a_proof_never_goes_against_the_glosses() -> None:
    # As formulas these are the gold's with S and B exchanged; the glosses say that nothing was.
    formal_comparison = compared(
        {
            "translation": {
                "P": "some goat sleeps on that roof",
                "Q": "our baker whistles loud",
                "L": "the ferry is late",
            },
            "premise": ["Q -> P", "~(L & P)"],
            "question": ["possible(L)"],
        }
    )
    assert {name: gold for name, (gold, _) in matched(formal_comparison).items()} == {
        "L": "L",
        "P": "S",
        "Q": "B",
    }
    assert formal_comparison.premises.equivalent is False


def test_predicates_and_individuals_are_matched_with_their_like() -> None:
    formal_comparison = compared(
        {
            "premise": [
                "forall x (S(x) -> exists y H(y, x))",
                "H(ada, bo)",
                "S(ada)",
                "ada != bo",
            ],
            "question": ["enumerate_models(S(x), x)"],
        },
        CAGE,
    )
    assert {name: gold for name, (gold, _) in matched(formal_comparison).items()} == {
        "S": "F",
        "H": "P",
        "ada": "a",
        "bo": "b",
    }
    assert formal_comparison.premises.equivalent is True


@pytest.mark.parametrize(
    "premise",
    [["P -> Q", "Q -> R"], ["P & Q", "R"]],
)
def test_without_a_proof_symbols_stay_free(premise: list[str]) -> None:
    formal_comparison = compared({"premise": premise, "question": ["possible(P)"]})
    assert matched(formal_comparison) == {}
    assert (formal_comparison.standing, formal_comparison.equivalent) == (
        ComparisonVerdict.NOT_COMPARABLE,
        None,
    )


def test_the_search_is_bounded() -> None:
    many = [f"p{n}" for n in range(30)]
    gold = {"premise": [f"q{n} -> q{n + 1}" for n in range(30)], "question": []}
    formal_comparison = compared({"premise": [" | ".join(many)], "question": []}, gold)
    assert matched(formal_comparison) == {}


STATE: dict[str, Any] = {
    "parameters": {"state": "Enum(red, amber, green)", "R": "Bool"},
    "translation": {"state": "the light", "R": "the tram runs"},
    "premise": ["R -> state = green", "state = red | state = green"],
    "question": ["necessary(R -> state = green)", "enumerate_models(state, R)"],
}


def lamp(first: str, second: str, third: str, **fields: Any) -> dict[str, Any]:
    """The gold with other names for the Enum and its values."""
    return {
        "parameters": {"lamp": f"Enum({third}, {first}, {second})", "T": "Bool"},
        "translation": {"lamp": "the light", "T": "the tram runs"},
        "premise": [f"T -> lamp = {third}", f"lamp = {first} | lamp = {third}"],
        "question": [f"necessary(T -> lamp = {third})", "enumerate_models(lamp, T)"],
        **fields,
    }


def test_values_of_an_enum_are_matched_by_proof_and_reported_as_assumed() -> None:
    outcome = compared(lamp("rot", "gelb", "frei"), STATE)
    assert outcome.standing is ComparisonVerdict.EQUIVALENT
    (match,) = (m for m in outcome.alignment.matches if m.symbol.name == "lamp")
    assert dict(match.values) == {"rot": "red", "gelb": "amber", "frei": "green"}
    assert {entry.glosses for entry in outcome.assumed} == {
        (f"lamp = {mine}", f"state = {gold}") for mine, gold in match.values
    }
    assert outcome.answers_same, "the answers are in the gold's values"


def test_values_without_a_proof_are_not_matched() -> None:
    # No way to match three values makes "one of two" of "any".
    outcome = compared(lamp("rot", "gelb", "frei", premise=["T -> lamp = frei"]), STATE)
    assert outcome.standing is ComparisonVerdict.NOT_COMPARABLE
    assert outcome.equivalent is None


def test_a_value_that_both_have_is_matched_to_itself() -> None:
    # Were red green, the premises would be the gold's.
    outcome = compared(lamp("green", "gelb", "red"), STATE)
    assert outcome.standing is ComparisonVerdict.DIFFERENT
    assert [entry.glosses for entry in outcome.assumed] == [("lamp = gelb", "state = amber")]
    same = compared(lamp("red", "gelb", "frei"), STATE)
    assert same.standing is ComparisonVerdict.EQUIVALENT
    assert len([entry for entry in same.assumed if " = " in entry.left]) == 2


def test_a_value_with_an_opposed_name_is_not_matched() -> None:
    gold = {
        "parameters": {"door": "Enum(open, jammed)"},
        "translation": {"door": "the door"},
        "premise": ["door = open"],
    }
    mine = {
        "parameters": {"gate": "Enum(closed, stuck)"},
        "translation": {"gate": "the door"},
        "premise": ["gate = closed"],
    }
    assert compared(mine, gold).standing is ComparisonVerdict.NOT_COMPARABLE
    mine["premise"] = ["gate = stuck"]
    assert compared(mine, gold).standing is ComparisonVerdict.EQUIVALENT


def test_enums_compared_with_one_another_have_their_values_matched_in_the_same_way() -> None:
    gold = {
        "parameters": {"ann": "Enum(left, right)", "bob": "Enum(left, right)"},
        "translation": {"ann": "where Ann goes", "bob": "where Bob goes"},
        "premise": ["ann != bob", "ann = left"],
    }
    mine = {
        "parameters": {"a": "Enum(l, r)", "b": "Enum(l, r)"},
        "translation": {"a": "where Ann goes", "b": "where Bob goes"},
        "premise": ["a != b", "b = r"],
    }
    outcome = compared(mine, gold)
    assert outcome.standing is ComparisonVerdict.EQUIVALENT
    assert {m.values for m in outcome.alignment.matches} == {(("l", "left"), ("r", "right"))}


def test_many_values_are_not_searched() -> None:
    names = [f"v{n}" for n in range(6)]
    gold = {
        "parameters": {"x": f"Enum({', '.join(names)})"},
        "translation": {"x": "the number"},
        "premise": ["x = v0"],
    }
    text = {"parameters": {"y": "Enum(a, b, c, d, e, f)"}, "premise": ["y = a"]}
    assert compared({**text, "translation": {"y": "the number"}}, gold).equivalent is None


@pytest.mark.parametrize("by_name", [False, True])
@pytest.mark.parametrize(
    ("mine", "golds"),
    [
        (("red", "green"), ("Red", "Green")),
        (("on", "off"), ("On", "Off")),
        (("goingOut", "stayingIn"), ("going_out", "staying_in")),
        (("Going", "Not_going"), ("going", "not_going")),
        (("红", "绿"), ("红色", "绿色")),
        (("is_red", "is_green"), ("red", "green")),
        (("1", "2"), ("v1", "v2")),
        (("Late", "OnTime"), ("late", "on_time")),
        (("Red", "teal"), ("red", "green")),
    ],
)
def test_values_in_another_spelling_are_never_exchanged(
    mine: tuple[str, str], golds: tuple[str, str], by_name: bool
) -> None:
    def problem_with(values: tuple[str, str], n: int) -> Any:
        return load_problem(
            {
                "parameters": {"s": f"Enum({', '.join(values)})"},
                "translation": {"s": "state of the lamp"},
                "premise": [f"s = {values[n]}"],
                "question": [f"necessary(s = {values[n]})"],
            }
        )

    gold = problem_with(golds, 0)
    same = compare_formalizations(problem_with(mine, 0), gold, by_name=by_name)
    other = compare_formalizations(problem_with(mine, 1), gold, by_name=by_name)
    assert same.standing is ComparisonVerdict.EQUIVALENT
    assert other.standing is not ComparisonVerdict.EQUIVALENT


# --- Bools for the values of an Enum --------------------------------------------------------------

TRIP: dict[str, Any] = {
    "parameters": {"status": "Enum(going, not_going, open)", "R": "Bool"},
    "translation": {"status": "what became of the trip", "R": "it rains"},
    "premise": ["R -> status = not_going", "status != open"],
    "question": ["necessary(R -> status != going)"],
}
SAID = {
    "R": "it rains",
    "g": "the trip is going",
    "n": "the trip is not going",
    "o": "the trip is open",
}
ONE_HOLDS = "exactly_one(g, n, o)"


def trip(premise: list[str], said: dict[str, str] | None = None) -> dict[str, Any]:
    glosses = SAID if said is None else said
    return {
        "parameters": dict.fromkeys(SAID, "Bool"),
        "translation": glosses,
        "premise": premise,
        "question": ["necessary(R -> ~g)"],
    }


def read_as(formal_comparison: FormalComparison) -> dict[str, str]:
    return {entry.left: entry.right for entry in formal_comparison.alignment.formulas}


def test_bools_are_matched_to_the_values_of_an_enum_by_proof() -> None:
    formal_comparison = compared(trip(["R -> n", "~o", ONE_HOLDS]), TRIP)
    assert formal_comparison.standing is ComparisonVerdict.EQUIVALENT
    assert read_as(formal_comparison) == {
        "g": "status = going",
        "n": "status = not_going",
        "o": "status = open",
    }
    assert {entry.basis for entry in formal_comparison.alignment.formulas} == {MatchBasis.PROOF}
    assert len(formal_comparison.assumed) == 3


FLAG: dict[str, Any] = {
    "parameters": {"flag": "Enum(red, teal, not_set)", "R": "Bool"},
    "translation": {"flag": "the colour of the flag", "R": "it rains"},
    "premise": ["R -> flag = teal", "R"],
    "question": ["necessary(flag = teal)"],
}
FLAG_SAID = {
    "R": "it rains",
    "a": "The colour of the flag is red.",
    "b": "the colour of the flag = teal",
    "c": "the colour of the flag is not set",
}


@pytest.mark.parametrize(
    ("premise", "standing", "extras", "missing"),
    [
        (["R -> b", "R"], ComparisonVerdict.EQUIVALENT, (), ()),
        (["R -> a", "R"], ComparisonVerdict.DIFFERENT, (0,), (0,)),
        (["R -> ~b", "R"], ComparisonVerdict.DIFFERENT, (0,), (0,)),
        (["R -> b"], ComparisonVerdict.DIFFERENT, (), (1,)),
        (["b"], ComparisonVerdict.ACCIDENT, (), (1,)),
    ],
)
def test_bools_whose_glosses_say_a_value_need_no_proof(
    premise: list[str],
    standing: ComparisonVerdict,
    extras: tuple[int, ...],
    missing: tuple[int, ...],
) -> None:
    candidate = {
        "parameters": dict.fromkeys(FLAG_SAID, "Bool"),
        "translation": FLAG_SAID,
        "premise": [*premise, "exactly_one(a, b, c)"],
        "question": ["necessary(b)"],
    }
    formal_comparison = compared(candidate, FLAG)
    assert read_as(formal_comparison) == {
        "a": "flag = red",
        "b": "flag = teal",
        "c": "flag = not_set",
    }
    assert {entry.basis for entry in formal_comparison.alignment.formulas} == {MatchBasis.READ}
    assert formal_comparison.standing is standing
    premise_comparisons = formal_comparison.premises
    assert tuple(followed.premise for followed in premise_comparisons.extras) == extras
    assert tuple(followed.premise for followed in premise_comparisons.missing) == missing
    # Without exactly one of them, a world of the candidate's would be lost.
    loose = compared({**candidate, "premise": premise}, FLAG)
    assert MatchBasis.READ not in {entry.basis for entry in loose.alignment.formulas}


@pytest.mark.parametrize(
    ("premise", "said"),
    [
        # Two may hold together, or none: a world of the candidate's would be lost.
        (["R -> n", "~o", "g | n | o"], SAID),
        (["R -> n", "~o", "at_most(1; g, n, o)"], SAID),
        # The premises are not equivalent.
        (["R -> g", "~o", ONE_HOLDS], SAID),
        # Nothing says that it is the trip that is open.
        (["R -> n", "~o", ONE_HOLDS], {**SAID, "o": "the door is open"}),
        (["R -> n", "~o", ONE_HOLDS], {**SAID, "g": "it is going"}),
        # No gloss and no value's name.
        (["R -> n", "~o", ONE_HOLDS], {"R": "it rains"}),
    ],
)
def test_bools_are_not_matched_to_values_without_proof(
    premise: list[str], said: dict[str, str]
) -> None:
    formal_comparison = compared(trip(premise, said), TRIP)
    assert not any("=" in meant for meant in read_as(formal_comparison).values())
    assert formal_comparison.equivalent is None


def test_a_bool_with_the_name_of_a_value_is_matched_to_it() -> None:
    names = {"g": "going", "n": "not_going", "o": "status_open"}
    premise = ["R -> not_going", "~status_open", "exactly_one(going, not_going, status_open)"]
    candidate = {
        "parameters": dict.fromkeys(["R", *names.values()], "Bool"),
        "translation": {"R": "it rains"},
        "premise": premise,
        "question": ["necessary(R -> ~going)"],
    }
    formal_comparison = compared(candidate, TRIP)
    assert formal_comparison.standing is ComparisonVerdict.EQUIVALENT
    assert read_as(formal_comparison)["status_open"] == "status = open"


def test_pairing_the_values_of_two_enums_takes_time_proportional_to_their_number() -> None:
    def work(count: int) -> int:
        values = [f"value{n}" for n in range(count)]
        others = [value.upper() for value in values[::2]] + values[1::2]
        assert len(spelled_alike(values, others)) == count
        return steps(lambda: spelled_alike(values, others))

    assert work(400) < 2.5 * work(200)


def test_the_same_targets_in_any_order_need_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*_: object, **__: object) -> None:
        raise AssertionError("the solver was asked")

    monkeypatch.setattr("items.formalizations.query_comparison.equivalent", asked)
    names = [f"p{n}" for n in range(60)]
    questions = [f"count_models({', '.join(order)})" for order in (names, names[::-1], names[1:])]
    problem = load_problem({"premise": names, "question": [*questions, "possible(p0 & p1)"]})
    first, turned, fewer, compound = problem.queries
    comparer = QueryComparer(problem.signature, 60.0)
    assert comparer.same_query(first, turned) is True
    assert comparer.same_query(first, fewer) is False
    assert comparer.same_query(compound, compound) is True


@pytest.mark.parametrize(("verdict", "expected"), [(None, None), (False, False), (True, True)])
def test_a_formula_is_compared_until_an_equivalent_one_is_found(
    monkeypatch: pytest.MonkeyPatch, verdict: bool | None, expected: bool | None
) -> None:
    compared: list[object] = []

    def equivalent(first: object, *_: object, **__: object) -> bool | None:
        compared.append(first)
        return verdict

    monkeypatch.setattr("items.formalizations.query_comparison.equivalent", equivalent)
    asked = ["projection(possible; p & q, p | q)", "projection(possible; q & p, q | p)"]
    problem = load_problem({"premise": ["p", "q"], "question": asked})
    comparer = QueryComparer(problem.signature, 60.0)
    assert comparer.same_query(*problem.queries) is expected
    assert len(compared) == (4 if verdict is None else 2)
