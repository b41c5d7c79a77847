"""Tests of the tui package."""
