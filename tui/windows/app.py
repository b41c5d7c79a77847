"""The application around every screen: themes, actions that all screens share, a good end.

Owns what holds for participant, researcher and annotator alike. Which screens there are and how one
follows another belongs to those who derive from it.
"""

import asyncio
import contextlib
import gc
import os
import sys
from collections.abc import Callable, Iterable
from time import monotonic
from typing import ClassVar

from textual.app import App, SystemCommand
from textual.binding import BindingType
from textual.css.query import NoMatches
from textual.events import Event, Key
from textual.message import Message
from textual.screen import Screen
from textual.theme import Theme

from solver.errors import InputError
from solver.interrupts import set_aside
from solver.phrases import phrase
from tui.i18n import _
from tui.keys.actions import bindings, commands, use_keys
from tui.keys.keymap import key_label, load_keys
from tui.windows.background import BackgroundThreads
from tui.windows.screen import FrameScreen
from tui.windows.stylesheet import ParsedOnceStylesheet
from tui.windows.termination import TerminationWatch

PAINT_VARIABLE = "COUNTERMODEL_EXIT_AFTER_PAINT"
"""Environment variable that ends the program once its first screen is painted: times the start."""
LATER_SECONDS = 0.02
"""After so long it is looked again whether a key can be taken."""
MOST_WAITED = 2.0
"""Seconds after which a key waits no longer for the one before it, or for a field."""
TURN_SECONDS = 0.001
"""How long work beside the screen goes on once the keyboard wants its turn."""
THEME_VARIABLE = "COUNTERMODEL_THEME"
"""Environment variable: `dark` or `light`."""

DARK = Theme(
    name="countermodel-dark",
    primary="#7fb4ca",
    secondary="#98bb6c",
    accent="#ffb454",
    warning="#ffb454",
    error="#ff6b6b",
    success="#98bb6c",
    foreground="#e6e6e0",
    background="#16181d",
    surface="#1d2027",
    panel="#262a33",
    dark=True,
    variables={"quiet": "#a3a49e", "pointed": "#4d3c1b"},
)
LIGHT = Theme(
    name="countermodel-light",
    primary="#1f5f8b",
    secondary="#3f6e1d",
    accent="#9a4a00",
    warning="#9a4a00",
    error="#b3261e",
    success="#3f6e1d",
    foreground="#1c1c1c",
    background="#fbfaf6",
    surface="#f2f0e9",
    panel="#e4e1d6",
    dark=False,
    variables={"quiet": "#5d5b55", "pointed": "#f7dfae"},
)


