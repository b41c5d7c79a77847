"""Small windows of the researcher's screens: choose from a list, fill in a few lines.

Owns their behaviour. The opening screen owns the meaning of the choice or text, and whether a file
may be overwritten.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Key
from textual.widgets import Input

from tui.i18n import _
from tui.state.draft import Line, Piece
from tui.state.translation import translated
from tui.text import fit, fit_end, pad, plain, width
from tui.widgets.line_pane import LinePane
from tui.widgets.prose import Prose
from tui.windows.window import Window

MOST_ENTRIES = 400
"""Maximum number of entries listed at once; the filter reaches the others."""


@dataclass(frozen=True)
class Entry:
    """An entry to choose."""

    key: str
    text: str
    description: str = ""
    """A less prominent remark after the text."""
    group: str = ""
    """Heading above the first entry of a group."""


class PickModal(Window[str | None]):
    """A list with a filter above it; None if nothing was chosen."""

    OPENS_FIELD = KEYS_IN_ORDER = True

    CSS_PATH = "../../styles/inspector_more.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "", show=False, priority=True)
    ]

    def __init__(self, title: str, entries: Sequence[Entry], current: str = "") -> None:
        super().__init__()
        self.heading = title
        self.entries = tuple(entries)
        self.matching_entries = self.entries
        listed = any(entry.key == current for entry in entries)
        self.cursor_key = current if listed else entries[0].key if entries else ""

    def compose(self) -> ComposeResult:
        """Title, filter, list."""
        with Vertical(classes="window"):
            yield Prose(self.heading, "heading", classes="title")
            yield Input(placeholder=_("filter by words"), id="pick-filter", compact=True)
            yield LinePane(self.lines, id="pick-list")
            yield Prose(_("↑↓ choose · Enter select · Esc back"), "muted")

    def on_mount(self) -> None:
        """Focus the filter; the arrow keys move in the list from there."""
        self.query_one(Input).focus()

    def lines(self, cells: int, focused: bool) -> list[Line]:
        """The entries that match the filter."""
        lines: list[Line] = []
        group = ""
        widths = (width(plain(entry.text)) for entry in self.matching_entries[:MOST_ENTRIES])
        text_width = min(max(widths, default=0), cells * 3 // 5)
        for entry in self.matching_entries[:MOST_ENTRIES]:
            if entry.group != group:
                group = entry.group
                lines.append(Line((Piece(fit(plain(group), cells), "heading"),)))
            at_cursor = entry.key == self.cursor_key
            pieces = [
                Piece("▸ " if at_cursor else "  ", "cursor"),
                Piece(
                    pad(fit_end(plain(entry.text), text_width), text_width + 2),
                    "marked" if at_cursor else "plain",
                ),
                Piece(fit(plain(entry.description), cells - text_width - 4), "muted"),
            ]
            lines.append(Line(tuple(pieces), entry.key, at_cursor))
        if not self.matching_entries:
            lines.append(Line((Piece(_("nothing matches"), "muted"),)))
        elif len(self.matching_entries) > MOST_ENTRIES:
            text = _("{n} more: type to narrow the list").format(
                n=f"{len(self.matching_entries) - MOST_ENTRIES:,}"
            )
            lines.append(Line((Piece(text, "muted"),)))
        return lines

    def on_input_changed(self, message: Input.Changed) -> None:
        """Narrow the list."""
        message.stop()
        words = message.value.casefold().split()
        self.matching_entries = tuple(
            entry
            for entry in self.entries
            if all(word in f"{entry.text} {entry.description}".casefold() for word in words)
        )
        if not any(entry.key == self.cursor_key for entry in self.matching_entries):
            self.cursor_key = self.matching_entries[0].key if self.matching_entries else ""
        self.query_one(LinePane).redraw(top=True)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Choose the entry at the cursor."""
        message.stop()
        if self.cursor_key:
            self.dismiss(self.cursor_key)

    def on_key(self, event: Key) -> None:
        """Move up and down in the list, wherever the focus is."""
        step = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}.get(event.key)
        if step is None or not self.matching_entries:
            return
        event.stop()
        event.prevent_default()
        keys = [entry.key for entry in self.matching_entries]
        place = keys.index(self.cursor_key) if self.cursor_key in keys else 0
        self.cursor_key = keys[max(0, min(place + step, len(keys) - 1))]
        self.query_one(LinePane).redraw()

    def on_line_pane_moved(self, message: LinePane.Moved) -> None:
        """Move to the clicked entry."""
        message.stop()
        self.cursor_key = message.target
        self.query_one(LinePane).redraw()

    def on_line_pane_taken(self, message: LinePane.Taken) -> None:
        """Choose the entry at the cursor when it is clicked."""
        message.stop()
        self.dismiss(message.target)

    def action_leave(self) -> None:
        """Close without a choice."""
        self.dismiss(None)


