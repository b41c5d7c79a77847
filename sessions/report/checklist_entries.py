"""The points of a reporting checklist as rows: the source of an answer, and placeholders for
missing answers.

`checklist` owns which points there are, and what is known about them.
"""

from collections.abc import Sequence
from statistics import median

from solver.phrases import phrase

FILL_IN = phrase("to be filled in")
"""Placeholder where the record cannot contain the answer."""
RECORD, FILE, PROGRAM = phrase("record"), phrase("study file"), phrase("program")
NOT_KNOWN = phrase("not in the record")
Entry = tuple[str, str, str, str]
"""Number, question, answer, and source of the answer."""


def unknown(number: str, question: str) -> Entry:
    """A point that no record of this program can know."""
    return number, question, FILL_IN, NOT_KNOWN


def range_of(numbers: Sequence[int]) -> str:
    """Minimum, maximum and median of some numbers."""
    if not numbers:
        return phrase("none")
    low, high = min(numbers), max(numbers)
    if low == high:
        return str(low)
    middle = f"{median(numbers):g}"
    return phrase("{low} to {high}, median {median}", low=low, high=high, median=middle)
