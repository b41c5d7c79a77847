"""Who can be a knight, given everybody's statements.

Owns the meaning of each kind of statement, as a formula and as a region of the 2^n assignments of
knights and knaves, and whether a person is a knight.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from items.families.matched_puzzles import conjoined, needs, says_something_new, supports
from items.families.phrases import Clue

KINDS = ("is", "isnot", "both", "neither", "some", "somenot", "same", "differ")
UNARY_KINDS = ("is", "isnot")
Label = Literal["true", "false", "unknown"]
LABELS: tuple[Label, ...] = ("true", "false", "unknown")


def formula(clue: Clue) -> str:
    """Return the formula for the speaker making the statement: a knight's statement holds, a
    knave's fails."""
    speaker, *others = clue.args
    first, second = others[0], others[-1]
    statement = {
        "is": first,
        "isnot": f"¬{first}",
        "both": f"({first} ∧ {second})",
        "neither": f"(¬{first} ∧ ¬{second})",
        "some": f"({first} ∨ {second})",
        "somenot": f"(¬{first} ∨ ¬{second})",
        "same": f"({first} ↔ {second})",
        "differ": f"¬({first} ↔ {second})",
    }[clue.kind]
    return f"{speaker} ↔ {statement}"


@lru_cache(maxsize=1 << 14)
def region(clue: Clue, people: tuple[str, ...]) -> int:
    """Return the worlds in which the formula holds; bit n of a world's number states whether person
    n is a knight."""
    bits = 0
    places = [people.index(name) for name in clue.args]
    for world in range(1 << len(people)):
        speaker, *others = [bool(world >> place & 1) for place in places]
        holds, other = others[0], others[-1]
        holds_said = {
            "is": holds,
            "isnot": not holds,
            "both": holds and other,
            "neither": not (holds or other),
            "some": holds or other,
            "somenot": not (holds and other),
            "same": holds == other,
            "differ": holds != other,
        }[clue.kind]
        bits |= (speaker == holds_said) << world
    return bits


@lru_cache(maxsize=64)
def knights(person: str, people: tuple[str, ...]) -> int:
    """Return the worlds in which the person is a knight."""
    place = people.index(person)
    return sum(1 << world for world in range(1 << len(people)) if world >> place & 1)


def judge(
    clues: Sequence[Clue], asked_person: str, people: tuple[str, ...], min_support: int
) -> Label | None:
    """Return whether the person in the question is a knight: true, false or unknown. None if the
    statements are inconsistent or redundant, or if fewer than `min_support` of them are enough for
    the answer."""
    full = (1 << (1 << len(people))) - 1
    regions = [region(clue, people) for clue in clues]
    bits = conjoined(regions, full)
    if not bits or not says_something_new(regions, full):
        return None
    yes = knights(asked_person, people)
    if bits & yes and bits & ~yes:
        return "unknown"
    fails = yes if bits & ~yes else full ^ yes
    if not needs(regions, fails, min_support):
        return None
    return "false" if bits & ~yes else "true"


def smallest_support(
    clues: Sequence[Clue], asked_person: str, people: tuple[str, ...], label: Label
) -> int:
    """Return the smallest number of statements that support the answer, true or false."""
    full = (1 << (1 << len(people))) - 1
    yes = knights(asked_person, people)
    fails = full ^ yes if label == "true" else yes
    return supports([region(clue, people) for clue in clues], fails)[0].bit_count()
