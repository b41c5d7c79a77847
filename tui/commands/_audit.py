"""The command `items audit`, and the short form of an audit that other commands print.

Owns the options and the output. Readers and figures are in `items.audit`.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from items.models import Item
from tui.console.exitcodes import ExitCode
from tui.console.json_output import echo_json
from tui.console.sources import load_sources, source_options
from tui.text import counted, pad, plain, width

if TYPE_CHECKING:
    from items.audit.figures import Overlap, WordFigures
    from items.audit.run import AuditReport, TypeReport

QUICK_ITEMS = 3000
"""The short form covers at most this number of items, the first ones."""


@click.command(
    "audit",
    short_help="Find what readers score on items without reasoning.",
    epilog="Example:  countermodel items audit divlogic.jsonl --reference published.jsonl",
)
@source_options
@click.option(
    "--reference",
    multiple=True,
    metavar="SOURCE",
    help="Items to compare with: exact copies, near-duplicates, same structure. Repeatable.",
)
@click.option("--quick", is_flag=True, help="Leave out the slow learners.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.pass_context
def audit_command(
    ctx: click.Context,
    sources: tuple[str, ...],
    format_: str | None,
    columns: str,
    strict: bool,
    reference: tuple[str, ...],
    quick: bool,
    as_json: bool,
) -> None:
    """Train readers that see only a part of the items of SOURCE… (the question, the options, counts
    of words and symbols), and compare them with chance.

    Ends with 1 if a reader does better than chance by more than 3 points.
    """
    from items.audit.readers import require_sklearn
    from items.audit.run import audit

    require_sklearn()
    loaded = load_sources(sources, format_, columns, strict)
    reference_items = load_sources(reference, None, "", strict).items if reference else ()
    report = audit(loaded.items, reference=reference_items, quick=quick, progress=_progress)
    if as_json:
        echo_json(report.to_json())
    else:
        _show(report)
    if report.gives_away:
        ctx.exit(ExitCode.NO)
    ctx.exit(ExitCode.USAGE if loaded.problems else ExitCode.DONE)


def keep_first(items: Iterable[Item], first: list[Item]) -> Iterator[Item]:
    """Yield all items; put those for the short form into `first`."""
    for item in items:
        if len(first) < QUICK_ITEMS:
            first.append(item)
        yield item


def short_audit(items: Sequence[Item]) -> list[str]:
    """A short audit by quick readers, one line per question type. One line says why there is none
    if scikit-learn is not installed. Empty if no type has enough questions."""
    from items.audit.readers import MIN_QUESTIONS, has_sklearn

    if len(items) < MIN_QUESTIONS:
        return []
    if not has_sklearn():
        return ["Audit: not done, scikit-learn is not installed (extra: audit)"]
    from items.audit.run import audit

    report = audit(items[:QUICK_ITEMS], quick=True)
    return [f"Audit, {type_.name}: {_verdict(type_)}" for type_ in report.types if type_.scores]


def _progress(name: str, done: int, total: int) -> None:
    if not sys.stderr.isatty():
        return
    text = f"{plain(name)}: reader {done} of {total}"
    click.echo(f"\r{text}\x1b[K" if done < total else "\r\x1b[K", nl=False, err=True)


def _verdict(type_report: "TypeReport") -> str:
    best = type_report.best
    assert best is not None
    text = (
        f"best reader {_percent(best.accuracy)} ({_percent(best.low)} to {_percent(best.high)}), "
        f"chance {_percent(type_report.chance)}"
    )
    if type_report.gives_away:
        return f"Gives answers away: {text}: {best.reader}, from {best.sees}"
    if type_report.gives_away is None:
        return (
            f"Not settled: {text}; {counted(type_report.questions, 'question')} are too few to tell"
        )
    return f"Passed: {text}"


def _show(report: "AuditReport") -> None:
    click.echo(f"{counted(report.items, 'item')}, audited in {report.seconds:.1f} s")
    for type_ in report.types:
        click.echo(
            f"\n{plain(type_.name)}: {counted(type_.questions, 'question')} in "
            f"{counted(type_.clusters, 'cluster')}, chance {_percent(type_.chance)}, "
            f"majority {_percent(type_.majority)}"
        )
        if not type_.scores:
            click.echo("  Too few questions to train a reader.")
            continue
        _table(type_)
        for entry in type_.giveaways:
            click.echo(f"  - {plain(entry.sentence())}")
        click.echo(f"  {_verdict(type_)}")
    _words(report.words)
    if report.overlap is not None:
        _overlap(report.overlap)


def _table(type_report: "TypeReport") -> None:
    rows = [
        (
            score.sees,
            score.reader,
            _percent(score.accuracy),
            f"{_percent(score.low)} to {_percent(score.high)}",
            f"{100 * (score.accuracy - type_report.chance):+.1f}",
        )
        for score in type_report.scores
    ]
    head = ("sees", "reader", "right", "95 % interval", "above chance")
    widths = [max(width(row[k]) for row in (head, *rows)) for k in range(len(head))]
    for row in (head, *rows):
        cells = [pad(cell, widths[k]) for k, cell in enumerate(row)]
        click.echo(f"  {'  '.join(cells).rstrip()}")


def _words(words: "WordFigures") -> None:
    click.echo(
        f"\nWords: {words.words}, vocabulary {words.vocabulary}, different pairs "
        f"{_share(words.distinct_2)}, different triples {_share(words.distinct_3)}"
    )
    structures = "–" if words.structures is None else str(words.structures)
    click.echo(
        f"Different texts: {words.texts}; different problems up to renaming: {structures} of "
        f"{words.formal} with formulas"
    )


def _overlap(shared: "Overlap") -> None:
    click.echo(
        f"Overlap with the reference: {len(shared.exact)} exact, "
        f"{len(shared.near)} near-duplicates, {len(shared.same_structure)} of the same structure"
    )
    if shared.divergence is not None:
        click.echo(f"KL divergence of its words from the reference: {shared.divergence:.2f} nats")


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _share(share: float | None) -> str:
    return "–" if share is None else _percent(share)
