"""Charts of the report, as SVG that uses the page's own colours.

Owns which tables are drawn and how; Matplotlib, which the extra `report` installs, is imported only
here. The tables contain everything that is drawn.
"""

import io
import re
import unicodedata
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from sessions.report.presentation import Presentation, in_words
from sessions.report.report_tables import Table
from solver.errors import InputError
from solver.phrases import listed, phrase
from study.statistics.spread import quantile

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
GROUPS = {"people": (PEOPLE, ""), "models": (MODEL, "//"), "simulated": (PEOPLE, "...")}
"""Colour and hatching of each group of respondents."""
BELOW: Mapping[str, Any] = {
    "loc": "outside lower left",
    "ncols": 1,
    "fontsize": 7,
    "frameon": False,
}
"""Placement of legends."""
BASE, HARD = " Base", " Hard"
"""Suffixes in the names of benchmarks of which the second is a harder version of the first."""
FEWEST_PEOPLE = 3
LEVEL = 0.05
INCHES = 5.2
"""Width: on a phone, text is two thirds of its size, and nothing is cut off."""
_SAY: ContextVar[Callable[[str], str]] = ContextVar("say", default=str)
"""Translates the texts of the current chart into the reader's language."""
LONGEST = 48
"""Maximum length of a label in characters."""
ROOM = 1.03
"""Length of a time axis as a multiple of the longest time, so that its mark is complete."""
ENTRY = 0.16
"""Height of a legend entry in inches."""
CLOSING = frozenset("，。、：；！？）》")
ACROSS = 48
"""Characters per line under a chart; a Chinese one counts twice."""
LINE = 28
"""Characters per line of a label; longer ones are broken at a dot."""


