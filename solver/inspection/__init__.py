"""What is asked of a theory beyond its queries: tables of models, edits, what all models share."""
