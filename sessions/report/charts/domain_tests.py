"""p of every two domains, one map per setting."""

from sessions.report.charts.drawing import INCHES, Drawn, Figures, by_setting, fill_cells, number_of
from sessions.report.report_tables import Table
from solver.phrases import phrase

TABLE = "domains, p corrected"
LEVEL = 0.05


def draw(table: Table, figure: Figures) -> Drawn:
    """p of every two domains, one map per setting; values below 5 % are filled."""
    for name, rows in by_setting(table):
        domains = [row["domain"] for row in rows]
        grid = [[number_of(row.get(other)) for other in domains] for row in rows]
        size = (min(INCHES, 2.5 + 0.7 * len(domains)), 1.2 + 0.3 * len(domains))
        drawn = figure(figsize=size, layout="constrained")
        axes = drawn.add_subplot()
        filled = [[1.0 if p < LEVEL else 0.0 if p == p else float("nan") for p in line]
                  for line in grid]  # fmt: skip
        fill_cells(axes, filled, maximum=1.6, cmap="Blues", alpha=0.75)
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
