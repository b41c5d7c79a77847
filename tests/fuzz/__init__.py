"""Every parser and loader on input that nobody would write."""
