"""Lint: what is wrong with an item, or makes it easier or odder than it looks."""
