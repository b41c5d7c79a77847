"""Sets of items too large for memory: read item by item, chosen from, and written again."""
