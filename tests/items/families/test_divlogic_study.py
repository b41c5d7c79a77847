"""A study over generated items, from its qualification to its report."""

from pathlib import Path

import pytest

from items.answers import Answer, ChoiceAnswer, TruthAnswer
from items.families.batches import run
from items.families.divlogic.generator import Divlogic
from items.families.divlogic.statements import Statements
from items.sources.own_format import write
from sessions.record.clock import ManualClock
from sessions.report.accuracy_report import build_report
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from study.design.protocol import load_study

STUDY = """
id = "generated"
title = "Generated"
consent = "Yes?"
seed = 3

[qualification]
source = "statements.jsonl"
number = 8
seconds_per_question = 60

[[blocks]]
id = "main"
source = ["en.jsonl", "zh.jsonl"]
number = 9
none_option = true
seconds_per_question = 120

[blocks.filter]
kinds = ["choice"]
attributes = { question_type = ["3c1e", "3e1c", "missing"] }
"""


@pytest.fixture
def study(tmp_path: Path) -> Path:
    for name, maker, count in (
        ("statements", Statements(1), 16),
        ("en", Divlogic(1, renderings=("words", "symbols")), 6),
        ("zh", Divlogic(1, language="zh"), 3),
    ):
        written = write(run(maker, count).items)
        (tmp_path / f"{name}.jsonl").write_text(written, encoding="utf-8")
    file = tmp_path / "study.toml"
    file.write_text(STUDY, encoding="utf-8")
    return file


def play(runner: Runner, clock: ManualClock, right: bool) -> None:
    """Answer everything, rightly or wrongly, until the session is over."""
    for _ in range(500):
        if runner.state.ended:
            return
        clock.advance(2.0)
        if runner.state.phase == "consent":
            runner.consent(True)
        elif runner.state.phase == "question":
            current = runner.current
            assert current is not None
            for part in current.question.leaves:
                assert part.gold is not None
                runner.change(part.id, part.gold if right else wrong(part.gold))
            runner.confirm()
        else:
            runner.proceed()
    raise AssertionError("the session did not end")


def wrong(gold: Answer) -> Answer:
    if isinstance(gold, TruthAnswer):
        return TruthAnswer(value="false" if gold.value == "true" else "true")
    assert isinstance(gold, ChoiceAnswer)
    assert gold.option is not None
    return ChoiceAnswer(option=(gold.option + 1) % 4)


@pytest.mark.slow
def test_a_study_over_generated_items_runs_to_its_report(study: Path, tmp_path: Path) -> None:
    loaded = load_study(str(study))
    with Database.open(tmp_path / "record.db") as db:
        for code, right in (("P1", True), ("P2", True), ("P3", False)):
            clock = ManualClock()
            runner = Runner.open(db, loaded, code, clock=clock)
            play(runner, clock, right)
            assert runner.state.phase == ("completed" if right else "not_qualified")
            runner.close()
        tables = {table.name: table.as_json() for table in build_report(db).tables}
    blocks = tables["accuracy by block"]
    documents = [dict(zip(blocks["columns"], row, strict=True)) for row in blocks["rows"]]
    assert [(row["form"], row["accuracy"]) for row in documents] == [
        ("symbolic", 2 / 3),
        ("natural language", 1.0),
        ("symbolic", 1.0),
    ]
    text = str(tables["accuracy by item attribute"]["rows"])
    for type_ in ("3c1e", "3e1c", "missing"):
        assert type_ in text
