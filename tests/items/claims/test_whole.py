"""Claims of the whole item, and how claims are declared."""

from collections.abc import Mapping
from typing import Any

import pytest

from items.claims.claim import State
from items.claims.run import CheckedClaim, ItemClaims, base_of, claims_of, claims_report
from items.files.loading import load
from items.formal import formal_item
from items.models import Item
from solver.errors import InputError
from solver.language.loader import forget
from tests.items.claims.results import result_of


def item(
    premises: list[str], questions: list[dict[str, Any]], *, formal: Any = None, **more: Any
) -> Item:
    formalization = {"premise": premises, **(formal or {})}
    entries = [{"id": str(n), "text": "?", **q} for n, q in enumerate(questions, 1)]
    value = {"id": "i", "text": "t", "questions": entries, "formalization": formalization, **more}
    return Item.model_validate(value)


def query(text: str, gold: Any = None) -> dict[str, Any]:
    return {"kind": text.split("(")[0], "query": text, "gold": gold}


def truth(formula: str, value: str | None = None) -> dict[str, Any]:
    gold = None if value is None else {"kind": "truth", "value": value}
    return {"kind": "truth", "query": f"necessary({formula})", "gold": gold}


def word(text: str, gold: str) -> dict[str, Any]:
    return query(text, {"kind": "verdict", "word": gold})


def count(text: str, number: int) -> dict[str, Any]:
    return query(text, {"kind": "count", "count": number})


def of(found: Item, claim: str) -> CheckedClaim:
    return result_of(claims_of(found), claim)


# --- gold and agreement ---------------------------------------------------------------------------


def test_a_false_gold_is_refuted_by_a_world() -> None:
    checked = of(item(["A -> B"], [word("necessary(B)", "necessary")]), "gold")
    assert checked.state is State.REFUTED
    assert isinstance(checked.outcome.world, Mapping)
    assert isinstance(checked.outcome.world, Mapping)
    assert checked.outcome.world["B"] is False


@pytest.mark.parametrize(
    ("entry", "other"),
    [
        (word("necessary(A)", "necessary"), word("possible(~A)", "possible")),
        (word("possible(A & B)", "possible"), word("possible(B)", "impossible")),
        (
            truth("A", "true"),
            truth("A & B", "false") | {"gold": {"kind": "truth", "value": "true"}},
        ),
        (count("count_models(A, B)", 3), word("necessary(A)", "necessary")),
        (count("count_models(A)", 1), truth("A", "unknown")),
    ],
)
def test_answers_that_cannot_be_right_together_are_found(
    entry: dict[str, Any], other: dict[str, Any]
) -> None:
    """Also where the premises are contradictory, and so say nothing against either. In the third
    pair a third answer makes them clash."""
    third = word("possible(~B)", "possible")
    checked = of(item(["B", "~B"], [entry, other, third]), "agreement")
    assert checked.state is State.REFUTED
    assert "question" in checked.outcome.reason


def test_right_answers_agree() -> None:
    questions = [truth("A", "unknown"), word("necessary(A | B)", "necessary")]
    questions.append(count("count_models(A, B)", 3))
    assert of(item(["A | B"], questions), "agreement").state is State.PROVED


def test_answers_under_different_variants_are_not_held_against_each_other() -> None:
    variants = {"variants": {"alpha": [{"op": "replace", "premise": 0, "formula": "~A"}]}}
    questions = [
        word("necessary(A)", "necessary"),
        word("possible(A) under alpha", "impossible"),
    ]
    assert of(item(["A"], questions, formal=variants), "agreement").state is State.PROVED


# --- premises and questions -----------------------------------------------------------------------


def test_a_premise_that_alone_gives_every_answer_is_found() -> None:
    questions = [word("necessary(B)", "necessary"), word("possible(~A)", "impossible")]
    checked = of(item(["A & B", "A -> C"], questions), "giveaway")
    assert checked.state is State.REFUTED
    assert checked.outcome.premises == (0,)


def test_a_clue_that_no_answer_uses_is_found() -> None:
    checked = of(item(["A", "A -> B", "C -> D"], [word("necessary(B)", "necessary")]), "clues-used")
    assert (checked.state, checked.outcome.premises) == (State.REFUTED, (2,))
    assert isinstance(checked.outcome.world, Mapping)


def test_a_declared_distractor_need_not_be_used() -> None:
    whole_item = item(
        ["A", "A -> B", "C -> B"],
        [word("necessary(B)", "necessary")],
        claims={"distractor": {"premises": [2]}},
    )
    assert of(whole_item, "clues-used").state is State.PROVED


def test_two_premises_that_say_the_same_are_both_used() -> None:
    checked = of(item(["A", "A"], [word("necessary(A)", "necessary")]), "clues-used")
    assert checked.state is State.PROVED


