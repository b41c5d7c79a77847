"""Answers recorded by other tools: one module per format, and joining their rows to items."""
