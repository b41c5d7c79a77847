"""One person at one queue: the open desk, and what was worked out of its items.

Owns the database connection, heartbeats, and ending in good order. What can be done at a desk is
`sessions.annotation.desk`'s; which screen comes first is `who`'s.
"""

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from textual.css.query import NoMatches

from solver.errors import CountermodelError, OutsideError
from tui import i18n
from tui.windows.app import BaseApp

if TYPE_CHECKING:
    from items.models import Item
    from sessions.annotation.desk import Desk
    from sessions.annotation.results import QueueResults
    from sessions.storage.database import Database
    from study.annotation.queue import LoadedQueue
    from tui.state.annotator.evidence_pane import ItemEvidence

KEPT = 32
"""Items whose evidence is kept, the least recently seen going first."""
BEAT_SECONDS = 1.0


@dataclass
class Sitting:
    """An annotator, or an adjudicator, at a queue."""

    app: BaseApp
    loaded: "LoadedQueue"
    database: Path
    go_back: Callable[[], None]
    """What happens when the annotator leaves the desk."""
    name: str = ""
    adjudicate: bool = False
    program: str = ""
    accept_loss: bool = False
    """Whether work that has no place in a changed queue may be left behind."""
    look: "Callable[[str, Item], None] | None" = None
    """Opens a screen of the researcher's by its name, where the application has them."""
    item_evidence: "OrderedDict[str, ItemEvidence]" = field(default_factory=OrderedDict, repr=False)
    pending: Callable[[], object] | None = field(default=None, repr=False)
    """Stores what was typed and is not stored yet, should the program be asked to end."""
    results: "QueueResults | None" = field(default=None, repr=False)
    """All work on the queue as it was last read."""
    _desk: "Desk | None" = field(default=None, repr=False)
    _db: "Database | None" = field(default=None, repr=False)

    def open(self, on_screen: bool = True) -> None:
        """Open the desk; where a screen stands still meanwhile, wait for another program that holds
        the record only a moment. Raises InputError and OutsideError as the desk does."""
        from sessions.annotation.adjudicating import AdjudicatorDesk
        from sessions.annotation.desk import Desk
        from sessions.storage.database import SCREEN_WAITS, Database

        kind = AdjudicatorDesk if self.adjudicate else Desk
        self._db = Database.open(self.database)
        if on_screen:
            self._db.wait_for_others(*SCREEN_WAITS)
        try:
            self._desk = kind.open(
                self._db,
                self.loaded,
                self.name,
                program=self.program,
                accept_loss=self.accept_loss,
                language=i18n.language(),
            )
        except BaseException:
            self._db.close()
            self._db = None
            raise
        self._db.wait_for_others(*SCREEN_WAITS)

    def sit_down(self) -> None:
        """Open the desk, unless it is open, and take the first entry. Raises as `open` does."""
        if self._desk is None:
            self.open()
        self.desk.next()

    @property
    def desk(self) -> "Desk":
        """The open desk."""
        assert self._desk is not None
        return self._desk

    @property
    def title(self) -> str:
        """Of the queue."""
        return self.loaded.queue.title

    def beat(self) -> None:
        """Secure the time used so far. Where that fails, the next verdict tells."""
        if self._desk is not None:
            with suppress(OutsideError):
                self._desk.heartbeat()

    def remember(self, hash: str, evidence: "ItemEvidence") -> None:
        """Keep what was worked out."""
        self.item_evidence[hash] = evidence
        self.item_evidence.move_to_end(hash)
        while len(self.item_evidence) > KEPT:
            self.item_evidence.popitem(last=False)

    def record_locked(self) -> bool:
        """Whether another program holds the record, so that the desk cannot be closed now."""
        return self._db is not None and self._db.held_elsewhere()

    def leave(self) -> None:
        """Close the desk and go back, once no other program holds the record."""

        def go() -> None:
            self.close()
            self.go_back()

        self.app.once_free(go)

    def close(self) -> None:
        """Leave in good order; doing so twice does nothing."""
        from sessions.storage.database import BUSY_SECONDS, BusyError

        if self._db is not None:
            self._db.wait_for_others(0 if self.app.hurried else BUSY_SECONDS)
        pending, self.pending = self.pending, None
        if pending is not None and self._desk is not None:
            with suppress(CountermodelError, NoMatches):
                pending()
        desk, self._desk = self._desk, None
        db, self._db = self._db, None
        try:
            if desk is not None:
                desk.close()
        except BusyError:
            if not self.app.hurried:
                raise
        finally:
            if db is not None:
                db.close()
