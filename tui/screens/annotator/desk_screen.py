"""The entry on the desk: the item at the left, the evidence at the right, the checks below.

Owns panes, what stands in them, and the work behind the evidence. Keys and actions are `judge`'s.
"""

from collections.abc import Iterable

from textual.containers import Horizontal
from textual.events import Resize
from textual.message import Message
from textual.notifications import SeverityLevel
from textual.timer import Timer
from textual.widget import Widget

from sessions.annotation.desk import Current
from solver.cancel import Cancel
from solver.errors import CountermodelError, OutsideError
from tui.job import Job, JobEnded
from tui.screen import FrameScreen, hints
from tui.screens.annotator.sitting import BEAT_SECONDS, Sitting
from tui.state.annotator.check_lines import check_lines
from tui.state.annotator.checks_pane import ChecksPane
from tui.state.annotator.evidence_pane import EvidencePane, Worked, work
from tui.state.annotator.item_pane import done_lines, item_lines
from tui.state.draft import KeyHint, Line
from tui.state.inspector.worlds import text_lines
from tui.text import plain
from tui.widgets.bars import HeaderBar, KeyBar
from tui.widgets.sheet import Sheet
from tui.widgets.tabs import Tabs

PANES = ("item", "evidence", "checks")
TITLES = ("Item", "Evidence", "Checks")
WIDE, HIGH = 100, 28
"""From so many cells and lines on all panes are seen at once."""


