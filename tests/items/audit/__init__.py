"""Tests of the partial-input audit."""
