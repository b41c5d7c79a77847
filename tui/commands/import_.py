"""The command `import`: answers that another tool recorded, into the database.

Owns its options and its report of skipped rows. Formats are in `items.recorded`, storing is in
`sessions.models.imports`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tui import i18n
from tui.commands._recorded_answers import recorded_options, rows_left_out, skipped_told
from tui.console.exitcodes import ExitCode
from tui.console.json_output import echo_json
from tui.console.number_options import WholeNumber
from tui.console.sources import columns_option, load_sources
from tui.i18n import _, mark, ngettext
from tui.text import plain

if TYPE_CHECKING:
    from sessions.models.imports import ImportSummary


CCOBRA = "ccobra"
JOIN_WORDS = {
    "content hash": mark("joined by content hash"),
    "id": mark("joined by id"),
    "id, question alone": mark("joined by id, question alone"),
    "number": mark("joined by number"),
    "text": mark("joined by text"),
    "text, against the id": mark("joined by text, which contradicts the id"),
    "text in the prompt": mark("joined by text in the prompt"),
    "placeholder": mark("joined to a placeholder"),
}
"""How a row was matched with its item, in the words of the command."""


@click.command(
    "import",
    short_help="Store answers that another tool recorded.",
    epilog="Example:  countermodel import log.eval --format inspect --items builtin:demo",
)
@recorded_options("by default those in the database, or otherwise placeholders.")
@click.option(
    "--people",
    is_flag=True,
    help="The answers are people's: each person becomes a session. This is the default for "
    "ccobra, unless --model is given.",
)
@click.option("--model", metavar="NAME", help="The model that answered, instead of what FILE says.")
@click.option("--setting", metavar="NAME", help="The setting, likewise.")
@click.option("--run", type=WholeNumber(1, 1_000_000), metavar="N", help="The run, likewise.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
@click.pass_context
def import_command(
    ctx: click.Context,
    file: str,
    format_: str,
    sources: tuple[str, ...],
    model: str | None,
    setting: str | None,
    run: int | None,
    columns: str,
    people: bool,
    as_json: bool,
    db: str | None,
) -> None:
    """Store the answers in FILE, all of them or none, each with the item it answers.

    An item is found by its content hash, its id or its text, if nothing else in the row contradicts
    it: another text, question, set of options or gold. A row that matches no item or several, or is
    already stored, is left out and reported. Importing a file again changes nothing; a second log
    of the same model and setting needs --run. If two rows of FILE answer one item in one run, the
    first is stored.

    With people's answers, FILE becomes a separate study that is marked as imported, and each person
    becomes a session. The items come from --items; with ccobra, by default, from FILE.

    Ends with 2 if a record of --items could not be read and nothing was stored.
    """
    i18n.use(i18n.SOURCE_LANGUAGE if as_json else i18n.environment_language())
    if people or (format_ == CCOBRA and model is None):
        if model is not None or setting is not None or run is not None:
            raise click.UsageError("--model, --setting and --run are for models' answers.")
        unread = _import_people(file, format_, sources, columns, as_json, db)
        ctx.exit(ExitCode.USAGE if unread else ExitCode.DONE)
    from items.recorded.formats import read
    from sessions.models.imports import import_answers
    from sessions.record.clock import SystemClock
    from sessions.storage.database import Database, database_path

    loaded = load_sources(sources, None, "", False, namesakes=True) if sources else None
    items = loaded.items if loaded else ()
    # A file that cannot be read at all is refused before a database is created.
    next(read(file, format_, columns_option(columns)), None)
    with Database.open(database_path(db)) as database:
        imported = import_answers(
            database,
            file,
            format_,
            utc=SystemClock().utc(),
            items=items,
            model=model,
            setting=setting,
            run=run,
            columns=columns_option(columns),
        )
    if as_json:
        echo_json(imported.as_json())
    else:
        _print_imported(imported, f" --db {plain(db)}" if db else "")
    unread = loaded is not None and bool(loaded.problems) and not imported.imported
    ctx.exit(ExitCode.USAGE if unread else ExitCode.DONE)


def _import_people(
    file: str, format_: str, sources: tuple[str, ...], columns: str, as_json: bool, db: str | None
) -> bool:
    """Store people's answers. Returns whether none were stored and items could not be read."""
    from items.recorded.formats import read
    from items.sources.ccobra_items import items_of
    from sessions.models.imports import known_items
    from sessions.record.clock import SystemClock
    from sessions.record.imported_people import import_people
    from sessions.storage.database import Database, database_path
    from tui.version import program_version

    column_names = columns_option(columns)
    next(read(file, format_, column_names), None)
    loaded = load_sources(sources, None, "", False, namesakes=True) if sources else None
    items = loaded.items if loaded else items_of(Path(file)) if format_ == CCOBRA else ()
    with Database.open(database_path(db)) as database:
        imported = import_people(
            database,
            file,
            format_,
            utc=SystemClock().utc(),
            program=program_version(),
            items=items or known_items(database),
            columns=column_names,
        )
    unread = loaded is not None and bool(loaded.problems) and not imported.imported
    if as_json:
        echo_json(imported.as_json())
        return unread
    answers = ngettext("{n} answer", "{n} answers", imported.imported).format(n=imported.imported)
    people = ngettext("{n} person", "{n} people", imported.people).format(n=imported.people)
    click.echo(
        _("{a} of {b} imported into “{c}”").format(a=answers, b=people, c=plain(imported.study))
    )
    _tell_joined(imported.joined)
    if imported.unreadable:
        click.echo(f"  {imported.unreadable:>6}  {_unreadable(imported.unreadable)}")
    if imported.earlier:
        click.echo(
            "  " + _("Another file of this name was imported before; its people are kept as well.")
        )
    if imported.in_other_files:
        message = ngettext(
            "{n} person with this id is in another imported file: they count as two people, and "
            "parts of a question are not combined across files.",
            "{n} people with these ids are in another imported file: each counts as two people, "
            "and parts of a question are not combined across files.",
            imported.in_other_files,
        )
        click.echo("  " + message.format(n=imported.in_other_files))
    if imported.repeated:
        message = ngettext(
            "{n} answer is to a question that the same id answered there: it counts twice.",
            "{n} answers are to questions that the same ids answered there: they count twice.",
            imported.repeated,
        )
        click.echo("  " + message.format(n=imported.repeated))
    if imported.skipped:
        click.echo(f"  {len(imported.skipped):>6}  {rows_left_out(len(imported.skipped))}")
    for line in skipped_told(imported.skipped):
        click.echo(f"  {line}")
    if imported.people and imported.without_item:
        message = ngettext(
            "Sessions cannot be extended later. If the row belongs to an item that is missing here,"
            " import the file into a new database with all of its items, or the row as a file of"
            " its own, which becomes another study.",
            "Sessions cannot be extended later. If the rows belong to items that are missing here,"
            " import the file into a new database with all of its items, or the rows as a file of"
            " their own, which becomes another study.",
            imported.without_item,
        )
        click.echo("  " + message)
    return unread


