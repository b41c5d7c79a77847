"""A running study in lines of text: counts, warnings, cells, and one line per session."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tui.i18n import _, mark, ngettext
from tui.state.draft import Line, Piece, Role
from tui.state.report_words import word
from tui.text import fit, pad, plain, width, wrap

if TYPE_CHECKING:
    from sessions.taking.watching import Cell, Fill, Glance, People, SessionGlance

STATUSES = {
    "active": mark("active"),
    "idle": mark("idle"),
    "left": mark("away"),
    "dropped_out": mark("dropped out"),
    "completed": mark("completed"),
    "not_qualified": mark("not qualified"),
    "timed_out": mark("out of time"),
    "declined": mark("declined"),
}
STATUS_COUNTS = {
    "active": mark("{n} active"),
    "idle": mark("{n} idle"),
    "left": mark("{n} away"),
    "dropped_out": mark("{n} dropped out"),
    "completed": mark("{n} completed"),
    "not_qualified": mark("{n} not qualified"),
    "timed_out": mark("{n} out of time"),
    "declined": mark("{n} declined"),
}
STATIONS = {
    "return-key": mark("return key"),
    "consent": mark("consent"),
    "instructions": mark("instructions"),
}
"""Stations without an id."""
COLUMN_HEADS = (mark("code"), mark("status"), mark("where"), mark("done"), mark("last seen"),
         mark("used"), mark("condition"))  # fmt: skip
MOST_COLUMN_CELLS = (16, 16, 36, 9, 14, 12, 16)
"""Maximum widths of the columns."""
STATION_COLUMN = 2
"""Index of the column that shrinks where the window is narrow, down to `NARROW` cells."""
NARROW = 14
GAP = 2
MOST_WARNING_CODES = 8
"""Maximum number of codes in a warning."""


def watch_lines(glances: "Iterable[Glance]", cells: int, simulated: int = 0) -> list[str]:
    """The same as `board_lines`, as text."""
    return [line.text for line in board_lines(glances, cells, simulated)]


def board_lines(glances: "Iterable[Glance]", cells: int, simulated: int = 0) -> list[Line]:
    """All studies, one below the other; `simulated`: how many sessions of simulated respondents
    are left out."""
    lines: list[Line] = []
    for glance in glances:
        lines += _study_lines(glance, cells)
    lines = lines or _lines([_("No participant has begun a session yet.")], cells)
    if simulated:
        text = ngettext(
            "{n} simulated session is not shown.",
            "{n} simulated sessions are not shown.",
            simulated,
        )
        lines += _lines([text.format(n=simulated)], cells, "muted")
    return lines


def warnings(glance: "Glance") -> list[str]:
    """Matters that need the researcher's attention."""
    from sessions.taking.watching import SIGNS_TO_WARN
    from study.course.behaviour import SIGNS

    lines = []
    if glance.quiet:
        lines.append(_("no input for a while: {codes}").format(codes=_listed(glance.quiet)))
    for kind, counts in glance.noted.items():
        codes = _listed([f"{code} {n}" for code, n in counts])
        lines.append(
            _("{sign}, {n} times or more: {codes}").format(
                sign=word(SIGNS[kind]), n=SIGNS_TO_WARN, codes=codes
            )
        )
    if glance.uneven > 1:
        lines.append(_("cells differ by {n} people who completed").format(n=glance.uneven))
    for lost in glance.uncounted:
        text = ngettext(
            "{block}: the answers of {n} session with another version of the file (hash "
            "{version}) do not count: it differs in {fields}",
            "{block}: the answers of {n} sessions with another version of the file (hash "
            "{version}) do not count: it differs in {fields}",
            lost.sessions,
        )
        lines.append(
            text.format(
                block=plain(lost.block),
                n=lost.sessions,
                version=lost.study_hash[:8],
                fields=_(", ").join(map(plain, lost.fields)),
            )
        )
    for fill in glance.fills:
        if fill.strange:
            text = ngettext(
                "{block}: {n} answer does not count: to an item that is no longer in the pool, or "
                "was reworded",
                "{block}: {n} answers do not count: to items that are no longer in the pool, or "
                "were reworded",
                fill.strange,
            )
            lines.append(text.format(block=_block(fill), n=fill.strange))
    return lines


def _listed(codes: Sequence[str]) -> str:
    names = _(", ").join(plain(code) for code in codes[:MOST_WARNING_CODES])
    more = len(codes) - MOST_WARNING_CODES
    return _("{names} and {n} more").format(names=names, n=more) if more > 0 else names


def _lines(texts: Iterable[str], cells: int, role: Role = "plain") -> list[Line]:
    return [Line((Piece(row, role),)) for text in texts for row in wrap(text, cells)]


