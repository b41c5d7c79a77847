"""Tests of the solver package."""
