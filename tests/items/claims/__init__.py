"""Tests of what hardened items claim."""
