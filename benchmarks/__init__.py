"""Timed comparisons, run by hand and never as part of the tests."""
