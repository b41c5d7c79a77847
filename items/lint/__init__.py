"""Lint: errors in an item, and properties that make it easier or odder than it looks."""
