"""Tests of the metrics and their registry."""
