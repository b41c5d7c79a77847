"""What keys do, and which keys do it."""
