"""HTML pages: the report, and a page to share an item."""
