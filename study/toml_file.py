"""Reading TOML files, with errors that name the file. What their fields mean is the caller's."""

from pathlib import Path
from typing import Any

from solver.errors import InputError
from solver.files import parse_toml, read_file


def read_text(path: Path, name: str, what: str, hint: str) -> str:
    """The text of a file; raises InputError. `what` begins the title ("Study"), `name` stands for
    the file, and `hint` says what to do where there is none to read."""
    title = f"{what} cannot be read"
    try:
        return read_file(path).decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        text = f"{name}: expected UTF-8 text, found another byte at offset {error.start}"
        raise InputError(title, text) from error
    except OSError as error:
        raise InputError(title, f"{name}: {error.strerror or error}", hint) from error


def read_toml(text: str, name: str, what: str = "study file") -> dict[str, Any]:
    """Parse TOML text; raises InputError naming file, line and column. `what` is the kind of file,
    for the title."""
    try:
        return parse_toml(text)
    except ValueError as error:
        raise InputError(
            f"{what.capitalize()} is no valid TOML",
            f"{name}: {error}",
            "Text goes in quotes; a table starts with [name], a further block with [[blocks]].",
        ) from error
