"""Charts of the report, as SVG that takes the page's own colours.

Owns which tables are drawn and how; Matplotlib, which the extra `report` brings, is imported here
and nowhere else. Everything drawn stands in the tables as well.
"""

import io
import re
import unicodedata
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sessions.report.build import Table
from solver.errors import InputError

INK = "#0a0b0c"
"""Stands for the page's colour of text."""
MODEL, PEOPLE = "#3b6fb6", "#c8641e"
MARKS = {"model": (MODEL, "o"), "people": (PEOPLE, "s"), "simulated": (PEOPLE, "^")}
"""Colour and mark of each kind of respondent."""
MOST_ROWS = 60
"""A chart of more rows than this is cut, and says so."""
MOST_MAPS = 12
INCHES = 8.0
LONGEST = 48
"""Letters of a label."""


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
    """An `svg` element to stand in a page."""


def charts(table: Table, chance: float | None = None) -> tuple[Chart, ...]:
    """The charts of a table; none for most of them. `chance` is what guessing gets right, drawn as
    a line where accuracy is.

    Raises ChartsMissing.
    """
    draw = _DRAWN.get(table.name)
    if draw is None or not table.rows:
        return ()
    try:
        import matplotlib
        from matplotlib.figure import Figure
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
        "svg.hashsalt": f"{table.version} {table.name}",
    }
    with matplotlib.rc_context(settings), warnings.catch_warnings():
        # Widths of letters that the drawing font lacks: the page has its own fonts.
        warnings.simplefilter("ignore")
        drawn = list(draw(table, Figure))
        if chance is not None and table.name in _GUESSED:
            _guessing(drawn, chance)
        return tuple(Chart(title, _svg(figure)) for title, figure in drawn)


Drawn = Iterator[tuple[str, Any]]


def _accuracy(table: Table, figure: Callable[..., Any]) -> Drawn:
    """Accuracy with its interval, people and models together."""
    rows = [row for row in table.by_name() if row["accuracy"] is not None]
    rows.sort(key=lambda row: row["accuracy"])
    shown = rows[-MOST_ROWS:]
    drawn = figure(figsize=(INCHES, 1.0 + 0.24 * len(shown)), layout="constrained")
    axes = drawn.add_subplot()
    for place, row in enumerate(shown):
        colour, mark = MARKS[row["kind"]]
        axes.plot([row["low"], row["high"]], [place, place], color=colour, lw=1.5)
        axes.plot(row["accuracy"], place, mark, color=colour)
    labels = [_name(row) + (f" · {row['run']}" if row["run"] else "") for row in shown]
    axes.set_yticks(range(len(shown)), labels)
    axes.set_xlim(0, 1)
    scripted = ", ▲ simulated" if any(row["kind"] == "simulated" for row in shown) else ""
    axes.set_xlabel(f"accuracy with its 95 % interval (● models, ■ people{scripted})")
    left = len(rows) - len(shown)
    yield "Accuracy" + (f", the best {len(shown)} of {len(rows)}" if left else ""), drawn


def _guessing(drawn: Sequence[tuple[str, Any]], chance: float) -> None:
    """A dashed line at what guessing gets right."""
    for _title, figure in drawn:
        for axes in figure.axes:
            axes.axvline(chance, color=INK, lw=0.8, ls="--")
            axes.set_title(f"dashed: guessing, {100 * chance:.0f} %", fontsize=8, loc="left")


def _confidence(table: Table, figure: Callable[..., Any]) -> Drawn:
    """How often people are right by how sure they are."""
    rows = [row for row in table.by_name() if row["accuracy"] is not None]
    if not rows:
        return
    drawn = figure(figsize=(INCHES / 2, 3.0), layout="constrained")
    axes = drawn.add_subplot()
    at = [row["confidence"] for row in rows]
    values = [row["accuracy"] for row in rows]
    spans = [
        [row["accuracy"] - row["low"] for row in rows],
        [row["high"] - row["accuracy"] for row in rows],
    ]
    axes.errorbar(at, values, yerr=spans, fmt="s-", color=PEOPLE, capsize=3)
    axes.set_xticks(range(1, 6))
    axes.set_ylim(0, 1)
    axes.set_xlabel("how sure, from 1 to 5")
    axes.set_ylabel("accuracy")
    yield "Reliability of confidence", drawn


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
    axes.set_yticks(range(len(rows)), [str(row["block"]) for row in reversed(rows)])
    axes.set_xlim(left=0)
    axes.set_xlabel("seconds per confirmed answer: quartiles and median")
    yield "Time per question", drawn


