"""Sets of items too large for memory: read item by item, selected, and written again."""
