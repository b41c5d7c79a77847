"""The command `simulate`: scripted respondents take a study.

Owns its options and its output. The respondents' behaviour is in `study.respondents.simulation`,
playing in `sessions.taking.simulating`.
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solver.errors import InputError
from tui.console.exitcodes import ExitCode
from tui.console.json_output import echo_json
from tui.console.number_options import SECONDS, SHARE, RealNumber, WholeNumber
from tui.console.sentences import echo_sentence
from tui.text import counted

if TYPE_CHECKING:
    from sessions.taking.simulating import Simulation
    from study.design.preflight import Preflight
    from study.respondents.simulation import Profile


@click.command(
    short_help="Have scripted respondents play a study.",
    epilog="Example:  countermodel simulate builtin:demo --participants 20 --seed 7",
)
@click.argument("study")
@click.option(
    "--participants",
    type=WholeNumber(1, 100_000),
    required=True,
    metavar="N",
    help="Number of respondents; you can add more with the same seed later.",
)
@click.option(
    "--seed",
    type=WholeNumber(0, 10**9),
    required=True,
    metavar="S",
    help="The same seed and settings give the same answers.",
)
@click.option(
    "--right",
    "accuracies",
    multiple=True,
    metavar="[KIND=]P",
    help="Share of right answers for all kinds, for one, or for `qualification`; repeatable.",
)
@click.option("--spread", type=RealNumber(0, 5), help="How much ability differs, in logits.")
@click.option(
    "--seconds",
    type=SECONDS,
    help="Median time per question.",
)
@click.option("--careless", type=SHARE, help="Share of respondents who answer fast and at random.")
@click.option("--time-outs", type=SHARE, help="Share of questions left open until time runs out.")
@click.option("--abandon", type=SHARE, help="Share of respondents who leave before the end.")
@click.option("--decline", type=SHARE, help="Share of respondents who do not agree to take part.")
@click.option(
    "--misreaders",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Groups of respondents who misread, with their rates (TOML).",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
@click.pass_context
def simulate(
    ctx: click.Context,
    /,
    study: str,
    participants: int,
    seed: int,
    accuracies: tuple[str, ...],
    misreaders: Path | None,
    as_json: bool,
    db: str | None,
    **settings: float | None,
) -> None:
    """Have N simulated respondents play STUDY (a study file, or builtin:demo), to try out a study
    and its report before people come.

    They use the same program as people, with a simulated clock. Their sessions are marked as
    simulated, take no person's slot, and are left out of reports; `report --simulated` shows them
    separately. After Ctrl+C, the same command resumes.
    """
    from datetime import UTC, datetime

    from sessions.storage.database import Database, database_path
    from sessions.taking import simulating
    from study.design.protocol import load_study
    from tui.commands._study_proofs import proving
    from tui.version import program_version

    profile = _profile(accuracies, settings)
    if misreaders is not None:
        from study.diagnosis.misreaders import load_misreaders

        profile = profile.model_copy(update={"misreaders": load_misreaders(misreaders)})
    loaded = load_study(study)
    try:
        with Database.open(database_path(db)) as database:
            simulated = simulating.simulate(
                database,
                loaded,
                participants=participants,
                seed=seed,
                start=datetime.now(UTC),
                profile=profile,
                program=program_version(),
                on_checked=_warn,
                progress=lambda n: _progress(n, participants),
                proving=proving,
            )
    except KeyboardInterrupt:
        click.echo("\nStopped. Run the same command to continue.", err=True)
        ctx.exit(ExitCode.INTERRUPTED)
    if as_json:
        echo_json(simulated.as_json())
    else:
        _print_simulation(simulated)


def _profile(accuracy_texts: tuple[str, ...], settings: dict[str, float | None]) -> "Profile":
    """Shares by question kind; one without a kind holds for all kinds that are not named. Raises
    InputError for a share that cannot be read."""
    from study.respondents.simulation import Profile, accuracies

    by_kind = accuracies()

    named: dict[str, float] = {}
    for_all: float | None = None
    for text in accuracy_texts:
        kind, sign, number = text.rpartition("=")
        try:
            share = float(number)
        except ValueError:
            share = -1.0
        if not 0 <= share <= 1 or (sign and kind not in by_kind):
            raise InputError(
                "Wrong --right",
                f"expected a share from 0 to 1, or KIND=SHARE, found {text!r}",
                f"Kinds are {', '.join(by_kind)}.",
            )
        if sign:
            named[kind] = share
        else:
            for_all = share
    if for_all is not None:
        named = dict.fromkeys(by_kind, for_all) | named
    chosen = {name: value for name, value in settings.items() if value is not None}
    return Profile.model_validate({"right": named, **chosen})


def _warn(preflight: "Preflight") -> None:
    for warning in preflight.warnings:
        echo_sentence(f"Warning: {warning}", err=True)


def _progress(done: int, total: int) -> None:
    if not sys.stderr.isatty():
        return
    text = f"{done} of {total} respondents"
    click.echo(f"\r{text}" if done < total else f"\r{' ' * len(text)}\r", nl=False, err=True)


def _print_simulation(simulation: "Simulation") -> None:
    repeated = simulation.sessions - simulation.begun
    click.echo(
        counted(simulation.sessions, "simulated session")
        + (f", {repeated} of them from an earlier run" if repeated else "")
    )
    for count, outcome in (
        (simulation.completed, "completed"),
        (simulation.rejected, "did not pass the qualification"),
        (simulation.declined, "declined"),
        (simulation.timed_out, "ran out of time"),
        (simulation.abandoned, "left before the end"),
    ):
        if count:
            click.echo(f"  {count:>6}  {outcome}")
    if simulation.turned_away:
        word = "respondent" if simulation.turned_away == 1 else "respondents"
        click.echo(f"The study is full: {simulation.turned_away} {word} began no session.")
    click.echo("Reports leave them out; `countermodel report --simulated` shows them apart.")
