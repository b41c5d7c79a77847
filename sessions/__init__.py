"""The record: events in SQLite, replayed. It stores and never draws."""
