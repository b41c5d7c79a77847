"""Rows of a file that were left out, as lines for a person: those of one reason together.

Owns the words and how many are told. What was left out, and why, is `items.recorded`'s.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tui.text import plain

if TYPE_CHECKING:
    from items.recorded.rows import Skip

REASONS = 20
ROWS = 5
"""Of one reason, named; the others are counted."""


def skipped_told(skipped: "Sequence[Skip]") -> Iterator[str]:
    """A line a reason, in the order in which they came up."""
    by_reason: dict[str, list[str]] = {}
    for skip in skipped:
        by_reason.setdefault(skip.reason, []).append(skip.row)
    for reason, rows in list(by_reason.items())[:REASONS]:
        more = f" and {len(rows) - ROWS:,} more" if len(rows) > ROWS else ""
        yield f"{plain(', '.join(rows[:ROWS]))}{more}: {plain(reason)}"
    rest = sum(len(rows) for rows in list(by_reason.values())[REASONS:])
    if rest:
        yield f"… and {rest:,} more (--json gives all)"


def rows_left_out(count: int) -> str:
    """How many there are."""
    return "row was left out" if count == 1 else "rows were left out"
