"""The commands under `study`: what a researcher does with a study file before anybody takes part.

Owns `study check` and what it prints. What is checked is `study.preflight`.
"""

import json
from typing import TYPE_CHECKING

import click

from tui.exitcodes import ExitCode
from tui.text import plain

if TYPE_CHECKING:
    from study.protocol import LoadedStudy


@click.group(short_help="Check study files.")
def study() -> None:
    """Work with study files."""


@study.command(
    short_help="Check a study file against its items.",
    epilog="Example:  countermodel study check builtin:demo",
)
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option("--db", metavar="FILE", help="The database for proof states; by default the user's.")
@click.pass_context
def check(ctx: click.Context, file: str, as_json: bool, db: str | None) -> None:
    """Check that the study in FILE can run, and how likely its tests are passed by guessing. Ends
    with 1 if there is a warning."""
    from sessions.database import Database, database_path
    from sessions.preflight import check_study
    from study.protocol import load_study

    loaded = load_study(file)
    path = database_path(db)
    with Database.open(path if path.exists() else ":memory:") as database:
        found = check_study(database, loaded)
    if as_json:
        gates = [
            {"test": gate.section, "questions": gate.questions, "needed": gate.needed,
             "chance": float(gate.chance)}
            for gate in found.gates
        ]  # fmt: skip
        click.echo(json.dumps({"tests": gates, "warnings": found.warnings}, ensure_ascii=False))
    else:
        click.echo(f"{plain(loaded.study.title)} can run.")
        for gate in found.gates:
            click.echo(plain(gate.told))
        for warning in found.warnings:
            click.echo(f"Warning: {plain(warning)}")
        for line in _audited(loaded):
            click.echo(plain(line))
    ctx.exit(ExitCode.NO if found.warnings else ExitCode.DONE)


def _audited(loaded: "LoadedStudy") -> list[str]:
    """What readers that do not reason score on the items of each block, in a line each."""
    from study.pools import read_sources
    from study.sections import select
    from tui.commands._audit import short_audit

    pools = read_sources(loaded).pools
    items = {
        item.content_hash: item
        for section in loaded.study.sections
        for item in select(section, pools)
    }
    return short_audit(list(items.values()))
