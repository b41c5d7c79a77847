"""Compile the translations: `python -m tests.catalogues`, which is `make locale`.

Owns the way from a catalogue's text (`.po`) to what the program reads (`.mo`). Babel's own command
takes a per cent sign in words for a placeholder and fails on it; placeholders here are names in
braces, and `tests/tui/test_translations.py` compares those.
"""

import io
from collections.abc import Iterator
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tui import i18n


def compiled() -> Iterator[tuple[Path, bytes]]:
    """Each catalogue's text, and what its compiled form has to hold."""
    for source in sorted(i18n.LOCALES.rglob("*.po")):
        content = io.BytesIO()
        with source.open("rb") as text:
            write_mo(content, read_po(text, locale=source.parents[1].name, abort_invalid=True))
        yield source, content.getvalue()


def main() -> None:
    """Write every compiled catalogue."""
    for source, content in compiled():
        source.with_suffix(".mo").write_bytes(content)


if __name__ == "__main__":
    main()
