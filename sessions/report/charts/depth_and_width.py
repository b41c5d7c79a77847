"""Accuracy by the depth and width of items."""

from sessions.report.charts.heat_map import heat_map

TABLE = "depth and width"
draw = heat_map("depth", "width", "accuracy")
