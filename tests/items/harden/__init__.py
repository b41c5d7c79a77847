"""Tests of items made harder by the solver."""
