"""The annotator's screens."""
