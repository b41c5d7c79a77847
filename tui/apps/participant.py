"""The application a participant uses: one study, from the code to the completion code.

Owns the clock that moves the flow, the response to failures, and an orderly exit.
"""

from typing import TYPE_CHECKING, ClassVar

from textual.events import Event, Key, MouseDown, MouseScrollDown, MouseScrollUp, Paste

from solver.errors import CountermodelError
from tui.i18n import _
from tui.state.pages import Page, PageAction, Section, not_saved_yet
from tui.state.translation import translated
from tui.windows.app import BaseApp
from tui.windows.screen import FrameScreen

if TYPE_CHECKING:
    from study.course.events import Aside
    from tui.screens.participant.flow import Flow
    from tui.screens.participant.task import Task


class ParticipantApp(BaseApp):
    """Runs one task, then ends."""

    def __init__(self, task: "Task | None" = None) -> None:
        super().__init__()
        self.first_task = task
        self.flow: Flow | None = None
        self.parting_lines: tuple[str, ...] = ()
        """Closing lines of the session that was closed last, if it had ended."""

    CLIPBOARD: ClassVar[bool] = True
    """Whether pasting from the clipboard is possible."""
    BY_LINK: ClassVar[bool] = False
    """Whether participants come by a link instead of a code."""
    page_in_front = True
    """Whether the terminal's window has the focus, as far as the terminal reports it."""

    def begin(self) -> None:
        """Show the first screen of the task."""
        self.keep_time()
        if self.first_task is not None:
            self.take(self.first_task)

    def keep_time(self) -> None:
        """Start checking the clock regularly."""
        self.set_interval(self.step(), self.tick)

    def step(self) -> float:
        """The maximum time between two checks of the clock, in seconds. The record gets a heartbeat
        every second, or at each check."""
        return 0.25

    def take(self, task: "Task") -> None:
        """Begin a task."""
        from tui.screens.participant.entrance import Entrance
        from tui.screens.participant.flow import Flow

        self.flow = Flow(self, task)
        Entrance(self.flow).begin()
        if not task.code:
            self.call_after_refresh(self.run_worker, lambda: self.check(task), thread=True)

    def check(self, task: "Task") -> None:
        """Check the study while the code is typed. Runs in a thread. A mistake in the study file
        ends the program, which reports it after the screen is closed."""
        try:
            _ = task.loaded
            if task.keeper is not None:
                task.keeper.warm()
        except CountermodelError as error:
            self.call_from_thread(self.refused, error)

    def refused(self, error: CountermodelError) -> None:
        """End the program because the study cannot be taken."""
        self.failure = self.failure or error
        self.exit()

    def on_app_blur(self) -> None:
        """Note that the terminal's window lost the focus."""
        self.window(False)

    def on_app_focus(self) -> None:
        """Note that the terminal's window has the focus."""
        self.window(True)

    def window(self, in_front: bool) -> None:
        """Handle a report of the terminal about its window's focus."""
        self.focus_changed(in_front)

    def focus_changed(self, in_front_now: bool) -> None:
        """Record that the participant turned to the program's window, or away from it."""
        if in_front_now == self.page_in_front:
            return
        self.page_in_front = in_front_now
        from study.course.events import FocusBack, FocusLost

        self.note(FocusBack() if in_front_now else FocusLost())

    async def on_event(self, event: Event) -> None:
        """Record what is pasted and drop it where pasting is not allowed. Any input shows that the
        participant is present."""
        if isinstance(event, Key | MouseDown | MouseScrollDown | MouseScrollUp):
            self.pressed(event)
        if isinstance(event, Paste) and not event.is_forwarded and not self.pasted(event):
            return
        await super().on_event(event)

    def pasted(self, event: Paste) -> bool:
        """Record what is pasted and whether it went into an answer. Returns whether a widget may
        have it."""
        from study.course.events import Pasted

        screen = self.screen
        accepted = isinstance(screen, FrameScreen) and screen.paste(event, self.CLIPBOARD)
        self.note(Pasted(characters=len(event.text), taken=accepted))
        return accepted or (self.CLIPBOARD and not isinstance(screen, FrameScreen))

    def pressed(self, event: Event) -> None:
        """Note that the participant is present and may be typing."""
        if self.flow is not None:
            typing = isinstance(event, Key) and event.is_printable and self.flow.typing
            self.flow.pressed(round(event.time * 1e9) if typing else None)

    def note(self, event: "Aside") -> None:
        """Record an event that is not part of the answers."""
        if self.flow is not None:
            self.flow.note(event)

    def tick(self) -> None:
        """Let time pass."""
        if self.flow is not None:
            self.flow.tick(self.step())

    def finished(self, completed: bool) -> None:
        """Handle the end of the task."""
        self.keep_code()
        self.flow = None
        self.exit()

    def trouble(self, error: CountermodelError, code: str, written: str = "") -> None:
        """Say what failed, what is safe, and how to come back. `written` is the participant's text,
        which stays readable."""
        from tui.screens.participant.page import PageScreen

        self.failure = error
        page = trouble_page(error, code, self.BY_LINK, written)
        # Keys pressed until now were not meant for this page: they would scroll or close it.
        self.show(PageScreen(page, self.title, self.gave_up, unprompted=True))

    failure: CountermodelError | None = None
    """What went wrong. The caller of the application reports it again after the screen is
    closed."""

    def gave_up(self, way: str) -> None:
        """End the program after the message was read."""
        self.flow = None
        self.exit()

    def leaving(self) -> str:
        """Say that nothing is lost, and how to come back."""
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
            self.flow.close(self.may_not_wait)
            self.failure = self.failure or self.flow.record_fault
            self.keep_code()

    def keep_code(self) -> None:
        """Keep the completion code, to print it after the screen is closed."""
        if self.flow is not None:
            self.parting_lines = self.flow.parting_lines or self.parting_lines


def trouble_page(
    error: CountermodelError, code: str, linked: bool = False, written: str = ""
) -> Page:
    """What a participant reads when something fails; what is safe comes first. `linked`: the page
    is in a browser, where nothing about the server's files is revealed."""
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
        message = _("To go on later, start the program again and enter your code: {code}")
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
