"""One person at one queue: the open desk, and the evidence computed for its items.

Owns the database connection, heartbeats, and an orderly end. The operations at a desk are in
`sessions.annotation.desk`; `annotator_choice` decides which screen comes first.
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

KEPT_EVIDENCE = 32
"""Number of items whose evidence is kept; the least recently seen are dropped first."""
BEAT_SECONDS = 1.0


@dataclass
class Sitting:
    """An annotator, or an adjudicator, at a queue."""

    app: BaseApp
    loaded_queue: "LoadedQueue"
    database: Path
    go_back: Callable[[], None]
    """Called when the annotator leaves the desk."""
    name: str = ""
    adjudicate: bool = False
    program: str = ""
    accept_loss: bool = False
    """Whether work that has no place in a changed queue may be left behind."""
    open_screen: "Callable[[str, Item], None] | None" = None
    """Opens a researcher's screen by name, if the application has these screens."""
    item_evidence: "OrderedDict[str, ItemEvidence]" = field(default_factory=OrderedDict, repr=False)
    store_unsaved: Callable[[], object] | None = field(default=None, repr=False)
    """Stores typed text that is not stored yet, in case the program has to end."""
    queue_results: "QueueResults | None" = field(default=None, repr=False)
    """All work on the queue, as of the last read."""
    _desk: "Desk | None" = field(default=None, repr=False)
    _db: "Database | None" = field(default=None, repr=False)

    def open(self, on_screen: bool = True) -> None:
        """Open the desk. If a screen is on show and freezes meanwhile, wait only briefly for
        another program that locks the record. Raises InputError and OutsideError as the desk
        does."""
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
                self.loaded_queue,
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
        """The title of the queue."""
        return self.loaded_queue.queue.title

    def beat(self) -> None:
        """Store the time used so far. If that fails, the next verdict reports it."""
        if self._desk is not None:
            with suppress(OutsideError):
                self._desk.heartbeat()

    def remember(self, hash: str, evidence: "ItemEvidence") -> None:
        """Keep the evidence of an item."""
        self.item_evidence[hash] = evidence
        self.item_evidence.move_to_end(hash)
        while len(self.item_evidence) > KEPT_EVIDENCE:
            self.item_evidence.popitem(last=False)

    def record_locked(self) -> bool:
        """Whether another program locks the record, so that the desk cannot be closed now."""
        return self._db is not None and self._db.held_elsewhere()

    def leave(self) -> None:
        """Close the desk and go back, once no other program locks the record."""

        def go() -> None:
            self.close()
            self.go_back()

        self.app.once_free(go)

    def close(self) -> None:
        """Close the desk in order; a second call does nothing."""
        from sessions.storage.database import BUSY_SECONDS, BusyError

        if self._db is not None:
            self._db.wait_for_others(0 if self.app.may_not_wait else BUSY_SECONDS)
        pending, self.store_unsaved = self.store_unsaved, None
        if pending is not None and self._desk is not None:
            with suppress(CountermodelError, NoMatches):
                pending()
        desk, self._desk = self._desk, None
        db, self._db = self._db, None
        try:
            if desk is not None:
                desk.close()
        except BusyError:
            if not self.app.may_not_wait:
                raise
        finally:
            if db is not None:
                db.close()
