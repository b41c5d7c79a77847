"""People's answers from a file: sessions like any others, marked, and never taken twice."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from items.answers import ChoiceAnswer, VerdictAnswer
from items.models import Item, Question
from items.sources.ccobra_items import items_of
from items.sources.own_format import write
from sessions.export.rows import recorded
from sessions.export.rows import sessions as session_rows
from sessions.export.tidy_files import export
from sessions.models import responses
from sessions.models.free_answers import to_grade
from sessions.models.imports import import_answers
from sessions.record.imported_people import (
    NO_RESPONDENT,
    NOT_THERE,
    STORED_ALREADY,
    WITHDRAWN,
    ImportedPeople,
    import_people,
)
from sessions.record.results import versions
from sessions.record.snapshots import load_version
from sessions.report.accuracy_report import build_report
from sessions.report.diagnosis_answers import diagnosis_answers
from sessions.report.people_sheet import NOT_READ, people_sheet
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from sessions.taking.watching import Watch
from sessions.upkeep.check_db import check
from sessions.upkeep.merge import merge
from sessions.upkeep.withdraw import withdraw
from solver.errors import InputError
from study.design.protocol import parse_study
from tests.sessions.full_database import ITEM
from tui.cli import main
from tui.state.study_board import watch_lines

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
    summary = imported(db, file)
    assert (summary.imported, summary.people, summary.study) == (7, 3, "answers.csv (imported)")
    assert [skip.row for skip in summary.skipped] == ["line 8, column response"]
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


def test_the_imported_row_is_stored(db: Database, file: Path) -> None:
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
    assert [skip.reason for skip in again.skipped].count(STORED_ALREADY) == 7
    assert len(versions(db)[0].sessions) == 3


def test_a_file_that_was_changed_is_another_study(db: Database, file: Path) -> None:
    imported(db, file)
    file.write_text(ROWS.replace("nothing,9,nothing|B", "B,9,nothing|B"), encoding="utf-8")
    again = imported(db, file)
    assert (again.people, again.earlier) == (3, 1)
    assert len(versions(db)) == 2


def test_merging_does_not_duplicate_a_file_imported_on_two_machines(
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
    recorded_answers, left_out = diagnosis_answers(db, items_of(file))
    assert len(recorded_answers) == 7
    assert not left_out
    assert {row.group for row in recorded_answers} == {"people"}
    assert all(row.seconds is None for row in recorded_answers)


def test_a_withdrawn_participant_is_erased_and_not_imported_again(db: Database, file: Path) -> None:
    imported(db, file)
    withdraw(db, "ann", utc=UTC)
    assert [session.code for session in versions(db)[0].sessions if session.code == "ANN"] == []
    again = imported(db, file)
    assert again.people == 0
    reasons = [skip.reason for skip in again.skipped]
    assert (reasons.count(WITHDRAWN), reasons.count(STORED_ALREADY)) == (5, 2)
    assert not check(db).problems


def test_rows_without_an_item_are_not_reported_as_already_stored(db: Database, file: Path) -> None:
    items = items_of(file)
    first = import_people(db, file, "ccobra", utc=UTC, program="test", items=items[:1])
    assert (first.imported, first.people, first.without_item) == (2, 2, 5)
    again = imported(db, file)
    reasons = {skip.row: skip.reason for skip in again.skipped}
    assert [row for row, reason in reasons.items() if reason == STORED_ALREADY] == [
        "line 2",
        "line 3",
    ]
    assert [row for row, reason in reasons.items() if reason == NOT_THERE] == [
        f"line {n}" for n in (4, 5, 6, 7)
    ]
    assert (again.imported, again.people) == (1, 1), "who has no session yet gets one"


def test_rows_without_an_item_are_reported_before_it_is_too_late(
    tmp_path: Path, file: Path
) -> None:
    """Stored sessions are never extended: a file with forgotten items is reported at once."""
    some, every = tmp_path / "some.jsonl", tmp_path / "every.jsonl"
    items = items_of(file)
    some.write_text(write(items[:1]), encoding="utf-8")
    every.write_text(write(items), encoding="utf-8")
    base = ["import", str(file), "--format", "ccobra", "--db"]
    told = "Sessions cannot be extended later. If the rows belong to items that are missing here,"
    first = CliRunner().invoke(main, [*base, str(tmp_path / "1.db"), "--items", str(some)])
    assert first.exit_code == 0, first.output
    assert told in first.stdout
    whole = CliRunner().invoke(main, [*base, str(tmp_path / "2.db"), "--items", str(every)])
    assert whole.exit_code == 0, whole.output
    assert "1  row was left out" in whole.stdout
    assert "Sessions cannot be extended" not in whole.stdout
    document = CliRunner().invoke(
        main, [*base, str(tmp_path / "3.db"), "--items", str(some), "--json"]
    )
    assert json.loads(document.stdout)["without_item"] == 5


def test_the_export_says_that_they_were_imported(db: Database, file: Path) -> None:
    imported(db, file)
    rows = list(session_rows(versions(db)))
    assert [row["imported"] for row in rows] == [True] * 3
    assert [row["seconds_used"] for row in rows] == [None] * 3


def test_an_imported_study_cannot_be_taken(db: Database, file: Path) -> None:
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
    sentence = "a sentence that no comparison settles"
    file.write_text(
        f"item,question,answer,respondent\n{ITEM.id},text,{sentence},Ann\n", encoding="utf-8"
    )
    summary = import_people(db, file, "csv", utc=UTC, program="test", items=[ITEM])
    assert (summary.imported, summary.people) == (1, 1)
    assert [answer.text for _, answer in to_grade(db, [ITEM], models=False)] == [sentence]


PARTS = Item(
    id="two",
    text="Goats and bakers.",
    questions=(
        Question(
            id="1",
            parts=(
                Question(id="1.1", kind="possible", gold=VerdictAnswer(word="possible")),
                Question(id="1.2", kind="necessary", gold=VerdictAnswer(word="unnecessary")),
            ),
        ),
        Question(id="2", kind="possible", gold=VerdictAnswer(word="impossible")),
    ),
)
OTHER = PARTS.model_copy(update={"id": "other", "text": "Bakers and goats."})
RIGHT = {"1.1": "possible", "1.2": "unnecessary", "2": "impossible"}


def row(
    item: Item, part: str, answer: str = "", person: str = "ann", **more: Any
) -> dict[str, Any]:
    """A row of a person's table; a right answer where none is given."""
    record = {"item": item.id, "question": part, "response": answer or RIGHT[part], "model": person}
    return {**record, **more}


