"""Repairs of a text that is no formula, to be proposed and never to be made.

Owns which small changes are tried, and in which order. What is a formula, the caller says.
"""

from collections.abc import Callable, Iterator

_OPENED = "([（"
_CLOSED = ")]）"
_COMMAS = ",，、"
_MOST = 40
"""Candidates that are tried at most."""
_LONGEST = 2000
"""Characters of the longest text for which a repair is looked for."""


def proposal(text: str, place: int, reads: Callable[[str], bool]) -> str:
    """A text close to this one that is a formula, or "".

    Tried are, in this order: leaving out the bracket at the fault or the last one, a bracket added
    at the end, ∧ for the comma at the fault, ∧ for every comma. `place` is where the fault was.
    """
    if len(text) > _LONGEST:
        return ""
    tried_texts = {text}
    for number, candidate in enumerate(_candidates(text, place)):
        if number >= _MOST:
            break
        if candidate not in tried_texts and reads(candidate):
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
