"""The item screen, played by keys and mouse: what is stored, the effect of Enter, the messages."""

from pathlib import Path

import pytest
from textual.geometry import Region

from items.answers import (
    ChoiceAnswer,
    CountAnswer,
    ModelsAnswer,
    SetAnswer,
    TextAnswer,
)
from sessions.record.clock import ManualClock
from sessions.record.event_log import SESSIONS
from sessions.storage.database import DamagedError, Database
from tests.effort import rng
from tests.tui.participant_session import CHOICES, KINDS, sitting, to_kind
from tui.screens.participant.page import PageScreen
from tui.widgets.control import Control
from tui.windows import screen

WITH, WITHOUT = KINDS.format(confidence="true"), KINDS.format(confidence="false")


@pytest.mark.slow
async def test_letter_digit_and_enter_answer_a_question() -> None:
    async with sitting(CHOICES) as at:
        await at.begin()
        await at.press("b")
        assert at.drafts() == {"q": ChoiceAnswer(option=1)}
        assert "Enter go on" in at.footer()
        await at.press("4")
        assert at.state.confidence == 4
        assert "Enter confirm B" in at.footer()
        await at.press("enter")
        assert at.state.position == 1
        assert at.state.records[0].answers == {"q": ChoiceAnswer(option=1)}


async def test_enter_says_what_is_missing_and_never_confirms_it() -> None:
    async with sitting(CHOICES) as at:
        await at.begin()
        assert "Enter" not in at.footer()
        await at.press("enter")
        assert at.message() == "Choose an answer first."
        await at.press("c", "enter", "enter")
        assert at.message() == "Enter how sure you are: a number from 1 to 5."
        assert at.state.position == 0
        await at.press("2", "enter")
        assert at.state.position == 1


@pytest.mark.slow
async def test_an_answer_can_be_changed_until_it_is_confirmed() -> None:
    async with sitting(CHOICES) as at:
        await at.begin()
        await at.press("a", "down", "down", "n", "5")
        assert at.state.changes == 4
        assert at.drafts() == {"q": ChoiceAnswer(option=None)}
        await at.press("enter", "b")
        assert at.state.records[0].answers == {"q": ChoiceAnswer(option=None)}


async def test_letters_still_answer_on_the_confidence_row() -> None:
    async with sitting(CHOICES) as at:
        await at.begin()
        await at.press("a", "enter", "d", "3", "enter")
        assert at.state.records[0].answers == {"q": ChoiceAnswer(option=3)}
        assert at.state.records[0].confidence == 3


@pytest.mark.slow
async def test_digits_belong_to_the_number_first_and_to_confidence_after_enter() -> None:
    async with sitting(WITH) as at:
        await at.begin()
        await to_kind(at, "count_models")
        place = at.state.position
        await at.press("1", "2")
        assert at.drafts() == {"count": CountAnswer(count=12)}
        assert at.state.confidence is None
        await at.press("enter", "5")
        assert at.drafts() == {"count": CountAnswer(count=12)}
        assert at.state.confidence == 5
        await at.press("enter")
        assert at.state.position == place + 1


@pytest.mark.slow
async def test_a_table_of_worlds_stores_rows_and_refuses_duplicates() -> None:
    async with sitting(WITHOUT) as at:
        await at.begin()
        await to_kind(at, "enumerate_models")
        await at.press("plus", "a", "plus", "a")
        assert "same" in at.message()
        place = at.state.position
        await at.press("enter")
        assert "same" in at.message()
        assert at.state.position == place
        await at.press("b", "enter")
        assert at.state.position == place + 1
        worlds = ModelsAnswer(models=frozenset({frozenset("A"), frozenset("AB")}))
        assert at.state.records[place].answers == {"worlds": worlds}


@pytest.mark.slow
async def test_an_emptied_set_is_stored_as_no_answer() -> None:
    async with sitting(WITHOUT) as at:
        await at.begin()
        await to_kind(at, "projection")
        await at.press("a")
        assert at.drafts() == {"projection": SetAnswer(members=frozenset("A"))}
        await at.press("a")
        assert at.drafts() == {}
        await at.press("n")
        assert at.drafts() == {"projection": SetAnswer(members=frozenset())}


