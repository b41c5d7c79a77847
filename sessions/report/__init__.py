"""The tables, charts and files of the report."""