class ChartsMissing(InputError):
    """Matplotlib is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "Charts need an extra",
            "expected the package Matplotlib, found it not installed",
            "Install the program as `countermodel[report]`.",
        )


@dataclass(frozen=True, slots=True)
class Chart:
    """One chart."""

    title: str
    svg: str
    """An `svg` element to embed in a page."""


def charts(
    table: Table, chances: Sequence[float] = (), translate: Callable[[str], str] = str
) -> tuple[Chart, ...]:
    """The charts of a table; none for most of them. `chances` are accuracies of guessing, each
    drawn as a line where the axis is accuracy; `translate` translates phrases and column names.

    Raises ChartsMissing.
    """
    draw = _DRAWN.get(table.name)
    if draw is None or not table.rows:
        return ()
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise ChartsMissing from None
    settings = {
        "svg.fonttype": "none",
        "text.parse_math": False,
        "text.color": INK,
        "axes.edgecolor": INK,
        "axes.labelcolor": INK,
        "xtick.color": INK,
        "ytick.color": INK,
        "font.size": 9,
        "axes.labelsize": 8,
        "xtick.labelsize": 8,
        "ytick.labelsize": 8,
        "svg.hashsalt": f"{table.version} {table.name}",
    }
    token = _SAY.set(translate)
    try:
        return _drawn(draw, table, chances, settings)
    finally:
        _SAY.reset(token)


def _drawn(
    draw: "Draw", table: Table, chances: Sequence[float], settings: Mapping[str, Any]
) -> tuple[Chart, ...]:
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(dict(settings)), warnings.catch_warnings():
        # Warnings about characters missing in the drawing font: the page has its own fonts.
        warnings.simplefilter("ignore")
        drawn = list(draw(table, Figure))
        if chances and table.name in _GUESSED:
            _guessing(drawn, chances)
        return tuple(Chart(_translated(title), _svg(figure)) for title, figure in drawn)


def _translated(text: str) -> str:
    return _SAY.get()(text)


Drawn = Iterator[tuple[str, Any]]
Who = tuple[str, str, str, Presentation]
"""Respondent, kind, setting, and presentation of the items where tables distinguish it."""
Draw = Callable[[Table, Callable[..., Any]], Drawn]


def _accuracy(table: Table, figure: Callable[..., Any]) -> Drawn:
    """Accuracy with its interval, people and models together."""
    rows = [row for row in table.by_name() if row["accuracy"] is not None or _ends(row)]
    # No row that is left out can be better than one with a figure, however it is settled.
    drawn_rows = sorted(rows, key=lambda row: (_ends(row) or (0.0, row["accuracy"]))[1])
    drawn_rows = drawn_rows[-MOST_ROWS:]
    # Rows without a figure are below the others.
    drawn_rows.sort(key=lambda row: _ends(row) or (1.0, row["accuracy"]))
    drawn = figure(figsize=(INCHES, 1.0 + 0.3 * len(drawn_rows)), layout="constrained")
    axes = drawn.add_subplot()
    for place, row in enumerate(drawn_rows):
        colour, mark = MARKS[row["kind"]]
        if _ends(row):
            _open(axes, row, place, colour)
            continue
        axes.plot([row["low"], row["high"]], [place, place], color=colour, lw=1.5)
        axes.plot(row["accuracy"], place, mark, color=colour)
    labels = _labels(map(_who, rows))
    _lines(axes, [_run(labels, row) for row in drawn_rows])
    axes.set_xlim(0, 1)
    label = phrase("accuracy with its 95 % interval (● models, ■ people)")
    if any(row["kind"] == "simulated" for row in drawn_rows):
        label = phrase("accuracy with its 95 % interval (● models, ■ people, ▲ simulated)")
    axes.set_xlabel(_with_open(label, drawn_rows))
    title = phrase("Accuracy")
    if len(drawn_rows) < len(rows):
        title = phrase("Accuracy, the best {shown} of {all}", shown=len(drawn_rows), all=len(rows))
    yield title, drawn


def _ends(row: Mapping[str, Any]) -> tuple[float, float] | None:
    """Bounds of the accuracy while free answers are unsettled; None where none is."""
    low, high = row.get("all wrong"), row.get("all right")
    return None if low is None or high is None else (low, high)


def _open(axes: Any, row: Mapping[str, Any], at: float, colour: str) -> None:
    """Draw a dotted line from "all unsettled answers wrong" to "all right", with a stroke at each
    end, since bounds may be so close together that a line shows as a dot."""
    axes.plot(_ends(row), [at, at], color=colour, lw=1.5, ls=":", marker="|", markersize=7)


def _with_open(label: str, rows: Iterable[Mapping[str, Any]]) -> str:
    """The label under a chart of accuracy, which explains the dotted line where there is one."""
    if any(map(_ends, rows)):
        dotted = phrase("dotted: bounds while free answers are unsettled")
        return f"{_label(label)}\n{_label(dotted)}"
    return _label(label)


def _lines(axes: Any, names: Sequence[str]) -> None:
    """Label the lines of a chart from the bottom up, with space above and below."""
    axes.set_yticks(range(len(names)), list(map(_broken, names)))
    axes.set_ylim(-0.7, len(names) - 0.3)


def _label(text: str) -> str:
    """An axis label in lines no wider than the chart, except for closing punctuation, which may not
    begin a line."""
    lines = [""]
    for word in re.findall(r"[\u2e80-\uffff]|[^\s\u2e80-\uffff]+\s*|\s+", _translated(text)):
        over = _width(lines[-1] + word.rstrip()) > ACROSS
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


def _by_type(measure: str, values: str, group: str, title: str) -> Draw:
    """A figure by type of question, with intervals: people, and the first run of each setting."""

    def draw(table: Table, figure: Callable[..., Any]) -> Drawn:
        rows_with_value = [row for row in table.by_name() if row[values] is not None]
        least: dict[Who, int] = {}
        for row in rows_with_value:
            least[_who(row)] = min(least.get(_who(row), row["run"] or 0), row["run"] or 0)
        # One run per setting: more lines would be indistinguishable.
        rows = [row for row in rows_with_value if (row["run"] or 0) == least[_who(row)]]
        types = list(dict.fromkeys(row[group] for row in rows))
        if len(types) < 2:
            return
        if "all" in types:
            types.remove("all")
        runs = {_who(row): row for row in rows}
        names = list(runs)
        drawn_lines = [who for who in names if runs[who]["kind"] != "model"]
        drawn_lines += [who for who in names if runs[who]["kind"] == "model"]
        drawn_lines = drawn_lines[:MOST_LINES]
        step = len(drawn_lines) + 1.5
        height = 1.0 + 0.17 * step * len(types) + ENTRY * len(drawn_lines)
        drawn = figure(figsize=(INCHES, height), layout="constrained")
        axes = drawn.add_subplot()
        cells = {(_who(row), row[group]): row for row in rows}
        for number, name in enumerate(types):
            for place, who in enumerate(drawn_lines):
                cell = cells.get((who, name))
                if cell is not None:
                    at = -(number * step + place)
                    _point(axes, cell, values, at, SHADES[place % len(SHADES)])
        places = [-(n * step + (len(drawn_lines) - 1) / 2) for n in range(len(types))]
        axes.set_yticks(places, [", ".join(map(_translated, name.split(", "))) for name in types])
        axes.set_ylim(1.25 - step * len(types), 1.25)
        for number in range(1, len(types)):
            axes.axhline(-(number * step - 1.25), color=INK, lw=0.3)
        axes.set_xlim(0, 1)
        axes.set_xlabel(_label(phrase("{figure} with its 95 % interval", figure=measure)))
        labels = _labels(names)
        _legend(axes, [(who[1], _run(labels, runs[who])) for who in drawn_lines])
        yield _some(title, drawn_lines, names), drawn

    return draw


def _kinds(table: Table, figure: Callable[..., Any]) -> Drawn:
    """People's accuracy by kind of question."""
    rows = [row for row in table.by_name() if row["accuracy"] is not None or _ends(row)]
    if len(rows) < 2:
        return
    drawn = figure(figsize=(INCHES, 1.0 + 0.3 * len(rows)), layout="constrained")
    axes = drawn.add_subplot()
    for place, row in enumerate(reversed(rows)):
        if _ends(row):
            _open(axes, row, place, PEOPLE)
        else:
            _point(axes, {**row, "kind": "people"}, "accuracy", place, PEOPLE)
    _lines(axes, [_named(_translated(str(row["kind"])), row) for row in reversed(rows)])
    axes.set_xlim(0, 1)
    label = phrase("{figure} with its 95 % interval", figure=phrase("accuracy"))
    axes.set_xlabel(_with_open(label, rows))
    yield phrase("Accuracy by kind of question"), drawn