@pytest.mark.slow
@pytest.mark.parametrize("study", [WITH, WITHOUT], ids=["sure", "not asked"])
async def test_a_text_has_line_ends_and_a_way_on(study: str) -> None:
    async with sitting(study) as at:
        await at.begin()
        await to_kind(at, "text")
        place = at.state.position
        await at.press("a", "enter", "1")
        assert at.state.position == place
        await at.press("tab")
        if at.item.view.confidence is not None:
            await at.press("2")
        assert "Enter confirm" in at.footer()
        await at.press("enter")
        assert at.state.records[place].answers == {"text": TextAnswer(text="a\n1")}


@pytest.mark.slow
@pytest.mark.parametrize("limit", ["seconds_per_question", "seconds_per_block"])
async def test_text_written_before_the_timeout_is_stored(limit: str) -> None:
    """Texts are stored each second, and text written since then was missing from the answer at a
    timeout."""
    study = KINDS.format(confidence="false") + f"{limit} = 60\n"
    async with sitting(study) as at:
        await at.begin()
        await to_kind(at, "text")
        await at.wait(58.5)
        await at.press("a", "b")
        await at.wait(0.9)
        await at.press("c", "d")
        place = at.state.position
        await at.wait(1.2)
        record = at.state.records[place]
        assert record.outcome == "timed_out"
        assert record.answers == {"text": TextAnswer(text="abcd")}


@pytest.mark.slow
async def test_a_text_is_stored_while_it_is_written() -> None:
    async with sitting(WITHOUT) as at:
        await at.begin()
        await to_kind(at, "text")
        await at.press("a", "b")
        for _moment in range(4):
            await at.wait(0.3)
        assert at.drafts() == {"text": TextAnswer(text="ab")}


@pytest.mark.slow
async def test_noise_in_the_file_ends_the_session_and_shows_what_was_written(
    tmp_path: Path,
) -> None:
    path = tmp_path / "one.db"
    async with sitting(WITHOUT, path) as at:
        await at.begin()
        await to_kind(at, "text")
        await at.press("a", "b")
        for name in (Path(f"{path}-wal"), path):
            noise = rng().randbytes(name.stat().st_size)
            with name.open("r+b") as file:
                file.write(noise)
        for _moment in range(60):
            await at.wait(0.3)
            if isinstance(at.app.screen, PageScreen):
                break
        assert at.page == "trouble"
        screen_text = " ".join(at.screen_text().split())
        assert "do not start again" in screen_text
        assert "What you answered last may not be saved" in screen_text
        assert "ab" in screen_text.split("Copy it down:")[1].split("Please show")[0]
        await at.press("enter")
    assert isinstance(at.app.failure, DamagedError)
    assert path.read_bytes() == noise, "nothing is written over it"


