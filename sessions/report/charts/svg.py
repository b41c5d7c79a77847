"""The charts of a table as SVG that uses the page's own colours.

Owns loading Matplotlib, which the extra `report` installs, and what is kept of its files. The
tables contain everything that is drawn.
"""

import io
import re
import unicodedata
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sessions.report.charts.drawing import INK, READER, Reader, translated
from sessions.report.charts.registry import CHARTS
from sessions.report.report_tables import Table
from solver.errors import InputError


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
    draw = CHARTS.get(table.name)
    if draw is None or not table.rows:
        return ()
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise ChartsMissing from None
    settings: dict[str, Any] = {
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
    token = READER.set(Reader(translate, chances))
    try:
        with matplotlib.rc_context(settings), warnings.catch_warnings():
            # Warnings about characters missing in the drawing font: the page has its own fonts.
            warnings.simplefilter("ignore")
            drawn = draw(table, Figure)
            return tuple(Chart(translated(title), _svg(figure)) for title, figure in drawn)
    finally:
        READER.reset(token)


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
