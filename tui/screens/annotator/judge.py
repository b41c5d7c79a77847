"""Judging an entry: keys, clicks and actions, and the windows they open.

Owns the input to the desk and the background work for the evidence. The panes are in `panes`, their
content in `tui.state.annotator.judging`; the desk owns what happens to a verdict.
"""

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual.events import Key, Resize
from textual.message import Message
from textual.notifications import SeverityLevel
from textual.timer import Timer
from textual.widget import Widget

from sessions.annotation.desk_views import Current, RefusedError
from solver.cancel import Cancel
from solver.errors import CountermodelError, OutsideError
from study.annotation.attachments import FORMALIZATION
from study.annotation.checks import AskedCheck, StandingVerdict
from study.course.journal import IllegalEventError
from tui.i18n import _, mark, ngettext
from tui.keys.actions import actions
from tui.screens.annotator.panes import JudgePanes
from tui.screens.annotator.sitting import BEAT_SECONDS, Sitting
from tui.screens.annotator.windows import (
    CodesModal,
    ControlModal,
    FindModal,
    GuidelinesModal,
    TextModal,
)
from tui.state.annotator.carried_work import carried_words
from tui.state.annotator.check_lines import MARK, verdict_words
from tui.state.annotator.checks_pane import ADOPT_KEY, SIGNS, SUBMIT_ROW, KeyEffect
from tui.state.annotator.evidence_pane import ItemEvidence, work
from tui.state.annotator.judging import MOVE_KEYS, Judging
from tui.state.draft import KeyHint
from tui.state.translation import translated
from tui.text import plain, sentences
from tui.widgets.bars import HeaderBar, KeyBar
from tui.widgets.job import Job, JobEnded, failure_text
from tui.widgets.line_pane import LinePane
from tui.windows.modals import AskModal, LeaveModal
from tui.windows.screen import FrameScreen, hints

CHECK_KEYS = (
    KeyHint("+ - ?", mark("Yes, no, unsure; then the next incomplete check.")),
    KeyHint("0–9", mark("On a scale the number, of a choice the option; then the next check.")),
    KeyHint("Space ← →", mark("The next verdict, the one before.")),
    KeyHint("=", mark("Adjudicator: adopt the annotators' verdicts, one after the other.")),
    KeyHint("↑↓ Enter", mark("Another check; the next incomplete one.")),
)
"""Keys at a check that only the help lists."""
NOTICE_SECONDS = 4.0
"""How long a warning is shown."""


