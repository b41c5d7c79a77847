"""Stations besides the main blocks, on the screen: forms, texts, breaks, practice."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from textual.events import Key, Paste
from textual.message import Message

from sessions.storage.database import DamagedError
from study.stations.form import entries_of
from study.stations.form_fields import Entry
from tests.effort import rng
from tests.tui.at_rest import wait_until
from tests.tui.participant_session import Sitting, sitting
from tui.screens.participant.form import FormScreen
from tui.screens.participant.page import PageScreen
from tui.widgets.prose import Prose

STUDY = """
title = "Forms"
consent = "Yes?"
[[blocks]]
station = "form"
id = "person"
title = "About you"
text = "A few words about you."
[[blocks.fields]]
id = "age"
kind = "number"
ask = "How old are you?"
least = 18
most = 110
[[blocks.fields]]
id = "field"
kind = "choice"
ask = "What do you study?"
options = ["Logic", "Something else"]
decline = true
[[blocks.fields]]
id = "languages"
kind = "several"
ask = "Which languages do you speak?"
options = ["English", "中文", "Other"]
[[blocks.fields]]
id = "effort"
kind = "scale"
ask = "How hard do you mean to try?"
points = 7
low = "not at all"
high = "very hard"
[[blocks.fields]]
id = "remark"
kind = "text"
ask = "Anything else?"
required = false

[[blocks]]
station = "practice"
source = "main"
number = 1
order = "fixed"
rotate = false

[[blocks]]
station = "break"

[[blocks]]
source = "main"
number = 1
order = "fixed"
rotate = false

