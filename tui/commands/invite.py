"""The command `invite`: links that let participants into a served study.

Owns its options and its output. The content and signature of a link are in
`sessions.taking.invitations`.
"""

import csv
import sys
import time
from pathlib import Path

import click

from tui.console.json_output import echo_json
from tui.console.number_options import RealNumber, WholeNumber
from tui.text import plain

DAY_SECONDS = 86_400
MOST_DAYS = 36_525


@click.command(
    short_help="Print links into a served study, one for each participant.",
    epilog="Example:  countermodel invite study.toml -n 50 --db study.db "
    "--url https://study.example.org",
)
@click.argument("study")
@click.option("-n", "number", type=WholeNumber(1, 1_000_000), help="How many links.")
@click.option(
    "--codes",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Make links for these participants instead: a file with one code per line.",
)
@click.option(
    "--days",
    type=RealNumber(min=0, min_open=True, max=MOST_DAYS),
    metavar="DAYS",
    help="After this many days a link begins no session; a session already begun can continue.",
)
@click.option(
    "--url",
    metavar="ADDRESS",
    default="http://localhost:8000",
    show_default=True,
    help="The address that participants use, as given to `serve`.",
)
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
def invite(
    study: str,
    number: int | None,
    codes: Path | None,
    days: float | None,
    url: str,
    db: str | None,
    as_json: bool,
) -> None:
    """Print a participant's code and link in each line, as CSV. A link is for one person: it always
    leads to the same session, however often it is opened. The study's gold answers are proved
    first, and the proofs are stored. Links are not stored: they are signed with the secret next to
    the database (FILE.secret), so give the same --db as to `serve`."""
    from sessions.storage.database import database_path
    from sessions.taking import invitations
    from sessions.taking.invitations import Invitation
    from solver.errors import InputError
    from study.design.codes import normalise_code
    from study.design.protocol import load_study
    from tui.commands._study_proofs import proved_study
    from tui.serving.settings import checked_url

    if (number is None) == (codes is None):
        raise click.UsageError("Give either -n or --codes.")
    loaded = load_study(study)
    proved_study(loaded, database_path(db), lambda line: click.echo(plain(line), err=True))
    secret = invitations.secret_of(database_path(db))
    address = checked_url(url)
    until = int(time.time() + days * DAY_SECONDS) if days else 0
    if codes is None:
        people = [invitations.new_code() for _ in range(number or 0)]
    else:
        people = [normalise_code(line) for line in _lines(codes)]
        twice = sorted({code for code in people if people.count(code) > 1})
        if twice:
            raise InputError(
                "A code occurs twice",
                f"{codes}: expected each code once, found {twice[0]} again",
            )
    rows = [
        {
            "code": code,
            "link": f"{address}/s/"
            + invitations.token(secret, loaded.study.key, Invitation(code, until=until)),
        }
        for code in people
    ]
    if as_json:
        echo_json(rows)
        return
    written = csv.writer(sys.stdout, lineterminator="\n")
    written.writerow(("code", "link"))
    written.writerows((row["code"], row["link"]) for row in rows)


def _lines(path: Path) -> list[str]:
    """The non-empty lines of a file. Raises InputError if it cannot be read or has none."""
    from solver.errors import InputError
    from solver.files import read_data

    try:
        text = read_data(path).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError("The codes cannot be read", plain(f"{path}: {error}")) from error
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        raise InputError("The codes cannot be read", f"{path}: expected a code in each line")
    return lines