def table(db: Database, path: Path, rows: list[dict[str, Any]]) -> ImportedPeople:
    """Import these rows."""
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return import_people(db, path, "jsonl", utc=UTC, program="test", items=[PARTS, OTHER])


def outcomes(db: Database) -> list[tuple[str, str, bool | None, float | None]]:
    """Item, question, score and time of every question of everybody."""
    return [
        (result.item.id, result.question.id, result.score.right, result.seconds)
        for version in versions(db)
        for session in version.sessions
        for result in session.results
    ]


def test_parts_of_a_question_are_one_answer_wherever_they_stand(
    db: Database, tmp_path: Path
) -> None:
    rows = [
        row(PARTS, "1.2", seconds=2.5),
        row(OTHER, "2", seconds=9),
        row(OTHER, "1.1", "impossible", seconds=1),
        row(PARTS, "2", seconds=4),
        row(PARTS, "1.1", seconds=1.5),
        row(OTHER, "1.2"),
    ]
    summary = table(db, tmp_path / "t.jsonl", rows)
    assert (summary.imported, summary.people, summary.skipped) == (6, 1, ())
    assert outcomes(db) == [
        ("two", "1", True, 4.0),
        ("two", "2", True, 4.0),
        ("other", "1", False, None),
        ("other", "2", True, 9.0),
    ]
    (session,) = versions(db)[0].sessions
    assert session.seconds is None
    sheet = people_sheet([session])
    assert [part.right for part in sheet.parts] == [True, True, True, False, True, True]
    assert sheet.unreadable == []
    records = [
        json.loads(record["payload"])
        for record in db.rows("SELECT payload FROM event WHERE kind = 'answer_recorded'")
    ]
    assert records[0]["row"] == "line 5, line 1"
    assert json.loads(records[0]["said"]) == {"1.1": "possible", "1.2": "unnecessary"}
    assert not check(db).problems


