"""Formalizations that people write: scratchpads, their notes, and the sub-questions they answer."""
