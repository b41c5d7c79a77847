"""A query kind of another distribution goes through every command, with one file and one line."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from items.answers import CountAnswer, VerdictAnswer
from items.asking.extraction import extract
from items.asking.prompting import prompt
from items.asking.protocol import load_protocol
from items.files.loading import load
from items.formal import formal_item
from items.gold.refutation import refute
from items.inspection.analysis_run import analyse
from items.kinds.names import QUESTIONS
from items.models import Item
from sessions.models import responses
from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from solver.errors import InputError
from solver.kinds.registry import KINDS, verdict_word
from solver.language.edits import theory
from solver.plugins import take_complaints
from solver.queries import Session
from study.design.protocol import load_study
from tests.bots.player import play
from tests.extension.test_page import sections
from tests.fake_endpoint import FakeEndpoint, Say
from tests.plugin_distributions import install
from tui.apps.participant import ParticipantApp
from tui.cli import main
from tui.i18n import use
from tui.screens.participant.task import Task
from tui.state.answers import draft_for, question_text
from tui.state.single_draft import SingleDraft
from tui.state.typed_drafts import NumberDraft

(MODULE,) = [block.text for block in sections()["A query kind"] if block.language == "python"]
RECORD: dict[str, Any] = {
    "id": "guests",
    "text": "If Ann comes, Bob comes.",
    "formalization": {
        "premise": ["A -> B"],
        "translation": {"A": "Ann comes", "B": "Bob comes"},
        "variants": {"alone": [{"op": "add", "formula": "A"}]},
    },
    "questions": [
        {"id": "1", "query": "at_most_models(3; A, B)", "gold": "at_most"},
        {"id": "2", "query": "at_most_models(1; A, B)", "gold": "more"},
        {"id": "3", "query": "at_most_models(1; A, B) under alone", "gold": "at_most"},
    ],
}
STUDY = """
title = "Guests"
consent = "Yes?"
[[blocks]]
source = "guests.json"
order = "fixed"
"""


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file of items that ask the kind, which is installed while the test runs."""
    point = {"countermodel.kinds": {"at_most_models": "at_most_models:KIND"}}
    install(tmp_path / "plugin", "at-most", {"at_most_models.py": MODULE}, point)
    monkeypatch.syspath_prepend(str(tmp_path / "plugin"))
    KINDS.refresh()
    path = tmp_path / "guests.json"
    path.write_text(json.dumps([RECORD]), encoding="utf-8")
    yield path
    use("en")
    monkeypatch.undo()
    KINDS.refresh()
    assert take_complaints() == ()


def item_of(source: Path) -> Item:
    (item,) = load(source, strict=True).items
    return item


def command(*arguments: str, code: int = 0) -> Any:
    """What a command prints with --json."""
    run = CliRunner().invoke(main, [*arguments, "--json"])
    assert run.exit_code == code, run.output
    return json.loads(run.stdout)


@pytest.mark.parametrize("engine", ["worlds", "z3", "both"])
def test_solve(source: Path, engine: str) -> None:
    (solved,) = command("solve", str(source), "--engine", engine)
    assert [query["verdict"] for query in solved["queries"]] == ["at_most", "more", "at_most"]
    stdout = CliRunner().invoke(main, ["solve", str(source)]).stdout
    assert "at_most_models(3; A, B)" in stdout
    assert "at most: there are no more assignments than that" in stdout


def test_verify(source: Path) -> None:
    figures = command("verify", str(source))
    assert (figures["agree"], figures["disagree"]) == (3, [])
    wrong = {**RECORD, "questions": [{**RECORD["questions"][0], "gold": "more"}]}
    source.write_text(json.dumps([wrong]), encoding="utf-8")
    (entry,) = command("verify", str(source), code=1)["disagree"]
    assert (entry["gold"], entry["worlds"], entry["z3"]) == ("more", "at_most", "at_most")


def test_a_wrong_word_is_refused(source: Path) -> None:
    wrong = {**RECORD, "questions": [{**RECORD["questions"][0], "gold": "fewer"}]}
    source.write_text(json.dumps([wrong]), encoding="utf-8")
    with pytest.raises(InputError, match="expected at_most or more, found 'fewer'"):
        load(source, strict=True)


def test_diff(source: Path) -> None:
    outcome = command("diff", str(source), "--under", "alone")
    changed = {entry["query"]: entry["changed"] for entry in outcome["queries"]}
    assert changed["at_most_models(1; A, B) under alone"] is True
    assert changed["at_most_models(3; A, B)"] is False


def test_inspect(source: Path) -> None:
    item = item_of(source)
    formal = formal_item(item)
    assert formal is not None
    analysis = analyse(item)
    reports = [question.report for question in analysis.questions]
    assert [r.answer.verdict for r in reports if r is not None] == ["at_most", "more", "at_most"]
    session = Session(theory(formal.problem), formal.problem.queries)
    assert refute(item, formal, 0, VerdictAnswer(word="more"), session).reason
    word = verdict_word("more")
    assert word is not None
    assert word.shown


