"""Solver figures of items cached in the database, by the items' content hash.

Owns the `figure` table. What the figures are and how they are worked out is
`items.inspection.figures`'.
"""

import json
from collections.abc import Mapping

from items.inspection.figures import Figures
from sessions.database import Database


def load(db: Database) -> dict[str, Figures]:
    """All cached figures by content hash; rows that cannot be understood are left out."""
    found: dict[str, Figures] = {}
    for row in db.rows("SELECT item_hash, figures FROM figure"):
        try:
            data = json.loads(row["figures"])
        except ValueError:
            continue
        figures = Figures.from_json(data) if isinstance(data, dict) else None
        if figures is not None:
            found[row["item_hash"]] = figures
    return found


def store(db: Database, figures: Mapping[str, Figures], program: str, utc: str) -> None:
    """Remember figures, newer ones in the place of older. A gold state of `unknown` is no result
    and is not kept, so that it is tried again."""
    rows = [
        (item_hash, json.dumps(one.to_json()), program, utc)
        for item_hash, one in figures.items()
        if one.gold != "unknown"
    ]
    with db.atomic() as connection:
        connection.executemany(
            "INSERT INTO figure (item_hash, figures, program, utc) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (item_hash) DO UPDATE SET figures = excluded.figures,"
            " program = excluded.program, utc = excluded.utc",
            rows,
        )
