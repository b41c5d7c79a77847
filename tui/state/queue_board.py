"""A queue during annotation, as lines: progress by annotator, agreement by check."""

from collections.abc import Sequence

from sessions.annotation.queue_watch import AnnotatorGlance, CheckGlance, QueueGlance
from tui.i18n import _, mark, ngettext
from tui.state.draft import Line, Piece
from tui.state.study_board import time_ago
from tui.text import cut, fit, pad, plain, width, wrap

OUTCOMES = {
    "agreed": mark("{n} agreed"),
    "adjudicated": mark("{n} adjudicated"),
    "disputed": mark("{n} disputed"),
    "single": mark("{n} single"),
    "open": mark("{n} open"),
}
ANNOTATORS = (mark("annotator"), mark("done"), mark("to go"), mark("begun"), mark("last hour"),
              mark("median"), mark("controls"), mark("last seen"))  # fmt: skip
CHECKS = (mark("check"), mark("units"), mark("unanimous"), mark("majority"), mark("adjacent"))
"""Heads of the two tables."""


def board_lines(queue_glance: QueueGlance, cells: int) -> list[Line]:
    """The same as `queue_lines`, with the title and heads highlighted."""
    heads = (_("annotator") + " ", _("check") + " ")
    return [
        Line((Piece(row, "key" if row.startswith(heads) or not n else "plain"),))
        for n, row in enumerate(queue_lines(queue_glance, cells))
    ]


def queue_lines(queue_glance: QueueGlance, cells: int) -> list[str]:
    """All lines, in order."""
    entries = sum(queue_glance.outcomes.values())
    outcomes = ", ".join(
        _(text).format(n=queue_glance.outcomes[name])
        for name, text in OUTCOMES.items()
        if name in queue_glance.outcomes
    )
    share = f" ({queue_glance.done / queue_glance.places:.0%})" if queue_glance.places else ""
    time_left = ""
    if queue_glance.done < queue_glance.places:
        time_left = "; " + (
            _("nobody submitted in the last hour")
            if queue_glance.hours_left is None
            else _("{hours:.1f} hours left at the speed of the last hour").format(
                hours=queue_glance.hours_left
            )
        )
    progress = _("{done} of {places} judgements done").format(
        done=queue_glance.done, places=queue_glance.places
    )
    counted = ngettext("{n} entry", "{n} entries", entries).format(n=entries)
    lines = [
        f"{plain(queue_glance.title)} · {queue_glance.version}",
        *wrap(f"{counted}: {outcomes or '–'}", cells),
        *wrap(f"{progress}{share}{time_left}", cells),
        *(row for who in queue_glance.waiting.items() for row in wrap(_waiting(*who), cells)),
        "",
    ]
    rows = [
        tuple(map(_, ANNOTATORS)),
        *(_annotator(annotator) for annotator in queue_glance.annotators),
    ]
    lines += [*_table(rows, cells), ""]
    if queue_glance.checks:
        rows = [tuple(map(_, CHECKS))]
        rows += [_check(check) for check in queue_glance.checks]
        lines += _table(rows, cells)
    else:
        lines.append(_("No entry has been judged by two annotators yet."))
    return lines


def _waiting(name: str, count: int) -> str:
    text = ngettext(
        "{name} has not opened this version: {n} judgement from an earlier one counted",
        "{name} has not opened this version: {n} judgements from an earlier one counted",
        count,
    )
    return text.format(name=plain(name), n=count)


def _annotator(annotator_glance: AnnotatorGlance) -> tuple[str, ...]:
    flag = f" ⚑{annotator_glance.flagged}" if annotator_glance.flagged else ""
    return (
        plain(annotator_glance.name) + flag,
        str(annotator_glance.done),
        str(annotator_glance.left),
        str(annotator_glance.begun),
        str(annotator_glance.last_hour),
        "–"
        if annotator_glance.median_seconds is None
        else f"{annotator_glance.median_seconds:.0f} s",
        f"{annotator_glance.controls_right}/{annotator_glance.controls}"
        if annotator_glance.controls
        else "–",
        "–" if annotator_glance.seconds_ago is None else time_ago(annotator_glance.seconds_ago),
    )


def _check(check_glance: CheckGlance) -> tuple[str, ...]:
    shares = (check_glance.unanimous, check_glance.majority, check_glance.adjacent)
    percentages = ("–" if share is None else f"{share:.0%}" for share in shares)
    return (plain(check_glance.check), str(check_glance.units), *percentages)


def _table(rows: Sequence[Sequence[str]], cells: int) -> list[str]:
    """Columns as wide as necessary; the first shrinks."""
    sizes = [max(width(row[n]) for row in rows) for n in range(len(rows[0]))]
    sizes[0] = max(min(sizes[0], cells - sum(sizes[1:]) - 2 * len(sizes)), 8)
    lines = []
    for row in rows:
        first = pad(fit(row[0], sizes[0]), sizes[0])
        rest = "".join(
            f"  {' ' * (size - width(cell))}{cell}"
            for cell, size in zip(row[1:], sizes[1:], strict=True)
        )
        lines.append(cut(first + rest, cells))
    return lines
