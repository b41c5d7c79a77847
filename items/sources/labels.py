"""The option that a label names: by a letter, a number, or the option's own text.

Owns the meaning of a number: an index from 0, unless the columns say that labels count from 1. If a
file's labels leave this open, its items say so; if they contradict it, the label is refused.
`columns` owns the columns.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from items.answers import ChoiceAnswer
from items.sources.document import bad_record
from items.values.letters import letter
from solver.phrases import phrase

ASSUMED = "label_read"
"""Provenance parameter of items whose label is a number, if the file does not show where numbers
begin."""
FROM_0 = "as an index from 0, which no label of the file tells"
"""The value of that parameter."""
FIRST_NUMBERS = {"label_from_0": 0, "label_from_1": 1, "label_text": None}
"""Fields that determine a label's meaning: where numbers begin, or None if it is an option's
text."""
_HINT = phrase("Say how labels count: --columns label_from_0=NAME, label_from_1=… or label_text=…")
_MAX_DIGITS = 10
"""A number of an option has fewer digits than this."""


@dataclass(frozen=True, slots=True)
class Counting:
    """Evidence in a file's labels of where numbers begin."""

    zero: bool = False
    """Whether some label is 0, so that numbers begin at 0."""
    beyond: bool = False
    """Whether some label equals the number of its options, so that numbers begin at 1."""


def counting(labels: Iterable[tuple[Any, int]]) -> Counting:
    """Where labels begin; each label comes with the number of its options."""
    zero = beyond = False
    for label, options in labels:
        number = _number(label)
        zero |= number == 0
        beyond |= number == options
    return Counting(zero, beyond)


@dataclass(frozen=True, slots=True)
class Labels:
    """How the labels of one file are interpreted."""

    field: str
    """`label`, or one of `FIRST_NUMBERS`."""
    counts: Counting

    def gold(
        self, value: Any, options: Sequence[str], keys: Sequence[str], where: str
    ) -> ChoiceAnswer | None:
        """The option that a label names; None if no label is published. `keys` are the file's names
        for its options, if any.

        Raises:
            InputError: the label names no option, or is ambiguous.
        """
        if value is None or value == "":
            return None
        number = _number(value)
        if number is not None and str(value) not in keys and self._contradicted:
            # Counted from 0, some would exceed the last option, and none would be the first.
            options_text = f"{value!r}, together with labels that may count from 1"
            raise bad_record(where, "labels that count from 0", options_text, _HINT)
        places = dict.fromkeys(self._places(value, options, keys))
        if len(places) > 1:
            options_text = " or ".join(f"option {letter(place)}" for place in places)
            raise bad_record(where, "one option", f"{value!r}, which may be {options_text}", _HINT)
        if places:
            return ChoiceAnswer(option=next(iter(places)))
        if isinstance(value, str) and value.strip().upper() == "N" and self.field == "label":
            return ChoiceAnswer(option=None)
        first = FIRST_NUMBERS.get(self.field, 0)
        if first is None:
            expected = "the text of one option"
        else:
            last = first + len(options) - 1
            expected = f"an index from {first} to {last} or a letter"
        raise bad_record(where, expected, repr(value))

    @property
    def _contradicted(self) -> bool:
        return self.field == "label" and self.counts.beyond and not self.counts.zero

    def assumed(self, value: Any, options: Sequence[str], keys: Sequence[str]) -> bool:
        """Whether a label is a number and nothing determines where numbers begin."""
        return (
            self.field == "label"
            and _number(value) is not None
            and not self.counts.zero
            and str(value) not in (*keys, *options)
        )

    def _places(self, value: Any, options: Sequence[str], keys: Sequence[str]) -> Iterator[int]:
        """Each option that the label may name."""
        if isinstance(value, bool):
            return
        number = _number(value)
        text = value if isinstance(value, str) else str(number)
        if text in keys and self.field == "label":
            yield keys.index(text)
            return
        if self.field in ("label", "label_text") and options.count(text) == 1:
            yield options.index(text)
        if self.field == "label_text":
            return
        if number is not None:
            place = number - (FIRST_NUMBERS.get(self.field) or 0)
            if 0 <= place < len(options):
                yield place
        elif isinstance(value, str) and len(value.strip()) == 1:
            letters = [letter(n) for n in range(len(options))]
            if value.strip().upper() in letters:
                yield letters.index(value.strip().upper())


def _number(value: Any) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        plain = value.strip()
        if plain.isascii() and plain.isdigit() and len(plain) < _MAX_DIGITS:
            return int(plain)
    return None
