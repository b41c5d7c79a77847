"""Two formalizations told apart: every world by the definition of truth, every row once."""

import json
from itertools import product
from typing import Any

import pytest

from items.files.loading import load
from items.formalizations.distinction import Distinction, distinction_of, formalized_as, gold_of
from items.formalizations.sentence_alignment import sentences
from items.models import Item
from solver.errors import InputError
from solver.inspection.evaluate import evaluate
from solver.inspection.smallest_world import size
from solver.results import Structure
from tests.effort import sampled
from tests.items.formalizations.puzzles import CAGE, GOLD
from tests.shared_data import shared_path

TEXT = (
    "If a goat sleeps on the roof, the baker whistles. "
    "It is not so that the ferry is late and the baker whistles. Ada sings."
)
ITEM = Item.model_validate(
    {"id": "goat", "text": TEXT, "questions": [{"id": "1", "kind": "text", "text": "?"}]}
)


def distinguish(left: dict[str, Any], right: dict[str, Any], item: Item = ITEM) -> Distinction:
    return distinction_of(item, formalized_as("ann", left), formalized_as("ben", right), timeout=20)


def test_a_flipped_premise_is_paired_with_its_original() -> None:
    outcome = distinguish(GOLD, {**GOLD, "premise": ["~(L & B)", "S <-> B"]})
    assert [(row.left, row.right, row.same) for row in outcome.rows] == [
        (0, 1, False),
        (1, 0, True),
    ]
    (only,) = outcome.differences
    assert (only.side, only.number, only.certainty) == ("right", 1, "likely")
    assert only.world == {"S": False, "B": True, "L": False}
    assert [TEXT[span.start : span.end] for span in only.spans] == [TEXT[:49]]
    assert outcome.equivalent is False


def test_the_smallest_world_comes_first() -> None:
    outcome = distinguish(GOLD, {**GOLD, "premise": ["S", "L & B & S"]})
    sizes = [
        size(difference.world) for difference in outcome.differences if difference.world is not None
    ]
    assert sizes == sorted(sizes)
    assert len(sizes) == len(outcome.differences) == 3


def test_other_names_or_another_order_are_not_a_difference() -> None:
    other = {
        "parameters": {"X": "Bool", "Y": "Bool", "Z": "Bool"},
        "translation": {
            "X": "the ferry is late",
            "Y": "the baker whistles",
            "Z": "a goat sleeps on the roof",
        },
        "premise": ["~Y | ~X", "~Y -> ~Z"],
        "question": ["enumerate_models(Z, Y, X)", "possible(X)", "necessary(X -> ~Z)"],
    }
    outcome = distinguish(GOLD, other)
    assert (outcome.equivalent, outcome.differences) == (True, ())
    assert all(row.same for row in outcome.rows)
    assert {
        match.symbol.name: match.gold.name for match in outcome.comparison.alignment.matches
    } == {
        "X": "L",
        "Y": "B",
        "Z": "S",
    }


def test_a_premise_that_follows_is_folded_and_listed_once() -> None:
    outcome = distinguish(GOLD, {**GOLD, "premise": [*GOLD["premise"], "~(S & L)"]})
    assert outcome.equivalent is True
    assert [(row.left, row.right, row.same) for row in outcome.rows][-1] == (None, 2, True)


def test_different_queries_are_distinguished_by_a_world() -> None:
    outcome = distinguish(
        {**GOLD, "question": ["necessary(~L)"]}, {**GOLD, "question": ["necessary(B)"]}
    )
    (only,) = outcome.differences
    assert only.side is None
    assert only.world is not None
    values = []
    for query in (outcome.comparison.gold.queries[0], outcome.comparison.candidate.queries[0]):
        assert query.formula is not None
        values.append(evaluate(query.formula, only.world).value)
    assert set(values) == {False, True}
    assert outcome.equivalent is False


VARIED = {
    **GOLD,
    "premise": [*GOLD["premise"], "S"],
    "variants": {
        "alpha": [{"op": "replace", "premise": 2, "formula": "~S"}],
        "beta": [{"op": "drop", "premise": 2}, {"op": "add", "formula": "L"}],
    },
    "question": ["necessary(~L)", "necessary(~L) under alpha", "necessary(~S) under beta"],
}


