"""Inspection of a theory beyond its queries: tables of models, edits, common facts."""
