"""Figures of many items, computed in the background: visible items first, then the rest in order.

Owns the thread's round: first figures stored in the database, then one item after another,
delivered and stored in batches, and last the slow items. The screen receives the batches and says
which items are visible.
"""

import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from textual.message import Message
from textual.widget import Widget

from items.inspection.catalogue import Catalogue
from items.inspection.compute_figures import compute_figures
from items.inspection.figures import Figures
from solver.cancel import Cancel
from solver.engines.base import GaveUp
from solver.errors import CountermodelError

BATCH_SECONDS = 0.25
SHORT_SECONDS = 0.25
"""Time limit for a question in the first pass."""
SECONDS = 2.0
"""Time limit in the second pass, for items that exceeded the first."""
PAUSE_SECONDS = 0.002
"""Pause between two items, for the keyboard."""


class FiguresReady(Message):
    """Figures of some items, by position."""

    def __init__(self, figures: dict[int, Figures], is_last: bool) -> None:
        super().__init__()
        self.figures = figures
        self.is_last = is_last
        """Whether this was the last batch."""


class FigureRound:
    """One round over all unknown figures."""

    def __init__(
        self, owner: Widget, catalogue: Catalogue, database: Path | None, program: str
    ) -> None:
        self.owner = owner
        self.catalogue = catalogue
        self.database = database
        self.program = program
        self.visible: Sequence[int] = ()
        """Positions of the items on the screen; the sequence is replaced, never changed."""
        self.running = False
        self._token = Cancel()

    def start(self) -> None:
        """Start or resume."""
        if self.running:
            return
        self.running = True
        self._token = token = Cancel()
        self.owner.run_worker(
            lambda: self._run(token), group="figures", exclusive=True, thread=True
        )

    def stop(self) -> bool:
        """Stop. Returns whether it was running."""
        was, self.running = self.running, False
        self._token.cancel(wait=0.0)
        return was

    # --- in the thread ---------------------------------------------------------------------------

    def _run(self, token: Cancel) -> None:
        self._load_stored()
        batch: dict[int, Figures] = {}
        since = time.monotonic()
        late: dict[int, None] = {}
        """Positions of items that exceeded the first limit, to be repeated last."""
        for place, seconds in self._tasks(token, late):
            began = time.monotonic()
            try:
                figures = compute_figures(
                    self.catalogue.items[place], timeout=seconds, cancel=token
                )
            except (CountermodelError, GaveUp):
                if token.cancelled:
                    break
                figures = Figures(None, None, "unknown", None, None)
            except Exception:
                # Stopped work may fail anywhere, even inside a library.
                if token.cancelled:
                    break
                raise
            if seconds < SECONDS and time.monotonic() - began >= seconds:
                late[place] = None
            else:
                batch[place] = figures
            if time.monotonic() - since > BATCH_SECONDS:
                self._report_batch(batch, False)
                batch, since = {}, time.monotonic()
            time.sleep(PAUSE_SECONDS)
        self._report_batch(batch, not token.cancelled)

    def _tasks(self, token: Cancel, timed_out: dict[int, None]) -> Iterator[tuple[int, float]]:
        """Every item with the time limit for one question: first all items with the short limit,
        then those that exceeded it, so that a hard item does not delay the others."""
        for place in self._wanted(token):
            yield place, SHORT_SECONDS
        while timed_out and not token.cancelled:
            place = next((p for p in self.visible if p in timed_out), next(iter(timed_out)))
            del timed_out[place]
            yield place, SECONDS

    def _wanted(self, token: Cancel) -> Iterator[int]:
        """Visible items first, then the rest in order, each once."""
        computed: set[int] = set()
        rest = iter(self.catalogue.pending())
        while not token.cancelled:
            place = next(
                (
                    p
                    for p in self.visible
                    if p not in computed and self.catalogue.figures(p) is None
                ),
                None,
            )
            while place is None:
                following = next(rest, None)
                if following is None:
                    return
                if following not in computed and self.catalogue.figures(following) is None:
                    place = following
            computed.add(place)
            yield place

    def _load_stored(self) -> None:
        """Load stored figures; the catalogue gets them before the first item is computed."""
        if self.database is None or not self.database.exists():
            return
        from sessions.record.solver_figures import load
        from sessions.storage.database import Database

        try:
            with Database.open(self.database) as db:
                stored = load(db)
        except CountermodelError:
            return
        outcome = {
            place: stored[self.catalogue.items[place].content_hash]
            for place in self.catalogue.pending()
            if self.catalogue.items[place].content_hash in stored
        }
        if outcome:
            for place, figures in outcome.items():
                self.catalogue.update(place, figures)
            self._post(outcome, False)

    def _report_batch(self, batch: dict[int, Figures], is_last: bool) -> None:
        self._store(batch)
        self._post(batch, is_last)

    def _post(self, batch: dict[int, Figures], is_last: bool) -> None:
        if self.owner.is_attached and (batch or is_last):
            self.owner.post_message(FiguresReady(batch, is_last))

    def _store(self, batch: dict[int, Figures]) -> None:
        if self.database is None or not batch:
            return
        from sessions.record.solver_figures import store
        from sessions.storage.database import Database

        by_hash = {self.catalogue.items[p].content_hash: figures for p, figures in batch.items()}
        try:
            with Database.open(self.database) as db:
                store(db, by_hash, self.program, datetime.now(UTC).isoformat())
        except CountermodelError:
            # Figures can be computed again; a full disk must not end the inspection of items.
            self.database = None
