"""The application a participant uses: one study, from the code to the completion code.

Owns the clock that moves the flow, what happens when something fails, and leaving in good order.
"""

from typing import TYPE_CHECKING, ClassVar

from textual.events import Event, Key, MouseDown, MouseScrollDown, MouseScrollUp, Paste

from solver.errors import CountermodelError
from tui.i18n import _
from tui.state.pages import Page, PageAction, Section, not_saved_yet
from tui.state.reasons import translated
from tui.windows.app import BaseApp
from tui.windows.screen import FrameScreen

if TYPE_CHECKING:
    from study.course.events import Aside
    from tui.screens.participant.flow import Flow, Task


class ParticipantApp(BaseApp):
    """Runs one task, then ends."""

    def __init__(self, task: "Task | None" = None) -> None:
        super().__init__()
        self.first_task = task
        self.flow: Flow | None = None
        self.parting: tuple[str, ...] = ()
        """Of the session that was closed last, if it had ended."""

    CLIPBOARD: ClassVar[bool] = True
    """Whether text is taken from the clipboard."""
    BY_LINK: ClassVar[bool] = False
    """Whether participants come by a link, and not with a code."""
    in_front = True
    """Whether the terminal's window has the focus, as far as it says."""

    def begin(self) -> None:
        """The first screen of the task."""
        self.keep_time()
        if self.first_task is not None:
            self.take(self.first_task)

    def keep_time(self) -> None:
        """From now on, look at the clock again and again."""
        self.set_interval(self.step(), self.tick)

    def step(self) -> float:
        """Seconds from one look at the clock to the next, at most. The record gets a heartbeat each
        second, or with each look."""
        return 0.25

    def take(self, task: "Task") -> None:
        """Begin a task."""
        from tui.screens.participant.flow import Flow

        self.flow = Flow(self, task)
        self.flow.begin()
        if not task.code:
            self.call_after_refresh(self.run_worker, lambda: self.check(task), thread=True)

    def check(self, task: "Task") -> None:
        """Check the study while the code is typed; a mistake in its file ends the program, which
        tells it when the screen is gone. Runs in a thread."""
        try:
            _ = task.loaded
            if task.keeper is not None:
                task.keeper.warm()
        except CountermodelError as error:
            self.call_from_thread(self.refused, error)

    def refused(self, error: CountermodelError) -> None:
        """The study cannot be taken."""
        self.failure = self.failure or error
        self.exit()

    def on_app_blur(self) -> None:
        """The terminal says that its window lost the focus."""
        self.window(False)

    def on_app_focus(self) -> None:
        """The terminal says that its window has the focus."""
        self.window(True)

    def window(self, front: bool) -> None:
        """What the terminal says of its window."""
        self.turned(front)

    def turned(self, in_front_now: bool) -> None:
        """The participant turned to the program's window, or away from it."""
        if in_front_now == self.in_front:
            return
        self.in_front = in_front_now
        from study.course.events import FocusBack, FocusLost

        self.note(FocusBack() if in_front_now else FocusLost())

    async def on_event(self, event: Event) -> None:
        """What is pasted is recorded, and goes nowhere where it is not taken. Inputs show that
        somebody is there."""
        if isinstance(event, Key | MouseDown | MouseScrollDown | MouseScrollUp):
            self.pressed(event)
        if isinstance(event, Paste) and not event.is_forwarded and not self.pasted(event):
            return
        await super().on_event(event)

    def pasted(self, event: Paste) -> bool:
        """Record what is pasted, with whether it went into an answer; whether a widget may have
        it."""
        from study.course.events import Pasted

        screen = self.screen
        accepted = isinstance(screen, FrameScreen) and screen.paste(event, self.CLIPBOARD)
        self.note(Pasted(characters=len(event.text), taken=accepted))
        return accepted or (self.CLIPBOARD and not isinstance(screen, FrameScreen))

    def pressed(self, event: Event) -> None:
        """Somebody is there, and may be typing."""
        if self.flow is not None:
            typing = isinstance(event, Key) and event.is_printable and self.flow.typing
            self.flow.pressed(round(event.time * 1e9) if typing else None)

    def note(self, event: "Aside") -> None:
        """Record something that happened beside the answers."""
        if self.flow is not None:
            self.flow.note(event)

    def tick(self) -> None:
        """Let time pass."""
        if self.flow is not None:
            self.flow.tick(self.step())

    def finished(self, completed: bool) -> None:
        """The task is over."""
        self.keep_code()
        self.flow = None
        self.exit()

    def trouble(self, error: CountermodelError, code: str, written: str = "") -> None:
        """Say what failed, what is safe, and how to come back; what was `written` stays to be
        read."""
        from tui.screens.participant.page import PageScreen

        self.failure = error
        page = trouble_page(error, code, self.BY_LINK, written)
        # Whatever was pressed was not meant for this page: it would scroll it, or close it.
        self.show(PageScreen(page, self.title, self.gave_up, by_itself=True))

    failure: CountermodelError | None = None
    """What went wrong; whoever ran the application tells it again when the screen is gone."""

    def gave_up(self, way: str) -> None:
        """The trouble was read."""
        self.flow = None
        self.exit()

    def leaving(self) -> str:
        """Nothing is lost, and how to come back."""
        if self.flow is None or not self.flow.under_way:
            return ""
        if not self.flow.saved:
            return not_saved_yet()
        message = _("Your answers are saved. Come back at any time with your code: {code}")
        started = self.flow.state.started
        if started is not None and started.return_key and not self.BY_LINK:
            message = _(
                "Your answers are saved. Come back with your code {code} and your return key."
            )
        return message.format(code=self.flow.code)

    def record_locked(self) -> bool:
        """Whether the session cannot be closed now."""
        return self.flow is not None and self.flow.record_locked()

    def close_down(self) -> None:
        """End the session's segment."""
        if self.flow is not None:
            self.flow.close(self.hurried)
            self.failure = self.failure or self.flow.fault
            self.keep_code()

    def keep_code(self) -> None:
        """Keep the completion code for when the screen is gone."""
        if self.flow is not None:
            self.parting = self.flow.parting or self.parting


def trouble_page(
    error: CountermodelError, code: str, linked: bool = False, written: str = ""
) -> Page:
    """What a participant is told when something fails: what is safe comes first. `linked`: in a
    page, where nothing of the server's files is told."""
    from sessions.storage.database import DamagedError, GoneError

    sections = []
    if isinstance(error, DamagedError | GoneError):
        message = _(
            "Something happened to the file that contains your answers. They may "
            "have to be recovered. Please call the person who runs the study "
            "now, and do not start again."
        )
        sections.append(Section(message, "warn"))
        if code:
            sections.append(Section(_("Your code: {code}").format(code=code)))
    elif code:
        sections.append(
            Section(
                _("Every answer you confirmed is saved. The last key you pressed may be lost."),
                "chosen",
            )
        )
        message = _("To go on later, start the program again and give your code: {code}")
        if linked:
            message = _("To go on later, open your link again. Your code: {code}")
        sections.append(Section(message.format(code=code)))
    if written:
        sections.append(Section(_("What you answered last may not be saved. Copy it down:")))
        sections.append(Section(written, style="box"))
    sections.append(Section(_("Please show the message below to the person who runs the study.")))
    sections.append(Section(translated(error.title), "warn"))
    if error.message and not linked:
        sections.append(Section(translated(error.message), style="box"))
    if error.hint and not linked:
        sections.append(Section(translated(error.hint), "muted"))
    title = _("The program has to stop here")
    return Page("trouble", title, tuple(sections), (PageAction("close", "", _("Close")),))
