"""One file per table of the report: its rows, and how they are counted."""
