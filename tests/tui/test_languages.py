"""A participant chooses the language, and keeps it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sessions.database import Database
from sessions.results import versions
from tests.tui.sitting import sitting
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
    async with sitting(STUDY, path) as at:
        await at.press("1")
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
