"""Lint of claims: false ones planted in items whose claims are proved."""

from typing import Any

import pytest

from items.families.batches import Maker, run
from items.families.knights.generator import Knights
from items.families.ordering.generator import Ordering
from items.families.syllogism.generator import Syllogisms
from items.families.zebra.generator import Zebra
from items.findings import rules
from items.lint import generated_form
from items.lint.false_claims import look
from items.lint.run import lint
from items.models import Item, Question
from solver import supports_search
from tests.fake_roles import bases, false_distractor, hardened

CLAIMS = [rules.CLAIM_FALSE.name, rules.CLAIM_OPEN.name]
PLANTED = ("distractor", "branching", "uncertainty", "alias", "beauty")


def false_claim(item: Item, name: str) -> dict[str, Any]:
    """What of a good item's claim is not so."""
    assert item.claims is not None
    known = item.claims["uncertainty"]["axis"]
    noise = item.claims["distractor"]["readings"][0]
    planted: dict[str, dict[str, Any]] = {
        "distractor": false_distractor(),
        "branching": {"axes": [item.claims["branching"]["axes"][1]] * 2},
        "uncertainty": {"axis": "A & B"},
        "alias": {"names": [[known, noise]]},
        "beauty": {},
    }
    return planted[name]


def findings_of(item: Item) -> list[tuple[str, str]]:
    report = lint([item], only=CLAIMS)
    return [
        (count.rule.name, each.finding.kind) for count in report.counts for each in count.findings
    ]


def test_proved_claims_are_not_findings() -> None:
    for base in bases():
        assert findings_of(hardened(base.id)) == []
        assert findings_of(base) == []


@pytest.mark.parametrize("name", PLANTED)
def test_a_false_claim_is_wrong_and_named(name: str) -> None:
    item = hardened(bases()[0].id)
    planted = item.model_copy(update={"claims": {**item.claims, name: false_claim(item, name)}})
    ((rule, kind),) = findings_of(planted)
    assert rule == rules.CLAIM_FALSE.name
    assert kind == ("no such claim" if name == "beauty" else name)
    assert lint([planted], only=CLAIMS).wrong


def test_a_world_is_reported_if_there_is_one() -> None:
    item = hardened(bases()[0].id)
    claims = {**item.claims, "distractor": false_distractor()}
    (each,) = lint([item.model_copy(update={"claims": claims})], only=CLAIMS).counts[0].findings
    assert "for example where " in each.finding.what
    assert f"{item.claims['branching']['axes'][0]}=" in each.finding.what


def test_other_rules_do_not_look_at_claims() -> None:
    item = hardened(bases()[0].id)
    planted = item.model_copy(update={"claims": {"beauty": {}}})
    assert lint([planted], only=[rules.VACUOUS.name]).counts[0].findings == ()


@pytest.mark.parametrize(
    ("attributes", "kinds"),
    [
        ({"premises": 3, "support_size": 3}, []),
        ({"premises": 2}, ["premises"]),
        ({"premises": 4}, ["premises"]),
        ({"support_size": 4}, ["support_size"]),
        ({"support_size": -1}, ["support_size"]),
        ({"support_size": 4, "question_type": "missing"}, []),
        ({"support_size": 5, "question_type": "missing"}, ["support_size"]),
        ({"premises": "many"}, []),
    ],
)
def test_numbers_of_premises_that_cannot_be(attributes: dict[str, Any], kinds: list[str]) -> None:
    formal = {"parameters": {"A": "Bool", "B": "Bool"}, "premise": ["A", "A → B", "B ∨ A"]}
    item = Item(id="x", text="…", formalization=formal, attributes=attributes, questions=())
    assert [kind for _, kind in findings_of(item)] == kinds


@pytest.mark.parametrize(
    ("maker", "name", "others"),
    [
        (Knights(3), "people", (3, 9)),
        (Knights(3, language="zh"), "people", (3, 9)),
        (Syllogisms(3), "mood", ("EEE", "OOO")),
        (Syllogisms(3, language="zh"), "mood", ("EEE", "OOO")),
        (Syllogisms(3), "figure", (0, 5)),
    ],
)
def test_forms_that_the_formulas_do_not_have(
    maker: Maker, name: str, others: tuple[object, ...]
) -> None:
    for item in run(maker, 6).items:
        assert list(generated_form.look(item)) == []
        for other in others:
            if other == item.attributes[name]:
                continue
            claimed = item.model_copy(update={"attributes": {**item.attributes, name: other}})
            assert [finding.kind for finding in generated_form.look(claimed)] == [name]


def test_a_family_may_leave_premises_to_its_scene() -> None:
    """That no two people share a seat is no clue."""
    item = run(Ordering(), 1).items[0]
    clues = item.attributes["premises"]
    assert isinstance(clues, int)
    assert item.formalization is not None
    assert clues < len(item.formalization["premise"])
    assert findings_of(item) == []
    more = item.model_copy(update={"attributes": {**item.attributes, "premises": 99}})
    assert findings_of(more) == [("claim-refuted", "premises")]


@pytest.mark.slow
@pytest.mark.parametrize("maker", [Zebra(3), Zebra(3, houses=3, language="zh"), Ordering(3)])
@pytest.mark.parametrize("known", [True, False])
def test_supports_of_clues_next_to_a_scene_are_exact(maker: Maker, known: bool) -> None:
    """A family counts the clues that an answer needs, not what its scene says of all; and so does
    an item of which nobody knows that a family made it."""
    checked = 0
    for item in run(maker, 6).items:
        if not known:
            nameless = item.provenance.model_copy(update={"generator": None})
            item = item.model_copy(update={"provenance": nameless})
        assert list(look(item, 20)) == []
        needed = item.attributes.get("support_size")
        if not isinstance(needed, int) or not needed:  # nothing follows
            continue
        checked += 1
        for other in (needed - 1, needed + 1, needed + 3):
            claimed = item.model_copy(
                update={"attributes": {**item.attributes, "support_size": other}}
            )
            assert [finding.kind for finding in look(claimed, 20)] == ["support_size"]
    assert checked >= 4


def needing(size: int) -> Item:
    """C follows from three premises, and from one; the item claims a number."""
    formal = {
        "parameters": dict.fromkeys("ABC", "Bool"),
        "premise": ["A", "A → B", "B → C", "A → A ∧ C ∧ B", "C"],
        "question": ["necessary(C)"],
    }
    asked_question = Question(id="1", kind="necessary", text="C?", query="necessary(C)")
    return Item(
        id="x",
        text="…",
        formalization=formal,
        attributes={"support_size": size},
        questions=(asked_question,),
    )


@pytest.mark.parametrize("most", [1, 2])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_search_that_did_not_end_refutes_no_support(
    most: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = [] if size == 1 else [("claim-refuted", "support_size")]
    assert findings_of(needing(size)) == expected
    monkeypatch.setattr(supports_search, "_MOST_FOUND", most)
    assert findings_of(needing(size)) == [("claim-undecided", "support_size")]
    report = lint([bases()[0], needing(size)])
    assert report.undecided_items == 1
    assert not report.wrong


def test_time_and_engine_reach_the_search_for_what_an_answer_needs() -> None:
    kinds = [(finding.rule.name, finding.kind) for finding in look(needing(1), 0.0)]
    assert kinds == [("claim-undecided", "support_size")]
    for engine in ("worlds", "z3", "both"):
        assert list(look(needing(1), 20, engine)) == []
        assert [finding.kind for finding in look(needing(2), 20, engine)] == ["support_size"]
