"""How a participant comes in: the language, the code and the return key, up to an open session.

Owns the order of these screens, and whether a code begins a session, continues one or is refused.
The flow opens the session and shows everything after it.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from solver.errors import CountermodelError, InputError
from tui.i18n import _, use
from tui.screens.participant.flow import Flow
from tui.screens.participant.task import Task
from tui.state import pages

if TYPE_CHECKING:
    from study.course.state import SessionState
    from study.design.codes import CodeError


class Entrance:
    """The screens before a session is open."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow

    @property
    def task(self) -> Task:
        """What the participant is about to take; the language chosen may have changed it."""
        return self.flow.task

    def begin(self) -> None:
        """Ask for the language if the study has several and none is given; then go on."""
        use(self.task.file.language)
        several = len(self.task.file.languages) > 1
        if several and not (
            self.task.by_link or self.task.language_chosen or self.language_settled()
        ):
            self.flow.page(pages.languages(self.task.file.languages), self.use_language)
        else:
            self.come_in()

    def language_settled(self) -> bool:
        """Whether a code is given whose language was chosen before, or that is invalid in every
        language."""
        from sessions.taking import slots
        from study.design.codes import CodeError, normalise_code

        if not self.task.code:
            return False
        loaded, pilot, now = self.task.loaded, self.task.pilot, self.flow.clock.utc()
        try:
            code, db = normalise_code(self.task.code), self.flow.record()
            return (
                slots.find(db, loaded, code, pilot=pilot, now=now) is not None
                or slots.language_before(db, loaded, code, pilot=pilot, now=now) != ""
            )
        except CodeError:
            return True
        except CountermodelError:
            return False  # reported when the session begins

    def use_language(self, language: str) -> None:
        """Use the chosen language."""
        self.flow.speak(language)
        self.come_in()

    def come_in(self) -> None:
        """Ask for the code, or use the given one."""
        if self.task.code:
            self.take_code(self.task.code)
        else:
            self.ask_code()

    def take_code(self, code: str) -> None:
        """Begin with a code; ask for another if it is not accepted."""
        wrong = self.enter(code)
        if wrong:
            self.ask_code(code, wrong)

    def ask_code(self, code: str = "", error: str = "") -> None:
        """Ask for a code; again if one was refused."""
        if self.task.by_link:
            self.flow.fail(InputError(_("The study cannot be opened here now"), error))
            return
        from tui.screens.participant.code import CodeScreen

        title = self.task.file.title
        listed = self.task.file.listed and not self.task.pilot
        self.flow.host.show(CodeScreen(title, self.enter, self.flow.mark, code, error, listed))

    def enter(self, code: str) -> str:
        """Handle a typed code. Returns what is wrong with it, if anything."""
        from sessions.storage.database import BusyError
        from sessions.storage.lock import SessionOpenError
        from study.design.codes import MAX_CODE, CodeError, normalise_code

        self.flow.retry = None
        try:
            normalise_code(code)
        except InputError:
            message = _("A code consists of letters, digits, dots and dashes, {n} at most.")
            return message.format(n=MAX_CODE)
        try:
            self.look_up(code)
        except SessionOpenError:
            return _("This code is in use in another window. Go on there, or close it first.")
        except CodeError as error:
            if error.no_place:
                self.turn_away(error)
                return ""
            return pages.no_session(error)
        except BusyError:
            self.flow.report_lock(lambda: self.take_code(code))
        except CountermodelError as error:
            self.flow.fail(error)
        return ""

    def turn_away(self, error: "CodeError") -> None:
        """Tell a participant that the study has all its answers."""
        study = self.task.loaded.study
        own = study.last_page("full")
        self.flow.parting_lines = tuple(pages.taken_along(own))
        self.flow.page(
            pages.no_place(error, study, self.task.by_link), lambda _way: self.flow.finish()
        )

    def look_up(self, code: str) -> None:
        """Welcome back a known participant, or begin with a new one."""
        from sessions.record.event_log import SESSIONS
        from sessions.storage.lock import SessionLock
        from sessions.taking import slots
        from study.course.rules import replay
        from study.design.codes import normalise_code

        flow = self.flow
        code = flow.code = normalise_code(code)
        db, now = flow.record(), flow.clock.utc()
        loaded, pilot = self.task.loaded, self.task.pilot
        row = slots.find(db, loaded, code, pilot=pilot, now=now)
        before = replay(SESSIONS.read(db, row.id)) if row is not None else None
        if before is None or row is None:
            language = slots.language_before(db, loaded, code, pilot=pilot, now=now)
            if language and language != self.task.file.language:
                previous_sources = [section.sources for section in loaded.study.sections]
                flow.speak(language)
                loaded = self.task.loaded
                source_lists = [section.sources for section in loaded.study.sections]
                if previous_sources != source_lists and not self.task.by_link:
                    flow.task = replace(self.task, pools=None)
            key = ""
            if not self.task.by_link:
                key = slots.key_before(db, loaded, code, pilot=pilot, now=now)
            self.with_key(key, flow.open)
            return
        if before.station == 0:
            flow.open()
            return
        SessionLock.acquire(db.path, row.id).release()
        if before.started is not None:
            flow.speak(before.started.language)
        key = "" if self.task.by_link else slots.key_of(before, code)
        self.with_key(key, lambda: self.come_back(before))

    def with_key(self, key: str, action: Callable[[], None]) -> None:
        """Continue after the return key from the first session was entered; at once if there is
        none."""
        from study.design.codes import same_key
        from tui.screens.participant.key import KeyScreen

        if not key:
            action()
            return

        def enter(key_text: str) -> str:
            if not same_key(key_text, key):
                return _("This is not the return key that belongs to the code.")
            self.flow.when_free(action)
            return ""

        screen = KeyScreen(self.task.file.title, self.flow.code, enter, self.flow.mark)
        self.flow.host.show(screen)

    def come_back(self, earlier_state: "SessionState") -> None:
        """Let a returning participant continue."""
        if earlier_state.ended:
            self.resume()
        else:
            self.welcome(earlier_state)

    def welcome(self, earlier_state: "SessionState") -> None:
        """Say that the session continues; it is opened after this page was read."""
        from study.course.timing import absence

        clock = self.flow.clock
        away = absence(
            earlier_state, self.flow.study.away, clock.boot_ns(), clock.boot_id(), clock.utc()
        )
        page = pages.welcome_back(earlier_state, self.flow.code, self.flow.study, away)
        self.flow.page(page, lambda _way: self.flow.when_free(self.resume))

    def resume(self) -> None:
        """Open the interrupted session."""
        from study.respondents.answer_checks import RefusedError

        try:
            self.flow.open()
        except RefusedError:
            self.flow.show_on()
