"""Formulas, problems and queries as immutable data, with all their readers and writers."""
