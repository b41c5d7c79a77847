"""The command `items lint`: faults and oddities in item sets.

Owns its options, its readable output, and its exit code. The rules are in `items.lint`.
"""

import sys
import time
from typing import TYPE_CHECKING, cast

import click

from tui.commands._audit import keep_first, short_audit
from tui.console.executor_option import executor_option, workers
from tui.console.exitcodes import ExitCode
from tui.console.json_output import echo_long_json
from tui.console.number_options import WholeNumber, timeout_option
from tui.console.sources import open_sources, source_options
from tui.text import counted, pad, plain, width

if TYPE_CHECKING:
    from items.lint.balance import Spread
    from items.lint.run import LintReport, RuleCount
    from items.models import Item
    from solver.results import EngineChoice

EXAMPLES = 3
UPDATE_SECONDS = 0.1
"""Seconds between two updates of the progress line."""


@click.command(
    "lint",
    short_help="Find what is wrong with items, or odd about them.",
    epilog="Example:  countermodel items lint builtin:demo --json",
)
@source_options
@click.option("--rule", "rules", multiple=True, metavar="RULE", help="Only this rule. Repeatable.")
@click.option(
    "--examples",
    type=WholeNumber(0),
    default=EXAMPLES,
    show_default=True,
    help="Findings shown for each rule.",
)
@click.option(
    "--engine",
    type=click.Choice(["auto", "worlds", "z3", "both"]),
    default="auto",
    show_default=True,
    help="Which engine decides; with both, contradictions between them are reported.",
)
@timeout_option(30.0, "Time for one item, for its texts and all its solver queries.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@executor_option
@click.pass_context
def lint_command(
    ctx: click.Context,
    sources: tuple[str, ...],
    format_: str | None,
    columns: str,
    strict: bool,
    rules: tuple[str, ...],
    examples: int,
    engine: str,
    timeout: float,
    as_json: bool,
    executor: str | None,
) -> None:
    """Search the items of SOURCE… for contradictory premises, wrong golds, options that say the
    same, conclusions that follow too easily, and texts that do not fit their formulas.

    Ends with 1 if something is wrong; notes do not count. Items are read while they are checked, so
    a set may have any size.
    """
    from items.lint.checks import all_rules
    from items.lint.run import lint

    names = all_rules()
    unknown = [name for name in rules if name not in names]
    if unknown:
        raise click.UsageError(
            f"there is no rule {plain(unknown[0])}; the rules are {', '.join(names)}"
        )
    items = open_sources(sources, format_, columns, strict, timeout)
    chosen = cast("EngineChoice", engine)
    first: list[Item] = []
    with workers(executor, items.count) as crew:
        report = lint(
            keep_first(items, first),
            only=rules,
            progress=_Progress(),
            timeout=timeout,
            workers=crew,
            engine=chosen,
            total=items.count or 0,
        )
    if as_json:
        echo_long_json({**report.to_json(examples, held=False), "problems": items.problems})
    else:
        _show(report, examples)
        if not rules:
            for line in short_audit(first):
                click.echo(line)
    if report.wrong:
        ctx.exit(ExitCode.NO)
    ctx.exit(ExitCode.USAGE if items.problems else ExitCode.DONE)


class _Progress:
    """A progress line on standard error, if it is a terminal; updated only as often as it can be
    read, and at once for a slow item."""

    def __init__(self) -> None:
        self.shown_at = 0.0

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if not sys.stderr.isatty() or (now - self.shown_at < UPDATE_SECONDS and done != total):
            return
        self.shown_at = now
        text = f"Checking {done + 1} of {total}" if total else f"Checking {done + 1:,}"
        end = bool(total) and done >= total
        message = f"\r{' ' * len(text)}\r" if end else f"\r{text}"
        click.echo(message, nl=False, err=True)


def _show(report: "LintReport", examples: int) -> None:
    click.echo(
        f"{counted(report.items, 'item')}, {report.formal} with formulas,"
        f" checked in {report.seconds:.2f} s"
    )
    if report.undecided_items:
        few = counted(report.undecided_items, "item")
        click.echo(f"{few} not fully decided in time: try a longer --timeout or another --engine")
    broken = [count for count in report.counts if count.number]
    if not broken and report.items:
        click.echo("Nothing found.")
    _table(broken)
    for count in broken if examples else ():
        _examples(count, examples)
    for spread in report.spreads:
        _spread(spread)


def _table(rule_counts: "list[RuleCount]") -> None:
    rows = []
    for count in rule_counts:
        share = f"{100 * len(count.ids) / count.total:.1f} %" if count.total else "–"
        rule = count.rule
        rows.append((rule.severity, rule.name, str(len(count.ids)), share, rule.title))
    widths = [max((width(row[k]) for row in rows), default=0) for k in range(4)]
    for severity, name, number, share, title in rows:
        head = f"{pad(severity, widths[0])}  {pad(name, widths[1])}"
        click.echo(f"{head}  {number.rjust(widths[2])}  {share.rjust(widths[3])}  {title}")


def _examples(count: "RuleCount", examples: int) -> None:
    document = count.to_json(0, held=False)
    click.echo(f"\n{count.rule.name}: {count.rule.title}")
    answers = document["answers"]
    if answers is not None and answers["of"]:
        click.echo(f"  {answers['found']} of {answers['of']} answers ({answers['percent']:.1f} %)")
    if document["kinds"]:
        click.echo(
            f"  {', '.join(f'{kind} {number}' for kind, number in document['kinds'].items())}"
        )
    for finding in count.first(examples):
        question = f" · question {finding.finding.question}" if finding.finding.question else ""
        click.echo("  " + _line(f"{finding.id}{question} · {finding.finding.what}"))
        if finding.finding.excerpt:
            click.echo(f"      {_line(finding.finding.excerpt)}")
    more = count.number - examples
    if more > 0:
        click.echo(f"  … and {more} more (--examples N, or --json for all ids)")


def _spread(distribution: "Spread") -> None:
    counts = ", ".join(f"{name} {number}" for name, number in distribution.counts.items())
    judged = ""
    if distribution.chi_square is not None:
        even = max(distribution.counts.values()) - min(distribution.counts.values()) <= 1
        chance = "balanced" if even else "uneven, possibly by chance"
        judged = f" – {'not balanced' if distribution.unbalanced else chance}"
    click.echo(f"\nGold {distribution.what}: {counts}{judged}")


def _line(text: str) -> str:
    return " ".join(plain(text).split())
