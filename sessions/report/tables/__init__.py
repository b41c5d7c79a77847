"""One file a table of the report: its rows, and how they are counted."""
