"""The command `export`: everything recorded, as files for other tools.

Owns its options and its output. The files are written by `sessions.export.tidy_files`.
"""

from pathlib import Path

import click

from tui.console.json_output import echo_json
from tui.text import counted, plain

FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command(
    "export",
    short_help="Write everything recorded to files for other tools.",
    epilog="Example:  countermodel export --db study.db --to files",
)
@click.option(
    "--to", "folder", type=FOLDER, metavar="DIR", required=True, help="The folder to write to."
)
@click.option(
    "--psych-ds",
    "title",
    metavar="TITLE",
    help="Write a Psych-DS dataset of this title; DIR must be empty or new.",
)
@click.option(
    "--diagnose",
    is_flag=True,
    help="Also write the misreadings that explain each answer, as columns of the answers.",
)
@click.option(
    "--ccobra",
    is_flag=True,
    help="Write only people's answers, to DIR/ccobra.csv, in CCOBRA's format.",
)
@click.option(
    "--simulated",
    is_flag=True,
    help="With --ccobra: simulated respondents instead of people. The other files have both.",
)
@click.option(
    "--parquet",
    is_flag=True,
    help="Write Parquet instead, and add to an earlier export in DIR.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
def export(
    folder: Path,
    title: str | None,
    diagnose: bool,
    ccobra: bool,
    simulated: bool,
    parquet: bool,
    as_json: bool,
    db: str | None,
) -> None:
    """Write the contents of the database to DIR: answers of people and models, one row each, scores
    by item, sessions, items and verdicts on formalizations as CSV and JSON Lines with a codebook,
    events as JSON Lines, and study files unchanged.

    Participants' codes are not in the files: sessions have their random ids. Free answers are
    written unchanged. Pilots and withdrawn sessions are left out. Verdicts on formalizations name
    the people who gave them.

    With --parquet, answers, events and sessions are written as Parquet segments, and verdicts on
    formalizations as one file. The same command later adds new data, and removes withdrawn
    sessions. `report --parquet` reads them.
    """
    if parquet and (diagnose or ccobra or title is not None):
        raise click.UsageError(
            "--parquet cannot be combined with --diagnose, --ccobra or --psych-ds."
        )
    if diagnose and title is not None:
        raise click.UsageError("--diagnose cannot be combined with --psych-ds.")
    if ccobra and (diagnose or title is not None):
        raise click.UsageError("--ccobra cannot be combined with --diagnose or --psych-ds.")
    if simulated and not ccobra:
        raise click.UsageError(
            "--simulated needs --ccobra. The other files contain simulated "
            "respondents anyway, as well as people; the column kind distinguishes them."
        )
    if ccobra:
        _ccobra(folder.expanduser(), simulated, as_json, db)
        return
    if parquet:
        _parquet(folder.expanduser(), as_json, db)
        return
    from sessions.export.psych_ds import export_psych_ds
    from sessions.export.tidy_files import export as write
    from sessions.storage.copies import open_or_copy
    from sessions.storage.database import database_path

    with open_or_copy(database_path(db)) as database:
        if title is None:
            exported = write(database, folder.expanduser(), diagnose=diagnose)
        else:
            exported = export_psych_ds(database, folder.expanduser(), title)
    if as_json:
        echo_json(exported.as_json())
        return
    for written in exported.written:
        rows = "" if written.rows is None else f": {written.rows} row{'s' * (written.rows != 1)}"
        click.echo(f"{plain(written.file)}{rows}")
    for why, count in exported.left_out.items():
        reason = why.removesuffix("s") if count == 1 and why.endswith(" sessions") else why
        click.echo(f"left out: {count} {reason}", err=True)
    if exported.checked is not None:
        from study.diagnosis.second_engine import EngineCounts, sentences

        for line in sentences(EngineCounts(**exported.checked)):
            click.echo(line, err=True)
    click.echo(f"{len(exported.written)} files in {plain(exported.folder)}", err=True)


def _ccobra(folder: Path, simulated: bool, as_json: bool, db: str | None) -> None:
    from sessions.export.ccobra import write_ccobra
    from sessions.storage.copies import open_or_copy
    from sessions.storage.database import database_path

    path = folder / "ccobra.csv"
    with open_or_copy(database_path(db)) as database:
        exported = write_ccobra(database, path, simulated=simulated)
    if as_json:
        echo_json(
            {
                "file": str(path),
                "rows": exported.rows,
                "people": exported.people,
                "left_out": dict(exported.left_out),
            }
        )
        return
    click.echo(
        f"{counted(exported.rows, 'answer')} of {counted(exported.people, 'person')}: "
        f"{plain(str(path))}"
    )
    for why, count in exported.left_out.items():
        click.echo(f"left out: {counted(count, 'answer')}: {why}", err=True)


def _parquet(folder: Path, as_json: bool, db: str | None) -> None:
    from sessions.segments.append import append_segments
    from sessions.storage.copies import open_or_copy
    from sessions.storage.database import database_path

    with open_or_copy(database_path(db)) as database:
        exported = append_segments(database, folder)
    if as_json:
        echo_json(exported.as_json())
        return
    for kind, rows in exported.written.items():
        new = "" if kind == "adjudications" else "new "
        click.echo(f"{kind}: {rows} {new}row{'s' * (rows != 1)}")
    if exported.removed:
        click.echo(f"removed: {exported.removed} withdrawn", err=True)
    units = counted(exported.units, "session or run", "sessions and runs")
    click.echo(f"{units} in {plain(exported.folder)}", err=True)