def _people(table: Table, figure: Callable[..., Any]) -> Drawn:
    """Each person's share of right answers in ascending order, without names; the middle half is
    shaded."""
    for sort, everybody in _sorts(table.by_name()).items():
        rows = [row for row in everybody if row["accuracy"] is not None]
        # People with unsettled answers have no figure, and the others alone would misrepresent how
        # people differ.
        if len(rows) >= FEWEST_PEOPLE and not any(map(_ends, everybody)):
            title = phrase("How far people differ ({n} people)", n=len(rows))
            yield _told_in(sort, title), _shares(sorted(row["accuracy"] for row in rows), figure)


def _shares(values: Sequence[float], figure: Callable[..., Any]) -> Any:
    """Number of people at or below each accuracy, in ascending order."""
    drawn = figure(figsize=(INCHES, 2.6), layout="constrained")
    axes = drawn.add_subplot()
    low, middle, high = (quantile(values, share) for share in (0.25, 0.5, 0.75))
    axes.axvspan(low, high, color=PEOPLE, alpha=0.18, lw=0)
    axes.axvline(middle, color=PEOPLE, lw=1.2)
    shares = [(place + 1) / len(values) for place in range(len(values))]
    axes.plot(values, shares, "s", color=PEOPLE, ms=4)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1.05)
    axes.set_ylabel(_label(phrase("share of people")))
    label = phrase("accuracy of a person: this many are no better; line: median, band: middle half")
    axes.set_xlabel(_label(label))
    return drawn


