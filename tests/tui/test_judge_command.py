"""The command `judge`: free answers of people and of imported logs before judge models."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sessions.models import judgements, responses
from sessions.models.imports import import_answers
from sessions.record.clock import ManualClock
from sessions.record.results import versions
from sessions.storage.database import Database
from sessions.upkeep.check_db import check
from study.scores.scoring import Score
from tests.fake_endpoint import Behaviour, FakeEndpoint, Reaction, Say, Send
from tests.sessions.annotation_samples import write_items
from tests.sessions.full_database import ITEM, NOON, ODD, answer, grade_all, model_answer, queue
from tui.cli import main


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Four people, two of whom say the same; a pilot and a model who say something else."""
    with Database.open(tmp_path / "work.db") as db:
        clock = ManualClock()
        for code, text in (("P1", ODD), ("P2", f" {ODD.upper()}!"), ("P3", "No idea"),
                           ("P4", "The ferry is late")):  # fmt: skip
            answer(db, code, text, clock)
        answer(db, "TRIAL", "a pilot's words", clock, pilot=True)
        responses.add(db, [model_answer("a model's words")], [ITEM])
        write_items(tmp_path / "items.jsonl", [ITEM])
    return tmp_path / "work.db"


def judged(path: Path, behaviour: Behaviour, *more: str, code: int = 0) -> tuple[Any, FakeEndpoint]:
    """`judge --json`: its document, and what the endpoint saw."""
    with FakeEndpoint(behaviour) as server:
        result = CliRunner().invoke(
            main,
            ["judge", str(path.with_name("items.jsonl")), "--db", str(path), "--base-url",
             server.url, "--json", "--judge", "j", *more],
            env={"OPENAI_API_KEY": "sk-x", "COUNTERMODEL_SETTINGS": str(path.with_name("s.toml"))},
        )  # fmt: skip
    assert result.exit_code == code, result.output
    return json.loads(result.stdout), server


def late(request: dict[str, Any], _before: int) -> Reaction:
    """Right where it is about a boat."""
    load = json.loads(request["messages"][-1]["content"])["sub-questions"]
    verdicts = [
        {
            "number": entry["number"],
            "match": "BOAT" in entry["answer"].upper(),
            "reason": entry["answer"],
        }
        for entry in load
    ]
    return Say(json.dumps({"verdicts": verdicts}))


def scores(path: Path) -> dict[str, Score]:
    with Database.open(path) as db:
        assert check(db).problems == ()
        (version,) = versions(db)
        return {session.code: session.results[-1].score for session in version.sessions}


@pytest.mark.slow
def test_every_distinct_answer_is_judged_once_without_names(path: Path) -> None:
    document, server = judged(path, late)
    assert (document["answers"], document["requests"], document["judged"]) == (2, 2, 2)
    sent = json.dumps(server.seen.requests, ensure_ascii=False)
    for word in ("P1", "P2", "P3", "TRIAL", "pilot's words", "model's words", "ferry is late\\n"):
        assert word not in sent
    outcome = scores(path)
    assert outcome["P1"] == outcome["P2"] == Score(True, "judged")
    assert outcome["P3"] == Score(False, "judged")
    assert outcome["P4"] == Score(True, "matched")
    with Database.open(path) as db:
        # What a judge said may quote people: only the verdict stays.
        assert {row["reason"] for row in db.rows("SELECT reason FROM grade")} == {""}
    again, server = judged(path, late)
    assert (again["answers"], again["judged"], server.seen.requests) == (0, 0, [])


@pytest.mark.slow
def test_an_annotators_grade_overrides_a_judge(path: Path, tmp_path: Path) -> None:
    def wrong(request: dict[str, Any], before: int) -> Reaction:
        reply = late(request, before)
        assert isinstance(reply, Say)
        return Say(
            reply.text.replace("true", "TRUE").replace("false", "true").replace("TRUE", "false")
        )

    judged(path, wrong)
    assert scores(path)["P1"] == Score(False, "judged")
    with Database.open(path) as db:
        grade_all(db, queue(tmp_path, db), "ann", ManualClock())
    assert scores(path)["P1"] == Score(True, "by a person")


@pytest.mark.slow
def test_failed_requests_are_tried_again(path: Path) -> None:
    def fails(_request: dict[str, Any], _before: int) -> Reaction:
        return Send(500)

    document, _ = judged(path, fails, "--tries", "1", code=3)
    assert (document["judged"], document["failed"]) == (0, 2)
    assert scores(path)["P1"] == Score(None, "ungraded")
    document, _ = judged(path, late)
    assert document["judged"] == 2


