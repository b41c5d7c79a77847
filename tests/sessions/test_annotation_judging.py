"""Verdicts at desks: what the solver settles, adjudication, grades of recorded answers."""

from pathlib import Path

import pytest

from items.answers import TextAnswer
from items.gold.check import check_item
from items.inspection.audit import audit
from items.models import Item
from items.scratchpads.formalize import readings_of
from sessions.annotation.adjudicating import AdjudicatorDesk
from sessions.annotation.desk import Desk
from sessions.annotation.desk_views import RefusedError
from sessions.annotation.new_queue import Order, new_queue
from sessions.annotation.results import results
from sessions.models import judgements, responses
from sessions.models.judgements import Judgement
from sessions.record import grades
from sessions.record.clock import ManualClock
from sessions.record.grades import settled
from sessions.storage.database import Database
from solver.language.scratchpad_lines import read_scratch
from study.annotation.checks import StandingVerdict
from study.annotation.queue import load_queue
from tests.sessions.annotation_samples import (
    adjudicate,
    outcomes,
    play,
    saying,
    small_queue,
    write_items,
)
from tests.study.annotation.samples import SCHEME, item

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def db(tmp_path: Path) -> Database:
    return Database.open(tmp_path / "work.db")


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


# --- what the solver settles --------------------------------------------------------------------


def formal_item() -> Item:
    return item(
        1,
        formalization={"parameters": {"A": "Bool"}, "premise": ["A"]},
        questions=[
            {
                "id": "1",
                "kind": "necessary",
                "query": "necessary(A)",
                "gold": {"kind": "verdict", "word": "unnecessary"},
            }
        ],
    )


