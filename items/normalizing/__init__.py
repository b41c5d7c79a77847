"""Formalizations in a uniform shape, in four layers that say what they change."""
