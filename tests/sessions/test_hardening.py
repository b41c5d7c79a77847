"""The hardening loop against fake roles, good and bad: every gate, budget and way back."""

import json
from pathlib import Path
from typing import Any

import pytest

from items.answers import CountAnswer
from items.asking.prices import Price
from items.claims.run import claims_of
from items.gold.check import Status
from items.harden.catalogue import issue_kinds, strategies
from items.models import Item
from sessions.models.hardening import cost_of
from sessions.models.model_runs import FAILURES_IN_A_ROW
from tests.effort import sampled
from tests.fake_endpoint import Send
from tests.fake_roles import (
    FakeRoles,
    bases,
    changed,
    false_distractor,
    hardened,
    objection,
    silly,
    wrongly,
)
from tests.items.verified import verify
from tests.sessions.hardened import Played, play

PRICE = Price(1_000_000.0, 1_000_000.0)
SOFT, HARD = "weak_search_space_challenge", "multi_task_question"


def requests(played: Played) -> list[str]:
    """Roles in the order in which they were asked."""
    return [role for role, _, _ in played.roles.calls]


ROUND = ["decider", "background-proposer", "question-proposer"]
REST = ["reviewer", *["answerer"] * 3, "verifier"]


@pytest.mark.slow
def test_good_roles_need_one_round_in_either_language(tmp_path: Path) -> None:
    played = play(tmp_path, items=bases())
    assert sorted(requests(played)) == sorted([*ROUND, *REST] * 2)
    assert played.progress.accepted == 2
    for base in bases():
        ending = played.endings[base.content_hash]
        assert ending.item is not None
        assert ending.item.text == hardened(base.id).text
        golds = [leaf.gold for leaf in ending.item.leaves if leaf.kind != "necessary"]
        assert golds == [leaf.gold for leaf in hardened(base.id).leaves if leaf.kind != "truth"]
        assert ending.item.attributes["settled_by"] == "solver"
        assert claims_of(ending.item, base=base).proved
    assert {"策略" in prompt for prompt in played.roles.prompts} == {True, False}


def test_golds_are_the_solvers_even_if_answerers_agree_on_others(tmp_path: Path) -> None:
    """Three answerers and every repair agree on a wrong number; the item is sent back with the
    world that refutes it, and with the budget used up it is given up."""
    always = {name: [wrongly("3")] * 9 for name in ("ann", "ben", "cleo")}
    played = play(tmp_path, always, answers=1, verify=1)
    assert not played.ending.accepted
    assert played.trail.count("solver objections verify answer_wrong") == 1
    message = "text_and_formalization_differ"
    assert played.trail.count(f"loop sent back verify {message}") == 2
    (first, _) = played.record.noted("sent back")
    assert first["issues"][0]["questions"] == ["3"]
    verifier = next(p for p, c in zip(played.roles.prompts, played.roles.calls, strict=True)
                    if c[0] == "verifier")  # fmt: skip
    gold = next(leaf.gold for leaf in hardened(bases()[0].id).leaves if leaf.id == "3")
    assert isinstance(gold, CountAnswer)
    assert f'"count": {gold.count}' in verifier


def test_different_wrong_answers_are_evidence_that_a_question_is_hard(tmp_path: Path) -> None:
    """After the repairs, answerers who are wrong in different ways do not overrule a gold."""
    script = {
        "ann": [wrongly("3", by=1)] * 9,
        "ben": [wrongly("3", by=2)] * 9,
        "adjudicator": [wrongly("3", by=3)] * 9,
    }
    played = play(tmp_path, script, answers=1)
    assert played.ending.accepted
    assert played.trail.count("solver objections verify answer_wrong") == 1
    assert played.ending.item is not None
    assert played.ending.item.leaves[2].gold == hardened(bases()[0].id).leaves[2].gold
    assert "3: Because of 3." not in played.ending.item.explanation.splitlines()


def test_a_wrong_answer_is_repaired_without_revealing_the_gold(tmp_path: Path) -> None:
    played = play(tmp_path, {name: [wrongly("3")] for name in ("ann", "ben", "cleo")})
    assert played.ending.accepted
    repairs = [
        prompt
        for prompt, (role, stage, _) in zip(played.roles.prompts, played.roles.calls, strict=True)
        if (role, stage) == ("answerer", "repair")
    ]
    assert len(repairs) == 3
    golds = hardened(bases()[0].id).leaves
    gold = golds[2].gold
    assert isinstance(gold, CountAnswer)
    for prompt in repairs:
        assert "[3]" in prompt
        assert "[1]" not in prompt
        assert "world" not in prompt
        assert f'"count": {gold.count}' not in prompt


