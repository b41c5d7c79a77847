"""The question kinds and answer forms, one module each, and their registry."""