def test_a_part_that_the_file_lacks_is_not_recorded(db: Database, tmp_path: Path) -> None:
    rows = [row(PARTS, "1.1"), row(OTHER, "1.2", "necessary"), row(OTHER, "2")]
    table(db, tmp_path / "t.jsonl", rows)
    assert outcomes(db) == [
        ("two", "1", None, None),
        ("other", "1", False, None),
        ("other", "2", True, None),
    ]
    (version,) = versions(db)
    sheet = people_sheet(version.sessions)
    assert [(part.question, part.right) for part in sheet.parts] == [
        ("1.1", True),
        ("1.2", False),
        ("2", True),
    ]
    assert (sheet.answers, sheet.unreadable) == (3, [])
    # Neither item was answered as a whole.
    assert [*sheet.by_item({}).items.values()] == [None, None]
    exported = recorded(db, [version]).answers
    assert [(entry["part"], entry["right"]) for entry in exported] == [
        ("1.1", True),
        ("1.2", False),
        ("2", True),
    ]
    recorded_answers, left_out = diagnosis_answers(db, [PARTS, OTHER])
    assert (len(recorded_answers), left_out) == (3, {})
    named = {each.name: each for each in build_report(db).tables}
    by_block = named["accuracy by block"]
    assert (by_block.n, by_block.excluded) == (
        2,
        {"questions without all parts recorded": 1},
    )
    whole = named["item accuracy"].by_name()[-1]
    assert (whole["items"], whole["items right"]) == (1, 0)


def test_what_cannot_be_read_is_wrong_as_it_is_of_models(db: Database, tmp_path: Path) -> None:
    """The same rows as people's and as a model's: the same figures."""
    lost = "I would rather not say"
    rows = [
        row(PARTS, "1.1", lost),
        row(PARTS, "1.2"),
        row(PARTS, "2", lost),
        row(OTHER, "1.1"),
        row(OTHER, "2"),
        row(OTHER, "2", lost, person="bo"),
    ]
    summary = table(db, tmp_path / "t.jsonl", rows)
    assert (summary.imported, summary.unreadable, summary.people, summary.skipped) == (6, 3, 2, ())
    assert outcomes(db) == [
        ("two", "1", False, None),
        ("two", "2", False, None),
        ("other", "1", None, None),
        ("other", "2", True, None),
        ("other", "2", False, None),
    ]
    (version,) = versions(db)
    sheet = people_sheet(version.sessions)
    listed = [(each.item_id, each.part, each.note) for each in sheet.unreadable]
    assert listed == [
        (*place, NOT_READ) for place in (("two", "1.1"), ("two", "2"), ("other", "2"))
    ]
    assert [part.right for part in sheet.parts] == [False, True, False, True, True, False]
    exported = recorded(db, [version]).answers
    assert [entry["decided"] for entry in exported].count("no answer") == 3
    assert all(bool(entry["note"]) is (entry["answer"] is None) for entry in exported)
    recorded_answers, left_out = diagnosis_answers(db, [PARTS, OTHER])
    assert (len(recorded_answers), left_out) == (3, {"no readable answer": 3})
    # What is kept of a session that is over says the same as its events.
    assert [session.answers for session in versions(db)[0].sessions] == [
        session.answers for session in version.sessions
    ]
    assert not check(db).problems

    other = Database.open(tmp_path / "m.db")
    import_answers(other, tmp_path / "t.jsonl", "jsonl", utc=UTC, items=[PARTS, OTHER])
    for answers in responses.read(other):
        assert answers.status == ("unreadable" if answers.answer is None else "answered")
    import_answers(db, tmp_path / "t.jsonl", "jsonl", utc=UTC, items=[PARTS, OTHER])
    (table_,) = (
        each for each in build_report(db).tables if each.name == "accuracy of models and people"
    )
    counts = [
        (line["kind"], line["answers"], line["right"], line["unreadable"])
        for line in table_.by_name()
    ]
    people = [tuple(each[1:]) for each in counts if each[0] != "model"]
    models = [each[1:] for each in counts if each[0] == "model"]
    assert people == [(6, 3, 3)]
    assert [sum(column) for column in zip(*models, strict=True)] == [6, 3, 3]


