"""Of each misreading an item whose answer it alone explains; it explains no other's."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from items.formal import formal_item
from items.gold.check import check_item
from items.misreadings.misreading import MOSTLY, Case
from items.misreadings.registry import MISREADINGS
from items.models import Item, Question
from items.values.answer_text import parse_answer
from study.diagnosis import question_readings
from study.diagnosis.question_readings import QuestionReadings
from study.diagnosis.readings import Names
from study.diagnosis.smallest_misreading import SmallestMisreadings, smallest


@dataclass(frozen=True)
class Example:
    """An item of one question, a wrong answer to it, and the misreadings that explain it."""

    premises: tuple[str, ...]
    query: str
    answer: str
    names: tuple[str, ...]
    kind: str = ""
    text: str = "A text."
    variants: Mapping[str, Any] = field(default_factory=dict)
    claims: Mapping[str, Any] = field(default_factory=dict)
    attributes: Mapping[str, str | bool] = field(default_factory=dict)

    @property
    def item(self) -> Item:
        kind = self.kind or self.query.partition("(")[0]
        formal: dict[str, Any] = {"premise": list(self.premises)}
        if self.variants:
            formal["variants"] = dict(self.variants)
        return Item(
            id="x",
            text=self.text,
            questions=(Question.model_validate({"id": "1", "kind": kind, "query": self.query}),),
            formalization=formal,
            claims=dict(self.claims),
            attributes=dict(self.attributes),
        )


EDITED = {"alpha": [{"op": "replace", "premise": 0, "formula": "¬A"}]}
LURED = {
    "distractor": [{"premises": [1], "readings": ["¬P"]}, {"premises": [2], "readings": ["¬S"]}]
}
CASES = [
    # The converse and the inverse of a conditional say the same: no answer tells them apart.
    Example(("A → B",), "enumerate_models(A, B)", "{(), (A), (A, B)}", ("converse", "inverse")),
    Example(("A → B",), "enumerate_models(A, B)", "{(), (B), (A, B)}", ()),
    # Each variant that is compared edits what is read.
    Example(
        ("A → B",),
        "union(baseline, alpha; A, B)",
        "{(), (A), (A, B)}",
        ("converse", "inverse"),
        variants={"alpha": [{"op": "add", "formula": "A"}]},
    ),
    Example(("A → B",), "count_models(A, B)", "2", ("biconditional",)),
    Example(("A ∨ B ∨ C",), "count_models(A, B, C)", "3", ("exclusive-or",)),
    Example(("A ∨ B ∨ C",), "count_models(A, B, C)", "1", ("and-for-or",)),
    Example(("A → B",), "count_models(A, B)", "1", ("condition-as-fact",)),
    Example(("¬(A ∧ B)",), "count_models(A, B)", "1", ("negation-scope",)),
    Example(
        ("(A → B) → C",),
        "projection(necessary; C → (A → B), C → (B → A))",
        "{C → (A → B)}",
        ("only-if-reversed",),
        text="If A, then B, only if C.",
    ),
    Example(
        ("(A → B) → C",),
        "projection(necessary; (A → B) ↔ C, (A ↔ B) ↔ C)",
        "{(A → B) ↔ C}",
        ("unless-biconditional",),
        text="C unless A comes without B.",
    ),
    Example(
        ("∀x (F(x) → G(x))",),
        "projection(necessary; ∃x F(x), ∃x G(x), ∃x ¬G(x))",
        "{∃x F(x), ∃x G(x)}",
        ("existential-import",),
    ),
    Example(
        ("∃x (F(x) ∧ G(x))",),
        "projection(necessary; ∃x (F(x) ∧ ¬G(x)), ∃x ¬F(x))",
        "{∃x (F(x) ∧ ¬G(x))}",
        ("some-but-not-all",),
    ),
    Example(
        ("∃x (F(x) ∧ ¬G(x))",),
        "projection(necessary; ∃x (G(x) ∧ ¬F(x)), ∃x (F(x) ∧ G(x)))",
        "{∃x (G(x) ∧ ¬F(x))}",
        ("conversion",),
    ),
    Example(("A ∨ B",), "possible(A)", "impossible", ("possible-as-necessary",)),
    Example(("A → B",), "necessary(¬A ∧ ¬B)", "necessary", ("necessary-as-possible",)),
    Example(("A", "B"), "enumerate_models(A, B)", "{(A), (A, B)}", ("premise-forgotten",)),
    Example(
        ("A ↔ B", "C ↔ D"),
        "count_models(A, B, C, D)",
        "16",
        ("alias-apart",),
        text="Ann sings, which is to say that Bea does. Cy also goes by the name of Dan.",
    ),
    Example(("A ∨ B",), "projection(necessary; A, A ∧ B)", "{A}", ("weak-evidence",)),
    Example(("A ∨ B",), "enumerate_models(A, B)", "{(A)}", ("first-model-only",)),
    Example(("A ∨ B",), "enumerate_models(A, B)", "{(A), (A, B)}", ("incomplete-list",)),
    Example(
        ("A", "A → B"),
        "necessary(¬B)",
        "True",
        ("belief",),
        kind="truth",
        attributes={"belief": "true"},
    ),
    Example(
        ("A", "A → B"),
        "necessary(B)",
        "False",
        ("belief",),
        kind="truth",
        attributes={"believable": False},
    ),
    Example(
        ("A", "A → B"),
        "enumerate_models(A, B) under alpha",
        "{(A, B)}",
        ("counterfactual-ignored",),
        variants=EDITED,
    ),
    Example(
        ("A", "A → B"),
        "projection(necessary; B, ¬B, ¬A) under alpha",
        "{B, ¬A}",
        ("counterfactual-patched",),
        variants=EDITED,
    ),
    Example(
        ("A", "A ↔ B"),
        "projection(necessary; A, B) under alpha",
        "{B}",
        ("counterfactual-patched",),
        variants={"alpha": [{"op": "drop", "premise": 0}]},
    ),
    Example(("A → B",), "count_models(A, B) given A", "3", ("condition-ignored",)),
    Example(("A ∨ B",), "projection(necessary; A, B, ¬A)", "{A, B, ¬A}", ("wrong-projection",)),
    Example(
        ("A ∨ B", "C → B"),
        "count_models(A, B, C)",
        "1",
        ("distractor-believed",),
        claims={"distractor": [{"premises": [1], "readings": ["¬A ∧ C"]}]},
    ),
    # What holds in three of four worlds is listed, and what holds in one is not.
    Example(
        ("P → Q", "Q → R"),
        "projection(necessary; ¬P, R, Q ∧ ¬P)",
        "{¬P, R}",
        ("weak-evidence",),
    ),
    # Of two distractors, one is believed.
    Example(
        ("P → Q", "R", "S ∨ R"),
        "projection(necessary; ¬P, Q, R, S)",
        "{¬P, R}",
        ("distractor-believed",),
        claims=LURED,
    ),
]


def readings_of(example: Example) -> QuestionReadings:
    item = example.item
    formal = formal_item(item)
    assert formal is not None
    answer = parse_answer(example.answer, item.leaves[0], item.formalization)
    return QuestionReadings(item, formal, 0, [answer])


@pytest.mark.parametrize("example", CASES, ids=lambda e: " ".join(e.names) or "right")
def test_it_alone_explains_the_answer(example: Example) -> None:
    explanation = readings_of(example).explained(0, both=True)
    expected: set[Names] = {(name,) for name in example.names} or {()}
    assert set(explanation.combinations) == expected
    # The answer is wrong by the other way of judging, too.
    item = example.item
    answer = parse_answer(example.answer, item.leaves[0], item.formalization)
    gold = item.leaves[0].model_copy(update={"gold": answer})
    state = check_item(item.model_copy(update={"questions": (gold,)})).state
    assert state == ("disproved" if example.names else "proved")


@pytest.mark.parametrize(
    ("name", "example"),
    [
        # No distractor says Q: the conditional taken as a fact does.
        (
            "distractor-believed",
            Example(
                ("P → Q", "R", "S ∨ R"),
                "projection(necessary; ¬P, Q, R, S)",
                "{Q, R}",
                ("condition-as-fact",),
                claims=LURED,
            ),
        ),
        # What the item does not call a distractor cannot be believed as one.
        (
            "distractor-believed",
            Example(("P → Q", "R", "S ∨ R"), "projection(necessary; ¬P, Q, R, S)", "{¬P, R}", ()),
        ),
        # Half of the worlds are not most of them.
        ("weak-evidence", Example(("A ↔ B",), "projection(necessary; A, A ∧ ¬B)", "{A}", ())),
        # R holds in as many worlds as ¬P.
        (
            "weak-evidence",
            Example(("P → Q", "Q → R"), "projection(necessary; ¬P, R, Q ∧ ¬P)", "{¬P}", ()),
        ),
        # What holds in few worlds only is no evidence.
        ("weak-evidence", Example(("A ∨ B",), "projection(necessary; A, A ∧ B)", "{A ∧ B}", ())),
    ],
)
def test_it_does_not_explain_what_it_does_not_say(name: str, example: Example) -> None:
    combinations = readings_of(example).explained(0, both=True).combinations
    assert (name,) not in combinations
    assert not example.names or example.names in combinations


ALMOST = {
    # What says the same in both directions has no converse or inverse.
    "converse": Example(("A ↔ B",), "enumerate_models(A, B)", "{(), (A), (A, B)}", ()),
    "inverse": Example(("A ↔ B",), "enumerate_models(A, B)", "{(), (A), (A, B)}", ()),
    "biconditional": Example(("A ∨ B",), "count_models(A, B)", "2", ("exclusive-or",)),
    "exclusive-or": Example(("A → B",), "count_models(A, B)", "2", ("biconditional",)),
    "and-for-or": Example(("A → B",), "count_models(A, B)", "1", ("condition-as-fact",)),
    "condition-as-fact": Example(("A ∨ B",), "count_models(A, B)", "1", ("and-for-or",)),
    # Two negations, each of one thing, have no scope to be mistaken.
    "negation-scope": Example(("¬A ∨ ¬B",), "count_models(A, B)", "4", ()),
    # The same formulas and answers in words without "only" and "unless".
    "only-if-reversed": Example(
        ("(A → B) → C",),
        "projection(necessary; C → (A → B), C → (B → A))",
        "{C → (A → B)}",
        (),
        text="If A goes with B, then C.",
    ),
    "unless-biconditional": Example(
        ("(A → B) → C",),
        "projection(necessary; (A → B) ↔ C, (A ↔ B) ↔ C)",
        "{(A → B) ↔ C}",
        (),
        text="C where A never comes without B.",
    ),
    "existential-import": Example(
        ("∀x (F(x) → G(x))",),
        "projection(necessary; ∃x F(x), ∃x G(x), ∃x ¬G(x))",
        "{∃x ¬G(x)}",
        (),
    ),
    "some-but-not-all": Example(
        ("∀x (F(x) → G(x))",), "projection(necessary; ∃x (F(x) ∧ ¬G(x)))", "{∃x (F(x) ∧ ¬G(x))}", ()
    ),
    "conversion": Example(
        ("∃x (F(x) ∧ G(x))",), "projection(necessary; ∃x (G(x) ∧ ¬F(x)))", "{∃x (G(x) ∧ ¬F(x))}", ()
    ),
    # What has to be is possible in either way of asking, and what cannot be in neither.
    "possible-as-necessary": Example(("A",), "possible(A)", "impossible", ()),
    "necessary-as-possible": Example(("A",), "necessary(¬A)", "necessary", ()),
    "premise-forgotten": Example(("A", "B"), "enumerate_models(A, B)", "{()}", ()),
    "alias-apart": Example(
        ("A ↔ B", "C ↔ D"),
        "count_models(A, B, C, D)",
        "16",
        (),
        text="Ann sings if and only if Bea does. Cy comes exactly when Dan does.",
    ),
    "weak-evidence": Example(("A ↔ B",), "projection(necessary; A, A ∧ ¬B)", "{A}", ()),
    # What is no model is none of those that were seen.
    "first-model-only": Example(("A ∨ B",), "enumerate_models(A, B)", "{()}", ()),
    "incomplete-list": Example(("A ∨ B",), "enumerate_models(A, B)", "{(), (A)}", ()),
    "belief": Example(
        ("A", "A → B"),
        "necessary(B)",
        "False",
        (),
        kind="truth",
        attributes={"belief": "true"},
    ),
    "counterfactual-ignored": Example(
        ("A", "A → B"), "enumerate_models(A, B) under alpha", "{(A)}", (), variants=EDITED
    ),
    "counterfactual-patched": Example(
        ("A", "A → B"), "projection(necessary; B, ¬B, ¬A) under alpha", "{¬B}", (), variants=EDITED
    ),
    "condition-ignored": Example(("A → B",), "count_models(A, B) given A", "4", ()),
    "wrong-projection": Example(("A ∨ B",), "projection(necessary; A, B, ¬A)", "{¬A}", ()),
    "distractor-believed": Example(
        ("P → Q", "R", "S ∨ R"), "projection(necessary; ¬P, Q, R, S)", "{¬P, R}", ()
    ),
}
"""Misreading to an item like those that it explains, with an answer that it must not explain."""


@pytest.mark.parametrize("name", MISREADINGS)
def test_it_must_not_explain_what_only_looks_like_it(name: str) -> None:
    example = ALMOST[name]
    combinations = readings_of(example).explained(0, both=True).combinations
    assert () not in combinations
    assert all(names != (name,) for names in combinations)
    assert not example.names or example.names in combinations


@pytest.mark.parametrize("example", CASES, ids=lambda e: " ".join(e.names) or "right")
def test_z3_confirms_every_reading_that_is_a_formula(example: Example) -> None:
    explanation = readings_of(example).explained(0, both=True)
    formulas = {names for names in explanation.combinations if names and "belief" not in names}
    assert set(explanation.confirmed) == formulas
    assert not explanation.contradicted


@pytest.mark.parametrize(
    ("premises", "query"),
    [
        (("A ∨ B",), "necessary(A)"),
        (("A ∨ B ∨ C",), "necessary(A) given A ∨ B"),
        (("F(a) ∨ G(a)",), "necessary(F(a))"),
    ],
)
def test_z3_counts_worlds(premises: tuple[str, ...], query: str) -> None:
    explanation = readings_of(Example(premises, query, "necessary", ())).explained(0, both=True)
    assert ("weak-evidence",) in explanation.confirmed


def test_an_engine_that_counts_wrongly_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def counts(region: int, formula: int, case: Case) -> bool:
        return case.answering == MOSTLY or true(region, formula, case)

    true = question_readings._counts
    monkeypatch.setattr(question_readings, "_counts", counts)
    readings = readings_of(Example(("A ∨ B",), "necessary(¬A ∧ ¬B)", "necessary", ()))
    assert ("weak-evidence",) in readings.explanation(0).combinations
    explanation = readings.explained(0, both=True)
    assert explanation.contradicted == (("weak-evidence",),)
    assert ("weak-evidence",) not in explanation.combinations
    assert not explanation.exhausted


def test_what_is_shown_is_asked_of_both_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    def smallest_explanation(example: Example) -> SmallestMisreadings:
        item = example.item
        answer = parse_answer(example.answer, item.leaves[0], item.formalization)
        explanation = smallest(item, 0, answer, timeout=20)
        assert explanation is not None
        return explanation

    shown_lines = smallest_explanation(Example(("A → B",), "count_models(A, B)", "2", ()))
    assert shown_lines.combinations == (("biconditional",),)
    assert shown_lines.confirmed == {("biconditional",)}
    wrongly = Example(("A ∨ B",), "necessary(¬A ∧ ¬B)", "necessary", ())
    true = question_readings._counts
    monkeypatch.setattr(
        question_readings,
        "_counts",
        lambda region, formula, case: case.answering == MOSTLY or true(region, formula, case),
    )
    other = smallest_explanation(wrongly)
    assert ("weak-evidence",) not in other.combinations
    assert not other.exhausted


def test_more_worlds_than_can_be_counted_are_not_confirmed() -> None:
    letters = [f"A{n}" for n in range(10)]
    many = Example((" ∨ ".join(letters),), "necessary(A0 ∨ A1)", "necessary", ())
    explanation = readings_of(many).explained(0, both=True)
    assert ("weak-evidence",) in explanation.combinations
    assert ("weak-evidence",) not in explanation.confirmed


def test_every_misreading_has_an_item_that_it_explains() -> None:
    assert {name for example in CASES for name in example.names} == set(MISREADINGS)


def test_the_smallest_combination_of_two_is_found_where_none_alone_is_enough() -> None:
    both = Example(("A → B", "C ∨ D"), "count_models(A, B, C, D)", "4", ())
    explanation = readings_of(both).explained(0, both=True)
    assert ("biconditional", "exclusive-or") in explanation.combinations
    assert all(len(names) == 2 for names in explanation.combinations)


def test_what_nothing_explains_is_random_and_what_is_missed_is_counted() -> None:
    odd = Example(("A",), "count_models(A, B)", "3", ())
    assert readings_of(odd).explained(0, both=True).random
    part = Example(("A ∨ B",), "enumerate_models(A, B)", "{(A), (A, B)}", ())
    assert readings_of(part).missed(0) == 1
    assert readings_of(odd).missed(0) is None


def test_premises_as_read_that_contradict_one_another_explain_nothing() -> None:
    """ "Neither" would make everything follow beside the fact that one of them holds."""
    clash = Example(("¬(A ∧ B)", "A"), "necessary(C)", "necessary", ())
    explanation = readings_of(clash).explained(0, both=True)
    assert ("negation-scope",) not in explanation.combinations


@pytest.mark.parametrize(
    "text",
    [
        "Ann sings if and only if Bea does. Cy sings exactly when Dan does.",
        "安唱歌当且仅当贝唱歌。塞唱歌当且仅当丹唱歌。",
    ],
)
def test_a_biconditional_is_not_an_alias(text: str) -> None:
    example = Example(("A ↔ B", "C ↔ D"), "count_models(A, B, C, D)", "16", (), text=text)
    assert ("alias-apart",) not in readings_of(example).explained(0, both=False).combinations


@pytest.mark.parametrize(
    "text",
    ["A → B. B → C.", "Rain brings mud. Mud brings frogs.", "一下雨，地就湿。地一湿，蛙就叫。"],
)
def test_conditionals_read_as_biconditionals_are_not_aliases(text: str) -> None:
    example = Example(("A → B", "B → C"), "count_models(A, B, C)", "8", (), text=text)
    combinations_read = readings_of(example).explained(0, both=False).combinations
    assert not [names for names in combinations_read if "alias-apart" in names]


@pytest.mark.parametrize(
    ("query", "answer", "cured"),
    [
        ("necessary(C)", "necessary", False),
        ("projection(necessary; C, D)", "{C, D}", True),
        ("count_models(A, C)", "0", True),
    ],
)
def test_premises_that_contradict_one_another_as_they_stand_are_changed_by_a_cure_alone(
    query: str, answer: str, cured: bool
) -> None:
    """Else the reading would make nothing right, and explain whatever is guessed there."""
    readings = readings_of(Example(("A", "¬A", "C"), query, answer, ()))
    plain = readings.choice_sets()
    assert plain == (frozenset({0}),)
    assert not readings.possible
    for names in (("weak-evidence",), ("biconditional",), ("alias-apart", "weak-evidence")):
        assert readings.choice_sets(names) == plain
    assert (readings.choice_sets(("premise-forgotten",)) != plain) == cured


def test_an_answer_that_nobody_gave_is_told_from_none_at_all() -> None:
    """Of the biconditional, somebody would have counted two; condition as fact contradicts ¬A."""
    counted = readings_of(Example(("A → B", "¬A"), "count_models(A, B)", "2", ()))
    assert (
        counted.choice_sets(("biconditional",))
        == counted.choice_sets(("condition-as-fact",))
        == (frozenset(),)
    )
    assert counted.elsewhere(("biconditional",))
    assert not counted.elsewhere(("condition-as-fact",))
    other = readings_of(Example(("A → B", "¬A"), "count_models(A, B)", "2", ()))
    known = counted.worked_out()
    assert known is not None
    assert other.takes(known)
    other.begin_with(known)
    assert other.elsewhere(("biconditional",))
    # Of words, all that there are can be taken, and whoever finds none right has to guess.
    example = Example(("A → B", "¬A"), "necessary(B)", "necessary", ())
    assert not readings_of(example).elsewhere(("condition-as-fact",))


def test_weak_evidence_changes_nothing_where_worlds_are_not_counted() -> None:
    for premises, query, answer in (
        (("∀x (K(x) → L(x))", "∃x K(x)"), "necessary(∃x L(x))", "necessary"),
        (tuple(f"P{n} → P{n + 1}" for n in range(20)), "necessary(P0 → P20)", "necessary"),
    ):
        readings = readings_of(Example(premises, query, answer, ()))
        assert readings.right() == {0}
        assert readings.choice_sets(("weak-evidence",)) == readings.choice_sets()


def test_the_bound_makes_an_answer_undecided_never_random() -> None:
    item = Example(
        tuple(f"P{n} → P{n + 1}" for n in range(6)), "count_models(P0, P6)", "9", ()
    ).item
    formal = formal_item(item)
    assert formal is not None
    answer = parse_answer("9", item.leaves[0], item.formalization)
    readings = QuestionReadings(item, formal, 0, [answer], bound=20)
    explanation = readings.explanation(0)
    assert not explanation.combinations
    assert not explanation.random
