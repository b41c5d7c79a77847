"""The application around every screen: themes, shared actions, an orderly end.

Owns what applies to participant, researcher and annotator alike. Deriving applications own the
screens and their order.
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
from tui.windows.background_threads import BackgroundThreads
from tui.windows.screen import FrameScreen
from tui.windows.stylesheet import ParsedOnceStylesheet
from tui.windows.termination import TerminationWatch

PAINT_VARIABLE = "COUNTERMODEL_EXIT_AFTER_PAINT"
"""Environment variable that ends the program once its first screen is painted, to measure the
start."""
LATER_SECONDS = 0.02
"""Seconds until the next check whether a key can be handled."""
MOST_KEY_SECONDS = 2.0
"""Maximum time that a key waits for the previous one, or for a field, in seconds."""
TURN_SECONDS = 0.001
"""How long background work continues once the keyboard needs its turn."""
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
        self.waiting_keys: list[Key] = []
        """Keys waiting for their turn."""
        self.handling_key = False
        """Whether a key is being handled."""
        self.key_sent_at = self.key_settled_at = 0.0
        """When handling it began, and when the previous key was finished."""
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = f"countermodel-{_shade()}"
        self.own_keys = load_keys()
        use_keys(self.own_keys, {name: key_label(keys) for name, keys in self.own_keys.items()})

    def on_mount(self) -> None:
        """Watch for a closed terminal and for termination signals; do not wait for threads at the
        end."""
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
        """Give keys to the screen first. If the focused widget got them, one that moves the focus
        would be handled after keys that were pressed later."""
        if isinstance(event, Key) and not event.is_forwarded and self._keys_in_order:
            self.waiting_keys.append(event)
            await self._next_key()
            return
        await self._dispatch(event)

    async def _dispatch(self, event: Event) -> None:
        screen = self.screen_stack[-1] if self.screen_stack else None
        fresh = event if isinstance(event, Key) and not event.is_forwarded else None
        if fresh and isinstance(screen, FrameScreen) and screen.key_first(fresh):
            return
        await super().on_event(event)

    # --- one key after another -----------------------------------------------------------------

    class KeySettled(Message):
        """Everything caused by a key is done; the message follows the key along the same way."""

    @property
    def _keys_in_order(self) -> bool:
        """Whether a key waits until the previous one is handled. In a burst, keys meant for a field
        would otherwise be handled before the key that opens it."""
        screen = self.screen_stack[-1] if self.screen_stack else None
        in_order = getattr(screen, "KEYS_IN_ORDER", False)
        return bool(in_order or self.waiting_keys or self.handling_key)

    @property
    def _awaits_field(self) -> bool:
        """Whether a field is about to get the focus."""
        screen = self.screen_stack[-1] if self.screen_stack else None
        if isinstance(screen, FrameScreen):
            return screen.awaits_field
        opens = getattr(screen, "OPENS_FIELD", False)
        return bool(opens) and screen is not None and screen.focused is None

    async def _next_key(self) -> None:
        """Handle the next key if that is possible now, otherwise a little later."""
        now = monotonic()
        if not self.waiting_keys:
            return
        busy = self.handling_key and now - self.key_sent_at < MOST_KEY_SECONDS
        if busy or (self._awaits_field and now - self.key_settled_at < MOST_KEY_SECONDS):
            self.set_timer(LATER_SECONDS, self._next_key)
            return
        event = self.waiting_keys.pop(0)
        target = self.focused or self.screen
        self.handling_key, self.key_sent_at = True, now
        self.key_comes()
        await self._dispatch(event)
        if not target.post_message(self.KeySettled()):
            await self.on_base_app_key_settled(None)

    async def on_base_app_key_settled(self, message: "BaseApp.KeySettled | None") -> None:
        """Handle the next key after everything that this one left to be done, such as focusing a
        field."""
        if message is not None:
            message.stop()
        self.handling_key, self.key_settled_at = False, monotonic()
        self.key_settled()
        self.call_later(self._next_key)

    def key_comes(self) -> None:
        """Called before a key is handled on a screen that handles keys one by one."""

    def key_settled(self) -> None:
        """Called after the key is handled, before painting."""

    may_not_wait = False
    """Whether the end must not wait for another program that locks the record."""
    unexpected_error: Exception | None = None
    """An unexpected error; the caller of the application raises it again."""

    def _handle_exception(self, error: Exception) -> None:
        """End in order; the error is reported after the terminal is restored. A screen opened while
        the program is ending is never filled, so missing widgets are not a fault."""
        if self._exit and isinstance(error, NoMatches):
            return
        if self.is_headless:
            super()._handle_exception(error)
            return
        self.unexpected_error = self.unexpected_error or error
        with contextlib.suppress(Exception):
            self.close_down()
        self.exit(return_code=3)

    def run_to_the_end(self) -> int:
        """Run the application and return the exit code. An unexpected error is raised here.

        Raises InputError if there is no terminal to draw on.
        """
        if terminal_missing():
            raise InputError(
                phrase("This needs a terminal"),
                "expected one on standard input and standard error, found a file or a pipe",
                phrase("Run it in a terminal window, without redirections."),
            )
        # Objects made so far stay; the garbage collector need not search them again.
        gc.freeze()
        with set_aside():
            self.run()
        if self.unexpected_error is not None:
            raise self.unexpected_error
        return self.return_code or 0

    def begin(self) -> None:
        """Show the first screen."""

    def close_down(self) -> None:
        """Close everything before the program ends, whatever the cause; called once or more."""

    def on_unmount(self) -> None:
        """Close everything at the end, whatever the cause."""
        self.close_down()

    def ended_from_outside(self) -> None:
        """End after the terminal was closed or a termination signal came. There is a second for
        this: the termination watch waits no longer."""
        self.close_down()
        self.exit(return_code=0)

    def show(self, screen: Screen[None]) -> None:
        """Replace the present screen, and any window above it, with another screen."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) == 2:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def uncover(self, screen: Screen[None]) -> bool:
        """Close the windows above a screen. Returns whether it is then the present one."""
        if screen not in self.screen_stack:
            return False
        while self.screen is not screen:
            self.pop_screen()
        return True

    # Actions that every screen has

    def action_help(self) -> None:
        """Show the keys of the present screen."""
        screen = self.screen
        if isinstance(screen, FrameScreen):
            screen.show_help()

    def action_shade(self) -> None:
        """Switch between dark and light."""
        self.theme = LIGHT.name if self.theme == DARK.name else DARK.name

    def action_leave(self) -> None:
        """Leave, after a question if something could be lost. A second request during the question
        counts as its answer."""
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
        """Ctrl+C with nothing to copy: the user wants to leave."""
        self.action_leave()

    def leaving(self) -> str:
        """The message before leaving; empty if no question is needed."""
        return ""

    def left(self, confirmed: bool | None) -> None:
        """Handle the answer to the question before leaving."""
        if confirmed:
            self.once_free(self.end)

    def end(self) -> None:
        """End in order."""
        self.close_down()
        self.exit()

    def record_locked(self) -> bool:
        """Whether another program locks the record in which something is stored at the end."""
        return False

    def once_free(self, action: Callable[[], None]) -> None:
        """Call `action`, which ends work on the record, once no other program locks it, or when the
        user does not want to wait."""
        from tui.windows.modals import RecordLockedModal

        def answered(confirmed: bool | None) -> None:
            if confirmed:
                self.may_not_wait = self.record_locked()
                action()

        if self.record_locked():
            self.push_screen(RecordLockedModal(self.record_locked), answered)
        else:
            answered(True)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The commands that the registry has for this screen, for the command palette."""
        if not isinstance(screen, FrameScreen):
            return
        for action in commands(screen.SCREEN_NAMES, screen.offers):
            owner = screen if hasattr(screen, f"action_{action.name}") else self
            message = _(action.help)
            title = _(action.label) or message.rstrip(".。")
            message = f"{action.key_label}   {message}" if action.label else action.key_label
            yield SystemCommand(title, message, getattr(owner, f"action_{action.name}"))


def terminal_missing() -> bool:
    """Whether there is no terminal to draw on; none is needed if only the start is measured."""
    needed = () if PAINT_VARIABLE in os.environ else (sys.__stdin__, sys.__stderr__)
    return any(stream is None or not stream.isatty() for stream in needed)


def _shade() -> str:
    """Dark, unless the environment declares a light terminal."""
    theme = os.environ.get(THEME_VARIABLE, "").lower()
    if theme in ("dark", "light"):
        return theme
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return "light" if background in ("7", "15") else "dark"