def _response_times(table: Table, figure: Callable[..., Any]) -> Drawn:
    """Quartiles, median and 90th percentile, people and models together."""
    rows = [row for row in table.by_name() if row["median"] is not None]
    if not rows:
        return
    rows.sort(key=lambda row: row["median"], reverse=True)
    shown = rows[-MOST_ROWS:]
    drawn = figure(figsize=(INCHES, 1.0 + 0.3 * len(shown)), layout="constrained")
    axes = drawn.add_subplot()
    for place, row in enumerate(shown):
        low, high = row["lower quartile"], row["upper quartile"]
        colour, _ = MARKS[row["kind"]]
        axes.barh(place, high - low, left=low, height=0.5, color=colour, alpha=0.5)
        axes.plot([high, row["90th percentile"]], [place, place], color=colour, lw=1.5)
        axes.plot([row["median"]] * 2, [place - 0.25, place + 0.25], color=INK)
    labels = [_name(row) + (f" · {row['run']}" if row["run"] else "") for row in shown]
    axes.set_yticks(range(len(shown)), labels)
    axes.set_xlim(left=0)
    axes.set_xlabel("seconds: quartiles and median, and a line to the 90th percentile")
    left = len(rows) - len(shown)
    yield "Response times" + (f", the fastest {len(shown)} of {len(rows)}" if left else ""), drawn


def _heat(down: str, across: str, value: str) -> Callable[[Table, Callable[..., Any]], Drawn]:
    def draw(table: Table, figure: Callable[..., Any]) -> Drawn:
        groups: dict[str, list[dict[str, Any]]] = {}
        for row in table.by_name():
            groups.setdefault(_name(row), []).append(row)
        for name, rows in list(groups.items())[:MOST_MAPS]:
            yield f"{value} in per cent by {down} and {across}: {name}", _map(rows, figure)

    def _map(rows: Sequence[dict[str, Any]], figure: Callable[..., Any]) -> Any:
        ys = list(dict.fromkeys(row[down] for row in rows))
        xs = sorted({row[across] for row in rows}, key=lambda text: (len(text), text))
        cells = {(row[down], row[across]): row[value] for row in rows}
        grid = [[_number(cells.get((y, x))) for x in xs] for y in ys]
        size = (min(INCHES, 2.5 + 0.7 * len(xs)), 1.0 + 0.3 * len(ys))
        drawn = figure(figsize=size, layout="constrained")
        axes = drawn.add_subplot()
        axes.imshow(grid, vmin=0, vmax=1, cmap="cividis", aspect="auto")
        for place, line in enumerate(grid):
            for column, number in enumerate(line):
                if number == number:
                    colour = "white" if number < 0.5 else "black"
                    axes.text(column, place, f"{100 * number:.0f}", ha="center", va="center",
                              color=colour)  # fmt: skip
        axes.set_xticks(range(len(xs)), xs)
        axes.set_yticks(range(len(ys)), ys)
        axes.set_xlabel(across)
        axes.set_ylabel(down)
        return drawn

    return draw


def _name(row: dict[str, Any]) -> str:
    name = " ".join(f"{row['respondent']} · {row['setting']}".split())
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"


def _number(value: Any) -> float:
    return float("nan") if value is None else float(value)


_DRAWN: dict[str, Callable[[Table, Callable[..., Any]], Drawn]] = {
    "accuracy of models and people": _accuracy,
    "confidence against accuracy": _confidence,
    "time per question": _times,
    "response times": _response_times,
    "depth and width": _heat("depth", "width", "accuracy"),
    "domains and levels": _heat("domain", "level", "F1 of gold labels"),
}

_GUESSED = ("accuracy of models and people",)
"""Charts with accuracy from left to right."""


def _svg(figure: Any) -> str:
    """The element alone, its colours the page's, without the file's own head and metadata."""
    file = io.StringIO()
    figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
    text = file.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    # Ids that every chart has, and nothing refers to.
    text = re.sub(r'<g id="[^"]*"', "<g", text)
    text = "".join(c for c in text if c == "\n" or unicodedata.category(c) not in ("Cc", "Cf"))
    return text.replace(INK, "currentColor")
