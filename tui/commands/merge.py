"""The command `merge`: the databases of several machines become one.

Owns its options and its output. Merging is in `sessions.upkeep.merge`.
"""

from pathlib import Path

import click

from tui.console.exitcodes import ExitCode
from tui.console.json_output import echo_json
from tui.text import counted, plain, rows_listed

FILE = click.Path(path_type=Path)


@click.command(
    "merge",
    short_help="Merge databases of several machines into one.",
    epilog="Example:  countermodel merge all.db lab-1.db lab-2.db",
)
@click.argument("into", metavar="INTO", type=FILE)
@click.argument("sources", metavar="FROM...", type=FILE, nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.pass_context
def merge(ctx: click.Context, into: Path, sources: tuple[Path, ...], as_json: bool) -> None:
    """Add everything in the databases FROM to the database INTO, which is created if it does not
    exist: sessions, study files and items, answers of models, judgements and grades, queues, desks.
    FROM is never written to, and may come from an older version of this program.

    What INTO already has is left out, so merging again changes nothing. If two files contradict one
    another (a participant code with different sessions, two versions of an answer), each place is
    reported, nothing is changed, and the command ends with 1. A participant who withdrew on one
    machine is withdrawn in INTO.
    """
    from sessions.upkeep.merge import merge as join

    merged = join(into.expanduser(), [path.expanduser() for path in sources])
    if as_json:
        echo_json(merged.as_json())
    elif merged.conflicts:
        for conflict in merged.conflicts:
            click.echo(plain(conflict))
        conflicts = counted(len(merged.conflicts), "conflict")
        click.echo(f"{plain(str(into))}: {conflicts}: nothing was merged")
    else:
        click.echo(f"added: {rows_listed(merged.merged)}")
        click.echo(f"already there: {rows_listed(merged.skipped)}")
        if merged.erased:
            click.echo(f"withdrawn on another machine, and so erased: {rows_listed(merged.erased)}")
    ctx.exit(ExitCode.NO if merged.conflicts else ExitCode.DONE)