@pytest.mark.parametrize(
    ("change", "side", "number", "under"),
    [
        ({"premise": ["~(L & B)", "S <-> B", "S"]}, "right", 1, "alpha"),
        ({"premise": ["~L", "S -> B", "S"]}, "right", 0, "alpha"),
        (
            {"variants": {**VARIED["variants"], "alpha": [{"op": "drop", "premise": 2}]}},
            "left",
            2,
            "alpha",
        ),
        (
            {
                "variants": {
                    **VARIED["variants"],
                    "beta": [{"op": "drop", "premise": 2}, {"op": "add", "formula": "L | S"}],
                }
            },
            "left",
            3,
            "beta",
        ),
    ],
)
def test_a_difference_under_a_variant_only_is_reported(
    change: dict[str, Any], side: str, number: int, under: str
) -> None:
    outcome = distinguish(VARIED, {**VARIED, **change})
    assert outcome.comparison.premises.equivalent is True
    assert (outcome.equivalent, outcome.comparison.same_premises) == (False, False)
    first = outcome.differences[0]
    assert (first.side, first.number, first.under) == (side, number, under)
    assert first.world is not None
    assert first.least
    assert evaluate(first.formula, first.world).value is False
    (variant,) = [v for v in outcome.comparison.variants if under in (v.gold, v.candidate)]
    others = variant.candidate_premises if side == "left" else variant.gold_premises
    assert all(evaluate(formula, first.world).value is True for formula in others)


def test_variants_with_other_names_or_in_another_order_are_not_a_difference() -> None:
    turned = {
        **VARIED,
        "variants": {"alpha": VARIED["variants"]["beta"], "x": VARIED["variants"]["alpha"]},
        "question": ["necessary(~S) under alpha", "necessary(~L) under x", "necessary(~L)"],
    }
    outcome = distinguish(VARIED, turned)
    assert (outcome.equivalent, outcome.differences) == (True, ())
    pairs = {(variant.gold, variant.candidate) for variant in outcome.comparison.variants}
    assert pairs == {("alpha", "x"), ("beta", "alpha")}


def test_first_order_worlds_keep_named_people_apart() -> None:
    weaker = {**CAGE, "premise": ["P(a, b)", "F(a)", "a != b"]}
    outcome = distinguish(CAGE, weaker)
    (only,) = outcome.differences
    assert (only.side, only.number) == ("left", 0)
    assert isinstance(only.world, Structure)
    assert size(only.world) == (2, 2)


def test_sources_name_the_sentence() -> None:
    named = {**GOLD, "sources": [2, 1]}
    outcome = distinguish(named, {**named, "premise": ["B -> S", "~(L & B)"]})
    assert {entry.certainty for entry in outcome.differences} == {"given"}
    for difference in outcome.differences:
        assert [TEXT[span.start : span.end] for span in difference.spans] == ["Ada sings."]


@pytest.mark.parametrize(
    ("text", "glosses", "left", "right", "sentence"),
    [
        (
            "Exactly one of the two doors is open. If the left door is open, the cat is out. "
            "The cat is out or the milk is spilt.",
            {"L": "the left door is open", "R": "the right door is open", "C": "the cat is out",
             "M": "the milk is spilt"},
            ["L xor R", "L -> C", "C | M"],
            ["L | R", "L -> C", "C | M"],
            0,
        ),
        (
            "No baker is late. Some goat is a baker. Dot is a goat.",
            {"B(x)": "x is a baker", "L(x)": "x is late", "G(x)": "x is a goat", "d": "Dot"},
            ["forall x (B(x) -> ~L(x))", "exists x (G(x) & B(x))", "G(d)"],
            ["forall x (B(x) -> ~L(x))", "G(d) & B(d)", "G(d)"],
            1,
        ),
        (
            "Everyone who sings is heard by somebody. Ada sings. Bo hears nobody.",
            {"F(x)": "x sings", "P(x, y)": "x hears y", "a": "Ada", "b": "Bo"},
            ["forall x (F(x) -> exists y P(y, x))", "F(a)", "forall x ~P(b, x)"],
            ["forall x (F(x) -> exists y P(x, y))", "F(a)", "forall x ~P(b, x)"],
            0,
        ),
        (
            "The ferry and the mail boat are never both late. If the fog is thick, the ferry is "
            "late. The mail boat is late.",
            {"F": "the ferry is late", "M": "the mail boat is late", "T": "the fog is thick"},
            ["~(F & M)", "T -> F", "M"],
            ["~(F & M)", "T -> F"],
            2,
        ),
        (
            "如果下雨，地就湿。张三来或者李四来，但不会都来。",
            {"Y": "下雨", "S": "地湿", "Z": "张三来", "L": "李四来"},
            ["Y -> S", "Z xor L"],
            ["Y -> S", "Z | L"],
            1,
        ),
    ],
)  # fmt: skip
def test_the_sentence_is_the_premises_own(
    text: str, glosses: dict[str, str], left: list[str], right: list[str], sentence: int
) -> None:
    """Not one that speaks of the same things, and is another premise's."""
    spoken = Item.model_validate(
        {"id": "s", "text": text, "questions": [{"id": "1", "kind": "text", "text": "?"}]}
    )
    sides = [{"translation": glosses, "premise": side, "question": []} for side in (left, right)]
    first = distinguish(sides[0], sides[1], spoken).differences[0]
    assert first.spans == (sentences(text)[sentence],)


