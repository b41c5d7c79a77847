"""Model answers are added once, never changed, and read back as they were."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from items.answers import ChoiceAnswer, TextAnswer
from items.models import Item, Option, Question
from sessions.models import judgements, responses
from sessions.models.judgements import Judgement
from sessions.models.responses import Call, ModelAnswer, Series
from sessions.record.grades import settled
from sessions.storage.database import Database
from sessions.upkeep.check_db import check
from solver.errors import CountermodelError

NOON = "2025-01-01T12:00:00Z"
LATER = "2025-01-01T13:00:00Z"
ITEM = Item(
    id="one",
    text="S.",
    questions=(
        Question(
            id="1",
            kind="choice",
            options=(Option(text="a"), Option(text="b")),
            gold=ChoiceAnswer(option=1),
        ),
    ),
)


def answer(
    mutant: int = 0,
    option: int | None = 1,
    status: responses.Status = "answered",
    run: int = 1,
    call: Call | None = None,
    part: str = "1",
) -> ModelAnswer:
    return ModelAnswer(
        model="m",
        setting="0-shot",
        run=run,
        item_hash=ITEM.content_hash,
        item_id=ITEM.id,
        question=part,
        part=part,
        mutant=mutant,
        status=status,
        answer=ChoiceAnswer(option=option) if status == "answered" else None,
        call=call or Call(utc=NOON, raw="Answer: B", prompt_hash="p"),
        note="" if status == "answered" else "because",
    )


@pytest.fixture
def db() -> Iterator[Database]:
    with Database.open(":memory:") as database:
        yield database


def test_answers_come_back_as_they_were_added(db: Database) -> None:
    call = Call(
        utc=NOON,
        source="imported",
        origin="csv answers.csv",
        prompt_hash="p",
        parameters={"temperature": 0, "stop": ["x"]},
        raw="Answer: B\x1b[2J",
        seconds=1.5,
        prompt_tokens=10,
        completion_tokens=20,
        reasoning_tokens=None,
    )
    rows = [answer(0, 1, call=call), answer(1, None), answer(2, status="unreadable")]
    assert responses.add(db, rows, [ITEM]) == responses.AddedAnswers(3, ())
    read = list(responses.read(db))
    assert [(r.mutant, r.status, r.answer, r.note) for r in read] == [
        (0, "answered", ChoiceAnswer(option=1), ""),
        (1, "answered", ChoiceAnswer(option=None), ""),
        (2, "unreadable", None, "because"),
    ]
    assert {r.series for r in read} == {Series("m", "0-shot", 1)}
    assert {(r.target.item_hash, r.target.item_id, r.target.part) for r in read} == {
        (ITEM.content_hash, "one", "1")
    }
    stored = responses.calls(db, [read[0].id])[read[0].id]
    for name in Call.__slots__:
        assert getattr(stored, name) == getattr(call, name), name
    assert check(db).problems == ()


def test_an_answer_is_kept_once(db: Database) -> None:
    first = answer(0, 1)
    assert responses.add(db, [first, answer(0, 0), answer(1, 1)]).doubled == (1,)
    assert responses.add(db, [answer(2), answer(0, 0)]).doubled == (1,)
    assert responses.present(db, [first.key, answer(3).key]) == {first.key}
    options = [r.answer for r in responses.read(db) if r.mutant == 0]
    assert options == [ChoiceAnswer(option=1)]
    calls = db.rows("SELECT count(*) AS n FROM call")[0]["n"]
    assert calls == 3, "a call whose answer was left out is not kept"


def test_runs_settings_and_prompts_are_distinguished(db: Database) -> None:
    other_prompt = Call(utc=NOON, prompt_hash="q")
    rows = [answer(run=1), answer(run=2), answer(call=other_prompt), answer(part="2")]
    assert responses.add(db, rows).added == 4
    assert [s.run for s in responses.series(db)] == [1, 2]
    assert len(list(responses.read(db, run=2))) == 1
    assert len(list(responses.read(db, model="nobody"))) == 0
    assert len(list(responses.read(db, item_hash=ITEM.content_hash, setting="0-shot"))) == 4
    assert list(responses.read(db, item_hash="none")) == []


def test_failed_requests_are_asked_again_and_then_hidden(db: Database) -> None:
    model_answer = answer(status="failed", call=Call(utc=NOON, prompt_hash="p"))
    second_answer = answer(status="failed", call=Call(utc=LATER, prompt_hash="p"))
    responses.add(db, [model_answer])
    responses.add(db, [second_answer])
    assert responses.present(db, [model_answer.key]) == set()
    assert [r.id for r in responses.read(db)] == [second_answer.id]
    assert responses.add(db, [answer()]).added == 1
    assert [r.status for r in responses.read(db)] == ["answered"]
    assert responses.present(db, [model_answer.key]) == {model_answer.key}


def test_answers_of_one_call_refer_to_it(db: Database) -> None:
    call = Call(utc=NOON, raw='{"1": "x", "2": "y"}', completion_tokens=7)
    responses.add(db, [answer(part="1", call=call), answer(part="2", call=call)])
    calls = responses.calls(db, [r.id for r in responses.read(db)])
    assert len(calls) == 2
    assert len(set(map(id, calls.values()))) == 1
    assert db.rows("SELECT sum(completion_tokens) AS n FROM call")[0]["n"] == 7


@pytest.mark.parametrize(
    "table", ["series", "target", "parameters", "call", "response", "judgement"]
)
def test_nothing_is_changed_or_deleted(db: Database, table: str) -> None:
    responses.add(db, [answer()])
    judgements.add(db, [Judgement(answer().id, "j", "model", True, "", NOON)])
    for sql in (f"DELETE FROM {table}", f"UPDATE {table} SET rowid = rowid"):
        with pytest.raises(sqlite3.IntegrityError, match="only added to"):
            db.connection.execute(sql)


def test_a_refused_row_leaves_nothing_behind(db: Database) -> None:
    bad = answer(1, status="unreadable")
    object.__setattr__(bad, "status", "odd")
    with pytest.raises(CountermodelError):
        responses.add(db, [answer(0), bad])
    assert list(responses.read(db)) == []
    assert db.rows("SELECT 1 FROM series") == []


def test_ids_are_the_same_on_every_machine(tmp_path: Path) -> None:
    """A merge does the same: it adds what is missing."""
    paths = [tmp_path / "a.db", tmp_path / "b.db"]
    for path in paths:
        with Database.open(path) as db:
            responses.add(db, [answer(), answer(1)], [ITEM])
    tables = ("series", "target", "parameters", "call", "response")
    with Database.open(paths[0]) as db:
        db.connection.execute("ATTACH ? AS other", (str(paths[1]),))
        for table in tables:
            before = db.rows(f"SELECT count(*) AS n FROM {table}")[0]["n"]
            db.connection.execute(f"INSERT OR IGNORE INTO {table} SELECT * FROM other.{table}")
            assert db.rows(f"SELECT count(*) AS n FROM {table}")[0]["n"] == before


def test_the_latest_verdict_counts(db: Database) -> None:
    model_answer = answer()
    responses.add(db, [model_answer])

    def verdict(judge: str, kind: judgements.JudgeKind, match: bool | None, utc: str) -> Judgement:
        return Judgement(
            model_answer.id, judge, kind, match, f"{judge} says so", utc, "p" * (kind == "model")
        )

    unread = verdict("j0", "model", None, NOON)
    first = verdict("j1", "model", True, NOON)
    second = verdict("j2", "model", False, NOON)
    assert judgements.add(db, [unread, first, second]) == 3
    assert judgements.add(db, [verdict("j1", "model", False, LATER)]) == 0
    assert settled(list(judgements.read(db, model_answer.id))) == first
    ann = verdict("ann", "person", False, NOON)
    again = verdict("ann", "person", True, LATER)
    assert judgements.add(db, [again, ann]) == 2
    assert settled(list(judgements.read(db))) == again
    assert settled([]) is None
    assert settled([unread]) is None


def test_texts_of_any_script_are_stored_unchanged(db: Database) -> None:
    row = answer()
    text = TextAnswer(text="四种；“空集”\u0000\ud7ff")
    object.__setattr__(row, "answer", text)
    responses.add(db, [row])
    assert [r.answer for r in responses.read(db)] == [text]


def test_check_db_reads_every_answer(db: Database) -> None:
    responses.add(db, [answer()], [ITEM])
    assert check(db).problems == ()
    db.connection.execute("DROP TRIGGER response_is_never_changed")
    db.connection.execute('UPDATE response SET answer = \'{"kind": "choic"}\'')
    problems = check(db).problems
    assert "a model's stored answer is unknown to this program" in problems[0]
    assert not any("odd" in problem for problem in problems)