@pytest.mark.slow
async def test_noise_in_the_file_shows_the_option_that_was_marked(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    async with sitting(CHOICES, path) as at:
        await at.begin()
        await at.press("b")
        marked = next(line for line in at.screen_text().splitlines() if "● B" in line)
        for name in (Path(f"{path}-wal"), path):
            with name.open("r+b") as file:
                file.write(rng().randbytes(name.stat().st_size))
        await at.press("4")
        assert at.page == "trouble"
        copied_answer = at.screen_text().split("Copy it down:")[1].split("Please show")[0]
        assert marked.split("●")[1].split()[:3] == copied_answer.split("●")[1].split()[:3]
    assert isinstance(at.app.failure, DamagedError)


@pytest.mark.slow
async def test_parts_are_below_each_other_and_all_are_required() -> None:
    async with sitting(WITHOUT, size=(80, 24)) as at:
        await at.begin()
        while len(at.item.view.parts) == 1:
            await to_kind(at, at.item.view.parts[0].kind or "")
            from tests.bots.player import answer, by_gold

            await answer(at.pilot, at.item, by_gold)
            await at.press("enter")
        place = at.state.position
        text = at.screen_text()
        assert "1. Is it possible?" in text
        assert "2. Must it be so?" in text
        await at.press("y")
        assert "Enter next part" in at.footer()
        await at.press("enter", "n")
        assert "Enter confirm" in at.footer()
        await at.press("tab", "shift+tab", "enter")
        assert len(at.state.records) == place + 1


@pytest.mark.slow
async def test_the_mouse_answers_rates_and_confirms() -> None:
    async with sitting(CHOICES) as at:
        await at.begin()
        lines = at.screen_text().splitlines()

        async def click(text: str, line: str = "") -> None:
            screen_lines = at.screen_text().splitlines()
            y = next(n for n, message in enumerate(screen_lines) if (line or text) in message)
            await at.pilot.click(offset=(screen_lines[y].index(text) + 1, y))
            await at.pilot.pause()

        assert any("option 2" in line for line in lines)
        await click("option 2")
        assert at.drafts() == {"q": ChoiceAnswer(option=2)}
        await click(" 3 ", "How sure")
        assert at.state.confidence == 3
        await click("Enter confirm")
        assert at.state.position == 1


async def test_a_timeout_warns_and_moves_on_with_the_current_answer() -> None:
    async with sitting(CHOICES) as at:
        await at.begin()
        assert "01:00 left" in at.header()
        await at.press("c")
        await at.wait(31)
        assert "! ◷ 00:29 left" in at.header()
        assert at.message() == "29 seconds left."
        await at.wait(6)
        assert at.message() == "", "the number would be wrong"
        await at.wait(14)
        assert "!! ◷ 00:09 left !!" in at.header()
        await at.wait(9.5)
        assert at.state.position == 1
        assert at.state.records[0].outcome == "timed_out"
        assert at.state.records[0].answers == {"q": ChoiceAnswer(option=2)}
        message = "Time was up. Your answer was not confirmed, so it does not count."
        assert at.message() == message
        await at.press("a", "enter")
        assert at.drafts() == {}, "a key that was on its way is not meant for this question"
        assert at.message() == message
        at.item.shown_at = 0
        await at.press("a")
        assert at.drafts() == {"q": ChoiceAnswer(option=0)}
        assert at.message() == ""


async def test_another_option_paints_the_lines_that_change_and_no_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    painted: list[tuple[Region, ...]] = []

    def set_dirty(control: Control, *regions: Region) -> None:
        painted.append(regions)

    async with sitting(CHOICES) as at:
        await at.begin()
        await at.press("a")
        control = at.app.screen.query_one("#control-0", Control)
        lines = control.lines(control.content_size.width)
        options = [y for y, line in enumerate(lines) if line.text[2:3] in ("A", "C")]
        with monkeypatch.context() as patch:
            patch.setattr(Control, "_set_dirty", set_dirty)
            await at.press("c")
        cells = control.content_size.width
        assert painted == [tuple(Region(0, y, cells, 1) for y in options)]
        assert at.drafts() == {"q": ChoiceAnswer(option=2)}


@pytest.mark.slow
async def test_full_width_keys_answer_too() -> None:
    async with sitting(CHOICES) as at:
        await at.pilot.pause()
        await at.press("ｙ", "enter", "enter")
        await at.press("ｂ", "４")
        assert at.drafts() == {"q": ChoiceAnswer(option=1)}
        assert at.state.confidence == 4


@pytest.mark.slow
async def test_the_rules_of_a_part_are_shown_again_by_the_help_key() -> None:
    study = CHOICES.replace("[[blocks]]", '[[blocks]]\ninstructions = "¬A means: not A."')
    async with sitting(study) as at:
        await at.begin()
        assert "¬A means" not in at.screen_text()
        await at.press("f1")
        assert "Rules of this part" in at.screen_text()
        assert "¬A means: not A." in at.screen_text()
        await at.press("escape")
        assert "¬A means" not in at.screen_text()


@pytest.mark.slow
async def test_an_absent_participant_loses_only_one_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(screen, "MOMENT", 1e6)
    async with sitting(CHOICES) as at:
        await at.begin()
        await at.wait(61)
        assert at.page == "paused"
        assert "Time was up" in at.screen_text()
        assert "About main" not in at.screen_text()
        await at.press("enter")
        assert at.page == "paused", "a key that was on its way does not go on"
        page = at.app.screen
        assert isinstance(page, PageScreen)
        page.shown_at = float("inf")
        await at.press("enter")
        assert page.shown_at < float("inf"), "the moment begins anew for somebody who types on"
        await at.wait(5_000)
        assert at.state.position == 1
        assert [record.outcome for record in at.state.records] == ["timed_out"]
        page.shown_at = 0
        await at.press("enter")
        assert "Item 2 of 4" in at.header()
        assert "01:00 left" in at.header()


@pytest.mark.slow
async def test_a_page_waits_after_every_timeout_if_the_study_says_so() -> None:
    async with sitting(CHOICES.replace("[[blocks]]", 'after_timeout = "page"\n[[blocks]]')) as at:
        await at.begin()
        await at.press("c")
        await at.wait(61)
        assert at.page == "paused"
        assert "does not count" in at.screen_text()


@pytest.mark.slow
async def test_the_current_answer_counts_at_a_timeout_if_the_study_says_so() -> None:
    study = CHOICES.replace("[[blocks]]", 'on_timeout = "submit"\n[[blocks]]')
    async with sitting(study) as at:
        await at.pilot.pause()
        await at.press("y")
        assert "your answer counts as it stands" in " ".join(at.screen_text().split())
        await at.press("enter", "enter", "c")
        await at.wait(55)
        assert at.message().endswith("Your answer counts as it stands.")
        await at.wait(6)
        assert at.message() == "Time was up. The answer you had entered counts."
        (record,) = at.state.records
        assert (record.outcome, record.final) == ("timed_out", {"q": ChoiceAnswer(option=2)})


@pytest.mark.slow
async def test_a_break_hides_the_text_and_stops_the_clock() -> None:
    async with sitting(CHOICES) as at:
        await at.begin()
        await at.press("a")
        await at.wait(10)
        await at.press("f6")
        assert at.page == "break"
        assert "About main" not in at.screen_text()
        await at.wait(500)
        await at.press("enter")
        assert "00:50 left" in at.header()
        assert at.drafts() == {"q": ChoiceAnswer(option=0)}


async def test_there_is_no_break_unless_the_study_allows_one() -> None:
    async with sitting(WITHOUT) as at:
        await at.begin()
        assert "F6" not in at.footer()
        await at.press("f6")
        assert at.message() == "There are no breaks in this part."


@pytest.mark.slow
async def test_help_lists_the_keys_and_time_out_closes_it() -> None:
    async with sitting(CHOICES) as at:
        await at.begin()
        await at.press("a")
        await at.press("f1")
        text = at.screen_text()
        for message in ("Keys of this screen", "A–D N", "F6", "Ctrl+Q", "PgDn"):
            assert message in text
        await at.wait(61)
        assert at.item.view.step.index == 1


@pytest.mark.slow
async def test_too_small_a_terminal_says_so_and_takes_no_answers() -> None:
    async with sitting(CHOICES) as at:
        await at.begin()
        await at.wait(10)
        await at.pilot.resize_terminal(59, 20)
        await at.pilot.pause()
        await at.pilot.pause()
        assert "60×20 or 42×30" in " ".join(at.screen_text().split())
        assert "option" not in at.screen_text()
        await at.press("a")
        assert at.drafts() == {}
        await at.wait(500)
        await at.pilot.resize_terminal(60, 20)
        await at.pilot.pause()
        await at.pilot.pause()
        assert at.page == "paused"
        assert "option" not in at.screen_text()
        await at.press("enter")
        assert "00:50 left" in at.header(), "the clock stood still"
        for message in ("A  option 0", "D  option 3", "N  None of these", "How sure"):
            assert message in at.screen_text()
        await at.press("b")
        assert at.drafts() == {"q": ChoiceAnswer(option=1)}


@pytest.mark.slow
async def test_a_long_text_scrolls_and_the_options_stay() -> None:
    from items.models import Item
    from study.course.state import SessionState
    from tui.screens.participant.item import ItemScreen
    from tui.state.question_view import QuestionView

    async with sitting(CHOICES) as at:
        await at.begin()
        flow = at.app.flow
        assert flow is not None
        state: SessionState = at.state
        old = at.item.view
        long = old.item.model_copy(update={"text": "A goat sleeps on the roof. " * 120})
        assert isinstance(long, Item)
        view = QuestionView(state.plan, old.step, long, "Choices")
        at.app.show(ItemScreen(view, flow))
        await at.pilot.pause()
        await at.pilot.pause()
        text = at.screen_text()
        for message in ("A  option 0", "D  option 3", "N  None of these", "How sure", "PgDn"):
            assert message in text, text
        await at.press("pagedown")
        assert at.item.query_one("#reading").scroll_offset.y > 0


@pytest.mark.slow
async def test_a_timeout_is_reported_also_if_the_next_question_has_little_time() -> None:
    study = CHOICES.replace("= 60", "= 25").replace("[[blocks]]", "pause_after = 0\n[[blocks]]")
    async with sitting(study) as at:
        await at.begin()
        await at.wait(1)
        assert "seconds left" in at.message()
        await at.wait(24)
        assert at.state.position == 1
        await at.wait(1)
        assert at.message() == "Time was up. You had not answered the question."
        await at.wait(18)
        assert at.message() == "Only 6 seconds left. Confirm your answer with Enter."
        await at.wait(5)
        assert at.message() == "Confirm your answer with Enter."


@pytest.mark.slow
async def test_a_break_does_not_mention_an_earlier_question(tmp_path: Path) -> None:
    async with sitting(CHOICES, tmp_path / "one.db") as at:
        await at.begin()
        await at.press("c")
        await at.wait(61)
        assert at.message().startswith("Time was up.")
        await at.wait(50)
        at.item.shown_at = 0
        await at.press("f6")
        assert at.page == "break"
        assert "Time was up" not in at.screen_text()


@pytest.mark.slow
async def test_a_question_is_seen_from_its_beginning_and_the_page_keys_reach_its_end() -> None:
    from items.models import Choice, Item, Question
    from tui.screens.participant.item import ItemScreen
    from tui.state.question_view import QuestionView

    vocabulary = tuple(Choice(key=name, label=f"what {name} says") for name in "ABCDEFGHIJKLMOP")
    question = Question(id="q", text="Which?", kind="enumerate_models", vocabulary=vocabulary)
    for text in ("A goat.", "A goat sleeps on the roof. " * 120):
        async with sitting(CHOICES) as at:
            await at.begin()
            flow = at.app.flow
            assert flow is not None
            item = Item(id="i", text=text, questions=(question,))
            at.app.show(ItemScreen(QuestionView(at.state.plan, at.item.view.step, item, "T"), flow))
            await at.pilot.pause()
            await at.pilot.pause()
            screen_text = at.screen_text()
            assert "Which?" in screen_text
            assert "add a row" not in screen_text.rpartition("─")[0].rpartition("─")[0]
            assert "▼ more: PgDn" in screen_text
            for _ in range(16):
                await at.press("pagedown")
            assert "what P says" in at.screen_text()
            for _ in range(16):
                await at.press("pageup")
            assert at.screen_text() == screen_text


async def test_markup_and_control_sequences_are_only_text() -> None:
    from tests.study.samples import POOLS
    from tui.screens.participant.item import ItemScreen
    from tui.state.question_view import QuestionView

    async with sitting(CHOICES) as at:
        await at.begin()
        flow = at.app.flow
        assert flow is not None
        old = at.item.view
        item = POOLS["main"][0].model_copy(
            update={"text": "[red]one[/red] [@click=app.exit]two[/] \x1b[2Jthree\x1b]0;x\x07"}
        )
        at.app.show(ItemScreen(QuestionView(at.state.plan, old.step, item, "[b]T[/b]"), flow))
        await at.pilot.pause()
        await at.pilot.pause()
        text = at.screen_text()
        assert "[red]one[/red] [@click=app.exit]two[/] ⟨U+001B⟩[2Jthree" in text
        assert "[b]T[/b]" in text
        assert "\x1b" not in text


async def test_a_trial_run_is_marked_on_every_screen(tmp_path: Path) -> None:
    async with sitting(CHOICES, pilot=True) as at:
        assert "trial run" in at.header()
        await at.begin()
        assert "[trial run] Choices" in at.header()


@pytest.mark.slow
async def test_changes_are_events_in_the_order_they_were_made(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    clock = ManualClock()
    async with sitting(CHOICES, path, clock=clock) as at:
        await at.begin()
        await at.press("a", "2", "c")
        clock.advance(5)
        await at.press("enter")
    with Database.open(path) as db:
        (row,) = db.rows("SELECT id FROM session")
        kinds = [stamped.event.kind for stamped in SESSIONS.read(db, row["id"])]
    question_place = kinds.index("question_shown")
    assert kinds[question_place : question_place + 6] == [
        "question_shown",
        "answer_changed",
        "confidence_changed",
        "answer_changed",
        "answer_confirmed",
        "question_shown",
    ]
