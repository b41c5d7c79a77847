"""Who may come and who comes again, in the record: lists, attempts, sittings, return keys."""

import json
from decimal import Decimal
from pathlib import Path

import pytest

from sessions.export.payments import payments
from sessions.export.tidy_files import export
from sessions.record.clock import ManualClock
from sessions.record.results import versions
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from sessions.taking.simulating import simulate
from sessions.upkeep.merge import merge
from study.design.codes import CodeError
from study.design.protocol import LoadedStudy, load_study, parse_study
from study.respondents.simulation import Profile
from tests.study.samples import POOLS

BLOCKS = """
[[blocks]]
source = "main"
number = 2
rotate = false
"""
TWO = """
title = "Two"
[[sittings]]
after_hours = 48.0
[[blocks]]
id = "first"
source = "main"
number = 2
[[blocks]]
id = "second"
source = "main"
number = 3
sitting = 2
"""


def open_session(
    db: Database, study: LoadedStudy, code: str, clock: ManualClock, pilot: bool = False
) -> Runner:
    return Runner.open(db, study, code, clock=clock, pools=lambda: POOLS, proofs={}, pilot=pilot)


def finish(runner: Runner) -> str:
    """Answer everything; the id of the session."""
    while not runner.state.ended:
        if runner.state.phase == "question":
            part = runner.plan.steps[runner.state.position]
            item = runner.items[part.item_hash]
            leaf = item.questions[part.question].leaves[0]
            assert leaf.gold is not None
            runner.change(leaf.id, leaf.gold)
            runner.confirm()
        else:
            runner.proceed()
    runner.close()
    return runner.session_id


def study_with(folder: Path, codes: str, more: str = "", rows: str = "") -> LoadedStudy:
    (folder / "codes.csv").write_text(rows or "code\nP1\nP2\n", encoding="utf-8")
    return parse_study(f'title = "T"\n{more}\n[codes]\n{codes}\n{BLOCKS}', "study.toml", folder)


@pytest.fixture
def db() -> Database:
    return Database.open(":memory:")


def test_only_listed_codes_are_admitted_and_the_list_may_grow(tmp_path: Path, db: Database) -> None:
    study = study_with(tmp_path, 'who = "list"\nfile = "codes.csv"')
    clock = ManualClock()
    finish(open_session(db, study, "p1", clock))
    with pytest.raises(CodeError) as caught:
        open_session(db, study, "P3", clock)
    assert caught.value.reason == "unknown"
    assert db.rows("SELECT count(*) AS n FROM session")[0]["n"] == 1
    (tmp_path / "codes.csv").write_text("code\nP3\n", encoding="utf-8")
    finish(open_session(db, study, "P3", clock))
    # Who is here already comes back although the list has lost them; a pilot needs no list.
    assert open_session(db, study, "P1", clock).state.ended
    open_session(db, study, "NOBODY", clock, pilot=True).close()


def test_columns_of_the_list_are_in_the_record_and_the_export(tmp_path: Path, db: Database) -> None:
    rows = "code,recruiter id,condition\nP1,=X1,hot\nP2,X2,cold\n"
    study = study_with(tmp_path, 'who = "list"\nfile = "codes.csv"', rows=rows)
    for code in ("P1", "P2"):
        finish(open_session(db, study, code, ManualClock()))
    export(db, tmp_path / "out")
    listed = [json.loads(line) for line in (tmp_path / "out/sessions.jsonl").open(encoding="utf-8")]
    assert [(row["own_recruiter_id"], row["own_condition"]) for row in listed] == [
        ("=X1", "hot"),
        ("X2", "cold"),
    ]
    assert "'=X1" in (tmp_path / "out/sessions.csv").read_text(encoding="utf-8")
    assert "own_recruiter_id" in (tmp_path / "out/codebook.csv").read_text(encoding="utf-8")
    assert all(
        "P1" not in path.read_text(encoding="utf-8") for path in (tmp_path / "out").glob("*.*")
    )


def test_a_column_condition_decides_the_condition_and_slots_stay_balanced(
    tmp_path: Path, db: Database
) -> None:
    rows = "code,condition\n" + "".join(
        f"P{n},{'cold' if n < 4 else 'hot' if n < 7 else ''}\n" for n in range(10)
    )
    study = study_with(
        tmp_path, 'who = "list"\nfile = "codes.csv"', 'conditions = ["hot", "cold"]', rows
    )
    clock, codes = ManualClock(), []
    for n in range(10):
        runner = open_session(db, study, f"P{n}", clock)
        codes.append(runner.plan.condition)
        finish(runner)
        clock.advance(1)
    assert codes[:7] == ["cold"] * 4 + ["hot"] * 3
    slots = [row["slot"] for row in db.rows("SELECT slot FROM session ORDER BY utc")]
    # Whoever has no condition takes the lowest slot that is free.
    assert slots == [1, 3, 5, 7, 0, 2, 4, 6, 8, 9]


