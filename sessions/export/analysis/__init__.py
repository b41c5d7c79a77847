"""Analysis scripts that an export includes; they run on its files without changes."""
