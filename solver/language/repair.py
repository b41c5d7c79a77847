"""Repairs of a text that is not a formula; they are only proposed, never applied.

Owns the small changes that are tried, and their order. The caller decides what is a formula.
"""

from collections.abc import Callable, Iterator

_OPENED = "([（"
_CLOSED = ")]）"
_COMMAS = ",，、"
_MAX_CANDIDATES = 40
"""Maximum candidates that are tried."""
_MAX_TEXT = 2000
"""Maximum length of a text for which a repair is searched."""


def proposal(text: str, place: int, is_formula: Callable[[str], bool]) -> str:
    """A text close to this one that is a formula, or "".

    Tries, in this order: removing the bracket at the fault or the last one, adding a bracket,
    replacing the comma at the fault by ∧, replacing a single comma elsewhere by ∧. `place` is the
    position of the fault.
    """
    if len(text) > _MAX_TEXT:
        return ""
    tried_texts = {text}
    for number, candidate in enumerate(_candidates(text, place)):
        if number >= _MAX_CANDIDATES:
            break
        if candidate not in tried_texts and is_formula(candidate):
            return candidate.strip()
        tried_texts.add(candidate)
    return ""


def _candidates(text: str, place: int) -> Iterator[str]:
    at = text[place : place + 1]
    opened = sum(text.count(sign) for sign in _OPENED)
    closed = sum(text.count(sign) for sign in _CLOSED)
    if closed > opened:
        if at and at in _CLOSED:
            yield text[:place] + text[place + 1 :]
        last = max(text.rfind(sign) for sign in _CLOSED)
        yield text[:last] + text[last + 1 :]
        yield "(" * (closed - opened) + text
    elif opened > closed:
        yield text.rstrip() + ")" * (opened - closed)
        if at and at in _OPENED:
            yield text[:place] + text[place + 1 :]
    if at and at in _COMMAS:
        yield f"{text[:place].rstrip()} ∧ {text[place + 1 :].lstrip()}"
    if opened == closed:
        for sign in _COMMAS:
            if f"{sign} " in text:
                for begin in (n for n, char in enumerate(text) if char == sign):
                    yield f"{text[:begin].rstrip()} ∧ {text[begin + 1 :].lstrip()}"
