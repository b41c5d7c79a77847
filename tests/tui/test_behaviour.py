"""Behaviour during answers, from a participant's keys to the export, the report and `watch`."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from textual.events import Paste

from items.answers import TextAnswer
from items.kinds.text import MAX_TEXT
from sessions.export.tidy_files import export
from sessions.record.clock import ManualClock
from sessions.record.event_log import SESSIONS
from sessions.report.accuracy_report import build_report
from sessions.storage.database import Database
from sessions.taking.watching import Watch
from study.course.events import Pasted, TextLeftOut
from tests.tui.participant_session import Sitting, sitting, to_kind
from tui.state.study_board import warnings

STUDY = """
title = "Watched"
[[exclude]]
rule = "noted"
event = "pasted"
[[blocks]]
source = "kinds"
order = "fixed"
breaks = false
"""
CHOICES = """
title = "Choices"
[[blocks]]
source = "main"
order = "fixed"
number = 3
"""


@pytest.mark.slow
async def test_idle_time_and_quick_answers_are_recorded_and_activity_is_not(tmp_path: Path) -> None:
    path, clock = tmp_path / "one.db", ManualClock()
    async with sitting(CHOICES, path, clock=clock) as at:
        for _minute in range(3):
            await at.wait(100)
        assert not at.state.asides, "nobody is idle over a page"
        await at.press("enter", "enter")
        at.app.tick()
        for _second in range(70):
            await at.wait(1)
        assert at.state.idle
        glimpse = Watch(path).look(datetime.fromisoformat(clock.utc()))[0].sessions[0]
        assert glimpse.status == "idle"
        await at.press("a")
        assert not at.state.idle
        assert at.state.idle_ns == 70 * 10**9
        await at.press("enter")
        await at.wait(1)
        await at.press("a", "enter")
        await at.wait(4)
        await at.press("a", "enter")
        assert at.page == "end"
        assert at.state.asides == {"idle_began": 1, "idle_over": 1, "answered_quickly": 1}


@pytest.mark.slow
async def test_pasted_and_instantly_typed_text_is_in_every_table(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    async with sitting(STUDY, path) as at:
        await at.press("enter", "enter")
        await to_kind(at, "text")
        await at.press(*"by hand")
        assert not {"pasted", "typed_at_once"} & at.state.asides.keys()
        at.app.post_message(Paste("from elsewhere"))
        await at.pilot.pause()
        screen = at.item
        from textual.events import Key

        for character in "It follows from the second premise.":
            screen.post_message(Key(character, character))
            at.app.pressed(Key(character, character))
        await at.pilot.pause()
        await at.wait(1)
        assert at.state.asides["pasted"] == 1
        assert at.state.asides["typed_at_once"] == 1
    with Database.open(path) as db:
        export(db, tmp_path / "out")
        report = build_report(db, full=True)
    row = json.loads((tmp_path / "out/sessions.jsonl").read_text(encoding="utf-8"))
    assert (row["pastes"], row["typed_at_once"], row["excluded"]) == (1, 1, "noted")
    (table,) = [entry for entry in report.tables if entry.name.endswith("behaviour")]
    signs = {str(line[0]): line[1] for line in table.rows}
    assert signs["pasted text"] == 1
    assert signs["text entered all at once"] == 1
    glance = Watch(path).look(datetime.now(UTC))[0]
    assert glance.sessions[0].noted["pasted"] == 1
    assert any("answered implausibly quickly, 3 times or more" in w for w in warnings(glance))


@pytest.mark.slow
async def test_what_does_not_fit_into_a_text_is_reported_and_recorded(tmp_path: Path) -> None:
    path = tmp_path / "one.db"

    async def paste(at: Sitting, text: str) -> str:
        at.app.post_message(Paste(text))
        await at.pilot.pause()
        return at.message()

    async def stored(at: Sitting) -> None:
        """A second passes, after which typed text is stored."""
        for _moment in range(10):
            await at.wait(0.2)

    async with sitting(STUDY, path) as at:
        await at.press("enter", "enter")
        await to_kind(at, "text")
        await at.press("A")
        assert await paste(at, "b" * (MAX_TEXT + 1_234)) == (
            "Full at 20,000 characters; the last 1,235 were left out."
        )
        assert "the last 1,235 were left out." in at.screen_text()
        await stored(at)
        (draft,) = at.drafts().values()
        assert draft == TextAnswer(text="A" + "b" * (MAX_TEXT - 1))
        assert "1,235" in at.message(), "it stands until the next key"
        await at.press("c", "d")
        assert "the last one was left out" in at.message()
        await stored(at)
        assert "the last 500 were" in await paste(at, "e" * 500), "and nothing goes in"
        await at.press("backspace")
        assert at.message() == ""
        assert "the last one was" in await paste(at, "\rf")
        await at.press("enter", "home")
        await stored(at)
        (draft,) = at.drafts().values()
        assert draft == TextAnswer(text="A" + "b" * (MAX_TEXT - 2) + "\n")
    with Database.open(path) as db:
        (row,) = db.rows("SELECT id FROM session")
        events = [stamped.event for stamped in SESSIONS.read(db, row["id"])]
    # Keys of one second make one event, or two where a second ends between them.
    first, *further = [e.characters for e in events if isinstance(e, TextLeftOut)]
    assert (first, sum(further)) == (1_235, 2 + 1 + 1)
    pastes = [(e.characters, e.taken) for e in events if isinstance(e, Pasted)]
    assert pastes == [(MAX_TEXT + 1_234, True), (500, False), (2, True)]
