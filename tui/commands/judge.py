"""The command `judge`: models judge people's free answers, as `ask --judge` has models' judged.

Owns its options and what it prints. What is judged is `sessions.models.judging_people`'s.
"""

import asyncio

import click

from tui.commands._asking import Run
from tui.commands._requests import concurrency_option, endpoint_option, retry_options
from tui.console.exitcodes import ExitCode
from tui.console.json_output import echo_json
from tui.console.sources import load_sources, source_options
from tui.text import counted


class _PeopleRun(Run):
    """A run that asks nothing and has people's answers judged."""

    def _have_judged(self, judge: str) -> None:
        from sessions.models.judging_people import heaps

        open_heaps = heaps(self._database, self._items, judge)
        if open_heaps:
            asyncio.run(self._judge(judge, open_heaps))


@click.command(
    "judge",
    short_help="Have people's free answers judged by models.",
    epilog="Example:  countermodel judge hard.json --judge gpt-5.1 --db study.db",
)
@source_options
@click.option(
    "--judge",
    "judges",
    multiple=True,
    required=True,
    metavar="MODEL",
    help="A model that judges; repeatable.",
)
@endpoint_option
@concurrency_option
@retry_options
@click.option("--dry-run", is_flag=True, help="Count, and send nothing.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
@click.pass_context
def judge(
    ctx: click.Context,
    /,
    sources: tuple[str, ...],
    format_: str | None,
    columns: str,
    strict: bool,
    judges: tuple[str, ...],
    base_url: str | None,
    concurrency: int,
    tries: int,
    timeout: float,
    dry_run: bool,
    as_json: bool,
    db: str | None,
) -> None:
    """Have models judge the free answers that people gave to the items in SOURCE… and that no
    comparison settles; each distinct answer once.

    The words people wrote are sent to the endpoint, without a name or code: make sure that they
    agreed to it. Stop with Ctrl+C, and give the same command to resume. An annotator's grade
    overrides every judge's verdict. Ends with 3 if requests failed, with 130 if it was stopped.
    """
    from items.asking.endpoints import endpoint
    from items.asking.llm import BackOff
    from sessions.models.judging_people import heaps
    from sessions.models.plan import Plan, Wanted
    from sessions.storage.database import Database, database_path

    loaded = load_sources(sources, format_, columns, strict)
    if not loaded.items:
        ctx.exit(ExitCode.USAGE)
    endpoints = {} if dry_run else {name: endpoint(name, base_url, judge=True) for name in judges}
    with Database.open(database_path(db), create=False) as database:
        todo = [heap for name in judges for heap in heaps(database, loaded.items, name)]
        counts = {"answers": sum(heap.wanted for heap in todo), "requests": len(todo)}
        if dry_run:
            _show(counts, as_json)
            return
        nothing = Plan(Wanted(""), (), 0, 0, (), ())
        run = _PeopleRun(
            nothing, loaded.items, database, endpoints, concurrency, BackOff(tries=tries), timeout
        )
        run.play(judges)
    done = run.judged
    values = {
        "judged": done.judged,
        "unreadable": done.unreadable,
        "failed": done.failed,
        "tokens": done.tokens,
        "stopped": run.stopped,
        "seconds": run.seconds,
    }
    _show({**counts, **values}, as_json)
    code = run.exit_code
    ctx.exit(ExitCode.USAGE if code is ExitCode.DONE and loaded.problems else code)


def _show(counts: dict[str, int] | dict[str, float], as_json: bool) -> None:
    if as_json:
        echo_json(counts)
        return
    answers, requests = int(counts["answers"]), int(counts["requests"])
    click.echo(f"{counted(answers, 'answer')} to be judged, in {counted(requests, 'request')}")
    if "judged" in counts:
        click.echo(
            f"{counted(int(counts['judged']), 'verdict')}, {counts['unreadable']} unreadable, "
            f"{counts['failed']} failed; {counts['tokens']:,} tokens in {counts['seconds']:.1f} s"
        )
    if counts.get("stopped"):
        click.echo("Not finished; the same command goes on where this one ended.")
