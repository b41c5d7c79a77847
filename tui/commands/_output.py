"""What commands that write a file share: none that is there already is replaced unless asked to."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from solver.errors import InputError

F = TypeVar("F", bound=Callable[..., Any])
_FORCE = "countermodel.force"


def force_option(command: F) -> F:
    """`--force`, which `refuse_existing` heeds."""
    return click.option(
        "--force",
        is_flag=True,
        expose_value=False,
        callback=_kept,
        help="Overwrite an existing file.",
    )(command)


def item_file_option(command: F) -> F:
    """`--output` of a command that writes items."""
    return click.option(
        "-o",
        "--output",
        required=True,
        type=click.Path(dir_okay=False, path_type=Path),
        help="The file to write: JSON Lines, or Parquet where it ends in .parquet.",
    )(command)


def refuse_existing(*files: Path) -> None:
    """Raises InputError where one of the files is there and `--force` was not given. What is no
    ordinary file, such as a pipe, may be written to."""
    if click.get_current_context().meta.get(_FORCE):
        return
    for file in files:
        if file.is_file():
            raise InputError(
                "The file is there already", f"{file}", "Give another name, or --force."
            )


def _kept(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    ctx.meta[_FORCE] = value
