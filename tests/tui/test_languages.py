"""A participant chooses the language, and keeps it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sessions.record.clock import ManualClock
from sessions.record.results import versions
from sessions.storage.database import Database
from tests.tui.participant_session import sitting
from tui import i18n

STUDY = """
id = "two"
languages = ["en", "zh"]
title = { en = "Ferries", zh = "渡船" }
consent = { en = "Do you agree?", zh = "您同意吗？" }
[[blocks]]
source = "main"
number = 2
title = { en = "Questions", zh = "问题" }
"""


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    i18n.use("en")


@pytest.mark.slow
async def test_the_language_is_asked_first_and_kept_when_somebody_comes_back(
    tmp_path: Path,
) -> None:
    path = tmp_path / "one.db"
    async with sitting(STUDY, path) as at:
        assert at.page == "language"
        assert "中文" in at.screen_text()
        await at.press("2")
        assert at.page == "consent"
        assert "您同意吗？" in at.screen_text()
        assert "Do you agree?" not in at.screen_text()
        await at.press("y", "enter")
        assert "问题" in at.screen_text()
        await at.press("enter", "a")
        assert at.state.started is not None
        assert at.state.started.language == "zh"
    i18n.use("en")
    async with sitting(STUDY, path, code="") as at:
        await at.press("1")
        await at.press("P", "1", "enter")
        assert at.page == "welcome_back"
        await at.press("enter")
        assert i18n.language() == "zh"
        assert "渡船" in at.header()
        await at.press("enter", "a", "enter")
        assert at.page == "end"
    async with sitting(STUDY, path, code="P2") as at:
        await at.press("1")
        assert "Do you agree?" in at.screen_text()
        await at.press("y")
    with Database.open(path) as db:
        (version,) = versions(db)
        assert [
            session.state.started.language for session in version.sessions if session.state.started
        ] == [
            "zh",
            "en",
        ]
        assert [session.slot for session in version.sessions] == [0, 1]


@pytest.mark.parametrize("station", ["consent", "block"])
async def test_whoever_comes_back_with_the_code_given_is_not_asked_the_language_again(
    tmp_path: Path, station: str
) -> None:
    path = tmp_path / "one.db"
    async with sitting(STUDY, path, code="P1") as at:
        await at.press("2", *(("y", "enter") if station == "block" else ()))
    i18n.use("en")
    async with sitting(STUDY, path, code="P1") as at:
        assert at.page == ("consent" if station == "consent" else "welcome_back")
        assert i18n.language() == "zh"
        assert "渡船" in at.header()


@pytest.mark.slow
async def test_a_further_sitting_is_in_the_language_of_the_first(tmp_path: Path) -> None:
    path, clock = tmp_path / "one.db", ManualClock()
    again = """
[[sittings]]
after_hours = 24.0
[[blocks]]
source = "main"
number = 2
sitting = 2
"""
    async with sitting(STUDY + again, path, clock=clock) as at:
        await at.press("2", "y", "enter", "enter", "a", "enter", "a", "enter")
        assert at.page == "end"
    i18n.use("en")
    clock.advance(25 * 3600)
    async with sitting(STUDY + again, path, clock=clock) as at:
        assert at.state.started is not None
        assert at.state.started.sitting == 2
        assert at.state.started.language == "zh"
        assert i18n.language() == "zh"
        assert "渡船" in at.header()
    with Database.open(path) as db:
        (version,) = versions(db)
        assert len(version.sessions) == 2


async def test_an_invalid_code_is_refused_before_a_language_is_chosen(
    tmp_path: Path,
) -> None:
    codes = tmp_path / "codes.csv"
    codes.write_text("code\nP1\n")
    listed = STUDY.replace("[[blocks]]", f'[codes]\nwho = "list"\nfile = "{codes}"\n[[blocks]]')
    async with sitting(listed, tmp_path / "one.db", code="WRONG") as at:
        assert at.app.screen.name == "code"
        assert "This code is not known here." in at.screen_text()
    async with sitting(listed, tmp_path / "one.db", code="P1") as at:
        assert at.page == "language"
