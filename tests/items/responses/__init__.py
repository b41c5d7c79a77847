"""Tests of the reader of responses."""
