"""The report's figures of hardening, each counted again from scripts or from drawn answers."""

import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from items.answers import TextAnswer
from items.harden.catalogue import strategies
from items.models import Item, Question
from sessions.models import responses
from sessions.models.responses import Call, ModelAnswer
from sessions.report.accuracy_report import build_report
from sessions.report.papers.paper_table import NOT_RECORDED
from sessions.report.papers.registry import paper_report
from sessions.storage.database import Database
from tests.fake_roles import bases, changed, decisive, objection, wrongly
from tests.sessions.hardened import play

HARD, SOFT = "multi_task_question", "weak_search_space_challenge"


def tables(db: Database) -> dict[str, list[dict[str, Any]]]:
    return {table.name: table.by_name() for table in build_report(db).tables}


def row(rows: Iterable[dict[str, Any]], **heads: str) -> dict[str, Any]:
    (entry,) = [fields for fields in rows if all(fields[k] == v for k, v in heads.items())]
    return entry


@pytest.fixture(scope="module")
def recorded_hardenings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two items of whose way through the loop everything is known: the English one is sent back
    twice by the reviewer, once by the solver and once by the verifier, and repaired once; the
    Chinese one is given up by the verifier after one retry."""
    folder = tmp_path_factory.mktemp("record")
    english, chinese = (base.id for base in bases())
    undistracted = changed(claims=lambda c: {**c, "distractor": {"premises": [decisive()]}})
    script: dict[str, Any] = {
        f"question-proposer {english}": [undistracted],
        f"reviewer {english}": [objection(HARD), objection(SOFT), None, None],
        f"verifier {english}": [objection(HARD), None],
        f"answerer {english}": [wrongly("3"), wrongly("3"), wrongly("3")],
        f"verifier {chinese}": [objection(HARD)] * 9,
    }
    played = play(folder, script, bases(), review=5, verify=1)
    accepted = {record.item_hash for record in played.records if record.accepted}
    assert accepted == {bases()[0].content_hash}
    return folder / "record.db"


@pytest.mark.slow
def test_table_4_and_the_share_sent_back_are_those_of_the_script(recorded_hardenings: Path) -> None:
    with Database.open(recorded_hardenings) as db:
        entries = tables(db)
    gates = {entry["metric"]: entry for entry in entries["hardening, gates"]}
    assert {name: gate["total"] for name, gate in gates.items()} == {
        "proposer retries": 4,
        "review → proposers": 3,
        "verify → proposers": 1,
        "answer repairs": 1,
    }
    assert {gate["items"] for gate in gates.values()} == {1}
    shares = {entry["gate"].split(",")[0]: entry for entry in entries["hardening, share sent back"]}
    # English: three versions sent back and two passed; Chinese: two passed.
    review = shares["review"]
    assert (review["candidates"], review["sent back"]) == (7, 3)
    assert (review["by the solver"], review["by a role"], review["items given up here"]) == (
        1,
        2,
        0,
    )
    # English: once sent back, once passed; Chinese: sent back twice.
    verify = shares["verify"]
    assert (verify["candidates"], verify["sent back"]) == (4, 3)
    assert (verify["by the solver"], verify["items given up here"]) == (0, 1)
    assert verify["share sent back"] == 0.75
    assert verify["share sent back low"] < 0.75 < verify["share sent back high"]
    endings = {entry["ending"]: entry["items"] for entry in entries["hardening"]}
    assert endings == {
        "accepted, golds by the solver": 1,
        "given up: the retries of the verify gate are used up": 1,
    }
    distractor = row(
        entries["hardening, strategies"],
        strategy="add_distractor_premise",
        gate="review, before answering",
    )
    assert (distractor["objections"], distractor["by the solver"]) == (1, 1)
    assert (distractor["of these accepted"], distractor["claims proved"]) == (1, 1)
    issues = {
        (entry["issue"], entry["reported by"]): entry for entry in entries["hardening, issues"]
    }
    assert issues[HARD, "verifier"]["times"] == 3
    assert issues[HARD, "verifier"]["items"] == 2
    assert issues["answer_wrong", "solver"]["times"] == 1


def test_paper_e_has_its_tables_3_and_4_and_says_what_is_not_recorded(
    recorded_hardenings: Path,
) -> None:
    with Database.open(recorded_hardenings) as db:
        entries = {table.name: table.by_name() for table in paper_report(db, "E").tables}
    roles = {entry["role or budget"]: entry["models or number"] for entry in entries["table 3"]}
    assert roles["answerer"] == "ann, ben, cleo"
    assert (roles["decider"], roles["budget: review"]) == ("planner", "5")
    # The paper's items are Chinese, these are English.
    table_four_row = row(entries["table 4"], metric="proposer retries · en")
    assert (table_four_row["mean for an item"], table_four_row["mean for an item (paper)"]) == (
        4.0,
        None,
    )
    assert (table_four_row["P(≥1)"], table_four_row["P(≥1) (paper)"]) == (1.0, None)
    printed = row(entries["table 4"], metric="proposer retries")
    assert (printed["mean for an item"], printed["mean for an item (paper)"]) == (NOT_RECORDED, 4.0)
    assert printed["P(≥1) (paper)"] == pytest.approx(0.893)
    with Database.open(":memory:") as db:
        empty = {table.name: table.by_name() for table in paper_report(db, "E").tables}
    assert {entry["P(≥1)"] for entry in empty["table 4"]} == {NOT_RECORDED}
    assert empty["table 3"][0]["role or budget"] == NOT_RECORDED


def test_without_hardened_items_there_are_no_tables() -> None:
    with Database.open(":memory:") as db:
        assert not [name for name in tables(db) if "harden" in name]


NAMES = list(strategies())


def base_and_hardened(number: int) -> tuple[Item, Item]:
    """A base with one question, and its hardened item with four, which name their strategies."""
    base = Item(
        id=f"base/{number}",
        text=f"Base {number}.",
        questions=(Question(id="1", text="?", kind="text", gold=TextAnswer(text="yes")),),
    )
    questions = tuple(
        Question(id=str(n), text="?", kind="text", gold=TextAnswer(text="yes")) for n in range(1, 5)
    )
    used = "; ".join(f"{n}: {NAMES[(number + n) % 6]}" for n in range(1, 5))
    hard = Item(
        id=f"base/{number}/hardened",
        text="Hard. " * (number + 1),
        questions=questions,
        attributes={"base": base.id, "question_strategies": used, "settled_by": "models"},
    )
    return base, hard


def test_before_after_ablation_and_length_agree_with_the_drawn_answers(tmp_path: Path) -> None:
    """A model outside the loop answers at random; every figure is counted by plain code."""
    draw = random.Random(5)
    pairs = [base_and_hardened(number) for number in range(30)]
    strategies_said: dict[tuple[str, str], bool] = {}
    rows: list[ModelAnswer] = []
    for base, hard in pairs:
        for item, chance in ((base, 0.9), (hard, 0.5)):
            for leaf in item.leaves:
                right = draw.random() < chance
                strategies_said[item.id, leaf.id] = right
                rows.append(
                    ModelAnswer(
                        "outsider",
                        "s",
                        1,
                        item.content_hash,
                        item.id,
                        leaf.id,
                        leaf.id,
                        0,
                        "answered",
                        TextAnswer(text="yes" if right else "no"),
                        Call("2030-01-01T00:00:00+00:00"),
                    )
                )
    with Database.open(tmp_path / "record.db") as db:
        responses.add(db, rows, [item for pair in pairs for item in pair])
        entries = tables(db)
    (change,) = entries["before and after hardening"]
    before = [strategies_said[base.id, "1"] for base, _ in pairs]
    after = [strategies_said[hard.id, leaf.id] for _, hard in pairs for leaf in hard.leaves]
    assert change["pairs of items"] == 30
    assert change["in the loop"] == "no"
    assert change["before"] == pytest.approx(sum(before) / 30)
    assert change["after"] == pytest.approx(sum(after) / 120)
    assert change["Δ hardening"] == pytest.approx(sum(after) / 120 - sum(before) / 30)
    assert change["Δ hardening low"] < change["Δ hardening"] < change["Δ hardening high"] < 0
    for name in NAMES:
        entry = row(entries["hardened items by strategy"], strategy=name)
        with_it: list[bool] = []
        without: list[bool] = []
        for number, (_, hard) in enumerate(pairs):
            uses = [NAMES[(number + n) % 6] for n in range(1, 5)]
            if name in uses:
                for n, used in enumerate(uses, start=1):
                    (with_it if used == name else without).append(strategies_said[hard.id, str(n)])
        assert entry["its sub-questions"] == len(with_it)
        assert entry["accuracy on them"] == pytest.approx(sum(with_it) / len(with_it))
        assert entry["accuracy on the others"] == pytest.approx(sum(without) / len(without))
    lengths = row(entries["hardness and length"], measure="characters of the text")
    assert lengths["items"] == 30
    assert -1 < lengths["Spearman's rho"] < 1
    assert row(entries["hardness and length"], measure="bits of the space")["items"] == 0


def test_what_a_strategy_adds_is_counted_over_the_same_bases(tmp_path: Path) -> None:
    """Items without branching for every second base; answers are drawn, and counted again."""
    draw = random.Random(8)
    strategies_said: dict[str, list[bool]] = {}
    rows: list[ModelAnswer] = []
    items: list[Item] = []
    for number in range(24):
        base, hard = base_and_hardened(number)
        ablated = hard.model_copy(
            update={
                "id": f"{hard.id}-without-branching",
                "attributes": {**hard.attributes, "without_strategies": "add_branching"},
            }
        )
        for item, chance in ((base, 0.9), (hard, 0.4), (ablated, 0.8))[: 3 - number % 2]:
            items.append(item)
            for leaf in item.leaves:
                right = draw.random() < chance
                strategies_said.setdefault(item.id, []).append(right)
                answer = TextAnswer(text="yes" if right else "no")
                call = Call("2030-01-01T00:00:00+00:00")
                hashed, id = item.content_hash, leaf.id
                rows.append(
                    ModelAnswer(
                        "outsider", "s", 1, hashed, item.id, id, id, 0, "answered", answer, call
                    )
                )
    with Database.open(tmp_path / "record.db") as db:
        responses.add(db, rows, items)
        entries = tables(db)
    (entry,) = entries["hardened without a strategy"]
    whole = [right for n in range(0, 24, 2) for right in strategies_said[f"base/{n}/hardened"]]
    without = [
        right
        for n in range(0, 24, 2)
        for right in strategies_said[f"base/{n}/hardened-without-branching"]
    ]
    assert (entry["left out"], entry["pairs of items"]) == ("add_branching", 12)
    assert entry["with all six"] == pytest.approx(sum(whole) / 48)
    assert entry["without it"] == pytest.approx(sum(without) / 48)
    assert entry["Δ left out"] == pytest.approx(sum(without) / 48 - sum(whole) / 48)
    assert 0 < entry["Δ left out low"] < entry["Δ left out"] < entry["Δ left out high"]
    # What was made without a strategy is no part of what hardening does.
    (change,) = entries["before and after hardening"]
    every = [right for n in range(24) for right in strategies_said[f"base/{n}/hardened"]]
    assert (change["pairs of items"], change["after"]) == (24, pytest.approx(sum(every) / 96))
