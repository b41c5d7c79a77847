"""Scripts that an export holds for other tools; they run on its files as they are."""
