"""The command `serve`: a study in the browser.

Owns its options, checking and proving the study before participants come, and the messages for the
person who runs it. The server is `tui.serving.server`; links come from `invite`.
"""

import asyncio
import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solver.interrupts import set_aside
from tui.console.number_options import RealNumber, WholeNumber
from tui.text import plain

if TYPE_CHECKING:
    from study.course.sections import Pools
    from study.design.protocol import LoadedStudy
    from tui.serving.settings import Settings

MINUTES = RealNumber(min=0, min_open=True, max=1440)
COUNT = WholeNumber(min=1, max=100_000)


@click.command(
    short_help="Serve a study to browsers, by links.",
    epilog="Example:  countermodel serve study.toml --db study.db --url https://study.example.org",
)
@click.argument("study")
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
@click.option(
    "--port",
    type=WholeNumber(0, 65535),
    default=8000,
    show_default=True,
    help="The port to listen on; 0: any free port.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on. The default is right for a reverse proxy on this machine.",
)
@click.option(
    "--url",
    metavar="ADDRESS",
    help="The address that participants use; by default http://localhost and the port.",
)
@click.option(
    "--recruiter",
    metavar="NAME",
    default="",
    help="Admit everybody whose address has this parameter, such as PROLIFIC_PID.",
)
@click.option(
    "--keep",
    metavar="NAME",
    multiple=True,
    help="Also store this parameter of the recruiter's address. Repeatable.",
)
@click.option("--most", type=COUNT, default=100, show_default=True, help="Participants at once.")
@click.option(
    "--per-address",
    type=COUNT,
    default=20,
    show_default=True,
    help="Maximum number of simultaneous participants from one address.",
)
@click.option(
    "--most-new",
    type=WholeNumber(min=0),
    default=0,
    help="Maximum number of sessions begun with a recruiter's id; 0: no limit.",
)
@click.option(
    "--behind-proxy",
    is_flag=True,
    help="Take participants' addresses from X-Forwarded-For, as a reverse proxy adds it.",
)
@click.option(
    "--idle",
    type=MINUTES,
    default=30.0,
    show_default=True,
    metavar="MINUTES",
    help="Close a session after this time without a key or click.",
)
@click.option(
    "--grace",
    type=MINUTES,
    default=1.0,
    show_default=True,
    metavar="MINUTES",
    help="How long a session waits for a page whose connection was lost.",
)
@click.option("--pilot", is_flag=True, help="Trial runs: marked, and left out of reports.")
def serve(
    study: str,
    db: str | None,
    port: int,
    host: str,
    url: str | None,
    recruiter: str,
    keep: tuple[str, ...],
    most: int,
    per_address: int,
    most_new: int,
    behind_proxy: bool,
    idle: float,
    grace: float,
    pilot: bool,
) -> None:
    """Serve STUDY (a study file, or builtin:demo) to browsers. Participants use links printed by
    `countermodel invite`, or a recruiter's address with their id; the same link brings them back to
    where they were. Ctrl+C stops the server and closes every session.

    Needs the extra `serve`. A reverse proxy provides encryption: see docs/serving.md.
    """
    from sessions.storage.database import Database, database_path
    from solver.errors import InputError
    from study.design.protocol import load_study
    from tui import i18n
    from tui.serving.settings import Settings, checked_url

    for library in ("aiohttp", "textual_serve"):
        if importlib.util.find_spec(library) is None:
            raise InputError(
                "A library is missing",
                f"serving needs {library}, which is not installed",
                "Install the extra: pip install 'countermodel[serve]'.",
            )
    loaded = load_study(study)
    database = database_path(db).resolve()
    address = checked_url(url) if url else ""
    settings = Settings(
        database=database,
        url=address,
        host=host,
        port=port,
        pilot=pilot,
        most_participants=most,
        per_address=per_address,
        behind_proxy=behind_proxy,
        idle_seconds=idle * 60,
        grace_seconds=grace * 60,
        recruiter=recruiter,
        recorded_parameters=keep,
        new_sessions=most_new,
    )
    Database.open(database).close()
    pools = _checked(loaded, database)
    i18n.use(loaded.language)
    if host not in ("127.0.0.1", "::1", "localhost") and not address.startswith("https://"):
        _print_line(
            "Warning: participants' answers and links travel unencrypted; see docs/serving.md"
        )
    with set_aside():
        asyncio.run(_run(settings, loaded, pools))


async def _run(settings: "Settings", study: "LoadedStudy", pools: "Pools") -> None:
    from tui.serving.server import Server
    from tui.version import program_version

    server = Server(settings, study, lambda: pools, program_version(), _print_line)

    def ready() -> None:
        _print_line(f"“{study.title}” is served at {server.settings.url}. Stop with Ctrl+C.")

    await server.run(ready)
    _print_line("Stopped. Every session is closed.")


def _checked(study: "LoadedStudy", database: Path) -> "Pools":
    """The study's items, checked against the solver, with warnings for the researcher."""
    from tui.commands._study_proofs import proved_study

    return proved_study(study, database, _print_line).pools


def _print_line(line: str) -> None:
    click.echo(plain(line), err=True)