def test_convert(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "smt"
    run = CliRunner().invoke(
        main, ["items", "convert", str(source), "--to", "smtlib", "-o", str(out)]
    )
    assert run.exit_code == 0, run.output


@pytest.mark.slow
def test_ask(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERMODEL_DB", str(tmp_path / "record.db"))
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    prompts: list[str] = []

    def react(request: dict[str, Any], before: int) -> Say:
        prompts.append(request["messages"][-1]["content"])
        return Say('{"1": {"answer": "at most"}, "2": {"answer": "no"}, "3": {"answer": "more"}}')

    with FakeEndpoint(react) as server:
        asked_ = command("ask", str(source), "--model", "m", "--base-url", server.url)
    assert (asked_["asked"], asked_["answered"], asked_["failed"]) == (3, 3, 0)
    (prompt,) = prompts
    assert "Are there at most 3 arrangements of these?\n" in prompt
    assert prompt.count("A: Ann comes\n") == prompt.count("B: Bob comes\n") == 3
    assert '"at_most", "more"' in prompt
    with Database.open(tmp_path / "record.db") as db:
        answers_by_part = {row.target.part: row.answer for row in responses.read(db)}
    words = {part: getattr(answer, "word", None) for part, answer in answers_by_part.items()}
    assert words == {"1": "at_most", "2": "more", "3": "more"}


@pytest.mark.slow
def test_take(source: Path, tmp_path: Path) -> None:
    item = item_of(source)
    first = item.questions[0]
    listed = "A: Ann comes\nB: Bob comes"
    assert question_text(item, first) == f"Are there at most 3 arrangements of these?\n{listed}"
    draft = draft_for(item, first)
    assert isinstance(draft, SingleDraft)
    assert [entry.text for entry in draft.entries] == [
        "Yes, there are no more",
        "No, there are more",
    ]
    use("zh")
    assert question_text(item, first) == f"以下情形是否至多有 3 种？\n{listed}"
    use("en")
    asyncio.run(_sit(write_study(tmp_path), tmp_path / "record.db"))
    figures = command("report", "--db", str(tmp_path / "record.db"))
    assert "at_most_models" in json.dumps(figures["tables"])


def write_study(folder: Path) -> Path:
    """A study of the items."""
    path = folder / "study.toml"
    path.write_text(STUDY, encoding="utf-8")
    return path


async def _sit(study: Path, path: Path) -> None:
    app = ParticipantApp(Task(load_study(study), path, "BOT-1", False, ManualClock()))
    async with app.run_test(size=(80, 24)) as pilot:
        assert await play(pilot, app)


def test_simulate_and_report(source: Path, tmp_path: Path) -> None:
    path = str(tmp_path / "record.db")
    study = str(write_study(tmp_path))
    figures = command(
        "simulate", study, "--participants", "4", "--seed", "3", "--db", path,
        "--right", "at_most_models=1",
    )  # fmt: skip
    assert figures["completed"] == 4
    tables = command("report", "--db", path, "--simulated")["tables"]
    rows = json.dumps([table["rows"] for table in tables])
    assert "at_most_models" in rows


# --- a kind of question that is no query ---------------------------------------------------------


@pytest.fixture
def argument(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The item of the page's section on question kinds, whose kind is installed."""
    blocks = sections()["A question kind"]
    written_ = {block.name: block.text for block in blocks if block.name}
    point = {"countermodel.question_kinds": {"rating": "rating_question:KIND"}}
    install(tmp_path / "plugin", "rating", written_, point)
    monkeypatch.syspath_prepend(str(tmp_path / "plugin"))
    QUESTIONS.refresh()
    yield tmp_path / "plugin" / "argument.json"
    monkeypatch.undo()
    QUESTIONS.refresh()
    assert take_complaints() == ()


def test_a_question_kind(argument: Path, tmp_path: Path) -> None:
    (question,) = item_of(argument).questions
    assert question.gold == CountAnswer(count=2)
    assert isinstance(draft_for(item_of(argument), question), NumberDraft)
    assert question_text(item_of(argument), question) == "How convincing is it, from 0 to 10?"
    sent = prompt(item_of(argument), (question,), load_protocol("llmeval").protocol)
    assert "a number from 0 to 10" in sent.messages[-1].content
    (extracted,) = extract('{"1": {"answer": 7}}', sent)
    assert extracted.answer == CountAnswer(count=7)
    path, study = str(tmp_path / "record.db"), tmp_path / "study.toml"
    study.write_text(STUDY.replace("guests.json", str(argument)), encoding="utf-8")
    simulated = ("--participants", "3", "--seed", "1", "--db", path, "--right", "rating=1")
    assert command("simulate", str(study), *simulated)["completed"] == 3
    assert "rating" in json.dumps(command("report", "--db", path, "--simulated"))
