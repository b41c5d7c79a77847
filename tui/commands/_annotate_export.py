"""The command `annotate export`: verdicts, final verdicts and accepted items as files.

Owns its options; the rows come from `sessions.annotation.export`.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from solver.errors import InputError
from tui.console.exitcodes import ExitCode
from tui.console.json_output import echo_json
from tui.text import counted, plain

if TYPE_CHECKING:
    from sessions.annotation.results import QueueResults
    from sessions.record.tabular import Form

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(
    "export",
    short_help="Write verdicts and accepted items.",
    epilog="Example:  countermodel annotate export hard.toml --verdicts verdicts.csv "
    "--final final.jsonl --items accepted.jsonl",
)
@click.argument("queue")
@click.option("--verdicts", type=FILE, help="Every verdict of every annotator: .jsonl or .csv.")
@click.option("--final", type=FILE, help="The adjudicated set: .jsonl or .csv.")
@click.option("--items", "items_", type=FILE, help="The accepted items, as an item source.")
@click.option("--as-controls", type=FILE, help="Items with final verdicts, as controls elsewhere.")
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.pass_context
def export(
    ctx: click.Context,
    queue: str,
    verdicts: Path | None,
    final: Path | None,
    items_: Path | None,
    as_controls: Path | None,
    db: str | None,
    as_json: bool,
) -> None:
    """Write the results of QUEUE (its file, or its id in the database) to files.

    Annotators' verdicts are written unchanged; final verdicts are those that all annotators agree
    on or that the adjudicator gave. Ends with 1 if an attached formalization does not prove the
    gold.
    """
    from items.files.proofs import displayed_state
    from items.files.save import save_text
    from items.sources.own_format import write
    from sessions.annotation import export as out
    from sessions.record.tabular import as_text

    if not (verdicts or final or items_ or as_controls):
        raise InputError(
            "Nothing to export to", "expected --verdicts, --final, --items or --as-controls"
        )
    queue_results = _results(queue, db)
    document: dict[str, object] = {}
    code = ExitCode.DONE
    if verdicts is not None:
        rows = list(out.verdicts(queue_results))
        save_text(verdicts, as_text(rows, _form(verdicts), out.VERDICT_FIELDS))
        document["verdicts"] = len(rows)
    if final is not None:
        rows = list(out.final_verdicts(queue_results))
        save_text(final, as_text(rows, _form(final), out.FINAL_FIELDS))
        document["final"] = len(rows)
    if items_ is not None:
        accepted = out.accepted(queue_results)
        save_text(items_, write(accepted.items))
        document |= {
            "accepted": len(accepted.items),
            "not_accepted": accepted.rejected,
            "open": accepted.open,
            "proofs": dict(accepted.proofs),
        }
        if "disproved" in accepted.proofs.values():
            code = ExitCode.NO
    if as_controls is not None:
        accepted_items = out.accepted(queue_results, as_controls=True)
        save_text(as_controls, write(accepted_items.items))
        document["controls"] = len(accepted_items.items)
    for name, count in queue_results.waiting.items():
        click.echo(
            f"{plain(name)} has not opened this version of the queue: "
            f"{counted(count, 'judgement')} from an earlier version counted",
            err=True,
        )
    if as_json:
        echo_json(document)
    else:
        for name, value in document.items():
            if isinstance(value, dict):
                for item, state in value.items():
                    click.echo(
                        f"formalization attached to {plain(item)}: {plain(displayed_state(state))}"
                    )
            else:
                click.echo(f"{name.replace('_', ' ')}: {value}")
    ctx.exit(code)


def _results(queue: str, db: str | None) -> "QueueResults":
    from sessions.annotation.results import results
    from sessions.record import queues
    from sessions.storage.copies import open_or_copy
    from sessions.storage.database import database_path
    from study.annotation.queue import load_queue

    queue_source = load_queue(queue) if Path(queue).exists() else queue
    with open_or_copy(database_path(db)) as database:
        return results(database, queues.version_worked_on(database, queue_source))


def _form(path: Path) -> "Form":
    """The format that a file name asks for. Raises InputError for any other ending."""
    if path.suffix.lower() == ".csv":
        return "csv"
    if path.suffix.lower() in (".jsonl", ".ndjson"):
        return "jsonl"
    raise InputError("Unknown form", f"{path}: expected .jsonl or .csv, found {path.suffix!r}")
