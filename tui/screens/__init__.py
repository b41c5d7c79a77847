"""Screens, one per file; the screens of one role never import those of another."""
