"""Counting, resampling and testing answers: the basis of the metrics."""
