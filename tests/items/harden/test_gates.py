"""The solver's gates against whatever a model may write: junk in any place, and false golds."""

import json
from typing import Any

import pytest

from items.answers import CountAnswer
from items.harden.attributes import strategies_of
from items.harden.candidate import Candidate, read_record
from items.harden.gates import after_answering, before_answering
from items.harden.roles.question_proposer import QuestionSet
from items.harden.roles.role import NoReply, read_reply
from items.models import Item, Provenance
from items.sources.own_format import to_json
from solver.errors import InputError
from tests.effort import rng, turns
from tests.fake_roles import bases, hardened

JUNK: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1e300,
    "",
    "A",
    "¬",
    "A -> (",
    "(" * 5000,
    "A" * 50_000,
    "\x00\x1b[2J‮",
    "Enum()",
    "Enum(a, a)",
    "Function(99)",
    "under nowhere",
    [],
    [[]],
    {},
    {"op": "drop"},
    {"op": "drop", "premise": 10**9},
    {"op": "replace", "premise": 0, "formula": 7},
    {"": ""},
    ["A & ¬A"],
)


def proposed(item: Item) -> dict[str, Any]:
    """What a question proposer would have written of an item."""
    whole = to_json(item)
    return {
        "questions": [
            {"id": entry["id"], "text": entry["text"], "query": entry.get("query")}
            for entry in whole["questions"]
        ],
        "formalization": whole["formalization"],
        "claims": whole["claims"],
    }


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    outcome = [path]
    if isinstance(value, dict):
        for key, entry in value.items():
            outcome += places(entry, (*path, key))
    elif isinstance(value, list):
        for place, entry in enumerate(value):
            outcome += places(entry, (*path, place))
    return outcome


def with_junk(value: Any, path: tuple[Any, ...], junk: Any) -> Any:
    """A copy with junk at a place."""
    copy = json.loads(json.dumps(value))
    if not path:
        return junk
    at = copy
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = junk
    return copy


@pytest.mark.slow
@pytest.mark.scaled
def test_no_junk_breaks_the_gate(capfd: pytest.CaptureFixture[str]) -> None:
    """Each reply is refused as unusable, or the gate names an issue, or what it lets pass can be
    read and its golds are the solver's own over the changed formulas."""
    draw = rng(11)
    base = bases()[0]
    whole = proposed(hardened(base.id))
    where = [path for path in places(whole) if path[:1] not in ((), ("questions",))]
    where += [path for path in places(whole) if path[:1] == ("questions",) and len(path) > 2]
    passed = refused = objected = 0
    for _ in range(turns(60, 3000)):
        changed = with_junk(whole, draw.choice(where), draw.choice(JUNK))
        if draw.random() < 0.3:
            changed = with_junk(changed, draw.choice([p for p in places(changed) if p]), "A")
        try:
            reply = read_reply(QuestionSet, json.dumps(changed))
        except NoReply:
            refused += 1
            continue
        candidate = Candidate(base, "Text.", reply)
        if not candidate.formal:
            continue
        before = before_answering(candidate.record(), base, seconds=20)
        if before.issues:
            objected += 1
            assert all(issue.suggestion for issue in before.issues)
            json.dumps(before.to_json())
            continue
        passed += 1
        item = read_record(candidate.record())
        assert set(before.golds) == set(candidate.by_solver)
        assert item.claims == reply.claims
    assert refused
    assert objected
    assert passed
    assert capfd.readouterr().err == ""


def test_a_false_answer_is_refuted_with_a_world_of_the_premises() -> None:
    """Of every question, the gold is right and other answers are not."""
    item = hardened(bases()[0].id)
    record = Candidate(bases()[0], item.text, QuestionSet.model_validate(proposed(item))).record()
    golds = {leaf.id: leaf.gold for leaf in item.leaves if leaf.gold is not None}
    count = next(id for id, gold in golds.items() if isinstance(gold, CountAnswer))
    plain = {id: gold.model_dump(mode="json") for id, gold in golds.items()}
    answers: dict[str, dict[str, Any]] = {
        id: {"right": gold, "none": None} for id, gold in plain.items()
    }
    gold = golds[count]
    assert isinstance(gold, CountAnswer)
    answers[count]["wrong"] = CountAnswer(count=gold.count + 1).model_dump(mode="json")
    entry = after_answering(record, golds, answers)
    for id, member in entry.items():
        assert member["right"]["right"] is True
        assert member["right"]["none"] is None
        assert ("wrong" in member["right"]) == (id == count)
    assert entry[count]["right"]["wrong"] is False
    assert str(gold.count) in entry[count]["against"]["wrong"]["reason"] or entry[count]["against"]


def test_a_hardened_item_records_the_source_of_its_golds_and_its_strategies() -> None:
    base = bases()[0]
    item = hardened(base.id)
    whole = proposed(item)
    whole["questions"][0]["strategies"] = ["add_branching", "add_counterfactual_variant"]
    candidate = Candidate(base, item.text, QuestionSet.model_validate(whole))
    golds = {leaf.id: leaf.gold for leaf in item.leaves if leaf.gold is not None}
    finished_item = candidate.finished(golds, {"1": "Because."}, (), Provenance())
    assert strategies_of(finished_item)["1"] == ("add_branching", "add_counterfactual_variant")
    assert strategies_of(finished_item)["2"] == ()
    assert finished_item.attributes["settled_by"] == "solver"
    assert finished_item.explanation == "1: Because."


def test_a_record_with_an_undeclared_name_is_refused() -> None:
    base = bases()[0]
    whole = proposed(hardened(base.id))
    whole["formalization"]["premise"].append("Nobody -> A")
    candidate = Candidate(base, "Text.", QuestionSet.model_validate(whole))
    with pytest.raises(InputError, match="Nobody"):
        candidate.item()
