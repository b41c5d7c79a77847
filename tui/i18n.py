"""The language of the screens.

Owns the choice of catalogue; the translations are in `tui/locale`. The text of items and studies
has its own language and is not translated here.
"""

import gettext as _gettext
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

LOCALES = Path(__file__).parent / "locale"
CATALOGUE_NAME = "countermodel"
SOURCE_LANGUAGE = "en"
"""The language of the messages in the code; it needs no catalogue."""
LANGUAGES = (SOURCE_LANGUAGE, "zh")


class _CurrentCatalogue:
    """The catalogue in use, and the name of its language."""

    language = SOURCE_LANGUAGE
    catalogue: _gettext.NullTranslations = _gettext.NullTranslations()


_spoken: ContextVar[str] = ContextVar("spoken")
"""The language of a text that this thread writes in a language other than the screens'."""


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Write messages in this language, in this thread alone, for example for a page in its item's
    language."""
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def use(language: str) -> str:
    """Show screens in this language from now on. Returns the language chosen: `zh-CN` gives `zh`, a
    language without a translation `en`."""
    name = language.replace("_", "-").split("-")[0].lower()
    _CurrentCatalogue.language = name if name in LANGUAGES else SOURCE_LANGUAGE
    _CurrentCatalogue.catalogue = _load(_CurrentCatalogue.language)
    return _CurrentCatalogue.language


def language() -> str:
    """The present language."""
    return _spoken.get(_CurrentCatalogue.language)


def environment_language() -> str:
    """The language set in the user's environment variables."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"


def _(message: str) -> str:
    """The message in the present language."""
    return _catalogue().gettext(message) if message else ""


def ngettext(text: str, many: str, n: int) -> str:
    """The message for n things in the present language."""
    return _catalogue().ngettext(text, many, n)


def mark(message: str) -> str:
    """Mark a message for translation where it is defined; `_` translates it where it is shown."""
    return message


def messages(language: str) -> Iterator[str]:
    """The English text of every message in a language's catalogue, without contexts; for plurals,
    the first form."""
    if language == SOURCE_LANGUAGE:
        return
    path = LOCALES / language / "LC_MESSAGES" / f"{CATALOGUE_NAME}.mo"
    content = path.read_bytes()
    # The compiled form, by GNU gettext's manual, section "The Format of GNU MO Files": the number
    # of messages and the position of their table, which has a length and a position for each.
    count, table = struct.unpack_from("<2I", content, 8)
    for entry in range(count):
        length, place = struct.unpack_from("<2I", content, table + 8 * entry)
        yield content[place : place + length].split(b"\0")[0].decode()


def _catalogue() -> _gettext.NullTranslations:
    spoken = _spoken.get(None)
    return _CurrentCatalogue.catalogue if spoken is None else _load(spoken)


@cache
def _load(name: str) -> _gettext.NullTranslations:
    if name == SOURCE_LANGUAGE:
        return _gettext.NullTranslations()
    return _gettext.translation(CATALOGUE_NAME, LOCALES, languages=[name])
