"""Timed comparisons, run by hand and never by the tests."""
