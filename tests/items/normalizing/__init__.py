"""Formalizations in a uniform shape."""
