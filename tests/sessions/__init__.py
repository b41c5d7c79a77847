"""Tests of the sessions package."""