def _slopes(table: Table, figure: Callable[..., Any]) -> Drawn:
    """From a benchmark's Base to its Hard items, one line per respondent; runs of a setting as
    their mean."""
    rows = table.by_name()
    names = dict.fromkeys(row["benchmark"] for row in rows)
    for hard in [name for name in names if name.endswith(HARD)]:
        base = hard.removesuffix(HARD) + BASE
        if base not in names:
            continue
        figures = [
            word
            for word in ("Item Accuracy", "Sub-Q Accuracy")
            if any(row[word] is not None for row in rows)
        ]
        lines = {word: _ends_of(rows, word, base, hard) for word in figures}
        if not any(lines.values()):
            continue
        lines_drawn = dict.fromkeys(who for word in figures for who in lines[word])
        labels = _labels(lines_drawn)
        drawn_lines = list(lines_drawn)[:MOST_LINES]
        drawn = figure(figsize=(INCHES, 2.8 + ENTRY * len(drawn_lines)), layout="constrained")
        for number, text in enumerate(figures, start=1):
            axes = drawn.add_subplot(1, len(figures), number)
            for place, who in enumerate(drawn_lines):
                if who in lines[text]:
                    colour = SHADES[place % len(SHADES)]
                    mark = MARKS[who[1]][1]
                    axes.plot([0, 1], lines[text][who], f"{mark}-", color=colour, label=labels[who])
            axes.set_xticks([0, 1], ["Base", "Hard"])
            axes.set_xlim(-0.2, 1.2)
            axes.set_ylim(0, 1)
            axes.set_ylabel(_label(text))
        drawn.legend(*axes.get_legend_handles_labels(), **BELOW)
        title = phrase("From Base to Hard: {name}", name=hard.removesuffix(HARD))
        yield _some(title, drawn_lines, list(lines_drawn)), drawn


def _ends_of(
    rows: Sequence[dict[str, Any]], figure: str, base: str, hard: str
) -> dict[Who, tuple[float, float]]:
    """Both ends of each setting's line, where it has both; none if unsettled answers leave the
    figure of one of its runs open, since there is no mean then."""
    ends: dict[Who, dict[str, list[float]]] = {}
    left_open: set[Who] = set()
    for row in rows:
        if row["benchmark"] not in (base, hard):
            continue
        who = _who(row)
        if row[figure] is not None:
            ends.setdefault(who, {}).setdefault(row["benchmark"], []).append(row[figure])
        elif row.get("unsettled"):
            left_open.add(who)
    return {
        who: (fmean(own_ends[base]), fmean(own_ends[hard]))
        for who, own_ends in ends.items()
        if base in own_ends and hard in own_ends and who not in left_open
    }


def _curves(table: Table, figure: Callable[..., Any]) -> Drawn:
    """Accuracy by number of distractors, one line per setting, with intervals."""
    groups: dict[Who, list[dict[str, Any]]] = {}
    for row in table.by_name():
        if row["accuracy"] is not None:
            who = _who(row)
            groups.setdefault(who, []).append(row)
    lines = {who: rows for who, rows in groups.items() if len(rows) > 1}
    if not lines:
        return
    labels = _labels(lines)
    drawn_lines = list(lines)[:MOST_LINES]
    drawn = figure(figsize=(INCHES, 2.8 + ENTRY * len(drawn_lines)), layout="constrained")
    axes = drawn.add_subplot()
    places = sorted({row["distractors"] for rows in lines.values() for row in rows})
    for number, who in enumerate(drawn_lines):
        rows = sorted(lines[who], key=lambda row: row["distractors"])
        # Offset sideways to keep intervals distinguishable.
        offset = 0.02 * (places[-1] - places[0]) * (number - (len(drawn_lines) - 1) / 2) / 2
        axes.errorbar(
            [row["distractors"] + offset for row in rows],
            [row["accuracy"] for row in rows],
            yerr=[
                [row["accuracy"] - row["low"] for row in rows],
                [row["high"] - row["accuracy"] for row in rows],
            ],
            fmt=f"{MARKS[who[1]][1]}-",
            color=SHADES[number % len(SHADES)],
            lw=1.2,
            ms=4,
            capsize=2,
            label=labels[who],
        )
    axes.set_xticks(places)
    axes.set_ylim(0, 1)
    axes.set_xlabel(_label("distractors"))
    axes.set_ylabel(_label(phrase("{figure} with its 95 % interval", figure=phrase("accuracy"))))
    drawn.legend(**BELOW)
    yield _some(phrase("Distractors"), drawn_lines, list(lines)), drawn


