"""The command `report`: what was recorded, as tables.

Owns its options and what it prints where there is nothing. Counting is `sessions.report.build`,
setting is `tui.console.tables`.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tui import i18n
from tui.commands._sampling import sampling_of, sampling_options
from tui.console.json_output import echo_json
from tui.console.number_options import Whole
from tui.text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sessions.report.headline import Headline
    from sessions.report.made import Report
    from sessions.report.narrowed import Narrowing
    from study.statistics.samples import Sampling

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
    help="Also count sessions that the study's own rules leave out.",
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
    type=Whole(0, 86_400),
    metavar="SECONDS",
    help="Stop computing what makes items hard after this time; 0 for none. By default all of it "
    "is computed, once.",
)
@click.option(
    "--mixed",
    is_flag=True,
    help="Also fit a mixed logistic model: ability, difficulty (countermodel[stats]).",
)
@click.option(
    "--diagnose",
    is_flag=True,
    help="Also tell which misreadings explain answers, and whose answers look like models'.",
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
    "wanted",
    multiple=True,
    metavar="ATTR=VALUE",
    help="Compare over items with this attribute alone; also benchmark, language, and form "
    "(natural language or symbolic). Repeated with one ATTR, either value will do; with several, "
    "all must hold. (none): items without it.",
)
@click.option(
    "--by",
    multiple=True,
    metavar="ATTR",
    help="Accuracy for each value of this attribute. Can be repeated.",
)
@click.option(
    "--pool",
    is_flag=True,
    help="Take items in words and in symbols together; in comparisons and tables of truth values, "
    "those of several languages too; with --paper, languages alone.",
)
@click.option(
    "--checklist",
    is_flag=True,
    help="A reporting checklist for human baselines (Wei et al. 2025), filled in from the record.",
)
@click.option(
    "--paper",
    type=click.Choice(tuple("ABCDE"), case_sensitive=False),
    help="The tables of one paper in its own form, beside the figures it prints: A DivLogicEval, "
    "B ILogicEval, C ContextHub, D QMFOL, E LLMEval-Logic.",
)
@click.option(
    "--stand-in",
    "stand_ins",
    multiple=True,
    metavar="BENCHMARK",
    help="With --paper A or B: choices of this benchmark count as the paper's. Can be repeated.",
)
@click.option(
    "--parquet",
    "segments",
    type=FOLDER,
    metavar="DIR",
    help="Count from what export --parquet wrote to DIR (countermodel[big]).",
)
@click.option(
    "--language",
    type=click.Choice(i18n.LANGUAGES),
    help="The language of tables and page; by default the environment's. Files are English.",
)
@click.option(
    "--anew",
    is_flag=True,
    help="Make it anew, also where the report of just this large record is kept.",
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
    wanted: tuple[str, ...],
    by: tuple[str, ...],
    pool: bool,
    checklist: bool,
    paper: str | None,
    stand_ins: tuple[str, ...],
    segments: Path | None,
    language: str | None,
    anew: bool,
    db: str | None,
) -> None:
    """Report on the sessions in the database: how they ended, qualification, accuracy by block,
    question kind and item attribute with 95 % intervals, times, time-outs, confidence.

    Versions of a study are reported separately. Pilot, withdrawn and simulated sessions are left
    out and counted as such. Sessions that the study's own rules of exclusion leave out are counted
    in one table, which has the figures with and without them; --full counts them everywhere. An
    answer that timed out without being confirmed counts as wrong.

    If models answered, tables compare them with people: over everything, or with --study over the
    items of that study. The solver's figures of the items are shown with accuracy and time; they
    are computed once and stored in the database.

    With --where and --by, only the tables that compare models and people are shown, over the items
    that are wanted, after one of accuracy for each value.

    With --paper, the tables are those of a published paper: its rows and columns in its order, its
    figures beside those of the record; what has no answers is named as not recorded.

    With --parquet, tables are counted from Parquet in place of the database, which is meant for
    records of many million answers: those of studies but for the participants', accuracy of models
    and people, accuracy over runs, and the spread of people. They are the same as from the
    database; no others are made, and the output names them (`not_made` in JSON).
    """
    if segments is not None and (
        study or full or mixed or prices or solve is not None or wanted or by or checklist or paper
        or html or db or pool
    ):  # fmt: skip
        raise click.UsageError(
            "--parquet goes with --simulated, --population, --json and --csv alone."
        )
    i18n.use(language or i18n.environment_language())
    narrow = _narrowing(wanted, by)
    if diagnose and (checklist or paper is not None or narrow is not None):
        raise click.UsageError(
            "--diagnose goes with none of --checklist, --paper, --where and --by."
        )
    if stand_ins and (paper is None or paper.upper() not in "AB"):
        raise click.UsageError("--stand-in goes with --paper A and B alone.")
    if paper is not None and narrow is not None:
        raise click.UsageError("--paper goes with neither --where nor --by.")
    if checklist and (paper is not None or narrow is not None):
        raise click.UsageError("--checklist goes with none of --paper, --where and --by.")
    if checklist and simulated:
        raise click.UsageError("--checklist is about people, and goes without --simulated.")
    if narrow is not None and mixed:
        raise click.UsageError("--mixed goes with neither --where nor --by.")
    if prices is not None and (checklist or paper is not None or narrow is not None):
        raise click.UsageError("--prices goes with none of --checklist, --paper, --where and --by.")
    if segments is not None:
        from sessions.segments.report import segment_report

        sampling = sampling_of(population, cluster)
        built = segment_report(segments, simulated=simulated, sampling=sampling)
    elif checklist:
        built = _checklist(db, study)
    elif narrow is not None:
        sampling = sampling_of(population, cluster)
        built = _narrowed(db, narrow, study, simulated, full, solve, sampling, pool)
    elif paper is not None:
        sampling = sampling_of(population, cluster)
        built = _paper(db, paper, study, simulated, full, sampling, stand_ins, pool)
    else:
        sampling = sampling_of(population, cluster)
        built = _built(
            db, study, simulated, full, solve, sampling, mixed, prices, diagnose, pool, anew
        )
    if folder is not None:
        from sessions.report.files import write_csv

        written = write_csv(built, folder)
        click.echo(f"{len(written.files)} files in {plain(str(folder))}", err=True)
        if written.removed:
            names = ", ".join(plain(path.name) for path in written.removed)
            click.echo(f"Removed from an earlier report there: {names}", err=True)
    if html is not None:
        sampling = sampling_of(population, cluster)
        first = (
            _headline(db, study, sampling, simulated, full, pool, narrow)
            if paper is None and not checklist
            else None
        )
        _write_page(built, html, first)
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

        message = i18n._("Not made of segments; these tables need the database: {names}.")
        names = i18n._(", ").join(map(word, built.not_made))
        click.echo(f"\n{message.format(names=names)}")


def _headline(
    db: str | None,
    study: str | None,
    sampling: "Sampling",
    simulated: bool,
    full: bool,
    pool: bool,
    narrow: "Narrowing | None",
) -> "Headline | None":
    """The first page; None where nothing is recorded."""
    from sessions.report.headline import headline
    from sessions.report.sampling import require_attribute
    from sessions.storage.copies import open_or_copy
    from sessions.storage.database import database_path

    path = database_path(db)
    if db is None and not path.exists():
        return None
    with open_or_copy(path) as database:
        require_attribute(database, sampling.cluster)
        return headline(
            database,
            study,
            simulated=simulated,
            sampling=sampling,
            full=full,
            pooled=pool,
            narrowing=narrow,
        )


def _write_page(built: "Report", path: Path, first: "Headline | None") -> None:
    from items.files.save import save_text
    from tui.pages.report import page

    save_text(path, page(built, first))
    click.echo(f"Report in {plain(str(path))}", err=True)


def _built(
    db: str | None,
    study: str | None,
    simulated: bool,
    full: bool,
    solve: int | None,
    sampling: "Sampling",
    mixed: bool,
    prices: Path | None,
    diagnose: bool,
    pool: bool,
    anew: bool,
) -> "Report":
    from items.asking.prices import prices_of
    from sessions.record.figures import Solving
    from sessions.report.build import build_report, known_studies
    from sessions.report.made import Report
    from sessions.report.sampling import require_attribute
    from sessions.storage.copies import open_or_copy
    from sessions.storage.database import database_path
    from tui.version import program_version

    path = database_path(db)
    if db is None and not path.exists():
        return Report(())
    with open_or_copy(path) as database:
        require_attribute(database, sampling.cluster)
        solving = Solving(solve, program_version())
        built = build_report(
            database,
            study,
            simulated=simulated,
            full=full,
            solving=solving,
            sampling=sampling,
            mixed=mixed,
            prices=None if prices is None else prices_of(prices),
            diagnose=diagnose,
            pooled=pool,
            anew=anew,
        )
        known = known_studies(database)
        if study is not None and known and not built.tables:
            raise _no_study(path, known, study)
        return built


def _narrowing(wanted: tuple[str, ...], by: tuple[str, ...]) -> "Narrowing | None":
    """What --where and --by say; None where neither is given."""
    if not wanted and not by:
        return None
    from sessions.report.narrowed import Narrowing

    where: list[tuple[str, str]] = []
    for text in wanted:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise click.UsageError(f"--where: expected ATTR=VALUE, found {text!r}.")
        where.append((name, value))
    return Narrowing(where, by)


def _checklist(db: str | None, study: str | None) -> "Report":
    """The checklist of each version of a study, or of all."""
    from sessions.report.build import known_studies
    from sessions.report.checklist import checklist
    from sessions.report.made import Report
    from sessions.storage.copies import open_or_copy
    from sessions.storage.database import database_path

    path = database_path(db)
    if db is None and not path.exists():
        return Report(())
    with open_or_copy(path) as database:
        built = checklist(database, study)
        known = known_studies(database)
        if study is not None and known and not built.tables:
            raise _no_study(path, known, study)
        return built


def _narrowed(
    db: str | None,
    narrow: "Narrowing",
    study: str | None,
    simulated: bool,
    full: bool,
    solve: int | None,
    sampling: "Sampling",
    pool: bool,
) -> "Report":
    from sessions.record.figures import Solving
    from sessions.report.build import known_studies
    from sessions.report.made import Report
    from sessions.report.narrowed import narrowed_report
    from sessions.report.sampling import require_attribute
    from sessions.storage.copies import open_or_copy
    from sessions.storage.database import database_path
    from tui.version import program_version

    path = database_path(db)
    if db is None and not path.exists():
        return Report(())
    with open_or_copy(path) as database:
        require_attribute(database, sampling.cluster)
        solving = Solving(solve, program_version())
        built = narrowed_report(
            database,
            narrow,
            study,
            simulated=simulated,
            full=full,
            solving=solving,
            sampling=sampling,
            pooled=pool,
        )
        known = known_studies(database)
        if study is not None and known and not built.tables:
            raise _no_study(path, known, study)
        return built


def _paper(
    db: str | None,
    paper: str,
    study: str | None,
    simulated: bool,
    full: bool,
    sampling: "Sampling",
    stand_ins: tuple[str, ...],
    pool: bool,
) -> "Report":
    """The tables of a paper, filled as far as answers are recorded."""
    from sessions.report.build import known_studies
    from sessions.report.papers.registry import paper_report
    from sessions.report.sampling import require_attribute
    from sessions.storage.copies import open_or_copy
    from sessions.storage.database import Database, database_path

    path = database_path(db)
    if db is None and not path.exists():
        with Database.open(":memory:") as empty:
            return paper_report(empty, paper)
    with open_or_copy(path) as database:
        require_attribute(database, sampling.cluster)
        built = paper_report(
            database,
            paper,
            study,
            simulated=simulated,
            full=full,
            sampling=sampling,
            stand_ins=stand_ins,
            pooled=pool,
        )
        if study is not None and not built.tables:
            raise _no_study(path, known_studies(database), study)
        return built


def _no_study(path: object, known: "Sequence[str]", study: str) -> Exception:
    from solver.errors import InputError

    return InputError(
        "No such study in the database",
        f"{path}: expected one of {', '.join(known) or '(none)'}, or four digits or more that a "
        f"hash begins with, found {study!r}",
    )
