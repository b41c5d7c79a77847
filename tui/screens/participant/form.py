"""A form: fields one below another, filled in by keys or clicks.

Owns the form screen. `tui.state.fields` defines the effect of keys on a field; the station stores
the entries.
"""

from collections.abc import Iterable
from typing import Protocol

from textual.events import Key, Paste
from textual.widget import Widget

from study.stations.form import PlannedForm, entries_of
from study.stations.form_fields import Entry
from tui.i18n import _
from tui.screens.participant.flow import Flow
from tui.state.draft import KeyHint, Reply
from tui.state.form_view import FormView
from tui.text import plain
from tui.widgets.bars import HeaderBar, KeyBar
from tui.widgets.control import Control
from tui.widgets.prose import Prose
from tui.widgets.reading import Reading
from tui.windows.screen import AnswerScreen, hints, not_pasted

EDITING_KEYS = frozenset(("up", "down", "left", "right", "backspace", "delete"))
"""Keys that act on a field, besides characters."""


def show(flow: Flow) -> None:
    """Show the form with its present entries."""
    planned_form = flow.state.here
    assert isinstance(planned_form, PlannedForm)
    view = FormView(planned_form, entries_of(flow.state, planned_form.id))
    flow.answer_screen = FormScreen(view, flow, flow.study.title, flow.mark)
    flow.host.show(flow.answer_screen)


class Port(Protocol):
    """Receives the screen's inputs; each call returns a message for the participant if it was
    refused."""

    @property
    def record_was_locked(self) -> bool:
        """Whether the last input could not be stored yet and has to be repeated."""

    def do(self, command: str, *arguments: object) -> str:
        """Pass an input to the station."""


