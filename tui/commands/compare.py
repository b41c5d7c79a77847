"""The command `compare`: two respondents, or two groups, on the items that both answered.

Owns its options and how a comparison is told. Who can be named is `sessions.report.pairs`'.
"""

import json
from typing import TYPE_CHECKING

import click

from tui.number_options import Real
from tui.text import counted, plain

if TYPE_CHECKING:
    from sessions.report.pairs import Pair
    from study.comparisons import Comparison

WIDTH = 32


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
    type=Real(0, 100, min_open=True),
    metavar="POINTS",
    help="Also test that the difference is smaller than this (two one-sided t tests).",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
def compare(
    left: str,
    right: str,
    study: str | None,
    margin: float | None,
    as_json: bool,
    db: str | None,
) -> None:
    """Compare LEFT with RIGHT, item by item: accuracy and PC with the difference, its 95 %
    interval, a test and the detectable difference; McNemar's exact test between single respondents.
    Accuracy of people is compared as of new people and new items, all else as of new items.

    Each is `people`, `models` or `simulated` (all of them), a participant's code, or a model as
    MODEL, MODEL/SETTING or MODEL/SETTING/RUN. Accuracy covers all answers, mutants included, as
    shares by item; McNemar's test covers whole items in their own order, right if all parts are.
    With --study, people are those of that study, and models count on its items.
    """
    from sessions.database import Database, database_path
    from sessions.report.pairs import Sides, pair

    with Database.open(database_path(db), create=False) as database:
        sides = Sides(database, study)
        found = pair(sides.side(left), sides.side(right))
    p, missing = _mcnemar(found)
    if as_json:
        equivalence = None if margin is None else found.accuracy.equivalence(margin / 100)
        document = found.as_json() | {
            "mcnemar_p": p,
            "margin": None if margin is None else margin / 100,
            "equivalence_p": equivalence,
        }
        click.echo(json.dumps(document, ensure_ascii=False, allow_nan=False))
        return
    _tell(found, missing if p is None else _p(p), margin)


def _mcnemar(found: "Pair") -> tuple[float | None, str]:
    """p of McNemar's exact test; where there is none, why."""
    if found.table is None:
        several = [side.told for side in (found.left, found.right) if not side.single]
        if several:
            return None, f"– (of one run or session a side, not {' and '.join(several)})"
        return None, "– (no item of which both are wholly graded)"
    return found.table.p_value(), ""


def _tell(found: "Pair", mcnemar: str, margin: float | None) -> None:
    left, right = plain(found.left.name), plain(found.right.name)
    click.echo(f"{left}  against  {right}")
    if found.left.members & found.right.members:
        click.echo("  Both sides share answers, which makes the difference smaller.")
    _tell_score("accuracy, all answers", found.accuracy, margin)
    if found.pc is None:
        _line("PC", "– (no item of which both answered every mutant)")
    else:
        _tell_score("PC", found.pc, margin)
    table = found.table
    if table is not None:
        _line("whole items, unrotated", f"{counted(table.n, 'item')} that both answered")
        _line("both right", str(table.both))
        _line("only the first right", str(table.only_left))
        _line("only the second right", str(table.only_right))
        _line("neither", str(table.neither))
    _line("McNemar's test, exact", mcnemar)
    for side in (found.left, found.right):
        told = ", ".join(f"{n} {why}" for why, n in side.left_out.items())
        if told:
            _line(f"left out of {plain(side.name)}", told)


def _tell_score(name: str, found: "Comparison", margin: float | None) -> None:
    gap = found.difference
    interval = ""
    if gap.low is not None and gap.high is not None:
        interval = f", 95 % {100 * gap.low:+.2f} to {100 * gap.high:+.2f}"
    _line(name, f"{100 * found.left:.2f} % and {100 * found.right:.2f} %")
    _line("", f"over {counted(found.n, 'item')} that both answered")
    _line(
        "difference",
        f"{100 * gap.value:+.2f} points{interval}",
    )
    _line(found.test, _p(found.p) + ("" if found.exact else " (drawn)"))
    if found.detectable is not None:
        _line("detectable at 80 % power", f"{100 * found.detectable:.2f} points")
    if margin is not None:
        p = found.equivalence(margin / 100)
        _line(f"within {margin:g} points (TOST)", "–" if p is None else _p(p))


def _line(words: str, value: str) -> None:
    click.echo(f"  {words:<{WIDTH}} {value}")


def _p(value: float) -> str:
    return f"p = {value:.3f}" if value >= 0.001 else "p < 0.001"
