"""Symbols that stand for formulas over the gold's: read from glosses, or proved; and wrong ones."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from items.formalizations.candidates import Candidate, ScoredCandidate, scored_data
from items.formalizations.comparison import (
    ComparisonVerdict,
    FormalComparison,
    compare_formalizations,
)
from items.formalizations.symbols import MatchBasis
from items.models import Item
from solver.language.loader import load_problem

RAIN: dict[str, Any] = {
    "parameters": {"R": "Bool", "S": "Bool", "T": "Bool"},
    "translation": {"R": "it rains", "S": "the goat sleeps", "T": "Ada sings"},
    "premise": ["R -> S", "S -> T"],
    "question": ["necessary(R -> T)", "enumerate_models(R, S, T)", "count_models(R, S)"],
}
PAIR: dict[str, Any] = {
    "translation": {"A": "Ada sings", "B": "Bo dances", "C": "the door is open"},
    "premise": ["A & B -> C"],
    "question": ["necessary(C)", "possible(A & B)"],
}
HEARS: dict[str, Any] = {
    "parameters": {"H": "Function(2)", "a": "Person", "b": "Person"},
    "translation": {"H(x, y)": "x hears y", "a": "Ada", "b": "Bo"},
    "premise": ["H(a, b)", "forall x (H(x, b) -> H(b, x))"],
    "question": ["necessary(H(b, a))"],
}
PARK: dict[str, Any] = {
    "translation": {"A": "小明去公园", "B": "小红去公园"},
    "premise": ["A -> B"],
    "question": ["possible(A & ~B)"],
}


def compared(candidate: dict[str, Any], gold: dict[str, Any]) -> FormalComparison:
    return compare_formalizations(load_problem(candidate), load_problem(gold), timeout=10)


def interpretations(outcome: FormalComparison) -> dict[str, tuple[str, MatchBasis]]:
    return {entry.left: (entry.right, entry.basis) for entry in outcome.alignment.formulas}


def interpreted_symbol(
    gloss: str, gold: dict[str, Any], *, arity: int = 0
) -> dict[str, tuple[str, MatchBasis]]:
    """What one new symbol with this gloss stands for, beside nothing else."""
    places = ", ".join("uv"[:arity])
    atom = f"N({places})" if arity else "N"
    closed = f"forall u forall v {atom}" if arity else atom
    outcome = compared({"translation": {atom: gloss}, "premise": [closed]}, gold)
    for match in outcome.alignment.matches:
        order = match.order or tuple(range(match.gold.arity))
        letters = ", ".join("xy"[place] for place in order)
        return {match.symbol.name: (f"{match.gold.name}({letters})", match.basis)}
    return interpretations(outcome)


def test_a_denied_gloss_is_the_negation() -> None:
    outcome = compared(
        {
            "translation": {"N": "it does not rain", "S": "the goat sleeps", "T": "Ada sings"},
            "premise": ["~N -> S", "S -> T"],
            "question": ["necessary(~N -> T)", "enumerate_models(N, S, T)", "count_models(N, S)"],
        },
        RAIN,
    )
    assert interpretations(outcome) == {"N": ("¬R", MatchBasis.READ)}
    assert (outcome.standing, outcome.answers_same) == (ComparisonVerdict.EQUIVALENT, True)


@pytest.mark.parametrize(
    ("gloss", "gold", "formula"),
    [
        ("it is not raining", RAIN, "¬R"),
        ("It is not the case that it rains.", RAIN, "¬R"),
        ("Ada sings and Bo dances", PAIR, "A ∧ B"),
        ("Bo dances, but Ada does not sing", PAIR, "B ∧ ¬A"),
        ("either Ada sings or Bo dances", PAIR, "A ∨ B"),
        ("if Ada sings, Bo dances", PAIR, "A → B"),
        ("if Ada sings, then Bo does not dance", PAIR, "A → ¬B"),
        ("Ada sings if Bo dances", PAIR, "B → A"),
        ("Ada sings only if Bo dances", PAIR, "A → B"),
        ("Ada hears Bo", HEARS, "H(a, b)"),
        ("Ada does not hear Bo", HEARS, "¬H(a, b)"),
        ("小明不去公园", PARK, "¬A"),
        ("并非小明去公园", PARK, "¬A"),
        ("小明没有去公园", PARK, "¬A"),
        ("小明不去公园并且小红也不去公园", PARK, "¬A ∧ ¬B"),
        ("小明和小红都去公园", PARK, "A ∧ B"),
        ("小明或者小红去公园", PARK, "A ∨ B"),
        ("如果小明去公园，那么小红就去公园", PARK, "A → B"),
        ("只要小明去公园，小红就去公园", PARK, "A → B"),
    ],
)
def test_glosses_are_read_as_formulas(gloss: str, gold: dict[str, Any], formula: str) -> None:
    assert interpreted_symbol(gloss, gold) == {"N": (formula, MatchBasis.READ)}


@pytest.mark.parametrize(
    ("gloss", "gold", "formula"),
    [
        ("u hears v", "x hears y", "H(x, y)"),
        ("v hears u", "x hears y", "H(y, x)"),
        ("u follows v", "x is followed by y", "H(y, x)"),
        ("u is younger than v", "x is older than y", "H(y, x)"),
        ("u比v矮", "x比y高", "H(y, x)"),
        ("u被v批评", "x批评y", "H(y, x)"),
    ],
)
def test_relations_are_turned(gloss: str, gold: str, formula: str) -> None:
    turned = {"translation": {"H(x, y)": gold}, "premise": ["forall x exists y H(x, y)"]}
    (proposal,) = interpreted_symbol(gloss, turned, arity=2).values()
    assert proposal[0] == formula


@pytest.mark.parametrize(
    ("gloss", "gold"),
    [
        # The negation denies less than the whole, or something else.
        ("some goat does not sleep", {"G": "some goat sleeps"}),
        ("Ada must not go", {"G": "Ada must go"}),
        ("Ada thinks it does not rain", {"G": "Ada thinks it rains"}),
        ("Ada does not always sing", {"G": "Ada always sings"}),
        ("it is not the case that Ada sings and Bo dances", {"G": "Ada sings and Bo dances"}),
        ("大家都不去", {"G": "大家都去"}),
        ("小明不同意去", {"G": "小明同意去"}),
        ("小明不仅去公园", {"G": "小明去公园"}),
        # Whether the negation is of the first or of both.
        (
            "it is not the case that Ada sings and Bo dances",
            {"A": "Ada sings", "B": "Bo dances"},
        ),
        ("it is not the case that Ada sings if Bo dances", {"A": "Ada sings", "B": "Bo dances"}),
        ("Ada and Bo do not both sing", {"A": "Ada sings", "B": "Bo sings"}),
        ("小明和小红不都去公园", {"A": "小明去公园", "B": "小红去公园"}),
        ("并非小明去公园并且小红去公园", {"A": "小明去公园", "B": "小红去公园"}),
        ("Ada does not sing or dance", {"A": "Ada sings", "B": "Ada dances"}),
        # Words of two glosses, crossed; and what could be meant of either.
        ("Ada dances and Bo sings", {"A": "Ada sings", "B": "Bo dances"}),
        ("Ada does not sing and dances", {"A": "Ada sings", "B": "Ada dances"}),
        ("Ada sings unless Bo dances", {"A": "Ada sings", "B": "Bo dances"}),
        ("Ada sings even if Bo dances", {"A": "Ada sings", "B": "Bo dances"}),
        ("只有小明去公园，小红才去公园", {"A": "小明去公园", "B": "小红去公园"}),
        # Always true, or never: no world would be told from another.
        ("it rains or it does not rain", {"R": "it rains"}),
        ("it rains and it does not rain", {"R": "it rains"}),
    ],
)
def test_what_could_mean_something_else_is_not_read(gloss: str, gold: dict[str, str]) -> None:
    premise = [" & ".join(gold)]
    assert interpreted_symbol(gloss, {"translation": gold, "premise": premise}) in (
        {},
        {"N": ("G()", MatchBasis.GLOSS)},
    )


def test_a_denied_gloss_used_as_if_it_were_not_is_something_else() -> None:
    outcome = compared(
        {
            "translation": {"N": "it does not rain", "S": "the goat sleeps", "T": "Ada sings"},
            "premise": ["N -> S", "S -> T"],
            "question": RAIN["question"] and ["necessary(N -> T)"],
        },
        RAIN,
    )
    assert (outcome.equivalent, outcome.relation) == (False, "incomparable")


def test_no_link_between_own_symbols_is_made_up() -> None:
    # As R ∨ ¬R the premise would say nothing; the candidate does not say that N is ¬R.
    candidate = {
        "translation": {**RAIN["translation"], "N": "it does not rain"},
        "premise": ["R | N", *RAIN["premise"]],
        "question": RAIN["question"],
    }
    outcome = compared(candidate, RAIN)
    assert outcome.equivalent is False
    assert [symbol.name for symbol in outcome.alignment.free] == ["N"]
    comparison = compared({**candidate, "premise": ["N <-> ~R", *candidate["premise"]]}, RAIN)
    assert (interpretations(comparison), comparison.standing) == (
        {"N": ("¬R", MatchBasis.READ)},
        ComparisonVerdict.EQUIVALENT,
    )


def test_under_a_variant_the_link_must_hold_too() -> None:
    gold = {**RAIN, "variants": {"dry": [{"op": "drop", "premise": 0}]}}
    gold["question"] = ["possible(R)", "possible(R & ~S) under dry"]
    candidate = {
        "translation": {**RAIN["translation"], "N": "it does not rain"},
        "premise": ["R -> S", "S -> T", "N <-> ~R"],
        "question": ["possible(R)", "possible(R & ~S) under v"],
        "variants": {"v": [{"op": "drop", "premise": 0}]},
    }
    assert interpretations(compared(candidate, gold)) == {"N": ("¬R", MatchBasis.READ)}
    candidate["variants"] = {"v": [{"op": "drop", "premise": 0}, {"op": "drop", "premise": 2}]}
    assert interpretations(compared(candidate, gold)) == {}


def test_swapped_roles_are_found() -> None:
    right = {
        "translation": {"Q(x, y)": "x is older than y", "a": "Ada", "b": "Bo"},
        "premise": ["Q(a, b)"],
    }
    turned = {
        "translation": {"Q(x, y)": "x is younger than y", "a": "Ada", "b": "Bo"},
        "premise": ["Q(b, a)"],
    }
    assert compared(turned, right).equivalent is True
    assert compared({**turned, "premise": ["Q(a, b)"]}, right).equivalent is False


def test_a_gloss_that_nearly_expresses_a_formula_needs_a_proof() -> None:
    candidate = {
        "translation": {"A": "Ada sings", "B": "Bo dances", "D": "the door is closed"},
        "premise": ["A & B -> ~D"],
        "question": ["necessary(~D)", "possible(A & B)"],
    }
    outcome = compared(candidate, PAIR)
    assert interpretations(outcome) == {"D": ("¬C", MatchBasis.PROOF)}
    assert outcome.standing is ComparisonVerdict.EQUIVALENT
    wrong = compared({**candidate, "premise": ["A & B -> D"]}, PAIR)
    assert (interpretations(wrong), wrong.equivalent) == ({}, None)


@pytest.mark.parametrize(
    ("gloss", "gold"),
    [
        ("Ada sings and the shop opens late", "the shop opens early"),
        ("Ada sings and the shop never opens early", "the shop always opens early"),
        ("Ada sings and three guests came", "four guests came"),
    ],
)
def test_opposed_parts_are_never_matched_by_proof(gloss: str, gold: str) -> None:
    candidate = {"translation": {"P": gloss}, "premise": ["P"], "question": ["possible(P)"]}
    glosses = {"A": "Ada sings", "B": gold}
    outcome = compared(candidate, {"translation": glosses, "premise": ["A & B"]})
    assert (interpretations(outcome), outcome.equivalent) == ({}, None)


def test_without_a_gloss_nothing_stands_for_a_formula() -> None:
    # As formulas A ∨ B is the gold's with A denied; nothing says so.
    candidate = {"premise": ["P | Q"], "question": ["possible(P)"]}
    outcome = compared(candidate, {"premise": ["X -> Y"], "question": ["possible(X)"]})
    assert (interpretations(outcome), outcome.equivalent) == ({}, None)


def _formulas(names: str) -> Iterator[str]:
    for one_, other in product(names, repeat=2):
        if one_ != other:
            yield from (f"{one_} -> {other}", f"{one_} | {other}", f"~({one_} & {other})")


@pytest.mark.parametrize("seed", range(40))
def test_renamed_and_denied_golds_against_all_worlds(seed: int) -> None:
    # Some symbols are glossed as denied; the rules are denied along with them, or one is not.
    random = Random(seed)
    rules = random.sample([*_formulas("RST")], 3)
    denied = {name for name in "RST" if random.random() < 0.6}
    slip = random.random() < 0.5
    names = {"R": "it does not rain", "S": "the goat does not sleep", "T": "Ada does not sing"}
    glosses = {
        f"n{name}": names[name] if name in denied else RAIN["translation"][name] for name in "RST"
    }
    renamings = {name: f"~n{name}" if name in denied else f"n{name}" for name in "RST"}
    if slip:
        name = random.choice("RST")
        renamings[name] = (
            renamings[name].removeprefix("~") if name in denied else f"~{renamings[name]}"
        )
    written = ["".join(renamings.get(letter, letter) for letter in rule) for rule in rules]
    outcome = compared({"translation": glosses, "premise": written}, {**RAIN, "premise": rules})
    assert outcome.equivalent is (_models(rules, {}) == _models(written, _meaning(denied)))


def _meaning(denied: set[str]) -> dict[str, str]:
    return {f"n{name}": f"(not {name})" if name in denied else name for name in "RST"}


def _models(rules: list[str], meaning: dict[str, str]) -> set[tuple[bool, ...]]:
    models_found = set()
    for values in product((False, True), repeat=3):
        world = dict(zip("RST", values, strict=True))
        if all(_true(rule, meaning, world) for rule in rules):
            models_found.add(values)
    return models_found


def _true(rule: str, meaning: dict[str, str], world: dict[str, bool]) -> bool:
    for name, text in meaning.items():
        rule = rule.replace(name, text)
    rule = rule.replace("~", " not ").replace("&", " and ").replace("|", " or ")
    left, arrow, right = rule.partition("->")
    if arrow:
        rule = f"(not ({left})) or ({right})"
    return bool(eval(rule, {}, world))


def test_json_lists_which_symbols_represent_which_formulas() -> None:
    outcome = compared({"translation": {"N": "Ada hears Bo"}, "premise": ["N"]}, HEARS)
    data = scored_data(
        ScoredCandidate(Candidate("c", Item(id="i", text="", questions=()), {}), outcome)
    )
    assert data["formulas"] == [
        {"candidate": "N", "gold": "H(a, b)", "by": "gloss read as a formula"}
    ]