@dataclass(frozen=True)
class Field:
    """One line to fill in."""

    name: str
    label: str
    text: str = ""
    computed_text: Callable[[dict[str, str]], str] | None = None
    """Computes its text from the other fields, until somebody types in it."""


FieldAction = Callable[[dict[str, str], bool], str]
"""Called with the fields and whether the warning was confirmed. Returns a warning that needs
confirmation, or an empty text once everything is done. Raises `AskModal.Refused` with what is
wrong."""


class AskModal(Window[bool]):
    """Some lines to fill in, tried at Enter; a second Enter confirms a warning."""

    OPENS_FIELD = KEYS_IN_ORDER = True

    CSS_PATH = "../../styles/inspector_more.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "", show=False, priority=True)
    ]

    class Refused(Exception):
        """The input cannot be accepted."""

    def __init__(self, title: str, text: str, fields: Sequence[Field], action: FieldAction) -> None:
        super().__init__()
        self.heading, self.text = title, text
        self.fields = tuple(fields)
        self.action = action
        self.warned_values: dict[str, str] | None = None
        """The fields for which a warning was shown."""
        self.untyped_texts = {field.name: field.text for field in fields}
        """The text of each field before anybody typed in it."""

    def compose(self) -> ComposeResult:
        """Title, fields, message."""
        with Vertical(classes="window"):
            yield Prose(self.heading, "heading", classes="title")
            yield Prose(self.text, "muted", classes="text")
            for field in self.fields:
                yield Prose(field.label, "key")
                yield Input(field.text, id=f"ask-{field.name}", classes="ask", compact=True)
            yield Prose("", "warn", id="ask-wrong")
            yield Prose(_("Tab next field · Enter confirm · Esc back"), "muted")

    def on_mount(self) -> None:
        """Focus the first field."""
        self.query(Input).first().focus()

    def on_input_changed(self, message: Input.Changed) -> None:
        """Drop the warning, because it was about another input."""
        message.stop()
        for field in self.fields:
            line = self.query_one(f"#ask-{field.name}", Input)
            if field.computed_text is not None and line.value == self.untyped_texts[field.name]:
                line.value = self.untyped_texts[field.name] = field.computed_text(self.values())
        if self.warned_values is not None and self.values() != self.warned_values:
            self.warned_values = None
            self.query_one("#ask-wrong", Prose).show("")

    def values(self) -> dict[str, str]:
        """The text of each field."""
        texts = {f.name: self.query_one(f"#ask-{f.name}", Input).value for f in self.fields}
        return {name: value.strip() for name, value in texts.items()}

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Try the input."""
        message.stop()
        values = self.values()
        try:
            warning = self.action(values, self.warned_values == values)
        except self.Refused as wrong:
            self.warned_values = None
            self.query_one("#ask-wrong", Prose).show(translated(str(wrong)), "bad")
            return
        if warning:
            self.warned_values = values
            self.query_one("#ask-wrong", Prose).show(
                _("{warning} Press Enter again to confirm.").format(warning=warning), "warn"
            )
            return
        self.dismiss(True)

    def action_leave(self) -> None:
        """Close without doing anything."""
        self.dismiss(False)
