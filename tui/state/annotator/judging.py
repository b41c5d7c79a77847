"""An entry while it is judged: the contents of the panes, the cursor, and where it moves next.

Owns what the screen shows of the entry on the desk, without a terminal. `checks_pane` owns rows and
keys of checks, `evidence_pane` the evidence, and the desk what happens with a verdict.
"""

from items.models import Item
from sessions.annotation.desk import Desk
from sessions.annotation.desk_views import Current
from tui.i18n import _, mark
from tui.state.annotator.check_lines import check_lines
from tui.state.annotator.checks_pane import SUBMIT_ROW, ChecksPane
from tui.state.annotator.evidence_pane import EvidencePane, ItemEvidence
from tui.state.annotator.item_pane import done_lines, item_lines
from tui.state.annotator.own_items_view import entry_name
from tui.state.annotator.text_search import mark_matches, matching_lines
from tui.state.draft import Line
from tui.state.inspector.world_lines import text_lines
from tui.text import plain

MOVE_KEYS = ("up", "down", "home", "end", "enter")
"""Keys that move to another check."""
DIFFERENT_ATTACHMENTS = mark(
    "Annotators attached formalizations that are written differently. Ctrl+D compares them."
)
EQUIVALENT_ATTACHMENTS = mark(
    "Annotators attached formalizations that are written differently but "
    "say the same: this is proved. Ctrl+D shows them."
)
NEXT_ITEM_FAILED = mark("The next item could not be opened. F5 tries again.")


