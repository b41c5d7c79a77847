"""A respondent plays the demo study through the real interface, from welcome to completion code;
the record is read through the report afterwards."""

from pathlib import Path

import pytest

from items.answers import Answer, ChoiceAnswer, TruthAnswer
from items.models import Question
from sessions.report.accuracy_report import build_report
from sessions.report.report_tables import Report, Table
from sessions.storage.database import Database
from sessions.upkeep.check_db import check
from study.design.protocol import load_study
from tests.bots.player import by_gold, play
from tui.apps.participant import ParticipantApp
from tui.screens.participant.page import PageScreen
from tui.screens.participant.task import Task


def table(report: Report, name: str) -> Table:
    return next(table for table in report.tables if table.name == name)


def cell(of: Table, row: str, column: str) -> object:
    names = [column.name for column in of.columns]
    return next(r for r in of.rows if r[0] == row)[names.index(column)]


def report_of(path: Path) -> Report:
    with Database.open(path) as db:
        assert check(db).problems == ()
        return build_report(db)


@pytest.mark.parametrize(
    ("study", "size"),
    [
        ("builtin:demo", (120, 35)),
        pytest.param("builtin:demo", (80, 24), marks=pytest.mark.torture),
        pytest.param("builtin:demo-zh", (80, 24), marks=pytest.mark.slow),
    ],
)
async def test_the_demo_study_from_welcome_to_completion_code(
    study: str, size: tuple[int, int], tmp_path: Path
) -> None:
    path = tmp_path / "demo.db"
    app = ParticipantApp(Task(load_study(study), path))
    pages: list[str] = []
    async with app.run_test(size=size) as pilot:
        code = await play(pilot, app, by_gold, look=pages.append)
    assert app.return_code in (0, None)
    assert list(dict.fromkeys(pages)) == [
        "code",
        "consent",
        "instructions",
        "block_intro",
        "item",
        "answered",
        "feedback",
        "verdict",
        "break",
        "end",
    ]
    report = report_of(path)
    assert cell(table(report, "sessions"), "completed", "sessions") == 1
    people = table(report, "participants")
    assert cell(people, "BOT-1", "completion code") == code
    blocks = table(report, "accuracy by block")
    assert blocks.rows
    for row in blocks.rows:
        assert cell(blocks, str(row[0]), "accuracy") == 1.0
    confidence = table(report, "confidence against accuracy")
    assert sum(bool(row[1]) for row in confidence.rows) == 1, "all ratings were 4"


async def test_a_participant_who_fails_the_gate_is_thanked_without_golds(tmp_path: Path) -> None:
    def wrong(question: Question) -> Answer:
        gold = question.gold
        assert isinstance(gold, TruthAnswer)
        return TruthAnswer(value="false" if gold.value == "true" else "true")

    path = tmp_path / "demo.db"
    app = ParticipantApp(Task(load_study("builtin:demo"), path))
    pages: list[str] = []
    message = ""
    async with app.run_test(size=(80, 24)) as pilot:

        def look(name: str) -> None:
            nonlocal message
            pages.append(name)
            if name == "end":
                assert isinstance(app.screen, PageScreen)
                sections = app.screen.page.sections
                message = "\n".join(section.text for section in sections)

        code = await play(pilot, app, wrong, look=look)
    assert "verdict" not in pages
    assert code in message
    assert "Thank you" in message
    assert "right" not in message.lower()
    assert "True" not in message
    report = report_of(path)
    assert cell(table(report, "sessions"), "not qualified", "sessions") == 1


async def test_declining_ends_the_study_and_is_recorded(tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    app = ParticipantApp(Task(load_study("builtin:demo"), path, code="D1"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen.name == "consent", "Enter alone agrees to nothing"
        await pilot.press("n", "n", "n")
        await pilot.pause()
        assert app.screen.name == "declining", "one key, held down, ends nothing"
        await pilot.press("b")
        await pilot.pause()
        assert app.screen.name == "consent"
        await pilot.press("n")
        await pilot.pause()
        await pilot.press("e")
        await pilot.pause()
        assert app.screen.name == "end"
        await pilot.press("enter")
    assert cell(table(report_of(path), "sessions"), "declined", "sessions") == 1


@pytest.mark.torture
async def test_a_respondent_who_knows_nothing_is_scored_as_such(tmp_path: Path) -> None:
    def guess(question: Question) -> Answer:
        if question.kind == "choice":
            return ChoiceAnswer(option=None)
        return by_gold(question)

    path = tmp_path / "demo.db"
    app = ParticipantApp(Task(load_study("builtin:demo"), path, code="G1"))
    async with app.run_test(size=(80, 24)) as pilot:
        await play(pilot, app, guess)
    blocks = table(report_of(path), "accuracy by block")
    assert cell(blocks, "odd-company", "accuracy") == 0.0
    assert cell(blocks, "what-can-be", "accuracy") == 1.0
