"""Respondents that scripts play."""