def test_another_attempt_is_a_session_of_the_same_person_and_can_be_excluded(
    tmp_path: Path, db: Database
) -> None:
    more = '[[exclude]]\nrule = "repeated"\n'
    study = study_with(tmp_path, 'again = "attempt"', more)
    clock = ManualClock()
    first = finish(open_session(db, study, "P1", clock))
    clock.advance(1)
    second = open_session(db, study, "P1", clock)
    assert second.session_id != first
    assert second.state.started is not None
    assert second.state.started.attempt == 2
    place = second.session_id
    second.close()
    assert open_session(db, study, "P1", clock).session_id == place, (
        "it is resumed, not begun again"
    )
    db_rows = db.rows("SELECT slot FROM session")
    assert {row["slot"] for row in db_rows} == {0}
    finish(open_session(db, study, "P2", clock))
    assert db.rows("SELECT max(slot) AS m FROM session")[0]["m"] == 1
    (version,) = versions(db)
    assert [exclusion.session.attempt for exclusion in version.excluded] == [2]
    (full,) = versions(db, full=True)
    assert {session.person for session in full.sessions if session.code == "P1"} == {first}


def declined(runner: Runner) -> str:
    """Decline when asked for consent; the id of the session."""
    runner.consent(False)
    runner.close()
    return runner.session_id


REPEATED = 'consent = "Yes?"\n[[exclude]]\nrule = "repeated"\n'
ANY = 'again = "attempt"\nattempt_after = ["declined", "timed_out", "completed"]'


def agree(runner: Runner) -> Runner:
    """Give consent, if it is asked for."""
    while runner.state.phase != "consent":
        runner.proceed()
    runner.consent(True)
    return runner


def test_an_attempt_after_declined_ones_is_no_repeat_in_report_export_and_payments(
    tmp_path: Path, db: Database
) -> None:
    study = study_with(tmp_path, ANY, REPEATED + "[payment]\ncompleted = 8.0\n")
    clock = ManualClock()
    wanted: dict[str, tuple[int, str, str, Decimal]] = {}
    full, nothing = Decimal(8), Decimal(0)
    for number in range(2):
        wanted[declined(open_session(db, study, "P1", clock))] = (
            number + 1,
            "declined",
            "",
            nothing,
        )
        clock.advance(1)
    wanted[finish(agree(open_session(db, study, "P1", clock)))] = (3, "completed", "", full)
    clock.advance(1)
    # After an attempt that asked questions, the next ones are repeats, with one that was declined
    # between them too.
    wanted[declined(open_session(db, study, "P1", clock))] = (4, "declined", "repeated", nothing)
    clock.advance(1)
    wanted[finish(agree(open_session(db, study, "P1", clock)))] = (
        5,
        "completed",
        "repeated",
        nothing,
    )
    # Somebody else's attempts are not looked at.
    wanted[declined(open_session(db, study, "P2", clock))] = (1, "declined", "", nothing)
    clock.advance(1)
    wanted[finish(agree(open_session(db, study, "P2", clock)))] = (2, "completed", "", full)
    (version,) = versions(db)
    assert {e.session.id for e in version.excluded} == {i for i, row in wanted.items() if row[2]}
    assert len(version.sessions) == 5
    export(db, tmp_path / "out")
    listed = [json.loads(line) for line in (tmp_path / "out/sessions.jsonl").open(encoding="utf-8")]
    assert {r["session"]: (r["attempt"], r["status"], r["excluded"]) for r in listed} == {
        session: row[:3] for session, row in wanted.items()
    }
    due = {row.session: (row.attempt, "".join(row.left_out), row.amount) for row in payments(db)}
    assert due == {session: (row[0], *row[2:]) for session, row in wanted.items()}


def test_the_next_attempt_is_a_repeat_only_if_questions_were_asked(
    tmp_path: Path, db: Database
) -> None:
    """Consent after the questions: who declined has met them. And an attempt of another version of
    the study counts as well as one of the same."""
    late = f'{BLOCKS}[[blocks]]\nstation = "consent"\n'
    head = f'title = "T"\nid = "t"\n{REPEATED}[codes]\n{ANY}\n'
    study = parse_study(head + late, "study.toml", tmp_path)
    clock = ManualClock()
    runner = open_session(db, study, "P1", clock)
    while runner.state.phase != "consent":
        if runner.state.phase == "question":
            part = runner.plan.steps[runner.state.position]
            leaf = runner.items[part.item_hash].questions[part.question].leaves[0]
            assert leaf.gold is not None
            runner.change(leaf.id, leaf.gold)
            runner.confirm()
        else:
            runner.proceed()
    declined(runner)
    clock.advance(1)
    reworded = parse_study(head.replace('"Yes?"', '"Really?"') + late, "study.toml", tmp_path)
    second = open_session(db, reworded, "P1", clock)
    second.proceed()
    second.close()
    excluded_sessions = [e.session.id for version in versions(db) for e in version.excluded]
    assert excluded_sessions == [second.session_id]


