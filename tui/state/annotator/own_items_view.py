"""An annotator's work as rows: skipped entries to return to, and the outcomes of the others.

Owns the columns and the lines about the selected entry. It does not reveal which entries are
controls.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sessions.annotation.desk_views import EntryOutcome
from study.annotation.attachments import BOTH, FORMALIZATION, key_of_work
from study.annotation.queue import Entry, Queue
from study.annotation.scheme import Scheme
from study.annotation.state import DeskState, EntryWork
from tui.i18n import _, mark
from tui.state.annotator.check_lines import verdict_words
from tui.state.draft import Line, Role
from tui.state.grid import Cell, Head
from tui.state.inspector.world_lines import text_lines
from tui.text import plain

COLUMN_HEADS = (
    (mark("item"), 0),
    (mark("state"), 10),
    (mark("outcome"), 11),
    (mark("accepted"), 8),
    (mark("upheld"), 9),
    (mark("time"), 7),
)
STATE_ORDER = {"open": 0, "skipped": 1, "submitted": 2}
OUTCOMES = {
    "agreed": mark("agreed"),
    "adjudicated": mark("adjudicated"),
    "disputed": mark("disputed"),
    "single": mark("single"),
}
GAPS = 2
STATE_WORDS = {"open": mark("begun"), "skipped": mark("skipped"), "submitted": mark("submitted")}


def entry_name(entry: Entry) -> str:
    """The item's id; for an answer, followed by its question."""
    return f"{entry.item} [{entry.part}]" if entry.part else entry.item


@dataclass(frozen=True, slots=True)
class Row:
    """One of the annotator's entries."""

    entry: str
    item: str
    work: EntryWork
    outcome: EntryOutcome | None


class OwnItemsView:
    """All entries of one annotator, open ones first."""

    def __init__(self, state: DeskState, queue: Queue, scheme: Scheme) -> None:
        self.scheme = scheme
        self.notice = _("working …")
        """Why outcomes are unknown; empty once they are known."""
        rows = [
            Row(id, entry_name(queue.entry(id)), work, None)
            for id, work in state.work.items()
            if work.standing in STATE_ORDER
        ]
        self.rows = sorted(rows, key=lambda row: STATE_ORDER[row.work.standing])

    def learn(self, entry_outcomes: Sequence[EntryOutcome]) -> None:
        """Set the outcomes."""
        self.notice = ""
        by: Mapping[str, EntryOutcome] = {entry.entry.id: entry for entry in entry_outcomes}
        self.rows = [replace(row, outcome=by.get(row.entry)) for row in self.rows]

    def heads(self, room: int) -> list[Head]:
        """The columns within a width."""
        fixed = sum(cells + GAPS for _name, cells in COLUMN_HEADS[1:])
        item = max(room - fixed - GAPS, 12)
        return [Head(name, _(name), cells or item) for name, cells in COLUMN_HEADS]

    def cells(self, place: int) -> list[Cell]:
        """One row."""
        row = self.rows[place]
        work, final = row.work, row.outcome.final_verdicts if row.outcome is not None else None
        state: Role = "warn" if work.standing != "submitted" else "plain"
        outcome = final.outcome if final is not None else "–"
        accepted = (
            "–" if final is None or final.accepted is None else ("yes" if final.accepted else "no")
        )
        agreement = "–"
        if final is not None and final.outcome == "adjudicated":
            judged = [key for key in final.disputed_keys if key in final.verdicts]
            upheld = [self._agrees(row, key) for key in judged]
            chosen = _formalization_upheld(row)
            if chosen is not None:
                upheld.append(chosen)
            if upheld:
                agreement = _("{held} of {n}").format(held=sum(upheld), n=len(upheld))
        flag = "⚑ " if work.flagged else ""
        return [
            Cell(plain(f"{flag}{row.item}")),
            Cell(_(STATE_WORDS[work.standing]), state),
            Cell(_(OUTCOMES.get(outcome, outcome)), "bad" if outcome == "disputed" else "plain"),
            Cell(_(accepted), {"yes": "good", "no": "bad"}.get(accepted, "muted")),  # type: ignore[arg-type]
            Cell(agreement),
            Cell(f"{work.used_ns / 1e9:.0f} s", "muted"),
        ]

    def _agrees(self, row: Row, key: str) -> bool:
        """Whether the annotator's verdict is the final one."""
        final = row.outcome.final_verdicts if row.outcome is not None else None
        own = row.work.standing_verdicts.get(key)
        return final is not None and own is not None and final.verdicts[key].verdict == own.verdict

    def lines(self, place: int, cells: int) -> list[Line]:
        """The selected entry: every disputed check, with the annotator's verdict and the final
        one."""
        if not self.rows:
            return text_lines(_("You have not started any items yet."), cells, "muted")
        row = self.rows[place]
        final = row.outcome.final_verdicts if row.outcome is not None else None
        if row.work.standing != "submitted":
            return text_lines(_("Enter goes back to it."), cells, "muted")
        if self.notice:
            return text_lines(self.notice, cells, "muted")
        if final is None:
            return text_lines(
                _("Others are still working on it, or it is not decided yet."), cells, "muted"
            )
        decided = row.outcome.adjudicated if row.outcome is not None else None
        lines: list[Line] = []
        for key in final.disputed_keys:
            check = self.scheme.check(key.partition("@")[0])
            own, final_verdict = (
                row.work.standing_verdicts.get(key),
                final.verdicts.get(key),
            )
            about = f"[{key.partition('@')[2]}] " if "@" in key else ""
            lines += text_lines(f"{about}{check.text}", cells, "heading")
            mine_told = verdict_words(check, None if own is None else own.verdict)
            final_told = (
                _("not decided")
                if final_verdict is None
                else verdict_words(check, final_verdict.verdict)
            )
            message = _("yours: {yours} · final: {final}").format(yours=mine_told, final=final_told)
            lines += text_lines(message, cells, "plain", 2)
            reason = decided.verdicts[key].reason if decided and key in decided.verdicts else ""
            if reason:
                lines += text_lines(f"“{reason}”", cells, "muted", 2)
        if decided is not None and FORMALIZATION in decided.verdicts:
            lines += _formalization_lines(row, decided.verdicts[FORMALIZATION].reason, cells)
        return lines or text_lines(_("All agreed on every check."), cells, "good")


def _formalization_upheld(row: Row) -> bool | None:
    """Whether the adjudicator chose the annotator's formalization; None if the adjudicator had no
    choice to make, or the annotator attached none."""
    decided = row.outcome.adjudicated if row.outcome is not None else None
    verdict = None if decided is None else decided.verdicts.get(FORMALIZATION)
    own = key_of_work(row.work)
    return None if verdict is None or not own else verdict.verdict in (own, BOTH)


def _formalization_lines(row: Row, reason: str, cells: int) -> list[Line]:
    """What the adjudicator decided about formalizations that differ, and why."""
    text = {
        True: _("The adjudicator decided: yours says what the text says."),
        False: _("The adjudicator decided: yours does not say what the text says."),
        None: _("The adjudicator decided between those of others."),
    }[_formalization_upheld(row)]
    lines = [
        *text_lines(_("Formalizations that differ"), cells, "heading"),
        *text_lines(text, cells, "plain", 2),
    ]
    if reason.strip():
        lines += text_lines(f"“{reason.strip()}”", cells, "muted", 2)
    return lines
