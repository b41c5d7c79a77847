"""Respondents simulated by scripts."""
