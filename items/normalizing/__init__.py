"""Normalization of formalizations in four layers, each of which reports its changes."""
