"""What an annotator's own formalization settles: nothing of the item's text and published gold."""

from typing import Any

import pytest

from items.inspection.audit import audit
from items.models import Item, RubricAtom
from items.scratchpads.formalize import formalized, readings_of
from solver.language.scratchpad_lines import read_scratch
from study.annotation.checks import Subject, asked_checks
from study.annotation.scheme import load_scheme
from study.annotation.settled_checks import SettledCheck, settle
from tests.study.annotation.samples import item


def text(gold: str | None = "They hold.", id: str = "1") -> dict[str, Any]:
    question: dict[str, Any] = {"id": id, "kind": "text", "text": f"Question {id}?"}
    return question if gold is None else {**question, "gold": {"kind": "text", "text": gold}}


def typed(kind: str, gold: dict[str, Any]) -> dict[str, Any]:
    return {"id": "1", "kind": kind, "text": "Is it?", "gold": gold}


FIVE = [text(f"Answer {n}.", str(n)) for n in range(1, 6)]
FIVE_TIMES = "".join(f"? necessary(A)  # {n} = necessary\n" for n in range(1, 6))
TRUE = {"kind": "truth", "value": "true"}
VERDICT = {"kind": "verdict", "word": "necessary"}
COUNT = {"kind": "count", "count": 3}
TRICKS: dict[str, tuple[list[dict[str, Any]], str]] = {
    "five times what is assumed": (FIVE, f"A: Bool\nA\n{FIVE_TIMES}"),
    "premises that contradict one another": (FIVE, f"A: Bool\nA\n~A\n{FIVE_TIMES}"),
    "a query that is true whatever holds": (
        [text()],
        "A: Bool\nA | ~A\n? necessary(A | ~A)  # 1 = necessary\n",
    ),
    "what does not follow from what was typed": (
        [text()],
        "A: Bool\n? necessary(A)  # 1 = necessary\n",
    ),
    "no answer is published": ([text(None)], "A: Bool\nA\n? necessary(A)  # 1 = necessary\n"),
    "a truth value is published": (
        [typed("truth", TRUE)],
        "A: Bool\nA\n? necessary(A)  # 1 = necessary\n",
    ),
    "a verdict of the same word is published": (
        [typed("necessary", VERDICT)],
        "A: Bool\nA\n? necessary(A)  # 1 = necessary\n",
    ),
    "another number is published": (
        [typed("count_models", COUNT)],
        "A: Bool\nA\n? count_models(A)  # 1 = 1\n",
    ),
    "one question in two parts": (
        [text()],
        "A: Bool\nA\n? necessary(A)  # 1 = necessary\n? possible(A)  # 1 = possible\n",
    ),
    "one of two questions": (
        [text(), text("No.", "2")],
        "A: Bool\nA\n? necessary(A)  # 1 = necessary\n",
    ),
    "an empty list of models": (
        [text("There are three plans.")],
        "A: Bool\nA & ~A\n? enumerate_models(A)  # 1 = {}\n",
    ),
    "a counterfactual of one's own": (
        [text()],
        "A: Bool\nA\n@ alpha\nreplace 1 ~A\n? necessary(A) under alpha  # 1 = unnecessary\n",
    ),
}


def settled_of(scheme: str, original: Item, pad: str) -> dict[str, SettledCheck]:
    """What the desk knows after this was attached."""
    scratch = read_scratch(pad)
    formalized_item = formalized(original, scratch.formalization, readings_of(original, scratch))
    checks = asked_checks(load_scheme(scheme).scheme, Subject(original, attached=True), {})
    return dict(settle(checks, audit(formalized_item), attached=True))


@pytest.mark.parametrize("trick", TRICKS)
def test_no_formalization_of_ones_own_settles_the_gold(trick: str) -> None:
    questions, pad = TRICKS[trick]
    original = item(1, questions=questions)
    settled = settled_of("hardened-item", original, pad)
    golds = {key: check for key, check in settled.items() if key.startswith("gold")}
    assert golds
    assert {check.verdict for check in golds.values()} == {None}
    for check in golds.values():
        published = original.leaves[
            [q.id for q in original.leaves].index(check.asked_check.subject)
        ].gold
        phrase_expected = "no answer is published" if published is None else "published: “"
        assert check.proof.startswith(phrase_expected)
        assert "of the attached formalization" in check.proof
    # Beside the golds only what is asked of the formalization is settled, and told as such.
    for key, check in settled.items():
        if check.verdict is not None:
            assert check.asked_check.check.when.formalization is True, key
            assert check.proof.startswith("of the attached formalization: ")


def test_the_published_answer_is_told_whatever_kind_it_is_of() -> None:
    for trick, gold_text in (
        ("a truth value is published", "“true”"),
        ("another number is published", "“3”"),
        ("five times what is assumed", "“Answer 1.”"),
    ):
        questions, pad = TRICKS[trick]
        settled = settled_of("hardened-item", item(1, questions=questions), pad)
        assert gold_text in settled["gold@1"].proof.lower().replace("answer", "Answer"), trick


def test_a_tautology_of_ones_own_is_none_of_the_text() -> None:
    settled = settled_of(
        "contextualised-item", item(1), "A: Bool\nA -> A\n? necessary(A -> A)  # 1 = necessary\n"
    )
    assert settled["tautology"].verdict is None
    assert "You have to decide" in settled["tautology"].proof


def test_an_atom_is_not_passed_by_a_name() -> None:
    atom = RubricAtom.model_validate(
        {
            "id": "LR1",
            "group": "logical_relation",
            "description": "If it rains, the road is wet.",
            "score": 1,
            "check": {"mode": "entails", "atoms": {"A": "A", "B": "B"}, "formula": "A -> B"},
        }
    )
    original = item(1).model_copy(update={"rubric": (atom,)})
    pad = "A: Bool -- Ada sings\nB: Bool -- Ben sings\nA -> B\n? necessary(B)  # 1 = unnecessary\n"
    settled = settled_of("rubric-atoms", original, pad)
    assert {check.verdict for check in settled.values()} <= {None}


def test_an_items_own_formalization_settles_its_gold() -> None:
    own = {"parameters": {"A": "Bool"}, "premise": ["A"]}
    question = {"id": "1", "kind": "necessary", "query": "necessary(A)", "gold": VERDICT}
    for gold, verdict in (("necessary", "yes"), ("unnecessary", "no")):
        question["gold"] = {**VERDICT, "word": gold}
        whole = item(1, formalization=own, questions=[question])
        checks = asked_checks(load_scheme("hardened-item").scheme, Subject(whole), {})
        settled = settle(checks, audit(whole))
        assert settled["gold@1"].verdict == verdict
        assert "of the attached formalization" not in settled["gold@1"].proof


def test_premises_that_contradict_are_reported_before_what_follows_from_them() -> None:
    questions, pad = TRICKS["premises that contradict one another"]
    settled = settled_of("hardened-item", item(1, questions=questions), pad)
    proofs = [check.proof for key, check in settled.items() if key.startswith("gold")]
    assert proofs
    for proof in proofs:
        assert "formalization: the premises contradict one another; " in proof
        assert proof.endswith("The verdict is yours.")
    questions, pad = TRICKS["five times what is assumed"]
    settled = settled_of("hardened-item", item(1, questions=questions), pad)
    assert not any("contradict" in check.proof for check in settled.values())
