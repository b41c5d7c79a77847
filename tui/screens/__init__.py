"""Screens, one a file; those of one role never import those of another."""
