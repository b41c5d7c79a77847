"""Judging: the item at the left, the evidence at the right, the checks below.

Owns panes, keys and the work behind them. What stands in the panes is `tui.state.annotator`'s; what
is done with a verdict, the desk's.
"""

from collections.abc import Callable, Iterable

from textual.containers import Horizontal
from textual.events import Key, Resize
from textual.timer import Timer
from textual.widget import Widget

from sessions.desk import Current, RefusedError
from solver.cancel import Cancel
from solver.errors import CountermodelError
from study.annotation.checks import Asked
from study.annotation.state import IllegalAnnotationError
from tui.actions import actions
from tui.job import Job, JobEnded
from tui.screen import FrameScreen, hints
from tui.screens.annotator.sitting import BEAT_SECONDS, Sitting
from tui.screens.annotator.windows import CodesModal, ControlModal, GuidelinesModal, TextModal
from tui.state.annotator.check_lines import MARK, check_lines
from tui.state.annotator.checks_pane import ChecksPane, Turn
from tui.state.annotator.evidence_pane import EvidencePane, Worked, work
from tui.state.annotator.item_pane import done_lines, item_lines
from tui.state.draft import KeyHint, Line
from tui.text import plain
from tui.widgets.bars import HeaderBar, KeyBar
from tui.widgets.sheet import Sheet
from tui.widgets.tabs import Tabs

PANES = ("item", "evidence", "checks")
TITLES = ("Item", "Evidence", "Checks")
WIDE, HIGH = 100, 28
"""From so many cells and lines on all panes are seen at once."""


