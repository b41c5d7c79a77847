"""Formalizations written by people: scratchpads, their notes, and the sub-questions they answer."""
