"""Formalizations of one text held against each other: their symbols, premises, queries, answers."""
