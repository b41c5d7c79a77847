"""The report as a self-contained page: no network, no further file, no script.

Owns the page's structure and its style, for the screen, dark mode and print. Every text is escaped.
Charts come from `sessions.report.charts.svg`; without their library the page says so.
"""

import re
from collections.abc import Iterator
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from sessions.report.charts.svg import ChartsMissing, charts
from sessions.report.presentation import in_words
from study.statistics.few_clusters import warnings_of
from tui.i18n import _, language, mark, ngettext
from tui.state.pair_words import sort_told
from tui.state.report_columns import ShownColumn, shown_columns
from tui.state.report_words import (
    cell_word,
    hash_label,
    localized,
    side_word,
    table_heading,
    title_word,
    word,
)
from tui.text import plain, sentences, width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sessions.report.headline import Chance, Headline, SingleSide
    from sessions.report.pairs import Pair
    from sessions.report.report_tables import Report, Table
    from study.statistics.samples import Estimate

STYLE = """
:root { color-scheme: light dark; --ink: #1b1d21; --paper: #fff; --line: #c9cdd4; --soft: #5d6470;
  --band: color-mix(in srgb, var(--ink) 5%, transparent) }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --paper: #15171b; --line: #3a3f48;
  --soft: #a0a7b3 } }
body { color: var(--ink); background: var(--paper); margin: 2rem auto; max-width: 76rem;
  padding: 0 1rem; font: 15px/1.45 system-ui, "Noto Sans", "Noto Sans CJK SC", sans-serif; }
h1 { font-size: 1.5rem } h2 { border-bottom: 2px solid var(--line); margin-top: 3rem }
h3 { margin: 2rem 0 .3rem } h3 span, .note, figcaption { color: var(--soft); font-weight: normal;
  font-size: .9rem } .note { margin: .2rem 0 }
.scroll { overflow-x: auto; --shade: color-mix(in srgb, var(--ink) 45%, transparent);
  background: linear-gradient(to right, var(--paper) 40%, transparent) left / 2.5rem 100% local,
    linear-gradient(to left, var(--paper) 40%, transparent) right / 2.5rem 100% local,
    linear-gradient(to right, var(--shade), transparent) left / .9rem 100% scroll,
    linear-gradient(to left, var(--shade), transparent) right / .9rem 100% scroll;
  background-repeat: no-repeat }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .2rem .6rem; text-align: right; white-space: nowrap }
th { border-bottom: 1px solid var(--ink); vertical-align: bottom; white-space: normal;
  word-break: keep-all }
.text, .prose { text-align: left } .prose { white-space: normal;
  min-width: 14rem } small { color: var(--soft); font-size: .85em }
tbody tr:nth-child(even) { background: var(--band) }
th:first-child, td:first-child { position: sticky; left: 0; background: var(--paper) }
tr:nth-child(even) td:first-child { background: linear-gradient(var(--band) 0 0), var(--paper) }
.all { margin: .4rem .4rem .4rem 0 } .all + label { color: var(--soft); font-size: .9em }
@media screen { .all:not(:checked) ~ .scroll tr:nth-child(n+21) { display: none } }
figure { margin: 1rem 2rem 0 0; display: inline-block; vertical-align: top }
figure svg { max-width: 100%; height: auto; color: var(--ink) }
nav ul { columns: 15rem 3; padding-left: 1.2rem; margin: .3rem 0 } nav p { margin: .8rem 0 0 }
a { color: inherit }
@media screen and (max-width: 40rem) { body { margin: 1rem auto }
  table { width: max-content; font-size: .82rem } th, td { padding: .2rem .25rem }
  td small { display: block }
  .text { max-width: 4.9rem; white-space: normal; overflow-wrap: anywhere; word-break: normal }
  .text:first-child { max-width: 5.8rem } .prose { min-width: 7rem; max-width: 8.5rem }
  th { max-width: 5rem } th.text { max-width: none; overflow-wrap: normal }
  :lang(zh) th { word-break: normal } figure { margin-right: 0; max-width: 100% } }
@media print { :root { --ink: #000; --paper: #fff; --line: #999; --soft: #444; --band: #fff }
  body { margin: 0; max-width: none; font-size: 9pt } nav, .all, .all + label { display: none }
  .note, figcaption, h3 span { font-size: 8pt }
  .scroll { overflow: visible; background: none } th, td { padding: .1rem .3rem }
  th:first-child, td:first-child { position: static } figure, tr { break-inside: avoid }
  h2, h3 { break-after: avoid } .short table { break-inside: avoid }
  table { font-size: var(--print, 9pt) }
  figure svg { max-height: 21cm; width: auto } section.wide figure svg { max-height: 15cm }
  section.wide { page: wide } .first { break-after: page } }
@page { margin: 1.2cm }
@page wide { size: landscape }
"""
PAGE_POINTS = 510.0
"""Width of a table on an upright page, in points; a landscape page has half as much again."""
LETTER = 0.57
"""Width of a letter relative to its size, with room to spare."""
SIZES = (5.0, 9.0)
"""Smallest and largest letter size in print, in points."""
NOBODY_NOTE = mark("No comparison: no two sides answered the same items.")
OPEN_NOTE = mark(
    "No comparison: in each pair that would be shown here, free answers are unsettled."
)
MOST_UNBROKEN_ROWS = 12
"""Maximum number of rows of a table that is kept on one page."""
MOST_SCREEN_ROWS = 40
"""A table with more rows shows its first 20 on screen until the reader wants all; in print it is
whole. The style has the number 20, too."""
LEAST_FONT_POINTS = 6.5
"""In points; a table that needs smaller letters is printed in landscape."""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""Nothing is loaded and no script runs, whatever the texts contain."""


def page(report: "Report", headline: "Headline | None" = None) -> str:
    """The page as text; it begins with the headline, if there is one."""
    return "\n".join(_page(report, headline))


def _page(report: "Report", headline: "Headline | None") -> Iterator[str]:
    yield f'<!DOCTYPE html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    title = _text(_("Report"))
    yield f"<title>{title} · Countermodel</title>\n<style>{STYLE}</style>\n</head>\n<body>"
    yield f"<h1>{title}</h1>"
    if not report.tables:
        yield _element("p", _("Nothing has been recorded yet."))
    if headline is not None and report.tables:
        yield from _first(headline)
    groups = [(label, list(tables)) for label, tables in groupby(enumerate(report.tables), _over)]
    yield "<nav>"
    if headline is not None and report.tables:
        yield _element("h2", _("Tables"))
    for label, tables in groups:
        if len(groups) > 1:
            yield f"<p>{_text(label)}</p>"
        entries = (
            f'<li><a href="#t{place}">{_text(table_heading(table.name))}</a></li>'
            for place, table in tables
        )
        yield f"<ul>{''.join(entries)}</ul>"
    yield "</nav>"
    for label, tables in groups:
        over = f"<h2>{_text(label)}</h2>"
        for place, table in tables:
            yield from _section(table, place, _chances(headline, table), over)
            over = ""
    yield "</body>\n</html>\n"


def _chances(headline: "Headline | None", table: "Table") -> "Sequence[float]":
    """Chance levels in a table, one for each sort of items; empty if one of them is unknown."""
    choices = table.name == "multiple choice"
    chances = [
        chance.of_choices if choices else chance.share
        for chance in (headline.chances if headline is not None else ())
    ]
    known_shares = [share for share in chances if share is not None]
    return sorted(set(known_shares)) if choices or len(known_shares) == len(chances) else ()


def _over(numbered_table: tuple[int, "Table"]) -> str:
    """The heading above a table and its neighbours of the same version."""
    _place, table = numbered_table
    return f"{title_word(table.study)} · {hash_label(table.study, table.version, _)}"


def _first(headline: "Headline") -> Iterator[str]:
    """Who answered, the main comparison, and what was left out."""
    yield '<section class="first">'
    yield _element("h2", _("In short"))
    yield _element("h3", _("Who answered"))
    who = sentences(*map(localized, headline.participation)) or _(
        "There is nobody whose answers count."
    )
    yield _element("p", who)
    yield _element("h3", _("The main comparison"))
    if not headline.pairs:
        yield _element("p", _(OPEN_NOTE if headline.unsettled else NOBODY_NOTE))
    for alone in headline.single_sides:
        name = " · ".join((_who(alone.name), *map(_, alone.presentation.names)))
        yield f"<p><b>{_text(name)}</b> {_text(_own(alone))}</p>"
    for pair in headline.pairs:
        yield f"<p>{_compared(pair)}</p>"
    if headline.pairs:
        yield f'<p class="note">{_note(_how(headline))}</p>'
    for chance in headline.chances:
        if chance.share is not None or chance.of_choices is not None:
            yield f'<p class="note">{_note(_guessing(chance))}</p>'
    yield _element("h3", _("What was left out"))
    listed = "".join(
        f"<li>{_text(localized(why))}: {n}</li>" for why, n in headline.excluded.items()
    )
    yield f"<ul>{listed}</ul>" if listed else _element("p", _("Nothing."))
    yield "</section>"


def _guessing(chance: "Chance") -> str:
    """The chance level in words."""
    share = chance.of_choices if chance.share is None else chance.share
    assert share is not None
    if not chance.presentation:
        message = _("Guessing gets {share:.1f} % right.")
        if chance.share is None:
            message = _("Guessing gets {share:.1f} % of multiple choice right.")
        return message.format(share=100 * share)
    message = _("Guessing gets {share:.1f} % of the items in this form right: {form}.")
    if chance.share is None:
        message = _("Guessing gets {share:.1f} % of multiple choice in this form right: {form}.")
    return message.format(share=100 * share, form=localized(in_words(chance.presentation)))


def _who(name: str) -> str:
    """A side's name, in the reader's language if it is a group: people (12) · a study."""
    kind, bracket, rest = name.partition(" (")
    if kind == "simulated":
        name = f"{_(kind)}{bracket}{rest}"
    return side_word(name)


def _own(side: "SingleSide") -> str:
    """The figures of a side without a comparison."""
    accuracy = side.accuracy
    if accuracy is None:
        if side.bounds is None:
            return "–"
        message = _(
            "– : {unsettled} of {n} answers are unsettled; {low:.1f} % right if "
            "all of these are wrong, {high:.1f} % if all are right."
        )
        low, high = (100 * end for end in side.bounds)
        n = side.answers + side.unsettled
        return message.format(unsettled=side.unsettled, n=n, low=low, high=high)
    values = {"share": 100 * accuracy.value, "n": side.answers}
    if accuracy.low is None or accuracy.high is None:
        return _("{share:.1f} % of {n} answers right.").format(**values)
    text = _("{share:.1f} % of {n} answers right (95 % interval {low:.1f} to {high:.1f}).").format(
        **values, low=100 * accuracy.low, high=100 * accuracy.high
    )
    return text + _few(accuracy)


def _few(estimate: "Estimate") -> str:
    """In brackets, the warning about an interval based on few people or items."""
    text = "; ".join(map(localized, warnings_of(estimate)))
    return f" ({text})" if text else ""


def _compared(pair: "Pair") -> str:
    """One comparison of the first page, as HTML."""
    accuracy = pair.accuracy
    difference = accuracy.difference
    span = ""
    if difference.low is not None and difference.high is not None:
        span = _(" (95 % interval {low} to {high})").format(
            low=_points(difference.low), high=_points(difference.high)
        )
    points = _("{points} points").format(points=_points(difference.value))
    sure = _("below 0.001") if pair.corrected < 0.001 else f"{pair.corrected:.3f}"
    message = ngettext(
        "{left}: {first:.1f} %; {right}: {second:.1f} %, on {n} item both answered. Difference: "
        "{points}{span}, p {sure}.",
        "{left}: {first:.1f} %; {right}: {second:.1f} %, on {n} items both answered. Difference: "
        "{points}{span}, p {sure}.",
        accuracy.n,
    )
    sort = sort_told(pair)
    over = f"<i>{_text(sort)}</i> · " if sort else ""
    return (
        over
        + _text(message).format(
            left=f"<b>{_text(_who(pair.left.name))}</b>",
            right=f"<b>{_text(_who(pair.right.name))}</b>",
            first=100 * accuracy.left,
            second=100 * accuracy.right,
            n=accuracy.n,
            points=f"<b>{_text(points)}</b>",
            span=_text(span),
            sure=_text(sure),
        )
        + _text(_few(difference))
    )


def _how(headline: "Headline") -> str:
    """How the comparisons of the first page are made, and what they leave out."""
    parts = [
        _("Means of each item's share of right answers, of the first run of each setting."),
        _("Intervals are those of `countermodel compare`."),
    ]
    if len(headline.pairs) > 1:
        parts.append(
            _(
                "p is corrected by Holm's method only for the {n} comparisons here, "
                "so it may differ from the table of comparisons, which corrects for "
                "all of its own; intervals are not corrected."
            ).format(n=len(headline.pairs))
        )
    if headline.pairs_left_out:
        parts.append(
            ngettext(
                "{n} more comparison is left to `countermodel compare`.",
                "{n} more comparisons are left to `countermodel compare`.",
                headline.pairs_left_out,
            ).format(n=headline.pairs_left_out)
        )
    return sentences(*parts)


def _points(share: float) -> str:
    """A difference in percentage points, with its sign."""
    return f"{100 * share:+.1f}".replace("-", "−")


def _section(table: "Table", place: int, chances: "Sequence[float]", heading: str) -> Iterator[str]:
    """A table with its charts; the heading `heading` it is printed on the same sheet."""
    columns = shown_columns(table)
    yield f"<section{_fitted(columns, len(table.rows))}>{heading}"
    yield f'<h3 id="t{place}">{_text(table_heading(table.name))} '
    yield f"<span>n = {table.n}</span></h3>"
    yield f"<div>{''.join(_figures(table, chances))}</div>"
    kinds = [_kind(column) for column in columns]
    if len(table.rows) > MOST_SCREEN_ROWS:
        label = _("Show all {n} rows").format(n=len(table.rows))
        yield f'<input type="checkbox" class="all" id="all{place}">'
        yield f'<label for="all{place}">{_text(label)}</label>'
    yield '<div class="scroll"><table><thead><tr>'
    for column, kind in zip(columns, kinds, strict=True):
        yield f'<th scope="col"{kind}>{_text(column.head(word(column.name)))}</th>'
    yield "</tr></thead><tbody>"
    for row in zip(*(_cells(column) for column in columns), strict=True):
        cells = zip(row, kinds, strict=True)
        yield "<tr>" + "".join(f"<td{kind}>{cell}</td>" for cell, kind in cells) + "</tr>"
    yield "</tbody></table></div>"
    for why, n in table.excluded.items():
        left_out = _("left out: {why} ({n})").format(why=localized(why), n=n)
        yield f'<p class="note">{_note(left_out)}</p>'
    for note in table.notes:
        yield f'<p class="note">{_note(localized(note))}</p>'
    yield "</section>"


def _figures(table: "Table", chances: "Sequence[float]") -> Iterator[str]:
    """The charts of a table, or what is needed to draw them."""
    try:
        drawn = charts(table, chances, localized)
    except ChartsMissing as error:
        yield f'<p class="note">{_note(f"{error.title}: {error.hint}")}</p>'
        return
    for chart in drawn:
        caption = _text(chart.title)
        yield f'<figure role="img" aria-label="{caption}"><div class="scroll">{chart.svg}'
        yield f"</div><figcaption>{caption}</figcaption></figure>"


def _kind(column: ShownColumn) -> str:
    """The alignment of a column's cells, as an attribute."""
    if column.unit == "prose":
        return ' class="prose"'
    return ' class="text"' if column.left else ""


