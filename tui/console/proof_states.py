"""Proof states of items on their way into the database, some at a time.

Owns when they are put there. That they cannot be kept is a warning, not a failure.
"""

from typing import Self

import click

from items.models import ProofState
from solver.errors import CountermodelError

TOGETHER = 10_000
"""States that are put into the database at a time."""


class KeptProofs:
    """The states of a command's items, by content hash."""

    def __init__(self, db: str | None) -> None:
        """`db` is what the command was given as its database."""
        self._db = db
        self._states: dict[str, ProofState] = {}
        self._failed = False

    def add(self, content: str, state: ProofState) -> None:
        """One more."""
        self._states[content] = state
        if len(self._states) >= TOGETHER:
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
            click.echo(f"Warning: proof states were not kept. {error}", err=True)
