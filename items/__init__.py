"""Benchmark items: their model, their sources, the check of their gold. No study, no storage."""