def _study_lines(glance: "Glance", cells: int) -> list[Line]:
    n = len(glance.sessions)
    counts = [_(text).format(n=glance.counts[s]) for s, text in STATUS_COUNTS.items()
              if s in glance.counts]  # fmt: skip
    sessions = ngettext("{n} session: {counts}", "{n} sessions: {counts}", n)
    lines = [sessions.format(n=n, counts=_(", ").join(counts)), _people(glance.people)]
    several = any(glimpse.sitting > 1 for glimpse in glance.sessions)
    for sitting, minutes in glance.median_minutes.items():
        text = (
            _("median time to the end of sitting {sitting}: {minutes:.1f} minutes")
            if several
            else _("median time to the end: {minutes:.1f} minutes")
        )
        lines.append(text.format(sitting=sitting, minutes=minutes))
    ordered = any(cell.order for cell in glance.cells)
    rows = [tuple(map(_, COLUMN_HEADS)), *(_values(glimpse) for glimpse in glance.sessions)]
    heads, *sessions_in_rows = _table(rows, cells)
    return [
        *_lines([plain(glance.study)], cells, "heading"),
        *_lines(lines, cells),
        *_lines((f"! {warning}" for warning in warnings(glance)), cells, "warn"),
        *_lines((_cell(cell, ordered) for cell in glance.cells), cells),
        *_lines(map(_fill, glance.fills), cells),
        Line(),
        Line((Piece(heads, "key"),)),
        *(Line((Piece(row),)) for row in sessions_in_rows),
        Line(),
    ]


def _people(people: "People") -> str:
    """How many people were invited, came and completed; invited ones only where a list says so."""
    parts = []
    if people.invited is not None:
        parts.append(
            _("{n} invited ({rest} not begun)").format(n=people.invited, rest=people.not_begun)
        )
    parts.append(_("{n} started").format(n=people.started))
    if people.tested:
        parts.append(_("{n} of {all} qualified").format(n=people.qualified, all=people.tested))
    parts.append(_("{n} active").format(n=people.active))
    parts.append(_("{n} completed").format(n=people.completed))
    if people.waiting:
        parts.append(_("{n} between sittings").format(n=people.waiting))
    parts.append(_("{n} dropped out").format(n=people.dropped))
    return _("people: {counts}").format(counts=_(", ").join(parts))


def _cell(cell: "Cell", with_order: bool) -> str:
    text = (
        _("{condition}, order {order}: {done} completed, {going} under way")
        if with_order
        else _("{condition}: {done} completed, {going} under way")
    )
    return text.format(
        condition=plain(cell.condition) or _("all"),
        order=cell.order + 1,
        done=cell.completed,
        going=cell.under_way,
    )


def _fill(fill: "Fill") -> str:
    """How many answers the items of a block have."""
    block = _block(fill)
    median = f"{fill.median:g}"
    if not fill.lacking:
        text = _(
            "{block}: full: answers per item: lowest {least}, median {median}, required {wanted}"
        )
        return text.format(block=block, least=fill.least, median=median, wanted=fill.wanted)
    text = _(
        "{block}: answers per item: lowest {least}, median {median}, required {wanted}; "
        "incomplete items: {lacking} of {items}; answers expected from current sessions: {awaited}"
    )
    return text.format(
        block=block,
        least=fill.least,
        median=median,
        wanted=fill.wanted,
        lacking=fill.lacking,
        items=fill.items,
        awaited=fill.awaited,
    )


def _block(fill: "Fill") -> str:
    """The block's name, followed by the condition if there is one."""
    if not fill.condition:
        return plain(fill.block)
    return _("{block}, {condition}").format(
        block=plain(fill.block), condition=plain(fill.condition)
    )


def _values(session: "SessionGlance") -> tuple[str, ...]:
    return (
        plain(session.code),
        _(STATUSES[session.status]),
        _where(session),
        f"{session.question}/{session.questions}",
        time_ago(session.seconds_ago) if session.where else "–",
        "–" if session.minutes_used is None else _("{n:.1f} min").format(n=session.minutes_used),
        plain(session.condition) or "–",
    )


def _where(session: "SessionGlance") -> str:
    if session.item:
        return _("{block}, item {n} of {all}").format(
            block=plain(session.where), n=session.item, all=session.items
        )
    return _(STATIONS.get(session.where, "")) or plain(session.where) or "–"


def time_ago(seconds: float) -> str:
    """Time since then, in the largest unit that is precise enough."""
    if seconds < 120:
        return _("{n} s ago").format(n=round(seconds))
    if seconds < 7200:
        return _("{n} min ago").format(n=round(seconds / 60))
    return _("{n} h ago").format(n=round(seconds / 3600))


def _table(rows: Sequence[Sequence[str]], cells: int) -> list[str]:
    """Columns as wide as necessary; one shrinks, and then the last are omitted."""
    sizes = [
        min(max(width(row[n]) for row in rows), most) for n, most in enumerate(MOST_COLUMN_CELLS)
    ]
    over = sum(sizes) + GAP * (len(sizes) - 1) - cells
    sizes[STATION_COLUMN] = max(
        min(sizes[STATION_COLUMN], NARROW), sizes[STATION_COLUMN] - max(over, 0)
    )
    while len(sizes) > 1 and sum(sizes) + GAP * (len(sizes) - 1) > cells:
        sizes.pop()
    return [_row(row, sizes) for row in rows]


def _row(values: Sequence[str], sizes: Sequence[int]) -> str:
    padded = (pad(fit(value, size), size) for value, size in zip(values, sizes, strict=False))
    return (" " * GAP).join(padded).rstrip()
