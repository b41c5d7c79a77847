"""Make visible the characters that a reader cannot see or that a terminal would interpret.

Owns the set of these characters and their notation, such as ⟨U+202E⟩, wherever text of items,
models and people is displayed or exported. Line ends and tabs are not among them.
"""

import re
from collections.abc import Iterator

_OBEYED = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
"""Control characters except tab and line ends: C0, DEL and C1 (ISO 6429)."""
_SURROGATES = "\ud800-\udfff"
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufff0-\ufff8"
"""Default ignorable code points of Unicode that are not in the category Cf."""
_CARRIERS = "\U000e0000-\U000e0fff"
"""Tags and supplementary variation selectors, which can carry hidden text within a text."""

_FORMATTING = (
    "\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u180e\u200b-\u200f"
    "\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\U000110bd\U000110cd"
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
)
"""The category Cf of Unicode 15: zero-width characters, changes of direction, soft hyphens and the
like."""
_UNSEEN = _FORMATTING + _BLANK + _CARRIERS
_SELECTORS = r"[\ufe00-\ufe0f]"
_CONTROL = re.compile(f"[{_OBEYED}{_SURROGATES}]")
_HIDDEN = re.compile(
    # One variation selector chooses the look of a character; a second one can only carry data.
    f"[{_OBEYED}{_SURROGATES}{_UNSEEN}]|(?<={_SELECTORS}){_SELECTORS}"
)


def marked(text: str) -> str:
    """The text with each invisible or terminal-control character written as ⟨U+…⟩. Takes time
    proportional to the length."""
    return _HIDDEN.sub(_mark, text)


def controls_marked(text: str) -> str:
    """The text with control characters and lone surrogates written as ⟨U+…⟩ and nothing else
    changed, for files that other programs read."""
    return _CONTROL.sub(_mark, text)


def controls_escaped(json_text: str) -> str:
    """JSON text with control characters and lone surrogates in its strings escaped; it parses to
    the same data."""
    return _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", json_text)


def hidden_escaped(json_text: str) -> str:
    """As `controls_escaped`, but with invisible characters escaped too, for JSON that people look
    at."""
    return _HIDDEN.sub(_escape, json_text)


def hidden(text: str) -> Iterator[tuple[int, str]]:
    """Yield each hidden character: its place from 0, and its code point as `U+…`."""
    for match in _HIDDEN.finditer(text):
        yield match.start(), f"U+{ord(match[0]):04X}"


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x10000:
        return f"\\u{code:04x}"
    # JSON writes characters beyond the first plane as two surrogates (RFC 8259, section 7).
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


def _mark(match: re.Match[str]) -> str:
    return f"⟨U+{ord(match[0]):04X}⟩"