@pytest.mark.parametrize(
    ("text", "other", "same"),
    [
        ("necessary(A -> B)", "necessary(~B -> ~A)", True),
        ("necessary(A)", "possible(~A)", True),
        ("necessary(A)", "possible(A)", False),
        ("necessary(A)", "necessary(~A)", False),
        ("count_models(A, B)", "count_models(B, A)", True),
        ("count_models(A, B)", "enumerate_models(A, B)", False),
        ("has_alternative(A; A)", "necessary(A)", True),
        ("necessary(A) under alpha", "necessary(A) under beta", True),
        ("necessary(A) under alpha", "necessary(A)", False),
        ("necessary(A) given B", "necessary(A)", False),
        ("projection(necessary; A, ~~B)", "projection(necessary; B, A)", True),
    ],
)
def test_equivalent_queries_are_found(text: str, other: str, same: bool) -> None:
    variants = {
        "alpha": [{"op": "add", "formula": "A -> C"}],
        "beta": [{"op": "add", "formula": "~C -> ~A"}],
    }
    whole_item = item(["A | B"], [query(text), query(other)], formal={"variants": variants})
    state = of(whole_item, "distinct-questions").state
    assert state is (State.REFUTED if same else State.PROVED)


def test_a_truth_question_and_its_denial_are_the_same() -> None:
    whole_item = item(["A | B"], [truth("A"), truth("~A")])
    assert of(whole_item, "distinct-questions").state is State.REFUTED


# --- what a respondent sees -----------------------------------------------------------------------


def test_false_to_unknown_is_a_change() -> None:
    """Both are `unnecessary` to a query; a respondent answers False, then Unknown."""
    whole_item = item(
        ["A -> ~B", "A"], [truth("B", "false")], attributes={"distractor_premises": "1"}
    )
    checked = of(whole_item, "distractor")
    assert checked.state is State.REFUTED
    assert isinstance(checked.outcome.world, Mapping)
    assert isinstance(checked.outcome.world, Mapping)
    assert checked.outcome.world["B"] is True


def test_equal_verdicts_are_not_a_change_whatever_the_number_of_worlds() -> None:
    variants = {"variants": {"alpha": [{"op": "drop", "premise": 0}]}}
    queries = [query("has_alternative(A, B, C; A) under alpha"), query("unique_solution(A, B, C)")]
    whole_item = item(["B", "A -> C"], queries, formal=variants)
    assert of(whole_item, "counterfactual").parts[-1].state is State.REFUTED


def test_a_reading_that_contradicts_the_premises_tempts_nobody() -> None:
    whole_item = item(
        ["A", "A -> B", "C -> B"],
        [word("necessary(C)", "unnecessary")],
        claims={"distractor": {"premises": [2], "readings": ["~B"]}},
    )
    checked = of(whole_item, "distractor")
    assert checked.state is State.REFUTED
    assert "contradicts" in checked.outcome.reason


def test_a_usual_misreading_is_found_where_none_is_named() -> None:
    whole_item = item(
        ["A", "A -> B", "C -> B"],
        [word("necessary(C)", "unnecessary")],
        claims={"distractor": {"premises": [2]}},
    )
    checked = of(whole_item, "distractor")
    assert checked.state is State.PROVED
    assert "converse" in checked.outcome.reason


def test_a_premise_in_words_of_its_own_is_decoration() -> None:
    whole_item = item(
        ["A", "A -> B", "D -> E"],
        [word("necessary(B)", "necessary")],
        claims={"distractor": {"premises": [2]}},
    )
    checked = of(whole_item, "distractor")
    assert checked.state is State.REFUTED
    assert "decoration" in checked.outcome.reason


def test_an_open_domain_or_an_undeclared_name_is_not_a_closed_space() -> None:
    formal = {"parameters": {"F": "Function(1)", "a": "Person", "b": "Person"}}
    queries = [query("enumerate_models(F(x), x)")]
    checked = of(item([r"F(a) | F(b)"], queries, formal=formal), "set-output")
    assert checked.state is State.REFUTED
    closed = [r"F(a) | F(b)", r"\neg F(a)", r"\forall x (x = a | x = b)"]
    assert of(item(closed, queries, formal=formal), "set-output").state is State.PROVED
    bare = item(["A | B"], [query("count_models(A, B)")])
    assert of(bare, "set-output").state is State.REFUTED
    declared = {"parameters": {"A": "Bool", "B": "Bool"}}
    whole_item = item(["A | B"], [query("count_models(A, B)")], formal=declared)
    check = of(whole_item, "set-output")
    assert check.state is State.PROVED
    assert check.parts[0].figures == {"solution": 3, "space": 4}
    free = item(["A | ~A"], [query("count_models(A, B)")], formal=declared)
    assert of(free, "set-output").state is State.REFUTED


