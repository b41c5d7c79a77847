"""Codes at the start: who is refused, the return key, and a second sitting."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from textual.events import Key
from textual.widgets import Input

from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from sessions.taking.beginning import found_or_begun
from tests.study.samples import POOLS, sample
from tests.tui.participant_session import Sitting, sitting
from tui.cli import main
from tui.screens.participant.code import CodeScreen
from tui.screens.participant.key import KeyScreen
from tui.widgets.prose import Prose

BLOCK = """
[[blocks]]
source = "main"
order = "fixed"
rotate = false
number = 2
"""
KEYED = f"""
title = "Keyed"
[codes]
return_key = true
{BLOCK}
"""
TWICE = f"""
title = "Twice"
[[sittings]]
after_hours = 24.0
within_hours = 48.0
{BLOCK}
{BLOCK}
sitting = 2
"""


def wrong(at: Sitting) -> str:
    return at.app.screen.query_one("#wrong", Prose).text


async def typed(at: Sitting, text: str) -> None:
    at.app.screen.query_one("#code", Input).value = text
    await at.press("enter")


async def test_an_enter_typed_ahead_accepts_no_code(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    async with sitting(f'title = "Open"\n{BLOCK}', path, code="") as at:
        early = Key("enter", "\r")
        early.time = 0.0
        await at.press("p", "1")
        at.app.post_message(early)
        await at.pilot.pause()
        assert isinstance(at.app.screen, CodeScreen)
        assert at.app.screen.query_one("#code", Input).value == "p1"
        assert not path.exists()
        await at.press("enter")
        assert at.page == "instructions"


@pytest.mark.slow
async def test_the_key_is_shown_once_and_asked_for_after_a_return(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    async with sitting(KEYED, path) as at:
        assert at.page == "return_key"
        assert at.state.started is not None
        key = at.state.started.return_key
        assert key in at.screen_text()
    async with sitting(KEYED, path) as at:
        assert at.page == "return_key", "nobody is locked out before the key was read"
        assert key in at.screen_text()
        await at.press("enter", "enter", "enter", "a")
        await at.press("ctrl+q")
        assert "return key." in at.screen_text()
        assert key not in at.screen_text()
        await at.press("y")
    async with sitting(KEYED, path) as at:
        assert isinstance(at.app.screen, KeyScreen)
        for guess in ("", "P1", key[:-1], key[::-1]):
            await typed(at, guess)
            assert "not the return key" in wrong(at)
            assert at.app.screen.query_one("#code", Input).selected_text == guess
            assert at.app.flow is not None
            assert at.app.flow.runner is None
        assert key not in at.screen_text()
        await typed(at, key.lower().replace("-", " "))
        assert at.page == "welcome_back"
        await at.press("enter")
        assert at.drafts()


@pytest.mark.slow
async def test_a_finished_participant_needs_the_key_for_the_completion_code(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    async with sitting(KEYED, path) as at:
        assert at.state.started is not None
        key = at.state.started.return_key
        await at.press("enter", "enter", "enter", "a", "enter", "a", "enter")
        assert at.page == "end"
        code = str(at.state.completion_code)
    async with sitting(KEYED, path) as at:
        assert isinstance(at.app.screen, KeyScreen)
        assert code not in at.screen_text()
        await typed(at, key)
        assert at.page == "end"
        assert code in at.screen_text()


@pytest.mark.slow
async def test_a_used_code_is_reported_and_another_may_be_typed(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    once = f'title = "Once"\n[codes]\nagain = "refuse"\n{BLOCK}'
    async with sitting(once, path) as at:
        await at.press("enter", "enter", "a", "enter", "a", "enter")
        assert at.page == "end"
    async with sitting(once, path) as at:
        assert isinstance(at.app.screen, CodeScreen)
        assert wrong(at) == "This code has been used: its session is over."
        await typed(at, "P2")
        assert at.page == "instructions"


async def test_listed_codes_cannot_be_generated(tmp_path: Path) -> None:
    (tmp_path / "codes.csv").write_text("code\nP7\n", encoding="utf-8")
    codes = f'[codes]\nwho = "list"\nfile = "{tmp_path / "codes.csv"}"'
    async with sitting(f'title = "Listed"\n{codes}\n{BLOCK}', code="") as at:
        assert "F2" not in at.screen_text()
        await at.press("f2")
        assert at.app.screen.query_one("#code", Input).value == ""
        await at.press("enter")
        assert wrong(at) == "Type a code first."
        await typed(at, "P8")
        assert "not known here" in wrong(at)
        await typed(at, "p7")
        assert at.page == "instructions"


@pytest.mark.slow
async def test_the_end_says_when_to_return_and_earlier_returns_are_refused(tmp_path: Path) -> None:
    path, clock = tmp_path / "one.db", ManualClock()
    async with sitting(TWICE, path, clock=clock) as at:
        await at.press("enter", "enter", "a", "enter", "a", "enter")
        assert at.page == "end"
        screen_text = at.screen_text()
        assert "Come back with the same code between 2030-01-0" in screen_text
        assert screen_text.index("Come back with the same") < screen_text.index(
            "Your completion code"
        )
        await at.press("enter")
        assert "Come back with the same code" in at.app.parting_lines[-1]
    async with sitting(TWICE, path, clock=clock) as at:
        assert "It is too early" in wrong(at)
    clock.advance(25 * 3600)
    async with sitting(TWICE, path, clock=clock) as at:
        assert at.page == "instructions"
        assert at.state.started is not None
        assert at.state.started.sitting == 2
        await at.press("enter", "enter", "a", "enter", "a", "enter")
        assert at.page == "end"
        assert "Come back" not in at.screen_text()


@pytest.mark.slow
async def test_a_further_session_takes_the_key_of_the_first_and_keeps_it(tmp_path: Path) -> None:
    path, clock = tmp_path / "one.db", ManualClock()
    study = TWICE.replace("[[sittings]]", "[codes]\nreturn_key = true\n[[sittings]]", 1)
    async with sitting(study, path, clock=clock) as at:
        assert at.state.started is not None
        key = at.state.started.return_key
        await at.press("enter", "enter", "enter", "a", "enter", "a", "enter")
        assert at.page == "end"
        assert "with the same code and return key between" in " ".join(at.screen_text().split())
    async with sitting(study, path, clock=clock) as at:
        assert "It is too early" in wrong(at)
    clock.advance(25 * 3600)
    async with sitting(study, path, clock=clock) as at:
        assert isinstance(at.app.screen, KeyScreen), "the code of another is not enough"
        await typed(at, key[::-1])
        assert "not the return key" in wrong(at)
        await typed(at, key)
        assert at.page == "return_key"
        assert "the same as before" in at.screen_text()
        assert at.state.started is not None
        assert (at.state.started.sitting, at.state.started.return_key) == (2, key)
        await at.press("enter", "enter", "enter", "a")
    async with sitting(study, path, clock=clock) as at:
        assert isinstance(at.app.screen, KeyScreen)
        await typed(at, key)
        assert at.page == "welcome_back"
        await at.press("enter", "enter", "a", "enter")
        assert at.page == "end"


@pytest.mark.slow
async def test_a_further_attempt_takes_the_key_too(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    study = KEYED.replace("[codes]", '[codes]\nagain = "attempt"')
    async with sitting(study, path) as at:
        assert at.state.started is not None
        key = at.state.started.return_key
        await at.press("enter", "enter", "enter", "a", "enter", "a", "enter")
        assert at.page == "end"
    async with sitting(study, path) as at:
        assert isinstance(at.app.screen, KeyScreen)
        assert at.app.flow is not None
        assert at.app.flow.runner is None, "nothing begins without the key"
        await typed(at, key)
        assert at.state.started is not None
        assert (at.state.started.attempt, at.state.started.return_key) == (2, key)


@pytest.mark.slow
async def test_a_new_key_replaces_a_lost_one(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    command = ["return-key", "P1", "--db", str(path), "--json"]
    async with sitting(KEYED, path) as at:
        assert at.state.started is not None
        old = at.state.started.return_key
        await at.press("enter", "enter", "enter", "a")
        answers = at.state.records
        open_now = CliRunner().invoke(main, [*command, "--yes"])
        assert open_now.exit_code == 3
    no = CliRunner().invoke(main, command, input="n\n")
    assert no.exit_code == 1
    result = CliRunner().invoke(main, [*command, "--yes"])
    assert result.exit_code == 0, result.output
    new = json.loads(result.stdout)["return_key"]
    assert new != old
    async with sitting(KEYED, path) as at:
        await typed(at, old)
        assert "not the return key" in wrong(at)
        await typed(at, new)
        assert at.page == "welcome_back"
        await at.press("enter")
        assert at.state.records == answers
    with Database.open(path) as db:
        kinds = [row["kind"] for row in db.rows("SELECT kind FROM event ORDER BY seq")]
    assert kinds.count("return_key_given") == 1


async def test_a_new_key_is_for_a_session_that_has_one(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    async with sitting(KEYED.replace("return_key = true", ""), path) as at:
        assert at.state.started is not None
    for code, message in (("P1", "one without"), ("P2", "found none")):
        result = CliRunner().invoke(main, ["return-key", code, "--yes", "--db", str(path)])
        assert result.exit_code == 2
        assert message in result.stderr


async def test_a_code_does_not_lead_into_a_session_that_a_link_began(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    with Database.open(path) as db:
        clock = ManualClock()
        found_or_begun(db, sample(KEYED), "P1", clock=clock, pools=lambda: POOLS, keyed=False)
    async with sitting(KEYED, path, code="") as at:
        await typed(at, "P1")
        assert isinstance(at.app.screen, CodeScreen)
        assert "only the link leads back" in wrong(at)
    result = CliRunner().invoke(main, ["return-key", "P1", "--yes", "--db", str(path)])
    assert result.exit_code == 2
    assert "a link use the link to come back" in result.stderr


@pytest.mark.slow
async def test_a_clock_set_back_does_not_reorder_sittings(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    study = TWICE.replace("after_hours = 24.0", "after_hours = 0.0")
    study = study.replace("[[sittings]]", "[codes]\nreturn_key = true\n[[sittings]]", 1)
    clock = ManualClock()
    async with sitting(study, path, clock=clock) as at:
        assert at.state.started is not None
        old = at.state.started.return_key
        await at.press("enter", "enter", "enter", "a", "enter", "a", "enter")
        assert at.page == "end"
    async with sitting(study, path, clock=clock) as at:
        await typed(at, old)
        assert at.state.started is not None
        assert at.state.started.sitting == 2
        await at.press("enter", "enter", "enter", "a", "enter")
    with Database.open(path) as db, db.atomic() as connection:
        # As if the first had begun under a clock a day ahead.
        connection.execute(
            "UPDATE session SET utc = '2030-01-02T00:00:00.000000+00:00' WHERE id ="
            " (SELECT id FROM session ORDER BY rowid LIMIT 1)"
        )
    result = CliRunner().invoke(main, ["return-key", "P1", "--yes", "--json", "--db", str(path)])
    new = json.loads(result.stdout)["return_key"]
    async with sitting(study, path, clock=clock) as at:
        await typed(at, old)
        assert "not the return key" in wrong(at)
        await typed(at, new)
        assert at.page == "welcome_back"


@pytest.mark.slow
async def test_a_further_sitting_asks_for_the_new_key(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    again = f'title = "Again"\n[codes]\nagain = "attempt"\nreturn_key = true\n{BLOCK}'
    async with sitting(again, path) as at:
        await at.press("enter", "enter", "enter", "a", "enter", "a", "enter")
        assert at.page == "end"
    result = CliRunner().invoke(main, ["return-key", "P1", "--yes", "--json", "--db", str(path)])
    new = json.loads(result.stdout)["return_key"]
    async with sitting(again, path) as at:
        await typed(at, new)
        assert at.state.started is not None
        assert (at.state.started.attempt, at.state.started.return_key) == (2, new)
