"""`countermodel study codes`: a list of codes that cannot be guessed.

Owns the file that is written. The format of a list is defined in `study.design.codes`.
"""

import csv
import io
from pathlib import Path

import click

from tui.console.number_options import WholeNumber
from tui.text import plain

_MARK = "\ufeff"


@click.command(
    "codes",
    short_help="Write a list of codes that cannot be guessed.",
    epilog="Example:  countermodel study codes codes.csv -n 50 --column recruiter",
)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("-n", "number", type=WholeNumber(1, 1_000_000), required=True, help="How many codes.")
@click.option(
    "--column",
    "columns",
    multiple=True,
    metavar="NAME",
    help="Add an empty column for you to fill in. Repeatable.",
)
@click.option("--add", is_flag=True, help="Add codes to an existing list; its columns are kept.")
def codes(file: Path, number: int, columns: tuple[str, ...], add: bool) -> None:
    """Write N new codes to FILE, a CSV file that a study file names under [codes]. A code
    consists of P- and eight letters and digits, so it cannot be guessed."""
    from items.files.save import save_text
    from sessions.taking.invitations import new_code
    from solver.errors import InputError
    from study.design.codes import codes_in, head_of, read_codes

    if file.exists() and not add:
        title = "The codes cannot be written"
        raise InputError(title, f"{file}: expected a new name, found a file", "See --add.")
    if add and columns:
        raise click.UsageError("--column cannot be combined with --add, which keeps the columns.")
    existing_codes = read_codes(file).rows.keys() if add else set[str]()
    new_codes: dict[str, None] = {}
    while len(new_codes) < number:
        code = new_code()
        if code not in existing_codes:
            new_codes[code] = None
    if add:
        # Existing content is kept byte for byte: Excel's byte order mark, and line ends.
        with file.open(encoding="utf-8", newline="") as stream:
            before = stream.read()
    else:
        before = ",".join(("code", *columns)) + "\n"
    head, mark = head_of(before.removeprefix(_MARK)) if add else (["code", *columns], ",")
    place = head.index("code")
    text = io.StringIO()
    text.write(before if before.endswith("\n") else before + "\n")
    rows = csv.writer(text, lineterminator="\n", delimiter=mark)
    rows.writerows([code if n == place else "" for n in range(len(head))] for code in new_codes)
    codes_in(text.getvalue().removeprefix(_MARK), file)
    save_text(file, text.getvalue(), new=not add)
    codes = "code" if number == 1 else "codes"
    click.echo(f"{number} {codes} written to {plain(str(file))}. In the study file:")
    click.echo(f'  [codes]\n  who = "one-time"\n  file = "{plain(file.name)}"')
