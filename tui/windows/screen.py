"""What every screen is made of: a header line, a middle, a line of keys.

Owns the frame, and the notice in its place where the terminal is too small for it. The screens of
each role fill the middle.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import ClassVar

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
"""Cells from which there is room for something beside the main view."""


MOMENT = 1.0
"""Seconds for which keys are ignored on a screen that came by itself."""


def heard_from(by_itself: bool) -> float:
    """From when on keys are meant for a screen that is shown now, on the clock of events: at once,
    or after a moment where nobody's input led to it."""
    return Message().time + (MOMENT if by_itself else 0)


def heard_at_last() -> float:
    """From when on they are meant for it at the latest, however long somebody types on."""
    return Message().time + 4 * MOMENT


class FrameScreen(Screen[None]):
    """Header, middle, keys. `WHERE` names the screen in the registry of actions."""

    WHERE: ClassVar[tuple[str, ...]] = ()
    ALSO: ClassVar[tuple[KeyHint, ...]] = ()
    """Keys beside those of the registry that only the help lists."""
    LEAST: ClassVar[tuple[int, int]] = (80, 24)
    """Columns and lines that the screen needs."""
    ALSO_ENOUGH: ClassVar[tuple[int, int] | None] = None
    """Another shape in which there is room."""
    AUTO_FOCUS: ClassVar[str | None] = None
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, name: str | None = None, *, classes: str | None = None) -> None:
        super().__init__(name=name, classes=classes)
        self._compositor = FrontCompositor()
        self.drawn: set[Widget] | None = None
        """Widgets that were drawn anew within `at_once`; None outside of it."""

    def __init_subclass__(cls, **kwargs: object) -> None:
        """Bind the keys that the registry gives to this screen."""
        cls.BINDINGS = [*bindings(*cls.WHERE)]
        super().__init_subclass__(**kwargs)  # type: ignore[arg-type]

    def compose(self) -> ComposeResult:
        """The frame around `middle`. Its width is told before there are parts whose styles would
        have to be worked out again."""
        self.set_class(self.app.size.width < WIDE, "-narrow", update=False)
        with Container(id="frame"):
            yield self.header()
            with Container(id="middle"):
                yield from self.middle()
            yield KeyBar(self.hints(), self.progress())
        yield Prose(too_small(self.LEAST, self.ALSO_ENOUGH), "warn", id="too-small")

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Lines drawn anew in this context are painted at its end and not with the next frame.
        Otherwise each of these widgets, the screen and its timer take a turn before."""
        if self.drawn is not None:
            yield
            return
        drawn = self.drawn = set()
        try:
            yield
        finally:
            self.drawn = None
            self._paint(drawn)

    def _paint(self, drawn: set[Widget]) -> None:
        later = self._layout_required or self._scroll_required or self._repaint_required
        if later or self.app._batch_count or not self.is_current or not self.is_running:
            for widget in drawn:
                widget.refresh()
        elif drawn:
            self._compositor.update_widgets(drawn)
            self._compositor_refresh()

    def _screen_resized(self, size: Size) -> None:
        """Lay out for another size. Whoever opens a screen is told of the size that it has been
        laid out for already, and Textual would do so again, and paint all of it."""
        if self._compositor.size != size:
            super()._screen_resized(size)

    def header(self) -> HeaderBar:
        """What is going on."""
        return HeaderBar()

    def middle(self) -> Iterable[Widget]:
        """What the screen is about."""
        return ()

    def hints(self) -> list[KeyHint]:
        """The keys in the last line."""
        return hints("help", "leave")

    def progress(self) -> float | None:
        """How far along, from 0 to 1; None where that means nothing."""
        return None

    def ready(self) -> None:
        """Put the focus where it belongs, also after the terminal was too small."""

    def on_mount(self) -> None:
        """Fit the terminal, then place the focus."""
        self.fit_terminal(self.app.size.width, self.app.size.height, first=True)

    def on_resize(self, event: Resize) -> None:
        """The terminal has another size."""
        self.fit_terminal(event.size.width, event.size.height)

    @property
    def written(self) -> str:
        """What was put in here, stored or not, to be shown again where storing fails."""
        return ""

    @property
    def typing(self) -> bool:
        """Whether keys write a text now."""
        return False

    def key_first(self, event: Key) -> bool:
        """Take a key before it is handed to the focused widget; whether it was taken."""
        return False

    def paste(self, event: Paste, allowed: bool) -> bool:
        """Whether what is pasted goes into an answer, where the clipboard is `allowed`; the screen
        says why not. Where it does, the widget that has the focus gets it."""
        return False

    @property
    def awaits_field(self) -> bool:
        """Whether a field is about to have the focus, so that keys are meant for it."""
        return False

    def show_help(self) -> None:
        """The keys of this screen, over it."""
        from tui.windows.modals import HelpModal

        offered = [action for action in actions(*self.WHERE) if self.offers(action.name)]
        self.app.push_screen(HelpModal([*self.hints(), *self.ALSO], offered, self.rules()))

    def rules(self) -> str:
        """What the help says before it lists the keys."""
        return ""

    def offers(self, action: str) -> bool:
        """Whether the last line, help and palette name an action of this screen here and now."""
        return True

    def offered(self, *names: str) -> list[KeyHint]:
        """Those of these actions that the screen offers now, as hints for the last line."""
        return hints(*[name for name in names if self.offers(name)])

    def fit_terminal(self, width: int, height: int, first: bool = False) -> None:
        """Show the frame where there is room for it, the notice where there is not."""
        self.set_class(width < WIDE, "-narrow")
        shapes = [self.LEAST, *([self.ALSO_ENOUGH] if self.ALSO_ENOUGH else [])]
        small = not any(width >= least[0] and height >= least[1] for least in shapes)
        if not first and small == self.has_class("-small"):
            return
        self.set_class(small, "-small")
        self.query_one("#frame").disabled = small
        if not small:
            self.call_after_refresh(self.ready) if not first else self.ready()

    async def on_key_bar_pressed(self, message: KeyBar.Pressed) -> None:
        """A click on a key does what the key does."""
        message.stop()
        where = "screen" if hasattr(self, f"action_{message.name}") else "app"
        await self.app.run_action(f"{where}.{message.name}")


class ParticipantScreen(FrameScreen):
    """A participant's screen: letters may be large, or the window that of a phone held upright."""

    LEAST = (60, 20)
    ALSO_ENOUGH = (42, 30)


class AnswerScreen(ParticipantScreen):
    """A participant's screen with answers, which are stored as they are given."""

    def __init__(self, name: str) -> None:
        super().__init__(name=name)
        self.unsaved: set[int] = set()
        """Texts that were edited since they were last stored, and answers that could not be stored
        yet; places as those of controls."""

    def store(self, place: int) -> str:
        """Have what stands at a place stored; what to tell where that was refused."""
        return ""

    def store_rest(self) -> str:
        """Store what is not stored yet; called each second, before confirming, and at the end. What
        to tell where that was refused."""
        return next(filter(None, [self.store(place) for place in sorted(self.unsaved)]), "")

    def show_message(self, message: str) -> None:
        """One line to the participant; empty takes away what stood there."""


def hints(*names: str) -> list[KeyHint]:
    """Actions of the registry as hints for the last line."""
    return [KeyHint(key, _(label), name) for key, label, name in footer(names)]


def not_pasted() -> str:
    """What is said where pasted text is not taken."""
    return _("Nothing can be pasted here. Please type your answer.")
