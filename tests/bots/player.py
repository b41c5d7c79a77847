"""A respondent who sits at the participant's application and plays it to the end.

Owns the way through the screens by key presses alone. How well it answers is told to it.
"""

from collections.abc import Callable

from textual.pilot import Pilot

from items.answers import Answer, TextAnswer
from items.models import Question
from study.stations.form_fields import FormField, NumberField, ScaleField, TextField
from tests.bots.fingers import keys_for
from tui.apps.participant import ParticipantApp
from tui.screens.participant.code import CodeScreen
from tui.screens.participant.form import FormScreen
from tui.screens.participant.item import ItemScreen
from tui.screens.participant.page import PageScreen

Choose = Callable[[Question], Answer]
Look = Callable[[str], None]


def by_gold(question: Question) -> Answer:
    """The right answer; for a free text, some words."""
    if question.kind == "text" or question.gold is None:
        return TextAnswer(text="Because it says so.")
    return question.gold


async def play(
    pilot: Pilot[None],
    app: ParticipantApp,
    choose: Choose = by_gold,
    code: str = "BOT-1",
    look: Look = lambda _name: None,
    steps: int = 400,
) -> str:
    """Play until the end page, at most this number of screens; returns the completion code. `look`
    is called with the name of each screen before it is answered."""
    for _turn in range(steps):
        await pilot.pause()
        screen = app.screen
        if isinstance(screen, ItemScreen):
            look("item")
            await answer(pilot, screen, choose)
            look("answered")
            await pilot.press("enter")
        elif isinstance(screen, FormScreen):
            look("form")
            await fill_in(pilot, screen)
        elif isinstance(screen, CodeScreen):
            look("code")
            await pilot.press(*[{"-": "minus"}.get(c, c.lower()) for c in code], "enter")
        elif isinstance(screen, PageScreen):
            look(screen.page.name)
            assert screen.page.name != "trouble", screen.page
            if screen.page.name == "end":
                codes = [s.text for s in screen.page.sections if s.style == "code"]
                await pilot.press("enter")
                return codes[0]
            await pilot.press("y" if screen.page.name == "consent" else "enter")
    raise AssertionError("the end was not reached")


async def fill_in(pilot: Pilot[None], screen: FormScreen) -> None:
    """Fill in every open field, with the first option or something that fits."""
    for _turn in range(2 * len(screen.view.drafts)):
        if pilot.app.screen is not screen:
            return
        draft = screen.view.draft
        if draft.empty:
            await pilot.press(*_entry(draft.field))
            await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
    raise AssertionError(f"the form {screen.view.form.id} was not left")


def _entry(field: FormField) -> list[str]:
    if isinstance(field, NumberField):
        return list(str(int(field.least) + 20))
    if isinstance(field, ScaleField):
        return ["2"]
    if isinstance(field, TextField):
        return ["o", "k"]
    return ["a"]


async def answer(pilot: Pilot[None], screen: ItemScreen, choose: Choose) -> None:
    """Answer every part of the open question, and say how sure; all but the last Enter."""
    view = screen.view
    for place, (part, draft) in enumerate(zip(view.parts, view.drafts, strict=True)):
        if place:
            await pilot.press("enter")
        await pilot.press(*keys_for(draft, choose(part)))
        await pilot.pause()
    if any(draft.typing for draft in view.drafts):
        await pilot.press("tab")
    elif view.confidence is not None and any(draft.digits for draft in view.drafts):
        await pilot.press("enter")
    if view.confidence is not None:
        await pilot.press("4")
