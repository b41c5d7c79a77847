"""Wording: formulas rendered as English or Chinese sentences from a bank and templates, and parsed
back.
"""
