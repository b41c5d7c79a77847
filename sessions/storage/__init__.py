"""The database file: its schema, its log, its locks and copies."""
