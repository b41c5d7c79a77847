"""The command `return-key`: a new return key for a participant who lost theirs.

Owns its options and how it prints the key. Recording it is in `sessions.taking.return_keys`.
"""

import click

from tui.console.exitcodes import ExitCode
from tui.console.json_output import echo_json
from tui.text import plain


@click.command(
    "return-key",
    short_help="Give a participant a new return key.",
    epilog="Example:  countermodel return-key P-7KMQ2 --db study.db",
)
@click.argument("code")
@click.option("--study", metavar="ID", help="The study's id or title, if CODE is in several.")
@click.option("--yes", is_flag=True, help="Give the key without asking.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
@click.pass_context
def return_key(
    ctx: click.Context, code: str, study: str | None, yes: bool, as_json: bool, db: str | None
) -> None:
    """Give the participant CODE a new return key to replace a lost one.

    Make sure first that the participant is who they say they are: the key leads to their session.
    The old key then stops working. The session records the new key. Ends with 1 if you answer no.
    """
    from sessions.record.clock import SystemClock
    from sessions.storage.database import Database, database_path
    from sessions.taking.return_keys import give_key
    from tui.version import program_version

    with Database.open(database_path(db), create=False) as database:
        if not yes and not click.confirm(f"Give {plain(code)} a new return key?", err=True):
            click.echo("Nothing was changed.", err=True)
            ctx.exit(ExitCode.NO)
        new_key = give_key(database, code, SystemClock(), program_version(), study or "")
    if as_json:
        echo_json({"code": new_key.code, "return_key": new_key.key, "study": new_key.study})
    else:
        click.echo(f"New return key of {new_key.code} in “{plain(new_key.study)}”: {new_key.key}")