def _tell_joined(join_counts: Mapping[str, int]) -> None:
    for by, count in sorted(join_counts.items()):
        click.echo(f"  {count:>6}  {_(JOIN_WORDS[by])}")


def _unreadable(n: int) -> str:
    return ngettext(
        "could not be read and counts as wrong", "could not be read and count as wrong", n
    )


def _print_imported(summary: "ImportSummary", database: str) -> None:
    n = summary.imported
    click.echo(ngettext("{n} answer imported", "{n} answers imported", n).format(n=n))
    for series in summary.series:
        setting = f" · {plain(series.setting)}" if series.setting else ""
        run = _("run {n}").format(n=series.run)
        click.echo(f"  {plain(series.model)}{setting} · {run}")
    _tell_joined(summary.joined)
    if summary.needs_run:
        click.echo("  " + _("Another log of this model, setting and run is already stored."))
        click.echo("  " + _("If this is a second one, import it with --run and the next number."))
    for count, message in (
        (
            summary.unreadable,
            _unreadable(summary.unreadable),
        ),
        (
            summary.failed,
            ngettext(
                "is of a request that failed and counts as not asked",
                "are of requests that failed and count as not asked",
                summary.failed,
            ),
        ),
        (
            summary.verdicts,
            ngettext(
                "verdict on a free answer came with it",
                "verdicts on free answers came with them",
                summary.verdicts,
            ),
        ),
        (
            summary.placeholders,
            ngettext(
                "item is not available; a placeholder replaces it",
                "items are not available; placeholders replace them",
                summary.placeholders,
            ),
        ),
        (len(summary.skipped), rows_left_out(len(summary.skipped))),
    ):
        if count:
            click.echo(f"  {count:>6}  {message}")
    if summary.placeholders:
        command = f"`countermodel inspect{database}`"
        click.echo("          " + _("see them with {a}").format(a=command))
    for line in skipped_told(summary.skipped):
        click.echo(f"  {line}")
