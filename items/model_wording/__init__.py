"""Formulas put into prose by a model, with proof of equivalence."""