def _tests(table: Table, figure: Callable[..., Any]) -> Drawn:
    """p of every two domains, one map per setting; values below 5 % are filled."""
    for name, rows in _of_each(table):
        domains = [row["domain"] for row in rows]
        grid = [[_number(row.get(other)) for other in domains] for row in rows]
        size = (min(INCHES, 2.5 + 0.7 * len(domains)), 1.2 + 0.3 * len(domains))
        drawn = figure(figsize=size, layout="constrained")
        axes = drawn.add_subplot()
        filled = [[1.0 if p < LEVEL else 0.0 if p == p else float("nan") for p in line]
                  for line in grid]  # fmt: skip
        _fill(axes, filled, most=1.6, cmap="Blues", alpha=0.75)
        for place, line in enumerate(grid):
            for column, p in enumerate(line):
                if p == p:
                    message = "<.001" if p < 0.001 else f"{p:.3f}".lstrip("0") if p < 1 else "1"
                    axes.text(column, place, message, ha="center", va="center", fontsize=7,
                              color="black")  # fmt: skip
        axes.set_xticks(range(len(domains)), domains, rotation=30, ha="right")
        axes.set_yticks(range(len(domains)), domains)
        title = phrase(
            "p of equal accuracy in two domains, corrected; below .05 dark: {name}", name=name
        )
        yield title, drawn


def _of_each(table: Table) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The rows of each of the first settings, with its title; if there are more, the title says how
    many are missing."""
    groups: dict[Who, list[dict[str, Any]]] = {}
    for row in table.by_name():
        groups.setdefault(_who(row), []).append(row)
    labels = _labels(groups)
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


def _some(title: str, drawn: Sequence[Any], everything: Sequence[Any]) -> str:
    """A title, with a note where a chart does not show everything."""
    if len(drawn) == len(everything):
        return title
    return phrase("{title}, {shown} of {all}", title=title, shown=len(drawn), all=len(everything))


def _point(axes: Any, row: dict[str, Any], values: str, at: float, colour: str) -> None:
    """Draw a value with its interval, horizontally."""
    own = "" if values == "accuracy" else f"{values} "
    ends = row.get(f"{own}low"), row.get(f"{own}high")
    if None not in ends:
        axes.plot(ends, [at, at], color=colour, lw=1.4)
    axes.plot(row[values], at, MARKS[row["kind"]][1], color=colour, ms=4, clip_on=False)


def _legend(axes: Any, entries: Sequence[tuple[str, str]]) -> None:
    """Draw a legend of colours and marks below the chart: kinds and labels."""
    for place, (kind, label) in enumerate(entries):
        mark = MARKS[kind][1]
        axes.plot([], [], f"{mark}-", color=SHADES[place % len(SHADES)], ms=4, label=label)
    axes.figure.legend(**BELOW)


def _run(labels: Mapping[Who, str], row: dict[str, Any]) -> str:
    """The label of a row's respondent, with its run."""
    return labels[_who(row)] + (f" · {row['run']}" if row["run"] else "")


