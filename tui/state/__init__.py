"""What screens show, as plain objects that are tested without a terminal."""
