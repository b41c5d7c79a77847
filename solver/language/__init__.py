"""Formulas, problems and queries as immutable data, and every way of reading and writing them."""
