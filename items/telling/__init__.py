"""Formulas put into prose by a model, and proved."""
