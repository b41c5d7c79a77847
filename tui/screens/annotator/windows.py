"""Small windows of the annotator's screens: guidelines, a text, codes, a control's verdict.

Owns how they are used. What is written is told to whoever opened them while it is being written,
so that a killed program loses nothing.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Key
from textual.timer import Timer
from textual.widgets import Input, Markdown, TextArea

from sessions.annotation.desk_views import ControlCheck
from study.annotation.checks import MAX_TEXT
from study.annotation.scheme import Check
from tui.i18n import _, mark
from tui.keys.actions import Action
from tui.state.annotator.check_lines import verdict_words
from tui.state.draft import KeyHint, Line, Piece
from tui.text import plain, sentences, wrap
from tui.widgets.line_pane import LinePane
from tui.widgets.plain_area import PlainArea
from tui.widgets.prose import Prose
from tui.widgets.reading import ReadingWindow
from tui.windows.modals import KeyTable
from tui.windows.window import Window

KEEP_SECONDS = 0.5
"""So long after the last key a text is stored as it is."""
AGAIN_SECONDS = 1.0
"""So long after a text could not be stored it is tried again."""
CODE_KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
STYLES = "../../styles/annotator.tcss"
SEVERITIES = {"soft": mark("soft"), "hard": mark("hard")}


class GuidelinesModal(Window[None]):
    """The guidelines, and the keys of the screen below."""

    CSS_PATH = STYLES
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,f1,space", "close", "", show=False, priority=True)
    ]

    def __init__(self, text: str, own: Sequence[KeyHint], actions: Sequence[Action]) -> None:
        super().__init__()
        self.text = text
        rows = [(hint.key, _(hint.does)) for hint in own if not hint.name]
        self.rows = [*rows, *((action.key_label, _(action.help)) for action in actions)]

    def compose(self) -> ComposeResult:
        """Guidelines first, keys after."""
        with ReadingWindow():
            yield Prose(_("Guidelines"), "heading", classes="title")
            # Guidelines are text of others: a link in them opens nothing.
            text = plain(self.text) or _("This scheme has no guidelines.")
            yield Markdown(text, open_links=False, id="guidelines")
            yield Prose(_("Keys of this screen"), "heading", classes="title")
            yield KeyTable(self.rows)
            yield Prose(_("↑↓ PgDn scroll · Esc closes this window"), "muted")

    def action_close(self) -> None:
        """Away with it."""
        self.dismiss(None)


class TextModal(Window[str]):
    """A text of some lines; kept while it is being written, closed with Esc or Ctrl+S."""

    CSS_PATH = STYLES
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+s,f5", "close", "", show=False, priority=True)
    ]

    def __init__(
        self,
        title: str,
        question: str,
        text: str,
        keep: Callable[[str], bool],
        pending: Callable[[Callable[[], object] | None], None],
    ) -> None:
        """`keep` tells whether it stored the text; `pending` is told what stores it while some of
        it is not stored, then None."""
        super().__init__()
        self.pending = pending
        self.heading, self.question = title, question
        self.text = text
        self.keep = keep
        self.waiting: Timer | None = None
        self.how = _("Esc closes the window and keeps the text")
        self.giving_up = False
        """Whether the next Esc closes the window though the text is not stored."""

    def compose(self) -> ComposeResult:
        """Title, what it is about, the text."""
        with Vertical(classes="window"):
            yield Prose(self.heading, "heading", classes="title")
            yield Prose(self.question, "muted", classes="text")
            yield PlainArea(self.text, MAX_TEXT, id="words", soft_wrap=True, compact=True)
            yield Prose(self.how, "muted", id="how")

    def on_mount(self) -> None:
        """Write at the end of what is there."""
        self.area.focus()
        self.area.move_cursor(self.area.document.end)

    @property
    def area(self) -> PlainArea:
        """What is written in."""
        return self.query_one(PlainArea)

    @property
    def written(self) -> str:
        """What stands there."""
        return self.area.text

    def on_text_area_changed(self, message: TextArea.Changed) -> None:
        """Keep it once the keys rest."""
        message.stop()
        left_out = self.area.take_left_out()
        warning = self.area.too_much(left_out) if left_out else ""
        self.show_message(sentences(warning, self.how))
        self.giving_up = False
        self.wait(KEEP_SECONDS)
        self.pending(self.store)

    def show_message(self, text: str) -> None:
        """What the window says below the text."""
        self.query_one("#how", Prose).show(text)

    def wait(self, seconds: float) -> None:
        """Store it after so long; 0: not at all."""
        if self.waiting is not None:
            self.waiting.stop()
        self.waiting = self.set_timer(seconds, self.store) if seconds else None

    def store(self) -> bool:
        """Keep it now, or later where that cannot be done; whether it is stored."""
        stored = self.written == self.text or self.keep(self.written)
        if stored:
            self.text = self.written
        elif not self.giving_up:
            self.show_message(_("Not stored yet; it is tried again"))
        self.wait(0 if stored else AGAIN_SECONDS)
        self.pending(None if stored else self.store)
        return stored

    def action_close(self) -> None:
        """Keep it and close, once the text has taken in what was typed before."""
        self.area.call_later(self.shut)

    def shut(self) -> None:
        """Keep it and close; where it cannot be kept, only at the second Esc."""
        if not self.is_current:
            return
        if not self.store() and not self.giving_up:
            self.giving_up = True
            self.show_message(_("Not stored: Esc again closes the window and discards the text"))
            return
        self.wait(0)
        self.pending(None)
        self.dismiss(self.text)


class FindModal(Window[str | None]):
    """Words to look for; Enter looks for them, nothing written ends the search, Esc leaves it."""

    CSS_PATH = STYLES
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "", show=False, priority=True),
    ]

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words

    def compose(self) -> ComposeResult:
        """One line."""
        with Vertical(classes="window"):
            yield Prose(_("Find in the item"), "heading", classes="title")
            yield Input(self.words, id="find", compact=True)
            yield Prose(_("Enter finds the next place · empty ends the search · Esc"), "muted")

    def on_mount(self) -> None:
        """Write at once."""
        self.query_one(Input).focus()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Look for it."""
        message.stop()
        self.dismiss(message.value.strip())

    def action_leave(self) -> None:
        """As it was."""
        self.dismiss(None)


