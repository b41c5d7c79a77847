"""The command `report`: recorded data as tables.

Owns its options and its output when nothing is recorded. Counting is in
`sessions.report.accuracy_report`, layout in `tui.console.tables`.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tui import i18n
from tui.commands._sampling_options import sampling_of, sampling_options
from tui.console.json_output import echo_json
from tui.console.number_options import WholeNumber
from tui.text import plain

if TYPE_CHECKING:
    from sessions.report.headline import Headline
    from sessions.report.narrowing import Narrowing
    from sessions.report.report_tables import Report

FILE = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command(
    "report",
    short_help="Show accuracy, times and time-outs of a study as tables.",
    epilog="Example:  countermodel report --study demo --json",
)
@click.option("--study", metavar="NAME", help="A study's id, title, file, or start of a hash.")
@click.option(
    "--simulated", is_flag=True, help="Also show simulated respondents, in separate tables."
)
@click.option(
    "--full",
    is_flag=True,
    help="Also count sessions excluded by the study's own rules.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option(
    "--csv", "folder", type=FOLDER, metavar="DIR", help="Write tidy tables with a codebook."
)
@click.option(
    "--html", type=FILE, metavar="FILE", help="Write one self-contained page with charts."
)
@click.option(
    "--solve",
    type=WholeNumber(0, 86_400),
    metavar="SECONDS",
    help="Time limit for computing the difficulty of items; 0: compute nothing. By default "
    "everything is computed, once.",
)
@click.option(
    "--mixed",
    is_flag=True,
    help="Also fit a mixed logistic model: ability, difficulty (countermodel[stats]).",
)
@click.option(
    "--diagnose",
    is_flag=True,
    help="Also show which misreadings explain answers, and whose answers look like models'.",
)
@click.option(
    "--prices",
    type=FILE,
    metavar="FILE",
    help="Prices of a million tokens, as TOML: the table of tokens shows cost.",
)
@sampling_options
@click.option(
    "--where",
    "conditions",
    multiple=True,
    metavar="ATTR=VALUE",
    help="Only items with this attribute value; also benchmark, language, and form (natural "
    "language or symbolic). Repeatable: values of one ATTR are alternatives, different "
    "ATTRs must all match. (none): items without it.",
)
@click.option(
    "--by",
    multiple=True,
    metavar="ATTR",
    help="Accuracy for each value of this attribute. Repeatable.",
)
@click.option(
    "--pool",
    is_flag=True,
    help="Combine items in words and in symbols; in comparisons and tables of truth values, "
    "also all languages; with --paper, only languages.",
)
@click.option(
    "--checklist",
    is_flag=True,
    help="A reporting checklist for human baselines (Wei et al. 2025), filled in from the record.",
)
@click.option(
    "--paper",
    type=click.Choice(tuple("ABCDE"), case_sensitive=False),
    help="The tables of one paper in its own form, next to its published figures: A DivLogicEval, "
    "B ILogicEval, C ContextHub, D QMFOL, E LLMEval-Logic.",
)
@click.option(
    "--stand-in",
    "stand_ins",
    multiple=True,
    metavar="BENCHMARK",
    help="With --paper A or B: choices of this benchmark count as the paper's. Repeatable.",
)
@click.option(
    "--parquet",
    "segments",
    type=FOLDER,
    metavar="DIR",
    help="Use the output of export --parquet in DIR (countermodel[big]).",
)
@click.option(
    "--language",
    type=click.Choice(i18n.LANGUAGES),
    help="The language of tables and page; by default the environment's. Files are English.",
)
@click.option(
    "--recompute",
    is_flag=True,
    help="Recompute the report, even if it is cached for this record.",
)
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
def report(
    study: str | None,
    simulated: bool,
    full: bool,
    mixed: bool,
    diagnose: bool,
    prices: Path | None,
    population: str | None,
    cluster: str | None,
    as_json: bool,
    folder: Path | None,
    html: Path | None,
    solve: int | None,
    conditions: tuple[str, ...],
    by: tuple[str, ...],
    pool: bool,
    checklist: bool,
    paper: str | None,
    stand_ins: tuple[str, ...],
    segments: Path | None,
    language: str | None,
    recompute: bool,
    db: str | None,
) -> None:
    """Report on the sessions in the database: how they ended, qualification, accuracy by block,
    question kind and item attribute with 95 % intervals, times, time-outs, confidence.

    Versions of a study are reported separately. Pilot, withdrawn and simulated sessions are left
    out and counted as such. Sessions excluded by the study's own rules are counted in one table,
    which has the figures with and without them; --full counts them everywhere. An answer that timed
    out without being confirmed counts as wrong.

    If models answered, tables compare them with people: over everything, or with --study over the
    items of that study. The solver's figures of the items are shown with accuracy and time; they
    are computed once and stored in the database.

    With --where and --by, only the tables that compare models and people are shown, over the
    selected items, after a table of accuracy for each value.

    With --paper, the tables are those of a published paper: its rows and columns in its order, its
    figures next to those of the record; rows without answers are marked as not recorded.

    With --parquet, tables are computed from Parquet instead of the database, for records of many
    million answers: the tables of studies except the participants', accuracy of models and people,
    accuracy over runs, and the spread of people. They are the same as from the database. The output
    names the tables that are not made (`not_made` in JSON).
    """
    if segments is not None and (
        study or full or mixed or prices or solve is not None or conditions or by or checklist
        or paper or html or db or pool
    ):  # fmt: skip
        raise click.UsageError(
            "--parquet can only be combined with --simulated, --population, --json and --csv."
        )
    i18n.use(language or i18n.environment_language())
    narrow = _narrowing(conditions, by)
    if diagnose and (checklist or paper is not None or narrow is not None):
        raise click.UsageError(
            "--diagnose cannot be combined with --checklist, --paper, --where or --by."
        )
    if stand_ins and (paper is None or paper.upper() not in "AB"):
        raise click.UsageError("--stand-in needs --paper A or B.")
    if paper is not None and narrow is not None:
        raise click.UsageError("--paper cannot be combined with --where or --by.")
    if checklist and (paper is not None or narrow is not None):
        raise click.UsageError("--checklist cannot be combined with --paper, --where or --by.")
    if checklist and simulated:
        raise click.UsageError(
            "--checklist is about people and cannot be combined with --simulated."
        )
    if narrow is not None and mixed:
        raise click.UsageError("--mixed cannot be combined with --where or --by.")
    if prices is not None and (checklist or paper is not None or narrow is not None):
        raise click.UsageError(
            "--prices cannot be combined with --checklist, --paper, --where or --by."
        )
    from tui.commands._reporting import Reporting

    reporting = Reporting(
        db=db,
        study=study,
        simulated=simulated,
        full=full,
        sampling=sampling_of(population, cluster),
        pooled=pool,
    )
    if segments is not None:
        from sessions.segments.report import segment_report

        built = segment_report(segments, simulated=simulated, sampling=reporting.sampling)
    elif checklist:
        built = reporting.checklist()
    elif narrow is not None:
        built = reporting.narrowed(narrow, solve)
    elif paper is not None:
        built = reporting.paper(paper, stand_ins)
    else:
        built = reporting.full_report(
            solve, mixed=mixed, prices=prices, diagnose=diagnose, recompute=recompute
        )
    if folder is not None:
        from sessions.report.report_files import write_csv

        written = write_csv(built, folder)
        click.echo(f"{len(written.files)} files in {plain(str(folder))}", err=True)
        if written.removed:
            names = ", ".join(plain(path.name) for path in written.removed)
            click.echo(f"Removed from an earlier report there: {names}", err=True)
    if html is not None:
        has_first_page = paper is None and not checklist
        _write_page(built, html, reporting.first_page(narrow) if has_first_page else None)
    if as_json:
        echo_json(built.as_json())
    elif folder is not None or html is not None:
        return
    elif built.tables:
        from tui.console.tables import print_tables

        print_tables(built.tables)
    else:
        click.echo(i18n._("Nothing has been recorded yet."))
    if built.not_made and not as_json:
        from tui.state.report_words import word

        message = i18n._("Not available from segments; these tables need the database: {names}.")
        names = i18n._(", ").join(map(word, built.not_made))
        click.echo(f"\n{message.format(names=names)}")


def _write_page(report: "Report", path: Path, headline: "Headline | None") -> None:
    from items.files.save import save_text
    from tui.pages.report import page

    save_text(path, page(report, headline))
    click.echo(f"Report in {plain(str(path))}", err=True)


def _narrowing(conditions: tuple[str, ...], by: tuple[str, ...]) -> "Narrowing | None":
    """The narrowing by --where and --by; None if neither was given. Raises UsageError for a
    condition that is not ATTR=VALUE."""
    if not conditions and not by:
        return None
    from sessions.report.narrowing import Narrowing

    where: list[tuple[str, str]] = []
    for text in conditions:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise click.UsageError(f"--where: expected ATTR=VALUE, found {text!r}.")
        where.append((name, value))
    return Narrowing(where, tuple(dict.fromkeys(by)))
