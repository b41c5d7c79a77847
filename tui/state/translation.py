"""Sentences from lower packages, which are written in English there, in the language of the
screens.

Owns their translation. A sentence that knows its parts (a `Phrase`) is translated with the values
in its blanks. Text that does not, because it was stored or combined with other text, is recognised
by the messages of the catalogue whose blanks are single letters. An unknown sentence is shown
unchanged.
"""

import re
from collections.abc import Mapping
from functools import cache
from re import Pattern
from typing import Any

from solver.phrases import Phrase
from tui import i18n
from tui.i18n import _, mark

SYSTEM = (
    mark("No such file or directory"),
    mark("Permission denied"),
    mark("Is a directory"),
    mark("No space left on device"),
    mark("Read-only file system"),
    mark("File too large"),
    mark("database is locked"),
    mark("database or disk is full"),
    mark("attempt to write a readonly database"),
    mark("unable to open database file"),
    mark("disk I/O error"),
)
"""Messages of the operating system and SQLite."""
COMPOSED_MESSAGES = (
    mark("{a} ({b}); taken as {c}."),
    mark("{a} ({b}); taken as {c}. {d}"),
    mark("line {a} cannot be read"),
    mark("{a}, at character {b}"),
    mark("found the end"),
    mark("a formula"),
    mark("a variable"),
    mark("a number"),
    mark("the end"),
    mark("nothing"),
    mark("command"),
    mark("character"),
    mark("a Bool"),
    mark("{a} Queries: {b}."),
    mark("Did you mean: {a}"),
    mark("there is no premise {a}; premises go from 1 to {b}"),
    mark("{a} which premise?; premises go from 1 to {b}"),
    mark("Write drop 1, negate 1, replace 1 FORMULA, add FORMULA or define NAME FORMULA."),
    mark("{a}: {b}"),
    mark("no such file"),
    mark("an SQLite file"),
    mark("a set of items"),
    mark("a study"),
    mark("it is not the file that was opened"),
    mark("an empty file or a Countermodel database"),
    mark("other tables"),
    mark("event {a} of {b} {c} is missing, of {d}"),
    mark("event {a} of {b} {c} ({d}) is unknown to this program"),
    mark("record {a}"),
    mark("tables and triggers of this program alone"),
    mark("the trigger {a}"),
    mark("the view {a}"),
    mark("the virtual table {a}"),
    mark("schema step {a}"),
    mark("found schema step {a}, expected none after {b}"),
    mark("in {a}"),
    mark("it holds records that cannot be read"),
    mark("an item of the project's own format"),
    mark("another record"),
    mark("an item {a}"),
    mark("one of the sub-questions {a}"),
    mark("its formalization was made for {a}, found {b}"),
    mark("a list of {a} entries, one per premise"),
    mark("two columns"),
    mark("an item id"),
    mark("up to {a} letters, digits, dots and dashes"),
    mark("one on standard input and standard error"),
    mark("a file or a pipe"),
    mark("No profile"),
    mark("confirmed answers"),
    mark("field=column,…"),
    mark("No items"),
    mark("at least one item"),
    mark("{a}, which is already used at {b}"),
    mark("a file, a folder or {a}NAME"),
    mark("field {a}: {b}"),
    mark("{a}. Yes if both say the same."),
    mark("{a}. The verdict is yours."),
    mark("{a}: gold {b} follows"),
    mark("{a}: gold {b} follows from the formulas, which the words only approximate"),
    mark("{a}: gold {b} does not follow: the solver ({c}) gives {d}"),
    mark("{a} is true in every world, regardless of the other premises"),
    mark("{a} are true in every world, regardless of the other premises"),
    mark("{a}: {b} at the baseline, {c} under it"),
    mark("{a} of {b} answers change"),
    mark("no distractor is claimed"),
    mark("the claim names premise {a}, counted from 0"),
    mark("the models stay the same too"),
    mark("the models are {a} with and {b} without"),
    mark("{a}: {b} model"),
    mark("{a}: {b} models"),
    mark("{a}: {b} model ({c})"),
    mark("{a}: {b} models ({c})"),
    mark("1 model"),
    mark("an unknown number of models"),
    mark("{a} is possible"),
    mark("{a} is impossible"),
    mark("{a} is unknown"),
    mark("the baseline has 1 model"),
    mark("the baseline has {a} models"),
    mark("propositions and closed value sets only"),
    mark("{a} candidates remain"),
    mark("Too long"),
    mark("Needs a verdict"),
    mark("Needs a reason"),
    mark("{a}: {b} would be lost:"),
    mark("{a}: no longer in the queue, {b}"),
    mark("{a} ({b}), {c}: {d}, the scheme no longer has this check"),
    mark("{a} ({b}), {c}: {d}, the check is now asked once for each {e}"),
    mark("{a} ({b}), {c}: {d}, now expected one of {e}"),
    mark("{a} ({b}), {c}: {d}, now expected some of {e}, or none"),
    mark("{a} ({b}), {c}: {d}, now expected a text of at most {e} characters"),
    mark("1 verdict, a formalization"),
    mark("{a} verdicts, a formalization"),
    mark("1 verdict"),
    mark("{a} verdicts"),
    mark("and {a} more"),
    mark("necessary or unnecessary"),
    mark("possible or impossible"),
)
"""Words and sentences that are composed of parts in the code."""
TYPED_MESSAGES = (
    "Did you mean {a}?",
    "Did you mean: {a}",
    "unknown {a} {b}",
    "{a} is not a query",
    "{a} takes only a number, found {b}",
    "Write {a}.",
    "Queries: {a}.",
    "{a} Queries: {b}.",
    "expected {a}, found {b}",
    "{a} is closed by {b}",
    "a bracket after {a}",
    "the bracket that closes {a}",
    "an argument of {a}",
    "a comma or a bracket after an argument of {a}",
    "{a} names its variants itself and takes no under",
    "{a} compares {b}, found {c}",
    "{a} is a word of the language and cannot be a name",
    "a number, as in {a}(2; A, B, C)",
    "a semicolon after the number of {a}",
    "in {a}",
    "{a} is not declared",
    "{a} cannot be read",
)
"""Messages whose blanks contain words of the formal language, unchanged."""
_PLACEHOLDER = re.compile(r"\{([a-h])\}")
_SENTENCE = re.compile(r"(.+?)(?: \((.+)\))?\.")
"""A note with a full stop, and its subject."""
_MOST_STEPS = 10**8
"""Limit on the steps of matching a message: the text's length, to the power of the number of blanks
minus one. Longer text, which is hardly a message, stays unchanged."""
_LEAST_LETTERS = 3
"""Minimum number of letters of its own that a message needs to be recognised in text."""