def test_a_check_settled_by_the_solver_can_be_contradicted_with_a_reason(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    desk = Desk.open(db, small_queue(tmp_path, [formal_item()]), "a", clock=clock)
    current = desk.next()
    assert current is not None
    settled_checks = desk.settle(audit(current.item))
    assert {key: settled_check.verdict for key, settled_check in settled_checks.items()} == {
        "gold@1": "no"
    }
    assert "necessary" in settled_checks["gold@1"].proof
    desk.give("clear", "yes")
    desk.give("gold@1", "yes")
    with pytest.raises(RefusedError, match="Needs a reason"):
        desk.submit()
    desk.give("gold@1", "yes", "the text says may")
    desk.submit()
    work = desk.state.work[current.entry.id]
    assert work.contradicts("gold@1")
    assert work.standing_verdicts["gold@1"].decided_by == "annotator"


def test_findings_about_another_item_are_left_alone(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    desk = Desk.open(db, small_queue(tmp_path), "a", clock=clock)
    desk.next()
    assert desk.settle(audit(formal_item())) == {}


def test_a_formalization_built_in_the_scratchpad_is_attached_and_proved(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    queue = small_queue(tmp_path, [item(1)])
    desk = Desk.open(db, queue, "a", clock=clock)
    current = desk.next()
    assert current is not None
    pad = read_scratch("A, B: Bool\nA\nA -> B\n? necessary(B)  # 1 = necessary\n")
    after = desk.attach(pad.formalization, readings_of(current.item, pad))
    assert after is not None
    assert check_item(after.item).state == "proved"
    # What was proved is the annotator's own gold; the published one takes a person's word.
    assert "gold@1" not in desk.settle(audit(after.item))
    assert desk.current is not None
    assert "gold@1" not in desk.current.settled_verdicts
    desk.give("clear", "yes")
    desk.submit()
    desk.close()
    again = Desk.open(db, queue, "a", clock=clock)
    again.open_entry(current.entry.id)
    assert again.current is not None
    assert check_item(again.current.item).state == "proved"
    with pytest.raises(RefusedError):
        again.attach(None, {})


def test_a_wrong_gold_in_the_pad_does_not_settle_the_published_one(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    desk = Desk.open(db, small_queue(tmp_path, [item(1)]), "a", clock=clock)
    current = desk.next()
    assert current is not None
    pad = read_scratch("A, B: Bool\nA -> B\n? necessary(B)  # 1 = necessary\n")
    after = desk.attach(pad.formalization, readings_of(current.item, pad))
    assert after is not None
    assert "gold@1" not in desk.settle(audit(after.item))
    assert desk.current is not None
    assert "of the attached formalization" in desk.current.proofs["gold@1"]
    desk.attach(None, {})
    assert desk.current is not None
    assert (desk.current.settled_verdicts, desk.current.proofs) == ({}, {})


# --- adjudication -------------------------------------------------------------------------------


def test_only_disagreements_are_adjudicated_without_names_and_stored_separately(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    queue = small_queue(tmp_path)
    play(db, queue, "a", saying(["i0", "i1"]), clock)
    early = AdjudicatorDesk.open(db, queue, "judge", clock=clock)
    assert early.next() is None
    early.close()
    play(db, queue, "b", saying(["i1", "i2"]), clock)
    desk = AdjudicatorDesk.open(db, queue, "judge", clock=clock)
    current = desk.next()
    assert current is not None
    assert desk.progress.share == 2
    assert current.item.id in ("i0", "i2")
    # Why is asked only if it is unclear.
    assert [question.key for question in current.asked_checks] == ["clear"]
    verdicts = {
        opinion.standing.verdict for opinion in current.opinions["clear"] if opinion.standing
    }
    assert verdicts == {"yes", "no"}
    assert [opinion.number for opinion in current.opinions["clear"]] == [1, 2]
    desk.give("clear", "yes")
    with pytest.raises(RefusedError, match="Needs a reason"):
        desk.submit()
    desk.close()
    assert adjudicate(db, queue, "no", clock) == 2
    queue_results = results(db, queue.hash)
    outcomes = {
        queue_results.stored_queue.material.items[f.entry.id].id: f for f in queue_results.finals
    }
    assert {id: final.outcome for id, final in outcomes.items()} == {
        "i0": "adjudicated",
        "i1": "agreed",
        "i2": "adjudicated",
        "i3": "agreed",
        "i4": "agreed",
        "i5": "agreed",
    }
    assert outcomes["i0"].verdicts["clear"] == StandingVerdict("no", "settled")
    assert outcomes["i0"].accepted is False
    assert outcomes["i3"].accepted is True
    entry = outcomes["i0"].entry.id
    own = {
        who: work.verdicts["clear"].verdict
        for who, work in queue_results.submissions[entry].items()
    }
    assert own == {"a": "no", "b": "yes"}


def test_annotators_see_the_outcomes_of_their_entries(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    queue = small_queue(tmp_path, [item(0), item(1)])
    play(db, queue, "a", saying(["i0"]), clock)
    desk = Desk.open(db, queue, "a", clock=clock)
    assert [became.final_verdicts for became in outcomes(desk, db)] == [None, None]
    desk.close()
    play(db, queue, "b", saying([]), clock)
    adjudicate(db, queue, "yes", clock)
    desk = Desk.open(db, queue, "a", clock=clock)
    becames = {became.entry.item: became for became in outcomes(desk, db)}
    final = becames["i0"].final_verdicts
    assert final is not None
    assert final.verdicts["clear"].verdict == "yes"
    assert becames["i0"].adjudicated is not None
    assert becames["i1"].adjudicated is None


# --- grading ------------------------------------------------------------------------------------


def graded(tmp_path: Path, db: Database) -> tuple[Order, list[bytes]]:
    """Two items with two questions, answered by a model in words."""
    questions = [
        {"id": "1", "kind": "text", "text": "?", "gold": "A."},
        {"id": "2", "kind": "text", "text": "??", "gold": "B."},
    ]
    items = [item(n, questions=[dict(q) for q in questions]) for n in (1, 2)]
    rows = [
        responses.ModelAnswer(
            model="secret-model",
            setting="s",
            run=1,
            item_hash=entry.content_hash,
            item_id=entry.id,
            question=q,
            part=q,
            mutant=0,
            status="answered",
            answer=TextAnswer(text=text),
            call=responses.Call("t", raw=text, prompt_hash=f"{entry.id} {q}"),
        )
        for entry in items
        for q, text in (("1", "a"), ("2", "perhaps B, perhaps not"))
    ]
    responses.add(db, rows, items)
    source = write_items(tmp_path / "items.jsonl", items)
    order = Order(tmp_path / "g.toml", (source,), "answer-grading", ("a", "b"), overlap=2)
    return order, [row.id for row in rows]


def test_grades_override_and_can_be_withdrawn(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    order, ids = graded(tmp_path, db)
    made_ = new_queue(order, db)
    order.path.write_text(made_.text, encoding="utf-8")
    assert "secret-model" not in made_.text
    # Answers that equal the gold need no judge.
    assert {entry.part for entry in made_.queue.entries} == {"2"}
    judgements.add(db, [Judgement(id_, "m", "model", True, "", "0") for id_ in ids])
    queue = load_queue(order.path)
    desk = Desk.open(db, queue, "a", clock=clock)
    current = desk.next()
    assert current is not None
    assert current.answer == "perhaps B, perhaps not"
    # What else the same respondent answered, which the grade is not about.
    assert current.other_answers == (("1", "a"),)
    desk.give("match", "no", "hedged")
    desk.submit()
    assert current.entry.hash == current.item.content_hash
    (target,) = [
        response.id
        for response in responses.read(db, item_hash=current.entry.hash)
        if response.target.part == current.entry.part
    ]

    def settled_match() -> bool | None:
        judgement = settled(list(judgements.read(db, target)))
        return None if judgement is None else judgement.match

    assert settled_match() is False
    clock.advance(1)
    desk.undo()
    assert settled_match() is True
    clock.advance(1)
    desk.give("match", "no", "still")
    desk.submit()
    assert settled_match() is False


@pytest.mark.parametrize("seconds", [-3600.0, -1.0, 0.0])
def test_the_last_grade_counts_after_the_clock_was_set_back(
    tmp_path: Path, db: Database, clock: ManualClock, seconds: float
) -> None:
    order, _ids = graded(tmp_path, db)
    order.path.write_text(new_queue(order, db).text, encoding="utf-8")
    desk = Desk.open(db, load_queue(order.path), "a", clock=clock)
    current = desk.next()
    assert current is not None
    judged = [
        response.id
        for response in responses.read(db, item_hash=current.entry.hash)
        if response.target.part == current.entry.part
    ]

    def settled_match() -> bool | None:
        judgement = settled(list(judgements.read(db, judged[0])))
        return None if judgement is None else judgement.match

    desk.give("match", "no", "hedged")
    desk.submit()
    assert settled_match() is False
    clock.set_wall(seconds)
    desk.undo()
    assert settled_match() is None
    clock.set_wall(seconds)
    desk.give("match", "yes", "it says so after all")
    desk.submit()
    assert settled_match() is True
    times = [grade.utc for grade in grades.read(db)]
    assert times == sorted(set(times))


# --- what others said ---------------------------------------------------------------------------


def test_no_verdict_of_others_is_reported_before_the_own_share_is_done(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    queue = small_queue(tmp_path, [item(0), item(1)])
    play(db, queue, "a", saying(["i0"]), clock)
    desk = Desk.open(db, queue, "b", clock=clock)
    for _ in range(2):
        assert not desk.sees_others
        assert all(became.final_verdicts is None for became in outcomes(desk, db))
        desk.next()
        desk.give("clear", "yes")
        desk.submit()
    assert desk.sees_others
    assert all(became.final_verdicts is not None for became in outcomes(desk, db))
    desk.close()


def test_an_annotator_who_saw_others_verdicts_cannot_undo(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    """Otherwise a verdict could be changed until it agrees. What was shown is recorded."""
    queue = small_queue(tmp_path, [item(0), item(1)])
    play(db, queue, "a", saying(["i0"]), clock)
    play(db, queue, "b", saying([]), clock)
    desk = Desk.open(db, queue, "b", clock=clock)
    desk.undo()
    assert not desk.sees_others
    desk.submit()
    assert desk.look_at_others()
    with pytest.raises(RefusedError, match="the others' verdicts"):
        desk.undo()
    desk.close()
    again = Desk.open(db, queue, "b", clock=clock)
    with pytest.raises(RefusedError, match="the others' verdicts"):
        again.undo()
    again.close()


def test_a_scheme_determines_when_others_verdicts_are_shown(
    tmp_path: Path, clock: ManualClock
) -> None:
    for when, shows_others in (("always", True), ("never", False)):
        text = SCHEME.replace("title", f'others = "{when}"\ntitle', 1)
        queue = small_queue(tmp_path / when, [item(0)], text=text)
        with Database.open(tmp_path / f"{when}.db") as own:
            desk = Desk.open(own, queue, "a", clock=clock)
            assert desk.sees_others is shows_others
            desk.next()
            desk.give("clear", "yes")
            desk.submit()
            assert desk.sees_others is shows_others
            desk.close()


# --- controls -----------------------------------------------------------------------------------


def test_a_control_that_the_pool_also_contains_remains_a_control(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    known = [item(n, attributes={"control.clear": "no"}) for n in (1, 2)]
    source = write_items(tmp_path / "known.jsonl", known)
    pool = [item(n) for n in range(6)]
    queue = small_queue(tmp_path / "q", pool, controls=source, control_share=0.3)
    desk = Desk.open(db, queue, "a", clock=clock)
    document = {
        queue.queue.entry(id).item: v for id, v in desk.stored_queue.material.controls.items()
    }
    desk.close()
    assert document == {"i1": {"clear": "no"}, "i2": {"clear": "no"}}
    assert sorted(entry.item for entry in queue.queue.entries) == [f"i{n}" for n in range(6)]


def test_looking_at_an_entry_that_nobody_else_judged_does_not_prevent_undo(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    queue = small_queue(tmp_path, [item(0), item(1)])
    play(db, queue, "a", saying(["i0"]), clock)
    desk = Desk.open(db, queue, "a", clock=clock)
    assert desk.look_at_others()
    assert desk.state.shown_entries == frozenset()
    desk.undo()
    desk.submit()
    desk.close()
    play(db, queue, "b", saying([]), clock)
    desk = Desk.open(db, queue, "a", clock=clock)
    desk.look_at_others()
    with pytest.raises(RefusedError, match="the others' verdicts"):
        desk.undo()
    desk.close()


def test_a_reason_is_stored_before_and_after_its_verdict(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    queue = small_queue(tmp_path, [item(0)])
    desk = Desk.open(db, queue, "a", clock=clock)
    desk.next()
    desk.give("clear", None, "blurred")
    desk.close()
    desk = Desk.open(db, queue, "a", clock=clock)
    current = desk.next()
    assert current is not None
    assert current.work.reasons == {"clear": "blurred"}
    assert "clear" in {lack.asked_check.key for lack in current.missing if lack.part == "verdict"}
    desk.give("clear", "no")
    assert desk.state.work[current.entry.id].verdicts["clear"] == StandingVerdict("no", "blurred")
    desk.give("clear", None)
    desk.give("clear", "yes")
    # The reason of no does not stand beside yes; it comes back with no.
    assert desk.state.work[current.entry.id].verdicts["clear"] == StandingVerdict("yes")
    desk.give("clear", "no")
    assert desk.state.work[current.entry.id].verdicts["clear"] == StandingVerdict("no", "blurred")
    assert desk.state.work[current.entry.id].reasons == {}
    desk.close()
