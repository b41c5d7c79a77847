"""Tests of the items package."""
