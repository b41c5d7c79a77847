"""One file per table of annotation: its rows, and how they are counted."""
