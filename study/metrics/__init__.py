"""Figures computed from scores: pure functions over counts and values."""
