"""Formulas told in prose by a model, and proved."""
