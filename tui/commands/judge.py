"""The command `judge`: models judge the free answers of people and of imported logs, as `ask
--judge` does for the answers it requests.

Owns its options and its output. The answers to be judged come from `sessions.models.judging_people`
and `sessions.models.judging`.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from tui.commands._ask_run import Run
from tui.commands._request_options import (
    again_option,
    concurrency_option,
    endpoint_option,
    kept_unreadable,
    retry_options,
)
from tui.console.exitcodes import ExitCode
from tui.console.json_output import echo_json
from tui.console.sources import load_sources, source_options
from tui.text import counted

if TYPE_CHECKING:
    from items.models import Item
    from sessions.models.judging import Due
    from sessions.storage.database import Database

PEOPLE, IMPORTED = "people", "imported"
"""Whose answers are judged. People's answers come first, since a verdict on one holds for every
model that gave the same answer."""


class _JudgingRun(Run):
    """A run that sends no questions, and has recorded answers judged."""

    answer_sources: Collection[str] = ()
    counts: Counter[str]
    """Counts of answers and requests."""

    def _have_judged(self, judge: str) -> None:
        reported_before = frozenset[bytes]()
        for name in self.answer_sources:
            if not self.stopped:
                all_due = _due(self._database, self._items, name, judge, self._repeat_unreadable)
                due = replace(all_due, unreadable=all_due.unreadable - reported_before)
                reported_before = reported_before.union(
                    due.unreadable, *(heap.about for heap in due.heaps)
                )
                self.counts.update(_counts(due))
                self._have(judge, due)


def _due(
    database: "Database", items: "Sequence[Item]", source: str, judge: str, repeat_unreadable: bool
) -> "Due":
    """What a judge is to be asked about the answers of people or of imported logs."""
    from sessions.models.judging import imported_bundles
    from sessions.models.judging_people import heaps

    find_due = heaps if source == PEOPLE else imported_bundles
    return find_due(database, items, judge, again=repeat_unreadable)


def _counts(due: "Due") -> dict[str, int]:
    """The counts as JSON."""
    return {
        "answers": sum(heap.open_count for heap in due.heaps),
        "requests": len(due.heaps),
        "unreadable_before": len(due.unreadable),
    }


@click.command(
    "judge",
    short_help="Have free answers of people and imported logs judged by models.",
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
@click.option(
    "--of",
    "source",
    type=click.Choice((PEOPLE, IMPORTED)),
    help="Only answers of people, or only those of imported logs; by default both.",
)
@again_option
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
    source: str | None,
    repeat_unreadable: bool,
    base_url: str | None,
    concurrency: int,
    tries: int,
    timeout: float,
    dry_run: bool,
    as_json: bool,
    db: str | None,
) -> None:
    """Have models judge the free answers to the items in SOURCE… that no comparison settles:
    people's answers, each distinct one once, and models' answers stored by `import`.

    People's answers are sent to the endpoint word for word, without a name or code: make sure that
    they agreed to this. Stop with Ctrl+C, and give the same command to resume. An annotator's grade
    overrides every judge's verdict. An unreadable verdict is kept as unreadable. Ends with 3 if
    requests failed, with 130 if it was stopped.
    """
    from items.asking.endpoints import endpoint
    from items.asking.llm import BackOff
    from sessions.models.request_plan import Plan, PlannedRun
    from sessions.storage.database import Database, database_path

    loaded = load_sources(sources, format_, columns, strict)
    if not loaded.items:
        ctx.exit(ExitCode.USAGE)
    judges = tuple(dict.fromkeys(judges))
    groups = (PEOPLE, IMPORTED) if source is None else (source,)
    endpoints = {} if dry_run else {name: endpoint(name, base_url, judge=True) for name in judges}
    with Database.open(database_path(db), create=False) as database:
        if dry_run:
            counts = Counter[str]()
            for name in judges:
                reported_before = frozenset[bytes]()
                for group in groups:
                    due = _due(database, loaded.items, group, name, repeat_unreadable)
                    counts.update(
                        _counts(replace(due, unreadable=due.unreadable - reported_before))
                    )
                    reported_before |= due.unreadable
            _show(counts, as_json)
            return
        nothing = Plan(PlannedRun(""), (), 0, 0, (), ())
        back_off = BackOff(tries=tries)
        run = _JudgingRun(
            nothing,
            loaded.items,
            database,
            endpoints,
            concurrency,
            back_off,
            timeout,
            repeat_unreadable=repeat_unreadable,
        )
        run.answer_sources, run.counts = groups, Counter()
        run.play(judges)
    tally = run.judging_tally
    values = {
        "judged": tally.judged,
        "unreadable": tally.unreadable,
        "failed": tally.failed,
        "tokens": tally.tokens,
        "stopped": run.stopped,
        "seconds": run.seconds,
    }
    _show({**run.counts, **values}, as_json)
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
    if counts["unreadable_before"]:
        click.echo(kept_unreadable(int(counts["unreadable_before"])))
    if counts.get("stopped"):
        click.echo("Not finished; run the same command to continue.")
