"""Small windows of the annotator's screens: guidelines, a text, codes, the verdicts on a control
item.

Owns their behaviour. The text is passed to the opening screen while it is being written, so that a
killed program loses nothing.
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
"""A text is stored this long after the last key."""
AGAIN_SECONDS = 1.0
"""Storing a text is tried again this long after a failure."""
ALL_LINES = 24
"""Lines of a terminal that show a text's window with everything in it."""
CODE_KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
STYLES = ["../../styles/panes.tcss", "../../styles/annotator.tcss"]
SEVERITIES = {"soft": mark("soft"), "hard": mark("hard")}


class GuidelinesModal(Window[None]):
    """The guidelines, and the keys of the screen below."""

    CSS_PATH: ClassVar[list[str]] = STYLES  # type: ignore[assignment]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,f1,space", "close", "", show=False, priority=True)
    ]

    def __init__(
        self, text: str, further_keys: Sequence[KeyHint], actions: Sequence[Action]
    ) -> None:
        super().__init__()
        self.text = text
        rows = [(hint.key, _(hint.help or hint.effect)) for hint in further_keys if not hint.name]
        self.rows = [*rows, *((action.key_label, _(action.help)) for action in actions)]

    def compose(self) -> ComposeResult:
        """Guidelines first, then keys."""
        with ReadingWindow():
            yield Prose(_("Guidelines"), "heading", classes="title")
            # Guidelines are foreign text: a link in them must open nothing.
            text = plain(self.text) or _("This scheme has no guidelines.")
            yield Markdown(text, open_links=False, id="guidelines")
            yield Prose(_("Keys of this screen"), "heading", classes="title")
            yield KeyTable(self.rows)
            yield Prose(_("↑↓ PgDn scroll · Esc closes this window"), "muted")

    def action_close(self) -> None:
        """Close the window."""
        self.dismiss(None)


class TextModal(Window[str]):
    """A text of several lines, stored while it is being written; closed with Esc or Ctrl+S."""

    CSS_PATH: ClassVar[list[str]] = STYLES  # type: ignore[assignment]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+s,f5", "close", "", show=False, priority=True)
    ]

    def __init__(
        self,
        title: str,
        question: str,
        text: str,
        store_text: Callable[[str], str],
        set_unsaved: Callable[[Callable[[], object] | None], None],
    ) -> None:
        """`store_text` stores the text and returns why that failed, empty if it worked;
        `set_unsaved` gets the function that stores unsaved text, and None once everything is
        stored."""
        super().__init__()
        self.set_unsaved = set_unsaved
        self.heading, self.question = title, question
        self.text = text
        self.store_text = store_text
        self.store_timer: Timer | None = None
        self.key_note = _("Esc closes the window and keeps the text")
        self.cut_text: str | None = None
        """The text from which something was last left out: what says so stays until it changes."""
        self.store_error = ""
        """Why the text is not stored."""
        self.giving_up = False
        """Whether the next Esc closes the window although the text is not stored."""

    def compose(self) -> ComposeResult:
        """Title, question, text."""
        with Vertical(classes="window"):
            yield Prose(self.heading, "heading", classes="title")
            yield Prose(self.question, "muted", classes="text")
            yield PlainArea(self.text, MAX_TEXT, id="words", soft_wrap=True, compact=True)
            yield Prose(self.key_note, "muted", id="how")

    def _fit(self, width: int, height: int) -> None:
        """Leave what the window asks out where there are too few lines for it and the text."""
        super()._fit(width, height)
        self.set_class(height < ALL_LINES, "-low")
        self.call_after_refresh(self.area.scroll_cursor_visible)

    def on_mount(self) -> None:
        """Focus the text, at its end."""
        self.area.focus()
        self.area.move_cursor(self.area.document.end)

    @property
    def area(self) -> PlainArea:
        """The text area."""
        return self.query_one(PlainArea)

    @property
    def written(self) -> str:
        """The present text."""
        return self.area.text

    def on_text_area_changed(self, message: TextArea.Changed) -> None:
        """Store the text once typing pauses."""
        message.stop()
        left_out = self.area.take_left_out()
        if left_out:
            self.cut_text = self.written
            self.show_message(sentences(self.area.too_much(left_out), self.key_note))
        elif self.written != self.cut_text:
            self.show_message(self.key_note)
        self.giving_up = False
        self.wait(KEEP_SECONDS)
        self.set_unsaved(self.store)

    def show_message(self, text: str) -> None:
        """Show a message below the text."""
        self.query_one("#how", Prose).show(text)

    def wait(self, seconds: float) -> None:
        """Store the text after `seconds`; 0 cancels this."""
        if self.store_timer is not None:
            self.store_timer.stop()
        self.store_timer = self.set_timer(seconds, self.store) if seconds else None

    def store(self) -> bool:
        """Store the text now, or later if that fails. Returns whether it is stored."""
        self.store_error = "" if self.written == self.text else self.store_text(self.written)
        stored = not self.store_error
        if stored:
            self.text = self.written
        elif not self.giving_up:
            self.show_message(sentences(_("Not stored yet; it is tried again"), self.store_error))
        self.wait(0 if stored else AGAIN_SECONDS)
        self.set_unsaved(None if stored else self.store)
        return stored

    def action_close(self) -> None:
        """Store the text and close, after pending keys are in the text."""
        self.area.call_later(self.shut)

    def shut(self) -> None:
        """Store the text and close; if it cannot be stored, close only at the second Esc."""
        if not self.is_current:
            return
        if not self.store() and not self.giving_up:
            self.giving_up = True
            text = _("Not stored: Esc again closes the window and discards the text")
            self.show_message(sentences(text, self.store_error))
            return
        self.wait(0)
        self.set_unsaved(None)
        self.dismiss(self.text)


