"""Misreadings and their registry."""
