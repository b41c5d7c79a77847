"""The participants' processes: what their memory holds, and how they do without a parent."""

import asyncio
import json
import os
from pathlib import Path

import pytest
from aiohttp import ClientSession

from sessions.record import snapshots
from sessions.storage.database import Database
from solver.errors import CountermodelError
from study.course.state import SessionState
from study.design.protocol import LoadedStudy, load_study
from tests.process_memory import occurrences, readable
from tests.serving.pages import Page, link, serving
from tests.serving.player import Record, do, play, step
from tests.serving.samples import short
from tui.serving.server import Server

pytestmark = pytest.mark.asyncio(loop_scope="module")

PLANTED = {"gold": "ZQGOLDXV", "explanation": "ZQEXPLXV", "attributes": "ZQATTRXV"}
SHOWN = "ZQSHOWNXV"
STUDY = """
title = "Planted"
consent = "Yes?"
[[blocks]]
source = "items.jsonl"
order = "fixed"
"""


def planted_study(folder: Path) -> LoadedStudy:
    """A study with a question to be typed, one to be decided, and many more, in a folder: their
    reference answers, explanations and attributes are words that occur nowhere else."""

    def item(n: int) -> dict[str, object]:
        question: dict[str, object] = {"id": "1", "text": f"Which word? {SHOWN}", "kind": "text"}
        question["gold"] = PLANTED["gold"]
        if n == 0:
            question["kind"], question["gold"] = "truth", {"kind": "truth", "value": "true"}
        return {
            "id": f"p/{n}",
            "text": "The goat sleeps. " * (1 + 40 * n),
            "language": "en",
            "questions": [question],
            "explanation": PLANTED["explanation"],
            "attributes": {"note": PLANTED["attributes"]},
        }

    lines = [json.dumps(item(n)) for n in range(12)]
    (folder / "items.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (folder / "planted.toml").write_text(STUDY, encoding="utf-8")
    return load_study(folder / "planted.toml")


@pytest.mark.slow
@readable
async def test_nothing_of_a_reference_answer_is_in_a_participants_memory(tmp_path: Path) -> None:
    database, study = tmp_path / "study.db", planted_study(tmp_path)
    record = Record(database, "P1")

    def occurrence_counts(server: Server) -> dict[str, int]:
        counts = occurrences(server.seat_manager.seats["P1"].pid, [SHOWN, *PLANTED.values()])
        assert counts[SHOWN] > 0, "the search finds what is there"
        return {name: n for name, word in PLANTED.items() if (n := counts[word])}

    async with serving(database, study) as server, Page(server, link(server, "P1")) as page:
        await page.wait_for_text("I agree")
        assert occurrence_counts(server) == {}, "at the consent"
        await play(record, page.key, stop=lambda now: now.phase == "question")
        assert occurrence_counts(server) == {}, "at the first question"
        await step(record, page.key)
        state = record.state()
        assert (state.phase, len(state.records)) == ("question", 1)
        await page.wait_for_text("Which word?")
        assert occurrence_counts(server) == {}, "at a question whose answer is typed"
    with Database.open(database) as db:
        stored = "".join(row["body"] for row in db.rows("SELECT body FROM item"))
    assert all(word in stored for word in PLANTED.values())


@pytest.mark.slow
async def test_a_table_that_is_left_out_cannot_be_read(tmp_path: Path) -> None:
    database, study = tmp_path / "study.db", short(tmp_path)
    async with serving(database, study) as server, Page(server, link(server, "P1")) as page:
        await page.wait_for_text("Yes?")
    with Database.open(database) as db:
        state = Record(database, "P1").state()
        assert len(snapshots.load_items(db, state.plan)) == 3
        db.leave_out("item")
        with pytest.raises(CountermodelError):
            snapshots.load_items(db, state.plan)
        assert len(db.rows("SELECT 1 FROM event")) > 0
        db.require_whole()


@pytest.mark.slow
async def test_another_parent_is_started_in_place_of_one_that_was_killed(tmp_path: Path) -> None:
    database, study = tmp_path / "study.db", short(tmp_path)
    first, second = Record(database, "P1"), Record(database, "P2")

    def one_answered(state: SessionState) -> bool:
        return len(state.records) == 1

    async with serving(database, study) as server:
        fork_server = server.seat_manager.fork_server
        async with Page(server, link(server, "P1")) as page:
            await play(first, page.key, stop=one_answered)
            pid, before = server.seat_manager.seats["P1"].pid, fork_server.process
            assert before is not None
            os.kill(before.pid, 9)
            async with Page(server, link(server, "P2")) as other:
                assert len((await play(second, other.key)).records) == 3
            assert fork_server.process is not None
            assert fork_server.process.pid != before.pid
            async with ClientSession() as http:
                client_response = await http.get(f"{server.settings.url}/alive")
                assert client_response.status == 204
            assert server.seat_manager.seats["P1"].pid == pid
            await do(first, page.key, "t", lambda now: bool(now.drafts))
        # Its process has no parent that tells of its end: the place is free again all the same.
        os.kill(pid, 9)
        async with asyncio.timeout(60):
            while "P1" in server.seat_manager.seats:
                await asyncio.sleep(0.02)
        async with Page(server, link(server, "P1")) as again:
            await do(first, again.key, "Enter", lambda now: now.segments == 2)
            assert len((await play(first, again.key)).records) == 3


EXPLAINED = """
title = "Explained"
[end.completed]
profile = true
[[blocks]]
{station}source = "items.jsonl"
"""


@pytest.mark.slow
@pytest.mark.parametrize("station", ['station = "practice"\n', ""], ids=["practice", "last page"])
async def test_what_only_z3_can_explain_is_explained(tmp_path: Path, station: str) -> None:
    """A participant's process may load no library; asking for one ended it, and so did each return
    with the same link."""
    item = {
        "id": "z/1",
        "text": "Everybody greets somebody. Greetings are returned.",
        "language": "en",
        "questions": [
            {"id": "1", "text": "Does it follow that Ann greets herself?", "kind": "truth",
             "query": "necessary(R(a, a))", "gold": "unknown"}
        ],
        "formalization": {
            "parameters": {"R": "Function(2)", "a": "Person"},
            "translation": {"R(x, y)": "x greets y", "a": "Ann"},
            "premise": ["forall x exists y R(x, y)", "forall x forall y (R(x, y) -> R(y, x))"],
        },
    }  # fmt: skip
    (tmp_path / "items.jsonl").write_text(json.dumps(item), encoding="utf-8")
    (tmp_path / "z.toml").write_text(EXPLAINED.format(station=station), encoding="utf-8")
    database, study = tmp_path / "study.db", load_study(tmp_path / "z.toml")
    record = Record(database, "P1")
    async with serving(database, study) as server, Page(server, link(server, "P1")) as page:
        await play(record, page.key, stop=lambda now: now.phase == "question")
        await do(record, page.key, "t", lambda now: bool(now.drafts))
        await do(record, page.key, "Enter", lambda now: len(now.records) == 1)
        if station:
            await page.wait_for_text("In this situation everything the text says is true")
        else:
            await page.wait_for_text("Answers examined: 1")
        assert page.close_code is None
