"""The structure of every screen: a header line, a middle, a line of keys.

Owns the frame, and the notice that replaces it when the terminal is too small. The screens of each
role fill the middle.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.events import Key, Paste, Resize
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget

from tui.i18n import _
from tui.keys.actions import actions, bindings, footer
from tui.state.draft import KeyHint
from tui.widgets.bars import HeaderBar, KeyBar
from tui.widgets.prose import Prose
from tui.windows.compositor import FrontCompositor
from tui.windows.small_terminal import too_small

WIDE = 100
"""Width from which something fits next to the main view."""


MOMENT = 1.0
"""Seconds for which keys are ignored on a screen that appeared without an input."""


def heard_from(unprompted: bool) -> float:
    """The moment from which keys are meant for a screen shown now, on the clock of events: at once,
    or after a pause if no input led to it."""
    return Message().time + (MOMENT if unprompted else 0)


def heard_at_last() -> float:
    """The latest such moment, however long somebody keeps typing."""
    return Message().time + 4 * MOMENT


class FrameScreen(Screen[None]):
    """Header, middle, keys. `SCREEN_NAMES` is the screen's name in the registry of actions."""

    SCREEN_NAMES: ClassVar[tuple[str, ...]] = ()
    EXTRA_KEYS: ClassVar[tuple[KeyHint, ...]] = ()
    """Keys outside the registry that only the help lists."""
    MINIMUM_SIZE: ClassVar[tuple[int, int]] = (80, 24)
    """Minimum number of columns and lines."""
    ALTERNATIVE_SIZE: ClassVar[tuple[int, int] | None] = None
    """Another size that is sufficient."""
    AUTO_FOCUS: ClassVar[str | None] = None
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, name: str | None = None, *, classes: str | None = None) -> None:
        super().__init__(name=name, classes=classes)
        self._compositor = FrontCompositor()
        self.redrawn: set[Widget] | None = None
        """Widgets redrawn within `at_once`; None outside of it."""

    def __init_subclass__(cls, **kwargs: object) -> None:
        """Bind the keys that the registry has for this screen."""
        cls.BINDINGS = [*bindings(*cls.SCREEN_NAMES)]
        super().__init_subclass__(**kwargs)  # type: ignore[arg-type]

    def compose(self) -> ComposeResult:
        """The frame around `middle`. Its width class is set before there are children, whose styles
        would have to be computed again."""
        self.set_class(self.app.size.width < WIDE, "-narrow", update=False)
        with Container(id="frame"):
            yield self.header()
            with Container(id="middle"):
                yield from self.middle()
            yield KeyBar(self.hints(), self.progress())
        yield Prose(too_small(self.MINIMUM_SIZE, self.ALTERNATIVE_SIZE), "warn", id="too-small")

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Paint lines redrawn in this context at its end instead of with the next frame. Otherwise
        each of these widgets, the screen and its timer would take a turn first."""
        if self.redrawn is not None:
            yield
            return
        drawn = self.redrawn = set()
        try:
            yield
        finally:
            self.redrawn = None
            self._paint(drawn)

    def _paint(self, widgets: set[Widget]) -> None:
        later = self._layout_required or self._scroll_required or self._repaint_required
        if later or self.app._batch_count or not self.is_current or not self.is_running:
            for widget in widgets:
                widget.refresh()
        elif widgets:
            self._compositor.update_widgets(widgets)
            self._compositor_refresh()

    def _screen_resized(self, size: Size) -> None:
        """Lay out the screen for another size. A newly opened screen gets the size for which it is
        already laid out; Textual would then lay out and paint everything again."""
        if self._compositor.size != size:
            super()._screen_resized(size)

    def call_after_refresh(self, callback: Callable[..., Any], *args: Any, **kwargs: Any) -> bool:
        """Run a callback after the next refresh, unless the screen is closed by then: it has no
        widgets any more. Returns whether it was scheduled."""

        def unless_closed() -> object:
            return callback(*args, **kwargs) if self.is_running and self.is_attached else None

        return super().call_after_refresh(unless_closed)

    def header(self) -> HeaderBar:
        """The header line."""
        return HeaderBar()

    def middle(self) -> Iterable[Widget]:
        """The content of the screen."""
        return ()

    def hints(self) -> list[KeyHint]:
        """The keys in the last line."""
        return hints("help", "leave")

    def progress(self) -> float | None:
        """Progress from 0 to 1; None if there is none."""
        return None

    def ready(self) -> None:
        """Set the focus, also after the terminal was too small."""

    def on_mount(self) -> None:
        """Fit the terminal, then set the focus."""
        self.fit_terminal(self.app.size.width, self.app.size.height, at_start=True)

    def on_resize(self, event: Resize) -> None:
        """Fit the terminal's new size."""
        self.fit_terminal(event.size.width, event.size.height)

    @property
    def written(self) -> str:
        """What was entered here, stored or not, to be shown again if storing fails."""
        return ""

    @property
    def typing(self) -> bool:
        """Whether keys are typed into a text now."""
        return False

    def key_first(self, event: Key) -> bool:
        """Handle a key before the focused widget. Returns whether it was used."""
        return False

    def paste(self, event: Paste, allowed: bool) -> bool:
        """Whether pasted text goes into an answer, if the clipboard is `allowed`; the screen says
        why not. If it does, the focused widget gets it."""
        return False

    @property
    def awaits_field(self) -> bool:
        """Whether a field is about to get the focus, so that keys are meant for it."""
        return False

    def show_help(self) -> None:
        """Show the keys of this screen, above it."""
        from tui.windows.modals import HelpModal

        offered = [action for action in actions(*self.SCREEN_NAMES) if self.offers(action.name)]
        self.app.push_screen(HelpModal([*self.hints(), *self.EXTRA_KEYS], offered, self.rules()))

    def rules(self) -> str:
        """What the help says before the keys."""
        return ""

    def offers(self, action: str) -> bool:
        """Whether footer, help and palette offer an action of this screen at the moment."""
        return True

    def offered(self, *names: str) -> list[KeyHint]:
        """Those of these actions that the screen offers now, as hints for the footer."""
        return hints(*[name for name in names if self.offers(name)])

    def fit_terminal(self, width: int, height: int, at_start: bool = False) -> None:
        """Show the frame if there is room for it, otherwise the notice."""
        self.set_class(width < WIDE, "-narrow")
        shapes = [self.MINIMUM_SIZE, *([self.ALTERNATIVE_SIZE] if self.ALTERNATIVE_SIZE else [])]
        small = not any(width >= least[0] and height >= least[1] for least in shapes)
        if not at_start and small == self.has_class("-small"):
            return
        self.set_class(small, "-small")
        self.query_one("#frame").disabled = small
        if not small:
            self.call_after_refresh(self.ready) if not at_start else self.ready()

    async def on_key_bar_pressed(self, message: KeyBar.Pressed) -> None:
        """Do what a clicked key does."""
        message.stop()
        where = "screen" if hasattr(self, f"action_{message.name}") else "app"
        await self.app.run_action(f"{where}.{message.name}")


class ParticipantScreen(FrameScreen):
    """A participant's screen: it also fits large letters, or an upright phone's window."""

    MINIMUM_SIZE = (60, 20)
    ALTERNATIVE_SIZE = (42, 30)


class AnswerScreen(ParticipantScreen):
    """A participant's screen with answers, which are stored as they are given."""

    def __init__(self, name: str) -> None:
        super().__init__(name=name)
        self.unsaved_places: set[int] = set()
        """Places of controls with edited texts or answers that are not stored yet."""

    def store(self, place: int) -> str:
        """Store the entry at a place. Returns a message if it was refused."""
        return ""

    def store_rest(self) -> str:
        """Store what is not stored yet; called each second, before confirming, and at the end.
        Returns a message if it was refused."""
        return next(filter(None, [self.store(place) for place in sorted(self.unsaved_places)]), "")

    def show_message(self, message: str) -> None:
        """Show one line to the participant; an empty text removes it."""


def hints(*names: str) -> list[KeyHint]:
    """Actions of the registry as hints for the footer."""
    return [KeyHint(key, _(label), name) for key, label, name in footer(names)]


def not_pasted() -> str:
    """The message where pasted text is not accepted."""
    return _("Nothing can be pasted here. Please type your answer.")