class FormScreen(AnswerScreen):
    """Title, text, fields."""

    SCREEN_NAMES = ("page",)
    AUTO_FOCUS = ""

    def __init__(self, view: FormView, port: Port, title: str, mark: str = "") -> None:
        super().__init__("form")
        self.view = view
        self.port = port
        self.study_title = title
        self.mark = mark

    def header(self) -> HeaderBar:
        """The study's title."""
        return HeaderBar(self.study_title, "", self.mark)

    def middle(self) -> Iterable[Widget]:
        """Everything in one column."""
        form = self.view.form
        column: list[Widget] = [Prose(plain(form.title), "heading", classes="title")]
        if form.text.strip():
            column.append(Prose(plain(form.text).strip("\n"), classes="text"))
        for place, draft in enumerate(self.view.drafts):
            column.append(Prose(self.view.prompt(place), "heading", classes="part"))
            column.append(Control(draft, place))
        yield Reading(*column, id="answer")
        yield Prose("", "warn", id="message")

    def hints(self) -> list[KeyHint]:
        """The keys that apply at the moment."""
        return [*self.view.keys(), *hints("help")]

    def ready(self) -> None:
        """Focus the first open field."""
        self.turn_focus(self.view.place)

    def control(self, place: int) -> Control:
        """The control of a field."""
        return self.query_one(f"#control-{place}", Control)

    def turn_focus(self, place: int) -> None:
        """Focus a field and scroll it into view."""
        self.view.place = place
        control = self.control(place)
        if not self.in_view(control):
            self.bring_back(control)
        # At once, because the next key may already be waiting.
        self.set_focus(control)
        self.refresh_keys()

    def span(self, control: Control) -> tuple[int, int]:
        """The first and the last line, in the column, of the part of a field that has to be
        visible: the whole field, or if it is too high, the lines at its cursor."""
        room, region = self.query_one("#answer", Reading).size.height, control.virtual_region
        if region.height <= room:
            return region.y, region.bottom - 1
        first, last = (region.y + line for line in control.cursor_lines)
        return first, min(last, first + max(room, 1) - 1)

    def in_view(self, control: Control) -> bool:
        """Whether a field is on the screen, so that a key may change it."""
        pane, region = self.query_one("#answer", Reading), control.virtual_region
        top, room = pane.scroll_target_y, pane.size.height
        return not room or (region.bottom > top and region.y < top + room)

    def wholly_in_view(self, control: Control) -> bool:
        """Whether the part of a field that has to be visible is on the screen."""
        pane, (first, last) = self.query_one("#answer", Reading), self.span(control)
        return pane.scroll_target_y <= first and last < pane.scroll_target_y + pane.size.height

    def bring_back(self, control: Control) -> None:
        """Scroll to a field, including its question if there is room for both."""
        pane, (first, last) = self.query_one("#answer", Reading), self.span(control)
        prompt = self.query(".part")[control.place].virtual_region.y
        if last - prompt < pane.size.height:
            first = prompt
        top = pane.scroll_target_y
        target_top = min(max(top, last - pane.size.height + 1), first)
        pane.scroll_to(y=target_top, animate=False, immediate=True)

    def refuse(self, control: Control) -> None:
        """Instead of applying a key to a field that is not on the screen, show the field."""
        self.bring_back(control)
        message = _("The keys are for question {n}, which was not on the screen. Press again.")
        self.show_message(message.format(n=control.place + 1))

    def on_control_entered(self, message: Control.Entered) -> None:
        """Follow the focus to another field."""
        message.stop()
        if self.focused is self.control(message.place):
            self.view.place = message.place
            self.refresh_keys()

    def on_control_pressed(self, message: Control.Pressed) -> None:
        """Handle a click in a field."""
        message.stop()
        self.store_reply(message.place, message.reply)

    def store_reply(self, place: int, reply: Reply) -> None:
        """Store a change and show its effect."""
        message = reply.message
        if reply.changed:
            message = self.store(place) or message
        self.show_message(message)
        self.refresh_keys()

    def store(self, place: int) -> str:
        """Store a field; an invalid entry is stored as empty."""
        draft = self.view.drafts[place]
        entry: Entry | None = draft.entry()
        message = self.port.do("fill", draft.field.id, entry)
        self.unsaved_places.discard(place)
        if self.port.record_was_locked:
            self.unsaved_places.add(place)
        return message

    @property
    def written(self) -> str:
        """The questions with entries, and these entries; first the one of the last key."""
        drafts, last = self.view.drafts, self.view.place
        return "\n\n".join(
            f"{self.view.prompt(place)}\n{drafts[place].in_words()}"
            for place in sorted(range(len(drafts)), key=lambda place: (place != last, place))
            if not drafts[place].empty
        )

    @property
    def typing(self) -> bool:
        """Whether the focused field is typed in."""
        return self.view.draft.typing

    def key_first(self, event: Key) -> bool:
        """Handle keys in the order in which they were pressed."""
        control = self.focused
        if not isinstance(control, Control) or not self.is_current:
            return False
        self.view.place = control.place
        if event.key in ("tab", "shift+tab"):
            step = 1 if event.key == "tab" else -1
            self.turn_focus((control.place + step) % len(self.view.drafts))
            return True
        if event.key == "enter":
            self.go_on()
            return True
        if (event.is_printable or event.key in EDITING_KEYS) and not self.in_view(control):
            self.refuse(control)
            return True
        reply = control.press(event)
        if reply.handled:
            control.redraw()
            self.store_reply(control.place, reply)
        return reply.handled

    def paste(self, event: Paste, allowed: bool) -> bool:
        """Let the text go into the focused field, if it is typed in."""
        control = self.focused
        if not allowed or not isinstance(control, Control):
            self.show_message(not_pasted())
            return False
        if not self.in_view(control):
            self.refuse(control)
            return False
        self.view.place = control.place
        reply = self.view.draft.paste(event.text)
        control.redraw()
        self.store_reply(control.place, reply if reply.handled else Reply(message=not_pasted()))
        return reply.changed

    def on_key(self, event: Key) -> None:
        """Enter without a focus returns to the fields."""
        if event.key == "enter" and self.focused is None:
            event.stop()
            self.ready()

    def action_go_on(self) -> None:
        """Do what Enter does, for the mouse."""
        self.go_on()

    def go_on(self) -> None:
        """Stay at an open field, otherwise go to the next open one; hand in the form if there is
        none."""
        message = self.view.draft.missing()
        place = self.view.next_open()
        if message:
            self.show_message(message)
        elif place is not None:
            self.show_message("")
            self.turn_focus(place)
        else:
            self.show_message(self.store_rest() or self.port.do("submit"))

    def show_message(self, message: str) -> None:
        """Show one line to the participant; an empty text removes it."""
        if self.is_current:
            self.query_one("#message", Prose).show(message)

    def refresh_keys(self) -> None:
        """Update the footer after a change of focus or answers."""
        self.query_one(KeyBar).show(self.hints(), self.progress())

    def action_page_up(self) -> None:
        """Scroll up."""
        self.turn_page(-1)

    def action_page_down(self) -> None:
        """Scroll down."""
        self.turn_page(1)

    def turn_page(self, step: int) -> None:
        """Scroll by a page. If the focused field is then hidden or cut, the nearest fully visible
        field gets the focus."""
        pane = self.query_one("#answer", Reading)
        pane.scroll_to(
            y=pane.scroll_target_y + step * pane.size.height, animate=False, immediate=True
        )
        controls = [self.control(n) for n in range(len(self.view.drafts))]
        visible = [n for n, control in enumerate(controls) if self.in_view(control)]
        whole = [n for n in visible if self.wholly_in_view(controls[n])]
        visible = whole or visible
        if visible and self.view.place not in visible:
            self.view.place = visible[0] if step > 0 else visible[-1]
            self.set_focus(self.control(self.view.place), scroll_visible=False)
            self.refresh_keys()
