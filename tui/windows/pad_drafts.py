"""What was typed into a scratchpad and saved nowhere, kept on disk until it is saved or discarded.

Owns the folder beside the database, a file for each item. When to keep and to discard is the
screen's.
"""

from contextlib import suppress
from pathlib import Path

from items.files.save import save_text
from items.models import Item
from solver.errors import OutsideError


class PadDraft:
    """The draft of one item's scratchpad, or of the scratchpad of no item."""

    def __init__(self, database: Path | None, item: Item | None) -> None:
        name = "no-item" if item is None else f"{_safe(item.id)}-{item.content_hash[:12]}"
        self.path = None
        """None where there is no database to keep it beside."""
        if database is not None:
            self.path = database.with_name(f"{database.name}-scratchpads") / f"{name}.txt"

    def read(self) -> str | None:
        """The text kept; None where there is none, or it cannot be read."""
        if self.path is None:
            return None
        try:
            return self.path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    def keep(self, text: str) -> str:
        """Keep a text; why it could not be kept, or nothing."""
        if self.path is None:
            return ""
        try:
            save_text(self.path, text)
        except OutsideError as error:
            return str(error)
        return ""

    def drop(self) -> None:
        """Forget it: the text was saved elsewhere, or discarded."""
        if self.path is not None:
            with suppress(OSError):
                self.path.unlink(missing_ok=True)


def _safe(id: str) -> str:
    return "".join(c if c.isalnum() or c in "-_." else "-" for c in id).strip("-.")[:60] or "item"
