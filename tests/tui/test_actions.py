"""The registry of actions: every action can be done, and every key does one thing on a screen."""

from collections import Counter
from importlib import import_module
from pkgutil import walk_packages

import pytest

import tui.screens
from tests.tui.participant_session import CHOICES, sitting
from tui.apps.home import HomeApp
from tui.keys.actions import ACTIONS, EVERYWHERE, actions
from tui.windows.screen import FrameScreen


def _screens() -> tuple[type[FrameScreen], ...]:
    """Every screen of every role, found as the modules are."""
    for module in walk_packages(tui.screens.__path__, "tui.screens."):
        import_module(module.name)
    outcome: list[type[FrameScreen]] = []
    waiting = [FrameScreen]
    while waiting:
        for screen in waiting.pop().__subclasses__():
            waiting.append(screen)
            if screen.SCREEN_NAMES and screen.__module__.startswith("tui.screens."):
                outcome.append(screen)
    return tuple(sorted(outcome, key=lambda screen: (screen.__module__, screen.__name__)))


SCREENS = _screens()


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_implements_its_registered_actions(screen: type[FrameScreen]) -> None:
    for action in actions(*screen.SCREEN_NAMES):
        owner = HomeApp if action.screens == EVERYWHERE else screen
        assert hasattr(owner, f"action_{action.name}"), f"{screen.__name__}: {action.name}"


@pytest.mark.parametrize("screen", SCREENS)
def test_a_key_has_one_action_per_screen(screen: type[FrameScreen]) -> None:
    keys = Counter(key for action in actions(*screen.SCREEN_NAMES) for key in action.key.split(","))
    assert [key for key, times in keys.items() if times > 1] == []


def test_help_mentions_answers_only_on_screens_with_answers() -> None:
    texts = {action.name: action.help for action in ACTIONS if action.screens == EVERYWHERE}
    assert [name for name, text in texts.items() if "answer" in text] == []


def test_every_action_is_on_some_screen() -> None:
    places = {place for screen in SCREENS for place in screen.SCREEN_NAMES}
    assert [a.name for a in ACTIONS if a.screens != EVERYWHERE and not a.screens & places] == []


@pytest.mark.slow
async def test_the_palette_offers_what_the_registry_has() -> None:
    async with sitting(CHOICES) as at:
        await at.begin()
        offered = {command.title for command in at.app.get_system_commands(at.app.screen)}
        assert offered == {"break", "help", "Switch between dark and light", "quit"}
        texts = {
            command.title: command.help for command in at.app.get_system_commands(at.app.screen)
        }
        assert texts["break"].startswith("F6 "), "the key that does the same"
