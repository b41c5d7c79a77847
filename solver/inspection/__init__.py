"""Inspection of a theory beyond its queries: tables of models, edits, facts common to all
models."""