def test_a_returning_decliner_does_not_take_a_reassigned_slot(tmp_path: Path, db: Database) -> None:
    study = study_with(tmp_path, ANY, f"{REPEATED}".replace("[[", 'conditions = ["a", "b"]\n[[', 1))
    clock = ManualClock()
    declined(open_session(db, study, "P1", clock))
    declined(open_session(db, study, "P2", clock))
    for code in ("P3", "P4"):
        clock.advance(1)
        finish(agree(open_session(db, study, code, clock)))
    for code in ("P1", "P2"):
        clock.advance(1)
        finish(agree(open_session(db, study, code, clock)))
    (version,) = versions(db)
    completed = [session for session in version.sessions if session.status == "completed"]
    assert sorted(session.slot for session in completed) == [0, 1, 2, 3]
    conditions = [session.state.plan.condition for session in completed]
    assert sorted(conditions) == ["a", "a", "b", "b"]
    # A repeat after questions keeps its slot, although nobody else has it.
    clock.advance(1)
    again = agree(open_session(db, study, "P1", clock))
    slots = {session.id: session.slot for session in versions(db, full=True)[0].sessions}
    assert slots[again.session_id] == next(s.slot for s in completed if s.code == "P1")
    again.close()


def test_two_windows_share_the_second_attempt(tmp_path: Path) -> None:
    study = study_with(tmp_path, 'again = "attempt"')
    path = tmp_path / "one.db"
    with Database.open(path) as database, Database.open(path) as other:
        finish(open_session(database, study, "P1", ManualClock()))
        from sessions.taking.beginning import found_or_begun

        rows = [
            found_or_begun(db, study, "P1", clock=ManualClock(), pools=lambda: POOLS, proofs={})
            for db in (database, other)
        ]
    assert rows[0].id == rows[1].id


def test_a_second_sitting_has_its_own_blocks_and_the_slot_of_the_first(db: Database) -> None:
    study = parse_study(TWO, "study.toml")
    clock = ManualClock()
    finish(open_session(db, study, "P0", clock))
    first = finish(open_session(db, study, "P1", clock))
    with pytest.raises(CodeError) as caught:
        open_session(db, study, "P1", clock)
    assert caught.value.reason == "early"
    clock.advance(48 * 3600 + 1)
    runner = open_session(db, study, "P1", clock)
    assert [block.id for block in runner.plan.blocks] == ["second"]
    finish(runner)
    assert [row["slot"] for row in db.rows("SELECT slot FROM session WHERE code = 'P1'")] == [1, 1]
    assert open_session(db, study, "P1", clock).state.ended
    (version,) = versions(db)
    assert {session.person for session in version.sessions if session.code == "P1"} == {first}
    assert sorted(session.sitting for session in version.sessions) == [1, 1, 2]


def test_sittings_and_attempts_merge_and_duplicates_are_still_found(tmp_path: Path) -> None:
    study = parse_study(TWO, "study.toml")
    clock = ManualClock()
    for name in ("a", "b"):
        with Database.open(tmp_path / f"{name}.db") as db:
            finish(open_session(db, study, "P1" if name == "a" else "P2", clock))
            clock.advance(50 * 3600)
            finish(open_session(db, study, "P1" if name == "a" else "P2", clock))
    into = tmp_path / "all.db"
    assert not merge(into, [tmp_path / "a.db", tmp_path / "b.db"]).conflicts
    with Database.open(tmp_path / "c.db") as db:
        finish(open_session(db, study, "P1", clock))
    assert merge(into, [tmp_path / "c.db"]).conflicts


def test_scripts_play_every_sitting(tmp_path: Path, db: Database) -> None:
    path = tmp_path / "study.toml"
    text = TWO.replace('"main"', '"builtin:practice"').replace("number = 3", "number = 2")
    path.write_text(text, encoding="utf-8")
    study = load_study(path)
    from datetime import UTC, datetime

    start = datetime(2030, 1, 1, tzinfo=UTC)
    faithful = Profile(abandon=0.0)
    for _again in range(2):
        simulate(db, study, participants=6, seed=1, start=start, profile=faithful)
        (version,) = versions(db, simulated=True)
        completed = [session for session in version.sessions if session.status == "completed"]
        firsts = [session_result for session_result in completed if session_result.sitting == 1]
        seconds = [session for session in version.sessions if session.sitting == 2]
        assert len(firsts) == len(seconds) == 6


def test_return_keys_are_not_exported_and_scripts_have_none(tmp_path: Path, db: Database) -> None:
    study = study_with(tmp_path, "return_key = true")
    runner = open_session(db, study, "P1", ManualClock())
    assert runner.state.phase == "return_key"
    assert runner.state.started is not None
    key = runner.state.started.return_key
    finish(runner)
    export(db, tmp_path / "out")
    for path in (tmp_path / "out").glob("*.*"):
        assert key not in path.read_text(encoding="utf-8")
    from sessions.record.snapshots import load_version
    from sessions.taking.beginning import found_or_begun

    begun = found_or_begun(
        db, study, "P2", clock=ManualClock(), pools=lambda: POOLS, proofs={}, keyed=False
    )
    linked = Runner(db, load_version(db, begun.version), begun.id, ManualClock(), "")
    assert linked.state.phase == "instructions"
