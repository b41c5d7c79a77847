"""People's answers from a file: sessions like any others, marked, and never taken twice."""

import json
from pathlib import Path

import pytest

from items.answers import ChoiceAnswer, VerdictAnswer
from items.sources.ccobra_items import items_of
from sessions.export.rows import sessions as session_rows
from sessions.models.free_answers import to_grade
from sessions.record.imported_people import THERE, ImportedPeople, import_people
from sessions.record.results import versions
from sessions.record.snapshots import load_version
from sessions.report.given import given_of
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from sessions.upkeep.check_db import check
from sessions.upkeep.merge import merge
from sessions.upkeep.withdraw import withdraw
from solver.errors import InputError
from study.design.protocol import parse_study
from tests.sessions.full_database import ITEM

UTC = "2026-11-22T12:00:00.000000+00:00"
ROWS = """response,rt,choices,id,task,response_type
B,9,B|not;B|nothing,Ann,if;A;B/A,single-choice
nothing,9,nothing|B|not;B,ann,if;A;B/A,single-choice
not;B,9,B|not;B|nothing,Ann,if;A;B/not;A,single-choice
True,9,A,Ann,if;A;B/B,verify
not;B,9,B|not;B|nothing,Ann,if;p;q/not;p,single-choice
q,9,q|not;q|nothing,Ann,if;p;q/not;p,single-choice
C,9,B|not;B|nothing,Ann,if;A;B/not;A,single-choice
Left;A;C,9,Left;A;C|Left;C;A,bo b!,Left;A;B/Left;B;C,single-choice
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "answers.csv"
    path.write_text(ROWS, encoding="utf-8")
    return path


@pytest.fixture
def db(tmp_path: Path) -> Database:
    return Database.open(tmp_path / "a.db")


def imported(db: Database, file: Path) -> ImportedPeople:
    return import_people(db, file, "ccobra", utc=UTC, program="test", items=items_of(file))


def test_each_person_is_a_session_of_a_study_marked_as_imported(db: Database, file: Path) -> None:
    done = imported(db, file)
    assert (done.imported, done.people, done.study) == (7, 3, "answers.csv (imported)")
    assert [skip.row for skip in done.skipped] == ["line 8, column response"]
    (version,) = versions(db)
    assert version.imported
    ann, other, bob = version.sessions
    assert (ann.code, other.code[:2], bob.code[:2]) == ("ANN", "P-", "P-")
    assert ann.imported
    assert ann.status == "completed"
    assert [list(result.answers.values()) for result in ann.results] == [
        [ChoiceAnswer(option=0)],
        [ChoiceAnswer(option=1)],
        [VerdictAnswer(word="necessary")],
        [ChoiceAnswer(option=1)],
        [ChoiceAnswer(option=0)],
    ]
    assert {result.seconds for result in ann.results} == {None}
    assert ann.seconds is None
    assert not check(db).problems


def test_the_row_itself_is_kept(db: Database, file: Path) -> None:
    imported(db, file)
    payloads = [
        json.loads(row["payload"])
        for row in db.rows("SELECT payload FROM event WHERE kind = 'answer_recorded'")
    ]
    assert len(payloads) == 7
    rows = [json.loads(payload["said"]) for payload in payloads]
    assert {"id": "bo b!", "response": "Left;A;C", "rt": "9"}.items() <= next(
        row for row in rows if row["id"] == "bo b!"
    ).items()


def test_importing_again_changes_nothing(db: Database, file: Path) -> None:
    imported(db, file)
    again = imported(db, file)
    assert (again.imported, again.people) == (0, 0)
    assert [skip.reason for skip in again.skipped].count(THERE) == 7
    assert len(versions(db)[0].sessions) == 3


def test_a_file_that_was_changed_is_another_study(db: Database, file: Path) -> None:
    imported(db, file)
    file.write_text(ROWS.replace("nothing,9,nothing|B", "B,9,nothing|B"), encoding="utf-8")
    again = imported(db, file)
    assert (again.people, again.earlier) == (3, 1)
    assert len(versions(db)) == 2


def test_the_same_file_on_two_machines_is_not_doubled_by_joining(
    tmp_path: Path, db: Database, file: Path
) -> None:
    imported(db, file)
    with Database.open(tmp_path / "b.db") as other:
        imported(other, file)
    merge(tmp_path / "a.db", [tmp_path / "b.db"])
    assert len(versions(db)[0].sessions) == 3
    assert not check(db).problems


def test_a_diagnosis_has_everybodys_answers(db: Database, file: Path) -> None:
    imported(db, file)
    given, left_out = given_of(db, items_of(file))
    assert len(given) == 7
    assert not left_out
    assert {row.group for row in given} == {"people"}
    assert all(row.seconds is None for row in given)


def test_who_withdraws_is_gone_and_not_imported_again(db: Database, file: Path) -> None:
    imported(db, file)
    withdraw(db, "ann", utc=UTC)
    assert [session.code for session in versions(db)[0].sessions if session.code == "ANN"] == []
    again = imported(db, file)
    assert again.people == 0
    assert not check(db).problems


def test_the_export_says_that_they_were_imported(db: Database, file: Path) -> None:
    imported(db, file)
    rows = list(session_rows(versions(db)))
    assert [row["imported"] for row in rows] == [True] * 3
    assert [row["seconds_used"] for row in rows] == [None] * 3


def test_nobody_takes_such_a_study(db: Database, file: Path) -> None:
    imported(db, file)
    version = load_version(db, versions(db)[0].version)
    loaded = parse_study(version.text, "x.toml")
    pools = {"answers.csv": items_of(file)}
    with pytest.raises(InputError, match="answers that were imported"):
        Runner.open(db, loaded, "ZOE", pools=lambda: pools, program="test")


def test_a_file_without_a_single_answer_is_refused(db: Database, tmp_path: Path) -> None:
    path = tmp_path / "none.csv"
    path.write_text(ROWS.splitlines()[0] + "\nZ,9,A|B,ann,if;A;B/A,x\n", encoding="utf-8")
    with pytest.raises(InputError, match="found none: line 2, column response"):
        imported(db, path)
    assert not db.rows("SELECT 1 FROM session")


def test_free_answers_that_were_imported_wait_to_be_graded(db: Database, tmp_path: Path) -> None:
    file = tmp_path / "free.csv"
    said = "a sentence that no comparison settles"
    file.write_text(
        f"item,question,answer,respondent\n{ITEM.id},text,{said},Ann\n", encoding="utf-8"
    )
    done = import_people(db, file, "csv", utc=UTC, program="test", items=[ITEM])
    assert (done.imported, done.people) == (1, 1)
    assert [answer.text for _, answer in to_grade(db, [ITEM], models=False)] == [said]