def test_only_disputed_questions_are_adjudicated(tmp_path: Path) -> None:
    played = play(tmp_path, {"ben": [wrongly("3")]})
    assert requests(played).count("adjudicator") == 1
    prompt = played.roles.prompts[requests(played).index("adjudicator")]
    assert "[3]" in prompt
    assert "[1]" not in prompt
    assert played.ending.accepted


BAD_SETS: dict[str, tuple[Any, str]] = {
    "a formula that cannot be read": (
        changed(formalization=lambda f: {**f, "premise": [*f["premise"], "A -> -> B"]}),
        "formalization_unreadable",
    ),
    "a name that is declared nowhere": (
        changed(formalization=lambda f: {**f, "premise": [*f["premise"], "Zebra -> Yak"]}),
        "formalization_unreadable",
    ),
    "a query of no kind": (
        changed(questions=lambda qs: [{**qs[0], "query": "guess(A)"}, *qs[1:]]),
        "formalization_unreadable",
    ),
    "a variant that is not there": (
        changed(formalization=lambda f: {**f, "variants": {}}),
        "formalization_unreadable",
    ),
    "a claim that there is not": (
        changed(claims=lambda c: {**c, "beauty": {}}),
        "formalization_unreadable",
    ),
    "premises that contradict one another": (
        changed(formalization=lambda f: {**f, "premise": [*f["premise"], "A", "¬A"]}),
        "formalization_contradictory",
    ),
    "no formalization beside queries": (
        changed(formalization=lambda _: None),
        "formalization_unreadable",
    ),
    "no second variant": (
        changed(
            questions=lambda qs: [
                {**q, "query": q["query"].replace(" under beta", " under alpha")} for q in qs
            ]
        ),
        "claim_refuted",
    ),
    "an axis that is settled": (
        # As the first variant has it, which so does not contradict it.
        changed(
            formalization=lambda f: {
                **f,
                "premise": [*f["premise"], f["variants"]["alpha"][0]["formula"]],
            }
        ),
        "claim_refuted",
    ),
    "a distractor that decides": (
        changed(
            claims=lambda c: {**c, "distractor": false_distractor()}
        ),
        "claim_refuted",
    ),
    "no second name": (
        changed(
            formalization=lambda f: {
                **f,
                "premise": [p for p in f["premise"] if "\u2194" not in p and "<->" not in p
                            and "leftrightarrow" not in p],
            }
        ),
        "claim_refuted",
    ),
}  # fmt: skip


@pytest.mark.scaled
@pytest.mark.parametrize("name", sampled(list(BAD_SETS), 5))
def test_the_solver_sends_back_what_is_false(tmp_path: Path, name: str) -> None:
    """Each bad set of questions meets the issue that it should, and is mended in one round."""
    bad, code = BAD_SETS[name]
    played = play(tmp_path, {"question-proposer": [bad]})
    (back,) = played.record.noted("sent back", "review")
    assert code in {issue["code"] for issue in back["issues"]}
    assert {issue["by"] for issue in back["issues"]} == {"solver"}
    assert played.ending.accepted
    # Nobody reviewed what the solver had refuted.
    assert requests(played) == [*ROUND, *ROUND, *REST]
    revising = played.roles.prompts[3]
    assert code in revising


def test_a_refuted_claim_is_reported_with_its_world(tmp_path: Path) -> None:
    bad, _ = BAD_SETS["a distractor that decides"]
    played = play(tmp_path, {"question-proposer": [bad]})
    issues = [i for note in played.record.noted("sent back") for i in note["issues"]]
    (refuted,) = [i for i in issues if i.get("claim") == "distractor"]
    assert refuted["strategy"] == "add_distractor_premise"
    assert refuted["world"]
    assert json.dumps(refuted["world"], ensure_ascii=False) in played.roles.prompts[3]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("gate", "role", "budget"), [("review", "reviewer", "review"), ("verify", "verifier", "verify")]
)
def test_a_hard_issue_ends_an_item_once_its_budget_is_used_up(
    tmp_path: Path, gate: str, role: str, budget: str
) -> None:
    budgets: dict[str, Any] = {budget: 2}
    played = play(tmp_path, {role: [objection(HARD)] * 9}, None, **budgets)
    assert played.ending.reason == f"the retries of the {gate} gate are used up"
    assert played.trail.count(f"loop sent back {gate} {HARD}") == 3
    assert requests(played).count("question-proposer") == 3
    assert played.ending.item is None


