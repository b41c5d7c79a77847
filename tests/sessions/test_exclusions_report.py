"""What the report, its first page and the checklist say of rules of exclusion, counted by hand.

Ann answers all four questions rightly, Bo two of them, and both are slow; Cy answers all wrongly in
a second each; Di answers one rightly and leaves. Left out are Cy, for hurry, and Di.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from items.answers import ChoiceAnswer
from sessions.record.clock import ManualClock
from sessions.record.results import RULED_OUT, versions
from sessions.report.accuracy_report import build_report
from sessions.report.checklist import checklist
from sessions.report.headline import headline
from sessions.report.report_files import write_csv
from sessions.report.report_tables import Report
from sessions.report.sides import Sides
from sessions.storage.database import Database
from tests.sessions.helpers import start
from tests.study.samples import sample
from tui.cli import main
from tui.pages.report import page

STUDY = """
title = "Ruled"
consent = "Yes?"
[[exclude]]
rule = "unfinished"
[[exclude]]
rule = "quick"
seconds = 3
share = 0.5
[[blocks]]
id = "main"
source = "main"
number = 4
[blocks.filter]
kinds = ["choice"]
"""


def takes(db: Database, code: str, right: int, asked: int, seconds: float) -> None:
    clock = ManualClock()
    runner = start(db, sample(STUDY), clock, code)
    runner.consent(True)
    runner.proceed()
    runner.proceed()
    for number in range(asked):
        current = runner.current
        assert current is not None
        gold = current.question.gold
        assert isinstance(gold, ChoiceAnswer)
        assert gold.option is not None
        wrong = ChoiceAnswer(option=(gold.option + 1) % len(current.question.options))
        clock.advance(seconds)
        runner.change("q", gold if number < right else wrong)
        runner.confirm()
    runner.close()


@pytest.fixture
def db() -> Iterator[Database]:
    with Database.open(":memory:") as db:
        filled(db)
        yield db


def filled(db: Database) -> None:
    takes(db, "ANN", 4, 4, 20)
    takes(db, "BO", 2, 4, 20)
    takes(db, "CY", 0, 4, 1)
    takes(db, "DI", 1, 1, 20)


def rows(report: Report, name: str) -> list[dict[str, object]]:
    return next(table for table in report.tables if table.name == name).by_name()


def test_results_cover_the_remaining_sessions(db: Database) -> None:
    report = build_report(db)
    (block,) = rows(report, "accuracy by block")
    assert (block["answers"], block["right"]) == (8, 6)
    table = next(table for table in report.tables if table.name == "accuracy by block")
    assert table.excluded[RULED_OUT] == 2
    full = build_report(db, full=True)
    (block,) = rows(full, "accuracy by block")
    assert (block["answers"], block["right"]) == (13, 7)


def test_figures_with_and_without_exclusions_are_below_each_other(db: Database) -> None:
    for report in (build_report(db), build_report(db, full=True)):
        document = [
            (row["block"], row["sessions counted"], row["people"], row["answers"], row["right"])
            for row in rows(report, "accuracy with and without exclusions")
        ]
        assert document == [
            ("main", "all", 4, 13, 7),
            ("main", "after exclusions", 2, 8, 6),
            ("all blocks", "all", 4, 13, 7),
            ("all blocks", "after exclusions", 2, 8, 6),
        ]
        rules = [
            (row["rule"], row["sessions"], row["by this rule alone"])
            for row in rows(report, "exclusions")
        ]
        assert rules == [("unfinished", 1, 1), ("quick", 1, 1), ("any of them", 2, None)]


def test_every_session_is_listed_with_its_exclusion_rules(db: Database) -> None:
    report = build_report(db)
    people = {row["participant"]: row["left out by"] for row in rows(report, "participants")}
    assert people == {"ANN": "–", "BO": "–", "CY": "quick", "DI": "unfinished"}
    statuses = {row["status"]: row["sessions"] for row in rows(report, "sessions")}
    assert (statuses["completed"], statuses["under way"]) == (3, 1)


def test_the_first_page_and_the_checklist_name_them(db: Database) -> None:
    sentence = (
        "2 of 4 are left out by the study's rules (unfinished 1, quick 1). "
        "Accuracy in main blocks: 75.0 % without them, 53.8 % over all."
    )
    first = headline(db)
    assert sentence in " ".join(first.participation)
    assert first.excluded[RULED_OUT] == 2
    assert "4 people began" in first.participation[0]
    assert "75.0 % without them" in page(build_report(db), first)
    points = {
        str(row["point"]): str(row["answer"]) for row in rows(checklist(db), "reporting checklist")
    }
    assert "were not completed" in points["3.2.1"]
    assert "2 by the rules of 3.2.1" in points["3.2.2"]
    assert points["4.6"] == sentence
    assert points["1.1"] == "2, of 4 who began"


def test_an_excluded_participant_can_still_be_compared_alone(db: Database) -> None:
    sides = Sides(db)
    assert sides.side("CY").respondents
    (version,) = versions(db)
    assert [session.code for session in version.sessions] == ["ANN", "BO"]
    assert [exclusion.session.code for exclusion in version.excluded] == ["CY", "DI"]
    assert [session_result.code for session_result in version.every_session] == [
        "ANN",
        "BO",
        "CY",
        "DI",
    ]


def test_the_report_says_that_everybody_is_excluded() -> None:
    with Database.open(":memory:") as db:
        takes(db, "CY", 0, 4, 1)
        names = [table.name for table in build_report(db).tables]
        assert names[:2] == ["sessions", "exclusions"]
        assert "accuracy by block" not in names
        assert headline(db).participation[1].startswith("1 of 1 is left out")


@pytest.mark.slow
def test_the_command_counts_everybody_on_request(tmp_path: Path) -> None:
    path = tmp_path / "ruled.db"
    with Database.open(path) as db:
        filled(db)
    for arguments, answers in (((), "8"), (("--full",), "13")):
        result = CliRunner().invoke(main, ["report", "--db", str(path), *arguments])
        assert result.exit_code == 0, result.output
        block = result.output.partition("Accuracy by block")[2]
        line = next(text for text in block.splitlines() if text.startswith("main  "))
        assert line.split()[1] == answers
        assert ("not applied" in result.output) is bool(arguments)


def test_the_exclusions_are_exported(db: Database, tmp_path: Path) -> None:
    write_csv(build_report(db), tmp_path)
    text = (tmp_path / "exclusions.csv").read_text(encoding="utf-8")
    assert "were not completed" in text
    assert "leaves out sessions that" in (tmp_path / "codebook.csv").read_text(encoding="utf-8")