class FindModal(Window[str | None]):
    """Words to search for. Enter searches, an empty text ends the search, Esc leaves it
    unchanged."""

    CSS_PATH: ClassVar[list[str]] = STYLES  # type: ignore[assignment]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "", show=False, priority=True),
    ]

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words

    def compose(self) -> ComposeResult:
        """One input line."""
        with Vertical(classes="window"):
            yield Prose(_("Find in the item"), "heading", classes="title")
            yield Input(self.words, id="find", compact=True)
            yield Prose(_("Enter finds the next place · empty ends the search · Esc"), "muted")

    def on_mount(self) -> None:
        """Focus the input line."""
        self.query_one(Input).focus()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Start the search."""
        message.stop()
        self.dismiss(message.value.strip())

    def action_leave(self) -> None:
        """Close without a change."""
        self.dismiss(None)


class CodesModal(Window[tuple[str, ...] | None]):
    """Codes to choose from, with one key for each. Enter accepts the selection, which may be empty
    (“none found”); Esc leaves the verdict unchanged (None)."""

    CSS_PATH: ClassVar[list[str]] = STYLES  # type: ignore[assignment]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "", show=False, priority=True),
    ]

    def __init__(self, check: Check, chosen_codes: Sequence[str]) -> None:
        super().__init__()
        self.check = check
        self.chosen_codes = set(chosen_codes)
        self.cursor_key = check.options[0].id

    def compose(self) -> ComposeResult:
        """The question and the codes."""
        with Vertical(classes="window"):
            yield Prose(self.check.text, "heading", classes="title")
            yield LinePane(self.lines, id="codes")
            text = _(
                "key or Space choose · Enter confirm (nothing chosen: none found) · Esc cancel"
            )
            yield Prose(text, "muted")

    def on_mount(self) -> None:
        """Focus the list."""
        self.query_one(LinePane).focus()

    def lines(self, cells: int, focused: bool) -> list[Line]:
        """Each code with its description."""
        lines: list[Line] = []
        for place, option in enumerate(self.check.options):
            at_cursor, on = option.id == self.cursor_key, option.id in self.chosen_codes
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
        """Select a code, or deselect it."""
        self.cursor_key = id
        self.chosen_codes ^= {id}
        self.query_one(LinePane).redraw()

    def on_key(self, event: Key) -> None:
        """Handle a code's key; Enter is handled here too, so that it does not overtake other
        keys."""
        if event.key == "enter":
            event.stop()
            self.take()
            return
        place = CODE_KEYS.find(event.character or "\n")
        if 0 <= place < len(self.check.options):
            event.stop()
            self.toggle(self.check.options[place].id)

    def on_line_pane_moved(self, message: LinePane.Moved) -> None:
        """Follow the cursor."""
        message.stop()
        self.cursor_key = message.target
        self.query_one(LinePane).redraw()

    def on_line_pane_taken(self, message: LinePane.Taken) -> None:
        """Enter accepts the selection; Space or a click selects."""
        message.stop()
        if message.key == "enter":
            self.take()
        else:
            self.toggle(message.target)

    def on_line_pane_entered(self, message: LinePane.Entered) -> None:
        """Stop the message; nothing changes."""
        message.stop()

    def action_leave(self) -> None:
        """Close without a change."""
        self.dismiss(None)

    def take(self) -> None:
        """Return the selected codes, in the scheme's order."""
        ids = [option.id for option in self.check.options]
        self.dismiss(tuple(id for id in ids if id in self.chosen_codes))


class ControlModal(Window[None]):
    """The correct verdicts on a control item."""

    CSS_PATH: ClassVar[list[str]] = STYLES  # type: ignore[assignment]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,f5", "close", "", show=False, priority=True)
    ]

    def __init__(self, feedback: Sequence[ControlCheck]) -> None:
        super().__init__()
        self.feedback = tuple(feedback)

    def compose(self) -> ComposeResult:
        """One line for each check, with the known fault."""
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
                    verdict = verdict_words(check, control_check.known_verdict)
                    reference = "  " + _("known: {verdict}").format(verdict=verdict)
                sign = "✓" if control_check.right else "✗"
                yield Prose(f"{sign} {text}{reference}", "good" if control_check.right else "bad")
            yield Prose(_("Esc goes on to the next item"), "muted", classes="text")

    def action_close(self) -> None:
        """Continue."""
        self.dismiss(None)
