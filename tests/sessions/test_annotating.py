"""Work at desks: drafts that survive, undo, dealing between processes, controls, adjudication."""

import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from items.answers import TextAnswer
from items.audit import audit
from items.check import check_item
from items.formalize import readings_of
from items.models import Item
from sessions import judgements, responses
from sessions.adjudicating import AdjudicatorDesk
from sessions.annotating import Desk
from sessions.annotation_new import Order, new_queue
from sessions.annotation_results import results
from sessions.clock import ManualClock
from sessions.database import Database
from sessions.desk import RefusedError
from sessions.judgements import Judgement, settled
from solver.errors import InputError, OutsideError
from solver.scratchpad import read_scratch
from study.annotation.checks import Given
from study.annotation.queue import load_queue
from tests.sessions.annotation_samples import (
    adjudicate,
    controls,
    made,
    play,
    saying,
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


def test_a_queue_is_drawn_the_same_way_again(tmp_path: Path) -> None:
    first, second = made(tmp_path / "x", sample=0.5), made(tmp_path / "y", sample=0.5)
    assert first.queue.entries == second.queue.entries
    assert len(first.queue.entries) == 3
    assert Counter(entry.stratum for entry in first.queue.entries) == {
        ("0",): 1,
        ("1",): 1,
        ("2",): 1,
    }


def test_drafts_survive_a_kill(tmp_path: Path, db: Database) -> None:
    queue = made(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "tests.sessions.annotation_script", queue.path, db.path],
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL
    desk = Desk.open(db, queue, "a")
    assert len(desk.state.submitted) == 1
    current = desk.next()
    assert current is not None
    assert current.given == {"clear": Given("no", "blurred")}
    assert current.work.comment == "the second rule"
    assert [one.asked.key for one in current.missing] == ["why"]


def test_one_desk_is_open_once(tmp_path: Path, db: Database) -> None:
    queue = made(tmp_path)
    desk = Desk.open(db, queue, "a")
    with pytest.raises(OutsideError, match="desk is open"):
        Desk.open(Database.open(db.path), queue, "a")
    other = Desk.open(Database.open(db.path), queue, "b")
    desk.close()
    other.close()
    Desk.open(db, queue, "a").close()


def test_somebody_the_queue_does_not_know_is_refused(tmp_path: Path, db: Database) -> None:
    with pytest.raises(InputError, match="No such annotator"):
        Desk.open(db, made(tmp_path), "zed")


def test_an_entry_needs_its_verdicts_and_reasons(tmp_path: Path, db: Database) -> None:
    desk = Desk.open(db, made(tmp_path), "a")
    desk.next()
    with pytest.raises(RefusedError, match="Needs a verdict"):
        desk.submit()
    desk.give("clear", "no")
    with pytest.raises(RefusedError, match="Needs a reason"):
        desk.submit()
    with pytest.raises(RefusedError, match="not asked here"):
        desk.give("nothing", "no")
    with pytest.raises(RefusedError, match="does not fit"):
        desk.give("clear", "maybe")
    desk.give("clear", "yes")
    desk.submit()
    assert desk.current is None


def test_skip_return_undo_and_give_back(tmp_path: Path, db: Database) -> None:
    desk = Desk.open(db, made(tmp_path), "a")
    first = desk.next()
    assert first is not None
    desk.give("clear", "no", "x")
    second = desk.skip()
    assert second is not None
    assert second.entry.id != first.entry.id
    assert desk.state.skipped == (first.entry.id,)
    desk.give("clear", "yes")
    desk.submit()
    third = desk.next()
    assert third is not None
    back = desk.undo()
    assert back is not None
    assert back.entry.id == second.entry.id
    assert back.given == {"clear": Given("yes")}
    desk.submit()
    again = desk.next()
    assert again is not None
    assert again.entry.id == third.entry.id
    returned = desk.open_entry(first.entry.id)
    assert returned is not None
    assert returned.given["clear"] == Given("no", "x")
    desk.release()
    assert first.entry.id not in desk.state.begun
    with pytest.raises(RefusedError, match="not yours"):
        desk.open_entry(first.entry.id)


def test_every_entry_gets_its_overlap_and_nobody_more_than_a_share(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    queue = made(tmp_path, annotators=("a", "b", "c"), overlap=2)
    for who in "abc":
        play(db, queue, who, saying([]), clock)
    found = results(db, queue.hash)
    assert {len(one) for one in found.submissions.values()} == {2}
    loads = Counter(who for one in found.submissions.values() for who in one)
    assert loads == {"a": 4, "b": 4, "c": 4}


def test_an_abandoned_assignment_returns_to_the_pool(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    queue = made(tmp_path, overlap=1)
    gone = Desk.open(db, queue, "b", clock=clock)
    held = gone.next()
    assert held is not None
    gone.close()
    play(db, queue, "a", saying([]), clock)
    assert len(results(db, queue.hash).submissions[held.entry.id]) == 0
    clock.advance(25 * 3600)
    play(db, queue, "a", saying([]), clock)
    found = results(db, queue.hash)
    assert {len(one) for one in found.submissions.values()} == {1}
    assert list(found.submissions[held.entry.id]) == ["a"]


def test_beyond_the_share_only_when_asked(tmp_path: Path, db: Database, clock: ManualClock) -> None:
    queue = made(tmp_path, overlap=1)
    play(db, queue, "a", saying([]), clock)
    desk = Desk.open(db, queue, "a", clock=clock)
    assert (desk.progress.done, desk.progress.share, desk.progress.waiting) == (3, 3, 3)
    assert desk.next() is None
    assert desk.next(beyond=True) is not None


def test_time_is_kept_by_entry_and_check(tmp_path: Path, db: Database, clock: ManualClock) -> None:
    desk = Desk.open(db, made(tmp_path), "a", clock=clock)
    current = desk.next()
    assert current is not None
    clock.advance(4)
    desk.focus("clear")
    clock.advance(3)
    desk.heartbeat()
    clock.suspend(500)
    desk.give("clear", "yes")
    desk.focus(None)
    clock.advance(1)
    desk.submit()
    work = desk.state.work[current.entry.id]
    assert work.used_ns == 8_000_000_000
    assert work.check_ns == {"clear": 3_000_000_000}


# --- controls -----------------------------------------------------------------------------------


def test_controls_are_mixed_in_and_feedback_comes_at_once(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    source = controls(tmp_path, {"clear": "no"})
    queue = made(tmp_path, controls=source, control_share=0.25)
    assert len(queue.queue.entries) == 8
    desk = Desk.open(db, queue, "a", clock=clock)
    told = 0
    while (current := desk.next()) is not None:
        assert not any(name.startswith("control.") for name in current.item.attributes)
        desk.give("clear", "yes")
        feedback = desk.submit().feedback
        if feedback:
            told += 1
            assert [(one.known, one.right) for one in feedback] == [("no", False)]
            with pytest.raises(RefusedError, match="cannot be taken back"):
                desk.undo()
    assert told == 2
    # The file does not tell which entries they are.
    assert len({tuple(sorted(entry.model_fields_set)) for entry in queue.queue.entries}) == 1


def test_silent_controls_tell_nothing(tmp_path: Path, db: Database, clock: ManualClock) -> None:
    source = controls(tmp_path, {"clear": "no"})
    text = SCHEME.replace('"feedback"', '"silent"')
    queue = made(tmp_path, text=text, controls=source, control_share=0.25)
    desk = Desk.open(db, queue, "a", clock=clock)
    while desk.next() is not None:
        desk.give("clear", "yes")
        assert desk.submit().feedback == ()
    desk.close()
    play(db, queue, "b", saying([]), clock)
    desk = Desk.open(db, queue, "a", clock=clock)
    shown = {one.entry.item: one.final for one in desk.became()}
    assert [item for item, final in shown.items() if final is None] == [
        item for item in shown if item in ("i90", "i91")
    ]
    assert len(shown) == 8


@pytest.mark.parametrize(
    ("known", "told"),
    [
        ({"clear": "maybe"}, "expected one of yes"),
        ({"cler": "no"}, "found cler"),
        ({}, "found none"),
    ],
)
def test_controls_without_a_usable_verdict_are_refused(
    tmp_path: Path, known: dict[str, str], told: str
) -> None:
    source = controls(tmp_path, known)
    with pytest.raises(InputError, match="A control cannot be used") as caught:
        made(tmp_path, controls=source)
    assert told in caught.value.message


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


def test_the_solver_settles_and_is_contradicted_with_a_reason(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    desk = Desk.open(db, made(tmp_path, [formal_item()]), "a", clock=clock)
    current = desk.next()
    assert current is not None
    found = desk.settle(audit(current.item))
    assert {key: one.verdict for key, one in found.items()} == {"gold@1": "no"}
    assert "necessary" in found["gold@1"].proof
    desk.give("clear", "yes")
    desk.give("gold@1", "yes")
    with pytest.raises(RefusedError, match="Needs a reason"):
        desk.submit()
    desk.give("gold@1", "yes", "the text says may")
    desk.submit()
    work = desk.state.work[current.entry.id]
    assert work.contradicts("gold@1")
    assert work.given["gold@1"].by == "annotator"


def test_findings_about_another_item_are_left_alone(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    desk = Desk.open(db, made(tmp_path), "a", clock=clock)
    desk.next()
    assert desk.settle(audit(formal_item())) == {}


def test_a_formalization_built_in_the_scratchpad_is_attached_and_proved(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    queue = made(tmp_path, [item(1)])
    desk = Desk.open(db, queue, "a", clock=clock)
    current = desk.next()
    assert current is not None
    pad = read_scratch("A, B: Bool\nA\nA -> B\n? necessary(B)  # 1 = necessary\n")
    after = desk.attach(pad.data, readings_of(current.item, pad))
    assert after is not None
    assert check_item(after.item).state == "proved"
    assert desk.settle(audit(after.item))["gold@1"].verdict == "yes"
    desk.give("clear", "yes")
    desk.submit()
    desk.close()
    again = Desk.open(db, queue, "a", clock=clock)
    again.open_entry(current.entry.id)
    assert again.current is not None
    assert check_item(again.current.item).state == "proved"
    with pytest.raises(RefusedError):
        again.attach(None, {})


def test_a_wrong_gold_in_the_pad_is_settled_as_wrong(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    desk = Desk.open(db, made(tmp_path, [item(1)]), "a", clock=clock)
    current = desk.next()
    assert current is not None
    pad = read_scratch("A, B: Bool\nA -> B\n? necessary(B)  # 1 = necessary\n")
    after = desk.attach(pad.data, readings_of(current.item, pad))
    assert after is not None
    assert desk.settle(audit(after.item))["gold@1"].verdict == "no"
    desk.attach(None, {})
    assert desk.current is not None
    assert desk.current.settled == {}


# --- adjudication -------------------------------------------------------------------------------


def test_only_disagreements_are_adjudicated_unnamed_and_kept_apart(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    queue = made(tmp_path)
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
    assert [one.key for one in current.asked] == ["clear"]
    seen = {opinion.given.verdict for opinion in current.opinions["clear"] if opinion.given}
    assert seen == {"yes", "no"}
    assert [opinion.number for opinion in current.opinions["clear"]] == [1, 2]
    desk.give("clear", "yes")
    with pytest.raises(RefusedError, match="Needs a reason"):
        desk.submit()
    desk.close()
    assert adjudicate(db, queue, "no", clock) == 2
    found = results(db, queue.hash)
    outcomes = {found.stored.material.items[f.entry.id].id: f for f in found.finals}
    assert {id: final.outcome for id, final in outcomes.items()} == {
        "i0": "adjudicated",
        "i1": "agreed",
        "i2": "adjudicated",
        "i3": "agreed",
        "i4": "agreed",
        "i5": "agreed",
    }
    assert outcomes["i0"].given["clear"] == Given("no", "settled")
    assert outcomes["i0"].accepted is False
    assert outcomes["i3"].accepted is True
    entry = outcomes["i0"].entry.id
    own = {who: work.verdicts["clear"].verdict for who, work in found.submissions[entry].items()}
    assert own == {"a": "no", "b": "yes"}


def test_annotators_see_what_became_of_their_entries(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    queue = made(tmp_path, [item(0), item(1)])
    play(db, queue, "a", saying(["i0"]), clock)
    desk = Desk.open(db, queue, "a", clock=clock)
    assert [one.final for one in desk.became()] == [None, None]
    desk.close()
    play(db, queue, "b", saying([]), clock)
    adjudicate(db, queue, "yes", clock)
    desk = Desk.open(db, queue, "a", clock=clock)
    told = {one.entry.item: one for one in desk.became()}
    final = told["i0"].final
    assert final is not None
    assert final.given["clear"].verdict == "yes"
    assert told["i0"].mine.verdicts["clear"].verdict == "no"
    assert told["i0"].adjudicated is not None
    assert told["i1"].adjudicated is None


# --- the record ---------------------------------------------------------------------------------


def test_work_goes_on_without_the_files(tmp_path: Path, db: Database, clock: ManualClock) -> None:
    queue = made(tmp_path)
    Desk.open(db, queue, "a", clock=clock).close()
    (tmp_path / "items.jsonl").unlink()
    assert Desk.open(db, queue, "b", clock=clock).next() is not None


def test_an_edited_item_is_told_before_anybody_begins(tmp_path: Path, db: Database) -> None:
    queue = made(tmp_path)
    write_items(tmp_path / "items.jsonl", [item(n, text="other") for n in range(6)])
    with pytest.raises(InputError, match="do not fit") as caught:
        Desk.open(db, queue, "a")
    assert "another version" in caught.value.message


def test_an_edited_queue_is_another_queue(tmp_path: Path, db: Database, clock: ManualClock) -> None:
    queue = made(tmp_path)
    play(db, queue, "a", saying([]), clock)
    path = tmp_path / "q.toml"
    path.write_text(path.read_text().replace('title = "q"', 'title = "new"'), encoding="utf-8")
    desk = Desk.open(db, load_queue(path), "a", clock=clock)
    assert desk.progress.done == 0


def test_what_is_written_is_never_changed(tmp_path: Path, db: Database, clock: ManualClock) -> None:
    play(db, made(tmp_path), "a", saying([]), clock)
    for table in ("queue", "desk", "annotation"):
        for statement in (f"DELETE FROM {table}", f"UPDATE {table} SET utc = ''"):
            with pytest.raises(Exception, match="only added to"):
                db.connection.execute(statement)


# --- grading ------------------------------------------------------------------------------------


def graded(tmp_path: Path, db: Database) -> tuple[Order, list[bytes]]:
    """Two items with two questions, answered by a model in words."""
    asked = [
        {"id": "1", "kind": "text", "text": "?", "gold": "A."},
        {"id": "2", "kind": "text", "text": "??", "gold": "B."},
    ]
    items = [item(n, questions=[dict(q) for q in asked]) for n in (1, 2)]
    rows = [
        responses.ModelAnswer(
            model="secret-model",
            setting="s",
            run=1,
            item_hash=one.content_hash,
            item_id=one.id,
            question=q,
            part=q,
            mutant=0,
            status="answered",
            answer=TextAnswer(text=text),
            call=responses.Call("t", raw=text, prompt_hash=f"{one.id} {q}"),
        )
        for one in items
        for q, text in (("1", "a"), ("2", "perhaps B, perhaps not"))
    ]
    responses.add(db, rows, items)
    source = write_items(tmp_path / "items.jsonl", items)
    order = Order(tmp_path / "g.toml", (source,), "answer-grading", ("a", "b"), overlap=2)
    return order, [row.id for row in rows]


def test_grades_override_and_can_be_taken_back(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    order, ids = graded(tmp_path, db)
    made_ = new_queue(order, db)
    order.path.write_text(made_.text, encoding="utf-8")
    assert "secret-model" not in made_.text
    # Answers that equal the gold need no judge.
    assert {entry.part for entry in made_.queue.entries} == {"2"}
    judgements.add(db, [Judgement(one, "m", "model", True, "", "0") for one in ids])
    queue = load_queue(order.path)
    desk = Desk.open(db, queue, "a", clock=clock)
    current = desk.next()
    assert current is not None
    assert current.answer == "perhaps B, perhaps not"
    desk.give("match", "no", "hedged")
    desk.submit()
    target = bytes.fromhex(current.entry.answer)

    def holds() -> bool | None:
        found = settled(list(judgements.read(db, target)))
        return None if found is None else found.match

    assert holds() is False
    clock.advance(1)
    desk.undo()
    assert holds() is True
    clock.advance(1)
    desk.give("match", "no", "still")
    desk.submit()
    assert holds() is False
