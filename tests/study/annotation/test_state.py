"""The desk as a pure function of its events."""

import pytest

from study.annotation import events as ev
from study.annotation.checks import StandingVerdict
from study.annotation.rules import apply, replay
from study.annotation.state import DeskState
from study.course.journal import IllegalEventError

SECOND = 1_000_000_000


class Script:
    """Events with times, applied as they are written down."""

    def __init__(self) -> None:
        self.stamped: list[ev.Stamped] = []
        self.state = DeskState()
        opened = ev.DeskOpened(queue="q", annotator="a", role="annotator", program="1")
        self.add(0, opened)
        self.add(0, ev.SegmentStarted())

    def add(self, second: float, event: ev.Event) -> None:
        stamped = ev.Stamped(len(self.stamped), round(second * SECOND), "", f"t{second}", event)
        self.state = apply(self.state, stamped)
        self.stamped.append(stamped)


def script_with_open_entry() -> Script:
    script = Script()
    script.add(1, ev.EntryOpened(entry="e1", dealt=True))
    return script


def test_replay_is_the_live_state_also_from_the_stored_form() -> None:
    script = script_with_open_entry()
    script.add(2, ev.VerdictGiven(check="clear", verdict="no", reason="vague"))
    script.add(3, ev.VerdictGiven(check="why", verdict=("vague",)))
    script.add(3, ev.Settled(verdicts={"gold@1": "yes"}, proofs={"gold@1": "because"}))
    script.add(4, ev.FlagChanged(flagged=True))
    script.add(5, ev.CommentChanged(comment="hm"))
    script.add(5, ev.PadChanged(text="A -> B"))
    reading = ev.Reading(queries=("possible(A)",), golds=("possible",))
    script.add(5, ev.FormalizationAttached(formalization={"premise": []}, readings={"1": reading}))
    script.add(6, ev.Submitted(entry="e1"))
    assert replay(script.stamped) == script.state
    stored = [(stamped, ev.EVENTS.payload(stamped.event)) for stamped in script.stamped]
    read = [
        ev.Stamped(
            stamped.seq,
            stamped.mono_ns,
            stamped.boot_id,
            stamped.utc,
            ev.EVENTS.read(stamped.event.kind, text),
        )
        for stamped, text in stored
    ]
    assert replay(read) == script.state


def test_time_goes_to_the_entry_and_to_the_check_in_focus() -> None:
    script = script_with_open_entry()
    script.add(4, ev.CheckFocused(check="clear"))
    script.add(9, ev.VerdictGiven(check="clear", verdict="yes"))
    script.add(10, ev.CheckFocused(check=None))
    script.add(17, ev.VerdictGiven(check="hard", verdict=3))
    script.add(20, ev.Heartbeat())
    script.add(22, ev.Submitted(entry="e1"))
    work = script.state.work["e1"]
    assert work.used_ns == 21 * SECOND
    assert work.check_ns == {"clear": 6 * SECOND, "hard": 7 * SECOND}


def test_time_away_counts_for_nothing() -> None:
    script = script_with_open_entry()
    script.add(5, ev.Heartbeat())
    # Killed here; the next segment's clock begins anew.
    script.add(0, ev.SegmentStarted())
    script.add(3, ev.Submitted(entry="e1"))
    assert script.state.work["e1"].used_ns == 7 * SECOND


def test_a_settled_check_stands_until_it_is_contradicted() -> None:
    script = script_with_open_entry()
    script.add(2, ev.Settled(verdicts={"gold@1": "yes"}, proofs={"gold@1": "p"}))
    assert script.state.work["e1"].standing_verdicts == {
        "gold@1": StandingVerdict("yes", decided_by="solver")
    }
    script.add(3, ev.VerdictGiven(check="gold@1", verdict="no", reason="the text says or"))
    work = script.state.work["e1"]
    assert work.contradicts("gold@1")
    assert work.standing_verdicts["gold@1"] == StandingVerdict("no", "the text says or")
    script.add(4, ev.VerdictGiven(check="gold@1", verdict=None))
    assert not script.state.work["e1"].contradicts("gold@1")


def test_undo_brings_the_last_submission_back_with_its_verdicts() -> None:
    script = script_with_open_entry()
    script.add(2, ev.VerdictGiven(check="clear", verdict="yes"))
    script.add(3, ev.Submitted(entry="e1"))
    script.add(3, ev.EntryOpened(entry="e2", dealt=True))
    with pytest.raises(IllegalEventError):
        script.add(4, ev.Undone(entry="e2"))
    script.add(4, ev.Undone(entry="e1"))
    assert script.state.current_entry == "e1"
    assert not script.state.submitted
    assert script.state.work["e1"].verdicts == {"clear": StandingVerdict("yes")}
    assert script.state.open_entries == ("e1", "e2")


@pytest.mark.parametrize(
    "event",
    [
        ev.VerdictGiven(check="clear", verdict="no"),
        ev.Skipped(entry="e1"),
        ev.Submitted(entry="e1"),
        ev.Settled(verdicts={}, proofs={}),
        ev.FormalizationAttached(formalization=None),
    ],
)
def test_a_submitted_entry_is_not_changed(event: ev.Event) -> None:
    script = script_with_open_entry()
    script.add(2, ev.Submitted(entry="e1"))
    script.add(3, ev.EntryOpened(entry="e1", dealt=False))
    with pytest.raises(IllegalEventError):
        script.add(4, event)
    script.add(4, ev.CommentChanged(comment="one may still say something"))
    assert script.state.submitted == ("e1",)


@pytest.mark.parametrize(
    "event",
    [
        ev.EntryOpened(entry="e1", dealt=True),
        ev.EntryOpened(entry="e9", dealt=False),
        ev.Submitted(entry="e2"),
        ev.DeskOpened(queue="q", annotator="a", role="annotator", program=""),
        ev.Undone(entry="e1"),
    ],
)
def test_what_cannot_happen_is_refused(event: ev.Event) -> None:
    script = script_with_open_entry()
    with pytest.raises(IllegalEventError):
        script.add(2, event)


def test_numbers_and_times_follow_on_one_another() -> None:
    script = script_with_open_entry()
    for seq, second in ((5, 2), (3, 0)):
        with pytest.raises(IllegalEventError):
            apply(script.state, ev.Stamped(seq, second * SECOND, "", "t", ev.Heartbeat()))


def test_skipped_and_given_back() -> None:
    script = script_with_open_entry()
    script.add(2, ev.Skipped(entry="e1"))
    assert script.state.skipped == ("e1",)
    script.add(3, ev.EntryOpened(entry="e1", dealt=False))
    assert list(script.state.submitted) == []
    script.add(4, ev.Released(entry="e1"))
    assert script.state.open_entries == ()
    with pytest.raises(IllegalEventError):
        script.add(5, ev.EntryOpened(entry="e1", dealt=False))
