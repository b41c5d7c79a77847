"""Twins of other items: one edit that changes the right answer, and one that does not."""
