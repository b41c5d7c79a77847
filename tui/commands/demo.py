"""The command `demo`: the home screen on the built-in items and studies.

Owns its arguments and the choice of database. The screens are opened by `tui.apps.home`.
"""

import click


@click.command(
    short_help="Open the home screen on the built-in items.",
    epilog="Example:  countermodel demo",
)
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
@click.pass_context
def demo(ctx: click.Context, db: str | None) -> None:
    """Open the home screen: take the demo study, look at reports. Nothing is downloaded."""
    from sessions.storage.database import database_path
    from tui.apps.home import HomeApp

    ctx.exit(HomeApp(database_path(db)).run_to_the_end())
