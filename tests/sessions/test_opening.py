"""Opening sessions: versions, snapshots, codes, pilots, locks, and commits that fail."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from items.answers import ChoiceAnswer
from sessions.record import snapshots
from sessions.record.clock import ManualClock
from sessions.record.event_log import EventLog
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from solver.errors import InputError, OutsideError
from tests.sessions.helpers import PLAIN, begin, start
from tests.study.samples import POOLS, STUDY, sample


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def db() -> Database:
    return Database.open(":memory:")


def test_the_same_code_in_an_edited_study_is_refused(db: Database, clock: ManualClock) -> None:
    start(db, sample(), clock).close()
    edited = sample('after_timeout = "page"\n' + STUDY)
    with pytest.raises(InputError, match="edited since") as caught:
        start(db, edited, clock)
    assert "A sample" in caught.value.message
    assert "Every answer given so far is safe" in caught.value.hint
    assert start(db, edited, clock, code="P2").state.phase == "consent"
    assert start(db, sample(), clock).state.phase == "consent", "the original still resumes"
    assert start(db, sample(PLAIN), clock).state.phase == "consent", "another study is another"


def test_a_session_resumes_after_an_edit_of_texts(db: Database, clock: ManualClock) -> None:
    first = start(db, sample(), clock)
    first.close()
    again = start(db, sample(STUDY + "\n# edited\n"), clock)
    assert again.session_id == first.session_id
    assert again.study == first.study


def test_a_session_continues_with_its_stored_study(db: Database, clock: ManualClock) -> None:
    runner = start(db, sample(), clock)
    plan = runner.plan
    runner.close()

    def fail_to_read() -> dict[str, tuple[()]]:
        raise AssertionError("the sources are not read again")

    again = Runner.open(db, sample(), "P1", clock=clock, pools=fail_to_read)
    assert again.plan == plan
    assert again.study == sample().study


def test_a_stored_item_has_the_same_content_hash_as_the_source(
    db: Database, clock: ManualClock
) -> None:
    for item in snapshots.load_items(db, start(db, sample(), clock).plan).values():
        assert item.content_hash == item.model_copy().content_hash


def test_a_pilot_of_an_edited_study_starts_afresh(db: Database, clock: ManualClock) -> None:
    first = start(db, sample(), clock, pilot=True)
    again = start(db, sample(STUDY + "\n"), clock, pilot=True)
    assert first.session_id != again.session_id


def test_the_worked_example_is_stored_with_the_version(db: Database, clock: ManualClock) -> None:
    text = STUDY.replace("[away]", '[example]\nsource = "kinds"\nitem = "breaths"\n[away]')
    runner = start(db, sample(text), clock)
    assert runner.example == POOLS["kinds"][1]
    assert start(db, sample(), clock, code="P2").example is None
    with pytest.raises(InputError, match="worked example does not exist"):
        start(db, sample(text.replace("breaths", "nobody")), clock, code="P3")


@pytest.mark.parametrize("code", ["", "  ", "a/b", "x" * 41, "a\x1b[2J"])
def test_invalid_codes_are_refused(db: Database, clock: ManualClock, code: str) -> None:
    with pytest.raises(InputError, match="not a participant code"):
        start(db, sample(), clock, code)


def test_codes_are_normalized(db: Database, clock: ManualClock) -> None:
    runner = start(db, sample(), clock, " ｐ 01-b\n")
    assert runner.state.started is not None
    assert runner.state.started.code == "P01-B"


def test_pilots_have_slots_and_sessions_of_their_own(db: Database, clock: ManualClock) -> None:
    slots = [
        runner.state.started.slot
        for code, pilot in (("A", False), ("A", True), ("B", True), ("B", False))
        if (runner := start(db, sample(), clock, code, pilot=pilot)).state.started is not None
    ]
    assert slots == [0, 0, 1, 1]


def test_a_session_is_open_once(tmp_path: Path, clock: ManualClock) -> None:
    with Database.open(tmp_path / "record.db") as db:
        runner = start(db, sample(), clock)
        with pytest.raises(OutsideError, match="open in another window"):
            start(db, sample(), clock)
        other = start(db, sample(), clock, "P2")
        runner.close()
        runner.close()
        other.close()
        start(db, sample(), clock).close()
    assert [path.name for path in tmp_path.iterdir()] == ["record.db"]


def test_a_failed_commit_changes_nothing(
    db: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = begin(db, PLAIN, clock)
    before = runner.state
    append = EventLog.append

    def full(*arguments: object) -> None:
        raise OutsideError("The disk is full")

    monkeypatch.setattr(EventLog, "append", full)
    with pytest.raises(OutsideError, match="full"):
        runner.change("q", ChoiceAnswer(option=1))
    assert runner.state == before
    monkeypatch.setattr(EventLog, "append", append)
    assert runner.change("q", ChoiceAnswer(option=1)).drafts == {"q": ChoiceAnswer(option=1)}


def test_data_on_disk_count_although_the_commit_seemed_to_fail(
    db: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = begin(db, PLAIN, clock)
    runner.change("q", ChoiceAnswer(option=1))
    runner.set_confidence(5)
    position = runner.state.position
    atomic = Database.atomic

    @contextmanager
    def late(db: Database) -> Iterator[object]:
        with atomic(db) as connection:
            yield connection
        raise OutsideError("The database failed")

    monkeypatch.setattr(Database, "atomic", late)
    with pytest.raises(OutsideError):
        runner.confirm()
    monkeypatch.setattr(Database, "atomic", atomic)
    assert runner.state.position == position
    assert runner.tick().position == position + 1
    assert [record.step for record in runner.state.records] == [0]


def test_items_the_solver_disproves_are_refused(db: Database, clock: ManualClock) -> None:
    wrong = POOLS["main"][0]
    with pytest.raises(InputError, match="gold is wrong") as caught:
        Runner.open(
            db,
            sample(PLAIN),
            "P1",
            clock=clock,
            pools=lambda: POOLS,
            proofs={wrong.content_hash: "disproved"},
        )
    assert wrong.id in caught.value.message
    allowed = sample("allow_disproved = true\n" + PLAIN)
    runner = Runner.open(
        db,
        allowed,
        "P1",
        clock=clock,
        pools=lambda: POOLS,
        proofs={wrong.content_hash: "disproved"},
    )
    assert runner.state.phase == "consent"
