"""Two respondents compared, in words: the same lines for the command and the inspector's window.

Owns names, order and digits of the figures. `sessions.report.pairs` compares.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from study.statistics.few_clusters import warnings_of
from tui.i18n import _, mark, ngettext
from tui.state.draft import Line, Piece
from tui.state.report_words import localized, word
from tui.text import pad, plain, width, wrap

if TYPE_CHECKING:
    from sessions.report.pairs import OpenPair, Pair
    from sessions.report.sides import Side
    from study.statistics.comparisons import Comparison

WIDTH = 32
LEAST_VALUE_CELLS = 16
"""Cells below which a value is not put beside its name."""
TWO_NAMES = mark("{0} and {1}")
GROUPS = (mark("people"), mark("simulated"), mark("models"))
"""Names of sides that are groups."""


def comparisons(pairs: "Sequence[Pair]", margin: float | None = None) -> list[str]:
    """All pairs, separated by empty lines; a margin is in points."""
    lines: list[str] = []
    for pair in pairs:
        lines += [*([""] if lines else []), *_pair(pair, margin)]
    return lines


def in_columns(text: str, cells: int) -> list[Line]:
    """Lines such as those of `comparisons` at a width: what does not fit beside a name continues
    below the value, not below the name."""
    lines: list[Line] = []
    for row in plain(text).split("\n"):
        begin = len(row) - len(row.lstrip(" "))
        gap = row.find("  ", begin) if begin <= 2 else begin
        value = row[gap:].lstrip(" ") if begin and gap >= 0 else ""
        lead = row[: len(row) - len(value)]
        room = cells - width(lead)
        if width(row) <= cells:
            lines.append(Line((Piece(row),)))
            continue
        if not value or room < LEAST_VALUE_CELLS:
            lines += [Line((Piece(part),)) for part in wrap(row, cells)]
            continue
        first, *rest = wrap(value, room)
        lines.append(Line((Piece(lead + first),)))
        lines += [Line((Piece(" " * width(lead) + part),)) for part in rest]
    return lines


def _pair(pair: "Pair", margin: float | None) -> Iterator[str]:
    sort = sort_told(pair)
    names = _("{left}  against  {right}").format(left=_side(pair.left), right=_side(pair.right))
    yield f"{names}  ({sort})" if sort else names
    if pair.shared:
        yield "  " + _("Both sides share answers, which makes the difference smaller.")
    if pair.people_on_both:
        yield "  " + ngettext(
            "{n} participant is on both sides, and counts as a different person on each.",
            "{n} participants are on both sides, and count as different people on each.",
            pair.people_on_both,
        ).format(n=pair.people_on_both)
    for name, value in figures(pair, margin):
        yield f"  {pad(name, WIDTH)} {value}".rstrip()


def open_told(pair: "OpenPair") -> str:
    """A line about two that cannot be compared: the ranges of both figures."""
    names = _("{left}  against  {right}").format(left=_side(pair.left), right=_side(pair.right))
    sort = sort_told(pair)
    head = f"{names}  ({sort})" if sort else names
    parts = []
    for name, ends, n in pair.ends:
        span = _("{name}: between {low} % and {high} %, {n} unsettled").format(
            name=_(name) if name in GROUPS else plain(name),
            low=f"{100 * ends.all_wrong:.1f}",
            high=f"{100 * ends.all_right:.1f}",
            n=n,
        )
        parts.append(span)
    return _("{pair}: not compared, free answers are unsettled ({ends})").format(
        pair=head, ends="; ".join(parts)
    )


def sort_told(pair: "Pair | OpenPair") -> str:
    """The language and form of the items, where the two answered several; otherwise empty."""
    if pair.sort is None:
        return ""
    return ", ".join(
        plain(name if name == pair.sort.language else word(name))
        for name in (pair.sort.language, pair.sort.form)
        if name
    )


def _side(side: "Side") -> str:
    """The side's name; for a group, in the reader's language."""
    return _(side.name) if side.name in GROUPS else plain(side.name)


def figures(pair: "Pair", margin: float | None = None) -> Iterator[tuple[str, str]]:
    """Name and value of every figure, in order."""
    yield from _score(_("accuracy, all answers"), pair.accuracy, margin)
    if pair.compared_pairs > 1:
        yield _("Holm, {n} pairs").format(n=pair.compared_pairs), p_told(pair.corrected)
    if pair.pc is None:
        yield "PC", _("– (no item of which both answered every mutant)")
    else:
        yield from _score("PC", pair.pc, margin)
    table = pair.table
    if table is not None:
        rotated = pair.pc is not None
        whole = _("whole items, first rotation") if rotated else _("whole items")
        yield whole, _both_answered(table.n)
        yield _("both right"), str(table.both_right)
        yield _("only the first right"), str(table.only_left)
        yield _("only the second right"), str(table.only_right)
        yield _("neither"), str(table.neither_right)
        yield _("McNemar's test, exact"), p_told(table.p_value())
    else:
        several = [_how_many(side) for side in (pair.left, pair.right) if not side.single]
        why = _("no item with both completely graded")
        if several:
            sides = several[0] if len(several) == 1 else _(TWO_NAMES).format(*several)
            why = _("only with one run or session per side, not {sides}").format(sides=sides)
        yield _("McNemar's test, exact"), f"– ({why})"
    for side in (pair.left, pair.right):
        text = ", ".join(f"{word(why)} ({n})" for why, n in side.left_out.items())
        if text:
            yield _("left out of {side}").format(side=_side(side)), text


def _how_many(side: "Side") -> str:
    """The number of runs or sessions of a side."""
    n = len(side.members)
    model = side.respondents[0].kind == "model"
    several = ngettext("{n} run", "{n} runs", n), ngettext("{n} session", "{n} sessions", n)
    return several[0 if model else 1].format(n=n)


def _both_answered(n: int) -> str:
    return ngettext("{n} item that both answered", "{n} items that both answered", n).format(n=n)


def _compared_over(score: "Comparison") -> str:
    """The number of items, or of structures where the two share none."""
    if not score.structures:
        return _both_answered(score.n)
    return ngettext(
        "{n} structure with items that both answered; they share no item",
        "{n} structures with items that both answered; they share no item",
        score.n,
    ).format(n=score.n)


def _score(name: str, score: "Comparison", margin: float | None) -> Iterator[tuple[str, str]]:
    gap = score.difference
    assert gap.low is not None
    assert gap.high is not None
    shares = _("{left} % and {right} %")
    yield name, shares.format(left=f"{100 * score.left:.2f}", right=f"{100 * score.right:.2f}")
    yield "", _("over {items}").format(items=_compared_over(score))
    ends = _("95 % {low} to {high}").format(
        low=f"{100 * gap.low:+.2f}", high=f"{100 * gap.high:+.2f}"
    )
    difference = _("{points} points").format(points=f"{100 * gap.value:+.2f}")
    yield _("difference"), f"{difference}, {ends}"
    if score.lopsided:
        share = f"{100 * score.largest:.0f}"
        text = _("wider than necessary: {share} % of the items share one structure")
        yield "", text.format(share=share)
    for text in warnings_of(gap):
        yield "", localized(text)
    yield _(score.test), p_told(score.p)
    if score.detectable is not None:
        points = _("{points} points").format(points=f"{100 * score.detectable:.2f}")
        yield _("detectable at 80 % power"), points
    if margin is not None:
        p = score.equivalence(margin / 100)
        p_words = "–" if p is None else p_told(p)
        yield _("within {points} points (TOST)").format(points=f"{margin:g}"), p_words


def p_told(value: float) -> str:
    """A p-value."""
    return f"p = {value:.3f}" if value >= 0.001 else "p < 0.001"