def _labels(everybody: Iterable[Who]) -> Mapping[Who, str]:
    """Labels of respondents: short, or in full where several would have the same."""
    short = {who: _who_told(who, LONGEST) for who in everybody}
    called = Counter(short.values())
    return {
        who: label if called[label] == 1 else _who_told(who, None) for who, label in short.items()
    }


def _who_told(who: Who, longest: int | None) -> str:
    """Respondent and setting, truncated to `longest` characters; with the presentation of the items
    where the table has it."""
    name = " ".join(_translated(f"{who[0]} · {who[2]}").split())
    if longest is not None and len(name) > longest:
        name = f"{name[: longest - 1]}…"
    return _named(name, _cells(who[3]))


def _guessing(drawn: Sequence[tuple[str, Any]], chances: Sequence[float]) -> None:
    """Draw a dashed line at the accuracy of guessing, for each sort of items."""
    shares = listed(f"{100 * chance:.0f} %" for chance in chances)
    label = phrase("dashed: guessing, {shares}", shares=shares)
    for _title, figure in drawn:
        for axes in figure.axes:
            for chance in chances:
                axes.axvline(chance, color=INK, lw=0.8, ls="--")
            axes.set_title(_translated(label), fontsize=8, loc="left")


def _confidence(table: Table, figure: Callable[..., Any]) -> Drawn:
    """Share of right answers by people's confidence."""
    rows = [row for row in table.by_name() if row["accuracy"] is not None]
    if not rows:
        return
    drawn = figure(figsize=(INCHES * 0.6, 3.0), layout="constrained")
    axes = drawn.add_subplot()
    sorts = _sorts(rows)
    for place, (sort, own_rows) in enumerate(sorts.items()):
        axes.errorbar(
            [row["confidence"] for row in own_rows],
            [row["accuracy"] for row in own_rows],
            yerr=[
                [row["accuracy"] - row["low"] for row in own_rows],
                [row["high"] - row["accuracy"] for row in own_rows],
            ],
            fmt="s-",
            color=SHADES[place % len(SHADES)],
            capsize=3,
            label=_translated(in_words(sort)) if sort else "",
        )
    if len(sorts) > 1:
        drawn.legend(**BELOW)
    axes.set_xticks(range(1, 6))
    axes.set_ylim(0, 1)
    axes.set_xlabel(_label(phrase("how sure, from 1 to 5")))
    axes.set_ylabel(_label("accuracy"))
    yield phrase("Reliability of confidence"), drawn


def _times(table: Table, figure: Callable[..., Any]) -> Drawn:
    """Quartiles of the time per question."""
    rows = [row for row in table.by_name() if row["median"] is not None]
    if not rows:
        return
    drawn = figure(figsize=(INCHES, 1.0 + 0.3 * len(rows)), layout="constrained")
    axes = drawn.add_subplot()
    for place, row in enumerate(reversed(rows)):
        low, high = row["lower quartile"], row["upper quartile"]
        axes.barh(place, high - low, left=low, height=0.5, color=PEOPLE, alpha=0.5)
        axes.plot([row["median"]] * 2, [place - 0.25, place + 0.25], color=INK)
    _lines(axes, [_named(_translated(str(row["block"])), row) for row in reversed(rows)])
    axes.set_xlim(0, ROOM * max(row["upper quartile"] for row in rows) or None)
    axes.set_xlabel(_label(phrase("seconds per confirmed answer: quartiles and median")))
    yield phrase("Time per question"), drawn