def test_blank_cells_are_no_unreadable_answers(db: Database, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("participant,item,part,answer\na,two,1.1,possible\na,two,1.2,\n", "utf-8")
    summary = import_people(db, path, "csv", utc=UTC, program="test", items=[PARTS])
    assert (summary.imported, summary.unreadable) == (1, 0)
    assert [(skip.row, skip.reason) for skip in summary.skipped] == [
        ("line 3", "no response is recorded")
    ]


def test_a_part_that_is_given_twice_is_a_double_in_one_run_and_an_answer_in_another(
    db: Database, tmp_path: Path
) -> None:
    rows = [
        row(PARTS, "1.1"),
        row(PARTS, "1.2"),
        row(PARTS, "1.1"),
        row(PARTS, "1.2", "necessary"),
        row(PARTS, "1.1", "impossible", run=2),
        row(PARTS, "1.2", run=2),
    ]
    summary = table(db, tmp_path / "t.jsonl", rows)
    assert [skip.row for skip in summary.skipped] == ["line 3", "line 4"]
    assert "the same answer" in summary.skipped[0].reason
    assert "two different answers" in summary.skipped[1].reason
    assert [right for _, _, right, _ in outcomes(db)] == [True, False]


def test_an_item_split_over_two_runs_is_not_complete(db: Database, tmp_path: Path) -> None:
    """Its questions in two runs follow each other, and are not a complete answer."""
    rows = [
        row(PARTS, part, person=who, run=run, setting=setting)
        for who in ("ann", "bo")
        for part, run, setting in (("1.1", 1, "early"), ("1.2", 1, "early"), ("2", 2, "late"))
    ]
    table(db, tmp_path / "t.jsonl", rows)
    (version,) = versions(db)
    named = {each.name: each for each in build_report(db).tables}
    whole = named["item accuracy"]
    assert (whole.n, whole.excluded) == (0, {"items begun but not completely judged": 4})
    sheet = people_sheet(version.sessions)
    assert set(sheet.by_item({}).items.values()) == {None}
    assert sheet.by_item({}).incomplete == 4
    exported_rows = recorded(db, [version])
    assert [(each["part"], each["run"], each["setting"]) for each in exported_rows.answers[:3]] == [
        ("1.1", 1, "early"),
        ("1.2", 1, "early"),
        ("2", 2, "late"),
    ]
    assert [each["occasion"] for each in exported_rows.answers[:3]] == [0, 0, 1]
    assert [
        (each["run"], each["questions"], each["item_right"]) for each in exported_rows.scores
    ] == [
        (1, 1, None),
        (2, 1, None),
    ] * 2


def test_incomplete_items_are_counted_once_in_any_row_order(db: Database, tmp_path: Path) -> None:
    """Two of these three lack a question; another is between those of the third."""
    third = PARTS.model_copy(update={"id": "third", "text": "Goats."})
    rows = [
        row(PARTS, "2"),
        row(OTHER, "2"),
        row(third, "2"),
        row(OTHER, "1.2"),
        row(OTHER, "1.1"),
    ]
    path = tmp_path / "t.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    import_people(db, path, "jsonl", utc=UTC, program="test", items=[PARTS, OTHER, third])
    whole = {each.name: each for each in build_report(db).tables}["item accuracy"]
    assert (whole.n, whole.excluded) == (1, {"items begun but not completely judged": 2})


@pytest.mark.parametrize(
    ("columns", "people"),
    [
        ({}, {"ANN", "BO"}),
        ({"model": "model"}, {"NONE", "GPT"}),
        ({"person": "model"}, {"NONE", "GPT"}),
        ({"model": "participant"}, {"ANN", "BO"}),
    ],
)
def test_a_row_with_a_participant_is_not_also_a_models(
    db: Database, tmp_path: Path, columns: dict[str, str], people: set[str]
) -> None:
    path = tmp_path / "t.csv"
    path.write_text(
        "participant,model,item,part,answer\nann,none,two,2,possible\nbo,gpt,two,2,possible\n",
        "utf-8",
    )
    import_people(db, path, "csv", utc=UTC, program="test", items=[PARTS], columns=columns)
    assert {session.code for session in versions(db)[0].sessions} == people


def test_a_row_that_names_only_a_model_is_nobody_next_to_participants(
    db: Database, tmp_path: Path
) -> None:
    path = tmp_path / "t.csv"
    path.write_text(
        "participant,model,item,part,answer\nann,none,two,2,possible\n,gpt,two,2,possible\n",
        "utf-8",
    )
    summary = import_people(db, path, "csv", utc=UTC, program="test", items=[PARTS])
    assert (summary.people, [skip.reason for skip in summary.skipped]) == (1, [NO_RESPONDENT])


def test_a_model_that_answered_part_of_an_item_has_an_incomplete_item(
    db: Database, tmp_path: Path
) -> None:
    rows = [row(PARTS, "1.1"), row(PARTS, "1.2"), row(OTHER, "1.1"), row(OTHER, "1.2")]
    rows += [row(OTHER, "2"), row(PARTS, "2", "possible", person="bo")]
    path = tmp_path / "t.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    import_answers(db, path, "jsonl", utc=UTC, items=[PARTS, OTHER])
    scores = recorded(db, []).scores
    assert {(each["respondent"], each["item"]): each["item_right"] for each in scores} == {
        ("ann", "two"): None,
        ("bo", "two"): None,
        ("ann", "other"): True,
    }


def test_a_time_repeated_at_every_part_is_the_questions(db: Database, tmp_path: Path) -> None:
    rows = [row(PARTS, part, seconds=7.25) for part in RIGHT]
    rows += [
        row(OTHER, part, seconds=seconds)
        for part, seconds in zip(RIGHT, (-1, 3, 1e12), strict=True)
    ]
    table(db, tmp_path / "t.jsonl", rows)
    assert [seconds for *_, seconds in outcomes(db)] == [7.25, 7.25, None, None]


def test_exported_answers_are_imported_unchanged(db: Database, tmp_path: Path) -> None:
    rows = [row(PARTS, part, seconds=n + 1.5) for n, part in enumerate(RIGHT)]
    rows += [row(OTHER, "1.2", person="bo"), row(OTHER, "2", "possible", person="bo", seconds=3)]
    table(db, tmp_path / "t.jsonl", rows)
    export(db, tmp_path / "out")
    with Database.open(tmp_path / "again.db") as again:
        source = tmp_path / "out" / "answers.csv"
        items = [PARTS, OTHER]
        summary = import_people(again, source, "csv", utc=UTC, program="test", items=items)
        assert (summary.imported, summary.people, summary.skipped) == (5, 2, ())
        assert outcomes(again) == outcomes(db)


def test_further_answers_of_the_same_people_are_reported(db: Database, tmp_path: Path) -> None:
    first = [row(PARTS, "1.1"), row(PARTS, "1.1", person="bo")]
    assert table(db, tmp_path / "a.jsonl", first).in_other_files == 0
    more = [row(PARTS, "1.1"), row(PARTS, "1.2"), row(PARTS, "1.2", person="cy")]
    summary = table(db, tmp_path / "b.jsonl", more)
    assert (summary.imported, summary.in_other_files, summary.repeated) == (3, 1, 1)
    again = table(db, tmp_path / "b.jsonl", more)
    assert (again.imported, again.in_other_files, again.repeated) == (0, 0, 0)


@pytest.mark.parametrize("column", ["respondent", "Participant ID", "person"])
def test_the_respondent_is_read_from_any_usual_column(
    db: Database, tmp_path: Path, column: str
) -> None:
    renamed = row(PARTS, "1.1")
    renamed[column] = renamed.pop("model")
    assert table(db, tmp_path / "t.jsonl", [renamed]).people == 1


def test_a_file_without_respondents_is_refused_with_the_column(
    db: Database, tmp_path: Path
) -> None:
    rows = [row(PARTS, "1.1")]
    del rows[0]["model"]
    with pytest.raises(InputError, match=r"line 1.*column such as respondent or participant"):
        table(db, tmp_path / "t.jsonl", rows)


def test_watching_gives_imported_answers_no_times_that_were_not_recorded(
    db: Database, file: Path, tmp_path: Path
) -> None:
    imported(db, file)
    looking = Watch(tmp_path / "a.db")
    (glance,) = looking.look(datetime.fromisoformat(UTC))
    looking.close()
    assert glance.median_minutes == {}
    assert {session.minutes_used for session in glance.sessions} == {None}
    assert "0.0" not in "\n".join(watch_lines([glance], 100))


def test_a_report_of_imported_people_has_nothing_that_only_a_session_here_can_have(
    db: Database, file: Path
) -> None:
    imported(db, file)
    (participants,) = [each for each in build_report(db).tables if each.name == "participants"]
    row = participants.by_name()[0]
    assert row["answers"]
    for name in ("started", "timed out", "starts", "seconds away", "clock flagged"):
        assert row[name] is None, name