class Judging:
    """The entry on the desk, as the screen shows it."""

    def __init__(self, desk: Desk, adjudicate: bool = False) -> None:
        self.desk = desk
        self.adjudicate = adjudicate
        self.checks = ChecksPane(desk.scheme, adjudicate)
        self.evidence = EvidencePane()
        self.current: Current | None = None
        """None where nothing is left, or the next entry could not be opened."""
        self.next_failed = False
        """Whether the next entry could not be opened."""
        self.search_text = ""
        """Words to find in the item."""
        self.place = 0
        """Index of the current match."""
        self._search_lines: tuple[Item, tuple[str, str, int], list[Line]] | None = None
        """The lines that are searched, with the item, the entry, its comment and the width."""

    @property
    def submitted(self) -> bool:
        """Whether the entry has been submitted."""
        return self.current is not None and self.current.work.standing == "submitted"

    # --- the entry -------------------------------------------------------------------------------

    def load(self) -> bool:
        """Take the entry on the desk, without evidence yet; returns whether it is another one."""
        before = self.current
        self.refresh()
        now = self.current
        another = before is not None and now is not None and before.entry.id != now.entry.id
        if now is not None and now.work.standing == "released":
            self.show(None)
        self.evidence.put(None if self.current is None else self.current.item)
        if self.current is not None and len(self.current.attachments) > 1:
            self.evidence.no_solver_note = DIFFERENT_ATTACHMENTS
        return another

    def mark_equivalent(self, entry: str) -> None:
        """The attachments to an entry were proved equivalent."""
        if self.current is not None and self.current.entry.id == entry:
            self.evidence.no_solver_note = EQUIVALENT_ATTACHMENTS

    def refresh(self) -> None:
        """Show the entry's current state on the desk, after something was stored."""
        self.show(self.desk.current)

    def show(self, current: Current | None) -> None:
        """Show the entry."""
        self.next_failed = False
        self.current = current
        self.checks.show(current)

    def clear(self, next_failed: bool = False) -> None:
        """Show no entry: nothing is left, or the next one could not be opened."""
        self.show(None)
        self.evidence.put(None)
        self.next_failed = next_failed

    def know(self, evidence: ItemEvidence) -> bool:
        """Set the evidence; returns whether it is about this entry."""
        if self.current is None:
            return False
        if evidence.audit.item.content_hash != self.current.item.content_hash:
            return False
        self.evidence.know(evidence)
        return True

    def settled(self) -> bool:
        """Verdicts from the evidence are stored: move on from a check that needs nothing any more,
        unless the annotator moved there. Returns whether the cursor moved."""
        begun = self.current is not None and bool(self.current.work.verdicts)
        cursor = self.checks.cursor
        self.refresh()
        if begun or cursor != self.checks.cursor:
            return False
        self.checks.cursor = self.checks.first_missing or cursor
        return True

    # --- the cursor ------------------------------------------------------------------------------

    def move(self, key: str) -> bool:
        """Press one of `MOVE_KEYS`: to another check or, with Enter, to the next incomplete one.
        False where there is none in this direction."""
        rows = [row.key for row in self.checks.rows]
        if not rows:
            return False
        cursor = self.checks.cursor
        if key == "enter":
            self.checks.cursor = self.checks.next_missing or cursor
            return True
        current_row = (
            rows.index(cursor) if cursor in rows else len(rows) if cursor == SUBMIT_ROW else -1
        )
        places = {"up": current_row - 1, "down": current_row + 1, "home": 0, "end": len(rows) - 1}
        target_row = max(0, min(places[key], len(rows) - 1))
        self.checks.cursor = rows[target_row]
        return target_row != current_row

    def pass_on(self, key: str) -> bool:
        """Move to an incomplete check once this one is complete; returns whether the cursor
        moved."""
        if self.current is None or any(
            lack.asked_check.key == key for lack in self.current.missing
        ):
            return False
        self.checks.cursor = self.checks.next_missing or key
        return True

    def decided(self, key: str) -> bool:
        """The reason of a check was written: move on as after a verdict or, where nothing is
        missing, to the end, so that further keys change no verdict; returns whether the cursor
        moved."""
        before, self.checks.cursor = self.checks.cursor, key
        if not self.pass_on(key):
            self.checks.cursor = before
            return False
        if not self.checks.next_missing and not self.submitted:
            self.checks.cursor = SUBMIT_ROW
        return True

    # --- what is shown ---------------------------------------------------------------------------

    def item_lines(self, cells: int) -> list[Line]:
        """The left pane: the item, or the progress."""
        if self.current is not None:
            return mark_matches(self._item_lines(cells), self.search_text, self.place)
        if self.next_failed:
            return text_lines(_(NEXT_ITEM_FAILED), cells, "warn")
        return done_lines(self.desk.progress, self.adjudicate, cells, self.desk.undoable)

    def evidence_lines(self, cells: int, focused: bool, checks_focused: bool) -> list[Line]:
        """The right pane; `checks_focused`: it shows what the selected check is about."""
        if self.current is None:
            return []
        check = self.checks.current_check if checks_focused else None
        about = "" if check is None else check.subject
        self.evidence.look(about or self.current.entry.part)
        return self.evidence.lines(cells, focused)

    def seek(self, words: str, cells: int) -> int:
        """Find words in the item, or the next match of the same words; returns the number of
        matching lines."""
        self.place = self.place + 1 if words and words == self.search_text else 0
        self.search_text = words
        if self.current is None:
            return 0
        return len(matching_lines(self._item_lines(cells), words))

    def _item_lines(self, cells: int) -> list[Line]:
        """The item, with all of its questions if words are searched for; those of the last item
        are kept, because a long item is drawn at every key."""
        assert self.current is not None
        check = self.checks.current_check
        part = "" if check is None else check.subject
        if not self.search_text:
            return item_lines(self.current, cells, part)
        item, drawn_for = (
            self.current.item,
            (self.current.entry.id, self.current.work.comment, cells),
        )
        last = self._search_lines
        if last is None or last[0] is not item or last[1] != drawn_for:
            lines = item_lines(self.current, cells, part, in_full=True)
            last = self._search_lines = (item, drawn_for, lines)
        return last[2]

    def check_lines(self, cells: int, focused: bool) -> list[Line]:
        """The lower pane."""
        return check_lines(self.checks, cells, focused)

    @property
    def name(self) -> str:
        """The item's name and marks."""
        if self.current is None:
            return ""
        flag = "⚑ " if self.current.work.flagged else ""
        state = " · " + _("submitted") if self.submitted else ""
        return plain(f"{flag}{entry_name(self.current.entry)}{state}")

    @property
    def is_begun(self) -> bool:
        """Whether the entry has verdicts and is not submitted."""
        if self.current is None or self.submitted:
            return False
        work = self.current.work
        return bool(work.verdicts or work.reasons or work.formalization or work.pad.strip())

    @property
    def progress(self) -> str:
        """How much of the share is complete."""
        progress = self.desk.progress
        message = _("{done} of {share} done").format(done=progress.done, share=progress.share)
        if progress.skipped:
            message += " · " + _("{n} skipped").format(n=progress.skipped)
        return message

    @property
    def checks_title(self) -> str:
        """How many checks are incomplete."""
        if self.current is None:
            return _("Checks")
        if self.submitted:
            return _("Checks · submitted: F5 goes on")
        missing = len(self.current.missing)
        rest = _("{n} to go").format(n=missing) if missing else _("all given: F5 submits")
        title = _("Disputed checks") if self.adjudicate else _("Checks")
        return f"{title} · {rest}"
