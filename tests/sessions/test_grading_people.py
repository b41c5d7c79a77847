"""Free answers of people and models are graded alike: once each, blind, and erased with a withdrawn
participant."""

from pathlib import Path

import pytest

from items.answers import TextAnswer
from items.models import Item
from items.values.answer_text import format_answer
from sessions.annotation.desk import Desk
from sessions.models import responses
from sessions.models.free_answers import WITHDRAWN_TEXT, others_by_key, to_grade
from sessions.record.clock import ManualClock
from sessions.record.grades import Grade, answer_key, insert
from sessions.record.results import versions
from sessions.report.answer_book import answer_book
from sessions.storage.database import Database
from sessions.upkeep.check_db import check
from sessions.upkeep.withdraw import withdraw
from study.scores.scoring import Score
from tests.sessions.full_database import ITEM, NOON, ODD, answer, grade_all, model_answer, queue
from tui.state.annotator.item_pane import item_lines


def scores(db: Database) -> dict[str, Score]:
    """Everybody's score on the free question, by code or by the model's name and run."""
    book = answer_book(db)
    outcome: dict[str, Score] = {}
    for recorded_answer in book.answers(ITEM).answers:
        if recorded_answer.question.id == "text":
            run = recorded_answer.block if recorded_answer.respondent_kind == "model" else ""
            outcome[f"{recorded_answer.respondent} {run}".strip()] = recorded_answer.score
    return outcome


@pytest.fixture
def db(tmp_path: Path) -> Database:
    return Database.open(tmp_path / "work.db")


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.mark.slow
def test_the_same_answer_is_graded_once_for_all_who_gave_it(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    answer(db, "P1", ODD, clock)
    answer(db, "P2", f"  {ODD.upper()}. ", clock)
    answer(db, "P3", "The ferry is late", clock)
    answer(db, "P4", "No idea at all", clock)
    answer(db, "TRIAL", "a pilot's words", clock, pilot=True)
    responses.add(db, [model_answer(ODD)], [ITEM])
    loaded = queue(tmp_path, db)
    # What equals the gold needs nobody, a pilot counts nowhere; who answered is not in the file.
    assert len(loaded.queue.entries) == 2
    assert not {"P1", "P2", "secret"} & set(loaded.text.split())
    assert ODD not in loaded.text
    assert grade_all(db, loaded, "ann", clock) == {ODD, "no idea at all"}
    person = Score(True, "by a person")
    outcome = scores(db)
    assert outcome["P1"] == outcome["P2"] == person
    assert outcome["P4"] == Score(False, "by a person")
    assert outcome["P3"] == Score(True, "matched")
    assert outcome["secret-model run 1"] == person
    # Whoever says the same later has the grade already.
    answer(db, "P5", ODD, clock)
    responses.add(db, [model_answer(f"{ODD}!", run=2)], [ITEM])
    later = scores(db)
    assert later["P5"] == later["secret-model run 2"] == person
    (version,) = versions(db)
    by_code = {s.code: s.results[-1].score for s in version.sessions}
    assert by_code["P5"] == person


def test_a_withdrawn_grade_leaves_the_answer_ungraded(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    answer(db, "P1", ODD, clock)
    desk = Desk.open(db, queue(tmp_path, db), "ann", clock=clock)
    assert desk.next() is not None
    desk.give("match", "no", "other boat")
    desk.submit()
    assert scores(db)["P1"] == Score(False, "by a person")
    clock.advance(1)
    desk.undo()
    assert scores(db)["P1"] == Score(None, "ungraded")
    clock.advance(1)
    desk.give("match", "unsure", "who knows")
    desk.submit()
    assert scores(db)["P1"] == Score(None, "ungraded")


def test_typed_words_are_erased_with_a_withdrawn_session(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    answer(db, "P1", ODD, clock)
    loaded = queue(tmp_path, db)
    desk = Desk.open(db, loaded, "ann", clock=clock)
    current = desk.next()
    assert current is not None
    assert current.answer == ODD
    desk.close()
    assert withdraw(db, "P1", clock.utc()).erased == 1
    bytes_left = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert ODD.encode() not in bytes_left
    desk = Desk.open(db, loaded, "ann", clock=clock)
    current = desk.next()
    assert current is not None
    assert current.answer == WITHDRAWN_TEXT
    desk.give("match", "no", "nothing there")
    desk.submit()
    assert not db.rows("SELECT * FROM grade")


def test_keys_distinguish_items_parts_and_words() -> None:
    raw = answer_key("h", "1", TextAnswer(text="The Ferry  is late."))
    assert raw == answer_key("h", "1", TextAnswer(text="the ferry is late"))
    others = [("i", "1", "the ferry is late"), ("h", "2", "the ferry is late"), ("h", "1", "late")]
    assert raw not in {answer_key(h, p, TextAnswer(text=t)) for h, p, t in others}


def test_an_edited_item_has_nothing_to_grade(db: Database, clock: ManualClock) -> None:
    answer(db, "P1", ODD, clock)
    edited = Item(id=ITEM.id, text="Edited.", questions=ITEM.questions)
    assert [free_answer.text for _, free_answer in to_grade(db, [ITEM])] == [ODD]
    assert list(to_grade(db, [edited])) == []


def test_other_answers_are_of_one_respondent_and_name_nobody(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    """Of several who gave an answer one is chosen, and nothing is mixed; pilots do not count."""
    answer(db, "TRIAL", ODD, clock, pilot=True)
    key = answer_key(ITEM.content_hash, "text", TextAnswer(text=ODD))
    assert key not in others_by_key(db, {ITEM.content_hash})
    answer(db, "P1", ODD, clock)
    responses.add(db, [model_answer(ODD)], [ITEM])
    right = [(leaf.id, format_answer(leaf.gold)) for leaf in ITEM.leaves if leaf.gold is not None]
    others = others_by_key(db, {ITEM.content_hash})[key]
    assert sorted(others) == sorted(pair for pair in right if pair[0] != "text")
    assert len(others) > 1
    desk = Desk.open(db, queue(tmp_path, db), "ann", clock=clock)
    current = desk.next()
    assert current is not None
    assert current.other_answers == others
    screen_text = "\n".join(line.text for line in item_lines(current, 200))
    assert all(f"[{part}] {text}" in screen_text for part, text in others)
    assert "P1" not in screen_text
    desk.close()
    withdraw(db, "P1", NOON)
    assert key not in others_by_key(db, {ITEM.content_hash})


def test_a_grade_that_an_earlier_one_overrides_by_its_time_is_named(
    tmp_path: Path, db: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(db, "P1", ODD, clock)
    desk = Desk.open(db, queue(tmp_path, db), "ann", clock=clock)
    current = desk.next()
    assert current is not None
    entry = current.entry
    key = bytes.fromhex(entry.answer)
    utc = "2999-01-01T00:00:00.000000+00:00"
    early = Grade(key, entry.hash, entry.part, "ann", "person", False, "", utc)
    with db.atomic() as connection:
        insert(connection, [early])
    desk.give("match", "yes", "the same boat")
    # As an earlier version stored it: with the time of a clock that was set back.
    monkeypatch.setattr("sessions.record.grades.not_before", lambda utc, _last: utc)
    desk.submit()
    monkeypatch.undo()
    assert scores(db)["P1"] == Score(False, "by a person")
    (note,) = check(db).notes
    assert "the grade submitted last does not count" in note
    desk.undo()
    desk.submit()
    assert scores(db)["P1"] == Score(True, "by a person")
    assert not check(db).notes
