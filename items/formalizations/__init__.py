"""Comparison of formalizations of one text: their symbols, premises, queries and answers."""
