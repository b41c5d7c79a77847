"""Shared by commands that write a file: an existing file is replaced only on request."""

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from solver.errors import InputError

F = TypeVar("F", bound=Callable[..., Any])
_FORCE_KEY = "countermodel.force"
SQLITE = b"SQLite format 3\0"
"""The first bytes of every database (SQLite, Database File Format, section 1.3)."""


def force_option(command: F) -> F:
    """`--force`, which `refuse_existing` respects."""
    return click.option(
        "--force",
        is_flag=True,
        expose_value=False,
        callback=_store_force,
        help="Overwrite an existing file.",
    )(command)


def item_file_option(command: F) -> F:
    """`--output` of commands that write items."""
    return click.option(
        "-o",
        "--output",
        required=True,
        callback=_named,
        type=click.Path(dir_okay=False, path_type=Path),
        help="The file to write: JSON Lines, or Parquet if the name ends in .parquet.",
    )(command)


def refuse_existing(*files: Path) -> None:
    """Raises InputError if one of the files exists and `--force` was not given. Anything other than
    an ordinary file, such as a pipe, may be written to."""
    for file in files:
        if file.is_file() and _is_database(file):
            raise InputError("This is a database", f"{file}: it is never replaced")
    if click.get_current_context().meta.get(_FORCE_KEY):
        return
    for file in files:
        if file.is_file():
            raise InputError("The file already exists", f"{file}", "Give another name, or --force.")


def _named(_ctx: click.Context, _param: click.Parameter, value: Path) -> Path:
    """The file's name. Raises BadParameter if it is empty."""
    if value == Path():
        raise click.BadParameter("expected the name of a file, found none")
    return value


def _is_database(file: Path) -> bool:
    with contextlib.suppress(OSError), file.open("rb") as stream:
        return stream.read(len(SQLITE)) == SQLITE
    return False


def _store_force(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    ctx.meta[_FORCE_KEY] = value
