"""What the charts of the report consist of: sizes, colours, labels, points, legends, maps.

Owns how respondents and figures look and how texts are broken into lines. Matplotlib is imported by
`svg` alone.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from sessions.report.presentation import Presentation, in_words
from sessions.report.report_tables import Table
from solver.phrases import listed, phrase

INK = "#0a0b0c"
"""Placeholder for the page's text colour."""
MODEL, PEOPLE = "#3b6fb6", "#c8641e"
MARKS = {"model": (MODEL, "o"), "people": (PEOPLE, "s"), "simulated": (PEOPLE, "^")}
"""Colour and mark of each kind of respondent."""
MOST_ROWS = 60
"""A chart with more rows than this is truncated, with a note."""
MOST_MAPS = 12
"""Maximum number of settings with their own heat map; if there are more, each title says so."""
MOST_LINES = 10
"""Maximum number of respondents distinguished by colour in one chart."""
SHADES = (
    "#c8641e", "#3b6fb6", "#3f8f4f", "#8a5aa8", "#b33a4b", "#7a6a2f",
    "#2d8c93", "#9a9a9a", "#d08fb0", "#5c5c8a",
)  # fmt: skip
"""Colours of respondents in order; people come first and have a fixed colour."""
LEGEND_PLACE: Mapping[str, Any] = {
    "loc": "outside lower left",
    "ncols": 1,
    "fontsize": 7,
    "frameon": False,
}
"""Placement of legends."""
INCHES = 5.2
"""Width: on a phone, text is two thirds of its size, and nothing is cut off."""
LONGEST = 48
"""Maximum length of a label in characters."""
ROOM = 1.03
"""Length of a time axis as a multiple of the longest time, so that its mark is complete."""
ENTRY = 0.16
"""Height of a legend entry in inches."""
CLOSING = frozenset("，。、：；！？）》")
CHARACTERS_PER_LINE = 48
"""Characters per line under a chart; a Chinese one counts twice."""
LINE = 28
"""Characters per line of a label; longer ones are broken at a dot."""

Figures = Callable[..., Any]
"""Makes a Matplotlib figure."""
Drawn = Iterator[tuple[str, Any]]
"""Titles and figures."""
Draw = Callable[[Table, Figures], Drawn]
RespondentKey = tuple[str, str, str, Presentation]
"""Respondent, kind, setting, and presentation of the items where tables distinguish it."""


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom the current chart is drawn."""

    translate: Callable[[str], str]
    """Translates phrases and column names into the reader's language."""
    chances: Sequence[float]
    """Accuracies of guessing, each drawn as a line where the axis is accuracy."""


READER: ContextVar[Reader | None] = ContextVar("reader", default=None)
"""None where the figures are drawn for themselves."""


def translated(text: str) -> str:
    """A text in the reader's language."""
    reader = READER.get()
    return text if reader is None else reader.translate(text)


def open_bounds(row: Mapping[str, Any]) -> tuple[float, float] | None:
    """Bounds of the accuracy while free answers are unsettled; None where none is."""
    low, high = row.get("all wrong"), row.get("all right")
    return None if low is None or high is None else (low, high)


def draw_open(axes: Any, row: Mapping[str, Any], position: float, colour: str) -> None:
    """Draw a dotted line from "all unsettled answers wrong" to "all right", with a stroke at each
    end, since bounds may be so close together that a line shows as a dot."""
    axes.plot(
        open_bounds(row),
        [position, position],
        color=colour,
        lw=1.5,
        ls=":",
        marker="|",
        markersize=7,
    )


def label_with_open(label: str, rows: Iterable[Mapping[str, Any]]) -> str:
    """The label under a chart of accuracy, which explains the dotted line where there is one."""
    if any(map(open_bounds, rows)):
        dotted = phrase("dotted: bounds while free answers are unsettled")
        return f"{axis_label(label)}\n{axis_label(dotted)}"
    return axis_label(label)


def label_lines(axes: Any, names: Sequence[str]) -> None:
    """Label the lines of a chart from the bottom up, with space above and below."""
    axes.set_yticks(range(len(names)), list(map(_broken, names)))
    axes.set_ylim(-0.7, len(names) - 0.3)


def axis_label(text: str) -> str:
    """An axis label in lines no wider than the chart, except for closing punctuation, which may not
    begin a line."""
    lines = [""]
    for word in re.findall(r"[\u2e80-\uffff]|[^\s\u2e80-\uffff]+\s*|\s+", translated(text)):
        over = _width(lines[-1] + word.rstrip()) > CHARACTERS_PER_LINE
        if over and lines[-1] and word not in CLOSING:
            lines.append("")
        lines[-1] += word
    return "\n".join(line.strip() for line in lines)


def _width(text: str) -> int:
    return sum(1 + (unicodedata.east_asian_width(letter) in "WF") for letter in text)


def _broken(name: str) -> str:
    """A label; a long one is broken into two lines near its middle."""
    places = [match.start() for match in re.finditer(" · ", name)]
    if len(name) <= LINE or not places:
        return name
    place = min(places, key=lambda at: abs(at - len(name) / 2))
    return f"{name[:place]}\n{name[place + 3 :]}"


