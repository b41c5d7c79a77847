"""The reducer refuses what cannot happen, and the preflight what cannot be run."""

import pytest

from items.answers import ChoiceAnswer
from items.models import Item, Question
from sessions.record.event_log import SESSIONS
from sessions.storage.database import Database
from solver.errors import InputError
from study.course import events as ev
from study.course.journal import IllegalEventError
from study.course.rules import apply, replay
from study.course.sections import Pools
from study.course.state import SessionState
from study.design.preflight import preflight
from study.stations.consent import ConsentGiven
from study.stations.end import SessionCompleted
from study.stations.qualification import QualificationDecided
from study.stations.question import AnswerChanged, AnswerConfirmed, BlockTimedOut
from study.stations.text import BlockStarted
from tests.sessions.player import Player
from tests.study.samples import POOLS, choice, sample, truth


def recorded(seed: int = 1) -> list[ev.Stamped]:
    with Database.open(":memory:") as db:
        player = Player(db, sample(), seed)
        player.play()
        return list(SESSIONS.read(db, player.runner.session_id))


def up_to(events: list[ev.Stamped], kind: str) -> SessionState:
    """The state just after the first event of a kind."""
    place = next(i for i, stamped in enumerate(events) if stamped.event.kind == kind)
    return replay(events[: place + 1])


def next_stamp(state: SessionState, event: ev.Event, later: int = 1) -> ev.Stamped:
    return ev.Stamped(state.seq + 1, state.mono_ns + later, state.boot_id, state.utc, event)


ALWAYS_WRONG: tuple[ev.Event, ...] = (
    SessionCompleted(outcome="completed", completion_code="X"),
    QualificationDecided(correct=1, asked=1, passed=True),
    BlockTimedOut(block=0),
    BlockStarted(block=7),
)


@pytest.mark.parametrize("event", ALWAYS_WRONG, ids=lambda event: event.kind)
def test_what_cannot_happen_is_refused_in_every_waiting_state(event: ev.Event) -> None:
    events = recorded()
    state = SessionState()
    for stamped in events:
        state = apply(state, stamped)
        if state.phase in ("between", "deciding", "ending") or not state.running:
            continue
        with pytest.raises(IllegalEventError):
            apply(state, next_stamp(state, event))


def test_equal_answers_read_from_events_are_one_object() -> None:
    answer = '{"kind":"choice","option":2}'
    changed = ev.EVENTS.read("answer_changed", f'{{"step":0,"part":"q","answer":{answer}}}')
    confirmed = ev.EVENTS.read("answer_confirmed", f'{{"step":9,"answers":{{"p":{answer}}}}}')
    assert isinstance(changed, AnswerChanged)
    assert isinstance(confirmed, AnswerConfirmed)
    assert confirmed.answers["p"] is changed.answer == ChoiceAnswer(option=2)


def test_an_answer_must_be_to_the_open_step_and_be_what_was_drafted() -> None:
    state = up_to(recorded(), "question_shown")
    draft = ChoiceAnswer(option=1)
    with pytest.raises(IllegalEventError, match="not open"):
        apply(state, next_stamp(state, AnswerChanged(step=1, part="q", answer=draft)))
    changed = apply(state, next_stamp(state, AnswerChanged(step=0, part="q", answer=draft)))
    assert changed.drafts == {"q": draft}
    assert changed.changes == 1
    for answers, confidence in (({}, None), ({"q": draft}, 3)):
        final = AnswerConfirmed(step=0, answers=answers, confidence=confidence)
        with pytest.raises(IllegalEventError, match="differs"):
            apply(changed, next_stamp(changed, final))
    emptied = apply(changed, next_stamp(changed, AnswerChanged(step=0, part="q", answer=None)))
    assert emptied.drafts == {}


def test_order_and_time_are_kept() -> None:
    events = recorded()
    state = replay(events[:3])
    with pytest.raises(IllegalEventError, match="does not follow"):
        apply(state, events[2])
    with pytest.raises(IllegalEventError, match="does not follow"):
        apply(state, events[5])
    events_shown = up_to(events, "question_shown")
    with pytest.raises(IllegalEventError, match="before the last"):
        apply(events_shown, next_stamp(events_shown, ev.Heartbeat(), later=-1))


def test_after_an_orderly_end_only_a_new_start_counts() -> None:
    state = up_to(recorded(), "question_shown")
    ended = apply(state, next_stamp(state, ev.SegmentEnded()))
    with pytest.raises(IllegalEventError, match="not running"):
        apply(ended, next_stamp(ended, ev.Heartbeat()))
    with pytest.raises(IllegalEventError, match="not running"):
        apply(ended, next_stamp(ended, ev.SegmentEnded()))
    again = apply(ended, next_stamp(ended, ev.SegmentStarted(boot_ns=0, counted_ns=500)))
    assert again.question_used_ns == ended.question_used_ns + 500


def test_nothing_happens_before_the_session_starts() -> None:
    for event in (ev.SegmentStarted(boot_ns=0), ConsentGiven(), ev.SegmentEnded()):
        with pytest.raises(IllegalEventError):
            apply(SessionState(), ev.Stamped(0, 0, "", "", event))


def test_states_are_values() -> None:
    events = recorded()
    assert replay(events) == replay(events)
    before = replay(events[:10])
    apply(before, events[10])
    assert before == replay(events[:10])


QUALIFY = 'title = "T"\nconsent = "C"\n[qualification]\nsource = "q"\n[[blocks]]\nsource = "b"\n'


def pools(gate: Item, block: Item | None = None) -> Pools:
    return {"q": (gate,), "b": (block or choice("b"),)}


@pytest.mark.parametrize(
    ("gate", "title"),
    [
        (choice("g").model_copy(update={"questions": ()}), "asks nothing"),
        (POOLS["kinds"][0], "cannot be decided"),
        (
            Item(id="g", text="", questions=(Question(id="q", kind="truth"),)),
            "cannot be decided",
        ),
        (
            Item(
                id="g",
                text="",
                questions=(
                    Question(
                        id="q",
                        parts=(truth("a").questions[0], truth("b").questions[0]),
                    ),
                ),
            ),
            "share an id",
        ),
    ],
)
def test_a_qualification_that_cannot_be_decided_is_refused(gate: Item, title: str) -> None:
    with pytest.raises(InputError, match=title):
        preflight(sample(QUALIFY).study, pools(gate), {})


def test_what_the_researcher_is_reported() -> None:
    unsolved = Item(id="u", text="", questions=(Question(id="q", kind="truth"),))
    gate = truth("g")
    outcome = preflight(
        sample(QUALIFY.replace('source = "b"', 'source = ["b", "q"]')).study,
        pools(gate, unsolved),
        {gate.content_hash: "proved"},
    )
    assert outcome.unproved == ("u",)
    assert outcome.without_gold == ("u",)
    assert outcome.repeated == ("g",)
    assert [(test.questions, test.needed) for test in outcome.gates] == [(1, 1)]
    assert len(outcome.warnings) == 4
