"""The executor `here`: this process, one input after the other.

Owns the name alone. Nothing is cut into shards, sent or kept, so a run stops at any input.
"""

from solver.errors import InputError

SUMMARY = "this process"


def open_executor(argument: str) -> None:
    """Raises InputError where anything stands after the name."""
    if argument:
        raise InputError("Wrong --executor", f"expected here alone, found here:{argument}")
