"""What an item declares of its claims: the field `claims` of the program's own format.

Owns reading it, one declaration or several a claim, and the older attributes that say the same of
distractors. What a declaration means is the claim's.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from items.claims.registry import CLAIMS
from items.models import Item
from solver.errors import InputError
from solver.phrases import phrase

DISTRACTORS = "distractor_premises"
"""Attribute that names distractors: numbers of premises from 0, as `2, 5`. The attribute
`distractors` of generated items is another thing, their number; a text in it is read as a list."""
OLD_DISTRACTORS = "distractors"


def declarations(item: Item, claim: str) -> tuple[Mapping[str, Any], ...]:
    """What an item declares of one claim, once for each time it claims it; empty where it does not
    claim it.

    Raises:
        InputError: it cannot be read.
    """
    value = item.claims.get(claim)
    if value is None and claim == "distractor":
        numbers = _listed(item)
        return () if numbers is None else ({"premises": numbers},)
    if value is None:
        return ()
    entries = value if isinstance(value, list) else [value]
    known = CLAIMS[claim].fields
    read: list[Mapping[str, Any]] = []
    for entry in entries:
        if entry is True:
            entry = {}
        if not isinstance(entry, Mapping):
            raise _bad(item, claim, "an object", repr(entry))
        strange = next((key for key in entry if key not in known), None)
        if strange is not None:
            expected = phrase("one of {a}", a=", ".join(known)) if known else "no fields"
            raise _bad(item, claim, expected, repr(strange))
        read.append(entry)
    return tuple(read)


def check_names(item: Item) -> None:
    """Raise InputError where an item makes a claim that there is not."""
    strange = next((name for name in item.claims if name not in CLAIMS), None)
    if strange is not None:
        raise InputError(
            "No such claim",
            f"{item.id}, field claims: expected some of {', '.join(CLAIMS)}, found {strange!r}",
        )


def names(declared: Mapping[str, Any] | None, field: str) -> tuple[str, ...]:
    """A field that holds names or formulas: a text, or a list of them. Raises InputError where it
    holds anything else."""
    value = None if declared is None else declared.get(field)
    if value is None:
        return ()
    entries = [value] if isinstance(value, str) else value
    if not isinstance(entries, list | tuple) or not all(isinstance(e, str) for e in entries):
        raise InputError(
            "A claim cannot be read", f"field {field}: expected a list of texts, found {value!r}"
        )
    return tuple(entries)


def numbers(declared: Mapping[str, Any] | None, field: str) -> tuple[int, ...] | None:
    """A field that holds numbers of premises, from 0; None where it is not there. Raises InputError
    where it holds anything else."""
    value = None if declared is None else declared.get(field)
    if value is None:
        return None
    entries: Iterable[Any] = value if isinstance(value, list | tuple) else [value]
    rows = list(entries)
    if not rows or any(isinstance(e, bool) or not isinstance(e, int) for e in rows):
        raise InputError(
            "A claim cannot be read",
            f"field {field}: expected numbers of premises, from 0, found {value!r}",
        )
    return tuple(dict.fromkeys(rows))


def _listed(item: Item) -> list[int] | None:
    """The numbers in the attribute that names distractors; None where there is none."""
    value = item.attributes.get(DISTRACTORS)
    if value is None:
        value = item.attributes.get(OLD_DISTRACTORS)
        # There a number says how many distractors were generated.
        if not isinstance(value, str):
            return None
    if isinstance(value, bool):
        return None
    try:
        return [int(number) for number in str(value).replace(";", ",").split(",")]
    except ValueError:
        return None


def _bad(item: Item, claim: str, expected: str, text: str) -> InputError:
    return InputError(
        "A claim cannot be read",
        f"{item.id}, field claims.{claim}: expected {expected}, found {text}",
    )
