"""One module a file format: reading records into items and, where it makes sense, writing."""
