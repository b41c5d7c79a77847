"""Tests of sets too large for memory."""
