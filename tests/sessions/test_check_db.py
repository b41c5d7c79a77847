"""check-db finds every kind of damage and names the row."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sessions.storage.database import Database
from sessions.upkeep.check_db import check, check_file
from sessions.upkeep.rescue import rescue
from solver.errors import InputError
from tests.sessions.full_database import ITEM, ODD, filled


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    with filled(tmp_path / "whole.db") as database:
        yield database


def damage(db: Database, *statements: str) -> None:
    """Change rows that nothing in the program changes."""
    connection = db.connection
    connection.execute("PRAGMA foreign_keys = OFF")
    for row in db.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        connection.execute(f"DROP TRIGGER {row['name']}")
    for statement in statements:
        assert connection.execute(statement).rowcount > 0, statement


def test_an_intact_database_has_no_problems(db: Database) -> None:
    outcome = check(db)
    assert outcome.problems == ()
    assert (outcome.sessions, outcome.items, outcome.answers, outcome.desks) == (1, 1, 2, 1)
    assert outcome.events > 20
    assert outcome.annotations > 5
    for row in db.rows("SELECT name FROM sqlite_master WHERE type = 'table'"):
        empty = not db.rows(f"SELECT 1 FROM {row['name']} LIMIT 1")
        assert not empty or row["name"] in ("withdrawal", "figure", "before_chain", "kept"), row[
            "name"
        ]


ITEM_HASH = ITEM.content_hash[:12]
DAMAGES = {
    "study text": ("UPDATE study SET text = text || ' '", "study “Free”: its text"),
    "version": ("UPDATE version SET pools = '{}'", "version ", "its list of items"),
    "version's study": ("UPDATE version SET study_hash = 'x'", "version, row 1", "study"),
    "item body": (
        "UPDATE item SET body = replace(body, 'All', 'Some')",
        f"item kinds ({ITEM_HASH}",
    ),
    "item gone": ("DELETE FROM item", f"item {ITEM_HASH} is not stored", "session ", "target "),
    "event gone": ("DELETE FROM event WHERE seq = 4", "session ", "number 5 does not follow 3"),
    "first event": ("DELETE FROM event WHERE seq = 0", "session ", "does not follow"),
    "event kind": ("UPDATE event SET kind = 'sneeze' WHERE seq = 3", "event 3 of session"),
    "event payload": ("UPDATE event SET payload = '[' WHERE seq = 3", "event 3 of session"),
    "event order": (
        "UPDATE event SET kind = 'break_ended', payload = '{}' WHERE kind = 'answer_changed'",
        "session ",
        "break_ended",
    ),
    "event time": (
        "UPDATE event SET mono_ns = mono_ns + 1 WHERE seq = 5",
        "event 5 is not the one that was stored",
    ),
    "event boot": ("UPDATE event SET boot_id = 'boot-2' WHERE seq = 5", "event 5 is not the one"),
    "event UTC": ("UPDATE event SET utc = '2031' || utc WHERE seq = 7", "event 7 is not the one"),
    "last event gone": (
        "DELETE FROM event WHERE seq = (SELECT max(seq) FROM event)",
        "to be the last, found ",
    ),
    "link gone": ("UPDATE event SET link = NULL WHERE seq = 5", "event 5 has no link"),
    "links gone": ("UPDATE event SET link = NULL", "the head of its chain does not fit"),
    "head gone": ("DELETE FROM head", "the head of its chain is missing", "session ", "desk "),
    "head's owner": ("UPDATE head SET owner = owner || 'x'", "head: of record "),
    "head's link": ("UPDATE head SET link = x'00'", "the head of its chain does not fit"),
    "annotation time": (
        "UPDATE annotation SET utc = utc || 'Z' WHERE seq = 1",
        "desk ",
        "event 1 is not the one",
    ),
    "annotation last gone": (
        "DELETE FROM annotation WHERE seq = (SELECT max(seq) FROM annotation)",
        "desk ",
        "to be the last, found ",
    ),
    "events of nobody": (
        "UPDATE event SET session = 'nobody'",
        "of session nobody, which is missing",
        "expected events, found none",
    ),
    "slot": ("UPDATE session SET slot = 9", "its row does not fit its first event"),
    "pilot": ("UPDATE session SET pilot = 1", "its row does not fit its first event"),
    "session's version": ("UPDATE session SET version = 'x'", "session, row 1", "version"),
    "withdrawn": (
        "INSERT INTO withdrawal SELECT id, utc FROM session",
        "events are still there",
        "its code is still there",
        "the head of its chain is still there",
    ),
    "series": ("UPDATE series SET model = 'other'", "series ", "its id is not"),
    "target": ("UPDATE target SET part = 'zzz'", "target ", "has no question text zzz"),
    "target's item": ("UPDATE target SET item_hash = 'ff'", "target ", "(ff) is not stored"),
    "parameters": ("UPDATE parameters SET body = '{}'", "parameters "),
    "response's answer": (
        "UPDATE response SET answer = '{}' WHERE answer IS NOT NULL",
        "response ",
        "stored answer is unknown to this program",
    ),
    "response's mutant": ("UPDATE response SET mutant = 3", "response ", "its key does not match"),
    "response's call": ("DELETE FROM call", "response, row 1", "call"),
    "response's series": ("DELETE FROM series", "response, row 1", "series"),
    "response's target": ("DELETE FROM target", "response, row 1", "target"),
    "judgement": ("UPDATE judgement SET match = NULL", "judgement ", "its id does not match"),
    "judgement's answer": ("UPDATE judgement SET response = x'00'", "judgement, row 1", "response"),
    "grade": ("UPDATE grade SET judge = 'somebody'", "grade ", "its id does not match"),
    "grade's item": ("UPDATE grade SET item_hash = 'ff'", "grade ", "item ff is not stored"),
    "adjudication": (
        "UPDATE adjudication SET choice = 'both'",
        "adjudication ",
        "its id does not match",
    ),
    "adjudication's item": (
        "UPDATE adjudication SET item_hash = 'ff'",
        "adjudication ",
        "item ff is not stored",
    ),
    "queue text": ("UPDATE queue SET text = text || ' '", "queue g (", "its text differs"),
    "queue scheme": ("UPDATE queue SET scheme = scheme || ' '", "queue g (", "its text differs"),
    "queue row": ("UPDATE queue SET title = 'other'", "queue g (", "its row does not fit"),
    "queue material": ("UPDATE queue SET material = '{'", "queue g ", "unknown to this program"),
    "queue's item": (
        "UPDATE queue SET material = replace(material, 'All kinds.', 'All.')",
        "queue g (",
        "entry e1",
        "is not the one that was drawn",
    ),
    "desk's queue": ("UPDATE desk SET queue = 'x'", "desk, row 1", "queue"),
    "desk's annotator": (
        "UPDATE desk SET annotator = 'bob'",
        "its row does not fit its first event",
        "bob is not an annotator of queue g",
    ),
    "annotation gone": ("DELETE FROM annotation WHERE seq = 2", "desk ", "does not follow"),
    "annotation kind": ("UPDATE annotation SET kind = 'x' WHERE seq = 2", "event 2 of desk"),
    "annotation payload": ("UPDATE annotation SET payload = '{' WHERE seq = 2", "event 2 of desk"),
    "annotation's entry": (
        "UPDATE annotation SET payload = replace(payload, '\"e1\"', '\"e9\"')",
        "desk ",
        "has no entry e9",
    ),
    "annotations of nobody": (
        "UPDATE annotation SET desk = 'nobody'",
        "of desk nobody, which is missing",
    ),
    "hardening's item": ("UPDATE hardening SET item_hash = 'ff'", "hardening ", "ff is not stored"),
    "hardening's roles": ("UPDATE hardening SET setup = '['", "its roles cannot be read"),
    "hardening event gone": (
        "DELETE FROM hardening_event WHERE seq = 0",
        "expected event 0, found 1",
    ),
    "hardening event kind": ("UPDATE hardening_event SET kind = 'x' WHERE seq = 0", "event 0 is"),
    "hardening event payload": (
        "UPDATE hardening_event SET payload = '{' WHERE seq = 1",
        "event 1 is unknown to this program",
    ),
    "hardened item": (
        "UPDATE hardening_event SET payload = '{\"item_hash\": \"ff\"}' WHERE kind = 'ended'",
        "the hardened item is not stored",
    ),
    "hardening events of nobody": (
        "UPDATE hardening_event SET hardening = 'nobody'",
        "of hardening nobody, which is missing",
    ),
    "proof": ("UPDATE proof SET state = 'sure'", f"proof of {ITEM_HASH}", "'sure'"),
    "figures": ("INSERT INTO figure VALUES ('abc', '{', '0', '0')", "figure of abc"),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", DAMAGES)
def test_damage_is_found_and_named(db: Database, kind: str) -> None:
    statement, *messages = DAMAGES[kind]
    damage(db, statement)
    problems = check(db).problems
    assert problems
    for words in messages:
        assert any(words in problem for problem in problems), (words, problems)
    assert all("\n" not in problem for problem in problems)
    # What somebody wrote is not told.
    assert not any(ODD in problem for problem in problems)


def test_checking_changes_nothing(db: Database) -> None:
    before = list(db.connection.iterdump())
    check(db)
    assert list(db.connection.iterdump()) == before


@pytest.mark.parametrize(
    ("sql", "content"),
    [
        (
            "CREATE TRIGGER swallow BEFORE INSERT ON event BEGIN SELECT RAISE(IGNORE); END",
            "the trigger 'swallow'",
        ),
        ("CREATE VIEW more AS SELECT 1", "the view 'more'"),
        ("CREATE VIRTUAL TABLE words USING fts5(text)", "the virtual table 'words'"),
        ("CREATE INDEX costly ON session (hex(zeroblob(1000)))", "the index 'costly'"),
        (
            "ALTER TABLE figure ADD COLUMN g TEXT AS (hex(zeroblob(100000000)))",
            "the table 'figure'",
        ),
        (
            "UPDATE sqlite_schema SET sql = replace(sql, 'PRIMARY KEY (session, seq)',"
            " 'PRIMARY KEY (session, seq) ON CONFLICT IGNORE') WHERE name = 'event'",
            "the table 'event'",
        ),
    ],
)
def test_a_file_with_sql_of_another_program_is_not_opened(
    tmp_path: Path, db: Database, sql: str, content: str
) -> None:
    """A trigger can drop answers while they are stored, and nothing in the record would show it."""
    db.connection.execute("PRAGMA writable_schema = ON")
    db.connection.execute(sql)
    db.close()
    path = tmp_path / "whole.db"
    for act in (Database.open, Database.open_to_read, check_file):
        with pytest.raises(InputError, match="SQL of another program") as caught:
            act(path)
        assert content in caught.value.message
    assert rescue(path, tmp_path / "new.db").saved["event"] > 0
    assert check_file(tmp_path / "new.db").problems == ()


def test_an_additional_table_is_ignored(tmp_path: Path, db: Database) -> None:
    db.connection.execute("CREATE TABLE notes (text)")
    db.connection.execute("CREATE INDEX notes_text ON notes (text)")
    db.close()
    assert check_file(tmp_path / "whole.db").problems == ()


def test_triggers_that_are_missing_or_changed_are_found(db: Database) -> None:
    db.connection.execute("DROP TRIGGER event_is_never_changed")
    (problem,) = check(db).problems
    assert "event_is_never_changed" in problem


def test_no_file_is_created_next_to_a_damaged_database(tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    with filled(path):
        pass
    data = bytearray(path.read_bytes())
    data[4096 : 3 * 4096] = b"\xa5" * (2 * 4096)
    path.write_bytes(data)
    before = sorted(entry.name for entry in tmp_path.iterdir())
    assert check_file(path).problems
    assert sorted(entry.name for entry in tmp_path.iterdir()) == before
    assert path.read_bytes() == data