class JudgeScreen(FrameScreen):
    """Item and evidence above the checks."""

    SCREEN_NAMES = ("judge",)
    CSS_PATH: ClassVar[list[str]] = [  # type: ignore[assignment]
        "../../styles/panes.tcss",
        "../../styles/annotator.tcss",
    ]
    AUTO_FOCUS = "#checks"

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(name="judge")
        self.sitting = sitting
        self.desk = sitting.desk
        self.judging = Judging(self.desk, sitting.adjudicate)
        self.panes = JudgePanes(
            {
                "item": lambda cells, _focused: self.judging.item_lines(cells),
                "evidence": lambda cells, focused: self.judging.evidence_lines(
                    cells, focused, self.panes.pane == "checks"
                ),
                "checks": self.judging.check_lines,
            }
        )
        self.job: Job[ItemEvidence] = Job(self, "evidence", self.job_done, self.failed)
        self.comparison_job: Job[str] = Job(self, "comparing", self.compared, lambda _error: None)
        self.shown_at = 0.0
        """When the entry appeared, on the clock of events."""
        self.beat_timer: Timer | None = None
        self.store_error: str | None = None
        self.notice_end = 0.0
        """When the last notice of that disappears, on the clock of events."""
        """Why the last change was not stored; None if it was."""

    # --- layout ----------------------------------------------------------------------------------

    def header(self) -> HeaderBar:
        """The header with the queue, the item and the progress."""
        return HeaderBar()

    def middle(self) -> Iterable[Widget]:
        """The panes."""
        yield self.panes

    def hints(self) -> list[KeyHint]:
        """The keys in the footer, most important first."""
        undo = ["undo_submission"] if self.desk.undoable else []
        if self.judging.current is None:
            next_hints = hints("one_more") if self.desk.progress.waiting else []
            if self.sitting.adjudicate:
                again = _("Look whether there is something to decide now.")
                next_hints = [KeyHint("F5", _("look again"), "submit_entry", help=again)]
            return next_hints + hints("my_entries", *undo, "agreement", "leave_desk")
        if self.judging.submitted:
            return [
                KeyHint("F5", _("go on"), "submit_entry", help=_("Go on to the next item.")),
                *hints("my_entries", *undo, "give_comment", "flag_entry", "see_models"),
                KeyHint("Tab", _("pane"), help=_("Go to the next pane.")),
                *hints("see_what_if", "question_world", "agreement", "write_as", "leave_desk"),
                KeyHint("F1", _("guidelines"), "help"),
            ]
        apart = ["tell_apart"] if len(self.judging.current.attachments) > 1 else []
        more = ("give_comment", "flag_entry", "build_formal", "see_models", "see_what_if",
                "question_world",
                "my_entries", *undo)  # fmt: skip
        keys = self.judging.checks.keys_told
        adopt = (
            [
                KeyHint(
                    ADOPT_KEY,
                    _("adopt"),
                    help=_("Adopt the annotators' verdicts, one after the other."),
                )
            ]
            if self.judging.checks.is_adjudicator
            else []
        )
        return [
            *(
                [
                    KeyHint(
                        keys,
                        _("check"),
                        help=_("Select the check with this key; again: its next verdict."),
                    ),
                    *adopt,
                ]
                if keys
                else []
            ),
            *hints(*apart, "submit_entry", "give_reason", "skip_entry"),
            KeyHint("Tab", _("pane"), help=_("Go to the next pane.")),
            *hints(*more, "agreement", "write_as", "leave_desk"),
            KeyHint("F1", _("guidelines"), "help"),
        ]

    def progress(self) -> float | None:
        """The completed share of the annotator's entries."""
        progress = self.desk.progress
        return progress.done / progress.share if progress.share else None

    def ready(self) -> None:
        """Focus the checks."""
        if self.beat_timer is None:
            self.beat_timer = self.set_interval(BEAT_SECONDS, self.sitting.beat)
            if self.desk.carried_desk is not None:
                self.show_message(carried_words(self.desk.carried_desk), True)
        self.panes.fit(self.app.size.width, self.app.size.height)
        self.focus_pane(self.panes.pane)
        self.load()

    def on_screen_resume(self) -> None:
        """Redraw: if another screen showed others' verdicts, undoing is no longer possible."""
        self.call_after_refresh(self.redraw)

    def on_resize(self, event: Resize) -> None:
        """Put panes next to each other if there is room."""
        super().on_resize(event)
        self.panes.fit(event.size.width, event.size.height)
        self.call_after_refresh(self.redraw)

    def focus_pane(self, name: str) -> None:
        """Go to a pane."""
        self.panes.go(name)
        self.on_judge_panes_clicked()

    def on_judge_panes_clicked(self) -> None:
        """Note that another pane has the focus."""
        self.desk_focus()
        self.call_after_refresh(self.redraw)

    def desk_focus(self) -> None:
        """Count time for the check at the cursor, or for no check during reading."""
        if self.judging.current is not None and not self.judging.submitted:
            at_checks = self.panes.pane == "checks"
            try:
                check = self.judging.checks.current_check if at_checks else None
                self.desk.focus(None if check is None else check.key)
            except OutsideError as error:
                self.not_stored(error)

    # --- the entry -------------------------------------------------------------------------------

    def load(self) -> None:
        """Show the entry at the desk; the evidence is added when it is ready."""
        self.job.cancel()
        self.comparison_job.cancel()
        if self.judging.load():
            self.shown_at = Message().time
        current = self.judging.current
        if current is not None and current.item.formalization is not None:
            item = current.item
            evidence = self.sitting.item_evidence.get(item.content_hash)
            if evidence is not None:
                self.job_done(evidence)
            else:

                def gather(cancel: Cancel) -> ItemEvidence:
                    return work(item, cancel)

                self.job.start(gather)
        elif current is not None and len(current.attachments) > 1:
            self.compare(current)
        self.redraw(top=True)
        self.desk_focus()

    def compare(self, current: Current) -> None:
        """Find out whether the annotators' attached formalizations are equivalent."""
        from tui.screens.annotator.attachments import all_equivalent, sides_of

        sides = sides_of(current)

        def work(cancel: Cancel) -> str:
            return current.entry.id if all_equivalent(current.item, sides, cancel) else ""

        self.comparison_job.start(work)

    def compared(self, entry: str) -> None:
        """Accept the result of `compare`; empty if they differ or the answer is unknown."""
        if entry:
            self.judging.mark_equivalent(entry)
            self.redraw()

    def refresh_entry(self) -> None:
        """Update the entry after something was stored; a verdict may have given the item another
        formalization."""
        before = self.judging.current
        self.judging.refresh()
        now = self.judging.current
        if (
            before is not None
            and now is not None
            and before.item.content_hash != now.item.content_hash
        ):
            self.load()
            return
        self.redraw()

    def job_done(self, evidence: ItemEvidence) -> None:
        """Show the evidence; the checks that it settles are stored."""
        if not self.judging.know(evidence):
            return
        self.sitting.remember(evidence.audit.item.content_hash, evidence)
        if not self.sitting.adjudicate:
            try:
                self.desk.settle(evidence.audit)
            except OutsideError as error:
                self.not_stored(error)
            if self.judging.settled():
                self.desk_focus()
        self.redraw()

    def failed(self, error: CountermodelError) -> None:
        """Show why the evidence could not be computed."""
        if self.judging.evidence.view is not None:
            self.judging.evidence.view.state = failure_text(error)
        self.redraw()

    def on_job_ended(self, message: JobEnded) -> None:
        """Accept the result, unless newer work was started."""
        message.stop()
        message.deliver()

    def on_unmount(self) -> None:
        """Stop all work."""
        self.job.cancel()
        self.comparison_job.cancel()

    def redraw(self, top: bool = False) -> None:
        """Draw everything; `top` is set for a new entry."""
        if not self.is_mounted:
            return
        title = plain(f"{self.sitting.title} · {self.sitting.name}")
        self.query_one(HeaderBar).show(title, self.judging.name, self.judging.progress)
        self.panes.at("checks").border_title = self.judging.checks_title
        self.panes.redraw(top)
        self.query_one(KeyBar).show(self.hints(), self.progress())

    def not_stored(self, error: OutsideError) -> None:
        """Show that the database did not store the change, and what it has instead."""
        before, now = self.store_error, Message().time
        self.store_error = sentences(*(translated(part) for part in (error.title, error.hint)))
        # One such notice is enough; several would cover the screen.
        if self.store_error == before and now < self.notice_end:
            return
        self.notice_end = now + NOTICE_SECONDS
        self.app.clear_notifications()
        self.show_message(sentences(_("Not stored."), self.store_error), True)

    def show_message(self, text: str, is_error: bool = False) -> None:
        """Show a short notice in the corner, for a limited time; briefly if it only confirms,
        because on a small terminal it covers the checks."""
        severity: SeverityLevel = "warning" if is_error else "information"
        seconds = NOTICE_SECONDS if is_error else 2
        self.app.notify(plain(text), severity=severity, timeout=seconds, markup=False)

    # --- keys and clicks -------------------------------------------------------------------------

    def key_first(self, event: Key) -> bool:
        """Handle keys in the order in which they were pressed, even in a burst, so that none
        applies to a check or item other than the one on screen. Keys pressed before the item was
        shown are ignored."""
        if self.has_class("-small"):
            return False
        if event.time < self.shown_at:
            return True
        bound = self.active_bindings.get(event.key)
        if bound is not None and bound.node is self and bound.enabled:
            act = getattr(self, f"action_{bound.binding.action}", None)
            if act is not None:
                act()
                return True
        return self.pressed(event)

    def pressed(self, event: Key) -> bool:
        """Handle a key: Tab cycles through the panes, letters and digits belong to the checks.
        Returns whether it was used."""
        if event.key in ("tab", "shift+tab"):
            self.focus_pane(self.panes.neighbour(1 if event.key == "tab" else -1))
            return True
        if self.judging.current is None:
            return False
        if self.panes.pane == "checks" and event.key in MOVE_KEYS:
            return self.move(event.key)
        turn = None
        if event.key in ("left", "right", "space") and self.panes.pane == "checks":
            turn = self.judging.checks.turn(-1 if event.key == "left" else 1)
        elif event.is_printable and event.character:
            turn = self.judging.checks.press(event.character)
        if turn is None:
            if self.judging.checks.cursor == SUBMIT_ROW and event.character in (
                *SIGNS,
                ADOPT_KEY,
                " ",
            ):
                self.show_message(_("Nothing is missing: F5 submits. ↑ goes back to the checks."))
                return True
            return False
        if turn.replaced is not None:
            self.ask_first(turn)
            return True
        self.take(turn)
        if turn.moves_on and turn.sets_verdict:
            self.pass_on(turn.asked_check.key)
        return True

    def ask_first(self, turn: KeyEffect) -> None:
        """Ask before a verdict with the annotator's own reason is replaced."""
        assert turn.replaced is not None
        text = _("{verdict}, “{reason}”").format(
            verdict=verdict_words(turn.asked_check.check, turn.replaced.verdict),
            reason=turn.replaced.reason.strip(),
        )

        def answered(replace: bool | None) -> None:
            if replace:
                self.take(turn)

        title = _("Replace your own verdict and its reason?")
        self.app.push_screen(AskModal(title, text, _("Replace it"), _("Keep it")), answered)

    def move(self, key: str) -> bool:
        """Go to another check. Returns whether there was one; at either end the pane scrolls."""
        if not self.judging.move(key):
            return False
        if key == "enter" and not self.judging.checks.first_missing:
            self.show_message(_("Nothing is missing: F5 submits"))
        self.desk_focus()
        self.redraw()
        return True

    def pass_on(self, key: str) -> None:
        """After yes, no or unsure, go to the next incomplete check, if this check is complete."""
        if self.judging.pass_on(key):
            self.desk_focus()
            self.redraw()

    def decided(self, key: str) -> None:
        """After a reason was written, protect the verdict from the next keys."""
        if self.judging.decided(key):
            self.desk_focus()
            self.redraw()

    def take(self, turn: KeyEffect) -> None:
        """Carry out what a key means."""
        self.judging.checks.cursor = turn.asked_check.key
        if self.panes.pane != "checks":
            self.focus_pane("checks")
        if turn.opens_window:
            self.desk_focus()
            self.open_window(turn.asked_check)
        elif turn.sets_verdict:
            before = self.judging.checks.current
            replaced = None if before is None else before.work.verdicts.get(turn.asked_check.key)
            after = self.doing(
                lambda: self.desk.give(turn.asked_check.key, turn.verdict, turn.reason)
            )
            if after and turn.reason is None and replaced is not None:
                self.tell_aside(turn.asked_check, replaced)
        self.desk_focus()
        self.refresh_entry()

    def tell_aside(self, asked_check: AskedCheck, earlier_verdict: StandingVerdict) -> None:
        """Say where the reason of the previous verdict went."""
        work = self.desk.state.on_screen
        now = None if work is None else work.verdicts.get(asked_check.key)
        moved = now is None or now.verdict != earlier_verdict.verdict
        if (
            earlier_verdict.reason.strip()
            and moved
            and (now is None or now.reason != earlier_verdict.reason)
        ):
            text = _("The reason is put aside. It comes back with “{verdict}”.")
            self.show_message(
                text.format(verdict=verdict_words(asked_check.check, earlier_verdict.verdict))
            )

    def open_window(self, asked_check: AskedCheck) -> None:
        """Open the window to choose codes or to write a text."""
        now = self.judging.checks.verdict(asked_check.key)
        if asked_check.check.kind == "codes":

            def store_codes(codes: tuple[str, ...] | None) -> None:
                if codes is not None:
                    self.doing(lambda: self.desk.give(asked_check.key, codes))
                    self.refresh_entry()

            modal = CodesModal(asked_check.check, now if isinstance(now, tuple) else ())
            self.app.push_screen(modal, store_codes)
            return

        def keep(text: str) -> str:
            return self.trouble(
                lambda: self.desk.give(asked_check.key, text if text.strip() else None)
            )

        message = asked_check.check.help or asked_check.label
        self.write(asked_check.check.text, message, str(now or ""), keep)

    def write(
        self,
        title: str,
        message: str,
        text: str,
        store_text: Callable[[str], str],
        on_close: Callable[[], None] | None = None,
    ) -> None:
        """Open a window for a text; when it closes, the screen is updated and `on_close` is
        called."""

        def pending(store: Callable[[], object] | None) -> None:
            self.sitting.store_unsaved = store

        def text_closed(_text: str | None) -> None:
            self.refresh_entry()
            if on_close is not None:
                on_close()

        self.app.push_screen(TextModal(title, message, text, store_text, pending), text_closed)

    def doing(self, action: Callable[[], object]) -> bool:
        """Do something at the desk; if it is refused or could not be stored, say why."""
        try:
            action()
        except (RefusedError, IllegalEventError) as error:
            self.show_message(failure_text(error), True)
            return False
        except OutsideError as error:
            self.not_stored(error)
            return False
        self.store_error = None
        return True

    def trouble(self, action: Callable[[], object]) -> str:
        """Do something at the desk; returns why it was refused or not stored, empty if it was
        done. For a window that says so itself: a notice would cover what it says."""
        try:
            action()
        except (RefusedError, IllegalEventError) as error:
            return failure_text(error)
        except OutsideError as error:
            self.store_error = sentences(*(translated(part) for part in (error.title, error.hint)))
            return self.store_error
        self.store_error = None
        return ""

    def on_line_pane_moved(self, message: LinePane.Moved) -> None:
        """Handle the cursor of a pane, or a click on a verdict."""
        message.stop()
        if message.pane.id == "evidence":
            self.judging.evidence.select(message.target)
            message.pane.redraw()
        elif message.target.startswith(MARK):
            self.clicked(message.target.removeprefix(MARK))
        else:
            self.judging.checks.cursor = message.target
            self.desk_focus()
            self.redraw()

    def clicked(self, target: str) -> None:
        """Handle a click on a verdict."""
        key, _, value = target.rpartition(" ")
        row = self.judging.checks.at(key)
        if row is not None:
            scale = row.check.kind == "scale"
            self.take(KeyEffect(row, True, int(value) if scale else value))

    def on_line_pane_taken(self, message: LinePane.Taken) -> None:
        """Change the verdict of a check at a second click."""
        message.stop()
        if message.pane.id != "checks":
            return
        turn = self.judging.checks.turn()
        if turn is not None:
            self.take(turn)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow nothing on an invisible screen: a terminal that is too small allows only
        leaving."""
        if self.has_class("-small") and hasattr(self, f"action_{action}"):
            return action == "leave_desk"
        return super().check_action(action, parameters)

    # --- actions ---------------------------------------------------------------------------------

    def show_help(self) -> None:
        """Show the guidelines and the keys."""
        own = [*CHECK_KEYS, *self.hints()]
        self.app.push_screen(
            GuidelinesModal(self.desk.guidelines, own, actions(*self.SCREEN_NAMES))
        )

    def action_give_reason(self) -> None:
        """Write a reason for the check at the cursor."""
        row = self.judging.checks.current_check
        if row is None or self.judging.current is None:
            return
        if self.judging.submitted:
            text = _("This item is submitted")
            if self.desk.undoable:
                text = _("This item is submitted: Ctrl+Z undoes the last submission")
            self.show_message(text, True)
            return
        entry = self.judging.current.work
        verdict = entry.verdicts.get(row.key)
        written = verdict.reason if verdict else entry.reasons.get(row.key, "")

        def keep(text: str) -> str:
            return self.trouble(
                lambda: self.desk.give(row.key, self.judging.checks.verdict(row.key), text)
            )

        about = f"[{row.subject}] " if row.subject else ""
        title = _("Reason · {verdict}").format(verdict=f"{about}{row.check.text}")
        self.write(
            title,
            row.check.help,
            written,
            keep,
            lambda: self.decided(row.key),
        )

    def action_give_comment(self) -> None:
        """Write a comment on the entry."""
        if self.judging.current is None:
            return

        def keep(text: str) -> str:
            return self.trouble(lambda: self.desk.comment(text))

        message = _("For readers of the verdicts; no figure depends on it.")
        self.write(_("Comment"), message, self.judging.current.work.comment, keep)

    def action_flag_entry(self) -> None:
        """Flag the entry, or remove the flag."""
        if self.judging.current is not None:
            flagged = not self.judging.current.work.flagged
            if self.doing(lambda: self.desk.flag(flagged)):
                self.show_message(_("Flagged for discussion") if flagged else _("Flag removed"))
            self.refresh_entry()

    def action_submit_entry(self) -> None:
        """Submit and go on; if something is missing, go there."""
        if self.judging.current is None or self.judging.submitted:
            looked_again = self.judging.current is None and self.sitting.adjudicate
            self.go_on()
            if looked_again and self.judging.current is None:
                self.show_message(_("There is nothing to decide now"))
            return
        if self.judging.current.missing:
            first = self.judging.current.missing[0]
            self.judging.checks.cursor = first.asked_check.key
            self.desk_focus()
            self.redraw()
            if first.part == "reason":
                self.action_give_reason()
            else:
                text = _("{n} to go: this check needs a verdict")
                self.show_message(text.format(n=len(self.judging.current.missing)), True)
            return
        self.doing(self.submit)

    def submit(self) -> None:
        """Store the submission; a control item shows its correct verdicts."""
        submission = self.desk.submit()
        if submission.feedback:
            self.app.push_screen(ControlModal(submission.feedback), lambda _none: self.go_on())
        else:
            self.go_on()

    def go_on(self) -> None:
        """Show the next entry, or the end."""
        if self.doing(self.desk.next):
            self.after_leaving()
        elif self.desk.current is None:
            self.judging.clear(next_failed=True)
            self.redraw(top=True)

    def finished(self) -> None:
        """Say that no entries are left."""
        self.judging.clear()
        self.job.cancel()
        self.comparison_job.cancel()
        self.redraw(top=True)

    def action_skip_entry(self) -> None:
        """Skip the entry for now."""
        if self.judging.current is not None:
            self.give_up(self.desk.skip)

    def action_give_back(self) -> None:
        """Leave the entry to another annotator."""
        if self.judging.current is not None:
            self.give_up(self.desk.release)

    def give_up(self, action: Callable[[], object]) -> None:
        """Leave the entry; the desk continues with another one."""
        if self.doing(action) or self.desk.current is None:
            self.go_on()

    def after_leaving(self) -> None:
        """Show the desk's next entry, or the end."""
        if self.desk.current is None:
            self.finished()
        else:
            self.load()

    def action_one_more(self) -> None:
        """Take an entry beyond the annotator's share."""
        if self.judging.current is None and self.doing(lambda: self.desk.next(beyond=True)):
            if self.desk.current is None:
                self.show_message(_("No items are waiting"))
            else:
                self.load()

    def action_undo_submission(self) -> None:
        """Take the last submission back."""
        if self.doing(self.desk.undo):
            self.load()
            self.show_message(_("Submission undone; its verdicts are drafts again"))

    def action_my_entries(self) -> None:
        """List skipped entries, and the outcome of the others."""
        from tui.screens.annotator.own_items import OwnItemsScreen

        def open_entry(entry: str | None) -> None:
            if entry:
                self.doing(lambda: self.desk.open_entry(entry))
                self.load()

        self.doing(lambda: self.app.push_screen(OwnItemsScreen(self.sitting, open_entry)))

    def action_build_formal(self) -> None:
        """Open the annotator's own scratchpad."""
        from tui.screens.annotator.formal import FormalScreen

        current = self.desk.current
        if self.judging.current is not None and current is not None:
            self.app.push_screen(FormalScreen(self.sitting, current, self.load))

    def action_tell_apart(self) -> None:
        """Compare the attached formalizations, or the item's formalization and the annotator's
        scratchpad, side by side."""
        from tui.screens.annotator.attachments import AttachmentsScreen, sides_of

        current = self.desk.current
        if self.judging.current is None or current is None:
            return
        sides = sides_of(current)
        if len(sides) < 2:
            message = _("There are no two formalizations of this item that differ")
            if not sides:
                message = _("There are no two formalizations of this item: Ctrl+B writes one")
            self.show_message(message, True)
            return

        def decided() -> None:
            self.refresh_entry()
            self.decided(FORMALIZATION)

        self.app.push_screen(AttachmentsScreen(self.sitting, current, sides, decided))

    def action_fill_pane(self) -> None:
        """Give the whole screen to one pane; to the item's if the checks have the focus."""
        if not self.panes.fills_screen and self.panes.pane == "checks":
            self.panes.go("item")
        self.panes.fill()
        self.on_judge_panes_clicked()

    def action_find_words(self) -> None:
        """Search the item for words."""

        def sought(words: str | None) -> None:
            if words is None:
                return
            pane = self.panes.at("item")
            count = self.judging.seek(words, pane.cells)
            if words:
                self.focus_pane("item")
                n = ngettext("found in {n} line", "found in {n} lines", count)
                self.show_message(
                    _("“{words}”: {found}").format(words=words, found=n.format(n=count)), not count
                )
            self.redraw()

        if self.judging.current is not None:
            self.app.push_screen(FindModal(self.judging.search_text), sought)

    def action_see_models(self) -> None:
        """Open the researcher's table of models."""
        self.look("models")

    def action_see_what_if(self) -> None:
        """Open the researcher's view of premises side by side."""
        self.look("what_if")

    def action_question_world(self) -> None:
        """Open the window to type formulas about the world that shows the present verdict."""
        view = self.judging.evidence.view
        pair = None if view is None else view.questioned
        if view is None or pair is None or view.analysis is None or view.analysis.formal is None:
            self.show_message(_("No world is shown here"))
            return
        from tui.windows.question_window import QuestionModal, statements

        stated = statements(view.item, view.analysis.formal, pair[0].name)
        self.app.push_screen(QuestionModal(*pair, stated, view.stated_text))

    def look(self, name: str) -> None:
        """Open a researcher's screen on this item, with what was attached to it."""
        current = self.desk.current
        if current is None or self.sitting.open_screen is None:
            return
        if current.item.formalization is None:
            self.show_message(_("This item has no formalization yet: Ctrl+B builds one"), True)
        else:
            self.sitting.open_screen(name, current.item)

    def action_agreement(self) -> None:
        """Show the tables of agreement."""
        from tui.screens.annotator.agreement import AgreementScreen

        def look() -> None:
            if self.desk.look_at_others():
                self.app.push_screen(AgreementScreen(self.sitting))
            else:
                self.show_message(_("Figures of agreement are shown once your share is done"), True)

        self.doing(look)

    def action_write_as(self) -> None:
        """Switch to the next notation of formulas."""
        way = _(str(self.judging.evidence.turn_notation()))
        self.show_message(_("Formulas in {way}").format(way=way))
        self.redraw()

    def action_leave_desk(self) -> None:
        """Leave, keeping drafts. Ask first if an item is begun and not submitted, or if the last
        change could not be stored. From an item that was submitted earlier, go on instead:
        somebody who only looked at it is not at the end."""
        if self.judging.submitted and self.store_error is None:
            self.go_on()
            return
        if self.store_error is not None:
            message = _("The last change is not stored. {why}").format(why=self.store_error)
        elif self.judging.is_begun:
            message = _("This item is not submitted. Its verdicts are kept as drafts.")
        else:
            self.sitting.leave()
            return

        def answered(confirmed: bool | None) -> None:
            if confirmed:
                self.sitting.leave()

        self.app.push_screen(LeaveModal(message), answered)
