"""The command `score`: the scores of recorded answers, without a database.

Owns its options and its output. Formulas are in `study.metrics`, their names in
`study.scores.sheet_scores`.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from tui.commands._recorded_answers import recorded_options, rows_left_out, skipped_told
from tui.console.json_output import echo_json
from tui.console.number_options import SHARE
from tui.console.sources import columns_option, load_sources
from tui.text import counted, plain

if TYPE_CHECKING:
    from study.metrics.metric import Need


@click.command(
    "score",
    short_help="Score answers that another tool recorded.",
    epilog="Example:  countermodel score 0-shot-chatgpt.txt --format ilogiceval --json",
)
@recorded_options("without them, the gold in FILE is used.")
@click.option("--alpha", type=SHARE, metavar="A", help="Also give PC_alpha for this alpha.")
@click.option(
    "--pool", is_flag=True, help="Combine items in words and in symbols, and all languages."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
def score(
    file: str,
    format_: str,
    sources: tuple[str, ...],
    columns: str,
    alpha: float | None,
    pool: bool,
    as_json: bool,
) -> None:
    """Score the answers in FILE and store nothing: ACC, CIR and PC of choices, accuracy and F1 of
    truth values, Item and Sub-Q Accuracy of items with several questions.

    Scores are in per cent, with 95 % intervals for new items: the questions of an item, and items
    of the same structure, are drawn together. Items in words and in symbols, and items in different
    languages, are scored separately; --pool combines them. An unreadable answer counts as wrong. If
    some free answers are unsettled, a figure is – with two bounds: all of them wrong, and all
    right.
    """
    from items.recorded.formats import read
    from items.recorded.join import Joiner, join_all
    from study.scores.answer_sheets import recorded_sheets
    from study.scores.sheet_scores import runs_scores, sheet_scores

    items = load_sources(sources, None, "", False, namesakes=True).items if sources else ()
    joiner = Joiner(items, stand_in=not items)
    rows = join_all(read(file, format_, columns_option(columns)), joiner)
    sheets, skipped, outcome = recorded_sheets(rows)
    series = [
        {
            "model": model,
            "setting": setting,
            "run": run,
            **sheet_scores(sheet, outcome, alpha, pooled=pool),
        }
        for (model, setting, run), sheet in sheets.items()
    ]
    settings: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for entry in series:
        settings.setdefault((entry["model"], entry["setting"]), []).append(entry)
    over = [
        {"model": model, "setting": setting, **spread}
        for (model, setting), runs in settings.items()
        if (spread := runs_scores(runs))
    ]
    if as_json:
        # The scores of a single run are at the top level, where a reader looks for them.
        top = series[0] if len(series) == 1 else {}
        left_out = [{"row": skip.row, "reason": skip.reason} for skip in skipped]
        document = {**top, "series": series, "over_runs": over, "skipped": left_out}
        echo_json(document)
        return
    for entry in series:
        _print_scores(entry)
    for spread in over:
        _tell_runs(spread)
    if skipped:
        click.echo(f"{len(skipped)} {rows_left_out(len(skipped))}")
        for line in skipped_told(skipped):
            click.echo(f"  {line}")


def _print_scores(entry: Mapping[str, Any]) -> None:
    name = plain(entry["model"]) or "no model named"
    setting = f" · {plain(entry['setting'])}" if entry["setting"] else ""
    click.echo(f"{name}{setting} · run {entry['run']}")
    click.echo(f"  {counted(entry['answers'], 'answer')}, {entry['unreadable']} unreadable")
    from study.scores.sheet_scores import told_apart

    for heading, scores in told_apart(entry).items():
        if heading:
            click.echo(f"  {plain(heading)}: {counted(scores['answers'], 'answer')}")
        _tell_scores(scores)


def _tell_scores(entry: Mapping[str, Any]) -> None:
    if "ACC" in entry:
        _tell_circular("", entry)
    for kind, scores in entry.get("by_question_type", {}).items():
        _tell_circular(plain(kind), scores)
    from study.metrics.metric import SUB_QUESTIONS, TRUTHS

    for group, name in (("truth", "truth values"), ("by_item", "items of several questions")):
        if group in entry:
            click.echo(f"  {name}")
            _tell_metrics(TRUTHS if group == "truth" else SUB_QUESTIONS, entry[group])


def _tell_metrics(need: "Need[Any]", scores: Mapping[str, Any]) -> None:
    """Print one line for each metric of this kind of data."""
    from study.metrics.registry import metrics
    from study.metrics.uncertainty import BothIntervals

    for metric in metrics(need):
        outer, _, inner = metric.key.partition(".")
        value = scores[outer][inner] if inner else scores[outer]
        _line(metric.name, value, scores["intervals"].get(metric.key))
        if metric.key in scores.get("bounds", {}):
            ends = ("–" if end is None else f"{end:.2f}" for end in scores["bounds"][metric.key])
            wrong, right = ends
            name = counted(scores["ungraded"], "unsettled answer")
            if isinstance(metric.interval, BothIntervals):
                click.echo(f"      {name}: {wrong} at least, {right} at most")
            else:
                click.echo(f"      {name}: {wrong} if all are wrong, {right} if all are right")


def _tell_circular(kind: str, scores: Mapping[str, Any]) -> None:
    if kind:
        click.echo(f"  {kind}")
    from study.metrics.metric import CHOICES

    _tell_metrics(CHOICES, scores)
    if "PC_alpha" in scores:
        _line("PC_alpha", scores["PC_alpha"], scores["intervals"]["PC_alpha"])
    incomplete = scores["items_without_all_mutants"]
    more = f", {incomplete} without all mutants (not in CIR and PC)" if incomplete else ""
    click.echo(f"    {counted(scores['items'], 'item')}{more}")


def _line(words: str, value: float | None, bounds: list[float] | None) -> None:
    value_text = "–" if value is None else f"{value:.2f}"
    interval = f"   {bounds[0]:.2f} to {bounds[1]:.2f}" if bounds else ""
    click.echo(f"    {words:<24} {value_text:>7}{interval}")


def _tell_runs(run_spread: Mapping[str, Any]) -> None:
    setting = f" · {plain(run_spread['setting'])}" if run_spread["setting"] else ""
    from study.scores.sheet_scores import told_apart

    for heading, scores in told_apart(run_spread).items():
        over = f" · {plain(heading)}" if heading else ""
        click.echo(f"{plain(run_spread['model'])}{setting}{over} over runs")
        _tell_spread(scores)


def _tell_spread(scores: Mapping[str, Any]) -> None:
    for key, entry in scores.items():
        if isinstance(entry, Mapping):
            cv = "–" if entry["CV"] is None else f"{entry['CV']:.1f} %"
            click.echo(
                f"    {key:<24} {entry['mean']:>7.2f} ± {entry['sd']:.2f}   CV {cv}"
                f"   {entry['runs']} runs"
            )
