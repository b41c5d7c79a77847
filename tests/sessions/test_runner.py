"""The runner's commands: what they store, refuse and drop."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from items.answers import Answer, ChoiceAnswer, CountAnswer, ModelsAnswer, TextAnswer, UniqueAnswer
from sessions import log
from sessions.clock import ManualClock
from sessions.database import Database
from sessions.runner import Runner
from solver.errors import InputError, OutsideError
from study.answering import Reason, RefusedError
from study.protocol import LoadedStudy
from tests.study.samples import EVERY_KIND, POOLS, STUDY, WRONG, models, sample, truth

PLAIN = """
title = "Plain"
consent = "Yes?"
[[blocks]]
source = "main"
number = 4
confidence = true
none_option = true
seconds_per_question = 10
"""
KINDS = """
title = "Kinds"
consent = "Yes?"
[[blocks]]
source = "kinds"
order = "fixed"
breaks = false
"""


def start(
    db: Database,
    study: LoadedStudy,
    clock: ManualClock,
    code: str = "P1",
    pilot: bool = False,
) -> Runner:
    return Runner.open(db, study, code, clock=clock, pools=lambda: POOLS, proofs={}, pilot=pilot)


def begin(db: Database, text: str, clock: ManualClock, code: str = "P1") -> Runner:
    """A runner at its first question."""
    runner = start(db, sample(text), clock, code)
    runner.consent(True)
    runner.proceed()
    runner.proceed()
    assert runner.state.phase == "question"
    return runner


def refusal(act: Callable[[], object]) -> Reason:
    with pytest.raises(RefusedError) as caught:
        act()
    assert caught.value.message
    return caught.value.reason


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def db() -> Database:
    return Database.open(":memory:")


def kinds(db: Database, runner: Runner) -> list[str]:
    return [stamped.event.kind for stamped in log.read(db, runner.session_id)]


def test_a_session_from_consent_to_completion_code(db: Database, clock: ManualClock) -> None:
    runner = begin(db, PLAIN, clock)
    for number in range(4):
        current = runner.current
        assert current is not None
        assert runner.progress.item == number + 1
        shown = current.options(current.question)
        assert [option.letter for option in shown] == ["A", "B", "C", "D"][: len(shown)]
        assert sorted(option.index for option in shown) == list(range(len(shown)))
        runner.change("q", ChoiceAnswer(option=shown[0].index))
        runner.set_confidence(4)
        clock.advance(2)
        runner.confirm()
    state = runner.state
    assert state.phase == "completed"
    assert state.completion_code is not None
    assert len(state.completion_code) == 9
    assert [record.used_ns for record in state.records] == [2_000_000_000] * 4
    assert runner.progress.share == 1.0
    runner.close()
    again = start(db, sample(PLAIN), clock, " p1 ")
    assert again.session_id == runner.session_id
    assert again.state == runner.state
    assert refusal(again.confirm) is Reason.NOT_NOW
    assert kinds(db, again)[-2:] == ["session_completed", "segment_ended"]


def test_declining_ends_and_is_recorded(db: Database, clock: ManualClock) -> None:
    runner = start(db, sample(), clock)
    assert runner.consent(False).phase == "declined"
    assert runner.state.completion_code
    assert "consent_declined" in kinds(db, runner)
    assert refusal(runner.proceed) is Reason.NOT_NOW
    runner.close()
    assert start(db, sample(), clock).state.phase == "declined"


@pytest.mark.parametrize(("right", "phase"), [(2, "not_qualified"), (3, "qualification_passed")])
def test_the_gate(db: Database, clock: ManualClock, right: int, phase: str) -> None:
    runner = begin(db, STUDY, clock)
    for number in range(5):
        current = runner.current
        assert current is not None
        gold = current.question.gold
        runner.change("q", gold if number < right else WRONG["truth"])
        if number >= right and gold == WRONG["truth"]:
            runner.change("q", truth("", False).questions[0].gold)
        runner.confirm()
    decided = runner.state.qualification
    assert decided is not None
    assert (decided.correct, decided.asked) == (right, 5)
    assert runner.state.phase == phase
    assert (runner.state.completion_code is not None) == (phase == "not_qualified")


def test_a_time_out_keeps_what_stood_there(db: Database, clock: ManualClock) -> None:
    runner = begin(db, PLAIN, clock)
    runner.change("q", ChoiceAnswer(option=None))
    clock.advance(10)
    state = runner.tick()
    assert state.notice == "question_timed_out"
    assert state.position == 1
    (record,) = state.records
    assert record.outcome == "timed_out"
    assert record.answers == {"q": ChoiceAnswer(option=None)}
    assert record.confidence is None
    clock.advance(10.2)
    assert runner.tick().records[1].answers == {}
    runner.change("q", ChoiceAnswer(option=1))
    assert runner.state.notice is None


def test_input_after_the_last_moment_is_dropped(db: Database, clock: ManualClock) -> None:
    runner = begin(db, PLAIN, clock)
    runner.change("q", ChoiceAnswer(option=1))
    runner.set_confidence(2)
    clock.advance(10.001)
    state = runner.confirm()
    assert state.records[0].outcome == "timed_out"
    assert state.position == 1
    clock.advance(11)
    late = runner.change("q", ChoiceAnswer(option=0))
    assert late.position == 2
    assert late.drafts == {}
    assert late.records[1].answers == {}


def test_block_time_ends_the_block(db: Database, clock: ManualClock) -> None:
    text = PLAIN.replace("seconds_per_question = 10", "seconds_per_block = 5")
    runner = begin(db, text, clock)
    clock.advance(3)
    runner.change("q", ChoiceAnswer(option=1))
    runner.set_confidence(1)
    runner.confirm()
    left = runner.remaining()
    assert (left.question_ns, left.block_ns) == (None, 2_000_000_000)
    clock.advance(2)
    state = runner.tick()
    assert [record.outcome for record in state.records] == ["confirmed", "timed_out"]
    assert state.blocks_timed_out == (0,)
    assert state.phase == "completed"


def test_a_break_hides_the_item_and_stops_the_clock(db: Database, clock: ManualClock) -> None:
    runner = begin(db, PLAIN, clock)
    clock.advance(4)
    runner.change("q", ChoiceAnswer(option=2))
    runner.start_break()
    assert runner.current is None
    clock.advance(1_000)
    runner.tick()
    assert runner.remaining().question_ns == 6_000_000_000
    assert refusal(lambda: runner.change("q", None)) is Reason.NOT_NOW
    runner.close()
    clock.advance(1_000)
    runner = start(db, sample(PLAIN), clock)
    assert runner.state.phase == "break"
    runner.proceed()
    assert runner.remaining().question_ns == 6_000_000_000
    assert runner.state.drafts == {"q": ChoiceAnswer(option=2)}


def test_planned_breaks_come_between_items(db: Database, clock: ManualClock) -> None:
    runner = begin(db, KINDS.replace("breaks = false", "break_after = 4"), clock)
    for part in EVERY_KIND:
        assert runner.state.phase == "question"
        runner.change(part.id, part.gold)
        runner.confirm()
    assert runner.state.phase == "break"
    assert runner.state.planned_break
    assert runner.progress.item == 2
    assert runner.proceed().phase == "question"


def test_refusals(db: Database, clock: ManualClock) -> None:
    runner = begin(db, PLAIN, clock)
    before = log.last_seq(db, runner.session_id)
    assert refusal(runner.confirm) is Reason.UNANSWERED
    assert refusal(lambda: runner.change("z", None)) is Reason.UNKNOWN_PART
    assert refusal(lambda: runner.change("q", CountAnswer(count=1))) is Reason.WRONG_KIND
    assert refusal(lambda: runner.change("q", ChoiceAnswer(option=4))) is Reason.UNKNOWN_OPTION
    assert refusal(lambda: runner.change("q", ChoiceAnswer(option=-1))) is Reason.UNKNOWN_OPTION
    assert refusal(lambda: runner.set_confidence(0)) is Reason.CONFIDENCE_MISSING
    assert refusal(lambda: runner.consent(True)) is Reason.NOT_NOW
    assert refusal(runner.proceed) is Reason.NOT_NOW
    assert refusal(runner.end_break) is Reason.NOT_NOW
    assert log.last_seq(db, runner.session_id) == before, "nothing refused is stored"
    runner.change("q", ChoiceAnswer(option=None))
    assert refusal(runner.confirm) is Reason.CONFIDENCE_MISSING
    runner.change("q", None)
    runner.set_confidence(3)
    assert refusal(runner.confirm) is Reason.UNANSWERED


def test_the_same_input_twice_is_one_event(db: Database, clock: ManualClock) -> None:
    runner = begin(db, PLAIN, clock)
    for _ in range(2):
        runner.change("q", ChoiceAnswer(option=1))
        runner.set_confidence(3)
    assert kinds(db, runner).count("answer_changed") == 1
    assert kinds(db, runner).count("confidence_changed") == 1


UNFINISHED: dict[str, tuple[Answer, Reason]] = {
    "unique": (UniqueAnswer(verdict="unique"), Reason.SOLUTION_MISSING),
    "text": (TextAnswer(text=" \n"), Reason.EMPTY_TEXT),
}
MISFITS: dict[str, tuple[Answer, Reason]] = {
    "choice": (ChoiceAnswer(option=None), Reason.NONE_NOT_OFFERED),
    "possible": (WRONG["necessary"], Reason.WRONG_KIND),
    "worlds": (models("Z"), Reason.UNKNOWN_NAME),
    "names": (models("A"), Reason.WRONG_KIND),
    "count": (CountAnswer(count=10**30), Reason.TOO_LONG),
    "unique": (
        UniqueAnswer(verdict="none", solution=frozenset()),
        Reason.SOLUTION_NOT_EXPECTED,
    ),
    "text": (TextAnswer(text="x" * 30_000), Reason.TOO_LONG),
}


def test_every_kind_is_answered_changed_and_confirmed(db: Database, clock: ManualClock) -> None:
    runner = begin(db, KINDS, clock)
    assert refusal(runner.start_break) is Reason.BREAKS_NOT_ALLOWED
    assert refusal(lambda: runner.set_confidence(3)) is Reason.NO_CONFIDENCE_ASKED
    for part in EVERY_KIND:
        gold = part.gold
        assert gold is not None
        if part.id in MISFITS:
            answer, why = MISFITS[part.id]
            assert refusal(lambda a=answer, p=part.id: runner.change(p, a)) is why  # type: ignore[misc]
        if part.id in UNFINISHED:
            answer, why = UNFINISHED[part.id]
            runner.change(part.id, answer)
            assert refusal(runner.confirm) is why
        runner.change(part.id, WRONG[part.id])
        runner.change(part.id, gold)
        assert runner.confirm().records[-1].answers == {part.id: gold}
    current = runner.current
    assert current is not None
    runner.change("possible", current.question.parts[0].gold)
    assert refusal(runner.confirm) is Reason.UNANSWERED
    runner.change("certain", current.question.parts[1].gold)
    assert runner.confirm().phase == "completed"


def test_a_table_row_needs_a_value_for_each_enum(db: Database, clock: ManualClock) -> None:
    runner = begin(db, KINDS, clock)
    for part in EVERY_KIND:
        if part.id == "unique":
            break
        runner.change(part.id, part.gold)
        runner.confirm()
    for world in (frozenset({"A"}), frozenset({"status=going", "status=open"})):
        runner.change("unique", UniqueAnswer(verdict="unique", solution=world))
        assert refusal(runner.confirm) is Reason.ROW_INCOMPLETE
    runner.change("unique", UniqueAnswer(verdict="unique", solution=frozenset({"status=open"})))
    runner.confirm()
    assert isinstance(EVERY_KIND[4].gold, ModelsAnswer)


def test_the_same_code_in_an_edited_study_is_refused(db: Database, clock: ManualClock) -> None:
    start(db, sample(), clock).close()
    edited = sample(STUDY + "\n# edited\n")
    with pytest.raises(InputError, match="edited since") as caught:
        start(db, edited, clock)
    assert "A sample" in caught.value.message
    assert start(db, edited, clock, code="P2").state.phase == "consent"
    assert start(db, sample(), clock).state.phase == "consent", "the original still resumes"
    assert start(db, sample(PLAIN), clock).state.phase == "consent", "another study is another"


def test_a_session_lives_on_its_snapshot(db: Database, clock: ManualClock) -> None:
    runner = start(db, sample(), clock)
    plan = runner.plan
    runner.close()

    def gone() -> dict[str, tuple[()]]:
        raise AssertionError("the sources are not read again")

    again = Runner.open(db, sample(), "P1", clock=clock, pools=gone)
    assert again.plan == plan
    assert again.study == sample().study


def test_a_pilot_of_an_edited_study_starts_afresh(db: Database, clock: ManualClock) -> None:
    first = start(db, sample(), clock, pilot=True)
    again = start(db, sample(STUDY + "\n"), clock, pilot=True)
    assert first.session_id != again.session_id


def test_the_worked_example_is_kept_with_the_version(db: Database, clock: ManualClock) -> None:
    text = STUDY.replace("[away]", '[example]\nsource = "kinds"\nitem = "breaths"\n[away]')
    runner = start(db, sample(text), clock)
    assert runner.example == POOLS["kinds"][1]
    assert start(db, sample(), clock, code="P2").example is None
    with pytest.raises(InputError, match="worked example is not there"):
        start(db, sample(text.replace("breaths", "nobody")), clock, code="P3")


@pytest.mark.parametrize("code", ["", "  ", "a/b", "x" * 41, "a\x1b[2J"])
def test_codes_that_are_none(db: Database, clock: ManualClock, code: str) -> None:
    with pytest.raises(InputError, match="no participant code"):
        start(db, sample(), clock, code)


def test_codes_are_evened_out(db: Database, clock: ManualClock) -> None:
    runner = start(db, sample(), clock, " ｐ 01-b\n")
    assert runner.code == "P01-B"


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
    append = log.append

    def full(*arguments: object) -> None:
        raise OutsideError("The disk is full")

    monkeypatch.setattr(log, "append", full)
    with pytest.raises(OutsideError, match="full"):
        runner.change("q", ChoiceAnswer(option=1))
    assert runner.state == before
    monkeypatch.setattr(log, "append", append)
    assert runner.change("q", ChoiceAnswer(option=1)).drafts == {"q": ChoiceAnswer(option=1)}


def test_what_reached_the_disk_counts_although_the_commit_seemed_to_fail(
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
    assert runner.preflight is not None
    assert runner.preflight.disproved == (wrong.id,)
    assert len(runner.preflight.unproved) == len(POOLS["main"]) - 1
