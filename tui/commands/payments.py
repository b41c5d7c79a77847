"""`countermodel payments`: what is due to each participant.

Owns its options and its output. Amounts are in `study.design.payment`, rows in
`sessions.export.payments`.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tui.console.json_output import echo_json
from tui.text import fit, pad, plain

if TYPE_CHECKING:
    from sessions.export.payments import PaymentRow, Unpaid


@click.command(
    "payments",
    short_help="List what participants are to be paid.",
    epilog="Example:  countermodel payments study.toml --db study.db --to payments.csv",
)
@click.argument("study", required=False)
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
@click.option(
    "--to",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the table to a new CSV file.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
def payments(study: str | None, db: str | None, path: Path | None, as_json: bool) -> None:
    """List every session of people with its participant's code, how it ended, and the amount due
    according to [payment] in the STUDY file; without STUDY, according to the file with which the
    session began. The table identifies participants by their codes: keep it apart from the data."""
    from sessions.export.payments import payments as due
    from sessions.export.payments import recipient_rows, totals, unpaid
    from sessions.storage.copies import open_or_copy
    from sessions.storage.database import database_path
    from solver.errors import InputError
    from study.design.protocol import load_study

    key, rule = None, None
    if study is not None:
        loaded = load_study(study).study
        key, rule = loaded.key, loaded.payment
        if rule is None:
            raise InputError(
                "The study does not say what is paid",
                f"{study}: expected a table [payment], found none",
                "docs/protocol.md describes it.",
            )
    with open_or_copy(database_path(db)) as database:
        rows = due(database, key, rule)
        others = unpaid(database, key, rows)
    listed = list(recipient_rows(rows))
    if path is not None:
        from items.files.save import save_text
        from sessions.record.tabular import as_csv

        text = as_csv(listed, list(dict.fromkeys(name for row in listed for name in row)))
        save_text(path, text, new=True)
    if as_json:
        sums = [{"currency": name, "amount": f"{sum_:.2f}"} for name, sum_ in totals(rows).items()]
        echo_json({"payments": listed, "totals": sums})
        return
    for line in (*_lines(rows), *_others(others)):
        click.echo(line)
    if path is not None:
        click.echo(f"{plain(str(path))} is written.")


_COLUMN_HEADS = ("code", "sitting", "ended", "completion code", "minutes", "right", "amount")
_SIZES = (16, 8, 15, 16, 9, 7)


def _lines(rows: "list[PaymentRow]") -> list[str]:
    """The table, with the sums."""
    from sessions.export.payments import totals

    if not rows:
        return ["Nobody is to be paid yet: no person has a session in a study with [payment]."]
    lines = [_line(_COLUMN_HEADS)]
    for row in rows:
        values = (
            plain(row.code),
            str(row.sitting) if row.attempt == 1 else f"{row.sitting}, {row.attempt}.",
            row.status.replace("_", " "),
            plain(row.completion_code) or "–",
            f"{row.minutes:.1f}",
            str(row.right),
            f"{row.amount:.2f} {plain(row.currency)}".rstrip(),
        )
        lines.append(_line(values))
    for currency, amount in totals(rows).items():
        n = sum(row.currency == currency for row in rows)
        message = "1 session" if n == 1 else f"{n} sessions"
        lines.append(f"{message}: {amount:.2f} {plain(currency)}".rstrip())
    return lines


def _others(others: "Unpaid") -> list[str]:
    """Say which sessions are not in the table, if any."""
    counts = (
        (others.simulated, "of simulated respondents"),
        (others.pilots, "of pilots"),
        (others.withdrawn, "withdrawn"),
        (others.unsaid, "of studies without [payment]"),
    )
    parts = [f"{n} {which}" for n, which in counts if n]
    return [f"Sessions that are not in this table: {', '.join(parts)}."] if parts else []


def _line(values: tuple[str, ...]) -> str:
    cells = [pad(fit(value, size - 1), size) for value, size in zip(values, _SIZES, strict=False)]
    return "".join([*cells, values[-1]])
