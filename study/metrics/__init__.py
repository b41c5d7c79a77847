"""One file per metric, found by name: formula, unit, interval, data needed, meaning, source."""
