"""A value in a model's response as an answer of the question's form.

Owns verdicts, numbers and free texts. `items.responses` reads letters and truth values, and
`worlds` reads sets, lists and tables of worlds; the answer form selects the reader;
`items.asking.extraction` finds the value in the response.
"""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from items.values import phrases
from items.values.unreadable import Unreadable

if TYPE_CHECKING:
    from solver.kinds.base import Kind

MAX_FREE = 20_000
"""Largest number of characters kept of a free answer."""
TRUTH_WORDS: Mapping[str, str] = {
    "true": "true",
    "t": "true",
    "false": "false",
    "f": "false",
    "unknown": "unknown",
    "uncertain": "unknown",
    "n/a": "unknown",
    "n-a": "unknown",
    "na": "unknown",
}
"""Lower-case spellings of True, False and Unknown."""


def verdict(value: Any, kind: "Kind") -> str:
    """Return a kind's verdict, given in its own word, another spelling, or as yes or no. Raises
    Unreadable if it is none of these."""
    positive, negative = kind.verdicts[0], kind.verdicts[-1]
    if isinstance(value, bool):
        return str((positive if value else negative).verdict)
    plain = phrases.plain(text_of(value).translate(str.maketrans("", "", "*`\"'")))
    word = re.sub(r"[\s\-]+", "_", plain)
    for option in kind.verdicts:
        if word == option.verdict or plain in option.spellings:
            return str(option.verdict)
    answer = phrases.yes_no(plain) if len(kind.verdicts) == 2 else None
    if answer is None:
        raise Unreadable(
            f"neither {positive.verdict} nor {negative.verdict}: {_value_excerpt(value)}"
        )
    return str((positive if answer else negative).verdict)


def count(value: Any) -> int:
    """Return a number, 0 or more. Raises Unreadable if there is none."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        number: int | None = value
    else:
        number = phrases.number(text_of(value))
    if number is None or number < 0:
        raise Unreadable(f"not a number: {_value_excerpt(value)}")
    return number


def free(value: Any) -> str:
    """Return a free answer; a list or object is kept as such."""
    import json

    if isinstance(value, str):
        return value.strip()[:MAX_FREE]
    if isinstance(value, list) and all(isinstance(entry, str) for entry in value) and value:
        return "\n".join(value)[:MAX_FREE]
    return json.dumps(value, ensure_ascii=False)[:MAX_FREE]


def text_of(value: Any) -> str:
    """Return a text, or a number as text. Raises Unreadable if it is neither."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise Unreadable(f"expected a text, found {type(value).__name__}")


def _value_excerpt(value: Any) -> str:
    text = str(value)[:200]
    return repr(text if len(text) <= 60 else text[:59] + "…")