@pytest.mark.slow
@pytest.mark.parametrize(("role", "gate"), [("reviewer", "review"), ("verifier", "verify")])
def test_a_soft_issue_may_stay_once_the_budget_is_used_up(
    tmp_path: Path, role: str, gate: str
) -> None:
    played = play(tmp_path, {role: [objection(SOFT)] * 9}, review=1, verify=1)
    assert played.ending.accepted
    assert f"loop residual {gate} {SOFT}" in played.trail
    assert played.ending.item is not None
    assert played.ending.item.attributes["residual_issues"] == SOFT


def test_issues_accepted_by_the_reviewer_do_not_stop_the_verifier(tmp_path: Path) -> None:
    script = {"reviewer": [objection(SOFT)] * 9, "verifier": [objection(SOFT)] * 9}
    played = play(tmp_path, script, review=0, verify=5)
    assert played.ending.accepted
    assert requests(played).count("verifier") == 1


@pytest.mark.slow
def test_each_gate_has_its_own_budget_for_the_whole_item(tmp_path: Path) -> None:
    """Sent back by both gates in turn: the review budget is not made new by a verification."""
    script = {
        "reviewer": [objection(HARD), None, objection(HARD), None, objection(HARD)],
        "verifier": [objection(HARD), objection(HARD)],
    }
    played = play(tmp_path, script, review=2, verify=3)
    backs = [line for line in played.trail if line.startswith("loop sent back")]
    assert backs == [
        f"loop sent back {gate} {HARD}"
        for gate in ("review", "verify", "review", "verify", "review")
    ]
    assert played.ending.reason == "the retries of the review gate are used up"


def test_answers_that_only_models_settle_are_repaired_or_the_item_is_given_up(
    tmp_path: Path,
) -> None:
    free = changed(
        questions=lambda qs: [{**q, "query": None} for q in qs],
        formalization=lambda _: None,
        claims=lambda _: {},
    )
    complaint = objection("reasoning_not_aligned", questions=("3",))
    mended = play(tmp_path, {"question-proposer": [free], "verifier": [complaint]})
    assert mended.ending.accepted
    assert mended.trail.count("loop repair verify reasoning_not_aligned") == 1
    item = mended.ending.item
    assert item is not None
    assert item.attributes["settled_by"] == "models"
    assert item.attributes["settled_by_models"] == "1, 2, 3, 4, 5, 6"
    assert item.formalization is None
    assert not list(mended.record.of("solved"))
    given_up = play(tmp_path, {"question-proposer": [free], "verifier": [complaint] * 9}, answers=1)
    ended = [record for record in given_up.records if record.setup["budgets"]["answers"] == 1]
    assert ended[0].ending is not None
    assert ended[0].ending["reason"] == "the repairs of answers are used up"


def test_a_partly_formal_item_says_which_golds_come_from_models(tmp_path: Path) -> None:
    some = changed(questions=lambda qs: [*qs[:-1], {**qs[-1], "query": None}], claims=lambda _: {})
    played = play(tmp_path, {"question-proposer": [some]}, review=0)
    item = played.ending.item
    assert item is not None
    assert item.attributes["settled_by"] == "both"
    assert item.attributes["settled_by_models"] == "6"
    assert item.leaves[-1].kind == "text"
    assert item.leaves[0].gold == hardened(bases()[0].id).leaves[0].gold


UNUSABLE: dict[str, tuple[str, Any]] = {
    "no object": ("decider", silly),
    "a plan too few": ("decider", changed(background=lambda plans: plans[1:])),
    "an unknown strategy": (
        "decider",
        changed(background=lambda plans: [{"strategy": "add_jokes", "guidance": "g"}, *plans]),
    ),
    "an empty background": ("background-proposer", changed(background=lambda _: "")),
    "one question": ("question-proposer", changed(questions=lambda qs: qs[:1])),
    "nine questions": ("question-proposer", changed(
        questions=lambda qs: [{**qs[0], "id": str(n)} for n in range(9)])),
    "two of one id": ("question-proposer", changed(questions=lambda qs: [qs[0], *qs])),
    "approved with an issue": ("reviewer", '{"approved": true, "issues": [{"code": '
                               f'"{SOFT}", "suggestion": "s"}}]}}'),
    "not approved without one": ("reviewer", '{"approved": false, "issues": []}'),
    "an issue of its own making": ("reviewer", objection("too_boring")),
    "an issue that is not the reviewer's": ("reviewer", objection("answer_wrong")),
    "an issue that is the solver's": ("verifier", objection("claim_refuted")),
    "an answer that is none": ("answerer", silly),
}  # fmt: skip


