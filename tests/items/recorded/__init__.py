"""Tests of recorded answers of other tools."""
