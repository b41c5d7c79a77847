"""What screens show, as plain objects that can be tested without a terminal."""
