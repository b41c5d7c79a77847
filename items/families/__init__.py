"""Generators of items: seeded, pure functions of their parameters, every item proved."""
