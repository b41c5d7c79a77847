"""The application that `demo` opens: the home screen and the screens behind it.

Owns the menu's entries and the way back to it. The modules of the roles own what the entries open.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from solver.errors import CountermodelError
from tui import i18n
from tui.apps.participant import ParticipantApp
from tui.i18n import _, ngettext
from tui.screens.home.home import HomeScreen
from tui.state.pages import PageAction
from tui.widgets.job import failure_text

if TYPE_CHECKING:
    from items.models import Item
    from sessions.report.report_tables import Report
    from tui.screens.annotator.sitting import Sitting


@dataclass(frozen=True)
class Study:
    """A built-in study on the menu."""

    letter: str
    source: str
    text: str
    """In the study's own language, whatever the menu's is."""


STUDIES = (
    Study("E", "builtin:demo", "Take the demo study (English, about 15 minutes)"),
    Study("C", "builtin:demo-zh", "参加演示研究（中文，大约 15 分钟）"),
)

ITEMS = "builtin:demo"
"""Source of the items that the menu offers for inspection."""


class HomeApp(ParticipantApp):
    """Shows home, then a study, report or queue, then home again."""

    def __init__(self, database: Path) -> None:
        super().__init__()
        self.database = database
        self.own_language = i18n.environment_language()
        self.sitting: Sitting | None = None
        """The open queue, if any."""
        self.with_simulated = False
        """Whether the report includes simulated respondents."""

    def begin(self) -> None:
        """Show the home screen."""
        super().begin()
        self.home()

    def home(self) -> None:
        """Show the menu; the number of sessions is filled in after the first paint."""
        i18n.use(self.own_language)
        entries = [PageAction(study.source, study.letter, study.text) for study in STUDIES]
        entries.append(PageAction("inspect", "I", _("Inspect items")))
        entries.append(PageAction("annotate", "S", _("Spot-check items")))
        entries.append(PageAction("reports", "R", _("Reports")))
        entries.append(PageAction("quit", "Q", _("Quit")))
        screen = HomeScreen(entries, self.chosen, self.other_language)
        self.show(screen)
        screen.call_after_refresh(self.count, screen)

    def count(self, screen: HomeScreen) -> None:
        """Show how many sessions there are."""
        text = _("No sessions have been recorded yet.")
        try:
            if self.database.exists():
                from sessions.storage.database import Database
                from sessions.taking.slots import count_sessions

                with Database.open(self.database) as db:
                    n = count_sessions(db)
                if n:
                    text = ngettext(
                        "{n} session is recorded so far.", "{n} sessions are recorded so far.", n
                    ).format(n=n)
        except CountermodelError as error:
            text = failure_text(error)
        if screen.is_attached:
            screen.recorded(text)

    def chosen(self, name: str) -> None:
        """Open an entry of the menu."""
        if name == "quit":
            self.action_leave()
        elif name == "reports":
            self.reports()
        elif name == "inspect":
            self.inspect()
        elif name == "annotate":
            self.annotate()
        else:
            self.study(name)

    def study(self, source: str) -> None:
        """Take a study."""
        from study.design.protocol import load_study
        from tui.screens.participant.task import Task

        try:
            task = Task(load_study(source), self.database)
            self.take(task)
        except CountermodelError as error:
            self.trouble(error, "")

    def inspect(self) -> None:
        """Open the researcher's screens on the built-in items."""
        from items.files.loading import load
        from tui.screens.inspector.inspector import Inspector
        from tui.version import program_version

        try:
            items = load(ITEMS).items
        except CountermodelError as error:
            self.trouble(error, "")
            return
        Inspector(
            self, items, ITEMS, self.database, self.home, program_version(), paths=(ITEMS,)
        ).begin()

    def annotate(self) -> None:
        """Open the annotator's screens on the built-in hard items."""
        from study.annotation.demo import ANNOTATOR, demo_queue
        from tui.apps.researcher_screens import researcher_screens
        from tui.screens.annotator.annotator_choice import begin
        from tui.screens.annotator.sitting import Sitting
        from tui.version import program_version

        sitting = Sitting(
            self,
            demo_queue(),
            self.database,
            self.home,
            ANNOTATOR,
            program=program_version(),
            open_screen=researcher_screens(self),
        )
        try:
            sitting.open()
        except CountermodelError as error:
            self.trouble(error, "")
            return
        self.sitting = sitting
        begin(sitting)

    def reports(self) -> None:
        """Show all tables of the database, read in the background."""
        self.run_worker(self.read_report, thread=True, exclusive=True, group="report")

    def read_report(self) -> None:
        """Read the report. Runs in its own thread, with its own connection."""
        from sessions.report.accuracy_report import build_report
        from sessions.report.report_tables import Report
        from sessions.storage.database import Database

        report = Report(())
        try:
            if self.database.exists():
                with Database.open(self.database) as db:
                    report = build_report(db, simulated=self.with_simulated)
        except CountermodelError as error:
            self.call_from_thread(self.trouble, error, "")
            return
        self.call_from_thread(self.show_report, report)

    def show_report(self, report: "Report") -> None:
        """Show the tables, unless something else was opened in the meantime."""
        from tui.screens.home.report import ReportScreen
        from tui.state.report_view import ReportView

        if isinstance(self.screen, HomeScreen | ReportScreen):
            self.show(
                ReportScreen(
                    ReportView(report),
                    self.database.name,
                    self.home,
                    self.answered,
                    self.other_report,
                    self.with_simulated,
                )
            )

    def other_report(self) -> None:
        """Switch between the reports with and without simulated respondents."""
        self.with_simulated = not self.with_simulated
        self.reports()

    def answered(self) -> None:
        """Open the researcher's screens on the items in the database, read in the background."""
        self.run_worker(self.read_items, thread=True, exclusive=True, group="report")

    def read_items(self) -> None:
        """Read the items. Runs in its own thread, with its own connection."""
        from sessions.models.imports import known_items
        from sessions.storage.database import Database

        items: tuple[Item, ...] = ()
        try:
            if self.database.exists():
                with Database.open(self.database) as db:
                    items = known_items(db)
        except CountermodelError as error:
            self.call_from_thread(self.trouble, error, "")
            return
        self.call_from_thread(self.inspect_items, items)

    def inspect_items(self, items: "tuple[Item, ...]") -> None:
        """Show the table of items, unless something else was opened in the meantime; Esc leads back
        to the report."""
        from tui.apps.inspector import told_sources
        from tui.screens.home.report import ReportScreen
        from tui.screens.inspector.inspector import Inspector
        from tui.version import program_version

        if not isinstance(self.screen, ReportScreen):
            return
        if not items:
            self.clear_notifications()
            self.notify(_("There are no items in the database yet."), timeout=3, markup=False)
            return
        message = told_sources((), self.database)
        Inspector(self, items, message, self.database, self.from_items, program_version()).begin()

    def from_items(self) -> None:
        """Go back to the report."""
        self.home()
        self.reports()

    def other_language(self) -> None:
        """Switch between English and Chinese."""
        self.own_language = "en" if self.own_language == "zh" else "zh"
        self.home()

    def finished(self, completed: bool) -> None:
        """Go home after a session."""
        self.flow = None
        self.home()

    def gave_up(self, way: str) -> None:
        """Go home, where another code or another entry may work."""
        self.failure = self.flow = None
        self.home()

    def close_down(self) -> None:
        """Close the open session or desk, if any."""
        if self.sitting is not None:
            self.sitting.close()
        super().close_down()

    def left(self, confirmed: bool | None) -> None:
        """Go home from a session; end the program from home."""
        if confirmed and self.flow is not None:
            self.once_free(self.end_session)
        else:
            super().left(confirmed)

    def end_session(self) -> None:
        """Go home once the session is closed."""
        self.close_down()
        failure, self.failure, self.flow = self.failure, None, None
        if failure is None:
            self.home()
        else:
            self.trouble(failure, "")

    def record_locked(self) -> bool:
        """Whether the session or the desk cannot be closed now."""
        return super().record_locked() or (
            self.sitting is not None and self.sitting.record_locked()
        )
