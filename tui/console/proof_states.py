"""Storing the proof states of items in the database, in batches.

Owns when they are stored. A failure to store them is a warning, not an error.
"""

from typing import Self

import click

from items.models import ProofState
from solver.errors import CountermodelError

BATCH_STATES = 10_000
"""Number of states stored at a time."""


class ProofStore:
    """The states of a command's items, by content hash."""

    def __init__(self, db: str | None) -> None:
        """`db` is the command's `--db` option."""
        self._db = db
        self._states: dict[str, ProofState] = {}
        self._failed = False

    def add(self, content: str, state: ProofState) -> None:
        """Add one state."""
        self._states[content] = state
        if len(self._states) >= BATCH_STATES:
            self._store()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._store()

    def _store(self) -> None:
        from sessions.record.clock import SystemClock
        from sessions.record.proofs import store
        from sessions.storage.database import Database, database_path
        from tui.version import program_version

        states, self._states = self._states, {}
        if self._failed:
            return
        try:
            with Database.open(database_path(self._db)) as database:
                store(database, states, program_version(), SystemClock().utc())
        except (CountermodelError, OSError) as error:
            self._failed = True
            click.echo(f"Warning: proof states were not stored. {error}", err=True)