@pytest.mark.scaled
@pytest.mark.parametrize("name", sampled(list(UNUSABLE), 5))
def test_a_reply_that_cannot_be_used_is_asked_for_again_and_told_why(
    tmp_path: Path, name: str
) -> None:
    role, bad = UNUSABLE[name]
    played = play(tmp_path, {role: [bad]})
    assert played.ending.accepted
    notes = played.record.noted("unusable")
    assert [note["who"] for note in notes] == [role]
    assert notes[0]["text"]
    assert len(played.roles.calls) == len(ROUND + REST) + 1
    again = [p for p in played.roles.prompts if "Your last reply could not be used" in p]
    assert len(again) == 1


@pytest.mark.parametrize("role", ["decider", "verifier"])
def test_replies_that_are_never_usable_end_the_item(tmp_path: Path, role: str) -> None:
    played = play(tmp_path, {role: [silly] * 9}, format=2)
    assert played.ending.reason == f"unusable replies of the {role.replace('-', ' ')}"
    assert requests(played).count(role) == 3


def test_an_answerer_without_replies_is_ignored(tmp_path: Path) -> None:
    played = play(tmp_path, {"ann": [silly] * 9})
    assert played.ending.accepted
    assert requests(played).count("adjudicator") == 1


def test_a_patch_inserts_deletes_and_rewrites_and_one_that_does_not_fit_is_refused(
    tmp_path: Path,
) -> None:
    def operations(*ops: dict[str, Any]) -> str:
        return json.dumps({"operations": list(ops)})

    new = {"id": "7", "text": "One more?", "query": "possible(room = garden)", "strategies": []}
    script = {
        "reviewer": [objection(HARD)],
        "question-proposer": [
            None,
            operations({"op": "delete", "id": "99"}),
            operations(
                {"op": "insert", "after": "1", "question": new}, {"op": "delete", "id": "1"}
            ),
        ],
    }
    played = play(tmp_path, script, review=3)
    assert played.record.noted("unusable")[0]["text"] == "there is no question '99'"
    versions = played.record.noted("version")
    ids = [[q["id"] for q in v["data"]["questions"]["questions"]] for v in versions]
    assert ids[:2] == [["1", "2", "3", "4", "5", "6"], ["7", "2", "3", "4", "5", "6"]]
    texts = [v["data"]["questions"]["questions"][0]["text"] for v in versions]
    assert texts[1] == "One more?"


def test_a_request_that_fails_leaves_the_item_for_later(tmp_path: Path) -> None:
    broken = Send(500, b'{"error": {"message": "out of order"}}')
    first = play(tmp_path, {"ben": [broken]})
    assert first.progress.unfinished == 1
    assert first.progress.failed == 1
    assert not first.endings
    (failed,) = first.record.of("failed")
    assert (failed["came"]["status"], failed["came"]["body"]) == (500, broken.body.decode())
    # The two answers that arrived beside it are kept.
    second = play(tmp_path)
    assert second.ending.accepted
    assert requests(second) == ["answerer", "verifier"]
    assert second.progress.reused == len(ROUND + REST) - 2
    third = play(tmp_path)
    assert third.roles.calls == []
    assert third.ending.accepted
    assert third.progress.reused == len(ROUND + REST)


@pytest.mark.slow
def test_spending_stays_within_the_limit_and_paid_replies_are_stored(tmp_path: Path) -> None:
    whole = play(tmp_path, concurrency=1)
    price = cost_of(whole.record, dict.fromkeys(whole.setup.models, PRICE))
    assert price is not None
    spent, rounds, folder = 0.0, 0, tmp_path / "capped"
    folder.mkdir()
    dearest = max(_cost(entry) for entry in whole.record.of("asked"))
    while True:
        part = play(folder, limit=2 * dearest + 1, concurrency=1)
        assert part.progress.cost <= 2 * dearest + 1
        spent, rounds = spent + part.progress.cost, rounds + 1
        if part.endings:
            break
        assert part.reason
        assert rounds < 20
    assert rounds > 1
    assert spent == price


