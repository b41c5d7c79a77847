"""Letters of options, and the order in which options are displayed."""

from items.models import Question


def letter(option: int) -> str:
    """Return A for 0, B for 1, …; N is reserved for "none of these", so O follows M."""
    return "ABCDEFGHIJKLMOPQRSTUVWXYZ"[option] if option < 25 else f"#{option + 1}"


def shown_options(leaf: Question, mutant: int) -> list[int]:
    """Return the indices of the options in display order: rotated to the left by `mutant`
    places."""
    number = len(leaf.options)
    return [(place + mutant) % number for place in range(number)]
