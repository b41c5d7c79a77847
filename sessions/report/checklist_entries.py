"""The points of a reporting checklist as rows: where an answer is known from, and what stands where
it is not.

Which points there are, and what is known of them, is `checklist`'s.
"""

from collections.abc import Sequence
from statistics import median

from solver.phrases import phrase

FILL_IN = phrase("to be filled in")
"""Stands where the record cannot know."""
RECORD, FILE, PROGRAM = phrase("record"), phrase("study file"), phrase("program")
NOT_KNOWN = phrase("not in the record")
Entry = tuple[str, str, str, str]
"""Number, question, answer, and where it is known from."""


def unknown(number: str, question: str) -> Entry:
    """A point that no record of this program can know."""
    return number, question, FILL_IN, NOT_KNOWN


def range_of(numbers: Sequence[int]) -> str:
    """Least, greatest and median of some numbers."""
    if not numbers:
        return phrase("none")
    low, high = min(numbers), max(numbers)
    if low == high:
        return str(low)
    middle = f"{median(numbers):g}"
    return phrase("{low} to {high}, median {median}", low=low, high=high, median=middle)