def translated(text: str) -> str:
    """A reason or an error in the language of the screens, line by line."""
    if i18n.language() == i18n.SOURCE_LANGUAGE or not text:
        return text
    if isinstance(text, Phrase) and text.values:
        return _filled(text.message, text.values)
    return "\n".join(map(_line, text.split("\n")))


def proof_words(text: str) -> str:
    """Findings of the solver in the language of the screens, one by one."""
    if i18n.language() == i18n.SOURCE_LANGUAGE or not text:
        return text
    return _("; ").join(map(_line, _several(text)))


def _several(text: str) -> list[str]:
    """Parts separated by semicolons outside brackets and quotation marks."""
    parts, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        depth += (sign in "([{“") - (sign in ")]}”")
        if depth == 0 and text.startswith("; ", place):
            parts.append(text[start:place])
            start = place + 2
    return [*parts, text[start:]]


def _line(text: str) -> str:
    exact = _(text)
    if exact != text:
        return exact
    parts = _several(text)
    for template, pattern in _patterns(i18n.language()):
        if len(text) ** (pattern.groups - 1) > _MOST_STEPS:
            continue
        if len(parts) > 1 and not _worded(template):
            return _("; ").join(map(_line, parts))
        match = pattern.fullmatch(text)
        if match is not None:
            return _filled(template, match.groupdict())
    sentence = _SENTENCE.fullmatch(text) if len(text) ** 2 <= _MOST_STEPS else None
    if sentence is not None and (translation := _line(sentence[1])) != sentence[1]:
        if sentence[2]:
            return _("{a} ({b}).").format(a=translation, b=_line(sentence[2]))
        return _("{a}.").format(a=translation)
    return text


def _filled(message: str, values: Mapping[str, Any]) -> str:
    """A message with its blanks filled with text in the language of the screens."""
    typed = _words_of_the_language() if message in TYPED_MESSAGES else frozenset()
    return _(message).format(
        **{
            name: translated(value) if isinstance(value, str) and value not in typed else value
            for name, value in values.items()
        }
    )


@cache
def _words_of_the_language() -> frozenset[str]:
    """Words to type, which are the same in every language of the screens."""
    # Imported here: the first screen shows no reason, and importing the logic takes a tenth of its
    # time.
    from solver.kinds.registry import KINDS
    from solver.language.problem import BASELINE
    from solver.results import Verdict

    return frozenset((*KINDS, BASELINE, *(str(verdict) for verdict in Verdict)))


@cache
def _patterns(language: str) -> tuple[tuple[str, Pattern[str]], ...]:
    """Messages with their patterns: those with the most words of their own first, those with none
    last."""
    templates = {
        text
        for text in i18n.messages(language)
        if _PLACEHOLDER.search(text) and "{" not in _PLACEHOLDER.sub("", text) and _worded(text)
    }
    templates.update(text for text in COMPOSED_MESSAGES if _PLACEHOLDER.search(text))
    most_first = sorted(
        templates, key=lambda text: (not _worded(text), -len(_PLACEHOLDER.sub("", text)), text)
    )
    return tuple((text, re.compile(_pattern(text))) for text in most_first)


def _worded(message: str) -> bool:
    """Whether a message has words of its own besides its blanks."""
    return sum(map(str.isalpha, _PLACEHOLDER.sub("", message))) >= _LEAST_LETTERS


def _pattern(template: str) -> str:
    pieces = _PLACEHOLDER.split(template)
    return "".join(
        re.escape(piece)
        if place % 2 == 0
        else (f"(?P={piece})" if piece in pieces[1:place:2] else f"(?P<{piece}>.+?)")
        for place, piece in enumerate(pieces)
    )