def _response_times(table: Table, figure: Callable[..., Any]) -> Drawn:
    """Quartiles, median and 90th percentile, people and models together."""
    rows = [row for row in table.by_name() if row["median"] is not None]
    if not rows:
        return
    rows.sort(key=lambda row: row["median"], reverse=True)
    drawn_rows = rows[-MOST_ROWS:]
    drawn = figure(figsize=(INCHES, 1.0 + 0.3 * len(drawn_rows)), layout="constrained")
    axes = drawn.add_subplot()
    for place, row in enumerate(drawn_rows):
        low, high = row["lower quartile"], row["upper quartile"]
        colour, _ = MARKS[row["kind"]]
        axes.barh(place, high - low, left=low, height=0.5, color=colour, alpha=0.5)
        axes.plot([high, row["90th percentile"]], [place, place], color=colour, lw=1.5)
        axes.plot([row["median"]] * 2, [place - 0.25, place + 0.25], color=INK)
    labels = _labels(map(_who, rows))
    _lines(axes, [_run(labels, row) for row in drawn_rows])
    axes.set_xlim(0, ROOM * max(row["90th percentile"] for row in drawn_rows) or None)
    label = phrase("seconds: quartiles and median, and a line to the 90th percentile")
    axes.set_xlabel(_label(label))
    title = phrase("Response times")
    if len(drawn_rows) < len(rows):
        title = phrase(
            "Response times, the fastest {shown} of {all}", shown=len(drawn_rows), all=len(rows)
        )
    yield title, drawn


def _misreadings(table: Table, figure: Callable[..., Any]) -> Drawn:
    """Rates of misreadings with their intervals, groups side by side."""
    rows = [row for row in table.by_name() if row["rate"] is not None]
    for sort, own_rows in _sorts(rows).items():
        yield _told_in(sort, phrase("Misreadings")), _rates(own_rows, figure)


def _rates(rows: Sequence[dict[str, Any]], figure: Callable[..., Any]) -> Any:
    from matplotlib.patches import Patch

    groups = list(dict.fromkeys(row["group"] for row in rows))
    names = list(dict.fromkeys(row["misreading"] for row in rows))[:MOST_ROWS]
    height = 1.0 + 0.14 * (len(groups) + 1) * len(names) + ENTRY * len(groups)
    drawn = figure(figsize=(INCHES, height), layout="constrained")
    axes = drawn.add_subplot()
    cells = {(row["group"], row["misreading"]): row for row in rows}
    width = 0.8 / len(groups)
    drawn_rows: list[Any] = []
    # Dark hatching would hide the part of an interval that lies on its bar.
    texture: dict[str, Any] = {"edgecolor": "white", "linewidth": 0}
    for number, group in enumerate(groups):
        colour, hatch = GROUPS.get(group, (PEOPLE, "..."))
        look: dict[str, Any] = {"facecolor": colour, "alpha": 0.6, "hatch": hatch, **texture}
        for place, name in enumerate(names):
            cell = cells.get((group, name))
            if cell is not None:
                at = -place - (number - (len(groups) - 1) / 2) * width
                axes.barh(
                    at, cell["rate"], width, facecolor=colour, alpha=0.6, **texture, hatch=hatch
                )
                ends = [cell["low"], cell["high"]]
                axes.plot(ends, [at, at], color=INK, lw=1.2, marker="|", markersize=5)
        drawn_rows.append(Patch(**look, label=_translated(phrase(group))))
    axes.set_yticks([-place for place in range(len(names))], list(map(_translated, names)))
    axes.set_xlim(0, 1)
    label = phrase("how often it is made where it would change something, with its 95 % interval")
    axes.set_xlabel(_label(label))
    drawn.legend(handles=drawn_rows, **BELOW)
    return drawn


