"""Tests of the plain objects that screens show."""
