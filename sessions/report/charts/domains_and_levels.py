"""F1 by the domain and level of items."""

from sessions.report.charts.heat_map import heat_map

TABLE = "domains and levels"
draw = heat_map("domain", "level", "F1 of gold labels")
