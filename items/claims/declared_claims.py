"""An item's declarations of claims: the field `claims` of the program's own format.

Owns reading it, with one or several declarations per claim, and the older attributes for
distractors. Leaves the meaning of a declaration to the claim.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from items.claims.registry import CLAIMS
from items.models import Item
from solver.errors import InputError
from solver.phrases import phrase

DISTRACTORS = "distractor_premises"
"""Attribute that lists distractors as numbers of premises from 0, e.g. `2, 5`. The attribute
`distractors` of generated items is different: it is the number of distractors; if it is text, it is
read as a list."""
OLD_DISTRACTORS = "distractors"


def declarations(item: Item, claim: str) -> tuple[Mapping[str, Any], ...]:
    """An item's declarations of one claim; empty if it does not make the claim.

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
    known_fields = CLAIMS[claim].fields
    declared: list[Mapping[str, Any]] = []
    for entry in entries:
        if entry is True:
            entry = {}
        if not isinstance(entry, Mapping):
            raise _bad(item, claim, "an object", repr(entry))
        strange = next((key for key in entry if key not in known_fields), None)
        if strange is not None:
            expected = (
                phrase("one of {a}", a=", ".join(known_fields)) if known_fields else "no fields"
            )
            raise _bad(item, claim, expected, repr(strange))
        declared.append(entry)
    return tuple(declared)


def check_names(item: Item) -> None:
    """Raise InputError if an item makes an unknown claim."""
    strange = next((name for name in item.claims if name not in CLAIMS), None)
    if strange is not None:
        raise InputError(
            "No such claim",
            f"{item.id}, field claims: expected some of {', '.join(CLAIMS)}, found {strange!r}",
        )


def names(declaration: Mapping[str, Any] | None, field: str) -> tuple[str, ...]:
    """A field that contains names or formulas: a text, or a list of texts. Raises InputError for
    anything else."""
    value = None if declaration is None else declaration.get(field)
    if value is None:
        return ()
    entries = [value] if isinstance(value, str) else value
    if not isinstance(entries, list | tuple) or not all(isinstance(e, str) for e in entries):
        raise InputError(
            "A claim cannot be read", f"field {field}: expected a list of texts, found {value!r}"
        )
    return tuple(entries)


def numbers(declaration: Mapping[str, Any] | None, field: str) -> tuple[int, ...] | None:
    """A field that contains numbers of premises, from 0; None if it is missing. Raises InputError
    for anything else."""
    value = None if declaration is None else declaration.get(field)
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
    """The numbers in the attribute that lists distractors; None if there is none."""
    value = item.attributes.get(DISTRACTORS)
    if value is None:
        value = item.attributes.get(OLD_DISTRACTORS)
        # In this attribute, a number says how many distractors were generated.
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