ASKED = ("Who may sing?", "Suppose the ferry is late. Is it certain that the baker whistles?")
SEVERAL = ITEM.model_copy(
    update={
        "questions": tuple(
            ITEM.questions[0].model_copy(update={"id": str(n), "text": text})
            for n, text in enumerate(ASKED, 1)
        )
    }
)


def test_what_a_variant_adds_turns_on_a_sentence_of_a_question() -> None:
    late = {**GOLD, "question": ["possible(B) under late"]}
    left = {**late, "variants": {"late": [{"op": "add", "formula": "L"}]}}
    right = {**late, "variants": {"late": [{"op": "add", "formula": "~L"}]}}
    outcome = distinguish(left, right, SEVERAL)
    assert {(d.under, d.certainty, outcome.sentence(d)) for d in outcome.differences} == {
        ("late", "perhaps", "Suppose the ferry is late.")
    }


def test_different_definitions_are_distinguished_by_the_queries() -> None:
    """An item whose rules are all definitions has no premise that could differ."""
    bare = {key: GOLD[key] for key in ("parameters", "translation")}
    record = {**bare, "premise": [], "question": ["enumerate_models(Loud, L)"]}
    left = {**record, "define": {"Loud": "B"}}
    right = {**record, "define": {"Loud": "B & ~L"}}
    outcome = distinguish(left, right, SEVERAL)
    (only,) = outcome.differences
    assert (only.side, only.number, only.least, outcome.equivalent) == (None, 0, True, False)
    assert only.world is not None
    assert evaluate(only.formula, only.world).value is True
    assert outcome.sentence(only) == TEXT[50:109]
    assert distinguish(left, left, SEVERAL).differences == ()


def test_a_sentence_that_shares_nothing_is_not_named() -> None:
    strange = {"S": "le coq dort", "B": "le boulanger siffle", "L": "le bac tarde"}
    left = {**GOLD, "translation": strange}
    outcome = distinguish(left, {**left, "premise": ["S"]}, SEVERAL)
    assert {difference.certainty for difference in outcome.differences} == {""}
    assert {outcome.sentence(difference) for difference in outcome.differences} == {""}


def test_what_cannot_be_read_is_refused_by_name() -> None:
    with pytest.raises(InputError, match="ben: there is no formalization"):
        distinction_of(ITEM, formalized_as("ann", GOLD), formalized_as("ben", "I cannot do that"))


@pytest.mark.slow
@pytest.mark.scaled
def test_every_difference_of_the_reference_has_a_world_that_shows_it() -> None:
    base = load(shared_path("llmeval-logic/base/llmeval_logic_base.json")).items
    items = {item.id.rpartition("/")[2].lstrip("0") or "0": item for item in base}
    path = shared_path("llmeval-logic/premise-equivalence.jsonl")
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    looked = brute = 0
    for record in sampled(records, 60):
        item = items[str(record["item"])]
        gold, other = gold_of(item, "gold"), formalized_as("candidate", record["fl"])
        outcome = distinction_of(item, gold, other, timeout=20, total_seconds=60)
        # Each premise stands in one row.
        assert sorted(r.left for r in outcome.rows if r.left is not None) == list(
            range(len(outcome.comparison.gold.premises))
        )
        assert sorted(r.right for r in outcome.rows if r.right is not None) == list(
            range(len(outcome.comparison.candidate.premises))
        )
        truth = record["truth"]
        counts = {
            side: sorted(entry.number for entry in outcome.differences if entry.side == side)
            for side in ("left", "right")
        }
        assert counts == {"left": truth["missing"], "right": truth["extras"]}, record["id"]
        for difference in outcome.differences:
            assert difference.world is not None, record["id"]
            if difference.side is None:
                continue
            sides = outcome.comparison.candidate, outcome.comparison.gold
            side_premises = sides[difference.side == "right"].premises
            assert all(
                evaluate(formula, difference.world).value is True for formula in side_premises
            )
            assert evaluate(difference.formula, difference.world).value is False
            looked += 1
            if isinstance(difference.world, Structure) or len(difference.world) > 8:
                continue
            worlds = [
                dict(zip(difference.world, values, strict=True))
                for values in product((False, True), repeat=len(difference.world))
            ]
            showing = [
                world
                for world in worlds
                if evaluate(difference.formula, world).value is False
                and all(evaluate(formula, world).value for formula in side_premises)
            ]
            assert size(difference.world) == min(map(size, showing))
            brute += 1
    assert looked >= 10
    assert brute >= 5
