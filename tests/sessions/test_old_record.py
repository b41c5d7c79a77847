"""A record kept from before plans were lists of stations still means what it meant.

`data/before-stations.sql` is such a record: a study with a qualification and two blocks, simulated
respondents of every fate, two people with kills and absences, one of them at a question still.
`before-stations.json` holds the states its events led to, as the program of that time derived them.
"""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from items.answers import ChoiceAnswer
from sessions.record.clock import ManualClock
from sessions.record.event_log import SESSIONS
from sessions.record.results import versions
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from sessions.upkeep.check_db import check
from study.course.rules import replay
from study.course.state import SessionState
from study.design.protocol import parse_study
from study.stations.qualification import decision

DATA = Path(__file__).parent / "data"
EXPECTED = json.loads((DATA / "before-stations.json").read_text(encoding="utf-8"))


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    path = tmp_path / "kept.db"
    with sqlite3.connect(path) as connection:
        connection.executescript((DATA / "before-stations.sql").read_text(encoding="utf-8"))
    connection.close()
    with Database.open(path) as db:
        yield db


def states(db: Database) -> dict[str, SessionState]:
    rows = db.rows("SELECT id, code FROM session")
    return {row["code"]: replay(SESSIONS.read(db, row["id"])) for row in rows}


def test_every_state_of_the_old_record_is_unchanged(db: Database) -> None:
    session_states = states(db)
    assert session_states.keys() == EXPECTED.keys()
    for code, state in session_states.items():
        expected = dict(EXPECTED[code])
        records = [
            [r.step, r.outcome, _plain(r.answers), r.confidence, r.used_ns, r.changes]
            for r in state.records
        ]
        assert records == expected.pop("records"), code
        steps = [[s.item_id, s.shift, s.block, s.ordinal] for s in state.plan.steps]
        assert steps == expected.pop("steps"), code
        assert _plain(state.drafts) == expected.pop("drafts"), code
        gate = decision(state)
        decided = None if gate is None else gate.model_dump(mode="json")
        assert decided == expected.pop("qualification"), code
        assert list(state.blocks_timed_out) == expected.pop("blocks_timed_out"), code
        for name, value in expected.items():
            actual = state.running if name == "open" else getattr(state, name)
            assert actual == value, f"{code}, {name}"


def _plain(answers: object) -> object:
    assert hasattr(answers, "items")
    return {part: answer.model_dump(mode="json") for part, answer in answers.items()}


def test_the_old_record_has_every_outcome_and_is_intact(db: Database) -> None:
    phases = {state.phase for state in states(db).values()}
    assert phases == {"completed", "not_qualified", "declined", "question"}
    assert check(db).problems == ()
    (people,) = versions(db)
    assert {session.status for session in people.sessions} == {"completed", "under_way"}


def test_a_session_left_at_a_question_can_be_finished(db: Database) -> None:
    (text,) = (row["text"] for row in db.rows("SELECT text FROM study"))
    before = states(db)["OPEN"]
    runner = Runner.open(db, parse_study(text, "study.toml"), "OPEN", clock=ManualClock())
    assert runner.state.records == before.records
    assert runner.state.drafts == before.drafts
    for _turn in range(100):
        if runner.state.ended:
            break
        if runner.state.phase == "question":
            current = runner.current
            assert current is not None
            for part in current.question.leaves:
                runner.change(part.id, ChoiceAnswer(option=0))
            if current.block.confidence:
                runner.set_confidence(3)
            runner.confirm()
        else:
            runner.proceed()
    assert runner.state.phase == "completed"
    assert len(runner.state.records) == len(runner.state.plan.steps)
