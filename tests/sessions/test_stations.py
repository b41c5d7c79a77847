"""Stations in another order than the usual: forms before the gate, a gate under a name of its own,
practice, and what is for those who fail; in the runner, the replay, simulation and reports."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from items.answers import TruthAnswer
from sessions.record.clock import ManualClock
from sessions.record.event_log import SESSIONS
from sessions.record.snapshots import main_items
from sessions.report.accuracy_report import build_report
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from sessions.taking.simulating import simulate
from sessions.upkeep.check_db import check
from study.course.plan import Plan
from study.course.rules import apply, replay
from study.course.state import SessionState
from study.design.planning import make_plan
from study.respondents.answer_checks import Reason, RefusedError
from study.respondents.simulation import Profile
from study.stations.form_fields import Entry
from study.stations.qualification import decision
from tests.sessions.helpers import refusal, start
from tests.sessions.test_simulating import write_study
from tests.study.samples import POOLS, sample

STUDY = """
title = "Another order"
consent = "Yes?"

[[blocks]]
station = "form"
id = "person"
title = "You"
when = "always"
[[blocks.fields]]
id = "age"
kind = "number"
ask = "How old?"
least = 18
most = 99
decline = true
[[blocks.fields]]
id = "height"
kind = "number"
ask = "How tall?"
whole = false
required = false
[[blocks.fields]]
id = "mood"
kind = "scale"
ask = "How are you?"
points = 7
[[blocks.fields]]
id = "tools"
kind = "several"
ask = "What do you use?"
options = ["pen", "head"]
[[blocks.fields]]
id = "why"
kind = "text"
ask = "Why?"
most = 5

[[blocks]]
station = "practice"
id = "warm-up"
source = "gate"
number = 2

[[blocks]]
station = "qualification"
id = "gate"
source = "gate"
number = 4
pass_above = 0.5

[[blocks]]
station = "text"
id = "pity"
title = "Thank you"
text = "That was it."
when = "failed"

[[blocks]]
source = "main"
number = 2

