"""Generators of items: seeded, pure functions of their parameters. Every item is proved."""
