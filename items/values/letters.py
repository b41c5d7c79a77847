"""Letters of options, and the order in which options are shown."""

from items.models import Question


def letter(option: int) -> str:
    """A for 0, B for 1, …; past N, which is "none of these", the letters go on with O."""
    return "ABCDEFGHIJKLMOPQRSTUVWXYZ"[option] if option < 25 else f"#{option + 1}"


def shown_options(leaf: Question, mutant: int) -> list[int]:
    """Indices of the options in the order shown: rotated to the left by `mutant` places."""
    number = len(leaf.options)
    return [(place + mutant) % number for place in range(number)]