def _heat(down: str, across: str, value: str) -> Draw:
    def draw(table: Table, figure: Callable[..., Any]) -> Drawn:
        for name, rows in _of_each(table):
            title = phrase(
                "{figure} in per cent by {rows} and {columns}: {name}",
                figure=phrase(value),
                rows=phrase(down),
                columns=phrase(across),
                name=name,
            )
            yield title, _map(rows, figure)

    def _map(rows: Sequence[dict[str, Any]], figure: Callable[..., Any]) -> Any:
        ys = list(dict.fromkeys(row[down] for row in rows))
        xs = sorted({row[across] for row in rows}, key=lambda text: (len(text), text))
        cells = {(row[down], row[across]): row[value] for row in rows}
        grid = [[_number(cells.get((y, x))) for x in xs] for y in ys]
        size = (min(INCHES, 2.5 + 0.7 * len(xs)), 1.0 + 0.3 * len(ys))
        drawn = figure(figsize=size, layout="constrained")
        axes = drawn.add_subplot()
        _fill(axes, grid, most=1, cmap="cividis")
        for place, line in enumerate(grid):
            for column, number in enumerate(line):
                if number == number:
                    colour = "white" if number < 0.5 else "black"
                    axes.text(column, place, f"{100 * number:.0f}", ha="center", va="center",
                              color=colour)  # fmt: skip
        axes.set_xticks(range(len(xs)), xs)
        axes.set_yticks(range(len(ys)), ys)
        axes.set_xlabel(_label(across))
        axes.set_ylabel(_label(down))
        return drawn

    return draw


def _fill(axes: Any, grid: Sequence[Sequence[float]], *, most: float, **look: Any) -> None:
    """Colour the cells of a map, from 0 to `most`, the first line at the top; cells without a
    number stay empty. Drawn as paths, which also show on pages that allow no images."""
    import numpy

    edges = [numpy.arange(n + 1) - 0.5 for n in (len(grid[0]), len(grid))]
    cells: Any = numpy.ma.masked_invalid(grid)
    axes.pcolormesh(*edges, cells, vmin=0, vmax=most, edgecolors="none", **look)
    axes.set_ylim(len(grid) - 0.5, -0.5)


def _told_of(row: Mapping[str, Any]) -> Presentation:
    """The presentation of a row's items, where the table has it."""
    return Presentation(row.get("form", ""), row.get("language", ""))


def _cells(sort: Presentation) -> Mapping[str, str]:
    return {"form": sort.form, "language": sort.language}


def _sorts(rows: Sequence[dict[str, Any]]) -> Mapping[Presentation, list[dict[str, Any]]]:
    """Rows by presentation of their items; one group where the table does not have it."""
    groups: dict[Presentation, list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault(_told_of(row), []).append(row)
    return groups


def _told_in(sort: Presentation, title: str) -> str:
    return phrase("{title}, {form}", title=title, form=in_words(sort)) if sort else title


def _named(name: str, row: Mapping[str, Any]) -> str:
    """The subject of a row, with the presentation of its items where the table has it."""
    return " · ".join((name, *map(_translated, _told_of(row).names)))


def _who(row: Mapping[str, Any]) -> Who:
    return row["respondent"], row["kind"], row["setting"], _told_of(row)


def _number(value: Any) -> float:
    return float("nan") if value is None else float(value)


_DRAWN: dict[str, Draw] = {
    "accuracy of models and people": _accuracy,
    "multiple choice": _by_type("ACC", "ACC", "question type", phrase("ACC by question type")),
    "items of several questions": _slopes,
    "distractors": _curves,
    "domains, p corrected": _tests,
    "accuracy by question kind": _kinds,
    "participants": _people,
    "confidence against accuracy": _confidence,
    "time per question": _times,
    "response times": _response_times,
    "depth and width": _heat("depth", "width", "accuracy"),
    "misreadings": _misreadings,
    "domains and levels": _heat("domain", "level", "F1 of gold labels"),
}

_GUESSED = ("accuracy of models and people", "multiple choice")
"""Charts with a horizontal axis of accuracy."""


def _svg(figure: Any) -> str:
    """The `svg` element with the page's colours, without the file's header and metadata."""
    file = io.StringIO()
    figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
    text = file.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    # Ids that occur in every chart and are never referenced.
    text = re.sub(r'<g id="[^"]*"', "<g", text)
    text = "".join(c for c in text if c == "\n" or unicodedata.category(c) not in ("Cc", "Cf"))
    return text.replace(INK, "currentColor")
