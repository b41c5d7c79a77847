"""Formalizations held against one another."""
