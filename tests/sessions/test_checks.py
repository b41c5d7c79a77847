"""Comprehension checks in several attempts, last pages by outcome, and stations in any order."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from items.answers import TruthAnswer
from sessions.record.clock import ManualClock
from sessions.record.event_log import SESSIONS
from sessions.record.results import versions
from sessions.report.accuracy_report import build_report
from sessions.report.study_data import RecordedStudy
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from sessions.taking.simulating import simulate
from sessions.upkeep.check_db import check
from solver.errors import InputError
from study.course.rules import replay
from study.design.planning import make_plan
from study.respondents.simulation import Profile
from study.stations.check import CheckDecided
from tests.sessions.helpers import start
from tests.sessions.test_simulating import write_study
from tests.study.samples import POOLS, sample, truth
from tui.state import pages

STUDY = """
title = "With a check"
consent = "Yes?"

[end.completed]
text = "Back to the panel."
code = "PANEL-1"
address = "https://example.org/done"

[end.not_qualified]
title = "A pity"

[[blocks]]
station = "instructions"

[[blocks]]
station = "check"
id = "understood"
source = "gate"
number = 2
pass_above = 0.9
attempts = 3

[[blocks]]
station = "consent"

[[blocks]]
source = "main"
number = 1
"""


@pytest.fixture
def db() -> Iterator[Database]:
    with Database.open(":memory:") as db:
        yield db


def play(runner: Runner, wrong_attempts: int) -> list[str]:
    """Play to the end, failing this number of attempts; returns the ids and phases on the way."""
    met: list[str] = []
    for _turn in range(100):
        state = runner.state
        if state.ended:
            return met
        met.append(f"{state.here.id or state.here.station}:{state.phase}")
        current = runner.current
        if current is not None:
            attempt = getattr(current.block, "attempt", 0)
            for part in current.question.leaves:
                wrong = 0 < attempt <= wrong_attempts
                runner.change(part.id, TruthAnswer(value="unknown") if wrong else part.gold)
            runner.confirm()
        elif state.phase == "consent":
            runner.consent(True)
        else:
            runner.proceed()
    raise AssertionError("the session has no end")


@pytest.mark.parametrize("failed", [0, 1, 2, 3])
def test_a_check_is_repeated_until_passed_or_out_of_attempts(failed: int, db: Database) -> None:
    runner = start(db, sample(STUDY), ManualClock())
    met = play(runner, failed)
    decided = [p for p in runner.state.parts.values() if isinstance(p, CheckDecided)]
    assert [(d.attempt, d.passed) for d in decided] == [
        (attempt, attempt > failed) for attempt in range(1, min(failed + 1, 3) + 1)
    ]
    assert met.count("understood:feedback") == 2
    assert sum(phase.endswith(":again") for phase in met) == min(failed, 2)
    assert met[0] == "instructions:instructions", "where the file puts them"
    qualified = failed < 3
    assert ("consent:consent" in met) is qualified, "consent stands behind the check here"
    assert runner.state.outcome == ("completed" if qualified else "not_qualified")
    session = next(row["id"] for row in db.rows("SELECT id FROM session"))
    assert replay(SESSIONS.read(db, session)) == runner.state
    runner.close()
    assert check(db).problems == ()


def test_a_further_attempt_is_in_the_report(db: Database) -> None:
    """A report over one ended with an error."""
    runner = start(db, sample(STUDY), ManualClock())
    play(runner, 1)
    runner.close()
    (version,) = versions(db)
    study = RecordedStudy(version)
    assert list(study.blocks) == ["understood", "understood-2", "understood-3", "block-1"]
    assert study.all_questions.block.tolist() == [0, 0, 1, 1, 3]
    assert build_report(db).tables


def test_the_pass_mark_is_shown_before_a_check_begins() -> None:
    first, *_further, last = make_plan(sample(STUDY).study, POOLS, 0).blocks[:3]
    needed = "To go on, at least 2 of 2 answers have to be right"
    assert pages.block_facts(first)[1:3] == [needed, "If they are not, you can try 2 more times"]
    assert pages.block_facts(last)[1:3] == [needed, "No time limit"]


def test_a_block_name_reserved_for_a_further_attempt_is_refused() -> None:
    twice = STUDY.replace("number = 1\n", 'number = 1\nid = "understood-3"\n')
    with pytest.raises(InputError, match="a unique name"):
        sample(twice)


def test_each_attempt_draws_new_items() -> None:
    plan = make_plan(sample(STUDY).study, POOLS, 0)
    attempts = [[step.item_id for step in block.steps] for block in plan.blocks[:3]]
    assert all(len(set(ids)) == 2 for ids in attempts)
    assert len({frozenset(ids) for ids in attempts}) > 1


def test_the_last_page_is_the_studys_own_for_the_outcome(db: Database) -> None:
    runner = start(db, sample(STUDY), ManualClock())
    play(runner, 0)
    page = pages.end(runner.state, runner.study)
    message = " ".join(section.text for section in page.sections)
    assert "Back to the panel." in message
    assert "PANEL-1" in message
    assert "https://example.org/done" in message
    own = runner.state.completion_code
    assert own is not None
    assert own not in message, "the recruiter's code is the one to be given"
    lines = pages.parting(runner.state, runner.study)
    assert lines[0].endswith("PANEL-1")
    assert lines[-1] == "https://example.org/done"


def test_texts_missing_in_the_file_are_the_programs_own(db: Database) -> None:
    runner = start(db, sample(STUDY), ManualClock())
    play(runner, 3)
    page = pages.end(runner.state, runner.study)
    assert page.title == "A pity"
    messages = [section.text for section in page.sections]
    assert "You did not pass a test of this study, so it ends here." in messages
    assert runner.state.completion_code in messages


def test_simulated_respondents_go_through_checks(tmp_path: Path) -> None:
    loaded = write_study(tmp_path, text=STUDY)
    start_at = datetime(2030, 1, 1, tzinfo=UTC)
    profile = Profile(abandon=0, careless=0, right={"truth": 0.6})
    with Database.open(":memory:") as db:
        simulation = simulate(db, loaded, participants=20, seed=3, start=start_at, profile=profile)
        assert simulation.completed + simulation.rejected == 20
        assert simulation.completed
        kinds = {row["kind"] for row in db.rows("SELECT kind FROM event")}
        assert {"check_decided", "again_read", "session_completed"} <= kinds
        assert check(db).problems == ()


def test_simulated_respondents_can_pass_a_further_attempt_at_the_same_items(
    tmp_path: Path,
) -> None:
    pool = tuple(truth(f"gate-{n}") for n in range(2))
    loaded = write_study(tmp_path, {**POOLS, "gate": pool}, STUDY)
    profile = Profile(abandon=0, careless=0, spread=0, right={"truth": 0.6})
    with Database.open(":memory:") as db:
        start_at = datetime(2030, 1, 1, tzinfo=UTC)
        simulate(db, loaded, participants=20, seed=3, start=start_at, profile=profile)
        ids = [row["id"] for row in db.rows("SELECT id FROM session")]
        events = [stamped.event for number in ids for stamped in SESSIONS.read(db, number)]
    later = [e.passed for e in events if isinstance(e, CheckDecided) and e.attempt > 1]
    assert len(later) > 4
    assert {*later} == {True, False}, "some pass what they failed before"


def test_a_consent_page_needs_its_text() -> None:
    with pytest.raises(InputError, match="consent: expected the text that participants agree to"):
        sample(STUDY.replace('consent = "Yes?"', ""))


def test_nothing_is_asked_without_consent(db: Database) -> None:
    text = 'title = "Plain"\n[[blocks]]\nsource = "main"\nnumber = 1\n'
    runner = start(db, sample(text), ManualClock())
    assert runner.state.phase == "instructions"


@pytest.mark.parametrize("seed", range(6))
def test_explained_items_are_not_asked_again_while_others_remain(seed: int) -> None:
    pool = tuple(truth(f"gate-{n}") for n in range(5))
    text = STUDY.replace("title =", f"seed = {seed}\ntitle =", 1)
    plan = make_plan(sample(text).study, {**POOLS, "gate": pool}, 0)
    first, second, third = (
        {step.item_id for step in block.steps} for block in plan.blocks if block.id != "block-1"
    )
    assert not first & second
    assert not second & third
    assert first | second | third == {item.id for item in pool}


def test_an_address_must_be_a_web_address() -> None:
    with pytest.raises(InputError, match=r"line 8, end\.completed\.address: expected an address"):
        sample(STUDY.replace("https://example.org/done", "javascript:alert(1)"))


def test_the_report_names_the_code_that_was_shown(db: Database) -> None:
    runner = start(db, sample(STUDY), ManualClock(datetime(2030, 1, 1, tzinfo=UTC)), "A")
    play(runner, 0)
    assert runner.state.phase == "completed"
    runner.close()
    tables = {table.name: table for table in build_report(db).tables}
    (row,) = tables["participants"].by_name()
    assert row["completion code"] == "PANEL-1"
