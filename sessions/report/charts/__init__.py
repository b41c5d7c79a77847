"""Charts of the report, one module each."""
