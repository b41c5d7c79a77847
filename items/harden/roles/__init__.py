"""The roles of the hardening loop, one module each beside a file with its prompts."""
