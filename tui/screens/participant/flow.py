"""A participant's way through a study: which screen follows which.

Owns the open session, from its opening to its end, and the way from an input to the screen that
follows. `entrance` leads up to it. The runner owns what is stored and where an input leads;
`screens` maps stations to screens; the wording is `tui.state.pages`; the screens draw.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from textual.message import Message
from textual.screen import Screen

from solver.errors import CountermodelError
from tui.i18n import _, use
from tui.screens.participant.task import Task
from tui.state import pages
from tui.state.pages import Page
from tui.windows.screen import AnswerScreen, FrameScreen

if TYPE_CHECKING:
    from items.answers import Answer
    from items.models import Item
    from sessions.record.clock import Clock
    from sessions.storage.database import Database
    from sessions.taking.runner import Runner
    from study.course.behaviour import Observer
    from study.course.events import Aside
    from study.course.state import SessionState
    from study.course.timing import Remaining
    from study.design.protocol import Study
    from study.respondents.answer_checks import Reason
    from tui.screens.participant.item import ItemScreen
    from tui.screens.participant.page import PageScreen, PendingPage


USUAL_TICK = 0.25
"""Seconds between two checks of the clock; if it is longer, events due in between are stored
early."""
TEXTS_SECONDS = 1.0
"""Interval at which the texts on the screen are stored."""


class Host(Protocol):
    """What the flow needs from the application."""

    def show(self, screen: Screen[None]) -> None:
        """Show a screen."""

    def uncover(self, screen: Screen[None]) -> bool:
        """Close what covers a screen. Returns whether that screen is then the present one."""

    @property
    def screen(self) -> Screen[object]:
        """The present screen."""

    def finished(self, completed: bool) -> None:
        """Called when the flow has ended."""

    def trouble(self, error: CountermodelError, code: str, written: str = "") -> None:
        """Called when something failed that the participant cannot mend; with the code, if a
        session has begun."""


class Flow:
    """One participant's way through a study. It is the port of the item screen."""

    def __init__(self, host: Host, task: Task) -> None:
        self.host = host
        self.task = task
        self.db: Database | None = None
        self.runner: Runner | None = None
        self.code = task.code
        self.item_screen: ItemScreen | None = None
        """The screen of the open question."""
        self.answer_screen: AnswerScreen | None = None
        """The same, or the screen of the open form."""
        self.previous_item_screen: ItemScreen | None = None
        """The screen of the previous question, if that was on screen last."""
        self.shown_place: tuple[object, ...] = ()
        """What is on screen, to detect whether an input led elsewhere."""
        self.has_failed = False
        self.record_fault: CountermodelError | None = None
        """The fault found in the record when the session was closed."""
        self.parting_lines: tuple[str, ...] = ()
        """Lines left on the terminal by a session that had ended when it was closed."""
        self.text_seconds = 0.0
        """Seconds since the texts on the screen were stored, as the sum of ticks."""
        self.page_screen: PageScreen | None = None
        """The page shown last."""
        self.record_was_locked = False
        """Whether the last input could not be stored yet, because another program locks the
        record."""
        self.observer: Observer | None = None
        """The observer of an open session."""
        self.retry: Callable[[], None] | None = None
        """What could not be done yet, because another program locks the record: an input to a page,
        or beginning. It is repeated at each tick."""

    # What the entrance needs, too

    def record(self) -> "Database":
        """The database, opened on first use."""
        from sessions.storage.database import SCREEN_WAITS, Database

        if self.db is None:
            keeper = self.task.keeper
            if keeper is not None:
                keeper.open()
            self.db = Database.open(self.task.database)
            self.db.wait_for_others(*SCREEN_WAITS)
            if self.task.session_items is not None or keeper is not None:
                self.db.leave_out("item")
            if keeper is not None:
                self.db.copy_log = keeper.checkpoint
        return self.db

    def speak(self, language: str) -> None:
        """Show screens and the study's own texts in a language."""
        use(language)
        if language in self.task.file.languages and language != self.task.file.language:
            self.task = replace(self.task, file=self.task.file.in_language(language))

    @property
    def mark(self) -> str:
        """The mark of a pilot, at the right of the header."""
        return _("trial run") if self.task.pilot else ""

    def when_free(self, action: Callable[[], None]) -> None:
        """Open the session with `action` as soon as no other program locks the record. Other
        failures end the program."""
        from sessions.storage.database import BusyError

        self.retry = None
        try:
            action()
        except BusyError:
            self.report_lock(lambda: self.when_free(action))
        except CountermodelError as error:
            self.fail(error)

    def report_lock(self, retry: Callable[[], None]) -> None:
        """Say that another program locks the record, and try `retry` at each tick."""
        page = pages.held_up()
        page_screen = self.page_screen
        if page_screen is None or not page_screen.is_attached or page_screen.page != page:
            self.page(page, lambda _way: self.tick())
        self.retry = retry

    def open(self) -> None:
        """Open the session; from here on the clock may run."""
        from sessions.taking.runner import Runner
        from study.course.behaviour import Observer
        from tui.version import program_version

        assert self.db is not None
        handed, answered = self.task.session_items, None
        if self.task.keeper is not None:
            handed = self.task.keeper.begin(self.code, self.task.file.language)
            answered = self.task.keeper.answered_items
        self.runner = Runner.open(
            self.db,
            self.task.loaded,
            self.code,
            pilot=self.task.pilot,
            clock=self.task.clock,
            pools=self.task.pools,
            program=program_version(),
            blind=self.task.by_link,
            handed=handed,
            answered_items=answered,
        )
        if self.state.started is not None:
            self.speak(self.state.started.language)
        self.observer = Observer(self.study.behaviour, self.clock.monotonic_ns())
        self.go_on()

    # Going on

    def go_on(self) -> None:
        """Show what the state requires, if it is not on screen already."""
        state = self.state
        now = (state.station, state.phase, state.position, state.segments)
        if now == self.shown_place:
            return
        self.shown_place = now
        from tui.screens.participant.screens import SCREENS

        self.previous_item_screen, self.item_screen, self.answer_screen = (
            self.item_screen,
            None,
            None,
        )
        SCREENS[self.running.screen](self)

    def show_on(self) -> None:
        """Continue after a stored input. If the next screen cannot be shown because its items
        cannot be read, the program ends in order."""
        from study.respondents.answer_checks import RefusedError

        try:
            self.go_on()
        except RefusedError:
            raise
        except CountermodelError as error:
            self.fail(error, was_stored=True)

    def page(
        self,
        page: Page,
        on_action: "Callable[[str], None] | None" = None,
        pending: "PendingPage | None" = None,
    ) -> None:
        """Show a page; `on_action` is called with the chosen action. Without it, the only action
        continues. `pending` works out the complete page meanwhile."""
        from tui.screens.participant.page import PageScreen

        take_action = on_action or (lambda _way: self.act("proceed"))
        late = self.runner is not None and self.state.notice is not None
        title = self.task.file.title
        self.page_screen = PageScreen(
            page, title, take_action, self.mark, unprompted=late, pending=pending
        )
        self.host.show(self.page_screen)

    def act(self, command: str, *arguments: object) -> None:
        """Pass an input to the station, then show what follows."""
        from sessions.storage.database import BusyError
        from study.respondents.answer_checks import RefusedError

        self.retry = None
        try:
            self.running.act(command, *arguments)
        except RefusedError:
            pass
        except BusyError:
            self.retry = lambda: self.act(command, *arguments)
            if self.page_screen is not None and self.page_screen.is_current:
                self.page_screen.show_message(_("not yet saved, trying again"))
            return
        except CountermodelError as error:
            self.fail(error)
            return
        self.show_on()

    def example(self) -> "Item | None":
        """The worked example, if the study names one that exists."""
        if self.task.by_link or self.task.keeper is not None:
            return self.running.example
        example = self.study.example
        if example is None:
            return None
        from items.files.loading import load

        loaded = load(self.task.loaded.resolve(example.source))
        return next((item for item in loaded.items if item.id == example.item), None)

    @property
    def clock(self) -> "Clock":
        """The system's clock, unless a test supplies its own."""
        from sessions.record.clock import SystemClock

        return self.task.clock or SystemClock()

    @property
    def running(self) -> "Runner":
        """The open session. Raises RefusedError where no session is open."""
        from study.respondents.answer_checks import Reason, RefusedError

        if self.runner is None:
            raise RefusedError(Reason.NOT_NOW)
        return self.runner

    @property
    def state(self) -> "SessionState":
        """The state of the open session."""
        return self.running.state

    @property
    def study(self) -> "Study":
        """The study as it was when the session's version began."""
        return self.running.study if self.runner is not None else self.task.loaded.study

    # The item screen's port

    def change(self, part: str, answer: "Answer | None") -> str:
        """Store the draft of a part."""
        return self.command(lambda runner: runner.change(part, answer))

    def left_out(self, part: str, characters: int) -> None:
        """Store the number of characters that did not fit into the text of a part."""
        from study.course.events import TextLeftOut

        self.note(TextLeftOut(part=part, characters=characters))

    def set_confidence(self, value: int) -> str:
        """Store the confidence."""
        return self.command(lambda runner: runner.set_confidence(value))

    def confirm(self) -> str:
        """Store the answer for good."""
        return self.command(lambda runner: runner.confirm())

    def do(self, command: str, *arguments: object) -> str:
        """Pass an input to the station."""
        return self.command(lambda runner: runner.act(command, *arguments))

    def pause(self) -> str:
        """Store that the question cannot be shown."""
        return self.do("pause")

    def start_break(self) -> str:
        """Store that a break begins."""
        return self.command(lambda runner: runner.start_break())

    def remaining(self) -> "Remaining":
        """The time left."""
        return self.running.remaining()

    def command(self, action: "Callable[[Runner], object]") -> str:
        """Run a command, then show what follows. Returns a message if it was refused or could not
        be stored yet."""
        from sessions.storage.database import BusyError
        from study.respondents.answer_checks import Reason, RefusedError

        if self.has_failed:
            return ""
        self.record_was_locked = False
        try:
            action(self.running)
        except BusyError:
            self.record_was_locked = True
            return _("Not yet saved: another program is using the record. Your answer stays here.")
        except RefusedError as refused:
            if refused.reason is not Reason.NOT_NOW:
                return refusal(refused.reason)
        except CountermodelError as error:
            self.fail(error)
            return ""
        self.show_on()
        return ""

    def tick(self, next_seconds: float = USUAL_TICK) -> None:
        """Let time pass; the next call comes within `next_seconds`."""
        if self.has_failed:
            return
        self.observe()
        if self.retry is not None:
            self.retry()
        if self.runner is None:
            return
        answering = self.answer_screen
        self.text_seconds += next_seconds
        if answering is not None and self.text_seconds >= TEXTS_SECONDS:
            self.text_seconds = 0.0
            waited = self.record_was_locked
            message = answering.store_rest()
            if waited and answering is self.answer_screen:
                answering.show_message(message)
        screen = self.item_screen
        if screen is None:
            return
        waiting = self.record_was_locked
        message = self.command(lambda runner: runner.tick(round((next_seconds - USUAL_TICK) * 1e9)))
        self.record_was_locked |= waiting
        if screen is self.item_screen and not self.has_failed:
            if message:
                screen.show_message(message)
            screen.tick()

    # Besides the answers

    @property
    def typing(self) -> bool:
        """Whether keys are typed into a text."""
        screen = self.host.screen
        return isinstance(screen, FrameScreen) and screen.typing

    def pressed(self, typed_ns: int | None = None) -> None:
        """Note a key or a click; `typed_ns` is the time of a character typed into a text."""
        if self.observer is None:
            return
        self.noted(self.observer.pressed(self.clock.monotonic_ns()))
        if typed_ns is not None:
            self.noted(self.observer.burst(typed_ns))
            self.observer.typed(typed_ns)

    def observe(self) -> None:
        """Let the observer check for idleness, and for text that came all at once."""
        if self.observer is None or self.runner is None or self.has_failed:
            return
        state = self.state
        question = (state.segments, state.position) if state.clock_running else None
        self.noted(self.observer.look(self.clock.monotonic_ns(), question))
        self.noted(self.observer.burst(round(Message().time * 1e9)))

    def noted(self, event: "Aside | None") -> None:
        """Store the observer's event, if any."""
        if event is not None:
            self.note(event)

    def note(self, event: "Aside") -> None:
        """Store an event that is not part of the answers."""
        if self.runner is None or self.has_failed:
            return
        try:
            self.runner.note(event)
        except CountermodelError as error:
            self.fail(error)

    # Getting out

    @property
    def under_way(self) -> bool:
        """Whether there is a session that has not ended."""
        return self.runner is not None and not self.has_failed and not self.state.ended

    @property
    def saved(self) -> bool:
        """Whether all answers are stored; unsaved ones are tried again first."""
        answering = self.answer_screen
        if answering is not None and answering.unsaved_places and not self.has_failed:
            answering.store_rest()
        return answering is None or not answering.unsaved_places

    def fail(self, error: CountermodelError, was_stored: bool = False) -> None:
        """Stop, and say what is safe. `was_stored`: the last input is stored, so that no answer
        needs to be copied down."""
        begun = self.runner is not None
        current_screen = self.item_screen or self.host.screen
        written = (
            current_screen.written
            if isinstance(current_screen, FrameScreen) and not was_stored
            else ""
        )
        self.has_failed = True
        self.item_screen = self.answer_screen = None
        self.close()
        self.host.trouble(error, self.code if begun else "", written)

    def record_locked(self) -> bool:
        """Whether another program locks the record, so that the session cannot be closed now."""
        return self.runner is not None and self.db is not None and self.db.held_elsewhere()

    def close(self, may_not_wait: bool = False) -> None:
        """End this start of the program in order; a second call does nothing. `may_not_wait`: do
        not wait for another program that locks the record."""
        runner, self.runner = self.runner, None
        db, self.db = self.db, None
        if db is None:
            return
        from sessions.storage.database import LAST_SECONDS, BusyError

        if runner is not None:
            self.parting_lines = pages.parting(runner.state, runner.study)
        try:
            if runner is not None:
                db.wait_for_others(0 if may_not_wait else LAST_SECONDS)
                if self.answer_screen is not None and not self.has_failed:
                    screen, self.item_screen, self.answer_screen = self.answer_screen, None, None
                    self.runner = runner
                    screen.store_rest()
                    self.runner = None
                    if screen.unsaved_places:
                        self.parting_lines = (pages.not_saved(), *self.parting_lines)
                runner.close()
        except CountermodelError as error:
            # What is on disk is safe, and nothing more can be written.
            self.has_failed = True
            self.record_fault = None if isinstance(error, BusyError) else error
        finally:
            elsewhere = db.brought_elsewhere
            db.close()
            if elsewhere is not None:
                with suppress(CountermodelError):  # what is in the log stays safe there
                    elsewhere()

    def finish(self) -> None:
        """Handle the end of the study."""
        if self.record_locked():
            self.retry = self.finish
            if self.page_screen is not None:
                self.page_screen.show_message(_("not yet saved, trying again"))
            return
        completed = self.runner is not None and self.state.phase == "completed"
        self.close()
        self.host.finished(completed)


def refusal(reason: "Reason") -> str:
    """Why an input was refused, in the participant's language."""
    from study.respondents.answer_checks import Reason

    messages = {
        Reason.UNANSWERED: _("Choose an answer first."),
        Reason.EMPTY_TEXT: _("Write an answer first."),
        Reason.TOO_LONG: _("The answer is too long."),
        Reason.CONFIDENCE_MISSING: _("Enter how sure you are: a number from 1 to 5."),
        Reason.BREAKS_NOT_ALLOWED: _("There are no breaks in this part."),
        Reason.ROW_INCOMPLETE: _("A value is still missing."),
        Reason.SOLUTION_MISSING: _("Fill in the solution too."),
    }
    return messages.get(reason, _("This answer does not fit here."))