[[blocks]]
station = "form"
id = "after"
title = "And now?"
[[blocks.fields]]
id = "mood"
kind = "choice"
ask = "How was it?"
options = ["good", "bad"]
"""


@pytest.fixture
def db() -> Iterator[Database]:
    with Database.open(":memory:") as db:
        yield db


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def runner(db: Database, clock: ManualClock) -> Runner:
    """A session at its first form."""
    runner = start(db, sample(STUDY), clock)
    runner.consent(True)
    runner.proceed()
    assert runner.state.here.id == "person"
    return runner


def fill(runner: Runner) -> None:
    for name, value in (("age", 30), ("mood", 7), ("tools", ("head",)), ("why", "so")):
        runner.act("fill", name, Entry(value=value))
    runner.act("submit")


def to_the_end(runner: Runner, *, right: bool) -> list[str]:
    """Play on; the ids and phases met on the way."""
    met: list[str] = []
    for _turn in range(200):
        state = runner.state
        if state.ended:
            return met
        met.append(f"{state.here.id}:{state.phase}")
        current = runner.current
        if current is not None:
            for part in current.question.leaves:
                wrong = TruthAnswer(value="unknown")
                gate = current.block.role != "main"
                runner.change(part.id, wrong if gate and not right else part.gold)
            runner.confirm()
        elif state.phase == "form":
            runner.act("fill", "mood", Entry(value="good"))
            runner.act("submit")
        else:
            runner.proceed()
    raise AssertionError("the session has no end")


def test_what_does_not_fit_a_field_is_refused_and_not_stored(runner: Runner) -> None:
    seq = runner.state.seq
    for name, entry, reason in (
        ("age", Entry(value=17), Reason.OUT_OF_BOUNDS),
        ("age", Entry(value=30.5), Reason.WRONG_KIND),
        ("age", Entry(value="30"), Reason.WRONG_KIND),
        ("age", Entry(), Reason.UNANSWERED),
        ("mood", Entry(value=8), Reason.OUT_OF_BOUNDS),
        ("mood", Entry(declined=True), Reason.WRONG_KIND),
        ("tools", Entry(value=("pen", "pen")), Reason.WRONG_KIND),
        ("tools", Entry(value=("hammer",)), Reason.UNKNOWN_OPTION),
        ("why", Entry(value="      "), Reason.EMPTY_TEXT),
        ("why", Entry(value="because"), Reason.TOO_LONG),
        ("nothing", Entry(value=1), Reason.UNKNOWN_PART),
    ):
        with pytest.raises(RefusedError) as refused:
            runner.act("fill", name, entry)
        assert refused.value.reason is reason, (name, entry)
    assert refusal(lambda: runner.act("submit")) is Reason.UNANSWERED
    assert refusal(runner.proceed) is Reason.NOT_NOW
    assert runner.state.seq == seq


def test_a_form_is_complete_without_optional_fields(runner: Runner) -> None:
    runner.act("fill", "age", Entry(declined=True))
    runner.act("fill", "height", Entry(value=1.7))
    runner.act("fill", "height", None)
    for name, value in (("mood", 1), ("tools", ("pen", "head")), ("why", "so")):
        runner.act("fill", name, Entry(value=value))
    assert runner.act("submit").phase == "block_intro"
    assert runner.state.parts["person"] == {
        "age": Entry(declined=True),
        "mood": Entry(value=1),
        "tools": Entry(value=("pen", "head")),
        "why": Entry(value="so"),
    }


@pytest.mark.parametrize("right", [True, False])
def test_the_next_station_depends_on_the_outcome_of_the_gate(
    runner: Runner, db: Database, right: bool
) -> None:
    fill(runner)
    met = to_the_end(runner, right=right)
    ids = [name.partition(":")[0] for name in met]
    assert Counter(met)["warm-up:feedback"] == 2
    assert ("pity" in ids) is not right
    assert ("block-1" in ids) is right
    assert ("after" in ids) is right
    assert runner.state.phase == ("completed" if right else "not_qualified")
    decided = decision(runner.state)
    assert decided is not None
    assert (decided.correct, decided.asked, decided.passed) == (4 * right, 4, right)
    stored = list(SESSIONS.read(db, runner.session_id))
    state = SessionState()
    for stamped in stored:
        state = apply(state, stamped)
    assert state == runner.state == replay(stored)
    runner.close()
    assert check(db).problems == ()


def test_after_declining_no_station_follows(db: Database, clock: ManualClock) -> None:
    runner = start(db, sample(STUDY), clock)
    assert runner.consent(False).phase == "declined"


def test_a_plan_survives_its_json() -> None:
    plan = make_plan(sample(STUDY).study, POOLS, 3)
    assert Plan.model_validate_json(plan.model_dump_json()) == plan
    assert [block.id for block in plan.blocks] == ["warm-up", "gate", "block-1"]
    assert [step.index for step in plan.steps] == list(range(len(plan.steps)))


@pytest.mark.slow
def test_only_main_blocks_are_results(tmp_path_factory: pytest.TempPathFactory) -> None:
    loaded = write_study(tmp_path_factory.mktemp("study"), text=STUDY)
    profile = Profile(abandon=0, careless=0, right={"qualification": 0.8})
    with Database.open(":memory:") as db:
        simulation = simulate(
            db,
            loaded,
            participants=30,
            seed=1,
            start=datetime(2030, 1, 1, tzinfo=UTC),
            profile=profile,
        )
        assert simulation.completed + simulation.rejected == 30
        assert simulation.rejected > 0
        (version,) = (row["hash"] for row in db.rows("SELECT hash FROM version"))
        main = {item.content_hash for item in POOLS["main"]}
        assert main_items(db, version) == main
        report = build_report(db, simulated=True)
        tables = {table.name: table for table in report.tables}
        assert [row[0] for row in tables["accuracy by block"].rows] == [
            "warm-up",
            "gate",
            "block-1",
        ]
        passed, failed = tables["qualification"].rows
        assert (passed[1], failed[1]) == (simulation.completed, simulation.rejected)
        assert [row[0] for row in tables["item accuracy"].rows] == ["block-1", "all blocks"]
