"""Answers counted, resampled and tested: what the metrics rest on."""
