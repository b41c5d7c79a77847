"""Wording: formulas into English or Chinese sentences by a bank and templates, and back again."""
