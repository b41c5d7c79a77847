"""The roles of the hardening loop: one module each, next to a file with its prompts."""