class BaseApp(App[None]):
    """Themes, help, leaving, signals."""

    CSS_PATH = "../styles/countermodel.tcss"
    TITLE = "Countermodel"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("everywhere")]
    ENABLE_COMMAND_PALETTE = True

    def __init__(self) -> None:
        super().__init__()
        self.stylesheet = ParsedOnceStylesheet(variables=self.get_css_variables())
        self.waiting: list[Key] = []
        """Keys that wait for their turn."""
        self.under_way = False
        """Whether one is being dealt with."""
        self.sent = self.settled = 0.0
        """When that began, and when the one before it was dealt with."""
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = f"countermodel-{_shade()}"
        self.own_keys = load_keys()
        use_keys(self.own_keys, {name: key_label(keys) for name, keys in self.own_keys.items()})

    def on_mount(self) -> None:
        """Listen for a closed terminal, and for a request to end; wait for no thread at the end."""
        if not self.is_headless:
            loop = asyncio.get_running_loop()
            loop.set_default_executor(BackgroundThreads())
            sys.setswitchinterval(TURN_SECONDS)
            stdin = sys.__stdin__
            TerminationWatch(
                lambda: loop.call_soon_threadsafe(self.ended_from_outside),
                None if stdin is None or stdin.closed else stdin.fileno(),
            ).start()
        self.set_keymap(self.own_keys)
        self.begin()
        if os.environ.get(PAINT_VARIABLE):
            self.call_after_refresh(self.exit)

    async def on_event(self, event: Event) -> None:
        """Keys go to the screen first. Handed to the focused widget, one that moves the focus would
        be dealt with after others that were pressed later."""
        if isinstance(event, Key) and not event.is_forwarded and self._one_by_one:
            self.waiting.append(event)
            await self._next_key()
            return
        await self._dispatch(event)

    async def _dispatch(self, event: Event) -> None:
        screen = self.screen_stack[-1] if self.screen_stack else None
        fresh = event if isinstance(event, Key) and not event.is_forwarded else None
        if fresh and isinstance(screen, FrameScreen) and screen.key_first(fresh):
            return
        await super().on_event(event)

    # --- keys one after another ------------------------------------------------------------------

    class KeySettled(Message):
        """Everything that a key led to is done: it goes the way of the key, behind it."""

    @property
    def _one_by_one(self) -> bool:
        """Whether a key waits until the one before it is dealt with. In a burst, what follows the
        key that opens a field would otherwise come before the field does."""
        screen = self.screen_stack[-1] if self.screen_stack else None
        one_by_one = getattr(screen, "ONE_BY_ONE", False)
        return bool(one_by_one or self.waiting or self.under_way)

    @property
    def _awaits_field(self) -> bool:
        """Whether a field is about to have the focus."""
        screen = self.screen_stack[-1] if self.screen_stack else None
        if isinstance(screen, FrameScreen):
            return screen.awaits_field
        opens = getattr(screen, "OPENS_FIELD", False)
        return bool(opens) and screen is not None and screen.focused is None

    async def _next_key(self) -> None:
        """The next key in its turn, where it can be taken now; else a little later."""
        now = monotonic()
        if not self.waiting:
            return
        busy = self.under_way and now - self.sent < MOST_WAITED
        if busy or (self._awaits_field and now - self.settled < MOST_WAITED):
            self.set_timer(LATER_SECONDS, self._next_key)
            return
        event = self.waiting.pop(0)
        target = self.focused or self.screen
        self.under_way, self.sent = True, now
        self.key_comes()
        await self._dispatch(event)
        if not target.post_message(self.KeySettled()):
            await self.on_base_app_key_settled(None)

    async def on_base_app_key_settled(self, message: "BaseApp.KeySettled | None") -> None:
        """The next one, behind what the key has left to be done: a field gets the focus so."""
        if message is not None:
            message.stop()
        self.under_way, self.settled = False, monotonic()
        self.key_settled()
        self.call_later(self._next_key)

    def key_comes(self) -> None:
        """A key of a screen that takes them one by one is about to be dealt with."""

    def key_settled(self) -> None:
        """That is done, but for what is painted."""

    hurried = False
    """Whether the end is not to wait for another program that holds the record."""
    fault: Exception | None = None
    """An error nobody expected; whoever ran the application raises it again."""

    def _handle_exception(self, error: Exception) -> None:
        """End in good order; the error is told once the terminal is itself again. A screen that was
        opened when the end had been asked for is never filled, so what it misses is no fault."""
        if self._exit and isinstance(error, NoMatches):
            return
        if self.is_headless:
            super()._handle_exception(error)
            return
        self.fault = self.fault or error
        with contextlib.suppress(Exception):
            self.close_down()
        self.exit(return_code=3)

    def run_to_the_end(self) -> int:
        """Run; the exit code. An error nobody expected is raised here.

        Raises InputError where there is no terminal to draw on.
        """
        if terminal_missing():
            raise InputError(
                phrase("This needs a terminal"),
                "expected one on standard input and standard error, found a file or a pipe",
                phrase("Run it in a terminal window, without redirections."),
            )
        # What was made until now stays; no search for garbage goes through it again.
        gc.freeze()
        with set_aside():
            self.run()
        if self.fault is not None:
            raise self.fault
        return self.return_code or 0

    def begin(self) -> None:
        """Show the first screen."""

    def close_down(self) -> None:
        """Put everything in order before the program ends; called however it ends."""

    def on_unmount(self) -> None:
        """However it came to the end."""
        self.close_down()

    def ended_from_outside(self) -> None:
        """The terminal was closed, or somebody asked the program to end. It has a second for it:
        the watch on termination waits no longer."""
        self.close_down()
        self.exit(return_code=0)

    def show(self, screen: Screen[None]) -> None:
        """Show another screen in place of the present one and of any window over it."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) == 2:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def uncover(self, screen: Screen[None]) -> bool:
        """Take away windows over a screen; whether it is the one shown then."""
        if screen not in self.screen_stack:
            return False
        while self.screen is not screen:
            self.pop_screen()
        return True

    # Actions that every screen has

    def action_help(self) -> None:
        """The keys of the present screen."""
        screen = self.screen
        if isinstance(screen, FrameScreen):
            screen.show_help()

    def action_shade(self) -> None:
        """From dark to light, or back."""
        self.theme = LIGHT.name if self.theme == DARK.name else DARK.name

    def action_leave(self) -> None:
        """Ask, where there is something to lose, then leave. Asked for once more over that
        question, it is the answer."""
        from tui.windows.modals import LeaveModal
        from tui.windows.window import Window

        if isinstance(self.screen, LeaveModal):
            self.screen.dismiss(True)
            return
        message = self.leaving()
        if not isinstance(self.screen, FrameScreen | Window):
            return
        if not message:
            self.left(True)
            return
        self.push_screen(LeaveModal(message), self.left)

    def action_help_quit(self) -> None:
        """Ctrl+C where nothing is to be copied: people mean to leave."""
        self.action_leave()

    def leaving(self) -> str:
        """What to say before leaving; empty where nothing need be asked."""
        return ""

    def left(self, leave: bool | None) -> None:
        """The question before leaving was answered."""
        if leave:
            self.once_free(self.end)

    def end(self) -> None:
        """End in good order."""
        self.close_down()
        self.exit()

    def record_locked(self) -> bool:
        """Whether another program holds the record in which something is stored at the end."""
        return False

    def once_free(self, then: Callable[[], None]) -> None:
        """Do what ends work on the record once no other program holds it, or when whoever sits here
        will not wait for that."""
        from tui.windows.modals import RecordLockedModal

        def answered(leave: bool | None) -> None:
            if leave:
                self.hurried = self.record_locked()
                then()

        if self.record_locked():
            self.push_screen(RecordLockedModal(self.record_locked), answered)
        else:
            answered(True)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The command palette offers what the registry has for this screen."""
        if not isinstance(screen, FrameScreen):
            return
        for action in commands(screen.WHERE, screen.offers):
            owner = screen if hasattr(screen, f"action_{action.name}") else self
            message = _(action.help)
            title = _(action.label) or message.rstrip(".。")
            message = f"{action.key_label}   {message}" if action.label else action.key_label
            yield SystemCommand(title, message, getattr(owner, f"action_{action.name}"))


def terminal_missing() -> bool:
    """Whether there is no terminal to draw on; where only the start is timed, none is needed."""
    needed = () if PAINT_VARIABLE in os.environ else (sys.__stdin__, sys.__stderr__)
    return any(stream is None or not stream.isatty() for stream in needed)


def _shade() -> str:
    """Dark, unless the environment says that the terminal is light."""
    theme = os.environ.get(THEME_VARIABLE, "").lower()
    if theme in ("dark", "light"):
        return theme
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return "light" if background in ("7", "15") else "dark"
