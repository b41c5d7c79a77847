"""The command `judge`: people's free answers before judge models."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sessions.models import responses
from sessions.record.clock import ManualClock
from sessions.record.results import versions
from sessions.storage.database import Database
from sessions.upkeep.check_db import check
from study.scores.scoring import Score
from tests.fake_endpoint import Behaviour, FakeEndpoint, Reaction, Say, Send
from tests.sessions.annotation_samples import write_items
from tests.sessions.full_database import ITEM, ODD, answer, grade_all, model_answer, queue
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
def test_every_distinct_answer_once_and_no_name(path: Path) -> None:
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
def test_an_annotator_overrides(path: Path, tmp_path: Path) -> None:
    def wrong(request: dict[str, Any], before: int) -> Reaction:
        said = late(request, before)
        assert isinstance(said, Say)
        return Say(
            said.text.replace("true", "TRUE").replace("false", "true").replace("TRUE", "false")
        )

    judged(path, wrong)
    assert scores(path)["P1"] == Score(False, "judged")
    with Database.open(path) as db:
        grade_all(db, queue(tmp_path, db), "ann", ManualClock())
    assert scores(path)["P1"] == Score(True, "by a person")


@pytest.mark.slow
def test_what_failed_is_tried_again(path: Path) -> None:
    def fails(_request: dict[str, Any], _before: int) -> Reaction:
        return Send(500)

    document, _ = judged(path, fails, "--tries", "1", code=3)
    assert (document["judged"], document["failed"]) == (0, 2)
    assert scores(path)["P1"] == Score(None, "ungraded")
    document, _ = judged(path, lambda _r, _b: Say("no verdict in this"))
    assert (document["judged"], document["unreadable"]) == (0, 2)
    document, _ = judged(path, late)
    assert document["judged"] == 2


def test_nothing_is_sent_to_count(path: Path) -> None:
    document, server = judged(path, late, "--judge", "k", "--dry-run")
    assert document == {"answers": 4, "requests": 4}
    assert server.seen.requests == []
