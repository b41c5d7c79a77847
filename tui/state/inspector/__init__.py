"""The inspector's screens as plain objects, tested without a terminal."""
