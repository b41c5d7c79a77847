"""Frozen pictures of a few screens."""