def _cost(asked: Any) -> float:
    return float(asked["reply"]["prompt_tokens"] + asked["reply"]["completion_tokens"])


def test_every_prompt_and_reply_is_recorded(tmp_path: Path) -> None:
    played = play(tmp_path, {"reviewer": [objection(HARD)]})
    recorded = [
        (event["role"], event["stage"], event["model"]) for event in played.record.of("asked")
    ]
    assert sorted(recorded) == sorted(played.roles.calls)
    prompts = [event["messages"][1][1] for event in played.record.of("asked")]
    assert sorted(prompts) == sorted(played.roles.prompts)
    assert all(event["reply"]["text"] for event in played.record.of("asked"))


def test_every_claim_in_the_catalogue_exists() -> None:
    from items.claims.registry import CLAIMS

    assert {strategy.claim for strategy in strategies().values()} <= set(CLAIMS)
    assert {kind.claim for kind in issue_kinds().values() if kind.claim} <= set(CLAIMS)
    for kind in issue_kinds().values():
        assert kind.target in ("proposer", "answerer")
        assert kind.severity in ("soft", "hard")
        assert all(kind.texts.values())


def test_the_papers_issues_are_as_grave_at_the_desk_as_in_the_loop() -> None:
    from study.annotation.scheme import load_scheme

    scheme = load_scheme("hardened-item").scheme
    (check,) = [check for check in scheme.checks if check.id == "issues"]
    known = issue_kinds()
    both = [option for option in check.options if option.id in known]
    assert len(both) >= 9
    assert all(option.severity == known[option.id].severity for option in both)


@pytest.mark.slow
def test_golds_of_hardened_items_are_proved_by_both_engines(tmp_path: Path) -> None:
    played = play(tmp_path, items=bases())
    items: list[Item] = [
        ending.item for ending in played.endings.values() if ending.item is not None
    ]
    verify_report = verify(items, engine="both")
    assert not verify_report.parts(Status.DISAGREE)
    assert len(verify_report.parts(Status.AGREE)) == sum(len(item.leaves) for item in items)


@pytest.mark.slow
def test_a_strategy_that_is_left_out_is_reported_and_its_use_is_not_a_reply(tmp_path: Path) -> None:
    """The roles use it all the same at first: the replies cannot be used. Then they do without."""
    left_out, claim = "alias_and_coreference_variation", "alias"

    def planned(roles: FakeRoles) -> str:
        whole = json.loads(roles.good_reply())
        for group in ("background", "questions"):
            whole[group] = [plan for plan in whole[group] if plan["strategy"] != left_out]
        return json.dumps(whole)

    def reply_without_strategy(roles: FakeRoles) -> str:
        whole = json.loads(roles.good_reply())
        for question in whole["questions"]:
            question["strategies"] = [n for n in question["strategies"] if n != left_out]
        del whole["claims"][claim]
        return json.dumps(whole)

    script = {"decider": [None, planned], "question-proposer": [None, reply_without_strategy]}
    played = play(tmp_path, script, excluded_strategy=left_out)
    assert played.trail.count("decider unusable") == 1
    assert played.trail.count("question-proposer unusable") == 1
    assert played.ending.accepted
    assert played.ending.item is not None
    assert played.ending.item.attributes["without_strategies"] == left_out
    assert played.ending.item.claims is not None
    assert claim not in played.ending.item.claims
    assert "must not be used" in played.roles.prompts[0]
    (tmp_path / "whole").mkdir()
    whole = play(tmp_path / "whole")
    assert whole.setup.key != played.setup.key
    assert "must not be used" not in "".join(whole.roles.prompts)


def test_a_run_without_replies_ends(tmp_path: Path) -> None:
    """Forty items at an endpoint that only fails: not all of them are tried."""
    items = [bases()[0].model_copy(update={"id": f"copy/{number}"}) for number in range(40)]
    played = play(tmp_path, {"planner": [Send(500)] * 99}, items, concurrency=2)
    assert FAILURES_IN_A_ROW <= played.progress.failed <= FAILURES_IN_A_ROW + 2
    assert len(played.roles.calls) == played.progress.failed
    assert played.progress.unfinished == 40
