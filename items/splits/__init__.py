"""Splits of sub-questions into baseline and counterfactual ones, one file per split."""
