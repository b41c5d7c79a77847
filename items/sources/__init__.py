"""Item sources, one module per file format: reading records into items and, for some, writing."""
