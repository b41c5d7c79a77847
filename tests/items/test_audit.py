"""What the solver decides about hardened items; formalizations built for items in words."""

from pathlib import Path
from typing import Any

import pytest

from items.files.loading import load
from items.files.save import save_item
from items.gold.check import ItemCheck, check_item
from items.inspection.audit import audit
from items.models import Item
from items.scratchpads.formalize import GOLD_TEXTS, formalized, readings_of
from solver.cancel import Budget, Cancel, Cancelled
from solver.errors import InputError
from solver.language.scratchpad_lines import read_scratch
from tests.items.philosophy_item import ITEM, PAD
from tests.shared_data import shared_path

FORMAL: dict[str, Any] = {
    "parameters": {"S": "Bool", "B": "Bool", "L": "Bool"},
    "premise": ["S -> B", "~(L & B)", "S", "S -> S", "B | L"],
    "variants": {
        "alpha": [{"op": "replace", "premise": 2, "formula": "~S"}],
        "idle": [{"op": "add", "formula": "B"}],
    },
}


def invented(**update: Any) -> Item:
    questions = [
        {
            "id": "1",
            "kind": "necessary",
            "query": "necessary(~L)",
            "gold": {"kind": "verdict", "word": "necessary"},
        },
        {
            "id": "2",
            "kind": "necessary",
            "query": "necessary(~L) under alpha",
            "gold": {"kind": "verdict", "word": "necessary"},
        },
        {
            "id": "3",
            "kind": "possible",
            "query": "possible(L) under idle",
            "gold": {"kind": "verdict", "word": "impossible"},
        },
    ]
    values = {"id": "goat", "text": "t", "questions": questions, "formalization": FORMAL}
    return Item.model_validate({**values, **update})


def hard_item() -> Item:
    items = load(shared_path("llmeval-logic/hard")).items
    return next(item for item in items if item.id == ITEM)


def test_gold_is_settled_question_by_question() -> None:
    outcome = audit(invented())
    assert [(f.subject, f.holds) for f in outcome.of("gold")] == [
        ("1", True),
        ("2", False),
        ("3", True),
    ]
    assert "unnecessary" in outcome.of("gold", "2")[0].text


def test_a_counterfactual_that_changes_nothing_is_found_out() -> None:
    outcome = {f.subject: f.holds for f in audit(invented()).of("counterfactual")}
    assert outcome == {"2": True, "alpha": True, "3": False, "idle": False, "": False}


def test_the_models_of_every_branch_are_counted() -> None:
    outcome = audit(invented())
    counts = {f.subject: f.models for f in outcome.of("branches") if f.models is not None}
    assert counts == {"baseline": 1, "alpha": 2, "idle": 1}
    assert outcome.of("branches", "")[0].holds is True
    assert outcome.of("uncertainty")[0].holds is False


def test_a_branch_without_a_model_is_named() -> None:
    dead = {**FORMAL, "variants": {**FORMAL["variants"], "dead": [{"op": "add", "formula": "~B"}]}}
    outcome = audit(invented(formalization=dead))
    assert outcome.of("branches", "dead")[0].models == 0
    assert outcome.of("branches", "")[0].holds is False


def test_a_tautology_among_the_premises_is_named() -> None:
    (finding,) = audit(invented()).of("tautology")
    assert (finding.holds, finding.premises) == (True, (3,))


@pytest.mark.parametrize(("claim", "holds"), [("3, 4", True), ("3", True), ("2", False)])
def test_a_claimed_distractor_must_leave_every_answer(claim: str, holds: bool) -> None:
    (finding,) = audit(invented(attributes={"distractors": claim})).of("distractor")
    assert finding.holds is holds


def test_without_a_claim_premises_that_could_go_are_reported_and_nothing_is_settled() -> None:
    (finding,) = audit(invented()).of("distractor")
    assert finding.holds is None
    assert 3 in finding.premises
    assert 2 not in finding.premises


def test_a_claim_of_a_premise_that_is_not_there_settles_nothing() -> None:
    (finding,) = audit(invented(attributes={"distractors": "7"})).of("distractor")
    assert finding.holds is None
    assert "there are 5" in finding.text


def test_an_open_domain_is_not_closed() -> None:
    formal = {"parameters": {"F": "Function(1)", "a": "Person"}, "premise": ["\\exists x F(x)"]}
    question = {"id": "1", "kind": "possible", "query": "possible(F(a))"}
    item = invented(formalization=formal, questions=[question])
    assert audit(item).of("closed")[0].holds is False
    assert audit(invented()).of("closed")[0].holds is True


def test_a_name_declared_nowhere_keeps_the_space_open() -> None:
    formal = {"parameters": {"A": "Bool"}, "premise": ["A -> B"]}
    question = {"id": "1", "kind": "possible", "query": "possible(B)"}
    finding = audit(invented(formalization=formal, questions=[question])).of("closed")[0]
    assert finding.holds is False
    assert "B" in finding.text


def test_without_a_formalization_nothing_is_settled() -> None:
    item = invented(formalization=None, questions=[{"id": "1", "kind": "text", "text": "?"}])
    outcome = audit(item)
    assert outcome.findings == ()
    assert outcome.error


