"""A form of answers of another distribution: stored, read back, scored, typed and made up."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from pydantic import TypeAdapter, ValidationError

from items.answers import Answer, TruthAnswer
from items.files.loading import load
from items.kinds.names import QUESTIONS
from items.kinds.registry import FORMS, form_of
from items.models import Item
from items.responses.answer_object import read_value
from items.sources.own_format import write
from items.values.answer_text import format_answer, parse_answer
from items.values.unreadable import Unreadable
from sessions.annotation.material import stored_queue
from sessions.record import not_installed
from sessions.record.clock import ManualClock
from sessions.record.results import versions
from sessions.storage.database import Database
from solver.errors import InputError
from solver.plugins import take_complaints
from study.annotation.queue import load_queue
from study.design.protocol import load_study
from study.scores.scoring import score
from tests.bots.player import play
from tests.extension.test_page import points, sections
from tests.plugin_distributions import install
from tui.apps.participant import ParticipantApp
from tui.cli import main
from tui.i18n import use
from tui.screens.participant.item import ItemScreen
from tui.screens.participant.page import PageScreen
from tui.screens.participant.task import Task
from tui.state.answers import draft_for, question_text
from tui.state.typed_drafts import TypedDraft
from tui.widgets.prose import Prose

BLOCKS = sections()["An answer form"]
(ITEMS,) = [block.text for block in BLOCKS if block.name == "ranked.json"]
STUDY = """
title = "Rankings"
consent = "Yes?"
[[blocks]]
source = "ranked.json"
"""


@pytest.fixture
def item(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Item]:
    modules = {block.name: block.text for block in BLOCKS if block.language == "python"}
    install(tmp_path / "plugin", "ranking", modules, points(BLOCKS))
    monkeypatch.syspath_prepend(str(tmp_path / "plugin"))
    FORMS.refresh()
    QUESTIONS.refresh()
    path = tmp_path / "ranked.json"
    path.write_text(ITEMS, encoding="utf-8")
    (tmp_path / "study.toml").write_text(STUDY, encoding="utf-8")
    yield load(path, strict=True).items[0]
    use("en")
    monkeypatch.undo()
    FORMS.refresh()
    QUESTIONS.refresh()
    assert take_complaints() == ()


def ranked(item: Item, text: str) -> Answer:
    return parse_answer(text, item.leaves[0])


def test_stored_and_read_back(item: Item, tmp_path: Path) -> None:
    answer = ranked(item, "b > a > c")
    adapter: TypeAdapter[Answer] = TypeAdapter(Answer)
    stored = adapter.dump_json(answer)
    assert json.loads(stored) == {"kind": "ranking", "order": [1, 0, 2]}
    assert adapter.validate_json(stored) == answer
    assert format_answer(answer, item.leaves[0]) == "B > A > C"
    again = tmp_path / "again.jsonl"
    again.write_text(write([item]), encoding="utf-8")
    assert load(again, strict=True).items == (item,)


def test_a_form_that_nobody_has_is_refused(item: Item) -> None:
    adapter: TypeAdapter[Answer] = TypeAdapter(Answer)
    for value in ({"kind": "guess"}, {"order": [0]}, {"kind": "ranking", "order": "AB"}, 3):
        with pytest.raises(ValidationError):
            adapter.validate_python(value)
    assert adapter.validate_python({"kind": "truth", "value": "true"}) == TruthAnswer(value="true")


def test_compared_and_extracted(item: Item) -> None:
    (leaf,) = item.leaves
    assert form_of(leaf).name == "ranking"
    assert (leaf.multiple_choice, leaf.truth, leaf.free) == (False, False, False)
    assert score(ranked(item, "C > A > B"), leaf).right is True
    assert score(ranked(item, "C > B > A"), leaf).right is False
    assert read_value("c > a > b", leaf) == leaf.gold
    with pytest.raises(Unreadable, match="every letter from A to C once"):
        read_value("c > a", leaf)


def test_imported_answers_are_scored(item: Item, tmp_path: Path) -> None:
    (table,) = [block.text for block in BLOCKS if block.name == "rankings.csv"]
    (tmp_path / "rankings.csv").write_text(table, encoding="utf-8")
    table_, items = str(tmp_path / "rankings.csv"), str(tmp_path / "ranked.json")
    run = CliRunner().invoke(main, ["score", table_, "--format", "csv", "--json", "--items", items])
    assert run.exit_code == 0, run.output
    figures = json.loads(run.stdout)
    right = {row["model"]: row["by_item"]["item_accuracy"] for row in figures["series"]}
    assert right == {"parrot": 100.0, "lark": 0.0, "owl": 0.0}


@pytest.mark.slow
def test_typed_on_screen(item: Item, tmp_path: Path) -> None:
    draft = draft_for(item, item.leaves[0])
    assert isinstance(draft, TypedDraft)
    draft.write("C > A")
    assert draft.answer() is None
    assert "every letter from A to C once" in draft.missing()
    draft.write("C > A > B")
    assert draft.answer() == item.leaves[0].gold
    again = draft_for(item, item.leaves[0], answer=item.leaves[0].gold)
    assert isinstance(again, TypedDraft)
    assert again.text == "C > A > B"

    async def sit(path: Path) -> None:
        study = load_study(tmp_path / "study.toml")
        app = ParticipantApp(Task(study, path, "P1", clock=ManualClock()))
        async with app.run_test(size=(80, 24)) as pilot:
            assert await play(pilot, app)

    path = tmp_path / "sit.db"
    asyncio.run(sit(path))
    with Database.open(path) as db:
        ((session,),) = [version.sessions for version in versions(db)]
        assert [result.answers["1"] for result in session.results] == [item.leaves[0].gold]
        assert [result.score.right for result in session.results] == [True]


def test_the_screen_lists_options_and_says_how_they_are_written(item: Item) -> None:
    (leaf,) = item.leaves
    listed = "A. by cases\nB. by contradiction\nC. direct"
    written = "Write: all letters, the best first, as in B > A"
    assert question_text(item, leaf) == f"Order them, the best first: B > A\n{listed}\n{written}"
    own = leaf.model_copy(update={"text": "Which proof is best?"})
    assert question_text(item, own) == f"Which proof is best?\n{listed}\n{written}"
    use("zh")
    assert question_text(item, leaf).endswith("请写：全部字母，最好的在前，如 B > A")


def test_a_wrong_text_is_refused_with_the_reason(item: Item, tmp_path: Path) -> None:
    async def sit() -> None:
        study = load_study(tmp_path / "study.toml")
        path = tmp_path / "wrong.db"
        app = ParticipantApp(Task(study, path, "P1", clock=ManualClock()))
        async with app.run_test(size=(80, 24)) as pilot:
            while not isinstance(screen := app.screen, ItemScreen):
                assert isinstance(screen, PageScreen)
                await pilot.press("y" if screen.page.name == "consent" else "enter")
                await pilot.pause()
            await pilot.press("C", "greater_than_sign", "A", "tab", "enter")
            await pilot.pause()
            assert app.screen is screen
            assert "every letter from A to C once" in screen.query_one("#message", Prose).text
            await pilot.press("greater_than_sign", "B", "tab", "enter")
            await pilot.pause()
            assert app.screen is not screen

    asyncio.run(sit())


def test_made_up(item: Item, tmp_path: Path) -> None:
    study, made = str(tmp_path / "study.toml"), str(tmp_path / "made.db")
    run = CliRunner().invoke(
        main, ["simulate", study, "--participants", "4", "--seed", "3", "--db", made]
    )
    assert run.exit_code == 0, run.output


def test_check_db_without_the_distribution_calls_it_no_damage(item: Item, tmp_path: Path) -> None:
    study, made = str(tmp_path / "study.toml"), str(tmp_path / "made.db")
    arguments = ["simulate", study, "--participants", "4", "--seed", "3", "--db", made]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    (table,) = [block.text for block in BLOCKS if block.name == "rankings.csv"]
    (tmp_path / "rankings.csv").write_text(table, encoding="utf-8")
    table_, items = str(tmp_path / "rankings.csv"), str(tmp_path / "ranked.json")
    arguments = ["import", table_, "--format", "csv", "--items", items, "--db", made]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    queue = str(tmp_path / "queue.toml")
    arguments = ["annotate", "new", queue, "--from", items, "--scheme", "contextualised-item"]
    assert CliRunner().invoke(main, [*arguments, "--annotators", "ann"]).exit_code == 0
    with Database.open(made) as db:
        stored = stored_queue(db, load_queue(queue), "2026-11-01T00:00:00Z")
    program = [sys.executable, "-c", "from tui.cli import main; main()"]
    # Another process has no plug-in in its path.
    process = subprocess.run(
        [*program, "check-db", "--db", made], capture_output=True, text=True, check=False
    )
    assert (process.returncode, "nothing wrong" in process.stdout) == (0, True), process
    wanted = "recorded with kind ranking, form ranking, not installed here; not checked"
    assert f"item {item.id} ({item.content_hash[:12]}): {wanted}" in process.stderr
    sessions = [line for line in process.stderr.splitlines() if line.startswith("Note: session")]
    assert len(sessions) == 4
    assert all("form ranking, not installed here" in line for line in sessions)
    assert "Note: 2 responses: recorded with form ranking, not installed here" in process.stderr
    named = f"queue {stored.queue.id} ({stored.hash[:12]})"
    assert f"{named}: {wanted}" in process.stderr


@pytest.mark.parametrize("word", ["rankinh", "Ranking", "truth"])
def test_a_name_that_is_nearly_known_is_damage(item: Item, word: str) -> None:
    body = item.model_dump_json()
    assert not_installed.of_item(body) == ()
    assert not_installed.of_item(body.replace('"ranking"', f'"{word}"')) == ()
    assert not_installed.of_item(body[:-9]) == ()
    assert not_installed.of_item(body.replace('"ranking"', '"puzzle"')) != ()


def test_without_the_distribution_its_items_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "ranked.json"
    path.write_text(ITEMS, encoding="utf-8")
    with pytest.raises(InputError, match="ranking"):
        load(path, strict=True)