def test_a_question_of_two_parts_has_two_targets() -> None:
    parts = [{"id": "1.1", **query("count_models(A)")}, {"id": "1.2", **query("possible(A)")}]
    whole_item = item(["A"], [{"parts": parts}], formal={"parameters": {"A": "Bool", "B": "Bool"}})
    checked = of(whole_item, "set-output")
    assert checked.state is State.REFUTED
    assert any("2 things" in part.reason for part in checked.parts)


# --- declarations ---------------------------------------------------------------------------------


def test_a_claim_that_is_none_is_refused() -> None:
    with pytest.raises(InputError, match="branches"):
        claims_of(item(["A"], [query("possible(A)")], claims={"branches": {}}))


@pytest.mark.parametrize(
    "declared",
    [
        {"distractor": {"premises": ["x"]}},
        {"distractor": {"premise": [0]}},
        {"distractor": {"premises": [9]}},
        {"distractor": {"premises": [0], "readings": ["Z"]}},
        {"uncertainty": {"axis": "Nowhere"}},
        {"alias": {"names": [["A"]]}},
        {"alias": {"names": [["A", "status"]]}},
        {"branching": 3},
    ],
)
def test_what_cannot_be_read_is_unknown_with_the_reason(declared: dict[str, Any]) -> None:
    formal = {"parameters": {"A": "Bool", "status": "Enum(on, off)"}}
    whole_item = item(["A"], [query("possible(A)")], formal=formal, claims=declared)
    (claim,) = declared
    checked = of(whole_item, claim)
    assert checked.claimed
    assert checked.state is State.UNKNOWN
    assert checked.outcome.reason


def test_a_number_of_distractors_is_not_a_list_of_premises() -> None:
    queries = [word("necessary(A)", "necessary")]
    counted = item(["A", "B"], queries, attributes={"distractors": 1})
    assert not of(counted, "distractor").claimed
    listed = item(["A", "B"], queries, attributes={"distractors": "1"})
    assert of(listed, "distractor").claimed


def test_several_declarations_are_checked_one_by_one() -> None:
    whole_item = item(
        ["A", "C -> A", "D -> E"],
        [word("necessary(C)", "unnecessary")],
        claims={
            "distractor": [{"premises": [1], "readings": ["C"]}, {"premises": [2]}],
        },
    )
    checks = [c for c in claims_of(whole_item).claims if c.claim == "distractor"]
    assert [c.state for c in checks] == [State.PROVED, State.REFUTED]


def test_claims_are_kept_by_the_own_format_and_leave_the_hash() -> None:
    from items.sources.own_format import to_json

    plain = item(["A"], [query("possible(A)")])
    whole_item = plain.model_copy(update={"claims": {"branching": {"axes": ["A"]}}})
    assert whole_item.content_hash == plain.content_hash
    assert to_json(whole_item)["claims"] == whole_item.claims
    assert "claims" not in to_json(plain)


def test_an_item_without_formulas_leaves_every_claim_open() -> None:
    whole_item = Item.model_validate(
        {"id": "i", "text": "t", "questions": [{"id": "1", "kind": "text", "text": "?"}]}
    )
    claims = claims_of(whole_item)
    assert {checked.state for checked in claims.claims} == {State.UNKNOWN}


def test_the_base_is_found_by_its_name_and_measured() -> None:
    base = item(["A"], [query("possible(A)")])
    whole_item = item(
        ["A | B"], [query("count_models(A, B)"), query("possible(B)")], attributes={"base": "i"}
    )
    assert base_of(whole_item, {"i": base}) is base
    checked = result_of(claims_of(whole_item, base=base), "harder")
    assert (checked.claimed, checked.state) == (True, State.PROVED)
    assert checked.outcome.figures["work before"] == 1
    assert checked.outcome.figures["work after"] == 4
    assert result_of(claims_of(base, base=whole_item), "harder").state is State.REFUTED


@pytest.mark.slow
def test_builtin_items_make_no_false_claim() -> None:
    report = claims_report(load("builtin:demo").items)
    assert not report.wrong
    hard = {c.item.id: c for c in report.items if c.item.attributes.get("kind") == "hard"}
    assert hard
    item_claims: ItemClaims = hard["demo/village-pond"]
    assert result_of(item_claims, "counterfactual").state is State.PROVED
    assert result_of(item_claims, "clues-used").outcome.premises == (4,)


def test_claims_of_an_item_out_of_time_are_unknown_with_the_reason() -> None:
    late = claims_report(load("builtin:demo").items, item_seconds=0.0)
    outcomes = [checked.outcome for entry in late.items for checked in entry.claims]
    assert outcomes
    assert {outcome.state for outcome in outcomes} == {State.UNKNOWN}
    assert all(outcome.reason for outcome in outcomes)
    assert not late.wrong


def test_an_item_that_ran_out_of_time_is_read_again_when_there_is_time() -> None:
    items = load("builtin:demo").items
    forget()
    claims_report(items, item_seconds=0.0)
    assert all(formal_item(item) is not None for item in items if item.formalization)
