"""Tests of the study package."""