def test_a_real_hard_item_is_formalized_and_every_gold_proved(tmp_path: Path) -> None:
    item = hard_item()
    pad = read_scratch(PAD)
    assert pad.errors == ()
    readings = readings_of(item, pad)
    assert sorted(readings) == ["1", "2", "3", "4", "5"]
    proved = formalized(item, pad.formalization, readings)
    assert [leaf.id for leaf in proved.leaves] == ["1", "2", "3", "4", "5.1", "5.2"]
    check = check_item(proved)
    assert check.state == "proved", check.reason
    assert proved.provenance.parameters[GOLD_TEXTS]["5"] == "不会改变"
    path = save_item(proved, tmp_path / "proved.jsonl")
    (again,) = load(path).items
    assert again.content_hash == proved.content_hash
    assert check_item(again).state == "proved"


def test_the_audit_of_a_real_hard_item() -> None:
    item = hard_item()
    pad = read_scratch(PAD)
    proved = formalized(item, pad.formalization, readings_of(item, pad))
    outcome = audit(proved.model_copy(update={"attributes": {"distractors": "4, 5"}}))
    assert {f.holds for f in outcome.of("gold")} == {True}
    assert {f.subject: f.models for f in outcome.of("branches") if f.models is not None} == {
        "baseline": 6,
        "alpha": 4,
        # Five assignments, the black slip in one or two places each, the green card in two.
        "beta": 12,
        "gamma": 6,
    }
    # The green card never matters: that is what question 5 asks.
    assert outcome.of("distractor")[0].holds is True
    # Alpha takes two models away and leaves what is asked of it as it was: the same set comes out
    # at the baseline, as the black slip is not in the projection.
    assert outcome.of("counterfactual", "alpha")[0].holds is False
    assert outcome.of("counterfactual", "3")[0].holds is False
    assert outcome.of("counterfactual", "beta")[0].holds is True
    assert outcome.of("counterfactual", "gamma")[0].holds is False
    assert outcome.of("uncertainty")[0].models == 6
    assert outcome.of("closed")[0].holds is True


def test_a_wrong_gold_of_the_real_item_is_disproved() -> None:
    item = hard_item()
    pad = read_scratch(PAD.replace("{(E), (E, I)}", "{(E, I)}"))
    assert (
        check_item(formalized(item, pad.formalization, readings_of(item, pad))).state == "disproved"
    )


def test_a_mark_that_names_no_question_is_refused() -> None:
    item = invented(formalization=None, questions=[{"id": "1", "kind": "text", "text": "?"}])
    with pytest.raises(InputError, match="No such question") as caught:
        readings_of(item, read_scratch("A: Bool\nA\n? possible(A)  # 9 = possible\n"))
    assert "line 3" in caught.value.message


def test_a_gold_that_cannot_be_read_names_the_question() -> None:
    item = invented(formalization=None, questions=[{"id": "1", "kind": "text", "text": "?"}])
    pad = read_scratch("A: Bool\nA\n? possible(A)  # 1 = perhaps\n")
    with pytest.raises(InputError, match="Gold cannot be read") as caught:
        formalized(item, pad.formalization, readings_of(item, pad))
    assert "question 1" in caught.value.message


def test_a_stopped_audit_does_not_check_the_golds_first(monkeypatch: pytest.MonkeyPatch) -> None:
    tokens: list[Cancel | None] = []

    def check(item: Item, *, cancel: Cancel | None = None, **settings: Any) -> ItemCheck:
        tokens.append(cancel)
        return check_item(item, cancel=cancel, **settings)

    monkeypatch.setattr("items.inspection.audit.check_item", check)
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Cancelled):
        audit(invented(), cancel=cancel)
    assert tokens == [cancel]


def test_false_to_unknown_is_a_change_of_a_truth_question() -> None:
    """Without premise 3 nothing refutes S any more; to a query both are `unnecessary`."""
    (valley,) = [i for i in load("builtin:demo").items if i.id == "demo/valley-bus"]
    for attribute in ("distractor_premises", "distractors"):
        claiming = valley.model_copy(update={"attributes": {attribute: "2"}})
        (finding,) = audit(claiming).of("distractor")
        assert finding.holds is False
    (unclaimed,) = audit(valley).of("distractor")
    assert 2 not in unclaimed.premises


@pytest.mark.slow
def test_a_distractor_of_a_real_truth_item_is_not_idle() -> None:
    source = load(shared_path("contexthub"))
    item = next(
        i
        for i in source.items
        if i.formalization is not None
        and len(i.formalization["premise"]) > 1
        and i.leaves[0].gold is not None
        and getattr(i.leaves[0].gold, "value", "") == "false"
    )
    named = {
        f.holds
        for n in range(len(item.formalization["premise"]))  # type: ignore[index]
        for f in audit(item.model_copy(update={"attributes": {"distractors": str(n)}})).of(
            "distractor"
        )
    }
    assert False in named


def test_the_number_of_generated_distractors_claims_no_premise() -> None:
    (finding,) = audit(invented(attributes={"distractors": 3})).of("distractor")
    assert finding.holds is None
    assert "no distractor is claimed" in finding.text


def test_what_all_questions_share_may_be_used_up() -> None:
    open_audit = audit(invented(), shared_budget=Budget.of(0.0))
    assert open_audit.check.state == "unknown"
    assert not [finding for finding in open_audit.findings if finding.holds is not None]