class CodesModal(Window[tuple[str, ...] | None]):
    """Codes to choose from, a key each. Enter takes those chosen, none found being an answer too;
    Esc leaves the verdict as it was (None)."""

    CSS_PATH = STYLES
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "", show=False, priority=True),
    ]

    def __init__(self, check: Check, chosen: Sequence[str]) -> None:
        super().__init__()
        self.check = check
        self.chosen = set(chosen)
        self.cursor_key = check.options[0].id

    def compose(self) -> ComposeResult:
        """What is asked, and the codes."""
        with Vertical(classes="window"):
            yield Prose(self.check.text, "heading", classes="title")
            yield LinePane(self.lines, id="codes")
            text = _(
                "key or Space choose · Enter confirm (nothing chosen: none found) · Esc cancel"
            )
            yield Prose(text, "muted")

    def on_mount(self) -> None:
        """The list has the focus."""
        self.query_one(LinePane).focus()

    def lines(self, cells: int, focused: bool) -> list[Line]:
        """A code with its words."""
        lines: list[Line] = []
        for place, option in enumerate(self.check.options):
            at_cursor, on = option.id == self.cursor_key, option.id in self.chosen
            key = CODE_KEYS[place] if place < len(CODE_KEYS) else " "
            lead = (
                Piece("▸ " if at_cursor else "  ", "cursor"),
                Piece(f"{key} ", "key"),
                Piece("[x] " if on else "[ ] ", "chosen" if on else "plain"),
            )
            text = f"{option.id} ({_(SEVERITIES[option.severity])}): {option.text}"
            rows = wrap(plain(text), max(cells - 8, 8))
            lines.append(Line((*lead, Piece(rows[0])), option.id, at_cursor))
            lines += [Line((Piece(" " * 8 + row),), option.id, at_cursor) for row in rows[1:]]
        return lines

    def toggle(self, id: str) -> None:
        """Choose it, or no longer."""
        self.cursor_key = id
        self.chosen ^= {id}
        self.query_one(LinePane).redraw()

    def on_key(self, event: Key) -> None:
        """A code's key; Enter comes the same way, so that it overtakes none."""
        if event.key == "enter":
            event.stop()
            self.take()
            return
        place = CODE_KEYS.find(event.character or "\n")
        if 0 <= place < len(self.check.options):
            event.stop()
            self.toggle(self.check.options[place].id)

    def on_line_pane_moved(self, message: LinePane.Moved) -> None:
        """The cursor."""
        message.stop()
        self.cursor_key = message.target
        self.query_one(LinePane).redraw()

    def on_line_pane_taken(self, message: LinePane.Taken) -> None:
        """Enter takes those chosen; Space or a click chooses."""
        message.stop()
        if message.key == "enter":
            self.take()
        else:
            self.toggle(message.target)

    def on_line_pane_entered(self, message: LinePane.Entered) -> None:
        """Nothing changes."""
        message.stop()

    def action_leave(self) -> None:
        """As it was."""
        self.dismiss(None)

    def take(self) -> None:
        """Those chosen, in the scheme's order."""
        ids = [option.id for option in self.check.options]
        self.dismiss(tuple(id for id in ids if id in self.chosen))


class ControlModal(Window[None]):
    """How a control item should have been judged."""

    CSS_PATH = STYLES
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,f5", "close", "", show=False, priority=True)
    ]

    def __init__(self, feedback: Sequence[ControlCheck]) -> None:
        super().__init__()
        self.feedback = tuple(feedback)

    def compose(self) -> ComposeResult:
        """A line each, and what was known."""
        right = sum(entry.right for entry in self.feedback)
        with ReadingWindow():
            yield Prose(_("That was a control item"), "heading", classes="title")
            told_right = _("{right} of {n} verdicts match the known ones.")
            yield Prose(told_right.format(right=right, n=len(self.feedback)), classes="text")
            for control_check in self.feedback:
                check = control_check.asked_check.check
                own_words = verdict_words(
                    check,
                    None if control_check.standing is None else control_check.standing.verdict,
                )
                about = (
                    f"[{control_check.asked_check.subject}] "
                    if control_check.asked_check.subject
                    else ""
                )
                yours = _("yours: {verdict}").format(verdict=own_words)
                text = f"{about}{check.text}  {yours}"
                reference = ""
                if not control_check.right:
                    verdict = verdict_words(check, control_check.known)
                    reference = "  " + _("known: {verdict}").format(verdict=verdict)
                sign = "✓" if control_check.right else "✗"
                yield Prose(f"{sign} {text}{reference}", "good" if control_check.right else "bad")
            yield Prose(_("Esc goes on to the next item"), "muted", classes="text")

    def action_close(self) -> None:
        """On."""
        self.dismiss(None)
