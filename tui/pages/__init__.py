"""HTML pages: the report, and an item to be shared."""
