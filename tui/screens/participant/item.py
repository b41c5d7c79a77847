"""One question under the clock.

Owns the item screen: it draws an `QuestionView`, and passes every change to its port before drawing
the result. What is stored and what comes next is decided behind the port."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from textual.events import Key, Paste, Resize
from textual.widget import Widget

from items.answers import Answer, TextAnswer
from study.course.timing import SECOND, Remaining
from tui.i18n import _
from tui.state.confidence import ConfirmRow
from tui.state.draft import KeyHint, Reply, Role
from tui.state.question_view import (
    WARNING_SECONDS,
    QuestionView,
    clock,
    condition_text,
    share,
    warning,
    what_to_do,
)
from tui.state.typed_drafts import TextDraft
from tui.text import narrow, plain
from tui.widgets.bars import HeaderBar
from tui.widgets.control import Control
from tui.widgets.prose import Prose
from tui.widgets.reading import Reading
from tui.windows.screen import AnswerScreen, heard_from, hints, not_pasted

if TYPE_CHECKING:
    from tui.widgets.editor import Editor

FRAME_LINES = 6
"""Lines that are neither text nor answer: header, two rules, message, keys, and the gap."""
LINE_CELLS = 100
"""Maximum line length that is easy to read, in cells; padding and scroll bar take three more."""


FINAL_NS = 2 * SECOND
"""Time before the end of a limit in which a text is stored with each change of it: the next usual
moment, up to a second later, may be too late."""


class Port(Protocol):
    """Receives the screen's inputs. Each call returns a message for the participant if it was
    refused; when it returns, the input is safe on disk."""

    @property
    def record_was_locked(self) -> bool:
        """Whether the last input could not be stored yet and has to be repeated."""

    def change(self, part: str, answer: Answer | None) -> str:
        """Store the changed draft of a part."""

    def left_out(self, part: str, characters: int) -> None:
        """Store the number of characters that did not fit into the text of a part."""

    def set_confidence(self, value: int) -> str:
        """Store the confidence."""

    def confirm(self) -> str:
        """Make the answer final."""

    def start_break(self) -> str:
        """Hide the item."""

    def pause(self) -> str:
        """Hide the item because there is no room for it."""

    def remaining(self) -> Remaining:
        """The time left."""


class ItemScreen(AnswerScreen):
    """Text, question, answer control, confidence; header with the clock, keys, progress."""

    SCREEN_NAMES = ("item",)
    AUTO_FOCUS = ""
    """None; `ready` sets the focus so that the question stays in view."""

    def __init__(self, view: QuestionView, port: Port, notice: str = "") -> None:
        super().__init__("item")
        self.view = view
        self.port = port
        self.notice = notice
        self.level = self.level_at_first()
        self.last_warning = ("", 0)
        self.left_out_counts: Counter[int] = Counter()
        """Characters that did not fit into texts since the last time they were stored, by place."""
        self.is_composed = False
        self.shown_at = 0.0
        """From this moment keys are meant for the open question, on the clock of events."""
        self.controls: list[Control] = []
        """The controls of the parts and the confidence row, without editors."""
        self.control_heights: list[int] = []
        """The heights of the controls when the room was last divided."""
        self.place_in_view = 0
        """The place of the control that is to be kept in view."""
        self.untouched = True
        """True until the first key or click; until then the question is shown from its
        beginning."""

    @property
    def standing(self) -> bool:
        """Whether all widgets are there, and neither the screen nor the program is closing."""
        on_stack = self.is_composed and self in self.app.screen_stack
        # Checked often, so it looks only at the frame's own children.
        inside = (child for frame in self.children for child in frame.children)
        return on_stack and any(isinstance(child, HeaderBar) for child in inside)

    def level_at_first(self) -> str:
        """The level that the clock starts with: if a notice is already shown, the present level, so
        that a time warning replaces the notice only later."""
        return clock(self.port.remaining()).level if self.notice else "plain"

    def header(self) -> HeaderBar:
        """The header with study, position and time left."""
        return HeaderBar(
            self.title_shown, self.view.place_text(), clock(self.port.remaining()).text
        )

    @property
    def title_shown(self) -> str:
        """The study's title, with a mark for a pilot."""
        title = self.view.title
        return _("[trial run] {title}").format(title=title) if self.view.pilot else title

    def turn_to(self, view: QuestionView, notice: str = "") -> bool:
        """Show another question in the same widgets; False if it needs other widgets.

        Because nothing is mounted, the next question appears at once.
        """
        if not self.standing or view.shape != self.view.shape:
            return False
        self.view, self.notice, self.untouched = view, notice, True
        self.unsaved_places.clear()
        self.left_out_counts.clear()
        self.level = self.level_at_first()
        self.last_warning = ("", 0)
        time_left = clock(self.port.remaining()).text
        self.query_one(HeaderBar).show(self.title_shown, view.place_text(), time_left)
        self.query_one("#text", Prose).show(view.text)
        texts = {"condition": condition_text(view.condition), "prompt": view.prompt}
        texts |= {f"prompt-{n}": view.part_prompt(n) for n in range(len(view.drafts))}
        for prose in self.query_one("#answer").query(Prose):
            prose.show(texts[prose.id or ""])
        for place, draft in enumerate(view.drafts):
            self.query_one(f"#control-{place}", Control).show(draft)
        if view.confidence is not None:
            self.query_one(f"#control-{len(view.drafts)}", Control).show(view.confidence)
        for pane in self.query(Reading):
            pane.scroll_to(y=0, animate=False)
        self.share_room(self.app.size.width, self.app.size.height)
        self.show_message(notice)
        self.ready()
        self.refresh_keys()
        self.shown_at = heard_from(bool(notice))
        return True

    def middle(self) -> Iterable[Widget]:
        """The text above, the question and answers below."""
        view = self.view
        yield Reading(Prose(view.text, id="text"), id="reading")
        below: list[Widget] = []
        if view.condition:
            below.append(Prose(condition_text(view.condition), "warn", id="condition"))
        if view.prompt:
            below.append(Prose(view.prompt, "heading", id="prompt"))
        for place, draft in enumerate(view.drafts):
            problem = view.part_prompt(place)
            if problem:
                classes = "part" if place else "part -first"
                below.append(Prose(problem, "heading", id=f"prompt-{place}", classes=classes))
            if isinstance(draft, TextDraft):
                from tui.widgets.editor import Editor

                below.append(Editor(draft, place))
            else:
                below.append(Control(draft, place))
        if view.confidence is not None:
            row = Control(view.confidence, len(view.drafts))
            row.add_class("confidence")
            below.append(row)
        elif view.button:
            row = Control(ConfirmRow(), len(view.drafts))
            row.add_class("confidence")
            below.append(row)
        self.controls = [widget for widget in below if isinstance(widget, Control)]
        yield Reading(*below, id="answer")
        yield Prose(self.notice, "warn", id="message")

    def hints(self) -> list[KeyHint]:
        """The keys that apply at the moment."""
        rest = hints("rest") if self.view.block.breaks else []
        return [*self.view.keys(), *rest, *hints("help")]

    def offers(self, action: str) -> bool:
        """Offer a break only if there are any."""
        return action != "rest" or self.view.block.breaks

    def progress(self) -> float:
        """The completed share of the session."""
        return self.view.progress

    def on_mount(self) -> None:
        """Lay out before the first paint."""
        self.share_room(self.app.size.width, self.app.size.height)
        self.is_composed = True
        self.shown_at = heard_from(bool(self.notice))
        super().on_mount()

    def ready(self) -> None:
        """Focus the first open part."""
        self.turn_focus(self.view.place)

    def turn_focus(self, place: int) -> None:
        """Focus a part or the confidence row, at once."""
        self.view.place = place
        self.set_focus(self.control(place), scroll_visible=False)

    def on_resize(self, event: Resize) -> None:
        """Divide the room again."""
        if self.standing:
            self.share_room(event.size.width, event.size.height)
            if not self.untouched:
                self.keep_in_view(self.view.place)
        super().on_resize(event)

    def fit_terminal(self, width: int, height: int, at_start: bool = False) -> None:
        """Stop the clock while there is no room for the question."""
        super().fit_terminal(width, height, at_start)
        if self.has_class("-small"):
            self.call_after_refresh(self.hide)

    def hide(self) -> None:
        """Pause if the window is still too small."""
        if self.standing and self.is_current and self.has_class("-small"):
            self.show_message(self.store_rest() or self.port.pause())

    def share_room(self, width: int, height: int) -> None:
        """Give text and answer their heights."""
        cells = min(width - 3, LINE_CELLS)
        text = self.query_one("#text", Prose)
        lines = len(text.lines(cells))
        room = max(height - FRAME_LINES, 4)
        if self.view.air(cells, room - lines - 1):
            for control in self.controls:
                control.redraw()
        answer_height = self.view.answer_lines(cells)
        above, below = share(room, lines, answer_height)
        self.query_one("#reading").styles.height = above + 1
        answer = self.query_one("#answer")
        answer.styles.height = below
        answer.set_class(answer_height > below, "-more")
        self.control_heights = self.heights()

    def heights(self) -> list[int]:
        """The number of lines that each control draws; while these stay the same, so does the room
        of each part."""
        laid_out = (control for control in self.controls if control.content_size)
        return [len(control.lines(control.content_size.width)) for control in laid_out]

    def control(self, place: int) -> Widget:
        """The control of a part, or the confidence row."""
        return self.query_one(f"#control-{place}")

    # What the participant does

    def on_control_entered(self, message: Control.Entered) -> None:
        """Follow the focus to another part."""
        message.stop()
        if self.focused is self.control(message.place):
            self.view.place = message.place
            self.refresh_keys()
            if message.place or not self.untouched:
                self.keep_in_view(message.place)

    def on_control_pressed(self, message: Control.Pressed) -> None:
        """Store a draft after a click or key, then show any message."""
        message.stop()
        self.untouched = False
        self.store_reply(message.place, message.reply)

    def store_reply(self, place: int, reply: Reply) -> None:
        """Store a change and show its effect."""
        problem = reply.message
        if reply.changed:
            problem = self.store(place) or problem
        self.show_message(problem)
        self.refresh_keys()
        if self.heights() == self.control_heights:
            self.place_in_view = place
            self.reveal()
        else:
            self.share_room(self.app.size.width, self.app.size.height)
            self.keep_in_view(place)

    def store(self, place: int) -> str:
        """Store a draft or the confidence. Returns a message if it was refused."""
        view = self.view
        self.unsaved_places.discard(place)
        if place >= len(view.drafts):
            value = view.confidence.value if view.confidence else None
            problem = self.port.set_confidence(value) if value else ""
        else:
            part = view.parts[place].id
            problem = self.port.change(part, view.drafts[place].partial())
            left_out = 0 if self.port.record_was_locked else self.left_out_counts.pop(place, 0)
            if left_out:
                self.port.left_out(part, left_out)
        if self.port.record_was_locked:
            self.unsaved_places.add(place)
        return problem

    @property
    def written(self) -> str:
        """The answers as they are on the screen, stored or not: texts, and the selections in other
        controls."""
        return "\n\n".join(filter(None, map(self.written_part, range(len(self.view.drafts)))))

    def written_part(self, place: int) -> str:
        """The answer to a part, below its question; empty if there is none."""
        view = self.view
        answer = view.drafts[place].partial()
        if answer is None:
            return ""
        texts = [view.part_prompt(place)]
        if isinstance(answer, TextAnswer):
            texts.append(answer.text)
        else:
            lines = view.drafts[place].lines(LINE_CELLS, False)
            marked = [line for line in lines if any(p.role == "chosen" for p in line.pieces)]
            texts += [line.text for line in marked or lines]
        return "\n".join(filter(None, texts))

    def on_control_submitted(self, message: Control.Submitted) -> None:
        """Continue at Enter as the footer says."""
        message.stop()
        self.go_on()

    def on_editor_edited(self, message: "Editor.Edited") -> None:
        """Note that a text is being written; it is stored after a second, or at once where time is
        almost up."""
        message.stop()
        self.unsaved_places.add(message.place)
        self.left_out_counts[message.place] += message.left_out_count
        shortest = self.port.remaining().shortest_ns
        hurry = shortest is not None and shortest <= FINAL_NS
        self.show_message((self.store(message.place) if hurry else "") or message.note)
        self.refresh_keys()

    def action_go_on(self) -> None:
        """Do what Enter does, for the mouse."""
        self.go_on()

    def go_on(self) -> None:
        """Go to the next open part, or confirm."""
        enter = self.view.enter()
        if enter.effect == "missing":
            self.show_message(enter.message)
        elif enter.effect == "confirm":
            self.show_message(self.store_rest() or self.port.confirm())
        else:
            self.turn_focus(enter.place)
            if enter.message:
                self.show_message(enter.message)

    @property
    def typing(self) -> bool:
        """Whether a part is answered by typing."""
        return any(draft.typing for draft in self.view.drafts)

    def paste(self, event: Paste, allowed: bool) -> bool:
        """Let only an editor take pasted text."""
        if event.time < self.shown_at:
            return False
        draft = self.view.draft
        control = self.focused
        if allowed and draft is not None and draft.typing:
            if control is not self.control(self.view.place):
                return False
            return not self.full(control, len(event.text))
        self.show_message(not_pasted())
        return False

    def full(self, control: Widget, characters: int) -> bool:
        """Whether an editor is full, so that these characters are left out; a message says so."""
        from tui.widgets.editor import Editor

        if not isinstance(control, Editor) or not control.full:
            return False
        self.show_message(control.too_much(characters))
        return True

    def key_first(self, event: Key) -> bool:
        """Handle keys in the order in which they were pressed. Keys pressed before the question was
        shown are ignored. An editor handles its keys itself."""
        if event.time < self.shown_at:
            return True
        control = self.focused
        if not self.standing or not isinstance(control, Control):
            return False
        self.untouched = False
        self.view.place = control.place
        if event.key in ("tab", "shift+tab"):
            step = 1 if event.key == "tab" else -1
            self.turn_focus((control.place + step) % len(self.query(".control")))
            return True
        with self.at_once():
            return self.press(control, event) or self.press_elsewhere(event)

    def press(self, control: Control, event: Key) -> bool:
        """Pass a key to a control. Returns whether it had a meaning there."""
        if event.key == "enter":
            self.go_on()
            return True
        reply = control.press(event)
        if reply.asks_to_submit:
            self.go_on()
        elif reply.handled:
            control.redraw()
            self.store_reply(control.place, reply)
        return reply.handled

    def on_key(self, event: Key) -> None:
        """Return to the answer at a key that no focused widget receives."""
        if event.key == "enter" and self.focused is None:
            event.stop()
            self.ready()

    def press_elsewhere(self, event: Key) -> bool:
        """Use a digit as confidence if it has no other meaning; on the confidence row, keys of a
        single answer still change that answer."""
        view = self.view
        draft = view.draft
        if view.confidence is not None and draft is not None and not draft.digits:
            reply = view.confidence.press("", narrow(event.character))
            if reply.handled:
                row = self.control(len(view.drafts))
                assert isinstance(row, Control)
                row.redraw()
                self.store_reply(len(view.drafts), reply)
                return True
        elif draft is None and len(view.drafts) == 1 and not view.drafts[0].typing:
            control = self.control(0)
            if event.key != "enter" and isinstance(control, Control) and self.press(control, event):
                self.turn_focus(0)
                self.refresh_keys()
                return True
        return False

    def action_rest(self) -> None:
        """Start a break."""
        self.show_message(self.store_rest() or self.port.start_break())

    def action_text_up(self) -> None:
        """Scroll up the answers, and at their beginning the text."""
        text, answer = self.panes()
        (answer if answer.scroll_target_y > 0 else text).scroll_page_up(animate=False)

    def action_text_down(self) -> None:
        """Scroll down the text, and at its end the answers."""
        text, answer = self.panes()
        (text if text.more_below else answer).scroll_page_down(animate=False)

    def panes(self) -> tuple[Reading, Reading]:
        """The text, and the question with its answers."""
        return self.query_one("#reading", Reading), self.query_one("#answer", Reading)

    # Display

    def show_message(self, problem: str) -> None:
        """Show one line to the participant; an empty text removes it."""
        if self.standing:
            self.query_one("#message", Prose).show(problem)

    def rules(self) -> str:
        """The block's instructions."""
        return plain(self.view.block.instructions).strip("\n")

    def refresh_keys(self) -> None:
        """Update the footer after a change of focus or answers."""
        from tui.widgets.bars import KeyBar

        self.query_one(KeyBar).show(self.hints(), self.progress())

    def keep_in_view(self, place: int) -> None:
        """Scroll the answers so that what is at the cursor is visible, from its first line on."""
        self.place_in_view = place
        self.call_after_refresh(self.reveal)

    def reveal(self) -> None:
        """Scroll to the control that was last to be kept in view."""
        if not self.standing:
            return
        control = self.control(self.place_in_view)
        if isinstance(control, Control):
            _reveal(self.query_one("#answer", Reading), control)

    def tick(self) -> None:
        """Update the time left, and warn."""
        if not self.standing:
            return
        clock_state = clock(self.port.remaining())
        level: Role = "plain" if clock_state.level == "plain" else "warn"
        with self.at_once():
            self.query_one(HeaderBar).show(right=clock_state.text, level=level)
        if clock_state.level != self.level:
            self.level = clock_state.level
            problem = warning(clock_state, self.submits)
            if problem:
                self.show_message(problem)
                self.last_warning = (problem, clock_state.seconds)
        elif self.last_warning[1] - clock_state.seconds >= WARNING_SECONDS:
            if self.query_one("#message", Prose).text == self.last_warning[0]:
                self.show_message(what_to_do(clock_state, self.submits))
            self.last_warning = ("", 0)

    @property
    def submits(self) -> bool:
        """Whether the present answer counts when time runs out."""
        return self.view.block.time_up.answer == "submit"


def _reveal(pane: Reading, control: Control) -> None:
    if not control.is_attached:
        return
    first, last = (control.virtual_region.y + line for line in control.cursor_lines)
    room = pane.size.height
    # In a larger window the pane may have moved back without a new target.
    target_top = min(max(int(pane.scroll_target_y), last - room + 1), first)
    if target_top != int(pane.scroll_y) or target_top != int(pane.scroll_target_y):
        pane.scroll_to(y=target_top, animate=False)