class DeskScreen(FrameScreen):
    """Three panes; with little room, item or evidence over the checks."""

    CSS_PATH = "../../styles/annotator.tcss"
    AUTO_FOCUS = "#checks"

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(name="judge")
        self.sitting = sitting
        self.desk = sitting.desk
        self.checks = ChecksPane(self.desk.scheme, sitting.adjudicate)
        self.evidence = EvidencePane()
        self.job: Job[Worked] = Job(self, "evidence", self.known, self.failed)
        self.current: Current | None = None
        self.pane, self.upper = "checks", "item"
        self.shown_at = 0.0
        """When the entry came on screen, on the clock of events."""
        self.stuck = False
        """Whether the next entry could not be opened."""
        self.beats: Timer | None = None

    # --- layout ----------------------------------------------------------------------------------

    def header(self) -> HeaderBar:
        """The queue, the item, how far."""
        return HeaderBar()

    def middle(self) -> Iterable[Widget]:
        """Tabs for a small terminal, panes for a large one."""
        yield Tabs(TITLES, id="tabs", numbered=False)
        yield Horizontal(
            Sheet(self.item_lines, "Item", id="item"),
            Sheet(self.evidence_lines, "Evidence", id="evidence"),
            id="upper",
        )
        yield Sheet(self.check_lines, "Checks", id="checks")

    def hints(self) -> list[KeyHint]:
        """What there is to do, most needed first."""
        if self.current is None:
            left = hints("one_more") if self.desk.progress.waiting else []
            return left + hints("my_entries", "undo_submission", "agreement", "leave_desk")
        more = ("give_comment", "flag_entry", "build_formal", "see_models", "see_what_if",
                "my_entries", "undo_submission")  # fmt: skip
        keys = self.checks.keys_told
        return [
            *([KeyHint(keys, "check")] if keys else []),
            *hints("submit_entry", "give_reason", "skip_entry"),
            KeyHint("Tab", "pane"),
            *hints(*more, "agreement", "write_as", "leave_desk"),
            KeyHint("F1", "guidelines", "help"),
        ]

    def progress(self) -> float | None:
        """How much of the share is done."""
        progress = self.desk.progress
        return progress.done / progress.share if progress.share else None

    def ready(self) -> None:
        """The checks have the focus."""
        if self.beats is None:
            self.beats = self.set_interval(BEAT_SECONDS, self.sitting.beat)
        self.fit(self.app.size.width, self.app.size.height)
        self.focus_pane(self.pane)
        self.load()

    def on_resize(self, event: Resize) -> None:
        """Panes beside each other where there is room."""
        super().on_resize(event)
        self.fit(event.size.width, event.size.height)
        self.call_after_refresh(self.redraw)

    def fit(self, width: int, height: int) -> None:
        """All panes, or some."""
        self.set_class(width < WIDE or height < HIGH, "-narrow")
        self.show_panes()

    def show_panes(self) -> None:
        """Take away what there is no room for."""
        narrow = self.has_class("-narrow")
        self.query_one("#item").display = not narrow or self.upper == "item"
        self.query_one("#evidence").display = not narrow or self.upper == "evidence"
        self.set_class(self.pane == "checks", "-checks")

    def focus_pane(self, name: str) -> None:
        """Go to a pane; a small terminal shows it."""
        self.pane = name
        if name != "checks":
            self.upper = name
        self.show_panes()
        self.query_one(f"#{name}", Sheet).focus()
        self.query_one(Tabs).show(PANES.index(name))
        self.desk_focus()
        self.call_after_refresh(self.redraw)

    def desk_focus(self) -> None:
        """Time counts for the check at the cursor, or for no check while one reads."""
        if self.current is not None and self.current.work.standing != "submitted":
            try:
                self.desk.focus(self.checks.cursor or None if self.pane == "checks" else None)
            except OutsideError as error:
                self.not_stored(error)

    # --- the entry -------------------------------------------------------------------------------

    def load(self) -> None:
        """Show the entry on the desk; the evidence comes when it is there."""
        before = None if self.current is None else self.current.entry.id
        self.show_entry(self.desk.current)
        if before is not None and self.current is not None and before != self.current.entry.id:
            self.shown_at = Message().time
        if self.current is None or self.current.work.standing == "released":
            self.show_entry(None)
        current = self.current
        self.job.cancel()
        self.evidence.put(None if current is None else current.item)
        if current is not None and current.item.formalization is not None:
            item = current.item
            worked = self.sitting.worked.get(item.content_hash)
            if worked is not None:
                self.known(worked)
            else:

                def gather(cancel: Cancel) -> Worked:
                    return work(item, cancel)

                self.job.start(gather)
        self.redraw(top=True)
        self.desk_focus()

    def show_entry(self, current: Current | None) -> None:
        """The entry as it is now."""
        self.stuck = False
        self.current = current
        self.checks.show(current)

    def refresh_entry(self) -> None:
        """After something was stored."""
        self.show_entry(self.desk.current)
        self.redraw()

    def known(self, worked: Worked) -> None:
        """The evidence is there; what it settles goes into the record."""
        current = self.current
        if current is None or worked.audit.item.content_hash != current.item.content_hash:
            return
        self.sitting.remember(current.item.content_hash, worked)
        self.evidence.know(worked)
        if not self.sitting.adjudicate:
            try:
                self.desk.settle(worked.audit)
            except OutsideError as error:
                self.not_stored(error)
            moved = self.checks.cursor
            self.show_entry(self.desk.current)
            # What needs nothing any more is passed over, unless somebody stands on it.
            if not current.work.verdicts and moved == self.checks.cursor:
                self.checks.cursor = self.checks.first_missing or moved
                self.desk_focus()
        self.redraw()

    def failed(self, error: CountermodelError) -> None:
        """It could not be found out."""
        if self.evidence.view is not None:
            self.evidence.view.state = " ".join(p for p in (error.title, error.message) if p)
        self.redraw()

    def on_job_ended(self, message: JobEnded) -> None:
        """Take what was worked out, unless something newer was started."""
        message.stop()
        message.deliver()

    def on_unmount(self) -> None:
        """Nothing goes on unseen."""
        self.job.cancel()

    # --- drawing ---------------------------------------------------------------------------------

    def item_lines(self, cells: int, focused: bool) -> list[Line]:
        """The left pane."""
        if self.current is None:
            if self.stuck:
                told = "The next item could not be had. F5 tries again."
                return text_lines(told, cells, "warn")
            return done_lines(self.desk.progress, self.sitting.adjudicate, cells)
        return item_lines(self.current, cells)

    def evidence_lines(self, cells: int, focused: bool) -> list[Line]:
        """The right pane."""
        if self.current is None:
            return []
        here = self.checks.here if self.pane == "checks" else None
        about = "" if here is None else here.subject
        self.evidence.look(about or self.current.entry.part)
        return self.evidence.lines(cells, focused)

    def check_lines(self, cells: int, focused: bool) -> list[Line]:
        """The lower pane."""
        return check_lines(self.checks, cells, focused)

    def redraw(self, top: bool = False) -> None:
        """All panes; `top` where the entry is another."""
        if not self.is_mounted:
            return
        progress = self.desk.progress
        current = self.current
        left = f"{self.sitting.title} · {self.sitting.name}"
        middle = "" if current is None else current.entry.item
        told = f"{progress.done} of {progress.share} done"
        if progress.skipped:
            told += f" · {progress.skipped} skipped"
        if current is not None and current.work.flagged:
            middle = f"⚑ {middle}"
        if current is not None and current.work.standing == "submitted":
            middle += " · submitted"
        self.query_one(HeaderBar).show(plain(left), plain(middle), told)
        checks = self.query_one("#checks", Sheet)
        checks.border_title = self.checks_title()
        for sheet in self.query(Sheet):
            sheet.redraw(top)
        self.query_one(KeyBar).show(self.hints(), self.progress())

    def checks_title(self) -> str:
        """How many checks still lack something."""
        if self.current is None:
            return "Checks"
        if self.current.work.standing == "submitted":
            return "Checks · submitted: F5 goes on"
        missing = len(self.current.missing)
        told = f"{missing} to go" if missing else "all given: F5 submits"
        return f"{'Disputed checks' if self.sitting.adjudicate else 'Checks'} · {told}"

    def not_stored(self, error: OutsideError) -> None:
        """The database did not take it; what is shown is what stands there."""
        told = " ".join(part for part in (error.title, error.hint) if part)
        self.say(f"Not stored. {told}", True)

    def say(self, text: str, wrong: bool = False) -> None:
        """A word in the corner that goes away by itself, soon where it only confirms: on a small
        terminal it stands over the checks."""
        severity: SeverityLevel = "warning" if wrong else "information"
        self.app.notify(plain(text), severity=severity, timeout=4 if wrong else 2, markup=False)
