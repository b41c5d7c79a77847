"""Reading TOML files, with errors that name the file, and the sources of items they name.

The caller owns the meaning of the fields.
"""

import re
from pathlib import Path
from typing import Any

from solver.errors import InputError
from solver.files import parse_toml, read_file
from solver.phrases import phrase

_PLACE = re.compile(r" \(at (?:(line \d+(?:, column \d+)?)|end of document)\)$")
_HINT = "Text goes in quotes; a table starts with [name], a further block with [[blocks]]."
_HINTS = {
    "Invalid value": "A value is a number, true, false, text in quotes, or a list in [ ].",
    "Expected newline or end of document after a statement": "A line holds one field, with one "
    "value: name = value. Text goes in quotes, a list in [ ].",
    "Cannot overwrite a value": "A field has one value: leave one of the lines out.",
    "Cannot declare": "A table occurs only once: put its fields under one header. Tables of a "
    "list, such as blocks, begin with [[blocks]] each.",
}
"""Advice for each message of Python's parser."""


def read_text(path: Path, name: str, file_kind: str, hint: str) -> str:
    """The text of a file; raises InputError. `file_kind` begins the title ("Study"), `name` names
    the file, and `hint` says what to do where it cannot be read."""
    title = phrase("{a} cannot be read", a=file_kind)
    try:
        return read_file(path).decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        text = f"{name}, line {line}: expected UTF-8 text, found 0x{error.object[error.start]:02x}"
        raise InputError(title, text, phrase("Save the file as UTF-8.")) from error
    except OSError as error:
        raise InputError(title, f"{name}: {error.strerror or error}", hint) from error


def source_path(source: str, folder: Path) -> str:
    """A source of items that a file in a folder names, in the form the item registry takes: a
    relative path starts from the folder."""
    if source.startswith("builtin:") or Path(source).is_absolute():
        return source
    return str(folder / source)


def read_toml(text: str, name: str, file_kind: str = "study file") -> dict[str, Any]:
    """Parse TOML text; raises InputError naming file, line and column. `file_kind` is for the
    title."""
    try:
        return parse_toml(text)
    except ValueError as error:
        message, where = str(error), ""
        place = _PLACE.search(message)
        if place is not None:
            where = f", {place[1] or f'line {len(text.splitlines()) or 1}'}"
            message = message[: place.start()]
        raise InputError(
            phrase("{a} is not valid TOML", a=file_kind.capitalize()),
            f"{name}{where}: {message[:1].lower()}{message[1:]}",
            next(
                (hint for beginning, hint in _HINTS.items() if message.startswith(beginning)), _HINT
            ),
        ) from error
