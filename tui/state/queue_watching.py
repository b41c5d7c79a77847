"""A queue while annotators work, as lines: how much is done, by annotator, agreement by check."""

from collections.abc import Sequence

from sessions.annotation.watching import AnnotatorGlance, CheckGlance, QueueGlance
from tui.i18n import _
from tui.state.draft import Line, Piece
from tui.text import counted, fit, pad, plain, width, wrap

ORDER = ("agreed", "adjudicated", "disputed", "single", "open")


def board_lines(found: QueueGlance, cells: int) -> list[Line]:
    """The same as `queue_lines`, with the title and heads set off."""
    heads = ("annotator ", "check ")
    return [
        Line((Piece(row, "key" if row.startswith(heads) or not n else "plain"),))
        for n, row in enumerate(queue_lines(found, cells))
    ]


def queue_lines(found: QueueGlance, cells: int) -> list[str]:
    """Everything, from top to bottom."""
    entries = sum(found.outcomes.values())
    outcomes = ", ".join(
        f"{found.outcomes[name]} {name}" for name in ORDER if name in found.outcomes
    )
    share = f" ({found.done / found.places:.0%})" if found.places else ""
    left = (
        _("nobody worked in the last hour")
        if found.hours_left is None
        else _("{hours:.1f} hours left at the pace of the last hour").format(hours=found.hours_left)
    )
    done = _("{done} of {places} judgements done").format(done=found.done, places=found.places)
    lines = [
        f"{plain(found.title)} · {found.version}",
        *wrap(f"{counted(entries, 'entry', 'entries')}: {outcomes or '–'}", cells),
        *wrap(f"{done}{share}; {left}", cells),
        "",
    ]
    heads = ("annotator", "done", "left", "begun", "last hour", "median", "controls", "last seen")
    rows = [heads, *(_annotator(one) for one in found.annotators)]
    lines += [*_table(rows, cells), ""]
    if found.checks:
        rows = [("check", "units", "unanimous", "majority", "adjacent")]
        rows += [_check(one) for one in found.checks]
        lines += _table(rows, cells)
    else:
        lines.append(_("Nothing was judged by two annotators yet."))
    return lines


def _annotator(one: AnnotatorGlance) -> tuple[str, ...]:
    flag = f" ⚑{one.flagged}" if one.flagged else ""
    return (
        plain(one.name) + flag,
        str(one.done),
        str(one.left),
        str(one.begun),
        str(one.last_hour),
        "–" if one.median_seconds is None else f"{one.median_seconds:.0f} s",
        f"{one.controls_right}/{one.controls}" if one.controls else "–",
        "–" if one.seconds_ago is None else _ago(one.seconds_ago),
    )


def _check(one: CheckGlance) -> tuple[str, ...]:
    shares = (one.unanimous, one.majority, one.adjacent)
    told = ("–" if share is None else f"{share:.0%}" for share in shares)
    return (plain(one.check), str(one.units), *told)


def _ago(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s ago"
    if seconds < 7200:
        return f"{seconds / 60:.0f} min ago"
    return f"{seconds / 3600:.0f} h ago"


def _table(rows: Sequence[Sequence[str]], cells: int) -> list[str]:
    """Columns as wide as they need; the first gives way."""
    sizes = [max(width(row[n]) for row in rows) for n in range(len(rows[0]))]
    sizes[0] = max(min(sizes[0], cells - sum(sizes[1:]) - 2 * len(sizes)), 8)
    lines = []
    for row in rows:
        first = pad(fit(row[0], sizes[0]), sizes[0])
        rest = "".join(
            f"  {' ' * (size - width(cell))}{cell}"
            for cell, size in zip(row[1:], sizes[1:], strict=True)
        )
        lines.append(fit(first + rest, cells))
    return lines
