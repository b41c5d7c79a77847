"""Every study that ships is played through the interface at 80×24, to its end and into its report.

Most are long, so they are played in `make torture`. The Chinese one is killed on the way, in a
process of its own, and taken up again.
"""

import asyncio
import os
import signal
from multiprocessing import get_context
from pathlib import Path

import pytest

from items.answers import Answer, TextAnswer
from items.models import Question
from sessions.record.results import versions
from sessions.report.accuracy_report import build_report
from sessions.report.papers.registry import paper_report
from sessions.storage.database import Database
from sessions.upkeep.check_db import check
from study.design.protocol import load_study
from study.files.study_file import BUILTIN
from tests.bots.player import by_gold, play
from tui.apps.participant import ParticipantApp
from tui.screens.participant.task import Task

LONG = pytest.mark.torture
STUDIES = {"divlogiceval": "A", "ilogiceval": "B", "contexthub": "C", "qmfol": "D", "hard": "E"}
"""By name, with the letter of the paper; `demo` and `demo-zh` have tests of their own."""
CHINESE = "divlogiceval-zh"
KILLED_AT = 24
"""Questions answered, but not yet confirmed the last one: in the main part."""


def gold(question: Question) -> Answer:
    """The right answer, in the words of the gold where it is free."""
    return question.gold if isinstance(question.gold, TextAnswer) else by_gold(question)


async def play_study(name: str, path: Path, seen: list[str], code: str = "BOT-1") -> str:
    app = ParticipantApp(Task(load_study(f"builtin:{name}"), path, code=code))
    async with app.run_test(size=(80, 24)) as pilot:
        return await play(pilot, app, gold, look=seen.append, steps=1_000)


def test_every_shipped_study_is_played_in_a_test() -> None:
    names = {path.stem for path in BUILTIN.glob("*.toml")}
    assert names == {*STUDIES, CHINESE, "demo", "demo-zh"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [name if name == "contexthub" else pytest.param(name, marks=LONG) for name in STUDIES]
)
async def test_a_shipped_study_is_played_and_in_its_papers_table(name: str, tmp_path: Path) -> None:
    path = tmp_path / "played.db"
    pages: list[str] = []
    code = await play_study(name, path, pages)
    assert pages[-1] == "end"
    assert {"consent", "instructions", "form", "item"} <= {*pages}
    with Database.open(path) as db:
        assert check(db).problems == ()
        # A bot answers so quickly that the study would leave it out.
        (version,) = versions(db, full=True)
        (session,) = version.sessions
        assert session.state.completion_code == code
        assert session.status == "completed"
        mains = [result for result in session.results if result.main]
        assert mains
        assert all(result.score.right for result in mains), "every answer was the gold's"
        whole = {table.name: table for table in build_report(db, full=True).tables}
        blocks = whole["accuracy by block"].by_name()
        assert {row["accuracy"] for row in blocks if row["answers"]} == {1.0}
        papers = paper_report(db, STUDIES[name], full=True).tables
        # In another language than the paper's, its row names it.
        people = [
            row
            for table in papers
            for row in table.rows
            if any(str(cell).startswith("Human") for cell in row)
        ]
        assert any(1.0 in row for row in people), "people stand in a table of the paper"


@LONG
async def test_a_chinese_study_is_killed_and_resumed(tmp_path: Path) -> None:
    path = tmp_path / "killed.db"
    process = get_context("spawn").Process(target=play_and_die, args=(path,))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    with Database.open(path) as db:
        ((before,),) = [version.sessions for version in versions(db, full=True)]
        assert before.state.phase == "question"
        assert before.state.drafts, "the answer that was not yet confirmed is on disk"
        answered_before = len(before.state.records)
        assert answered_before == KILLED_AT - 1
    pages: list[str] = []
    await play_study(CHINESE, path, pages)
    assert pages[0] == "welcome_back"
    assert pages.count("item") == 15 + 2 + 60 + 4 - answered_before
    with Database.open(path) as db:
        assert check(db).problems == ()
        ((session,),) = [version.sessions for version in versions(db, full=True)]
        assert session.status == "completed"
        assert session.state.segments == 2
        assert [record.step for record in session.state.records] == list(range(81))
        assert session.state.records[:answered_before] == before.state.records
        assert all(result.score.right for result in session.results if result.main)


def play_and_die(path: Path) -> None:
    """Play until this number of questions is answered, and be killed before the last is
    confirmed."""
    answered = 0

    def look(name: str) -> None:
        nonlocal answered
        answered += name == "answered"
        if answered == KILLED_AT:
            os.kill(os.getpid(), signal.SIGKILL)

    async def run() -> None:
        app = ParticipantApp(Task(load_study(f"builtin:{CHINESE}"), path, code="BOT-1"))
        async with app.run_test(size=(80, 24)) as pilot:
            await play(pilot, app, gold, look=look, steps=1_000)

    asyncio.run(run())
