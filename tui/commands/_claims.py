"""The command `items claims`: the claims of hardened items about themselves, proved or refuted.

Owns its options, its readable output, and its exit code. The claims are in `items.claims`.
"""

from typing import TYPE_CHECKING, cast

import click

from solver.results import EngineChoice
from tui.console.exitcodes import ExitCode
from tui.console.json_output import echo_json
from tui.console.number_options import timeout_option
from tui.console.sources import load_sources, source_options
from tui.text import counted, pad, plain

if TYPE_CHECKING:
    from items.claims.claim import Outcome
    from items.claims.run import CheckedClaim, ClaimsReport, ItemClaims


@click.command(
    "claims",
    short_help="Prove or refute what hardened items claim.",
    epilog="Example:  countermodel items claims hardened.jsonl --claim branching --json",
)
@source_options
@click.option("--item", "id_", metavar="ID", help="Only this item.")
@click.option(
    "--claim",
    "claim_names",
    multiple=True,
    metavar="CLAIM",
    help="Only this claim, as if every item made it. Repeatable.",
)
@click.option(
    "--base",
    "base_sources",
    multiple=True,
    metavar="SOURCE",
    help="The items from which these were made, named by their attribute “base”. Repeatable.",
)
@click.option(
    "--engine",
    type=click.Choice(["auto", "worlds", "z3", "both"]),
    default="auto",
    show_default=True,
    help="Which engine decides.",
)
@timeout_option(60.0, "Time for one item, for all its claims.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.pass_context
def claims_command(
    ctx: click.Context,
    sources: tuple[str, ...],
    format_: str | None,
    columns: str,
    strict: bool,
    id_: str | None,
    claim_names: tuple[str, ...],
    base_sources: tuple[str, ...],
    engine: str,
    timeout: float,
    as_json: bool,
) -> None:
    """Check the claims of the items of SOURCE…: the six hardening strategies, and properties of a
    sound item as a whole. Each is proved, refuted with a world, or unknown with the reason.

    Ends with 1 if an item makes a claim that is false.
    """
    from items.claims.registry import CLAIMS
    from items.claims.run import claims_report

    strange = [name for name in claim_names if name not in CLAIMS]
    if strange:
        raise click.UsageError(
            f"there is no claim {plain(strange[0])}; the claims are {', '.join(CLAIMS)}"
        )
    loaded = load_sources(sources, format_, columns, strict, timeout)
    chosen = [item for item in loaded.items if id_ in (None, item.id)]
    if id_ is not None and not chosen:
        raise click.UsageError(f"there is no item {plain(id_)}")
    base_items = (
        {item.id: item for item in load_sources(base_sources, None, "", False).items}
        if base_sources
        else {}
    )
    report = claims_report(
        chosen,
        {**{item.id: item for item in loaded.items}, **base_items},
        only=claim_names,
        engine=cast(EngineChoice, engine),
        item_seconds=timeout,
    )
    if as_json:
        problems = [str(problem) for problem in loaded.problems]
        echo_json({**report.to_json(), "problems": problems})
    else:
        _show(report)
    if report.wrong:
        ctx.exit(ExitCode.NO)
    ctx.exit(ExitCode.USAGE if loaded.problems else ExitCode.DONE)


def _show(report: "ClaimsReport") -> None:
    click.echo(f"{counted(len(report.items), 'item')}; claims that they make:")
    for name, states in report.counts().items():
        text = ", ".join(f"{number} {state}" for state, number in sorted(states.items()))
        click.echo(f"  {pad(name, 20)}{text}")
    single = len(report.items) == 1
    for item in report.items:
        _item(item, in_full=single)


def _item(item: "ItemClaims", in_full: bool) -> None:
    """Print one item: every claim that was checked, or only claims that were made and not
    proved."""
    listed_claims = [c for c in item.claims if in_full or (c.claimed and c.state != "proved")]
    if not listed_claims:
        return
    click.echo(f"\n{plain(item.item.id)}")
    for checked in listed_claims:
        _claim(checked, in_full)


def _claim(checked_claim: "CheckedClaim", in_full: bool) -> None:
    note = "" if checked_claim.claimed else " (not claimed)"
    click.echo(
        f"  {checked_claim.state}  {checked_claim.claim}{note}: {_line(checked_claim.outcome)}"
    )
    for part in checked_claim.parts if in_full else ():
        click.echo(f"    {part.state}  {plain(part.subject)}: {_line(part)}")


def _line(outcome: "Outcome") -> str:
    from items.claims.case import assignment
    from solver.results import Structure

    text = " ".join(plain(outcome.reason).split())
    world = outcome.world
    if world is None or isinstance(world, Structure):
        return text
    return f"{text} [{plain(assignment(world))}]"
