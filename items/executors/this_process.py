"""The executor `here`: this process, one input after the other.

Owns only the name. Nothing is divided into shards, sent or stored, so a run can stop at any input.
"""

from solver.errors import InputError


def open_executor(argument: str) -> None:
    """Raises InputError if an argument follows the name."""
    if argument:
        raise InputError("Wrong --executor", f"expected here alone, found here:{argument}")
