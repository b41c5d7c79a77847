"""Answers that other tools recorded: one module a format, and the way from their rows to items."""