class JudgeScreen(FrameScreen):
    """Three panes; with little room, item or evidence over the checks."""

    WHERE = ("judge",)
    CSS_PATH = "../../styles/annotator.tcss"

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(name="judge")
        self.sitting = sitting
        self.desk = sitting.desk
        self.checks = ChecksPane(self.desk.scheme, sitting.adjudicate)
        self.evidence = EvidencePane()
        self.job: Job[Worked] = Job(self, "evidence", self.known, self.failed)
        self.current: Current | None = None
        self.pane, self.upper = "checks", "item"
        self.beats: Timer | None = None

    # --- layout ----------------------------------------------------------------------------------

    def header(self) -> HeaderBar:
        """The queue, the item, how far."""
        return HeaderBar()

    def middle(self) -> Iterable[Widget]:
        """Tabs for a small terminal, panes for a large one."""
        yield Tabs(TITLES, id="tabs")
        yield Horizontal(
            Sheet(self.item_lines, "Item", id="item"),
            Sheet(self.evidence_lines, "Evidence", id="evidence"),
            id="upper",
        )
        yield Sheet(self.check_lines, "Checks", id="checks")

    def hints(self) -> list[KeyHint]:
        """What there is to do, most needed first."""
        if self.current is None:
            return hints("my_entries", "undo_submission", "agreement", "one_more", "leave_desk")
        more = ("give_comment", "flag_entry", "build_formal", "my_entries", "undo_submission")
        return [
            KeyHint("1–z", "check"),
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
        if self.has_class("-narrow") or name != "checks":
            self.upper = name
        self.show_panes()
        self.query_one(f"#{name}", Sheet).focus()
        self.query_one(Tabs).show(PANES.index(name))
        self.desk_focus()
        self.call_after_refresh(self.redraw)

    def desk_focus(self) -> None:
        """Time counts for the check at the cursor, or for no check while one reads."""
        if self.current is not None and self.current.work.standing != "submitted":
            self.desk.focus(self.checks.cursor or None if self.pane == "checks" else None)

    # --- the entry -------------------------------------------------------------------------------

    def load(self) -> None:
        """Show the entry on the desk; the evidence comes when it is there."""
        self.show_entry(self.desk.current)
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
            self.desk.settle(worked.audit)
            moved = self.checks.cursor
            self.show_entry(self.desk.current)
            # What needs nothing any more is passed over, unless somebody stands on it.
            if not current.work.verdicts and moved == self.checks.cursor:
                self.checks.cursor = self.checks.first_missing or moved
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
            return done_lines(self.desk.progress, self.sitting.adjudicate, cells)
        return item_lines(self.current, cells)

    def evidence_lines(self, cells: int, focused: bool) -> list[Line]:
        """The right pane."""
        return [] if self.current is None else self.evidence.lines(cells, focused)

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
        missing = len(self.current.missing)
        told = f"{missing} to go" if missing else "all given: F5 submits"
        return f"{'Disputed checks' if self.sitting.adjudicate else 'Checks'} · {told}"

    def say(self, text: str, wrong: bool = False) -> None:
        """A word in the corner that goes away by itself."""
        self.app.notify(plain(text), severity="warning" if wrong else "information", timeout=4,
                        markup=False)  # fmt: skip

    # --- keys and clicks -------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        """Tab goes round the panes; letters and digits are the checks'."""
        if event.key in ("tab", "shift+tab"):
            event.stop()
            event.prevent_default()
            step = 1 if event.key == "tab" else -1
            self.focus_pane(PANES[(PANES.index(self.pane) + step) % len(PANES)])
            return
        if self.current is None:
            return
        turn: Turn | None = None
        if event.key in ("left", "right") and self.pane == "checks":
            turn = self.checks.turn(1 if event.key == "right" else -1)
        elif event.is_printable and event.character:
            turn = self.checks.press(event.character)
        if turn is not None:
            event.stop()
            event.prevent_default()
            self.take(turn)

    def take(self, turn: Turn) -> None:
        """Do what a key came to."""
        self.checks.cursor = turn.asked.key
        if self.pane != "checks":
            self.focus_pane("checks")
        if turn.opens:
            self.desk_focus()
            self.open_window(turn.asked)
        elif turn.give:
            self.doing(lambda: self.desk.give(turn.asked.key, turn.verdict))
        self.desk_focus()
        self.refresh_entry()

    def open_window(self, asked: Asked) -> None:
        """Codes to choose, or a text to write."""
        now = self.checks.verdict(asked.key)
        if asked.check.kind == "codes":

            def chosen(codes: tuple[str, ...] | None) -> None:
                if codes is not None:
                    self.doing(lambda: self.desk.give(asked.key, codes))
                    self.refresh_entry()

            modal = CodesModal(asked.check, now if isinstance(now, tuple) else ())
            self.app.push_screen(modal, chosen)
            return

        def keep(text: str) -> None:
            self.doing(lambda: self.desk.give(asked.key, text if text.strip() else None))

        told = asked.check.help or asked.label
        self.write(asked.check.text, told, str(now or ""), keep)

    def write(self, title: str, told: str, text: str, keep: Callable[[str], None]) -> None:
        """A window for a text; the screen follows when it closes."""
        self.app.push_screen(TextModal(title, told, text, keep), lambda _text: self.refresh_entry())

    def doing(self, act: Callable[[], object]) -> bool:
        """Do something at the desk; what is refused is said."""
        try:
            act()
        except (RefusedError, IllegalAnnotationError) as error:
            self.say(f"{error.title}: {error.message}" if error.message else error.title, True)
            return False
        return True

    def on_sheet_entered(self, message: Sheet.Entered) -> None:
        """The pane with the focus."""
        message.stop()
        name = message.sheet.id or self.pane
        if name != self.pane:
            self.focus_pane(name)

    def on_sheet_moved(self, message: Sheet.Moved) -> None:
        """The cursor of a pane, or a click on a verdict."""
        message.stop()
        if message.sheet.id == "evidence":
            self.evidence.select(message.target)
            self.query_one("#evidence", Sheet).redraw()
        elif message.target.startswith(MARK):
            self.clicked(message.target.removeprefix(MARK))
        else:
            self.checks.cursor = message.target
            self.desk_focus()
            self.redraw()

    def clicked(self, target: str) -> None:
        """A verdict was clicked."""
        key, _, value = target.rpartition(" ")
        asked = self.checks.at(key)
        if asked is not None:
            scale = asked.check.kind == "scale"
            self.take(Turn(asked, True, int(value) if scale else value))

    def on_sheet_taken(self, message: Sheet.Taken) -> None:
        """Space turns the check, Enter goes to the next that lacks something."""
        message.stop()
        if message.sheet.id != "checks":
            return
        if message.key == "enter":
            self.checks.cursor = self.checks.next_missing or self.checks.cursor
            if not self.checks.first_missing:
                self.say("Nothing is missing: F5 submits")
            self.desk_focus()
            self.redraw()
            return
        turn = self.checks.turn()
        if turn is not None:
            self.take(turn)

    def on_tabs_chosen(self, message: Tabs.Chosen) -> None:
        """A click on a tab."""
        message.stop()
        self.focus_pane(PANES[message.place])

    # --- actions ---------------------------------------------------------------------------------

    def show_help(self) -> None:
        """The guidelines with the keys."""
        self.app.push_screen(
            GuidelinesModal(self.desk.guidelines, self.hints(), actions(*self.WHERE))
        )

    def action_give_reason(self) -> None:
        """The reason of the check at the cursor."""
        asked = self.checks.here
        if asked is None or self.current is None:
            return
        verdict = self.checks.verdict(asked.key)
        if verdict is None:
            self.say("First a verdict, then its reason", True)
            return
        given = self.current.work.verdicts.get(asked.key)

        def keep(text: str) -> None:
            self.doing(lambda: self.desk.give(asked.key, self.checks.verdict(asked.key), text))

        about = f"[{asked.subject}] " if asked.subject else ""
        title = f"Reason · {about}{asked.check.text}"
        self.write(title, asked.check.help, given.reason if given else "", keep)

    def action_give_comment(self) -> None:
        """A comment on the entry."""
        if self.current is None:
            return

        def keep(text: str) -> None:
            self.doing(lambda: self.desk.comment(text))

        told = "For whoever reads the verdicts; it counts for nothing."
        self.write("Comment", told, self.current.work.comment, keep)

    def action_flag_entry(self) -> None:
        """Flag it, or no longer."""
        if self.current is not None:
            flagged = not self.current.work.flagged
            self.doing(lambda: self.desk.flag(flagged))
            self.say("Flagged for discussion" if flagged else "No longer flagged")
            self.refresh_entry()

    def action_submit_entry(self) -> None:
        """Submit and go on; where something is missing, go there."""
        if self.current is None:
            return
        if self.current.missing:
            first = self.current.missing[0]
            self.checks.cursor = first.asked.key
            self.desk_focus()
            self.redraw()
            if first.what == "reason":
                self.action_give_reason()
            else:
                self.say(
                    f"{len(self.current.missing)} to go: this check needs a {first.what}", True
                )
            return
        self.doing(self.submit)

    def submit(self) -> None:
        """Store it; a control tells how it should have been judged."""
        done = self.desk.submit()
        if done.feedback:
            self.app.push_screen(ControlModal(done.feedback), lambda _none: self.go_on())
        else:
            self.go_on()

    def go_on(self) -> None:
        """The next entry, or the end."""
        if self.desk.next() is None:
            self.finished()
        else:
            self.load()

    def finished(self) -> None:
        """Nothing is left: say so."""
        self.show_entry(None)
        self.evidence.put(None)
        self.job.cancel()
        self.redraw(top=True)

    def action_skip_entry(self) -> None:
        """Put it aside."""
        if self.current is not None and self.doing(self.desk.skip):
            self.after_leaving()

    def action_give_back(self) -> None:
        """To somebody else."""
        if self.current is not None and self.doing(self.desk.release):
            self.after_leaving()

    def after_leaving(self) -> None:
        """The desk went on by itself."""
        if self.desk.current is None:
            self.finished()
        else:
            self.load()

    def action_one_more(self) -> None:
        """Beyond the share."""
        if self.current is None:
            if self.desk.next(beyond=True) is None:
                self.say("Nothing waits for an annotator")
            else:
                self.load()

    def action_undo_submission(self) -> None:
        """Take the last submission back."""
        if self.doing(self.desk.undo):
            self.load()
            self.say("Taken back; its verdicts stand as drafts")

    def action_my_entries(self) -> None:
        """Skipped ones, and what became of the others."""
        from tui.screens.annotator.mine import MineScreen

        def done(entry: str | None) -> None:
            if entry:
                self.doing(lambda: self.desk.open_entry(entry))
                self.load()

        self.app.push_screen(MineScreen(self.sitting, done))

    def action_build_formal(self) -> None:
        """A scratchpad of one's own."""
        from tui.screens.annotator.formal import FormalScreen

        if self.current is not None:
            self.app.push_screen(FormalScreen(self.sitting, self.current, self.load))

    def action_agreement(self) -> None:
        """The tables."""
        from tui.screens.annotator.agreement import AgreementScreen

        self.app.push_screen(AgreementScreen(self.sitting))

    def action_write_as(self) -> None:
        """Another way to write formulas."""
        self.say(f"Formulas in {self.evidence.turn_notation()}")
        self.redraw()

    def action_leave_desk(self) -> None:
        """Drafts are kept."""
        self.sitting.leave()
