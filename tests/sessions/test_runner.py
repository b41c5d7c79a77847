"""The runner's commands: what they store, refuse and drop."""

import pytest

from items.answers import Answer, ChoiceAnswer, CountAnswer, ModelsAnswer, TextAnswer, UniqueAnswer
from sessions.record.clock import ManualClock
from sessions.record.event_log import SESSIONS
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from study.course.sections import option_order
from study.respondents.answer_checks import Reason
from study.stations.qualification import decision
from tests.sessions.helpers import KINDS, PLAIN, begin, refusal, start
from tests.study.samples import EVERY_KIND, STUDY, WRONG, models, sample, truth


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def db() -> Database:
    return Database.open(":memory:")


def kinds(db: Database, runner: Runner) -> list[str]:
    return [stamped.event.kind for stamped in SESSIONS.read(db, runner.session_id)]


def test_a_session_from_consent_to_completion_code(db: Database, clock: ManualClock) -> None:
    runner = begin(db, PLAIN, clock)
    for number in range(4):
        current = runner.current
        assert current is not None
        assert runner.progress.item == number + 1
        order = option_order(current.step, current.question)
        assert sorted(order) == list(range(len(current.question.options)))
        runner.change("q", ChoiceAnswer(option=order[0]))
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
def test_the_gate_counts_right_answers_and_decides(
    db: Database, clock: ManualClock, right: int, phase: str
) -> None:
    runner = begin(db, STUDY, clock)
    for number in range(5):
        current = runner.current
        assert current is not None
        gold = current.question.gold
        runner.change("q", gold if number < right else WRONG["truth"])
        if number >= right and gold == WRONG["truth"]:
            runner.change("q", truth("", False).questions[0].gold)
        runner.confirm()
    decided = decision(runner.state)
    assert decided is not None
    assert (decided.correct, decided.asked) == (right, 5)
    assert runner.state.phase == phase
    assert (runner.state.completion_code is not None) == (phase == "not_qualified")


def test_a_timeout_stores_the_current_answer(db: Database, clock: ManualClock) -> None:
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


def test_input_after_the_time_limit_is_dropped(db: Database, clock: ManualClock) -> None:
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


def test_invalid_requests_are_refused(db: Database, clock: ManualClock) -> None:
    runner = begin(db, PLAIN, clock)
    before = SESSIONS.last_seq(db, runner.session_id)
    assert refusal(runner.confirm) is Reason.UNANSWERED
    assert refusal(lambda: runner.change("z", None)) is Reason.UNKNOWN_PART
    assert refusal(lambda: runner.change("q", CountAnswer(count=1))) is Reason.WRONG_KIND
    assert refusal(lambda: runner.change("q", ChoiceAnswer(option=4))) is Reason.UNKNOWN_OPTION
    assert refusal(lambda: runner.change("q", ChoiceAnswer(option=-1))) is Reason.UNKNOWN_OPTION
    assert refusal(lambda: runner.set_confidence(0)) is Reason.CONFIDENCE_MISSING
    assert refusal(lambda: runner.consent(True)) is Reason.NOT_NOW
    assert refusal(runner.proceed) is Reason.NOT_NOW
    assert refusal(runner.end_break) is Reason.NOT_NOW
    assert SESSIONS.last_seq(db, runner.session_id) == before, "nothing refused is stored"
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


def test_answers_of_every_kind_can_be_changed_and_confirmed(
    db: Database, clock: ManualClock
) -> None:
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
