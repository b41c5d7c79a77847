"""People in a row or around a table, and who sits where."""
