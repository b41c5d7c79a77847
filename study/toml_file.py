"""Reading TOML text, with errors that name the file. What its fields mean is the caller's."""

import tomllib
from typing import Any

from solver.errors import InputError


def read_toml(text: str, name: str, what: str = "study file") -> dict[str, Any]:
    """Parse TOML text; raises InputError naming file, line and column. `what` is the kind of file,
    for the title."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(
            f"{what.capitalize()} is no valid TOML",
            f"{name}: {error}",
            "Text goes in quotes; a table starts with [name], a further block with [[blocks]].",
        ) from error