@pytest.mark.slow
def test_an_unreadable_verdict_is_stored_until_asked_again(path: Path) -> None:
    document, _ = judged(path, lambda _r, _b: Say("no verdict in this"))
    assert (document["judged"], document["unreadable"]) == (0, 2)
    assert scores(path)["P1"] == Score(None, "ungraded")
    document, server = judged(path, late)
    assert (document["answers"], document["unreadable_before"]) == (0, 2)
    assert server.seen.requests == []
    result = CliRunner().invoke(
        main, ["judge", str(path.with_name("items.jsonl")), "--db", str(path), "--judge", "j",
               "--dry-run"],
    )  # fmt: skip
    assert "0 answers to be judged" in result.output
    assert "2 verdicts of earlier runs could not be read" in result.output
    assert "--unreadable-again" in result.output
    document, _ = judged(path, late, "--unreadable-again")
    assert (document["judged"], document["unreadable_before"]) == (2, 0)
    assert scores(path)["P1"] == Score(True, "judged")


@pytest.mark.slow
def test_imported_answers_are_judged_as_those_of_people_and_of_ask(
    path: Path, tmp_path: Path
) -> None:
    """What a person answered too is judged once; what `ask` stored is left to it."""
    log = tmp_path / "log.csv"
    log.write_text(
        "item,question,answer,model\n"
        f'{ITEM.id},text,"{ODD}",other\n'
        f"{ITEM.id},text,Some raft,other-2\n"
        f"{ITEM.id},text,The ferry is late,other-3\n"
    )
    with Database.open(path) as db:
        assert import_answers(db, log, "csv", utc=NOON, items=[ITEM]).imported == 3
    counted, server = judged(path, late, "--dry-run")
    assert (counted["answers"], counted["requests"], server.seen.requests) == (4, 4, [])
    only, server = judged(path, late, "--of", "imported")
    assert (only["answers"], only["judged"]) == (2, 2)
    sent = json.dumps(server.seen.requests)
    assert "Some raft" in sent
    assert "No idea" not in sent
    assert "a model's words" not in sent
    with Database.open(path) as db:
        models = {row.id: row.series.model for row in responses.read(db)}
        verdicts = {models[row.response]: row.match for row in judgements.read(db)}
    assert verdicts == {"other": True, "other-2": False}
    document, _ = judged(path, late, "--judge", "k")
    assert (document["answers"], document["judged"]) == (5, 5), "2 of people, and 3 for judge k"
    with Database.open(path) as db:
        by_judge = [(row.judge, models[row.response], row.match) for row in judgements.read(db)]
    assert by_judge.count(("k", "other", True)) == 1
    again, server = judged(path, late, "--judge", "k")
    assert (again["answers"], server.seen.requests) == (0, [])


@pytest.mark.slow
def test_an_unread_verdict_on_what_people_and_models_said_counts_once(
    path: Path, tmp_path: Path
) -> None:
    log = tmp_path / "log.csv"
    log.write_text(
        "item,question,answer,model\n"
        f'{ITEM.id},text,"{ODD}",other\n'
        f'{ITEM.id},text,"{ODD}",other-2\n'
        f"{ITEM.id},text,Some raft,other-3\n"
    )
    with Database.open(path) as db:
        assert import_answers(db, log, "csv", utc=NOON, items=[ITEM]).imported == 3
    document, server = judged(path, lambda _r, _b: Say("no verdict in this"))
    assert len(server.seen.requests) == 3, "two of people, and one that no person gave"
    assert (document["unreadable"], document["unreadable_before"]) == (3, 0)
    for more in ((), ("--dry-run",)):
        again, server = judged(path, late, *more)
        assert (again["answers"], again["unreadable_before"]) == (0, 3)
        assert server.seen.requests == []
    document, _ = judged(path, late, "--judge", "k")
    assert (document["judged"], document["unreadable_before"]) == (3, 3)
    report = CliRunner().invoke(main, ["report", "--db", str(path)], env={"COLUMNS": "400"})
    assert "verdicts that could not be read (3)" in report.output


def test_counting_sends_no_requests(path: Path) -> None:
    document, server = judged(path, late, "--judge", "k", "--dry-run")
    assert document == {"answers": 4, "requests": 4, "unreadable_before": 0}
    assert server.seen.requests == []
