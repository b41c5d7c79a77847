"""One file a metric, found by its name: formula, unit, interval, what it needs, meaning, source."""
