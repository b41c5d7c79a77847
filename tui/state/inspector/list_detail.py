"""A list with a selected entry and its details beside it.

Owns the selection and the lines of both panes. The caller provides the entries.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from solver.language.problem import Theory
from solver.results import World
from tui.state.draft import Line, Piece, Role
from tui.state.inspector.contradiction import contradiction_lines
from tui.state.inspector.world_lines import text_lines
from tui.text import fit, pad, plain, width


@dataclass(frozen=True)
class ListEntry:
    """One entry."""

    sign: str
    """A sign before it."""
    role: Role
    """Role of the sign."""
    text: str
    note: str
    """Muted text at the end of the line."""
    detail: Callable[[int], list[Line]]
    """All details, in a given width."""
    heading: str = ""
    """Heading above it, where a new section begins."""
    world: tuple[Theory, World] | None = None
    """The first world in the details that can be questioned, with its premises."""


class ListDetailView:
    """Entries, and the selected one."""

    def __init__(
        self,
        entries: Sequence[ListEntry],
        summary: str,
        empty_text: str,
        selected: int = 0,
        inconsistent: Sequence[str] = (),
    ) -> None:
        self.entries = tuple(entries)
        self.summary = summary
        """Text for the header."""
        self.empty_text = empty_text
        """Text where there are no entries."""
        self.inconsistent = inconsistent
        """Variants whose premises contradict each other, listed before the entries."""
        self.selected = min(selected, max(len(entries) - 1, 0))

    @property
    def entry(self) -> ListEntry | None:
        """The selected entry."""
        return self.entries[self.selected] if self.entries else None

    def select(self, key: str) -> None:
        """Select another entry."""
        self.selected = int(key)

    def list_lines(self, cells: int, _focused: bool) -> list[Line]:
        """All entries."""
        if not self.entries:
            return text_lines(self.empty_text, cells, "muted")
        lines = contradiction_lines(self.inconsistent, cells)
        for number, entry in enumerate(self.entries):
            if entry.heading:
                if lines:
                    lines.append(Line())
                lines += text_lines(entry.heading, cells, "heading")
            at_cursor = number == self.selected
            # Where there is little room, the words take it.
            aside = fit(plain(entry.note), cells // 3) if cells >= 40 else ""
            room = max(cells - 5 - width(aside), 6)
            pieces = (
                Piece("▸ " if at_cursor else "  ", "cursor"),
                Piece(f"{entry.sign} ", entry.role),
                Piece(pad(fit(plain(entry.text), room), room), "chosen" if at_cursor else "plain"),
                Piece(f" {aside}", "muted"),
            )
            lines.append(Line(pieces, str(number), at_cursor))
        return lines

    def detail_lines(self, cells: int, _focused: bool) -> list[Line]:
        """All details of the selected entry."""
        return [] if self.entry is None else self.entry.detail(cells)
