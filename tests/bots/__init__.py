"""Scripted respondents who play whole studies through the real interface."""