def by_setting(table: Table) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The rows of each of the first settings, with its title; if there are more, the title says how
    many are missing."""
    groups: dict[RespondentKey, list[dict[str, Any]]] = {}
    for row in table.by_name():
        groups.setdefault(who_of(row), []).append(row)
    labels = labels_of(groups)
    first = list(groups.items())[:MOST_MAPS]
    for who, rows in first:
        name = labels[who]
        if len(first) < len(groups):
            name = phrase(
                "{name} (one of the first {shown} of {all} settings)",
                name=name,
                shown=len(first),
                all=len(groups),
            )
        yield name, rows


def title_of_part(title: str, drawn_parts: Sequence[Any], all_parts: Sequence[Any]) -> str:
    """A title, with a note where a chart does not show everything."""
    if len(drawn_parts) == len(all_parts):
        return title
    return phrase(
        "{title}, {shown} of {all}", title=title, shown=len(drawn_parts), all=len(all_parts)
    )


def draw_point(axes: Any, row: dict[str, Any], values: str, position: float, colour: str) -> None:
    """Draw a value with its interval, horizontally."""
    own = "" if values == "accuracy" else f"{values} "
    ends = row.get(f"{own}low"), row.get(f"{own}high")
    if None not in ends:
        axes.plot(ends, [position, position], color=colour, lw=1.4)
    axes.plot(row[values], position, MARKS[row["kind"]][1], color=colour, ms=4, clip_on=False)


def draw_legend(axes: Any, entries: Sequence[tuple[str, str]]) -> None:
    """Draw a legend of colours and marks below the chart: kinds and labels."""
    for place, (kind, label) in enumerate(entries):
        mark = MARKS[kind][1]
        axes.plot([], [], f"{mark}-", color=SHADES[place % len(SHADES)], ms=4, label=label)
    axes.figure.legend(**LEGEND_PLACE)


def run_label(labels: Mapping[RespondentKey, str], row: dict[str, Any]) -> str:
    """The label of a row's respondent, with its run."""
    return labels[who_of(row)] + (f" · {row['run']}" if row["run"] else "")


def labels_of(everybody: Iterable[RespondentKey]) -> Mapping[RespondentKey, str]:
    """Labels of respondents: short, or in full where several would have the same."""
    short = {who: _label_of(who, LONGEST) for who in everybody}
    called = Counter(short.values())
    return {
        who: label if called[label] == 1 else _label_of(who, None) for who, label in short.items()
    }


def _label_of(respondent: RespondentKey, longest: int | None) -> str:
    """Respondent and setting, truncated to `longest` characters; with the presentation of the items
    where the table has it."""
    name = " ".join(translated(f"{respondent[0]} · {respondent[2]}").split())
    if longest is not None and len(name) > longest:
        name = f"{name[: longest - 1]}…"
    return named(name, respondent[3])


def draw_guessing(axes: Any) -> None:
    """Draw a dashed line at each accuracy of guessing, if there are any."""
    reader = READER.get()
    if reader is None or not reader.chances:
        return
    shares = listed(f"{100 * chance:.0f} %" for chance in reader.chances)
    for chance in reader.chances:
        axes.axvline(chance, color=INK, lw=0.8, ls="--")
    label = phrase("dashed: guessing, {shares}", shares=shares)
    axes.set_title(translated(label), fontsize=8, loc="left")


def fill_cells(axes: Any, grid: Sequence[Sequence[float]], *, maximum: float, **look: Any) -> None:
    """Colour the cells of a map, from 0 to `maximum`, the first line at the top; cells without a
    number stay empty. Drawn as paths, which also show on pages that allow no images."""
    import numpy

    edges = [numpy.arange(n + 1) - 0.5 for n in (len(grid[0]), len(grid))]
    cells: Any = numpy.ma.masked_invalid(grid)
    axes.pcolormesh(*edges, cells, vmin=0, vmax=maximum, edgecolors="none", **look)
    axes.set_ylim(len(grid) - 0.5, -0.5)


def row_presentation(row: Mapping[str, Any]) -> Presentation:
    """The presentation of a row's items, where the table has it."""
    return Presentation(row.get("form", ""), row.get("language", ""))


def by_presentation(rows: Sequence[dict[str, Any]]) -> Mapping[Presentation, list[dict[str, Any]]]:
    """Rows by presentation of their items; one group where the table does not have it."""
    groups: dict[Presentation, list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault(row_presentation(row), []).append(row)
    return groups


def title_in(presentation: Presentation, title: str) -> str:
    """A title with the presentation of the items, if there is one."""
    return (
        phrase("{title}, {form}", title=title, form=in_words(presentation))
        if presentation
        else title
    )


def named(name: str, presentation: Presentation) -> str:
    """The subject of a row, with the presentation of its items where the table has it."""
    return " · ".join((name, *map(translated, presentation.names)))


def who_of(row: Mapping[str, Any]) -> RespondentKey:
    """The respondent of a row."""
    return row["respondent"], row["kind"], row["setting"], row_presentation(row)


def number_of(value: Any) -> float:
    """The number in a cell; NaN for an empty one."""
    return float("nan") if value is None else float(value)
