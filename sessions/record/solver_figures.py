"""Solver figures of items cached in the database, by the items' content hash.

Owns the table `figure`, and computing missing figures, within a time limit where there is one.
`items.inspection.figures` defines the figures, `compute_figures` computes them.
"""

import json
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from math import inf

from items.inspection.figures import Figures
from items.models import Item
from sessions.record.clock import SystemClock
from sessions.storage.database import Database
from solver.cancel import Cancel, Cancelled
from solver.errors import CountermodelError


@dataclass(frozen=True, slots=True)
class Solving:
    """How long the solver may work on figures that are not cached."""

    seconds: float | None = None
    """Limit for all items together; 0: compute nothing. None: no limit, so that a report does not
    depend on the clock."""
    program: str = ""
    """Version of the program, stored with the figures."""


@dataclass(frozen=True, slots=True)
class SolvedFigures:
    """The figures of some items."""

    figures: Mapping[str, Figures]
    """By content hash."""
    unsolved: frozenset[str]
    """Items with a formalization for which time ran out."""


def load(db: Database) -> dict[str, Figures]:
    """All cached figures by content hash; rows that cannot be understood are left out."""
    by_hash: dict[str, Figures] = {}
    for row in db.rows("SELECT item_hash, figures FROM figure"):
        try:
            data = json.loads(row["figures"])
        except ValueError:
            continue
        figures = Figures.from_json(data) if isinstance(data, dict) else None
        if figures is not None:
            by_hash[row["item_hash"]] = figures
    return by_hash


def store(db: Database, figures_by_item: Mapping[str, Figures], program: str, utc: str) -> None:
    """Store figures, replacing older ones. Figures with gold state `unknown` are not stored, so
    that they are tried again."""
    rows = [
        (item_hash, json.dumps(figures.to_json()), program, utc)
        for item_hash, figures in figures_by_item.items()
        if figures.gold != "unknown"
    ]
    with db.atomic() as connection:
        connection.executemany(
            "INSERT INTO figure (item_hash, figures, program, utc) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (item_hash) DO UPDATE SET figures = excluded.figures,"
            " program = excluded.program, utc = excluded.utc",
            rows,
        )


def solved(db: Database, items: Iterable[Item], solving: Solving) -> SolvedFigures:
    """The figures of items: the cached ones, and as many others as time allows, the shortest
    formalizations first. New figures are cached, unless the database refuses them."""
    stored = load(db)
    cached_figures: dict[str, Figures] = {}
    missing: list[tuple[int, str, Item]] = []
    for item in items:
        key = item.content_hash
        if item.formalization is None:
            continue
        if key in stored:
            cached_figures[key] = stored[key]
        else:
            missing.append((len(json.dumps(item.formalization, default=str)), key, item))
    missing.sort(key=lambda row: row[:2])
    new = dict(_work_out([item for _, _, item in missing], solving.seconds)) if missing else {}
    if new:
        # A report works with a read-only database too: the figures are computed again next time.
        with suppress(CountermodelError):
            store(db, new, solving.program, SystemClock().utc())
    lacking = frozenset(key for _, key, _ in missing if key not in new)
    return SolvedFigures(cached_figures | new, lacking)


def _work_out(items: Iterable[Item], seconds: float | None) -> Iterator[tuple[str, Figures]]:
    """Figures by content hash, until time runs out."""
    # Imports the whole solver, which is not needed when all figures are cached.
    from items.inspection.compute_figures import compute_figures

    end = inf if seconds is None else time.monotonic() + seconds
    with nullcontext(Cancel()) if seconds is None else _pulled_after(seconds) as token:
        for item in items:
            if time.monotonic() >= end:
                return
            try:
                figures = compute_figures(item, cancel=token)
            except Cancelled:
                return
            except CountermodelError:
                figures = Figures(None, None, "unknown", None, None)
            yield item.content_hash, figures


@contextmanager
def _pulled_after(seconds: float) -> Iterator[Cancel]:
    """A token that is cancelled when time runs out."""
    token = Cancel()
    timer = threading.Timer(seconds, token.cancel)
    timer.daemon = True
    timer.start()
    try:
        yield token
    finally:
        timer.cancel()
