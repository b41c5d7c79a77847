"""The command `withdraw`: a participant's right to be forgotten.

Owns its options and the confirmation before it erases. Erasing is in `sessions.upkeep.withdraw`.
"""

import click

from tui.console.exitcodes import ExitCode
from tui.console.json_output import echo_json
from tui.console.sentences import echo_after

PATIENCE_SECONDS = 2.0
"""Seconds until the command says why it is waiting."""
WAITING_MESSAGE = (
    "Still erasing: other programs that have the file open are waited for, up to 20 s."
)


@click.command(
    "withdraw",
    short_help="Erase everything a participant gave.",
    epilog="Example:  countermodel withdraw P-7KMQ2 --yes",
)
@click.argument("code")
@click.option("--yes", is_flag=True, help="Erase without asking.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
@click.pass_context
def withdraw(ctx: click.Context, code: str, yes: bool, as_json: bool, db: str | None) -> None:
    """Erase all sessions of the participant CODE beyond recovery, pilots included.

    Only a line remains that says that a session was withdrawn, and when; no report counts it. The
    sessions are also erased from copies that the program made next to the database; other copies
    are not affected. Ends with 1 if you answer no.
    """
    from sessions.record.clock import SystemClock
    from sessions.storage.database import Database, database_path
    from sessions.upkeep.withdraw import sessions_of
    from sessions.upkeep.withdraw import withdraw as erase

    with Database.open(database_path(db), create=False) as database:
        count = len(sessions_of(database, code))
        sure = yes or count == 0
        if not sure:
            sessions = "1 session" if count == 1 else f"{count} sessions"
            sure = click.confirm(f"Erase {sessions} of {code} for good?", err=True)
        if not sure:
            if as_json:
                echo_json({"erased": 0})
            click.echo("Nothing was erased.", err=True)
            ctx.exit(ExitCode.NO)
        with echo_after(PATIENCE_SECONDS, WAITING_MESSAGE):
            erased = erase(database, code, SystemClock().utc())
    if as_json:
        echo_json({"erased": erased.erased, "events": erased.events})
    else:
        sessions = "1 session" if erased.erased == 1 else f"{erased.erased} sessions"
        click.echo(f"Erased {sessions} of {erased.code} ({erased.events} events).")