[[blocks]]
station = "text"
id = "debrief"
title = "What this was about"
text = "Thank you. We wanted to know how people reason."
"""


def form(at: Sitting) -> FormScreen:
    assert isinstance(at.app.screen, FormScreen), at.app.screen
    return at.app.screen


def message_text(at: Sitting) -> str:
    return form(at).query_one("#message", Prose).text


async def to_form(at: Sitting) -> None:
    await at.press("y")
    await at.press("enter")


@pytest.mark.slow
async def test_a_form_is_filled_in_and_the_study_continues_to_the_end() -> None:
    async with sitting(STUDY, size=(80, 40)) as at:
        await to_form(at)
        screen = at.screen_text()
        for text in ("About you", "A few words", "1. How old", "5. Anything else? (optional)"):
            assert text in screen
        await at.press("enter")
        assert message_text(at) == "This question is still open."
        await at.press("1", "7", "enter")
        assert message_text(at) == "A number from 18 to 110 is needed."
        assert entries_of(at.state, "person") == {}
        await at.press("backspace", "9", "enter")
        await at.press("b", "enter", "a", "b", "enter", "6")
        await at.press("tab", "h", "i", "backspace", "o", "enter")
        assert entries_of(at.state, "person") == {
            "age": Entry(value=19),
            "field": Entry(value="Something else"),
            "languages": Entry(value=("English", "中文")),
            "effort": Entry(value=6),
            "remark": Entry(value="ho"),
        }
        assert at.page == "block_intro"
        await at.press("enter")
        await at.press("b", "enter")
        assert at.page == "feedback"
        screen = at.screen_text()
        assert "That is not right." in screen
        assert "● A  option 0" in screen
        await at.press("enter")
        assert at.page == "break"
        await at.press("enter")
        await at.press("enter")
        await at.press("a", "enter")
        assert at.page == "text"
        assert "how people reason" in at.screen_text()
        await at.press("enter")
        assert at.state.phase == "completed"


@pytest.mark.slow
async def test_preferring_not_to_say_completes_the_question() -> None:
    async with sitting(STUDY) as at:
        await to_form(at)
        await at.press("2", "0", "tab", "down", "down", "down")
        assert entries_of(at.state, "person")["field"] == Entry(declined=True)
        await at.press("up")
        assert entries_of(at.state, "person")["field"] == Entry(value="Something else")


@pytest.mark.slow
async def test_a_form_is_restored_after_the_program_was_closed(tmp_path: object) -> None:
    path = f"{tmp_path}/record.db"
    async with sitting(STUDY, path) as at:
        await to_form(at)
        await at.press("4", "2", "enter", "a")
    async with sitting(STUDY, path) as at:
        assert at.page == "welcome_back"
        await at.press("enter")
        view = form(at).view
        assert view.drafts[0].entry() == Entry(value=42)
        assert view.drafts[1].entry() == Entry(value="Logic")
        assert view.place == 2


@pytest.mark.slow
async def test_unstored_input_is_stored_before_the_form_is_submitted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sessions.storage.database.SCREEN_WAITS", (0.05, 0.05))
    path = tmp_path / "record.db"
    async with sitting(STUDY, path) as at:
        await to_form(at)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await at.press("4", "2", "enter")
            await at.press("a", "tab", "a", "enter", "6", "enter", "enter")
            assert message_text(at).startswith("Not yet saved")
            assert entries_of(at.state, "person") == {}
            other.execute("ROLLBACK")
        for _ in range(5):
            await at.wait(0.25)
        assert entries_of(at.state, "person")["effort"] == Entry(value=6), "without a further key"
        assert message_text(at) == ""
        await at.press("enter")
        entries = entries_of(at.state, "person")
        assert entries["age"] == Entry(value=42)
        assert entries["effort"] == Entry(value=6)
        assert at.page == "block_intro"


@pytest.mark.slow
async def test_noise_in_the_file_ends_the_session_and_shows_what_was_filled_in(
    tmp_path: Path,
) -> None:
    path = tmp_path / "one.db"
    async with sitting(STUDY, path) as at:
        await to_form(at)
        await at.press("4", "2", "enter", "a", "enter", "a")
        for name in (Path(f"{path}-wal"), path):
            noise = rng().randbytes(name.stat().st_size)
            with name.open("r+b") as file:
                file.write(noise)
        await at.press("b")
        assert at.page == "trouble"
        screen_text = " ".join(at.screen_text().split())
        assert "Please call the person who runs the study now" in screen_text
        copied_answers = screen_text.replace("▌ ", "").split("Copy it down:")[1]
        assert "3. Which languages do you speak? English 中文" in copied_answers, "the last key too"
        trouble = at.app.screen
        assert isinstance(trouble, PageScreen)
        await wait_until(at.pilot, lambda: Message().time >= trouble.shown_at)
        await at.press("pagedown")
        copied_answers = (
            " ".join(at.screen_text().split()).replace("▌ ", "").split("Please show")[0]
        )
        assert "1. How old are you? 42" in copied_answers
        assert "2. What do you study? Logic" in copied_answers
        assert "4. " not in copied_answers, "nothing was put in there"
        await at.press("enter")
    assert isinstance(at.app.failure, DamagedError)
    assert path.read_bytes() == noise, "nothing is written over it"


@pytest.mark.slow
async def test_a_key_changes_no_field_that_is_not_on_the_screen() -> None:
    many = ", ".join(f'"Language {n}"' for n in range(12))
    study = STUDY.replace('"English", "中文", "Other"', many)
    async with sitting(study, size=(80, 24)) as at:
        await to_form(at)
        await at.press("1", "9", "enter", "b")
        before = entries_of(at.state, "person")
        assert before["field"] == Entry(value="Something else")
        assert "question 2" in at.footer()
        for key in ("a", "down"):
            # As the wheel of a mouse does, which leaves the focus where it is.
            at.app.screen.query_one("#answer").scroll_end(animate=False, immediate=True)
            await at.press()
            assert "What do you study?" not in at.screen_text()
            await at.press(key)
            assert entries_of(at.state, "person") == before
            assert "What do you study?" in at.screen_text()
            assert "question 2" in message_text(at)
        await at.press("a")
        assert entries_of(at.state, "person")["field"] == Entry(value="Logic")
        assert message_text(at) == ""


@pytest.mark.slow
async def test_the_footer_of_a_narrow_form_names_the_question_and_enter() -> None:
    study = STUDY.replace("most = 110", "most = 110\ndecline = true")
    async with sitting(study, size=(80, 24)) as at:
        await to_form(at)
        for hint in ("0–9 question 1", "Enter next", "↓ prefer not to say", "Tab other", "F1 help"):
            assert hint in at.footer()


@pytest.mark.slow
async def test_scrolling_a_page_moves_the_focus() -> None:
    many = ", ".join(f'"Language {n}"' for n in range(12))
    study = STUDY.replace('"English", "中文", "Other"', many)
    async with sitting(study, size=(80, 24)) as at:
        await to_form(at)
        assert "question 1" in at.footer()
        places: list[int] = []
        for key in ("pagedown", "pageup"):
            for _ in range(6):
                await at.press(key)
                screen = at.app.screen
                assert isinstance(screen, FormScreen)
                places.append(screen.view.place)
                assert screen.in_view(screen.control(screen.view.place))
                assert screen.focused is screen.control(screen.view.place)
                assert f"question {screen.view.place + 1}" in at.footer()
        assert max(places) >= 2
        assert places[-1] < 2
        await at.press("1", "b")
        (field,) = entries_of(at.state, "person")
        assert field == ("age", "field")[places[-1]]


PASTED = """
title = "Pasted"
consent = "Yes?"
[[blocks]]
station = "form"
id = "person"
title = "About you"
[[blocks.fields]]
id = "remark"
kind = "text"
ask = "Say something."
most = 30
decline = true
[[blocks.fields]]
id = "age"
kind = "number"
ask = "How old are you?"
least = 18
most = 99
[[blocks.fields]]
id = "which"
kind = "several"
ask = "Which?"
options = ["alpha", "beta"]
[[blocks.fields]]
id = "effort"
kind = "scale"
ask = "How hard?"
points = 7
[[blocks]]
source = "main"
number = 1
"""


async def paste(at: Sitting, text: str) -> None:
    at.app.post_message(Paste(text))
    await at.pilot.pause()


def pastes(path: Path) -> list[tuple[int, bool]]:
    sql = "SELECT payload FROM event WHERE kind = 'pasted' ORDER BY seq"
    with closing(sqlite3.connect(path)) as db:
        rows = [json.loads(row[0]) for row in db.execute(sql)]
    return [(row["characters"], row["taken"]) for row in rows]


async def test_pasted_text_goes_into_a_field_or_is_refused_with_a_message(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    async with sitting(PASTED, path, size=(80, 40)) as at:
        await to_form(at)
        await paste(at, "one\rtwo\x1b")
        assert entries_of(at.state, "person")["remark"] == Entry(value="one two")
        await paste(at, "x" * 40)
        assert "its end was cut off" in message_text(at)
        assert entries_of(at.state, "person")["remark"] == Entry(value="one two" + "x" * 23)
        await paste(at, "more")
        assert message_text(at) == "No more fits."
        await at.press("tab")
        await paste(at, "forty")
        assert "not a number" in message_text(at)
        await paste(at, " ４2\r")
        assert entries_of(at.state, "person")["age"] == Entry(value=42)
        await at.press("tab")
        await paste(at, "alpha")
        assert message_text(at) == "Nothing can be pasted here. Please type your answer."
        at.app.CLIPBOARD = False  # type: ignore[misc]
        await at.press("shift+tab", "delete")
        await paste(at, "42")
        assert message_text(at) == "Nothing can be pasted here. Please type your answer."
        assert "age" not in entries_of(at.state, "person")
    expected = [(8, True), (40, True), (4, False), (5, False), (4, True), (5, False), (2, False)]
    assert pastes(path) == expected


async def test_text_pasted_outside_a_field_is_recorded_as_not_taken(
    tmp_path: Path,
) -> None:
    path = tmp_path / "one.db"
    async with sitting("title = 'One'\n[[blocks]]\nsource = 'main'\nnumber = 1", path) as at:
        await at.press("enter", "enter")
        await paste(at, "abc")
        assert at.message() == "Nothing can be pasted here. Please type your answer."
        assert not at.state.drafts
    assert pastes(path) == [(3, False)]


async def test_full_width_keys_work_in_forms_and_stay_in_texts() -> None:
    async with sitting(PASTED, size=(80, 40)) as at:
        await to_form(at)
        await at.press("Ａ", "９", "tab", "９", "９", "tab", "Ａ", "tab", "７")
        assert entries_of(at.state, "person") == {
            "remark": Entry(value="Ａ９"),
            "age": Entry(value=99),
            "which": Entry(value=("alpha",)),
            "effort": Entry(value=7),
        }


async def test_text_typed_at_once_into_a_field_is_recorded() -> None:
    async with sitting(PASTED, size=(80, 40)) as at:
        await to_form(at)
        keys = [Key(character, character) for character in "It follows from the second."]
        for key in keys:
            key.time = keys[-1].time
            at.app.post_message(key)
        await wait_until(at.pilot, lambda: "second." in at.screen_text())
        for _turn in range(20):
            await at.wait(1)
            if "typed_at_once" in at.state.asides:
                break
        assert at.state.asides["typed_at_once"] == 1
