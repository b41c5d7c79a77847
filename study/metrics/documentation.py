"""The tables of metrics in the documentation, generated from the registry.

Owns their format and position: in a Markdown page, between the lines `<!-- metrics: KEY -->` and
`<!-- end -->`, with the key of a `Need`. `python -m study.metrics.documentation PAGE` updates them.
"""

import re
import sys
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Any

from study.metrics.metric import Metric
from study.metrics.registry import METRICS

UNITS = {"count": "number", "share": "share", "seconds": "seconds", "p": "p-value"}
_TABLE = re.compile(r"(<!-- metrics: (\w+) -->\n).*?(<!-- end -->\n)", re.DOTALL)


def documented(page: str) -> str:
    """A page with its tables generated again.

    Raises ValueError where no metric needs the data of a table.
    """
    return _TABLE.sub(lambda match: f"{match[1]}\n{markdown(match[2])}\n{match[3]}", page)


def markdown(need: str) -> str:
    """The table of the metrics of some data, by the key of the need; metrics that differ only in
    their names share a row. Raises ValueError where no metric needs such data."""
    listed = [metric for _, metric in METRICS.working() if metric.needs.key == need]
    if not listed:
        raise ValueError(f"no metric needs {need!r}")
    rows = ["| score | formula | unit | interval | source | JSON |", "|---|---|---|---|---|---|"]
    for cells, metrics in groupby(listed, _cells):
        each = list(metrics)
        names = ", ".join(metric.name for metric in each)
        keys = ", ".join(f"`{metric.key}`" for metric in each)
        rows.append(_row((names, *cells, keys)))
    return "\n".join(rows) + "\n"


def _cells(metric: Metric[Any]) -> tuple[str, ...]:
    return metric.formula, UNITS[metric.unit], metric.interval_name, metric.source


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '∣') for cell in cells)} |"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(documented(path.read_text(encoding="utf-8")), encoding="utf-8")
