"""Unsaved text of scratchpads, kept on disk until it is saved or discarded.

Owns the folder next to the database: a text for each item, or for each person at it, and the edits
made since it was written. An edit is noted at its key; the text is written a little later, in a
thread. The screens decide when to keep and to discard.
"""

import os
import threading
from contextlib import suppress
from pathlib import Path

from items.files.save import save_text
from items.models import Item
from solver.errors import OutsideError
from tui.windows.pad_edits import edit_line, replayed


class PadDraft:
    """The draft of one item's scratchpad, or of the scratchpad of no item."""

    def __init__(self, database: Path | None, item: Item | None, owner: str = "") -> None:
        """`owner`: distinguishes several people, or places, with a text for the same item."""
        name = "no-item" if item is None else f"{_safe(item.id)}-{item.content_hash[:12]}"
        if owner:
            name = f"{_safe(owner)}-{name}"
        self.path = None
        """None if there is no database to keep it next to."""
        if database is not None:
            self.path = database.with_name(f"{database.name}-scratchpads") / f"{name}.txt"
        self._latest_text: str | None = None
        """The latest text to be kept."""
        self._stored_text: str | None = None
        """The text that results from the file and the edits."""
        self._file_read = False
        """Whether `_stored_text` is known."""
        self._writing = threading.Lock()
        """Held while the file is written, so that there is one writer at a time."""
        self._text_lock = threading.Lock()
        """Held briefly while edits are added or removed."""

    def read(self) -> str | None:
        """The kept text; None if there is none, or if it cannot be read."""
        self._file_read = True
        if self.path is None:
            return None
        base: str | None = None
        with suppress(OSError, UnicodeDecodeError):
            base = self.path.read_bytes().decode()
        edits = b""
        with suppress(OSError):
            edits = _edits(self.path).read_bytes()
        self._stored_text = replayed(base, edits)
        return self._stored_text

    def note(self, text: str) -> None:
        """Append the difference from the previous text to the edits. The operating system then has
        it, even if the program is killed. If this fails, `keep` reports it."""
        if self.path is None:
            return
        if not self._file_read:
            self.read()
        with self._text_lock:
            self._latest_text = text
            if text != self._stored_text:
                with suppress(OSError):
                    _add(_edits(self.path), edit_line(self._stored_text or "", text))
                    self._stored_text = text

    def keep(self) -> str:
        """Write the latest text to its file, safe against a power loss. May be called in a thread.
        Returns why it could not be written, or an empty text."""
        if self.path is None:
            return ""
        with self._writing:
            text = self._latest_text
            if text is None:
                return ""
            try:
                save_text(self.path, text)
            except OutsideError as error:
                return str(error)
            with self._text_lock, suppress(OSError):
                if self._latest_text == text:
                    self._stored_text = text
                    _edits(self.path).unlink(missing_ok=True)
        return ""

    def drop(self) -> None:
        """Delete the draft, because the text was saved elsewhere or discarded. The edits are
        deleted last: they yield the whole text or nothing, whereas the file may hold an older
        text."""
        if self.path is None:
            return
        with self._writing, self._text_lock:
            self._latest_text, self._stored_text = None, None
            for path in (self.path, _edits(self.path)):
                with suppress(OSError):
                    path.unlink(missing_ok=True)


def _edits(path: Path) -> Path:
    return path.with_suffix(".edits")


def _add(path: Path, line: bytes) -> None:
    """Raises OSError if it was not written in full."""
    path.parent.mkdir(parents=True, exist_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
    with os.fdopen(os.open(path, flags, 0o666), "ab", buffering=0) as file:
        while line:
            line = line[file.write(line) :]


def _safe(id: str) -> str:
    return "".join(c if c.isalnum() or c in "-_." else "-" for c in id).strip("-.")[:60] or "item"
