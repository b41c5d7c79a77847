"""The command `compare`: two respondents, or two groups, on the items that both answered.

Owns its options. `sessions.report.sides` resolves names; `tui.state.pair_words` has the wording.
"""

import click

from tui import i18n
from tui.commands._sampling_options import sampling_of, sampling_options
from tui.console.json_output import echo_json
from tui.console.number_options import RealNumber


@click.command(
    "compare",
    short_help="Compare two respondents or groups on the items both answered.",
    epilog="Example:  countermodel compare people gpt-5.1/divlogic-0-shot --study demo",
)
@click.argument("left")
@click.argument("right")
@click.option("--study", metavar="NAME", help="A study's id, title, file, or start of a hash.")
@click.option(
    "--margin",
    type=RealNumber(0, 100, min_open=True),
    metavar="POINTS",
    help="Also test that the difference is smaller than this (two one-sided tests).",
)
@click.option("--pool", is_flag=True, help="Combine settings, runs, languages and forms.")
@click.option(
    "--settled",
    is_flag=True,
    help="Compare only settled answers if some free answers are unsettled.",
)
@sampling_options
@click.option(
    "--language",
    type=click.Choice(i18n.LANGUAGES),
    help="The language of the output; by default the environment's.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
def compare(
    left: str,
    right: str,
    study: str | None,
    margin: float | None,
    pool: bool,
    settled: bool,
    population: str | None,
    cluster: str | None,
    language: str | None,
    as_json: bool,
    db: str | None,
) -> None:
    """Compare LEFT with RIGHT, item by item: accuracy and PC with the difference, its 95 %
    interval, a test and the detectable difference; McNemar's exact test between single respondents.
    Accuracy of people is compared for new people and new items, everything else for new items.

    Each side is `people`, `models` or `simulated` (all of them), the people of one study as
    `people:STUDY`, of one condition as `people:STUDY/CONDITION` (`simulated:` likewise), the code
    of a participant or of a simulated respondent, or a model as MODEL, MODEL/SETTING or
    MODEL/SETTING/RUN.

    Two studies are compared over the items that both asked. If they share none, they are compared
    over structures that occur in both, such as items of one template.

    Settings, runs, languages and forms (in words, in symbols) are compared separately, with p
    corrected by Holm's method, unless --pool combines them. Accuracy covers all answers, including
    mutants, as shares by item; between two runs of models, the mutants that both answered.
    McNemar's test covers whole items, right if all parts are, with the first mutant that was
    answered, usually the unrotated one. With --study, people are those of that study, and models
    count on its items.

    If free answers of either side are unsettled, there is no figure, only its two bounds; --settled
    compares the other answers. Pairs without unsettled answers are still compared.
    """
    from sessions.report.pairs import pairs
    from sessions.report.sampling import Clusters, require_attribute
    from sessions.report.sides import Sides
    from sessions.storage.copies import open_or_copy
    from sessions.storage.database import database_path
    from tui.state.pair_words import comparisons, open_told
    from tui.state.report_words import localized

    i18n.use(language or i18n.environment_language())
    clusters = Clusters(sampling_of(population, cluster))
    with open_or_copy(database_path(db)) as database:
        require_attribute(database, cluster)
        sides = Sides(database, study, clusters)
        outcome = pairs(sides.side(left), sides.side(right), pooled=pool, settled=settled)
    if as_json:
        within = None if margin is None else margin / 100
        listed = [pair.as_json(within) for pair in outcome.pairs]
        whole = listed[0] if len(listed) == 1 else {"left": left, "right": right}
        unsettled = [pair.as_json() for pair in outcome.open_pairs]
        document = {**whole, "pooled": pool, "comparisons": listed, "unsettled": unsettled}
        echo_json(document)
        return
    for line in comparisons(outcome.pairs, margin):
        click.echo(line)
    for pair in outcome.open_pairs:
        click.echo(f"\n{open_told(pair)}")
    if population or cluster:
        click.echo(f"  {localized(clusters.sampling.note)}")
