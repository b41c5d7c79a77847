"""What the inspector shows, as plain objects: tested without a terminal."""
