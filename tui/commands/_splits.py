"""The command `items splits`: which sub-questions are counterfactual, by each split.

Owns its output. The splits are in `items.splits`.
"""

from typing import TYPE_CHECKING, Any

import click

from tui.console.exitcodes import ExitCode
from tui.console.json_output import echo_json
from tui.console.sources import load_sources, source_options
from tui.text import fit, pad, plain, width

if TYPE_CHECKING:
    from items.models import Item

TEXT = 60
"""Maximum width of a sub-question's text in the table, in columns."""


@click.command(
    "splits",
    short_help="Show which sub-questions are counterfactual.",
    epilog="Example:  countermodel items splits builtin:demo --json",
)
@source_options
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.pass_context
def splits_command(
    ctx: click.Context,
    sources: tuple[str, ...],
    format_: str | None,
    columns: str,
    strict: bool,
    as_json: bool,
) -> None:
    """List every sub-question of SOURCE…, and whether it is counterfactual by each split.

    By prefix: the text begins with 假设, 假如 or (设 …) 反事实; if an item itself says whether it
    asks under a variant or a condition, that counts. By edit: it asks in any edited world, that is,
    under a named variant, or with a fact or rule changed, added or deleted.
    """
    from items.splits.registry import splits

    loaded = load_sources(sources, format_, columns, strict)
    known_splits = splits()
    rows = [row for item in loaded.items for row in _rows(item)]
    counts = {split.key: sum(row[split.key] for row in rows) for split in known_splits}
    if as_json:
        document: dict[str, Any] = {
            "sub_questions": len(rows),
            "counterfactual": counts,
            "splits": {split.key: split.meaning for split in known_splits},
            "rows": rows,
        }
        echo_json(document)
    else:
        _table(rows, {split.key: split.name for split in known_splits})
        for split in known_splits:
            n = counts[split.key]
            share = f" ({100 * n / len(rows):.1f} %)" if rows else ""
            click.echo(f"{split.name}: {n} of {len(rows)}{share} counterfactual")
    ctx.exit(ExitCode.USAGE if loaded.problems else ExitCode.DONE)


def _rows(item: "Item") -> list[dict[str, Any]]:
    """One row for each sub-question of an item."""
    from items.splits.edited_worlds import reasons
    from items.splits.registry import splits
    from items.splits.split import full_text

    marked = {split.key: split.counterfactual(item) for split in splits()}
    why = dict(reasons(item))
    return [
        {
            "id": item.id,
            "question": leaf.id,
            **{key: leaf.id in ids for key, ids in marked.items()},
            "reason": why[leaf.id],
            "text": full_text(leaf),
        }
        for leaf in item.leaves
    ]


def _table(rows: list[dict[str, Any]], names: dict[str, str]) -> None:
    head = ["id", "question", *names.values(), "text"]
    lines = [
        [
            plain(row["id"]),
            plain(row["question"]),
            *("counterfactual" if row[key] else "baseline" for key in names),
            fit(plain(" ".join(row["text"].split())), TEXT),
        ]
        for row in rows
    ]
    widths = [max(width(line[k]) for line in (head, *lines)) for k in range(len(head))]
    for line in (head, *lines):
        click.echo("  ".join(pad(cell, w) for cell, w in zip(line, widths, strict=True)).rstrip())
