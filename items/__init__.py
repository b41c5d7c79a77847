"""Benchmark items: their model, their sources and the check of their gold answers.

This package knows neither studies nor storage.
"""
