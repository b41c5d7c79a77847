"""Participants who come when a study has all its answers are told so, and nothing is recorded."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from tests.tui.participant_session import sitting
from tui import i18n

STUDY = """
id = "small"
title = "Small"
language = "{language}"
consent = "Yes?"
contact = "lab@example.org"
[[blocks]]
source = "main"
answers_per_item = 1
{own}
"""
OWN = """
[end.full]
title = "No need"
text = "All is there."
code = "FULL-1"
address = "https://example.org/full"
"""


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    i18n.use("en")


def unbroken(text: str) -> str:
    """Wherever its lines end."""
    return "".join(text.split())


async def fill(path: Path, study: str) -> None:
    async with sitting(study, path, code="FIRST") as at:
        await at.press("y", "enter", "enter")
        for _question in range(7):
            await at.press("a", "enter")
        assert at.page == "end"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "words", "later"),
    [
        ("en", "Nobody else is needed", "you can try later"),
        ("zh", "不再需要更多人参加", "您可以稍后再试"),
    ],
)
@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_a_full_study_says_so_and_records_nothing(
    tmp_path: Path, language: str, words: str, later: str, size: tuple[int, int]
) -> None:
    path = tmp_path / "one.db"
    study = STUDY.format(language=language, own="")
    async with sitting(study, path, code="FIRST") as at:
        await at.press("y")
    async with sitting(study, path, code="TOO", size=size) as at:
        assert at.page == "no_place"
        assert unbroken(later) in unbroken(at.screen_text())
        assert "lab@example.org" in at.screen_text()
    await fill_rest(path, study)
    async with sitting(study, path, code="LATE", size=size) as at:
        assert at.page == "no_place"
        assert unbroken(words) in unbroken(at.screen_text())
        await at.press("enter")
    with Database.open(path) as db:
        assert [row["code"] for row in db.rows("SELECT code FROM session")] == ["FIRST"]


async def fill_rest(path: Path, study: str) -> None:
    async with sitting(study, path, code="FIRST") as at:
        assert at.page == "welcome_back"
        await at.press("enter", "enter", "enter")
        for _question in range(7):
            await at.press("a", "enter")
        assert at.page == "end"


@pytest.mark.slow
async def test_participants_sent_to_an_address_are_not_asked_to_return(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    own = '[end.full]\naddress = "https://example.org/full"'
    study = STUDY.format(language="en", own=own)
    async with sitting(study, path, code="FIRST") as at:
        await at.press("y")
    async with sitting(study, path, code="TOO") as at:
        text = unbroken(at.screen_text())
        assert unbroken("All places in this study are taken at the moment.") in text
        assert unbroken("try later") not in text
        assert "https://example.org/full" in text


async def test_participants_are_not_asked_to_return_if_no_place_becomes_free(
    tmp_path: Path,
) -> None:
    path = tmp_path / "one.db"
    study = STUDY.format(language="en", own="").replace(
        "[[blocks]]", '[slots]\nreclaim = ["declined"]\n[[blocks]]'
    )
    async with sitting(study, path, code="FIRST") as at:
        await at.press("y")
    async with sitting(study, path, code="TOO") as at:
        text = unbroken(at.screen_text())
        assert unbroken("All places in this study are taken at the moment.") in text
        assert unbroken("try later") not in text


@pytest.mark.slow
async def test_the_study_s_own_page_comes_with_its_code_and_address(tmp_path: Path) -> None:
    path, study = tmp_path / "one.db", STUDY.format(language="en", own=OWN)
    await fill(path, study)
    async with sitting(study, path, code="") as at:
        await at.press(*"LATE", "enter")
        for words in ("No need", "All is there.", "FULL-1", "https://example.org/full"):
            assert words in at.screen_text()
        await at.press("enter")
    assert at.app.parting_lines[0].endswith("FULL-1")
    assert at.app.parting_lines[-1] == "https://example.org/full"
    async with sitting(study, path, code="FIRST", clock=ManualClock()) as at:
        assert at.page == "end"
