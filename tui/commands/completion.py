"""The command `completion`: a shell script that completes this program's commands.

Owns the choice of shell. The scripts themselves are click's.
"""

import os
from pathlib import PurePath

import click
from click.shell_completion import get_completion_class

from tui.cli import PROGRAM

SHELLS = ("bash", "zsh", "fish")


@click.command(
    short_help="Print the script that completes commands.",
    epilog='Example, in ~/.bashrc:  eval "$(countermodel completion bash)"',
)
@click.argument("shell", required=False, type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str | None) -> None:
    """Print the script that completes commands in SHELL, by default in yours ($SHELL)."""
    name = shell or PurePath(os.environ.get("SHELL", "")).name
    maker = get_completion_class(name) if name in SHELLS else None
    if maker is None:
        raise click.UsageError(f"Say for which shell: {', '.join(SHELLS)}.", ctx)
    script = maker(ctx.find_root().command, {}, PROGRAM, f"_{PROGRAM.upper()}_COMPLETE")
    click.echo(script.source())