def _fitted(columns: list[ShownColumn], rows: int) -> str:
    """Print layout of a table, as attributes of its section: letter size, landscape, and whether it
    is short enough to stay on one page. Browsers cut off tables that are wider than the page."""
    letters = sum(_letters(column) for column in columns) or 1
    upright = PAGE_POINTS / (LETTER * letters)
    size = upright if upright >= LEAST_FONT_POINTS else 1.5 * upright
    size = min(max(size, SIZES[0]), SIZES[1])
    names = [
        name
        for name, is_so in (
            ("wide", upright < LEAST_FONT_POINTS),
            ("short", rows <= MOST_UNBROKEN_ROWS),
        )
        if is_so
    ]
    classes = f' class="{" ".join(names)}"' if names else ""
    return f'{classes} style="--print: {size:.1f}pt"'


def _letters(column: ShownColumn) -> int:
    """Width of a column's widest cell plus the gap between columns; heads are wrapped."""
    bounds = column.bounds or ("",) * len(column.figures)
    cells = (width(f) + width(b) for f, b in zip(column.figures, bounds, strict=True))
    words = (width(part) for part in column.head(word(column.name)).split())
    return max((*cells, *words), default=0) + 1


def _cells(column: ShownColumn) -> Iterator[str]:
    for place, figure in enumerate(column.figures):
        bound = column.bounds[place] if column.bounds else ""
        text = _text(cell_word(figure, column.name))
        yield text + (f" <small>{_text(bound)}</small>" if bound else "")


def _element(name: str, text: str) -> str:
    return f"<{name}>{_text(text)}</{name}>"


def _text(text: str) -> str:
    return escape(plain(text))


def _note(text: str) -> str:
    """Escaped text with commands in code style."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", _text(text))
