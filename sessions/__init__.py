"""The record: events stored in SQLite and replayed. Draws nothing on a screen."""
