"""Long items in the smallest windows in which participants can work: everything is in reach."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from items.answers import ChoiceAnswer, ModelsAnswer
from items.models import Choice, Item, Option, Question
from sessions.record.clock import ManualClock
from tests.study.samples import sample
from tests.tui.at_rest import wait_until
from tests.tui.participant_session import Sitting, sitting
from tui import i18n
from tui.apps.participant import ParticipantApp
from tui.screens.participant.task import Task

STUDY = """
title = "Harbour"
language = "{language}"
[[blocks]]
source = "long"
confidence = true
none_option = true
rotate = false
seconds_per_question = 600
instructions = "¬A: not A. The signs of this part end HERE."
"""
ENGLISH = Item(
    id="long",
    text="The ledger says that the lighthouse was repaired before the storm, or that every ferry "
    "remained at the quay until the following Tuesday. " * 6 + "It ends HERE.",
    questions=(
        Question(
            id="q",
            kind="choice",
            text="Which of these conclusions can be drawn with certainty from what the text says, "
            "if everything in it is taken to be true?",
            options=tuple(
                Option(text=f"{start} {'and the islands in the bay ' * 6}LAST{n}.")
                for n, start in enumerate(("The ferry", "The quay", "The storm", "The ledger"))
            ),
            gold=ChoiceAnswer(option=0),
        ),
    ),
)
CHINESE = Item(
    id="long-zh",
    language="zh",
    text="航海日志记载：要么灯塔在风暴之前已经修好，要么所有渡船都停在码头。" * 12 + "HERE",
    questions=(
        Question(
            id="q",
            kind="choice",
            text="把文中所说的一切都当作真的，从上面给出的信息中可以确定地得出下面哪一个结论？" * 2,
            options=tuple(
                Option(text=f"渡船{'停在码头，任何船只不得离开，' * 6}LAST{n}") for n in range(4)
            ),
            gold=ChoiceAnswer(option=0),
        ),
    ),
)
SIZES = pytest.mark.parametrize("size", [(60, 20), (46, 30)], ids=["large letters", "phone"])
LANGUAGES = pytest.mark.parametrize("item", [ENGLISH, CHINESE], ids=["en", "zh"])


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    i18n.use("en")


@asynccontextmanager
async def at_question(item: Item, size: tuple[int, int]) -> AsyncIterator[Sitting]:
    clock = ManualClock()
    study = sample(STUDY.format(language=item.language))
    app = ParticipantApp(
        Task(study, ":memory:", "P1", clock=clock, pools=lambda: {"long": (item,)})
    )
    async with app.run_test(size=size) as pilot:
        at = Sitting(app, pilot, clock)
        await pilot.pause()
        while not at.state.step:
            await at.press("enter")
        yield at


async def wait_for_texts(at: Sitting, *texts: str) -> None:
    """Scrolling follows the painting after the key: wait until all lines are visible at once."""

    def painted() -> bool:
        return all(text in at.screen_text() for text in texts)

    await wait_until(at.pilot, painted, lambda: f"not all of {texts!r} in {at.screen_text()}")


@pytest.mark.slow
@SIZES
@LANGUAGES
async def test_a_chosen_option_is_completely_visible(item: Item, size: tuple[int, int]) -> None:
    async with at_question(item, size) as at:
        for way in ("dbac", "cadb"):
            for letter in way:
                await at.press(letter)
                first, last = f"● {letter.upper()}", f"LAST{'abcd'.index(letter)}"
                await wait_for_texts(at, first, last)
                assert "Enter" in at.footer(), "what leads on to how sure one is"


@pytest.mark.slow
@SIZES
@LANGUAGES
async def test_the_ends_of_the_scale_are_named(item: Item, size: tuple[int, int]) -> None:
    ends = ("猜的", "肯定") if item.language == "zh" else ("a guess", "certain")
    async with at_question(item, size) as at:
        await at.press("a", "enter")
        for _digit in range(2):
            for end in ends:
                await wait_for_texts(at, end)
            await at.press("4")
        await wait_for_texts(at, "[4]")


@pytest.mark.slow
@SIZES
@LANGUAGES
async def test_the_text_can_be_read_to_its_end_and_the_signs_shown(
    item: Item, size: tuple[int, int]
) -> None:
    async with at_question(item, size) as at:
        for _page in range(20):
            if "HERE" in at.screen_text():
                break
            await at.press("pagedown")
        assert "HERE" in at.screen_text()
        await at.press("f1")
        assert "¬A: not A. The signs of this part end HERE." in " ".join(
            at.screen_text().replace("│", " ").split()
        )
        await at.press("escape", "pageup")
        assert at.app.screen.name == "item"


WORLDS = Item(
    id="long",
    text="A lamp is lit, or another is. " * 12,
    questions=(
        Question(
            id="q",
            kind="enumerate_models",
            text="Which situations are possible?",
            vocabulary=tuple(Choice(key=key, label=f"{key} is lit") for key in "PQRST"),
            gold=ModelsAnswer(models=frozenset({frozenset("P")})),
        ),
    ),
)


@pytest.mark.slow
async def test_the_row_of_a_table_stays_in_view_with_its_words_and_the_way_on() -> None:
    async with at_question(WORLDS, (100, 40)) as at:
        for row in range(1, 7):
            await at.press(
                "+", *(key for key, bit in zip("pqrst", f"{row:05b}", strict=True) if bit == "1")
            )
        for size in ((60, 20), (46, 30), (100, 40), (60, 20)):
            await at.pilot.resize_terminal(*size)
            await wait_for_texts(at, "Row 6: ", "Enter")
        for row in (5, 4, 3, 2, 1):
            await at.press("up")
            await wait_for_texts(at, f"Row {row}: ", "▸")
            assert "Enter" in at.footer()


async def test_a_window_of_phone_size_is_sufficient() -> None:
    async with sitting("title = 'T'\n[[blocks]]\nsource = 'main'", size=(42, 30), code="") as at:
        assert "Your code:" in at.screen_text()
        assert "too small" not in at.screen_text()
